"""How a function learns that it should end early."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_CALLER: ContextVar[str] = ContextVar("nalm_caller", default="")

_STOPPED: set[str] = set()
"""Callers that want nothing more, of this process."""


def is_stopping() -> bool:
    """Say whether the caller wants what there is so far, because it was interrupted.

    Called inside a function that a `Backend` runs; False everywhere else.

    Example:
        >>> is_stopping()
        False
    """
    return _CALLER.get() in _STOPPED


def stop_caller(caller: str) -> None:
    """Let `is_stopping` say so to every function of a caller in this process."""
    _STOPPED.add(caller)


@contextmanager
def called_by(caller: str) -> Generator[None, None, None]:
    """Say in whose name functions run inside."""
    token = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(token)
