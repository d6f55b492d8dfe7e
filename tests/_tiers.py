"""The tiers of the tests: `make test`, then `make test-all`, and `make test-slow` for the rest."""

import pytest
from hypothesis import settings

QUICK, THOROUGH = 25, 60
"""Random examples of a property, in `make test` and in `make test-all`."""


def thorough(*arguments, **names):
    """Mark one of the cases that a test is parametrised with."""
    return pytest.param(*arguments, marks=pytest.mark.thorough, **names)


def slow(*arguments, **names):
    """Mark one of the cases that show what others show, and take long."""
    return pytest.param(*arguments, marks=pytest.mark.slow, **names)


def kept(cases, *telling, every=1):
    """Keep the cases that tell enough for their costs.

    One in so many of the others is for `make test-all`, and the rest for `make test-slow`.
    """
    assert all(case in cases for case in telling)
    others = [case for case in cases if case not in telling]
    later = others[::every]
    return [
        case if case in telling else thorough(case) if case in later else slow(case)
        for case in cases
    ]


def sampled(cases, *, every=10):
    """Take the first of so many named cases of one kind, and leave the others."""
    return [
        thorough(case, id=name) if position % every else pytest.param(case, id=name)
        for position, (name, case) in enumerate(cases.items())
    ]


def examples(count: int) -> settings:
    """Draw so many random examples, and `make test-all` in proportion more."""
    return settings(max_examples=count * settings.default.max_examples // QUICK)
