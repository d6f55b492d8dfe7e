"""An equation: a formula with the names of what it is about."""

from dataclasses import dataclass
from fractions import Fraction

from nalm.symbolic._formula._formula import Power, Product, Sum
from nalm.symbolic._writing._latex import to_latex
from nalm.symbolic._writing._text import to_text


@dataclass(frozen=True, kw_only=True)
class Equation:
    """A formula and what it equals: y = f(x), or dy/dt = f(x).

    Attributes:
        target: Name of y: letters, digits and underscores, as are all names.
        formula: f.
        names: Names of the inputs of f, in their order.
        rate: Whether f is the rate at which the target changes.
        labels: What the inputs are called where any name is allowed, as in a table: "mass (kg)";
            empty if the names are all there is.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Equation, Power, Product, Sum
        >>> line = Sum((Product(2.5, (Power(0, Fraction(1)),)),))
        >>> str(Equation(target="y", formula=line, names=("x",)))
        'y = 2.5*x'
    """

    target: str
    formula: Sum
    names: tuple[str, ...]
    rate: bool = False
    labels: tuple[str, ...] = ()

    @property
    def left(self) -> str:
        """Return the left-hand side as text, such as ``y`` or ``dy/dt``."""
        return f"d{self.target}/dt" if self.rate else self.target

    @property
    def left_latex(self) -> str:
        r"""Return the left-hand side in LaTeX, such as ``y`` or ``\frac{d\,y}{dt}``."""
        left = to_latex(Sum((Product(Fraction(1), (Power(0, Fraction(1)),)),)), (self.target,))
        return rf"\frac{{d\,{left}}}{{dt}}" if self.rate else left

    def __str__(self) -> str:
        return self.text()

    def text(self, *, digits: int = 6) -> str:
        """Write both sides as text, with so many digits of measured numbers."""
        return f"{self.left} = {to_text(self.formula, self.names, digits=digits)}"

    def latex(self, *, digits: int = 6) -> str:
        """Write both sides in LaTeX, with so many digits of measured numbers."""
        return f"{self.left_latex} = {to_latex(self.formula, self.names, digits=digits)}"
