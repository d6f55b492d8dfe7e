from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery import FittedForm, Reason, ReasonKind, Verdict
from nalm.reports.discovery import equation, headline, latex_equation, meaning
from nalm.reports.discovery._words import (
    ended,
    form_of,
    fraction_explained,
    percent,
    reach,
    reason_of,
    root_error,
    rows_used,
)
from nalm.symbolic import read_form
from tests.reports.discovery.examples import (
    LAW,
    candidate,
    discovery,
    finding,
    rate_finding,
)


def found(verdict, r2):
    return discovery(candidate(LAW, r2=r2), chosen=0, verdict=verdict)


def test_every_verdict_has_words_of_its_own():
    all_found = [found(verdict, 0.9) for verdict in Verdict]
    assert len({headline(each) for each in all_found}) == len(Verdict)
    assert len({meaning(each) for each in all_found}) == len(Verdict)


@pytest.mark.parametrize("verdict", [Verdict.APPROXIMATION, Verdict.UNDECIDED])
@pytest.mark.parametrize("r2", [-0.004, 0.49])
def test_nothing_that_explains_less_than_half_is_praised(verdict, r2):
    weak = found(verdict, r2)
    assert meaning(weak).startswith("It explains less than half of the variation. Do not use it")
    assert "approximation" not in headline(weak)


@pytest.mark.parametrize("r2", [0.5, nan])
def test_what_explains_half_may_be_used_for_interpolation(r2):
    assert "interpolation" in meaning(found(Verdict.APPROXIMATION, r2))
    assert "approximation" in headline(found(Verdict.APPROXIMATION, r2))


def test_a_law_of_motion_keeps_its_words_when_noise_hides_its_slopes():
    assert meaning(found(Verdict.LAW, 0.3)) == meaning(found(Verdict.LAW, 0.9))


def test_an_equation_has_both_sides():
    own = finding(target="period", names=("axis",))
    assert equation(own, own.chosen).startswith("period = 2")
    assert "axis" in equation(own, own.chosen)
    left, right = latex_equation(own, own.chosen).split(" = ")
    assert "period" in left
    assert "axis" in right


def test_a_rate_of_change_is_a_fraction():
    own = rate_finding("prey")
    assert equation(own, own.chosen).startswith("dprey/dt = ")
    assert latex_equation(own, own.chosen).startswith(r"\frac{d\,")


def test_the_reach_is_the_range_of_each_column_with_its_unit():
    assert reach(finding()) == [("a", "0.4 to 30 au"), ("y", "0.516 to 328.6")]
    assert [name for name, _ in reach(rate_finding())] == ["a"]


def test_rows_and_time_are_told():
    own = finding()
    assert rows_used(own) == "12 rows, the 2 outermost held out"
    assert ended(own) == "1.2 s"
    stopped = replace(own, discovery=replace(own.discovery, complete=False, outer_rows=()))
    assert ended(stopped).endswith("stopped before its end")
    assert rows_used(stopped) == "12 rows, none held out"


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "50 %"), (9.99, "999 %"), (1e7, "1e7"), (inf, "no value"), (nan, "–")]
)
def test_a_relative_error_reads_well(value, text):
    assert percent(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((-3.0, "-3.0000"), (nan, "–"), (-inf, "-inf"), (1e-14, "0"), (0.5, "0.5000")),
        *((1 - 9.5e-4, "0.9990"), (1 - 9e-6, "0.999991"), (1 - 3e-12, "0.999999999"), (1.0, "1")),
    ],
)
def test_good_fits_can_be_told_apart(value, text):
    assert fraction_explained(value) == text


@given(st.floats(-1.0, 1.0, exclude_max=True))
def test_a_coefficient_of_determination_is_a_number_that_praises_nothing(value):
    shown = float(fraction_explained(value))
    assert shown < 1
    assert shown == pytest.approx(value, abs=5.1e-5)
    assert shown <= value or value < 0.999


def test_the_root_error_is_in_units_of_the_target():
    assert root_error(candidate(LAW, loss=0.25)) == 0.5


def test_a_form_that_was_given_is_said_as_it_was_written():
    form = read_form("y = a*x", ["x"])
    fitted = FittedForm(form=form, values=np.ones(1), covariance=np.eye(1))
    assert form_of(replace(candidate(LAW), form=fitted)) == "y = a*x"
    assert form_of(candidate(LAW)) == ""


def test_a_better_form_is_written_out():
    reason = Reason(ReasonKind.BETTER_FORM, {"odds": 30.0, "index": 0})
    better = finding(discovery=replace(discovery(candidate(LAW), chosen=0), reason=reason))
    assert reason_of(better).endswith(f"It is {equation(better, better.chosen)}.")
