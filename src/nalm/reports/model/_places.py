"""What tells the settings of an experiment apart besides their units."""

from collections.abc import Sequence

from nalm.experiments import Setting, Trained

_LABELS = ("task", "interpolation", "extrapolation", "parameter")


def by_setting(runs: Sequence[Trained]) -> list[tuple[dict[str, object], list[Trained]]]:
    """Group the runs of each setting, and name its place.

    Args:
        runs: Stored runs of one experiment.

    Returns:
        For each setting, in order, its labels with the column ``place`` and its runs. The place
        says in what the setting differs from others, its unit apart; its range, if in nothing.

    Example:
        >>> by_setting([])
        []
    """
    settings = {id(run.setting): run.setting for run in runs}
    names = _differing(list(settings.values()))
    groups: dict[int, list[Trained]] = {key: [] for key in settings}
    for run in runs:
        groups[id(run.setting)].append(run)
    return [
        ({**labels, "place": ", ".join(labels[name] for name in names if labels[name])}, own)
        for labels, own in ((settings[key].labels(), own) for key, own in groups.items())
    ]


def _differing(settings: Sequence[Setting]) -> list[str]:
    """Name the labels that tell places apart, each only if it says more than those before it."""
    labels = [setting.labels() for setting in settings]
    names: list[str] = []
    for name in _LABELS:
        before = {tuple(each[k] for k in names) for each in labels}
        after = {tuple(each[k] for k in (*names, name)) for each in labels}
        names += [name] if len(after) > len(before) else []
    return names or ["interpolation"]
