import pytest

from nalm import NMRU
from nalm.testing._behaviour import BEHAVIOUR_CHECKS
from nalm.testing._subject import Subject


@pytest.mark.parametrize("check", BEHAVIOUR_CHECKS, ids=lambda check: check.__name__)
def test_each_check_passes_alone_and_states_its_promise(check):
    check(Subject(NMRU, 2, 1))
    assert check.__doc__.endswith(".")
