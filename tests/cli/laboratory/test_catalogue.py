import inspect

from nalm.cli._laboratory import _catalogue
from nalm.experiments import catalogue as real
from tests.cli.examples import CURVE, NAME


def test_the_catalogue_goes_through_one_function(catalogue):
    assert list(_catalogue.load_entries()) == [NAME, CURVE]
    assert "entries()" in inspect.getsource(_catalogue)
    assert NAME in real.entries()


def test_the_list_has_the_same_names_as_the_catalogue(catalogue):
    listing = _catalogue.load_listing()
    assert {name: each.title for name, each in listing.items()} == {
        name: each.title for name, each in catalogue.items()
    }
