"""Numbers written as words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from nalm._typing import Array, FloatArray
from nalm.tasks._base._distribution import Distribution
from nalm.tasks._base._task import Task
from nalm.tasks._data._digits import DigitPart
from nalm.tasks._data._tables import add_table, drawn_rows, gather, table

_SMALL = [
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = ("", *_SMALL, *_TENS, "hundred", "and")
"""The vocabulary; the empty word fills short numbers up."""

LONGEST = 5
"""Words of the longest number below a thousand."""

_TESTED, _VALIDATED = 630, 200


@dataclass(frozen=True, kw_only=True)
class NumberWords(Distribution):
    """Draw numbers from 1 to 999 as words: the five words' indices, then the number itself.

    1 to 19 are trained on; the others come in one random order, the same for every run. One that
    has a word never seen before joins them; of the rest the first 630 are for the test, the next
    200 for validation, and the last, about 140, are trained on too.

    Args:
        held: Part that the fixed sets come from; they repeat where more rows are asked for.

    Example:
        >>> from nalm.tasks import NumberWords
        >>> NumberWords.read(235)
        ('two', 'hundred', 'and', 'thirty', 'five')

    References:
        Trask et al. (2018), Neural Arithmetic Logic Units, section 4.3. Madsen and Johansen
        (2020), Neural Arithmetic Units, its code for the division into parts.
    """

    held: DigitPart = DigitPart.VALIDATION

    @staticmethod
    def read(number: int) -> tuple[str, ...]:
        """Return the words of a number from 1 to 999."""
        hundreds, rest = divmod(number, 100)
        words = [_SMALL[hundreds - 1], "hundred"] if hundreds else []
        words += ["and"] if hundreds and rest else []
        if 0 < rest < 20:
            words.append(_SMALL[rest - 1])
        elif rest:
            tens, ones = divmod(rest, 10)
            words += [_TENS[tens - 2], *([_SMALL[ones - 1]] if ones else [])]
        return tuple(words)

    @property
    def uniforms(self) -> int:
        """One number per element, of which only the first is used."""
        return 1

    def sample(self, uniform: Float[Tensor, "uniforms inputs batch"]) -> Float[Tensor, "..."]:
        """Turn uniform numbers into training numbers of shape (6, batch)."""
        name = _register(DigitPart.TRAIN)
        count = len(table(name))
        index = drawn_rows(uniform[0, 0], count)
        return gather(name, index).to(uniform.dtype).T.contiguous()  # the batch innermost

    def draw(self, random: np.random.RandomState, shape: tuple[int, int]) -> FloatArray:
        """Draw a permutation of the held part."""
        rows = random.permutation(table(_register(self.held)))
        return rows[np.arange(shape[0]) % len(rows)].astype(np.float64)

    def __str__(self) -> str:
        return f"numbers below 1000 ({self.held.value})"


@dataclass(frozen=True, kw_only=True)
class NumberTranslation(Task):
    """Give the number that the words of a `NumberWords` say: the last of the inputs.

    Args:
        in_features: Always 6: five words, and the number, which a network does not look at.
        out_features: Always 1.
    """

    in_features: int = field(default=LONGEST + 1, init=False)
    out_features: int = field(default=1, init=False)

    @property
    def name(self) -> str:
        """The word ``translation``."""
        return "translation"

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has the same function to find."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Return the number; see `Task.target`."""
        return x[..., -1:]


@cache
def _register(part: DigitPart) -> str:
    name = f"number words {part.value}"
    add_table(name, lambda: _parts()[part], columns=LONGEST + 1)
    return name


@cache
def _parts() -> dict[DigitPart, NDArray[np.int16]]:
    numbers: dict[DigitPart, list[int]] = {part: [] for part in DigitPart}
    numbers[DigitPart.TRAIN] += range(1, 20)
    seen = set(_SMALL)
    for number in np.random.RandomState(0).permutation(np.arange(20, 1000)).tolist():
        words = set(NumberWords.read(number))
        if not words <= seen:
            part = DigitPart.TRAIN
        elif len(numbers[DigitPart.TEST]) < _TESTED:
            part = DigitPart.TEST
        elif len(numbers[DigitPart.VALIDATION]) < _VALIDATED:
            part = DigitPart.VALIDATION
        else:
            part = DigitPart.TRAIN
        seen |= words
        numbers[part].append(number)
    return {
        part: np.array([_row(number) for number in chosen], dtype=np.int16)
        for part, chosen in numbers.items()
    }


def _row(number: int) -> list[int]:
    words = [WORDS.index(word) for word in NumberWords.read(number)]
    return [*words, *[0] * (LONGEST - len(words)), number]
