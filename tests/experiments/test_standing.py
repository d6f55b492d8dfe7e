"""What an experiment has to train is looked up once."""

from nalm.experiments import execute, standing
from nalm.results import Store
from tests.experiments._tiny import EAGER, THREE_COHORTS, experiment, record, setting


def test_every_run_has_its_setting_and_nothing_is_stored_at_first(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        found = standing(THREE_COHORTS, store)
    assert list(found.runs.values()) == THREE_COHORTS.runs()
    assert all(found.settings[key].run(run.seed) == run for key, run in found.runs.items())
    assert (found.stored, found.is_complete) == (frozenset(), False)


def test_only_runs_of_the_experiment_count_as_stored(tmp_path):
    one, other = experiment(setting()), experiment(setting(low=3))
    with Store(tmp_path / "runs.db") as store:
        store.add([record(run) for run in (*one.runs(), other.runs()[0])])
        assert standing(one, store).is_complete
        assert standing(other, store).stored == {other.runs()[0].key}


def test_equal_runs_of_two_settings_are_one(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        assert len(standing(experiment(setting(), setting()), store).runs) == 3


def test_what_is_known_is_not_looked_up_again(tmp_path):
    small = experiment(setting(), seeds=2)
    with Store(tmp_path / "runs.db") as store:
        store.add([record(small.runs()[0])])
        known = standing(small, store)
        store.keys = None  # a second look would fail
        *_, last = execute(small, store, options=EAGER, known=known)
    assert (last.runs, last.stored) == (2, 2)
