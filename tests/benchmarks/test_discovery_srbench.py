import pytest
import sympy

from discovery_problems import problems
from discovery_srbench import srbench
from tests._tiers import sampled

LAWS = {p.id: p for name in ("feynman", "extrapolation", "strogatz") for p in problems(name)}
FORCE = LAWS["II.27.18"]  # ε E²


@pytest.mark.parametrize("problem", sampled(LAWS))
def test_every_law_is_itself(problem):
    assert srbench(problem, str(sympy.expand(problem.expression.evalf())), r2=1.0)


@pytest.mark.parametrize(
    ("formula", "r2", "solved"),
    [
        ("1.0*epsilon*Ef**2", 1.0, True),
        ("1.0*epsilon*Ef**2", 0.4, False),
        ("3.7*epsilon*Ef**2", 0.6, True),  # a wrong factor is forgiven
        ("epsilon*Ef**2 + 2.5", 0.9, True),  # so is a wrong constant
        ("1.0002*epsilon*Ef**2.0001", 1.0, True),  # and what rounds to the law
        ("epsilon*Ef**2 + 0.00009*Ef", 1.0, True),
        ("epsilon*Ef**1.99", 1.0, False),
        ("epsilon*Ef**2 + 0.02*Ef", 1.0, False),
        ("7.5", 0.9, False),
    ],
)
def test_the_definition_of_srbench(formula, r2, solved):
    assert srbench(FORCE, formula, r2=r2) == solved
