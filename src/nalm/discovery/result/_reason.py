"""Why a verdict was given."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._remarks import remarks
from nalm.discovery.result._wording import sentence


@dataclass(frozen=True)
class Reason:
    """Why a verdict was given: which test decided, and its numbers; `str` says it in words.

    Attributes:
        kind: The test that decided.
        numbers: What it found, by name; further ones ask for a remark (`_remarks`).
        text: The sentence, if a file holds nothing else: only of the kind `TEXT`.
        constraints: What the formula does with each constraint that was given, in a sentence.
        group: Name of the group whose rows decided; empty where all rows did.

    Example:
        >>> str(Reason(ReasonKind.SEARCH_STOPPED))[:43]
        'The search was stopped before its end, and '
    """

    kind: ReasonKind
    numbers: Mapping[str, float] = field(default_factory=dict[str, float], hash=False)
    text: str = ""
    constraints: tuple[str, ...] = ()
    group: str = ""

    def __post_init__(self) -> None:
        # Equal reasons are also written alike, whoever counted in whole numbers.
        numbers = {name: float(value) for name, value in sorted(self.numbers.items())}
        object.__setattr__(self, "numbers", numbers)

    def __str__(self) -> str:
        if self.kind is ReasonKind.TEXT:
            return self.text
        said = [sentence(self.kind, self.numbers) + remarks(self.numbers), *self.constraints]
        return " ".join([f"Group {self.group!r}:", *said] if self.group else said)
