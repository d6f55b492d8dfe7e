import os
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import partial

import pytest
from torch import Tensor, nn

from nalm import NAU, NMRU
from nalm.errors import InvalidValueError
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.training import (
    Adam,
    GlobalNorm,
    LinearRamp,
    Penalty,
    PlateauRestart,
    Recipe,
    RMSprop,
    Run,
    UnitPenalty,
)
from tests.training._cells import cell

RAMP = LinearRamp(scale=10.0, start=20.0, end=30.0)
RECIPE = Recipe(
    iterations=100,
    optimizer=Adam(learning_rate=0.01),
    penalties=(Penalty(measure=UnitPenalty(), schedule=RAMP),),
)
RUN = Run(
    network=partial(NMRU, 2, 1),
    task=SingleModuleTask(operation=Operation.DIV),
    interpolation=Range.interval(1, 2),
    extrapolation=Range.interval(2, 6),
    recipe=RECIPE,
    seed=3,
)


def with_recipe(**changes):
    return replace(RUN, recipe=replace(RECIPE, **changes))


NUMBERS = {
    "learning rate": with_recipe(optimizer=Adam(learning_rate=0.02)),
    "penalty": with_recipe(
        penalties=(Penalty(measure=UnitPenalty(), schedule=replace(RAMP, scale=1.0)),)
    ),
    "interpolation": replace(RUN, interpolation=Range.interval(1, 3)),
    "extrapolation": replace(RUN, extrapolation=Range.interval(2, 7)),
    "seed": replace(RUN, seed=4),
    "overlap": replace(RUN, task=SingleModuleTask(operation=Operation.DIV, overlap=1)),
}
STRUCTURES = {
    "network": replace(RUN, network=partial(NAU, 2, 1)),
    "network size": replace(RUN, network=partial(NMRU, 2, 2)),
    "operation": replace(RUN, task=SingleModuleTask(operation=Operation.MUL)),
    "intervals": replace(RUN, interpolation=Range.union((1, 2), (3, 4))),
    "iterations": with_recipe(iterations=101),
    "batch size": with_recipe(batch_size=64),
    "penalties": with_recipe(penalties=()),
    "epsilon": with_recipe(optimizer=Adam(learning_rate=0.01, epsilon=1e-7)),
}


@dataclass(frozen=True)
class Scaled:
    """A network as a spec with a number of its own."""

    scale: float

    def __call__(self) -> nn.Module:
        return _Scaled(self.scale)


class _Scaled(nn.Module):
    def __init__(self, scale: float) -> None:
        super().__init__()
        self.linear, self.scale = nn.Linear(2, 1), scale

    def forward(self, x: Tensor) -> Tensor:
        return self.scale * self.linear(x)


def test_the_key_is_pinned():
    """Stored results are found again by it. If this fails, raise `FORMAT` or undo the change."""
    assert RUN.key == "fa048a0c90e0ffbd4a3cef03693e8b99"


def test_equal_runs_have_equal_keys():
    again = replace(RUN, network=partial(NMRU, 2, out_features=1), recipe=replace(RECIPE))
    assert replace(RUN).key == RUN.key
    assert replace(again, network=partial(NMRU, 2, 1)).key == RUN.key
    whole = replace(RAMP, scale=10, start=20, end=30)
    penalties = (Penalty(measure=UnitPenalty(), schedule=whole),)
    assert with_recipe(penalties=penalties) == RUN
    assert with_recipe(penalties=penalties).key == RUN.key


@pytest.mark.parametrize("name", [*NUMBERS, *STRUCTURES])
def test_every_field_changes_the_key(name):
    assert (NUMBERS | STRUCTURES)[name].key != RUN.key


def test_keys_do_not_collide():
    keys = {run.key for run in (RUN, *NUMBERS.values(), *STRUCTURES.values())}
    assert len(keys) == 1 + len(NUMBERS) + len(STRUCTURES)


@pytest.mark.parametrize("name", NUMBERS)
def test_runs_that_differ_in_numbers_train_together(name):
    assert NUMBERS[name].signature == RUN.signature
    assert len(NUMBERS[name].numbers()) == len(RUN.numbers())


@pytest.mark.parametrize("name", STRUCTURES)
def test_runs_that_differ_in_structure_train_apart(name):
    assert STRUCTURES[name].signature != RUN.signature


def test_a_number_inside_a_network_is_structure():
    """It is part of the program, which would otherwise hold the first run's for everyone."""
    one, two = (replace(RUN, network=Scaled(scale)) for scale in (1.0, 2.0))
    assert one.signature != two.signature
    assert one.signature == replace(RUN, network=Scaled(1.0), seed=9).signature


def test_numbers_are_those_of_task_range_and_recipe():
    assert RUN.numbers() == [1.0, 2.0, 0.01, 10.0, 20.0, 30.0]


def test_the_description_says_everything():
    assert RUN.description() == {
        "format": 1,
        "network": {"call": "nalm.units.NMRU", "args": [2, 1]},
        "task": RUN.description()["task"],
        "interpolation": {"type": "nalm.tasks.Range", "intervals": [[1.0, 2.0]]},
        "extrapolation": {"type": "nalm.tasks.Range", "intervals": [[2.0, 6.0]]},
        "recipe": RUN.description()["recipe"],
        "seed": 3,
    }


