"""A part of a run that cannot work is refused when the run is written down, with the right call."""

from dataclasses import replace
from functools import partial

import pytest
import torch
from torch import nn

from nalm import NMU
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.experiments import Setting
from nalm.tasks import SingleModuleTask
from nalm.training import GlobalNorm, Recipe, UnitPenalty
from nalm.training._arguments import check_network
from tests.training.test_run import RECIPE, RUN

ADAM = "such as Adam(learning_rate=0.001); found"
PARTIAL = "such as functools.partial(NMU, 2, 1); found"


class CalledWithAnything:
    def __init__(self, *sizes, **options): ...


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("optimizer", torch.optim.AdamW, f"{ADAM} the class torch.optim.adamw.AdamW"),
        ("optimizer", torch.optim.SGD(NMU(2, 1).parameters()), "an instance of SGD"),
        ("optimizer", "adam", f"{ADAM} 'adam', an instance of str"),
        ("loss", nn.HuberLoss(), "such as SmoothL1(beta=1.0); found HuberLoss()"),
        ("loss", nn.functional.mse_loss, "found the function mse_loss"),
        ("penalties", UnitPenalty(), "a tuple of Penalty, such as (Penalty("),
        ("penalties", (UnitPenalty(),), "a tuple of Penalty, such as (Penalty("),
        ("clipping", GlobalNorm(limit=1.0), "such as (GlobalNorm(limit=1.0),); found"),
        ("clipping", [GlobalNorm(limit=1.0)], "an instance of list"),
        ("restart", 1000, "such as PlateauRestart(); found 1000"),
        ("polishing", True, "such as LBFGS(); found True"),
        ("alternating_updates", None, "a tuple of AlternatingUpdate"),
        ("penalty_steps", (None,), "a tuple of PenaltyStep"),
    ],
)
def test_a_part_of_a_recipe_is_of_its_class(name, value, message):
    with pytest.raises(InvalidTypeError) as caught:
        Recipe(iterations=1, **{name: value})
    assert f"Recipe.{name}: expected " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("value", [0, 2.5, "8", True])
def test_a_batch_size_is_a_whole_number(value):
    with pytest.raises(InvalidValueError, match=r"such as batch_size=1000; found") as caught:
        Recipe(iterations=1, batch_size=value)
    assert str(caught.value).endswith(f"found {value!r}.")


WRONG_PARTS = [
    ("network", NMU(2, 1), f"{PARTIAL} NMU(2, 1"),
    ("network", NMU, "NMU (missing a required argument: 'in_features')"),
    ("network", partial(NMU, 2), "(missing a required argument: 'out_features')"),
    ("network", partial(NMU, 2, 1, size=3), "(got an unexpected keyword argument 'size')"),
    ("network", "NMU", f"{PARTIAL} 'NMU', an instance of str"),
    ("task", SingleModuleTask, "such as SingleModuleTask(operation=Operation.DIV); found the"),
    ("interpolation", (1, 2), "such as Range.interval(1, 2); found (1, 2), an instance of tuple"),
    ("extrapolation", [2, 6], "such as Range.interval(1, 2); found [2, 6], an instance of list"),
    ("recipe", {"iterations": 1}, "such as Recipe(iterations=50_000); found {'iterations': 1}"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG_PARTS)
def test_a_part_of_a_run_or_a_setting_is_of_its_class(name, value, message):
    parts = ("network", "task", "interpolation", "extrapolation", "recipe")
    setting = Setting(unit="NMRU", **{part: getattr(RUN, part) for part in parts})
    for written in (RUN, setting):
        with pytest.raises(InvalidTypeError) as caught:
            replace(written, **{name: value})
        assert f"Run.{name}: expected " in str(caught.value)
        assert message in str(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, "0"])
def test_a_seed_is_a_whole_number_also_of_a_run_like_another(seed):
    for make in (lambda: replace(RUN, seed=seed), lambda: RUN.with_seed(seed)):
        with pytest.raises(InvalidValueError, match=r"Run\.seed: expected a whole number"):
            make()


@pytest.mark.parametrize(
    "network",
    [
        partial(NMU, 2, 1),
        partial(NMU, 2, out_features=1),
        partial(partial(NMU, 2), 1),
        partial(CalledWithAnything, 1, 2, 3, deep=True),
        lambda: NMU(2, 1),
        dict,  # written in C, without a signature
    ],
)
def test_what_can_be_called_may_build_a_network(network):
    check_network("network", network)


def test_a_long_value_is_cut_in_a_message():
    with pytest.raises(InvalidTypeError) as caught:
        replace(RECIPE, optimizer="adam" * 100)
    assert len(str(caught.value)) < 250
