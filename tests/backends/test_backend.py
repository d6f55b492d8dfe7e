import pytest

from nalm.backends import Backend, Serial


def test_a_backend_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Backend()


def test_a_backend_may_complete_in_any_order():
    class Reversed(Backend):
        def map(self, function, items):
            return (function(item) for item in reversed(list(items)))

    assert list(Reversed().map(abs, [-1, -2])) == [2, 1]
    assert isinstance(Serial(), Backend)
