import pytest

from nalm.reports.html._behind import settings_behind
from tests.reports.html.examples import setting, settings


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"unit": "NRU", "task": "div", "interpolation": "[1,2)"}, (1,)),
        ({"unit": "NMRU", "interpolation": "all", "extrapolation": "all"}, (2, 3)),
        ({"unit": "NRU", "task": "a part of it", "interpolation": "[1,2)"}, (1,)),
        ({"unit": "NRU", "parameter": "", "interpolation": ""}, (0, 1)),
        ({"unit": "NALU"}, ()),
        ({"upper": 3.0}, ()),
    ],
)
def test_labels_choose_settings(record, expected):
    assert settings_behind(record, settings()) == expected


def test_the_value_of_a_sweep_tells_settings_apart():
    swept = [setting(parameter=f"hidden size {k}") for k in (2, 3)]
    record = {"unit": "NRU", "interpolation": "[1,2)", "parameter": "hidden size 3"}
    assert settings_behind(record, swept) == (1,)
