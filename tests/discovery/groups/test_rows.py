import numpy as np

from nalm.discovery.problem._rows import outer_rows
from tests.discovery._groups import rows_of

RANDOM = np.random.default_rng(0)
GROUP = RANDOM.integers(0, 3, 60)
X = RANDOM.uniform(1, 2, (60, 2))
ROWS = rows_of(X, X.sum(axis=1), GROUP)


def test_the_outermost_rows_of_every_group_are_held_out():
    assert ROWS.groups == 3
    for group, alone in enumerate(ROWS.each):
        held = ROWS.outer.part(group)
        assert np.array_equal(held.x, alone.x[outer_rows(alone)])
        assert len(ROWS.inner.part(group).y) + len(held.y) == (group == GROUP).sum()


def test_the_column_of_a_group_is_one_in_its_rows():
    assert ROWS.joint.x.shape == (60, 5)
    assert np.array_equal(ROWS.joint.x[:, 2:].argmax(axis=1), ROWS.group)
    assert (ROWS.joint.x[:, 2:].sum(axis=1) == 1).all()


def test_a_group_that_has_no_row_left_has_none():
    assert len(ROWS.outer.part(7).y) == 0
    assert ROWS.outer.marked(9).x.shape[1] == 2 + 9


def test_some_groups_are_numbered_anew():
    some = ROWS.some([0, 2])
    assert some.groups == 2
    assert np.array_equal(some.part(1).x, ROWS.part(2).x)
    assert np.array_equal(some.outer.part(1).x, ROWS.outer.part(2).x)
