"""Warnings of this package, as lines on standard error."""

import warnings
from collections.abc import Generator
from contextlib import contextmanager

import click


@contextmanager
def notes() -> Generator[None]:
    """Turn warnings of this package into lines on standard error."""
    from nalm.errors import NalmWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NalmWarning)
        try:
            yield
        finally:  # what was skipped or guessed may be why there is an error
            for warning in caught:
                if issubclass(warning.category, NalmWarning):
                    click.echo(f"Note: {warning.message}", err=True)
