"""What an experiment has to train is looked up once."""

import warnings
from dataclasses import replace
from functools import partial

import pytest

from nalm.errors import CodeChangedWarning
from nalm.experiments import execute, standing
from nalm.results import Store
from tests.experiments._tiny import EAGER, THREE_COHORTS, experiment, recipe, record, setting

UNIT = """
from torch import nn

def helper(x):
    return x

class Mine(nn.Linear):
    def forward(self, x):
        return helper(super().forward(x))
"""


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


def own(load, text=UNIT):
    kind = load(text).Mine
    return experiment(setting(network=partial(kind, 2, 1), recipe=recipe(iterations=2)), seeds=2)


def trained(found, path):
    """Execute; return how many runs were trained, and what was said."""
    with Store(path) as store, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CodeChangedWarning)
        steps = list(execute(found, store, options=EAGER))
        count = len(store.keys())
    return bool(steps), count, [str(each.message) for each in caught]


@pytest.mark.parametrize(
    "change", [("super().forward(x)", "0 * super().forward(x)"), ("return x\n", "return -x\n")]
)
def test_a_changed_forward_or_helper_trains_anew_and_says_so(load, tmp_path, change):
    path = tmp_path / "runs.db"
    assert trained(own(load), path) == (True, 2, [])
    assert trained(own(load), path) == (False, 2, [])
    said = "The code of own_unit.Mine has changed: 2 stored runs of its old code are not used."
    assert trained(own(load, UNIT.replace(*change)), path) == (True, 4, [said])
    assert trained(own(load), path) == (False, 4, [])


def test_a_comment_or_a_docstring_trains_nothing(load, tmp_path):
    assert trained(own(load), tmp_path / "runs.db") == (True, 2, [])
    text = UNIT.replace("    def", '    """It is mine."""\n\n    def') + "# the end\n"
    assert trained(own(load, text), tmp_path / "runs.db") == (False, 2, [])


def test_runs_from_before_code_was_in_their_keys_count_as_old(load, tmp_path):
    found = own(load)
    with Store(tmp_path / "runs.db") as store:
        for run in found.runs():
            rest = {name: part for name, part in run.description().items() if name != "code"}
            store.add([replace(record(run), key=f"old {run.seed}", description=rest)])
        assert standing(found, store).outdated == {"own_unit.Mine": 2}
        other = experiment(setting(network=partial(load(UNIT).Mine, 2, 1)))
        assert standing(other, store).outdated == {}  # they differ in more than their code


def test_who_looked_up_what_is_known_is_not_warned(load, tmp_path):
    with Store(tmp_path / "runs.db") as store:
        list(execute(own(load), store, options=EAGER))
        changed = own(load, UNIT.replace("return x", "return 2 * x"))
        known = standing(changed, store)
        assert known.notice.startswith("The code of own_unit.Mine has changed")
        list(execute(changed, store, options=EAGER, known=known))
