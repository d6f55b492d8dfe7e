"""The views that every trained experiment has."""

from collections.abc import Callable, Mapping

from nalm.errors import UnknownNameError
from nalm.experiments import Experiment, View
from nalm.reports.model._learning_curves import learning_curves
from nalm.reports.model._weights import final_weights, weight_trajectories

TRAINING_VIEWS: Mapping[str, Callable[[Experiment], View]] = {
    "curves": learning_curves,
    "weights": final_weights,
    "trajectories": weight_trajectories,
}
"""Name on the command line → what makes the view of an experiment."""


def training_view(name: str, experiment: Experiment) -> View:
    """Make one of the views that every trained experiment has.

    Args:
        name: A key of `TRAINING_VIEWS`.
        experiment: Whose runs.

    Returns:
        The view, an entry like any other.

    Raises:
        UnknownNameError: If there is no such view; the message lists those that there are.

    Example:
        >>> from nalm.experiments import Experiment
        >>> paper = Experiment(name="paper/what", title="", source="", settings=())
        >>> training_view("curves", paper).name
        'paper/what-curves'
    """
    if name not in TRAINING_VIEWS:
        raise UnknownNameError(
            f"--view: expected one of {', '.join(TRAINING_VIEWS)}; found {name!r}."
        )
    return TRAINING_VIEWS[name](experiment)
