"""Cases of a test that take long, and are left to the slow tests."""

import pytest


def slow(*arguments):
    """Mark one of the cases that a test is parametrised with."""
    return pytest.param(*arguments, marks=pytest.mark.slow)
