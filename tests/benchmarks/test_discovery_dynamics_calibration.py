import time

import numpy as np
import pytest

from discovery_dynamics_calibration import SYSTEMS, case, read, right, run, simulated, table


class Known:
    """Knows the law of a case, of which it gets one equation wrong."""

    def __init__(self, system, wrong):
        self.system, self.wrong = system, wrong

    def predict(self, states, controls=None):
        control = None if controls is None else controls[:, 0]
        rates = self.system.rates(states.T, control, np.zeros(len(states)))
        return np.column_stack(rates) * np.where(np.arange(states.shape[1]) == self.wrong, 1.5, 1)


def test_there_are_ten_systems_inside_the_class_and_ten_outside():
    assert [each.inside for each in SYSTEMS] == [True] * 10 + [False] * 10
    assert {case(number).system.name for number in range(20)} == {each.name for each in SYSTEMS}


def test_a_case_follows_from_its_number():
    first, again = simulated(case(7)), simulated(case(7))
    assert all((a == b).all() for a, b in zip(first[1], again[1], strict=True))
    assert len(first[0]) == case(7).individuals


@pytest.mark.parametrize("number", [k for k in range(20) if len(case(k).system.low) == 2][:2])
def test_an_equation_is_right_where_it_agrees_with_the_true_one(number):
    one = case(number)
    assert right(one, Known(one.system, 1), simulated(one)) == [True, False]


def test_what_was_fitted_is_not_fitted_again(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("case,right,verdict,inside,kind,rows\n3,True,LAW,True,constant,30\n")
    begin = time.process_time()
    run(path, range(3, 4), 1.0)
    assert time.process_time() - begin < 1.0
    assert table(read(path)).splitlines()[2] == "| all | 1 | 1 | 1 | 0 | 1 | 1 |"
