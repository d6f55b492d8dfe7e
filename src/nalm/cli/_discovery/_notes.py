"""Warnings and errors of this package, in words of the command line."""

import warnings
from collections.abc import Generator
from contextlib import contextmanager

import click

from nalm.inquiry import as_typed


@contextmanager
def notes() -> Generator[None]:
    """Turn warnings of this package into lines on standard error, and say all in options.

    Raises:
        NalmError: What was raised inside, in words of the command line.
    """
    from nalm.errors import NalmError, NalmWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NalmWarning)
        try:
            yield
        except NalmError as error:
            raise type(error)(as_typed(str(error))) from error
        finally:  # what was skipped or guessed may be why there is an error
            for warning in caught:
                if issubclass(warning.category, NalmWarning):
                    click.echo(f"Note: {as_typed(str(warning.message))}", err=True)
