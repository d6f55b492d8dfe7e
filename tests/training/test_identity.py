import pickle
from dataclasses import replace
from functools import partial

import pytest
from torch import nn

from nalm.errors import InvalidValueError
from nalm.training._identity import Identity
from tests.training._cells import cell
from tests.training.test_run import RUN

PARTS = {
    name: getattr(RUN, name)
    for name in ("network", "task", "interpolation", "extrapolation", "recipe")
}
UNIT = """
from torch import nn
SCALE = 2
class Scales(nn.Linear):
    def forward(self, x):
        return SCALE * x
"""


class Plain(nn.Linear):
    """Code of a user: this file is no part of the library."""


def test_it_has_the_descriptions_of_a_run():
    identity = Identity(PARTS)
    assert {**identity.description, "seed": RUN.seed} == RUN.description()
    assert identity.template.key(RUN.seed) == RUN.key
    assert identity.signature == RUN.signature
    assert identity.code == {}


def test_a_description_may_be_changed_by_who_asked_for_it():
    identity = Identity(PARTS)
    identity.description["recipe"].clear()
    assert identity.description["recipe"]


def test_it_looks_at_code_anew_unless_it_is_taken_at_once():
    names = {"__name__": "__main__"}
    cell(UNIT, 61, names)
    identity = Identity({**PARTS, "network": partial(names["Scales"], 2, 1)})
    once, before = identity.at_once(), identity.code
    assert once.code == before
    cell("SCALE = 3\n", 62, names)
    assert identity.code != before
    assert once.code == before
    assert once.template.key(0) != identity.template.key(0)
    assert once.signature != identity.signature
    assert identity.at_once().code == identity.code


def test_runs_that_are_made_together_look_at_code_once(monkeypatch):
    looks = []
    hashed = "nalm.training._spec.code_hash"
    monkeypatch.setattr(hashed, lambda value: looks.append(value) or "0123456789abcdef")
    run = replace(RUN, network=partial(Plain, 2, 1))
    runs = run.with_seeds(range(20))
    assert looks == []
    assert len({each.key for each in runs}) == 20
    assert looks == [Plain]
    first, *others = (each.signature for each in runs)
    assert all(each is first for each in others)  # of 170,000 runs it is not put together anew
    assert len(looks) <= 2


def test_code_that_cannot_be_read_has_a_signature_and_no_key(monkeypatch):
    names = {"__name__": "lost", "nn": nn}
    exec("class Lost(nn.Linear): pass", names)
    identity = Identity({**PARTS, "network": partial(names["Lost"], 2, 1)})
    for each in (identity, identity.at_once()):
        assert names["Lost"] in each.signature
        with pytest.raises(InvalidValueError, match="source"):
            _ = each.template


def test_what_was_asked_for_already_can_be_sent_to_another_process():
    own = replace(RUN, network=partial(Plain, 2, 1))
    for run in (RUN, *RUN.with_seeds([4]), *own.with_seeds([4])):
        key, signature = run.key, run.signature
        again = pickle.loads(pickle.dumps(run))
        assert (again.seed, again.key, again.signature) == (run.seed, key, signature)
        assert again.with_seed(5).key == run.with_seed(5).key
