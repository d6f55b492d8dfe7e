"""Errors of `nalm`: each says the parameter, what was expected, what was found, and what to do.

Every error derives from `NalmError` and from the built-in exception that fits, so both
``except NalmError`` and ``except ValueError`` work. Every warning derives from `NalmWarning`.
"""


class NalmError(Exception):
    """Base class of every error that `nalm` raises on purpose."""


class InvalidValueError(NalmError, ValueError):
    """A parameter has the right type and a value that cannot work."""


class MissingAttributeError(InvalidValueError, AttributeError):
    """An attribute is not there after such a fit; `hasattr`, `dir` and notebooks skip it."""


class InvalidTypeError(NalmError, TypeError):
    """A parameter has a type that cannot work."""


class UnknownNameError(NalmError, LookupError):
    """A name is not in the catalogue; the message lists what is near it."""


class StoreError(NalmError, OSError):
    """A results file cannot be read or written; nothing that it held was changed."""


class DataError(NalmError, OSError):
    """A data set cannot be found, fetched or read."""


class CompilationError(NalmError, RuntimeError):
    """The training program could not be compiled and falling back was not allowed."""


class BackendError(NalmError, RuntimeError):
    """Workers cannot be reached or used; what was stored stays."""


class WorkerLostError(BackendError):
    """The worker that a call was sent to is gone; the call can be repeated."""


class NalmWarning(UserWarning):
    """Base class of every warning that `nalm` gives on purpose."""


class InputWarning(NalmWarning):
    """A part of the data was left out; the message says which, and why."""


class ReadingWarning(NalmWarning):
    """How a file is written was guessed; the message says what was taken, and how to say it."""


class DomainWarning(NalmWarning):
    """A formula has no value on some rows; the message says which, and why."""


class UnfinishedWarning(NalmWarning):
    """A search was stopped before its end; what it returns is the best so far."""


class UnreliableWarning(NalmWarning):
    """Draws of a posterior cannot be trusted; the message says why, and what to do."""


class UndeterminedWarning(NalmWarning):
    """The data do not determine some constants of a form; the message names them."""


class CodeChangedWarning(NalmWarning):
    """Stored runs are not used, because the code that they were trained with has changed."""


class NoWorkersWarning(NalmWarning):
    """Other processes that should work are not there; the message says what happens instead."""
