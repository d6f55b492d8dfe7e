from itertools import combinations, islice

import numpy as np
import pytest

from nalm.discovery.numerics._beam import beam, extended

NOTHING = np.empty((1, 0), dtype=np.intp)
VALUES = np.random.default_rng(0).permutation(8).astype(float)


def total(subsets):
    return VALUES[subsets].sum(axis=1)


def test_each_longer_subset_is_made_once():
    found = extended(np.array([[1, 3], [0, 3]]), 5)
    expected = {tuple(sorted({*s, k})) for s in ((1, 3), (0, 3)) for k in range(5) if k not in s}
    assert [tuple(each) for each in found.tolist()] == sorted(expected)


def test_a_wide_beam_compares_all_subsets():
    for size, (subsets, scores) in enumerate(beam(NOTHING, total, count=8, width=100), 1):
        everything = np.array(list(combinations(range(8), size)))
        assert scores == pytest.approx(np.sort(total(everything)))
        assert scores == pytest.approx(total(subsets))


def test_it_keeps_the_best_and_extends_no_other():
    asked = []

    def score(subsets):
        asked.append(subsets)
        return total(subsets)

    (one, _), (two, _) = islice(beam(NOTHING, score, count=8, width=2), 2)
    assert one[:, 0].tolist() == VALUES.argsort()[:2].tolist()
    assert len(asked[1]) == 7 + 6
    assert sorted(two[0].tolist()) == sorted(VALUES.argsort()[:2].tolist())


def test_subsets_that_are_alike_stay_in_their_order():
    subsets, _ = next(beam(NOTHING, lambda s: np.zeros(len(s)), count=40, width=30))
    assert subsets[:, 0].tolist() == list(range(30))


def test_it_ends_where_nothing_can_be_added():
    sizes = [subsets.shape[1] for subsets, _ in beam(NOTHING, total, count=8, width=3)]
    assert sizes == list(range(1, 9))
    assert list(beam(np.empty((0, 1), dtype=np.intp), total, count=8, width=3)) == []
