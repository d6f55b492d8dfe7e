"""Laurent polynomials: sums of products of whole powers, negative ones too."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task

Term = tuple[float, tuple[int, ...]]
"""A coefficient, and an exponent for each input."""


@dataclass(frozen=True, kw_only=True)
class LaurentPolynomial(Task):
    r"""Learn a Laurent polynomial of given terms.

    $$t = \sum_k c_k \prod_i x_i^{n_{ki}}$$

    Args:
        label: Its name in tables, such as ``I.12.1``.
        terms: A coefficient and whole exponents for each term, at least one term; they are part
            of the compiled program.
        in_features: Length of an input vector: the number of exponents of a term.
        out_features: Always 1.

    Raises:
        InvalidValueError: If there is no term, or terms have different numbers of exponents.

    Example:
        >>> import numpy as np
        >>> from nalm.tasks import LaurentPolynomial
        >>> task = LaurentPolynomial(label="a/b + 3", terms=((1.0, (1, -1)), (3.0, (0, 0))))
        >>> task.target(np.array([8.0, 2.0]), {}).tolist()
        [7.0]

    References:
        Ranasinghe et al. (2024), GINN-LP, AAAI.
    """

    label: str
    terms: tuple[Term, ...] = field(metadata={"structural": True})
    in_features: int = field(default=0, init=False)
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        lengths = {len(exponents) for _, exponents in self.terms}
        if len(lengths) != 1 or lengths == {0}:
            raise InvalidValueError(
                "terms should hold at least one term, and an exponent of every input in each, "
                f"found {self.terms}; write for example ((1.0, (1, -1)),)."
            )
        object.__setattr__(self, "in_features", lengths.pop())

    @property
    def name(self) -> str:
        """The label."""
        return self.label

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return nothing: every seed has to find the same function."""
        return {}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the polynomial; see `Task.target`."""
        total = x[..., :1] * 0
        for coefficient, exponents in self.terms:
            product = x[..., :1] * 0 + coefficient
            for position, exponent in enumerate(exponents):
                if exponent:
                    product = product * x[..., position : position + 1] ** float(exponent)
            total = total + product
        return total
