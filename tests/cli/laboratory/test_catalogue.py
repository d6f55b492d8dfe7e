import inspect

from nalm.experiments import catalogue as real
from tests.cli.examples import CURVE, NAME


def test_the_catalogue_goes_through_one_function(catalogue):
    import nalm.cli._laboratory._catalogue as module

    assert list(module.load_entries()) == [NAME, CURVE]
    assert "entries()" in inspect.getsource(module)
    assert NAME in real.entries()
