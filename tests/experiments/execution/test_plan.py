"""Runs of one signature train together, in the same cohorts whatever is stored already."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.experiments import Plan, plan
from nalm.experiments._execution._plan import SMALLEST, cohort_size
from tests.experiments._tiny import STEPS, THREE_COHORTS, experiment, recipe, setting

RUNS = THREE_COHORTS.runs()
TEN = experiment(setting(), seeds=10).runs()


def keys(plans):
    return [[run.key for run in each.runs] for each in plans]


def test_a_cohort_has_one_signature_and_every_run_has_one_cohort():
    plans = plan(RUNS, set())
    assert [len(each.runs) for each in plans] == [6, 3, 3]
    assert all(len({run.signature for run in each.runs}) == 1 for each in plans)
    assert Counter(run.key for each in plans for run in each.runs) == Counter(r.key for r in RUNS)


def test_settings_that_differ_in_numbers_share_a_cohort_in_the_order_given():
    (first, *_) = plan(RUNS, set())
    assert first.runs == tuple(RUNS[:3] + RUNS[6:9])
    assert first.iterations == STEPS


def test_equal_runs_are_trained_once():
    two_tables = experiment(setting(), setting(threshold=1.0, unit="other"), seeds=10)
    assert keys(plan(two_tables.runs(), set())) == keys(plan(TEN, set()))


@pytest.mark.parametrize(("size", "sizes"), [(1, [1] * 10), (4, [3, 3, 4]), (10, [10]), (99, [10])])
def test_large_groups_are_cut_into_nearly_equal_parts(size, sizes):
    plans = plan(TEN, set(), size=size)
    assert [len(each.runs) for each in plans] == sizes
    assert [run for each in plans for run in each.runs] == TEN


@given(st.sets(st.integers(0, 9)), st.integers(1, 11))
def test_cohorts_are_formed_before_stored_ones_are_left_out(finished, size):
    undisturbed = keys(plan(TEN, set(), size=size))
    stored = {key for k in finished if k < len(undisturbed) for key in undisturbed[k]}
    expected = [cohort for k, cohort in enumerate(undisturbed) if k not in finished]
    assert keys(plan(TEN, stored, size=size)) == expected


@given(st.sets(st.sampled_from(TEN)), st.integers(2, 11))
def test_no_run_is_left_alone_of_a_cohort_that_is_stored_in_part(stored, size):
    plans = plan(TEN, {run.key for run in stored}, size=size)
    missing = [run for run in TEN if run not in stored]
    assert [run for each in plans for run in each.runs] == missing
    assert len(missing) == 1 or 1 not in sizes(plans)


@given(st.integers(1, 9), st.integers(1, 9), st.lists(st.integers(0, 2), min_size=9))
def test_no_run_is_left_alone_where_another_number_of_workers_goes_on(before, after, states):
    """Its weights would differ in their last digits from those of an undisturbed training."""
    runs = wide(SMALLEST)
    first = dict(zip(keys_of(plan(runs, set(), workers=before)), states, strict=False))
    stored = {key for cohort, state in first.items() if state == 1 for key in cohort}
    unfinished = [cohort for cohort, state in first.items() if state == 2]
    plans = plan(runs, stored, workers=after, unfinished=unfinished)
    assert set(unfinished) <= set(keys_of(plans))
    found = Counter(key for cohort in keys_of(plans) for key in cohort)
    assert found == Counter({run.key for run in runs} - stored)
    assert 1 not in sizes(plans)


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_the_same_number_of_workers_goes_on_with_the_same_cohorts(workers):
    runs = [*wide(SMALLEST), *wide(2 * SMALLEST, iterations=3 * STEPS)]
    undisturbed = keys_of(plan(runs, set(), workers=workers))
    unfinished = undisturbed[:workers]
    assert set(keys_of(plan(runs, set(), workers=workers, unfinished=unfinished))) == set(
        undisturbed
    )


def keys_of(plans):
    return [tuple(cohort) for cohort in keys(plans)]


def test_a_finished_cohort_leaves_the_others_as_they_were():
    plans = plan(TEN, set(), size=4)
    stored = {run.key for run in plans[0].runs}
    assert [each.key for each in plan(TEN, stored, size=4)] == [each.key for each in plans[1:]]


def test_nothing_is_left_when_all_is_stored():
    assert plan(RUNS, {run.key for run in RUNS}) == []
    assert plan([], set()) == []


def test_unknown_stored_keys_change_nothing():
    assert keys(plan(RUNS, {"unknown"})) == keys(plan(RUNS, set()))


def test_the_same_runs_made_anew_give_the_same_keys():
    assert [each.key for each in plan(RUNS, set())] == [
        each.key for each in plan(THREE_COHORTS.runs(), set())
    ]


@pytest.mark.parametrize(
    "runs",
    [TEN[:4], TEN[1:5], TEN[:3], [TEN[0], TEN[2], TEN[1], TEN[4]], TEN[4::-1], TEN[:1]],
    ids=["last", "both ends", "count", "order", "reversed", "one"],
)
def test_the_key_names_exactly_these_runs_in_this_order(runs):
    assert Plan(tuple(runs)).key != Plan(tuple(TEN[:5])).key


def test_cohorts_that_differ_only_in_the_middle_have_different_keys():
    stored_second, stored_third = (plan(TEN[:4], {TEN[index].key}) for index in (1, 2))
    assert stored_second[0].key != stored_third[0].key


def wide(elements, **changes):
    """Return ten runs of so many input elements a step each."""
    batch = recipe(batch_size=elements // 2, **changes)
    return experiment(setting(recipe=batch), seeds=10).runs()


def sizes(plans):
    return [len(each.runs) for each in plans]


@pytest.mark.parametrize(
    ("elements", "workers", "expected"),
    [
        (SMALLEST, 1, [10]),
        (SMALLEST, 2, [3, 3, 2, 2]),  # twice as many cohorts as workers
        (SMALLEST, 1000, [2] * 5),  # one run alone would get other weights
        (SMALLEST // 5, 1000, [5, 5]),  # a run would cost much more
        (SMALLEST // 5, 2, [5, 5]),
    ],
)
def test_several_workers_have_smaller_cohorts_down_to_what_costs_much_more(
    elements, workers, expected
):
    plans = plan(wide(elements), set(), workers=workers)
    assert sizes(plans) == expected


def test_several_workers_begin_with_the_longest_cohort():
    short, long = wide(SMALLEST), wide(2 * SMALLEST, iterations=3 * STEPS)
    plans = plan([*short, *long], set(), workers=2)
    assert sizes(plans) == [4, 10, 3, 3]
    assert [each.iterations for each in plans] == [240, 80, 240, 240]
    assert sizes(plan([*short, *long], set())) == [10, 10]


def test_what_a_run_costs_decides_what_is_a_workers_share():
    cheap, dear = wide(SMALLEST), wide(2 * SMALLEST)
    asked = []

    def cost(run):
        asked.append(run)
        return 9.0 if run.recipe.batch_size == SMALLEST else 1.0

    plans = plan([*cheap, *dear], set(), workers=2, cost=cost)
    assert sizes(plans) == [3, 3, 2, 2, 10]
    assert len(asked) == 2  # once for each kind
    plan([*cheap, *dear], set(), cost=cost)
    assert len(asked) == 2  # nobody asks for one worker


def test_a_gpu_trains_more_runs_at_once():
    assert cohort_size("cuda:1") > cohort_size("cpu")
