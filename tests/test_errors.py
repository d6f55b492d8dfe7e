"""Every error of the package is caught by its base class, and by the built-in one that fits."""

import inspect

import pytest

from nalm import errors

ERRORS = {
    errors.InvalidValueError: ValueError,
    errors.MissingAttributeError: AttributeError,
    errors.InvalidTypeError: TypeError,
    errors.UnknownNameError: LookupError,
    errors.StoreError: OSError,
    errors.DataError: OSError,
    errors.CompilationError: RuntimeError,
    errors.BackendError: RuntimeError,
    errors.WorkerLostError: errors.BackendError,
}


@pytest.mark.parametrize(("kind", "builtin"), ERRORS.items())
def test_an_error_is_caught_as_ours_and_as_the_built_in_one(kind, builtin):
    for caught in (errors.NalmError, builtin):
        with pytest.raises(caught, match="expected 1, found 2"):
            raise kind("expected 1, found 2")


def test_every_error_and_every_warning_is_one_of_ours():
    kinds = [each for _, each in inspect.getmembers(errors, inspect.isclass)]
    raised = [each for each in kinds if issubclass(each, errors.NalmError)]
    assert set(raised) == {errors.NalmError, *ERRORS}
    assert all(issubclass(each, errors.NalmWarning) for each in kinds if each not in raised)


def test_warnings_are_not_errors_and_can_be_silenced_together():
    with pytest.warns(errors.NalmWarning):
        import warnings

        warnings.warn("left out", errors.InputWarning, stacklevel=1)
    assert not issubclass(errors.NalmWarning, errors.NalmError)
