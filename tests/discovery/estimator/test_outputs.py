import pytest

from nalm.discovery.estimator._outputs import Outputs, one_or_list
from tests.discovery.estimator._fitted import ONE, Fitted


def test_one_value_stands_alone_and_several_in_a_list():
    assert one_or_list(["a"]) == "a"
    assert one_or_list(["a", "b"]) == ["a", "b"]


def test_it_is_fitted_when_something_was_found():
    assert ONE.__sklearn_is_fitted__()
    assert not Fitted.__new__(Fitted).__sklearn_is_fitted__()


def test_every_estimator_has_to_say_what_the_calls_rest_on():
    with pytest.raises(TypeError, match="abstract"):
        Outputs()
