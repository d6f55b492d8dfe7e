import sys

import pytest

import nalm.reports
import nalm.reports.discovery
from nalm._lazy import at_first_use


@pytest.mark.parametrize("package", [nalm.reports, nalm.reports.discovery])
def test_every_public_name_is_there(package):
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert set(package.__all__) <= set(dir(package))


def test_a_module_is_loaded_when_its_name_is_asked_for(monkeypatch):
    monkeypatch.delitem(sys.modules, "this", raising=False)
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    get = at_first_use("here", {"colorsys": "rgb_to_hsv", "this": "s"})
    assert callable(get("rgb_to_hsv"))
    assert "this" not in sys.modules


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="module 'here' has no attribute 'other'"):
        at_first_use("here", {})("other")
