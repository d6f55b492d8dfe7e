import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.groups._form import GroupForm
from nalm.symbolic import evaluate, parameters, to_text
from tests._tiers import examples
from tests.discovery._groups import decay, form_of, saturation
from tests.discovery._laws import formula, term

POWER = formula(term(2.0, (0, 1.5)), term(0.5))
OF_A_SUM = formula(term(2.0, (formula(term(1.0, (0, 1)), term(0.7)), 1.5)))
FORMS = {"decay": decay(), "saturation": saturation(), "power": POWER, "of a sum": OF_A_SUM}
X = np.linspace(0.25, 4.0, 12)[:, None]


def marked(x, groups, group):
    return np.hstack([x, np.tile(np.eye(groups)[group], (len(x), 1))])


@pytest.mark.parametrize("name", FORMS)
@examples(10)
@given(data=st.data())
def test_the_joint_formula_is_that_of_each_group_in_its_rows(name, data):
    form = FORMS[name]
    count = len(parameters(form))
    own = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    size = st.floats(0.5, 3.0)
    numbers = np.array([[data.draw(size) for _ in range(count)] for _ in range(3)])
    numbers = np.where(own, numbers, numbers[:1])
    several = form_of(form, numbers, own)
    for group in range(3):
        values = evaluate(several.joint(1), marked(X, 3, group))
        assert values == pytest.approx(evaluate(several.of(group), X))
        given = np.hstack([X, np.tile(numbers[group][own], (len(X), 1))])
        assert evaluate(several.written(1), given) == pytest.approx(values)


def test_an_own_exponent_bears_zero_of_an_input():
    several = form_of(POWER, [[2.0, 1.5, 0.5], [3.0, 2.5, 0.5]], [True, True, False])
    assert evaluate(several.joint(1), marked(np.zeros((1, 1)), 2, 1)) == [0.5]


def test_parameters_of_the_joint_formula_are_the_constants():
    several = form_of(saturation(), [[2.0, 3.0], [5.0, 3.0]], [True, False])
    values = parameters(several.joint(1))
    assert sorted(values) == [2.0, 3.0, 5.0]
    again = several.with_joint(values)
    assert np.array_equal(again.numbers, several.numbers)
    assert several.columns[0, 1] == several.columns[1, 1]


def test_own_constants_are_written_with_names_and_shared_ones_as_numbers():
    several = form_of(saturation(), [[2.0, 3.0], [5.0, 3.0]], [True, False])
    assert to_text(several.written(1), ["S", "v"]) == "v*S/(S + 3)"
    power = GroupForm(form=POWER, own=(False, True, False), numbers=np.array([[2.0, 1.5, 0.5]] * 2))
    assert to_text(power.written(1), ["x", "p"]) == "2*exp(p*log(x)) + 0.5"
