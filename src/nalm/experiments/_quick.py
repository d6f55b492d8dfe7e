"""A trial of an experiment: does it run at all?"""

from dataclasses import replace

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting

SEEDS = 2
STEPS = 10
ROWS = 50


def quick(experiment: Experiment) -> Experiment:
    """Cut an experiment down to seconds: one setting of each unit, two seeds, ten steps.

    Its runs are other runs than the experiment's, so a store keeps them apart. An experiment on
    data that have to be fetched is replaced by its stand-in.

    Args:
        experiment: What to try.

    Returns:
        The small experiment, under the same name; its reports are marked as those of a trial.

    Example:
        >>> from nalm.experiments import quick
        >>> from nalm.experiments.catalogue import entries
        >>> quick(entries()["mistry2021division/fig3"]).run_steps()
        80
    """
    whole = experiment.stand_in or experiment
    # Backwards, so that the first setting of each unit is the one that stays.
    first = {setting.unit: setting for setting in reversed(whole.settings)}
    settings = tuple(each for each in whole.settings if first[each.unit] is each)
    return replace(
        whole,
        name=experiment.name,
        settings=tuple(map(_shortened, settings)),
        seeds=min(whole.seeds, SEEDS),
        note="",  # it is about the results of the whole
        stand_in=None,
        trial=True,
    )


def _shortened(setting: Setting) -> Setting:
    recipe = setting.recipe
    recipe = replace(
        recipe,
        iterations=min(recipe.iterations, STEPS),
        evaluate_every=min(recipe.evaluate_every, STEPS // 2),
        evaluation_rows=min(recipe.evaluation_rows, ROWS),
        polishing=recipe.polishing and recipe.polishing.shortest(),
    )
    return replace(setting, recipe=recipe)
