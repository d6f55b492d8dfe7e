"""Which runs are behind a row of data."""

from collections.abc import Mapping, Sequence

from nalm.reports.interface._frames import Record
from nalm.reports.model._runs import SettingRuns
from nalm.reports.published._names import ALL_RANGES

_LABELS = ("unit", "task", "parameter", "interpolation", "extrapolation")


def settings_behind(record: Record, runs: Sequence[SettingRuns]) -> tuple[int, ...]:
    """Find the settings that a row of data is about.

    Args:
        record: The row; labels that it lacks, or that say ``all``, hold for every setting.
        runs: The runs, setting by setting.

    Returns:
        Positions in ``runs``.

    Example:
        >>> one = SettingRuns(labels={"unit": "NRU", "task": "div"}, expected=1, rows=())
        >>> settings_behind({"unit": "NRU", "interpolation": ""}, [one])
        (0,)
    """
    wanted = {key: str(record[key]) for key in _LABELS if record.get(key)}
    found = _matching(wanted, runs)
    # A measurement may be about a part of the task, which no setting is named after.
    return found or _matching({k: v for k, v in wanted.items() if k != "task"}, runs)


def _matching(wanted: Mapping[str, str], runs: Sequence[SettingRuns]) -> tuple[int, ...]:
    return tuple(k for k, each in enumerate(runs) if wanted and _matches(wanted, each.labels))


def _matches(wanted: Mapping[str, str], labels: Mapping[str, str]) -> bool:
    return all(labels.get(key) == value or value == ALL_RANGES for key, value in wanted.items())
