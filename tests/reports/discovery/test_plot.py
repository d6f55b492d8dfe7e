from dataclasses import replace

import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure

from nalm.errors import InvalidValueError
from nalm.reports.discovery import plot
from tests.cli.laws import Rates
from tests.reports.discovery.test_fitted import data, moving

KINDS = ("fit", "parity", "residuals", "front")


def axes(count):
    return list(Figure().subplots(1, count, squeeze=False).flat)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_for_every_output(kind):
    given = axes(2)
    assert plot(None, data(), kind=kind, outputs=[0, 1], ax=given) == given
    assert all(ax.get_lines() and ax.get_xlabel() and ax.get_ylabel() for ax in given)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_of_motion(kind):
    [ax] = plot(Rates(), moving(2), kind=kind, outputs=[1], ax=axes(1)[0])
    assert ax.get_lines()
    assert "z" in ax.get_ylabel()


@pytest.mark.parametrize("name", [r"$\alpha$ and $\badcmd$", "cost $ per $unit_{"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("moves", [False, True])
def test_a_name_is_text_and_no_mathematics(name, kind, moves):
    named = [replace(each, target=name) for each in (moving(2) if moves else data()).outputs]
    shown = replace(moving(2) if moves else data(), inputs=(name,), outputs=tuple(named), units={})
    given = axes(2)
    plot(Rates(), shown, kind=kind, outputs=[0, 1], ax=given)
    for ax in given:
        ax.figure.draw_without_rendering()
        assert not ax.xaxis.label.get_parse_math() and not ax.yaxis.label.get_parse_math()


def test_axes_as_matplotlib_gives_them_are_taken():
    grid = Figure().subplots(2, 1)
    assert plot(None, data(), kind="front", outputs=[0, 1], ax=grid) == list(grid)
    with pytest.raises(InvalidValueError, match="found 2"):
        plot(None, data(), kind="front", outputs=[0], ax=grid)


@pytest.mark.parametrize("kind", ["fit", "parity", "residuals"])
def test_a_legend_of_our_own_figure_stands_outside_and_another_has_a_frame(kind):
    [own] = plot(None, data(), kind=kind, outputs=[0])
    own.figure.draw_without_rendering()
    legend, panel = own.get_legend().get_window_extent(), own.get_window_extent()
    assert not legend.overlaps(panel)
    assert own.figure.bbox.padded(1.0).contains(legend.x1, legend.y1)
    plt.close(own.figure)
    [given] = plot(None, data(), kind=kind, outputs=[0], ax=axes(1))
    assert given.get_legend().get_frame_on()


@pytest.mark.parametrize("kind", ["fit", "parity", "residuals"])
@pytest.mark.parametrize(("runs", "said"), [(8, ""), (12, "first 8 of 12 trajectories")])
def test_a_plot_says_that_it_leaves_trajectories_out(kind, runs, said):
    [ax] = plot(Rates(), moving(runs), kind=kind, outputs=[0], ax=axes(1))
    assert ax.get_title("right") == said
