"""What the page keeps on this machine for one piece of work: files, choices, processes."""

import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, final

from nalm.app._work._job import Job
from nalm.app._work._question import Question


@final
class Desk:
    """Hold all that has to outlive a reload of the page.

    Args:
        is_active: Whether a visitor is still there.
    """

    def __init__(self, is_active: Callable[[str], bool] = lambda visitor: True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="nalm-app-"))
        # Also where the server ends before the visit does.
        self._delete = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.file: Path | None = None
        self.chosen: dict[str, Any] = {}
        self.job: Job | None = None
        self.rows: dict[Path, Path] = {}
        self.predictions: dict[Path, Job] = {}
        self.seen_at = time.monotonic()
        self._is_active = is_active
        self._visitors: set[str] = set()
        self._count = 0

    @property
    def is_wanted(self) -> bool:
        """Say whether somebody has its page open."""
        return any(self._is_active(each) for each in tuple(self._visitors))

    @property
    def is_used(self) -> bool:
        """Say whether anything was done here."""
        return self._count > 0

    def visit(self, visitor: str) -> None:
        """Note that somebody has its page open.

        Args:
            visitor: Who; a reload of the page is another visitor.
        """
        self._visitors.add(visitor)
        self.seen_at = time.monotonic()

    def keep(self, name: str, content: bytes) -> Path:
        """Keep a file that was dropped.

        Args:
            name: What the browser calls it.
            content: Its bytes.

        Returns:
            Where it lies; no name leads out of the folder.
        """
        bare = PureWindowsPath(PurePosixPath(name).name).name.strip(". ") or "data"
        path = self._new() / bare
        path.write_bytes(content)
        return path

    def begin(self, question: Question) -> Job:
        """Begin work, and end what is under way.

        Args:
            question: What is wanted.
        """
        self.end()
        self.job = self._work(question)
        return self.job

    def predict(self, searched: Job, question: Question) -> Job:
        """Begin predictions beside the work of the page, in place of earlier ones.

        Args:
            searched: What found the model.
            question: What is wanted.
        """
        self.predictions[searched.folder] = self._work(question)
        return self.predictions[searched.folder]

    def end(self) -> None:
        """End the work that is under way, without an answer."""
        if self.job is not None:
            self.job.end()

    def close(self) -> None:
        """End all work and delete all files."""
        jobs = [*([self.job] if self.job else []), *self.predictions.values()]
        for job in jobs:
            job.end()
        for job in jobs:
            job.wait(5)
        self._delete()

    def _work(self, question: Question) -> Job:
        return Job(question, self._new(), is_wanted=lambda: self.is_wanted)

    def _new(self) -> Path:
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        return folder
