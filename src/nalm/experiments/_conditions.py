"""Settings by what a user types: units, ranges, tasks and parameters in any spelling."""

from collections.abc import Mapping, Sequence

from nalm.errors import InvalidValueError
from nalm.experiments._setting import Setting
from nalm.tasks import Range

FILTERS = ("unit", "range", "task", "parameter")
SPELLING = str.maketrans({"]": ")", "•": "*", "×": "x"})
"""What is hard to type, or means the same in a range."""


def matching(
    settings: Sequence[Setting], conditions: Mapping[str, str], *, name: str
) -> tuple[Setting, ...]:
    """Return the settings that meet every condition.

    Args:
        settings: To choose from.
        conditions: See `Experiment.where`.
        name: Of the experiment, for a message.

    Raises:
        InvalidValueError: If a key is unknown or nothing is left; the message lists the values
            there are.
    """
    for key, value in conditions.items():
        if key not in FILTERS:
            raise InvalidValueError(
                f"--where {key}: expected one of {', '.join(FILTERS)}; found {key!r}."
            )
        present = list(dict.fromkeys(_label(setting, key) for setting in settings))
        settings = [s for s in settings if _normal(_label(s, key)) == _normal(value)]
        if not settings:
            raise InvalidValueError(
                f"--where {key}={value}: {name} has no such {key}; "
                f"choose one of: {', '.join(present)}."
            )
    return tuple(settings)


def _label(setting: Setting, key: str) -> str:
    return setting.labels()["interpolation" if key == "range" else key]


def _normal(text: str) -> str:
    """Make equal what a user may spell in several ways: case, spaces, brackets, symbols."""
    try:
        return str(Range.parse(text))
    except InvalidValueError:  # not a union of intervals: a name or another distribution
        return "".join(text.lower().translate(SPELLING).split())
