"""What a competitor returns."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A formula of the problem's names, in Python's notation; without one, the method gave up.

    Attributes:
        formula: The one formula that the method itself prefers.
        verdict: How far the method says it is to be trusted, where it says so.
    """

    formula: str | None
    verdict: str = ""
