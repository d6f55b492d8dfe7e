"""The 48 Laurent polynomials by networks that grow term by term, or have all terms at once."""

from functools import partial

import torch

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._ranasinghe2024ginnlp._equations import Equation, equations
from nalm.networks import PowerTerms
from nalm.tasks import evaluation_set
from nalm.training import Adam, AlternatingUpdate, Constant, L1Norm, Penalty, Recipe

TERMS = 4
STEPS = 5_000
"""Before another term is trained."""

UNEXPLAINED = 1e-3
"""Share of the targets' variance below which the error counts as solved: R² above 0.999."""

PENALTY = Penalty(measure=L1Norm(), schedule=Constant(value=1e-4))

GROWTH = tuple(
    AlternatingUpdate(steps=STEPS, parameters=("bias", *(f"terms.{k}.*" for k in range(count + 1))))
    for count in range(TERMS)
)
"""One term is trained, then two of them, three, and all."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        Experiment(
            name="ranasinghe2024ginnlp/laurent",
            title="The 48 Laurent polynomials of the AI-Feynman collection by sums of power terms",
            source="table of the 48 equations of SRBench",
            settings=tuple(setting for equation in equations() for setting in _settings(equation)),
            seeds=10,
            note=(
                "960 runs of 20,000 steps. The published rates are not packaged, and neither is "
                "the published procedure: the numbers of steps, terms and the penalty are this "
                "catalogue's, and the network grows at fixed steps instead of once it no longer "
                "improves. A run counts as solved with R² above 0.999, on inputs from the same "
                "ranges."
            ),
        )
    ]


def _settings(equation: Equation) -> list[Setting]:
    inputs, task = equation.inputs, equation.task
    variance = float(evaluation_set(task, inputs, rows=1000).targets.var())
    recipes = {
        "PowerTerms (growing)": _recipe(GROWTH),
        "PowerTerms (all terms at once)": _recipe(()),
    }
    return [
        Setting(
            unit=unit,
            network=partial(PowerTerms, task.in_features, terms=TERMS),
            task=task,
            interpolation=inputs,
            extrapolation=inputs,
            recipe=recipe,
            threshold=UNEXPLAINED * variance,
        )
        for unit, recipe in recipes.items()
    ]


def _recipe(updates: tuple[AlternatingUpdate, ...]) -> Recipe:
    return Recipe(
        iterations=TERMS * STEPS,
        optimizer=Adam(learning_rate=1e-2),
        penalties=(PENALTY,),
        alternating_updates=updates,
        dtype=torch.float64,
    )
