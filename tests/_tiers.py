"""The tiers of the tests: what `make test` takes a sample of, `make test-all` has whole."""

import pytest
from hypothesis import settings

QUICK, THOROUGH = 25, 100
"""Random examples of a property, in `make test` and in `make test-all`."""


def thorough(*arguments, **names):
    """Mark one of the cases that a test is parametrised with."""
    return pytest.param(*arguments, marks=pytest.mark.thorough, **names)


def kept(cases, *telling):
    """Keep the cases that tell enough for their costs, and leave the others."""
    assert all(case in cases for case in telling)
    return [case if case in telling else thorough(case) for case in cases]


def sampled(cases, *, every=10):
    """Take the first of so many named cases of one kind, and leave the others."""
    return [
        thorough(case, id=name) if position % every else pytest.param(case, id=name)
        for position, (name, case) in enumerate(cases.items())
    ]


def examples(count: int) -> settings:
    """Draw so many random examples, and `make test-all` in proportion more."""
    return settings(max_examples=count * settings.default.max_examples // QUICK)
