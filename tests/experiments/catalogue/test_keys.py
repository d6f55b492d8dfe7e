"""Stored runs are found by their keys: modules move, keys stay."""

import json
from importlib import import_module

import pytest

from nalm import training
from nalm._keys import content_key
from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.training._spec import describe

PINNED = {
    "mistry2022primer/mul": "ce718a599f3fbf91adaaee736ccae4f8",
    "madsen2020/sequential-product": "e40e84f6a5727950b9942749af697d67",
    "schloer2020/experiment1": "4a397bf3720314f10ff666425baeca75",
    "heim2020draft/fig2-training": "fb104efa2ff88f8225a9131ec2a89eb2",
    "madsen2020/number-translation": "fdda5e313c9a8af775e46e7b6f234aac",
    "heim2020/flux-linkage": "dfe8c0641b1db076660ff03197413df8",
    "heim2020/table-a2-inalu": "468c0eb34cbacc1c672c182342eebbe4",
    "mistry2021division/appendix-j-losses": "1c0221f4296138a61359ccf92f078bf8",
    "heim2020/fractional-sir": "9f379190e38769474756ceba97e68b20",
    "heim2020/large-scale": "669229c9fe6104cb18daee62f9b5a40e",
    "madsen2020/learning-rate": "d7b8b3f45d8be508b018df8290bad50f",
    "madsen2020/sequential-sum-8x8": "3b2ac6942643f267ba4b43be55c2ac04",
    "madsen2020/recurrent": "6a211123c339f3d72e71de0cd81e31ac",
    "kollanur2022/section2": "d8fbe748d170d97f4fa4b7ce04d50c49",
    "kollanur2022/section3.1": "d27e2651fd267aee18557fb8a6db402f",
    "madsen2020/table1": "0cf66404a5fc9d418ac9b605ae57f688",
    "madsen2020/ablation": "0996a0e8170805d05a69a6df91e52f2c",
    "heim2020draft/fig1-training": "050ff7248f406fdd75421949cce40de9",
    "schloer2020/experiment3": "0d39640419c75ba5acfb6f02ce649d38",
    "mistry2021division/fig4": "acaf204fba4a61716b464ec8a68642c3",
    "mistry2021division/distributions": "2a080cd2b323e0f1f1b46686686b4131",
    "faber2023nsr/comparisons": "ef560e130984079824e83969e73a564d",
    "mistry2022primer/add": "0d15fd855a4c4fd3731c5a8d7c9d88b0",
    "nalm2026spu/quotient-of-sums": "a23e100adc903413a41d11d9c3d9af03",
    "odrzywolek2026eml/recovery": "06807d11b32a28229647808e726e66a0",
}
"""Experiment → hash of the keys that its settings' first runs had when they were first stored."""

ABSTRACT = {"Clipping", "Polishing", "InputMeasure", "Loss", "Measure", "Optimizer"}
ABSTRACT |= {"RateSchedule", "Restart", "Schedule", "SquaredLoss", "SquaredMeasure"}
RESULTS = {"History", "LossHistory", "Outcome", "Problem", "Run", "Trainer", "ValidationHistory"}
RESULTS |= {"Evaluation", "TensorBoardLogger"}
IN_NO_EXPERIMENT = {"PearsonThenSquared", "AdamW", "CosineDecay", "LinearWarmup", "EarlyStopping"}
IN_NO_EXPERIMENT |= {"RateSequence"}


def described_name(name):
    """Return what a description calls a class of `nalm.training`: the old name of a renamed one."""
    return describe(getattr(training, name))


def first_runs(name):
    return [setting.run(0) for setting in entries()[name].settings]


@pytest.mark.parametrize("name", PINNED)
def test_runs_keep_their_keys(name):
    assert content_key("".join(run.key for run in first_runs(name))) == PINNED[name]


def test_every_spec_of_a_recipe_has_a_pinned_key():
    described = json.dumps([run.description() for name in PINNED for run in first_runs(name)])
    specs = {name for name in training.__all__ if name[0].isupper()}
    specs -= ABSTRACT | RESULTS | IN_NO_EXPERIMENT
    missing = {name for name in specs if f'"{described_name(name)}"' not in described}
    assert not missing


def names(described):
    """Yield every name of one of the library's classes and functions in a description."""
    if isinstance(described, str) and described.startswith("nalm."):
        yield described
    elif isinstance(described, dict | list):
        for part in described.values() if isinstance(described, dict) else described:
            yield from names(part)


def test_descriptions_name_public_paths_only():
    """So a class may move to another private module or folder, and its runs are still found."""
    experiments = [each for each in entries().values() if isinstance(each, Experiment)]
    settings = [setting for each in experiments for setting in each.settings]
    found = {name for each in settings for name in names(each.run(0).description())}
    assert {"nalm.units.NMU", "nalm.tasks.Range", "nalm.training.Adam"} <= found
    found -= {described_name(name) for name in training.__all__}
    for name in found:
        package, _, value = name.rpartition(".")
        public = hasattr(import_module(package), value)
        assert public or package == "nalm.experiments.catalogue", name
