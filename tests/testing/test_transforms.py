import pytest

from nalm import NMRU
from nalm.testing._subject import Subject
from nalm.testing._transforms import TRANSFORM_CHECKS


@pytest.mark.parametrize("check", TRANSFORM_CHECKS, ids=lambda check: check.__name__)
def test_each_check_passes_alone_and_states_its_promise(check):
    check(Subject(NMRU, 2, 1))
    assert check.__doc__.endswith(".")
