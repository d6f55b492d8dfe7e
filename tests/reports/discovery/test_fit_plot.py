from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Problem
from nalm.discovery.problem._rows import outer_rows
from nalm.reports.discovery import draw_fit
from nalm.reports.discovery._plotting import MANY
from nalm.symbolic import Power, Product, Sum, evaluate
from tests.reports.discovery.examples import (
    LAW,
    ONE,
    candidate,
    discovery,
    finding,
    wide_finding,
)


def lines(figure):
    return {line.get_label(): line for line in figure.axes[0].get_lines()}


def test_the_curve_goes_on_beyond_the_data_on_both_sides():
    own = finding()
    drawn = lines(draw_fit(own))
    grid = drawn["equation"].get_xdata()
    assert grid[0] < own.x.min() < own.x.max() < grid[-1]
    assert len(drawn["outermost rows, held out"].get_xdata()) == 2
    assert len(drawn["rows"].get_xdata()) == 10


def test_axes_are_logarithmic_where_the_data_span_decades_only():
    assert draw_fit(finding()).axes[0].get_xscale() == "log"
    near = finding(x=np.linspace(1.0, 2.0, 12)[:, None])
    assert draw_fit(near).axes[0].get_xscale() == "linear"


def test_the_band_is_left_out_where_it_is_not_known():
    known = draw_fit(finding()).axes[0].collections
    unknown = discovery(candidate(LAW, covariance=np.eye(2)), chosen=0)
    assert len(draw_fit(finding(discovery=unknown)).axes[0].collections) == len(known) - 1


def test_the_data_stay_in_sight_where_the_curve_runs_away():
    x = np.linspace(-1.0, 1.0, 12)[:, None]
    own = finding(x=x, y=np.linspace(0.0, 1.0, 12))
    low, high = draw_fit(own).axes[0].get_ylim()
    assert low <= 0.0 < 1.0 <= high < 4.0


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("nearest", [0.0, 0.01, 1.0])
def test_a_column_of_one_sign_has_no_value_of_the_other_beyond_the_data(sign, nearest):
    x = sign * np.linspace(nearest, 15.0, 12)[:, None]
    ax = draw_fit(finding(x=x, y=np.linspace(1.0, 2.0, 12))).axes[0]
    grid = lines(ax.figure)["equation"].get_xdata()
    assert (sign * grid >= 0).all()
    assert (sign * np.array(ax.get_xlim()) >= 0).all()
    assert np.abs(grid).max() > 15.0


def test_a_pole_leaves_the_data_their_place_and_no_line_across():
    pole = Sum(
        (Product(1.0, (Power(Sum((Product(-12.3), Product(ONE, (Power(0, ONE),)))), -ONE),)),)
    )
    x = np.linspace(0.0, 10.0, 12)[:, None]
    own = finding(x=x, y=evaluate(pole, x), discovery=discovery(candidate(pole), chosen=0))
    ax = draw_fit(own).axes[0]
    low, high = ax.get_ylim()
    assert high - low < 2.5 * np.ptp(own.y)
    drawn = lines(ax.figure)["equation"].get_ydata()
    assert np.isnan(drawn).any()
    side = np.sign(drawn[np.abs(drawn) > high - low])
    assert {-1.0, 1.0} == set(side)
    assert not ((drawn[1:] > high) & (drawn[:-1] < low)).any()


@pytest.mark.parametrize("x", [[[2.0], [2.0]], [[-3.0], [0.0]]])
def test_inputs_without_spread_or_domain_can_be_drawn(x):
    found = discovery(candidate(LAW), chosen=0, outer=(), rows=2)
    assert draw_fit(finding(x=np.array(x), y=np.array([1.0, 1.0]), discovery=found)).axes


def test_several_inputs_show_errors_against_outerness():
    own = wide_finding()
    ax = draw_fit(own).axes[0]
    assert ax.get_yscale() == "log"
    assert len(lines(draw_fit(own))["outermost rows, held out"].get_xdata()) == 8


def test_held_out_rows_lie_to_the_right_of_all_others():
    own = wide_finding()
    outer = outer_rows(Problem(x=own.x, y=own.y, weight=np.ones(len(own.y))))
    drawn = lines(draw_fit(replace(own, discovery=replace(own.discovery, outer_rows=tuple(outer)))))
    held_out, others = (drawn[name].get_xdata() for name in ("outermost rows, held out", "rows"))
    assert 0.0 <= others.min() < others.max() <= held_out.min() < held_out.max() <= 1.0


def test_errors_of_zero_are_drawn():
    own = wide_finding()
    exact = replace(own, y=own.fitted())
    drawn = lines(draw_fit(exact))["rows"].get_ydata()
    assert (drawn > 0).all()


def test_a_long_table_makes_no_long_figure():
    drawn = lines(draw_fit(finding(rows=20_000)))
    assert sum(len(drawn[name].get_xdata()) for name in drawn if "rows" in name) <= MANY
