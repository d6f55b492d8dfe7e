from pathlib import Path

import pytest

from nalm.errors import InvalidValueError
from nalm.inquiry._request import Effort, Request

DATA = Path("data.csv")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "either --target Y.* or --time T.*found neither"),
        ({"target": "y", "time": "t"}, "found both"),
        ({"target": "y", "trajectory": "run"}, "--trajectory: expected --time"),
        ({"target": "y", "conserved": (("a", "b"),)}, "--conserved: expected --time"),
        ({"time": "t", "weights": "w"}, "--weights: expected a table without --time"),
        ({"time": "t", "group": "g"}, "--group: expected a table without --time"),
        ({"target": "y", "dimensional_constants": True}, "--units with it, found no --units"),
        ({"time": "t", "units": DATA, "dimensional_constants": True}, "found --time"),
        ({"time": "t", "drop_missing": True}, "may have gaps"),
    ],
)
def test_what_does_not_go_together_is_refused(options, message):
    with pytest.raises(InvalidValueError, match=message):
        Request(data=DATA, **options)


def test_only_what_was_chosen_goes_to_the_estimator():
    assert Effort().given() == {"noise": "auto", "random_state": 0}
    assert Effort(max_time=3.0, seed=2).given()["max_time"] == 3.0
    assert Effort(constraints=("y > 0",)).given()["constraints"] == ("y > 0",)
