"""Records as rows of the tables, and back."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from nalm.errors import InvalidTypeError, StoreError
from nalm.results._arrays import decode_arrays, encode_arrays
from nalm.results._records import Checkpoint, StoredRun, Trace

Row: TypeAlias = tuple[Any, ...]

_RECORDED = "trajectory "
"""Begins the names of weights over time among the parameters, none of whose names has a space."""

# A key is a hash of the content: whoever stored it first stored the same run.
ADD_RUN = "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
"""Stores a row of the table `run`, unless it is there."""


def row_of_run(run: StoredRun) -> Row:
    """Turn a run into a row of the table `run`.

    Args:
        run: The run.

    Returns:
        Key, seed, seconds, diverged, description, trace, parameters.

    Raises:
        InvalidTypeError: If the description is not JSON or an array does not hold numbers.
    """
    try:
        # Python's JSON, which has NaN and Infinity: a description may have open intervals.
        description = json.dumps(dict(run.description))
    except (TypeError, ValueError) as error:
        raise InvalidTypeError(
            f"`description` of run {run.key!r} must be JSON; found a value that is not ({error}). "
            "Use strings, Python numbers, lists and dicts."
        ) from error
    return (
        run.key,
        int(run.seed),
        float(run.seconds),
        bool(run.diverged),
        description,
        encode_arrays(run.trace.arrays()),
        encode_arrays(
            {
                **run.parameters,
                **{f"{_RECORDED}{name}": values for name, values in run.trajectory.items()},
            }
        ),
    )


def run_of_row(row: Row, path: Path) -> StoredRun:
    """Turn a row of the table `run` into a run.

    Args:
        row: What `row_of_run` returned; None in place of the parameters leaves them empty.
        path: The file, named in the message.

    Returns:
        The run.

    Raises:
        StoreError: If the row is damaged.
    """
    key, seed, seconds, diverged, description, trace, parameters = row
    with _reading(f"run {key!r}", path):
        arrays = {} if parameters is None else decode_arrays(parameters)
        recorded = {name for name in arrays if name.startswith(_RECORDED)}
        return StoredRun(
            key=key,
            description=json.loads(description),
            seed=int(seed),
            trace=Trace(**decode_arrays(trace)),
            parameters={name: array for name, array in arrays.items() if name not in recorded},
            trajectory={
                name.removeprefix(_RECORDED): arrays[name] for name in arrays if name in recorded
            },
            seconds=float(seconds),
            diverged=bool(diverged),
        )


def description_of_text(text: str, path: Path) -> dict[str, Any]:
    """Turn the text of a description, as a row of the table `run` has it, into the description.

    Args:
        text: What `row_of_run` wrote.
        path: The file, named in the message.

    Returns:
        The description.

    Raises:
        StoreError: If the text is damaged.
    """
    with _reading("descriptions", path):
        return dict(json.loads(text))


def row_of_checkpoint(checkpoint: Checkpoint) -> Row:
    """Turn a checkpoint into a row of the table `checkpoint`.

    Args:
        checkpoint: The checkpoint.

    Returns:
        Cohort, members, step, arrays.

    Raises:
        InvalidTypeError: If an array does not hold numbers.
    """
    members = json.dumps(list(checkpoint.members))
    # Replaced in a minute and written for every cohort of a cluster: not worth compressing.
    arrays = encode_arrays(checkpoint.arrays, level=0)
    return checkpoint.cohort, members, int(checkpoint.step), arrays


def checkpoint_of_row(row: Row, path: Path) -> Checkpoint:
    """Turn a row of the table `checkpoint` into a checkpoint.

    Args:
        row: What `row_of_checkpoint` returned.
        path: The file, named in the message.

    Returns:
        The checkpoint.

    Raises:
        StoreError: If the row is damaged.
    """
    cohort, members, step, arrays = row
    keys = members_of_text(members, cohort=cohort, path=path)
    with _reading(f"the checkpoint of cohort {cohort!r}", path):
        return Checkpoint(
            cohort=cohort,
            members=keys,
            step=int(step),
            arrays=decode_arrays(arrays),
        )


def members_of_text(text: str, *, cohort: str, path: Path) -> tuple[str, ...]:
    """Turn the text of a checkpoint's members into their keys.

    Args:
        text: What `row_of_checkpoint` wrote.
        cohort: Name of the cohort, for the message.
        path: The file, named in the message.

    Returns:
        The keys, in the order of the arrays' first axis.

    Raises:
        StoreError: If the text is damaged.
    """
    with _reading(f"the checkpoint of cohort {cohort!r}", path):
        return tuple(str(member) for member in json.loads(text))


@contextmanager
def _reading(what: str, path: Path) -> Generator[None, None, None]:
    try:
        yield
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(
            f"results file `{path}` must hold {what} as nalm wrote it; found damage: {error} "
            "Restore a copy of the file, or store in another file and train again."
        ) from error
