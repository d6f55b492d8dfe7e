import sys

import pytest

from nalm._registry import Registry, load_extensions
from nalm.errors import InvalidValueError, UnknownNameError


class One:
    pass


class Two:
    pass


@pytest.fixture
def letters():
    made = Registry("letter", reserved=("none",))
    made.add("alpha", One())
    return made


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a package that names modules as extensions, as pip would."""

    def install(**modules):
        folder = tmp_path / "mine-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
        points = "".join(f"{name} = {name}\n" for name in modules)
        (folder / "entry_points.txt").write_text(f"[nalm.extensions]\n{points}")
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text)
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.syspath_prepend(str(tmp_path))

    return install


def test_what_was_added_is_found_in_its_order(letters):
    beta = Two()
    letters.add("beta-2", beta)
    assert letters.find("beta-2") is beta
    assert letters.names == ("alpha", "beta-2")
    assert [type(each) for each in letters] == [One, Two]


def test_a_name_means_one_thing(letters):
    with pytest.raises(InvalidValueError, match="'alpha' is taken"):
        letters.add("alpha", Two())
    assert isinstance(letters.find("alpha"), One)


def test_what_is_defined_again_takes_the_old_place(letters):
    again = One()
    letters.add("alpha", again)
    assert letters.find("alpha") is again


def test_functions_are_told_apart_by_where_they_are_defined(letters):
    letters.add("beta", test_what_was_added_is_found_in_its_order)
    with pytest.raises(InvalidValueError, match="taken"):
        letters.add("beta", test_a_name_means_one_thing)


@pytest.mark.parametrize("name", ["", "Beta", "two words", "2", "-b", "none"])
def test_other_names_are_refused(letters, name):
    with pytest.raises(InvalidValueError, match="the name of a letter must be"):
        letters.add(name, One())


def test_an_unknown_name_gets_a_list(letters):
    with pytest.raises(UnknownNameError, match="no letter 'omega': expected one of alpha"):
        letters.find("omega")


def test_an_installed_extension_is_imported_when_its_name_is_asked_for(
    letters, installed, monkeypatch
):
    installed(omega="import tests.test_registry as here\nhere.ASKED.add('omega', here.Two())\n")
    monkeypatch.setattr(sys.modules[__name__], "ASKED", letters, raising=False)
    assert letters.names == ("alpha",)
    assert type(letters.find("omega")).__name__ == "Two"


def test_an_extension_that_cannot_be_imported_is_named(letters, installed):
    installed(broken="import a_module_that_is_not_there\n")
    assert len(load_extensions()) == 1
    assert letters.find("alpha")
    with pytest.raises(UnknownNameError, match=r"extension broken \(No module named"):
        letters.find("omega")
