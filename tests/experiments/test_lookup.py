"""Finding an entry of a catalogue by name."""

import pytest

from nalm.errors import UnknownNameError
from nalm.experiments import Computation, lookup

ENTRIES = {
    name: Computation(name=name, title="", source="", compute=dict)
    for name in ("mistry2021division/fig6", "mistry2021division/fig7", "heim2020npu/table1")
}


def test_lookup_finds_an_entry():
    assert lookup("heim2020npu/table1", ENTRIES) is ENTRIES["heim2020npu/table1"]


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("mistry2021division/fig66", "Did you mean mistry2021division/fig6 or"),
        ("mistry2021divison/fig7", "Did you mean mistry2021division/fig7 or"),
        ("heim2020npu", "Did you mean heim2020npu/table1?"),
        ("/fig7", "Did you mean mistry2021division/fig7?"),
        ("table1", "heim2020npu/table1?"),
    ],
)
def test_lookup_suggests_what_is_near(name, suggestion):
    with pytest.raises(UnknownNameError) as caught:
        lookup(name, ENTRIES)
    assert repr(name) in str(caught.value)
    assert suggestion in str(caught.value)


def test_lookup_of_nonsense_suggests_nothing():
    with pytest.raises(UnknownNameError) as caught:
        lookup("0000", ENTRIES)
    assert "Did you mean" not in str(caught.value)
    assert "`nalm list`" in str(caught.value)
