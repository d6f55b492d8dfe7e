"""The store of runs: one SQLite file, one transaction per cohort."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, final

from numpy.typing import NDArray

from nalm.results import _checkpoints
from nalm.results._checkpoints import Pruned, UnfinishedCohort
from nalm.results._database import chunks, size, transaction, translated
from nalm.results._opening import close, connect
from nalm.results._records import Checkpoint, StoredRun
from nalm.results._rows import ADD_RUN, description_of_text, row_of_run, run_of_row


@final
class Store:
    """Keep runs in a file; use it as a context manager.

    Several processes may read a file while one writes it. A process that is killed loses at most
    the call that it was in, and that call as a whole. Each thread and process opens its own store.

    Args:
        path: The file. A writer creates it and its folder when they are missing. ``":memory:"`` is
            no file: its runs are gone once it is closed.
        read_only: Whether to promise not to write, as reports do.
        timeout: Seconds to wait for another process that writes.

    Raises:
        StoreError: If the file cannot be used; the message says why and what to do.

    Example:
        >>> import tempfile
        >>> import numpy as np
        >>> from nalm.results import Trace
        >>> error = np.zeros(1)
        >>> trace = Trace(step=np.zeros(1, int), validation=error, test=error, sparsity=error)
        >>> run = StoredRun(key="a", description={}, seed=0, trace=trace, parameters={},
        ...     seconds=1.0, diverged=False)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Store(Path(folder, "runs.db")) as store:
        ...         store.save_checkpoint("cohort", ["a"], step=10, arrays={"w": np.ones(2)})
        ...         store.load_checkpoint("cohort").step
        ...         store.finish("cohort", [run])
        ...         store.add([run])  # stored already: nothing happens
        ...     with Store(Path(folder, "runs.db"), read_only=True) as store:
        ...         store.keys(), [run.seconds for run in store.load(["a", "missing"])]
        10
        ({'a'}, [1.0])
    """

    def __init__(self, path: str | Path, *, read_only: bool = False, timeout: float = 60.0) -> None:
        self.path = Path(path)
        self._connection = connect(self.path, read_only=read_only, timeout=timeout)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second call does nothing.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     Store(Path(folder, "runs.db")).close()
        """
        close(self._connection)

    @property
    def size(self) -> int:
        """Bytes of the file, with what its log holds."""
        with translated(self.path):
            return size(self._connection)

    def keys(self) -> set[str]:
        """Return the keys of all stored runs.

        Returns:
            The keys; cheap, since the runs themselves are not read.

        Raises:
            StoreError: If the file cannot be read.
        """
        with translated(self.path):
            return {key for (key,) in self._connection.execute("SELECT key FROM run")}

    def add(self, runs: Iterable[StoredRun]) -> None:
        """Add runs in one transaction; a stored run is never changed.

        Args:
            runs: What to add.

        Raises:
            InvalidTypeError: If a run holds something that is neither JSON nor numbers.
            StoreError: If the file cannot be written; none of the runs was added.
        """
        # Compressed before the transaction, while other processes may still write.
        rows = [row_of_run(run) for run in runs]
        with transaction(self._connection, self.path):
            self._connection.executemany(ADD_RUN, rows)

    def load(self, keys: Sequence[str], *, parameters: bool = True) -> list[StoredRun]:
        """Return the runs of these keys.

        Args:
            keys: Any number of keys.
            parameters: Whether to read the final weights too.

        Returns:
            The runs in the order asked for, without those that are not stored.

        Raises:
            StoreError: If the file cannot be read or a run in it is damaged.
        """
        return list(self.iterate(keys, parameters=parameters))

    def iterate(self, keys: Sequence[str], *, parameters: bool = False) -> Iterator[StoredRun]:
        """Yield the runs of these keys, holding few of them in memory.

        Args:
            keys: Any number of keys.
            parameters: Whether to read the final weights too; reports need only the traces.

        Returns:
            The runs in the order asked for, without those that are not stored.

        Raises:
            StoreError: If the file cannot be read or a run in it is damaged.
        """
        weights = "parameters" if parameters else "NULL"
        for chunk, listed in chunks(keys):
            query = (
                f"SELECT key, seed, seconds, diverged, description, trace, {weights} "
                f"FROM run WHERE key IN {listed}"
            )
            with translated(self.path):
                # Read to the end before anything is yielded: no read transaction stays open, which
                # would keep the log from being emptied, while the caller works.
                rows = {row[0]: row for row in self._connection.execute(query, chunk)}
            yield from (run_of_row(rows[key], self.path) for key in chunk if key in rows)

    def descriptions(self, names: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield the descriptions of the runs that name one of these classes or functions.

        Args:
            names: As descriptions write them, such as ``my.Unit``; at most 100.

        Returns:
            The descriptions, in no order.

        Raises:
            StoreError: If the file cannot be read or a description is damaged.
        """
        condition = " OR ".join(["instr(description, ?)"] * len(names)) or "FALSE"
        query = f"SELECT description FROM run WHERE {condition}"
        with translated(self.path):
            # As in JSON, where letters of other alphabets are escaped.
            rows = self._connection.execute(query, [json.dumps(name)[1:-1] for name in names])
            texts = [text for (text,) in rows]
        yield from (description_of_text(text, self.path) for text in texts)

    def save_checkpoint(
        self, cohort: str, members: Sequence[str], *, step: int, arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Replace a cohort's checkpoint, in one transaction.

        Args:
            cohort: Name of the cohort.
            members: Keys of its runs, in the order of the arrays' first axis.
            step: Number of optimiser steps done.
            arrays: Parameters, optimiser state and traces so far, by name.

        Raises:
            InvalidTypeError: If an array holds something other than numbers.
            StoreError: If the file cannot be written; the previous checkpoint is still there.
        """
        checkpoint = Checkpoint(cohort=cohort, members=tuple(members), step=step, arrays=arrays)
        _checkpoints.save(self._connection, checkpoint, path=self.path)

    def load_checkpoint(self, cohort: str) -> Checkpoint | None:
        """Return a cohort's last checkpoint.

        Args:
            cohort: Name of the cohort.

        Returns:
            The checkpoint, or None if the cohort has none.

        Raises:
            StoreError: If the file cannot be read or the checkpoint is damaged.
        """
        return _checkpoints.load(self._connection, cohort, path=self.path)

    def unfinished(self) -> list[UnfinishedCohort]:
        """Describe the cohorts that have a checkpoint, without reading their arrays.

        Returns:
            One description each, those of most steps first.

        Raises:
            StoreError: If the file cannot be read or a checkpoint is damaged.
        """
        return _checkpoints.unfinished(self._connection, self.path)

    def prune(self) -> Pruned:
        """Remove checkpoints whose runs are all stored, and make the file as small as it can be.

        Runs are never removed. It needs as much free space as the file takes, and other processes
        that write wait until it ends, so prune while nothing trains.

        Returns:
            How many checkpoints were removed, and by how much the file has become smaller.

        Raises:
            StoreError: If the file cannot be written, as while another process writes.
        """
        return _checkpoints.prune(self._connection, self.path)

    def finish(self, cohort: str, runs: Iterable[StoredRun]) -> None:
        """Add a cohort's runs and delete its checkpoint, in one transaction.

        Args:
            cohort: Name of the cohort.
            runs: Its runs.

        Raises:
            InvalidTypeError: If a run holds something that is neither JSON nor numbers.
            StoreError: If the file cannot be written; neither happened.
        """
        # Compressed before the transaction, while other processes may still write.
        rows = [row_of_run(run) for run in runs]
        with transaction(self._connection, self.path):
            self._connection.executemany(ADD_RUN, rows)
            self._connection.execute("DELETE FROM checkpoint WHERE cohort = ?", (cohort,))
