"""What a sweep varies."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """Name the quantity that tells a setting from the others of a sweep, and its value.

    Args:
        name: The quantity, as an axis is labelled: ``hidden size``.
        value: A number, or a word where the quantity is none.
    """

    name: str
    value: float | str

    def __str__(self) -> str:
        """Return name and value, such as ``hidden size 3``."""
        value = self.value if isinstance(self.value, str) else f"{self.value:g}"
        return f"{self.name} {value}"
