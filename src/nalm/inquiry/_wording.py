"""Words of the Python library as those of the command line."""

import re
from collections.abc import Mapping

OPTIONS: Mapping[str, str] = {
    "bounds": "--bounds",
    "conserved": "--conserved",
    "constraints": "--constraint",
    "controls": "the controls",
    "dimensional_constants": "--dimensional-constants",
    "functions": "--functions",
    "groups": "--group",
    "max_time": "--max-time",
    "n_jobs": "--workers",
    "noise": "--noise",
    "random_state": "--seed",
    "sample_weight": "--weights",
    "start": "--start",
    "starts": "--starts",
    "states": "the states",
    "structures": "a form",
    "t": "--time",
    "target_units": "--units",
    "units": "--units",
    "y": "the target",
}
"""Parameter of an estimator or of its `fit` → the option for it, or what it holds."""

_SENTENCES: Mapping[str, str] = {
    # What the command line lacks, and what is to be done there in its place.
    r", or fit again with `warm_start`": "",
    r"Fit again with warm_start=True\.": "Give more `max_time`.",
    r"Add it with `fit_group`\.": (
        "Fit again with rows of it, or add it with `fit_group` in Python."
    ),
    r"give it to `fit` as `groups`": "give it with `groups`",
    r", or add them with `fit_group`": "",
    r"`predict` does not know (it|them)": (r"predictions do not know \1"),
    r"`target_units` must follow from `units`": (
        "`units`: the unit of the target must follow from those of the inputs"
    ),
    r" on the command line, `groups` in Python": "",
    r"\bX must\b": "the inputs must",
}
_PARAMETER = re.compile(rf"`({'|'.join(OPTIONS)})(?:=True)?`")


def as_typed(text: str) -> str:
    """Write a message for a reader who types options.

    Args:
        text: Of an error or a warning of this package, with parameters in backticks.

    Example:
        >>> as_typed("it was stopped. Give more `max_time`, or fit again with `warm_start`.")
        'it was stopped. Give more --max-time.'
    """
    for pattern, words in _SENTENCES.items():
        text = re.sub(pattern, words, text)
    return _PARAMETER.sub(lambda match: OPTIONS[match[1]], text)
