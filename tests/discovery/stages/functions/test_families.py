import numpy as np
import pytest

from nalm.discovery.stages.functions._families import FAMILIES, family_of
from nalm.symbolic import as_formula, evaluate, function_names
from tests.discovery._laws import formula, term

U = np.linspace(0.1, 3.0, 40)[:, None]
ARGUMENT = formula(term(0.7, (0, 1)))
SUM = formula(term(0.5, (0, 1)), term(0.2, (0, 1)))


@pytest.mark.parametrize("argument", [ARGUMENT, SUM], ids=["product", "sum"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: "+".join(one.needs))
def test_a_family_writes_what_it_computes(family, argument):
    written = as_formula(family.written(argument))
    with np.errstate(all="ignore"):
        assert evaluate(written, U) == pytest.approx(family.values(0.7 * U[:, 0]), nan_ok=True)


@pytest.mark.parametrize("name", function_names())
def test_any_function_has_a_family(name):
    family = family_of(name)
    with np.errstate(all="ignore"):
        values = family.values(0.7 * U[:, 0])
        assert evaluate(as_formula(family.written(ARGUMENT)), U) == pytest.approx(
            values, nan_ok=True
        )


def test_a_minus_before_the_argument_is_tried_where_it_tells():
    assert family_of("exp").both
    assert not family_of("sin").both
    assert not family_of("cos").both
