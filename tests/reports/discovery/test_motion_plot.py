from dataclasses import replace

import numpy as np

from nalm.reports.discovery import draw_phase, draw_trajectories
from nalm.reports.discovery._motion_plot import TRAJECTORIES
from tests.reports.discovery.examples import motion


def test_every_state_has_a_panel_with_every_trajectory():
    axes = draw_trajectories(motion()).axes
    assert [ax.get_ylabel() for ax in axes] == ["prey", "predators"]
    assert axes[-1].get_xlabel() == "year (yr)"
    for ax in axes:
        assert len(ax.get_lines()) == 4  # measured and simulated, twice
        assert len(ax.collections) == 2  # their bands


def test_an_unknown_band_is_left_out():
    assert not draw_trajectories(motion(band=False)).axes[0].collections


def test_a_simulation_that_runs_away_leaves_the_data_in_sight():
    own = motion(trajectories=1)
    far = replace(own.trajectories[0], simulated=1e9 * own.trajectories[0].simulated)
    for draw in (draw_trajectories, draw_phase):
        figure = draw(replace(own, simulate=lambda: (far,)))
        assert figure is not None
        assert max(figure.axes[0].get_ylim()) < 100.0


def test_states_are_drawn_against_each_other_where_there_are_several():
    assert draw_phase(motion(states=("x",))) is None
    plane = draw_phase(motion())
    space = draw_phase(motion(states=("x", "y", "z")))
    assert plane is not None
    assert space is not None
    assert (len(plane.axes), len(space.axes)) == (1, 3)


def test_only_as_many_trajectories_as_colours_are_drawn():
    ax = draw_trajectories(motion(trajectories=20, band=False)).axes[0]
    assert len(ax.get_lines()) == 2 * TRAJECTORIES
    assert len({line.get_color() for line in ax.get_lines()}) == TRAJECTORIES


def test_gaps_are_no_reason_to_fail():
    own = motion(trajectories=1)
    measured = own.trajectories[0].measured.copy()
    measured[::2] = np.nan
    gappy = replace(own.trajectories[0], measured=measured)
    assert draw_trajectories(replace(own, simulate=lambda: (gappy,))).axes
