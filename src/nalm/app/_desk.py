"""What one visitor of the page has on this machine: files, and at most one process."""

import shutil
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import final

from nalm.app._work._job import Job
from nalm.app._work._question import Question


@final
class Desk:
    """Hold the files and the work of one visitor.

    Args:
        is_wanted: Whether the visitor is still there.
    """

    def __init__(self, is_wanted: Callable[[], bool] = lambda: True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="nalm-app-"))
        # Also where the server ends before the visit does.
        self._delete = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.job: Job | None = None
        self._is_wanted = is_wanted
        self._count = 0

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
        self.job = Job(question, self._new(), is_wanted=self._is_wanted)
        return self.job

    def aside(self, question: Question) -> Job:
        """Begin work beside that of the page, such as predictions.

        Args:
            question: What is wanted.
        """
        return Job(question, self._new(), is_wanted=self._is_wanted)

    def end(self) -> None:
        """End the work that is under way, without an answer."""
        if self.job is not None:
            self.job.end()

    def close(self) -> None:
        """End all work and delete all files."""
        self.end()
        if self.job is not None:
            self.job.wait(5)
        self._delete()

    def _new(self) -> Path:
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        return folder
