import numpy as np

from nalm.discovery.groups._views import some_groups, views
from nalm.symbolic import to_text
from tests.discovery._groups import rows_of
from tests.discovery._laws import formula, term

RANDOM = np.random.default_rng(0)


def test_groups_in_which_most_changes_come_first_and_all_rows_last():
    group = np.repeat([0, 1, 2], [30, 12, 20])
    x = RANDOM.uniform(1, 2, (62, 2))
    x[group == 0, 0] = 1.5  # what never changes in a group is no input there
    rows = rows_of(x, x.sum(axis=1), group)
    seen = list(views(rows))
    assert [len(view.problem.y) for view in seen] == [20, 12, 30, 62]
    assert [view.columns for view in seen] == [(0, 1), (0, 1), (1,), (0, 1)]
    assert to_text(seen[2].restored(formula(term(2.0, (0, 1)))), ["a", "b"]) == "2*b"


def test_a_group_in_which_nothing_changes_is_not_searched():
    x = np.append(np.ones(10), RANDOM.uniform(1, 2, 10))[:, None]
    rows = rows_of(x, x[:, 0] + RANDOM.uniform(0, 0.1, 20), np.repeat([0, 1], 10))
    assert [len(view.problem.y) for view in views(rows)] == [10, 20]


def test_groups_that_stand_for_all_say_much_or_lie_in_between():
    group = np.concatenate([np.repeat(range(20), 6), np.repeat([3, 4], 10)])
    x = RANDOM.uniform(1, 2, (len(group), 1))
    rows = rows_of(x, x[:, 0], group)
    some = some_groups(rows, count=4)
    assert {3, 4} < set(some)
    assert (len(some), min(some), max(some)) == (4, 0, 19)
    assert some == sorted(some)
    assert some_groups(rows, count=20) == list(range(20))
