"""Calls that other processes may make, because their results depend on their arguments alone."""

# joblib says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import multiprocessing
import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import ceil
from typing import Generic, TypeVar, cast

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from nalm.discovery._noise_model import NoiseModel, register_noise, registered_noise_models
from nalm.discovery._one_thread import one_thread
from nalm.errors import NoWorkersWarning
from nalm.symbolic import Function, register_function, registered_functions

LOST = "other processes ended, or could not read what they were sent: this one does their work"

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Jobs:
    """How many processes make calls, as scikit-learn counts them.

    Attributes:
        count: Processes; None for this one alone, or what `joblib.parallel_config` says; -1 for all
            cores.
    """

    count: int | None = None

    @property
    def processes(self) -> int:
        """Return how many calls are made at once."""
        return int(effective_n_jobs(self.count))  # pyright: ignore[reportArgumentType]  (None as well)

    def rounds(self, calls: int, *, before: int = 0) -> int:
        """Return how many calls come after one another, from one of them on.

        Args:
            calls: How many there are.
            before: How many are asked for before that one; it begins with the others of its wave.
        """
        several = self.processes
        return ceil(calls / several) - before // several

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield results in the order of the items.

        With one process each item is asked for when its result is. With several they are asked for
        in waves of as many: whoever stops early has wasted less than a wave.

        Args:
            function: Of a module, or of the user's.
            items: What it is called with.
        """
        several = self.processes
        if several == 1:
            yield from map(function, items)
            return
        waiting = iter(items)
        while wave := list(islice(waiting, several)):
            calls = [_Call(function=function, item=item) for item in wave]
            try:
                made = Parallel(n_jobs=self.count)(delayed(_made)(call) for call in calls)
            except BrokenExecutor as error:  # killed, or by Ctrl-C while they started
                warnings.warn(f"{LOST} ({error})", NoWorkersWarning, stacklevel=2)
                made = map(function, wave)
            yield from cast("Iterable[Result]", made)


ALONE = Jobs(count=1)
"""This process."""


@dataclass(frozen=True, kw_only=True)
class _Call(Generic[Item, Result]):
    """A call, and what its process may not know yet."""

    function: Callable[[Item], Result]
    item: Item
    functions: tuple[Function, ...] = field(default_factory=registered_functions)
    noises: tuple[NoiseModel, ...] = field(default_factory=registered_noise_models)


def _made(call: _Call[Item, Result]) -> Result:
    for function in call.functions:
        register_function(function)
    for model in call.noises:
        register_noise(model)
    # Ctrl-C reaches all processes of a terminal: it ends a search, which notices it itself, but not
    # a process that waits for work. Where it is ignored, the handler is none that could be called.
    alone = threading.current_thread() is threading.main_thread()
    if alone and multiprocessing.parent_process() and callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _unnoticed)
    # As in a search of this process, NumPy's warnings of values that are judged tell nobody more.
    with one_thread(), np.errstate(all="ignore"):
        return call.function(call.item)


def _unnoticed(number: int, frame: object) -> None:
    pass
