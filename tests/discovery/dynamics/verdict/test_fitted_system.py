from types import SimpleNamespace

import pytest

from nalm.discovery.dynamics.verdict._fitted_system import ClosedPart, FittedSystem

WHOLE = SimpleNamespace(system=SimpleNamespace(columns=(0, 1, 2)))
PART = ClosedPart(judged="part", fitted=SimpleNamespace(system=SimpleNamespace(columns=(0, 2))))
OUTCOME = FittedSystem(
    ranked={}, chosen=None, judged="whole", fitted=WHOLE, sigma=None, closed={0: PART, 2: PART}
)


@pytest.mark.parametrize(
    ("state", "expected"),
    [(0, ("part", PART.fitted, 0)), (1, ("whole", WHOLE, 1)), (2, ("part", PART.fitted, 1))],
)
def test_a_state_is_judged_by_the_part_that_it_belongs_to(state, expected):
    assert OUTCOME.part_of(state) == expected
