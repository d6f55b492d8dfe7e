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

FIRST = 5.0
"""Seconds of the very first segment; each of its cohort is twice as long as the one before, up to
the backend's, so that progress is seen soon."""

APART = (5**0.5 - 1) / 2
"""By what share of a segment the first segments of two cohorts that begin together differ, so that
a thousand workers return what they have evenly over time: multiples of the golden ratio."""

LOOK = 5.0
"""Seconds after which cohorts that wait look for new workers, though none has returned anything."""

PATIENCE = 60.0
"""Seconds to wait for what workers have after an interruption."""


@final
class Schedule:
    """Keep the workers of a backend busy with segments of cohorts.

    Iterating yields a cohort whenever it has taken over a part. As many cohorts train as there are
    workers; each stays with its worker, where it is in memory, until it is stored. One whose worker
    is gone waits until another one is free, because it would take the place of that one's own.

    Args:
        cohorts: In the order in which they begin.
        backend: Who trains.
    """

    def __init__(self, cohorts: Iterable[Cohort], backend: Backend) -> None:
        self._backend = backend
        self._waiting = deque(cohorts)
        self._running: dict[Job[Part | None], Cohort] = {}
        self.active: set[Cohort] = set()
        """The cohorts that have begun and are not stored."""
        self._begun = 0

    def __iter__(self) -> Iterator[Cohort]:
        """Train all cohorts to their ends."""
        ended: Cohort | None = None
        while self._waiting or self._running:
            while self._waiting and len(self._running) < max(self._backend.slots, 1):
                self._begin(after=ended)
                ended = None
            try:
                job = self._backend.next(timeout=LOOK if self._waiting else None)
            except TimeoutError:
                continue
            cohort = self._running.pop(job)
            if not self._take(cohort, job):
                self._waiting.appendleft(cohort)
                continue
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
                    self._take(self._running[job], job)
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
        if cohort not in self.active:
            longer = max(self._backend.seconds - FIRST, 0.0)
            cohort.seconds = FIRST + longer * (self._begun * APART % 1)
            self._begun += 1
            self.active.add(cohort)
        self._submit(cohort)

    def _submit(self, cohort: Cohort) -> None:
        segment = cohort.segment(min(self._backend.seconds, cohort.seconds))
        self._running[self._backend.submit(train_segment, segment, near=cohort.place)] = cohort

    def _take(self, cohort: Cohort, job: Job[Part | None]) -> bool:
        """Take over what a job returned; if it returned nothing, it is to be done again."""
        try:
            part = job.result()
        except WorkerLostError as error:
            cohort.leave()
            cohort.losses += 1
            if cohort.losses < self._backend.tries:
                return False
            raise BackendError(
                f"{cohort.name}, step {cohort.step}: {cohort.losses} workers in a row were gone "
                "before they had trained a segment of this cohort. They may have too little "
                "memory, or the scheduler may stop them too soon. What was stored stays."
            ) from error
        if part is None:  # whoever had the cohort in memory has lost it, and gets it anew
            cohort.leave()
            return False
        cohort.take(part, place=job.place)
        cohort.seconds = min(2 * cohort.seconds, self._backend.seconds)
        if cohort.is_stored:
            self.active.discard(cohort)
        return True
