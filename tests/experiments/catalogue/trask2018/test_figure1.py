from nalm.experiments import Experiment, View
from nalm.experiments.catalogue import entries
from nalm.tasks import TEST_SEED, evaluation_set

ENTRIES = {name: each for name, each in entries().items() if name.startswith("trask2018/fig1")}
EXPERIMENTS = {name: each for name, each in ENTRIES.items() if isinstance(each, Experiment)}


def test_every_training_has_fourteen_activations_and_its_curves():
    for name, experiment in EXPERIMENTS.items():
        assert len({setting.unit for setting in experiment.settings}) == 14
        view = ENTRIES[f"{name}-curves"]
        assert isinstance(view, View)
        assert view.experiment == experiment


def test_networks_are_tested_at_the_integers_up_to_twenty():
    for experiment in EXPERIMENTS.values():
        setting = experiment.settings[0]
        inputs, targets = evaluation_set(
            setting.task,
            setting.extrapolation,
            stream=TEST_SEED,
            rows=setting.recipe.evaluation_rows,
        )
        assert inputs.ravel().tolist() == list(range(-20, 21)) == targets.ravel().tolist()


def test_variants_differ_in_data_depth_and_optimizer():
    layers = {name: len(each.settings[0].network()) for name, each in EXPERIMENTS.items()}
    assert layers == {
        "trask2018/fig1": 4,
        "trask2018/fig1-integers": 4,
        "trask2018/fig1-adam": 5,
    }
    assert str(EXPERIMENTS["trask2018/fig1"].settings[0].interpolation) == "[-5,5)"
    assert str(EXPERIMENTS["trask2018/fig1-adam"].settings[0].interpolation) == "-5..5"