def test_a_lambda_has_a_signature_and_no_key():
    network = lambda: NMRU(2, 1)  # noqa: E731
    run = replace(RUN, network=network)
    assert run.signature == replace(RUN, network=network, seed=5).signature
    assert run.signature == run.with_seed(5).signature
    assert run.signature != replace(RUN, network=lambda: NMRU(2, 1)).signature
    with pytest.raises(InvalidValueError, match="module level"):
        _ = run.key


def test_another_seed_of_a_run_is_the_run_that_was_built_with_it():
    other = RUN.with_seed(4)
    built = NUMBERS["seed"]
    assert other == built
    assert (other.key, other.signature) == (built.key, built.signature)
    assert other.description() == built.description()


def test_runs_of_several_seeds_are_those_of_each_seed():
    runs = RUN.with_seeds([4, 0])
    assert runs == [RUN.with_seed(4), RUN.with_seed(0)]
    assert [run.key for run in runs] == [RUN.with_seed(4).key, RUN.with_seed(0).key]
    assert {run.signature for run in runs} == {RUN.signature}
    with pytest.raises(InvalidValueError, match="seed"):
        RUN.with_seeds([0, -1])


def test_the_key_of_a_run_with_older_options_never_changes():
    """Fields that came later are left out of its description."""
    clipping = (GlobalNorm(limit=1),)
    run = with_recipe(restart=PlateauRestart(), optimizer=RMSprop(), clipping=clipping)
    assert run.key == "289d37b089164b14e28f1692fa8cc795"


@pytest.mark.parametrize("name", ["learning rate", "penalty", "interpolation"])
def test_with_the_numbers_of_another_run_its_specs_are_the_others(name):
    other = NUMBERS[name]
    assert RUN.specs(other.numbers()) == (other.task, other.interpolation, other.recipe)


OWN = """
from dataclasses import dataclass
from torch import nn
from nalm.tasks import SingleModuleTask
from nalm.training import MeanSquaredError

class Mine(nn.Linear):
    pass

@dataclass(frozen=True, kw_only=True)
class MyTask(SingleModuleTask):
    def target(self, x, instance):
        return super().target(x, instance) + 1

@dataclass(frozen=True, kw_only=True)
class MyLoss(MeanSquaredError):
    def __call__(self, prediction, target, step):
        return 2 * super().__call__(prediction, target, step)
"""


def own_runs(module):
    """Make a run with each own part: a network, a task, a loss."""
    return {
        "network": replace(RUN, network=partial(module.Mine, 2, 1)),
        "task": replace(RUN, task=module.MyTask(operation=Operation.DIV)),
        "loss": with_recipe(loss=module.MyLoss()),
    }


@pytest.mark.parametrize(
    ("part", "name", "old", "new"),
    [
        ("network", "Mine", "    pass", "    def forward(self, x): return 0 * x"),
        ("network", "Mine", "nn.Linear", "nn.Identity"),
        ("task", "MyTask", "+ 1", "+ 2"),
        ("loss", "MyLoss", "2 *", "3 *"),
    ],
)
def test_the_code_of_an_own_part_is_in_the_key(load, part, name, old, new):
    before = own_runs(load(OWN))[part]
    assert list(before.description()["code"]) == [f"own_unit.{name}"]
    assert own_runs(load(f"# why\n{OWN}"))[part].key == before.key
    after = own_runs(load(OWN.replace(old, new)))
    assert after[part].key != before.key
    for other in {"network", "task", "loss"} - {part}:
        assert after[other].key == own_runs(load(OWN))[other].key


def test_runs_of_two_classes_of_one_name_train_apart(load):
    """A cell of a notebook that runs again makes a new class, and a program holds the old one."""
    one, two = (own_runs(load(OWN)) for _ in range(2))
    for part in one:
        assert one[part].key == two[part].key
        assert one[part].signature != two[part].signature
        assert one[part].signature == one[part].with_seed(9).signature


@pytest.mark.thorough
def test_two_scripts_that_define_a_class_of_one_name_have_different_keys(tmp_path):
    end = """
from dataclasses import replace
from functools import partial
from tests.training.test_run import RUN
print(replace(RUN, network=partial(Mine, 2, 1, True)).key)
"""
    printed = []
    for name, base in (("one", "Linear"), ("two", "Bilinear")):
        script = tmp_path / f"{name}.py"
        script.write_text(f"from torch import nn\nclass Mine(nn.{base}):\n    pass\n{end}")
        words = [sys.executable, str(script)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
        printed.append(done.stdout)
    assert len(set(printed)) == 2


def test_a_key_is_that_of_the_code_as_it_is_now():
    names = {"__name__": "__main__"}
    cell("SCALE = 2\n", 51, names)
    text = "class Stays(nn.Linear):\n    def forward(self, x):\n        return SCALE * x\n"
    cell(f"from torch import nn\n{text}", 52, names)
    run = replace(RUN, network=partial(names["Stays"], 2, 1))
    before = run.with_seed(1)
    key, signature = before.key, before.signature
    together = run.with_seeds([1, 2])
    assert together[0].key == key
    cell("SCALE = 3\n", 53, names)
    for after in (run.with_seed(1), *run.with_seeds([1])):
        assert after.key != key
        assert after.signature != signature
    assert together[1].key != run.with_seed(2).key  # of the code when its neighbour was asked
