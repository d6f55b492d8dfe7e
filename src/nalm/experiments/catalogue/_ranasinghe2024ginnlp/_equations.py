"""The Laurent polynomials among the equations of the AI-Feynman collection: 48.

They are the sums, products and quotients of Udrescu and Tegmark (2020) whose expansion has whole
powers alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from nalm.tasks import Distribution, LaurentPolynomial, PerInput, Range

# Name | low high; … of each input | coefficient exponents; … of each term
TABLE = """\
I.12.1 | 1 5; 1 5 | 1.0 1 1
I.12.2 | 1 5; 1 5; 1 5; 1 5 | 0.07957747154594767 1 1 -2 -1
I.12.4 | 1 5; 1 5; 1 5 | 0.07957747154594767 1 -2 -1
I.12.5 | 1 5; 1 5 | 1.0 1 1
I.14.3 | 1 5; 1 5; 1 5 | 1.0 1 1 1
I.14.4 | 1 5; 1 5 | 0.5 1 2
I.25.13 | 1 5; 1 5 | 1.0 1 -1
I.29.4 | 1 10; 1 10 | 1.0 1 -1
I.32.5 | 1 5; 1 5; 1 5; 1 5 | 0.05305164769729845 2 2 -1 -3
I.34.8 | 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 1 -1
I.34.27 | 1 5; 1 5 | 0.15915494309189535 1 1
I.38.12 | 1 5; 1 5; 1 5; 1 5 | 0.3183098861837907 1 2 -1 -2
I.39.1 | 1 5; 1 5 | 1.5 1 1
I.39.22 | 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 1 -1
I.43.16 | 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 1 -1
I.43.31 | 1 5; 1 5; 1 5 | 1.0 1 1 1
II.3.24 | 1 5; 1 5 | 0.07957747154594767 1 -2
II.4.23 | 1 5; 1 5; 1 5 | 0.07957747154594767 1 -1 -1
II.8.7 | 1 5; 1 5; 1 5 | 0.0477464829275686 2 -1 -1
II.8.31 | 1 5; 1 5 | 0.5 1 2
II.11.20 | 1 5; 1 5; 1 5; 1 5; 1 5 | 0.3333333333333333 1 2 1 -1 -1
II.13.17 | 1 5; 1 5; 1 5; 1 5 | 0.15915494309189535 -1 -2 1 -1
II.27.16 | 1 5; 1 5; 1 5 | 1.0 1 1 2
II.27.18 | 1 5; 1 5 | 1.0 1 2
II.34.2a | 1 5; 1 5; 1 5 | 0.15915494309189535 1 1 -1
II.34.2 | 1 5; 1 5; 1 5 | 0.5 1 1 1
II.34.11 | 1 5; 1 5; 1 5; 1 5 | 0.5 1 1 1 -1
II.34.29a | 1 5; 1 5; 1 5 | 0.07957747154594767 1 1 -1
II.34.29b | 1 5; 1 5; 1 5; 1 5; 1 5 | 6.283185307179586 1 1 1 1 -1
II.38.3 | 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 1 -1
III.7.38 | 1 5; 1 5; 1 5 | 12.566370614359172 1 1 -1
III.12.43 | 1 5; 1 5 | 0.15915494309189535 1 1
III.13.18 | 1 5; 1 5; 1 5; 1 5 | 12.566370614359172 1 2 1 -1
III.15.14 | 1 5; 1 5; 1 5 | 0.012665147955292222 2 -1 -2
III.15.27 | 1 5; 1 5; 1 5 | 6.283185307179586 1 -1 -1
III.19.51 | 1 5; 1 5; 1 5; 1 5; 1 5 | -0.125 1 4 -2 -2 -2
III.21.20 | 1 5; 1 5; 1 5; 1 5 | -1.0 1 1 1 -1
I.11.19 | 1 5; 1 5; 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 0 0 0 0; 1.0 0 0 1 1 0 0; 1.0 0 0 0 0 1 1
I.13.4 | 1 5; 1 5; 1 5; 1 5 | 0.5 1 0 2 0; 0.5 1 2 0 0; 0.5 1 0 0 2
I.24.6 | 1 3; 1 3; 1 3; 1 3 | 0.25 1 2 0 2; 0.25 1 0 2 2
II.37.1 | 1 5; 1 5; 1 5 | 1.0 1 0 1; 1.0 1 1 1
I.13.12 | 1 5; 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 1 -1 0; -1.0 1 1 1 0 -1
II.2.42 | 1 5; 1 5; 1 5; 1 5; 1 5 | 1.0 1 1 0 1 -1; -1.0 1 0 1 1 -1
II.36.38 | 1 3; 1 3; 1 3; 1 3; 1 3; 1 3; 1 3; 1 3 | 1.0 1 1 -1 -1 0 0 0 0; 1.0 1 0 -1 -1 1 -1 -2 1
test_9 | 1 2; 1 2; 1 5; 1 5; 1 2 | -6.4 4 -5 2 3 -5; -6.4 4 -5 3 2 -5
test_17 | 1 5; 1 5; 1 5; 1 5; 1 5; 1 5 | 0.5 -1 2 0 0 0 0; 0.5 1 0 2 2 0 0; 0.5 1 0 2 3 1 -1
test_18 | 1 5; 1 5; 1 5; 1 5; 1 5 | 0.1193662073189215 -1 0 0 0 2; 0.1193662073189215 -1 2 1 -2 0
test_19 | 1 5; 1 5; 1 5; 1 5; 1 5; 1 5 | -0.039788735772973836 -1 2 0 0 2 0; -0.039788735772973836 -1 4 1 -2 0 0; 0.07957747154594767 -1 2 0 0 2 1
"""  # noqa: E501


@dataclass(frozen=True, kw_only=True)
class Equation:
    """An equation and where its inputs come from.

    Args:
        task: The polynomial.
        inputs: The published distribution of the inputs.
    """

    task: LaurentPolynomial
    inputs: Distribution


def equations() -> Iterator[Equation]:
    """Read the table."""
    for line in TABLE.splitlines():
        label, ranges, terms = (part.strip() for part in line.split("|"))
        parts = [Range.interval(*map(float, pair.split())) for pair in ranges.split(";")]
        rows = [term.split() for term in terms.split(";")]
        yield Equation(
            task=LaurentPolynomial(
                label=label,
                terms=tuple((float(c), tuple(map(int, exponents))) for c, *exponents in rows),
            ),
            inputs=parts[0] if len(set(parts)) == 1 else PerInput(parts=tuple(parts)),
        )
