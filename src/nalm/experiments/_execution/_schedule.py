"""Which cohort trains next and where, and what happens when a worker is lost."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import final

from nalm.backends import Backend, Job
from nalm.errors import BackendError, WorkerLostError
from nalm.experiments._execution._cohort import Cohort
from nalm.experiments._execution._segment import Part, forget, train_segment

LOSSES = 10
"""Segments of a cohort that may be lost in a row before its training is the likely cause: where one
in ten is lost by chance, once in 10¹⁰ segments."""

FIRST = 5.0
"""Seconds of a cohort's first segment; each is twice as long as the one before, up to the
backend's, so that progress is seen soon."""

PATIENCE = 60.0
"""Seconds to wait for what workers have after an interruption."""


@final
class Schedule:
    """Keep the workers of a backend busy with segments of cohorts.

    Iterating yields a cohort whenever it has taken over a part. As many cohorts train as there are
    workers; each stays with its worker, where its program is compiled, until it is stored.

    Args:
        cohorts: In the order in which they begin.
        backend: Who trains.
    """

    def __init__(self, cohorts: Iterable[Cohort], backend: Backend) -> None:
        self._backend = backend
        self._waiting = deque(cohorts)
        self._running: dict[Job[Part], Cohort] = {}
        self.active: set[Cohort] = set()
        """The cohorts that have begun and are not stored."""

    def __iter__(self) -> Iterator[Cohort]:
        """Train all cohorts to their ends."""
        ended: Cohort | None = None
        while self._waiting or self._running:
            while self._waiting and len(self._running) < max(self._backend.slots, 1):
                self._begin(after=ended)
                ended = None
            job = self._backend.next()
            cohort = self._running.pop(job)
            if self._take(cohort, job):
                yield cohort
            if cohort.is_stored:
                ended = cohort
            else:
                self._submit(cohort)

    def close(self) -> None:
        """Ask the workers for what they have, and save it."""
        jobs = set(self._backend.stop()) & self._running.keys()
        end = time.monotonic() + PATIENCE
        with suppress(BackendError, TimeoutError):
            while jobs:
                job = self._backend.next(timeout=max(end - time.monotonic(), 0.0))
                jobs.discard(job)
                with suppress(Exception):  # whoever closes knows of an error already
                    self._running[job].take(job.result())
        for cohort in self.active:
            cohort.rescue()
        forget()

    def _begin(self, *, after: Cohort | None) -> None:
        """Begin with a cohort: one that has the program of one that has just ended, if any is."""
        places = range(len(self._waiting)) if after is not None else ()
        same = (k for k in places if after and self._waiting[k].signature == after.signature)
        place = next(same, 0)
        cohort = self._waiting[place]
        del self._waiting[place]
        cohort.place = after.place if after is not None else None
        self.active.add(cohort)
        self._submit(cohort)

    def _submit(self, cohort: Cohort) -> None:
        segment = cohort.segment(min(self._backend.seconds, FIRST * 2**cohort.parts))
        self._running[self._backend.submit(train_segment, segment, near=cohort.place)] = cohort

    def _take(self, cohort: Cohort, job: Job[Part]) -> bool:
        """Take over what a job returned; a segment whose worker is gone is to be trained again."""
        try:
            part = job.result()
        except WorkerLostError as error:
            cohort.place, cohort.losses = None, cohort.losses + 1
            if cohort.losses < LOSSES:
                return False
            raise BackendError(
                f"{cohort.name}, step {cohort.step}: {LOSSES} workers in a row were gone before "
                "they had trained a segment of this cohort. They may have too little memory, or "
                "the scheduler may stop them too soon. What was stored stays."
            ) from error
        cohort.place = job.place
        cohort.take(part)
        if cohort.is_stored:
            self.active.discard(cohort)
        return True
