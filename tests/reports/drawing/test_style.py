import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from nalm.experiments.catalogue import entries
from nalm.reports.drawing._style import SERIES, colour_map, looks, style


@pytest.mark.parametrize("better", ["high", "low"])
def test_bright_is_good_in_every_map(better):
    bad, good = (sum(mpl.colormaps[colour_map(better)](end)[:3]) for end in (0.0, 1.0))
    assert (good > bad) == (better == "high")


def test_every_map_of_an_error_or_a_rate_says_which_end_is_good():
    charts = [each.drawn_as() for each in entries().values() if hasattr(each, "drawn_as")]
    charts += [each.chart for each in entries().values() if hasattr(each, "chart")]
    said = {chart.value: chart.better for chart in charts if chart is not None and chart.value}
    assert said == {"error": "low", "success_rate": "high", "gradient": "", "value": ""}


def test_units_differ_in_colour_and_marker():
    units = [f"unit {k}" for k in range(SERIES)]
    assert len({look.colour for look in looks(units).values()}) == SERIES >= 12
    assert len({look.marker for look in looks(units).values()}) == SERIES
    assert len(looks([f"unit {k}" for k in range(30)])) == 30


@pytest.mark.parametrize(("math", "written"), [(False, r"$\badcmd$"), (True, r"$\alpha$")])
def test_only_our_own_texts_are_mathematics(math, written):
    with style(math=math):
        figure = Figure()
        assert figure.text(0.5, 0.5, written).get_parse_math() == math
        figure.draw_without_rendering()


def test_the_users_settings_come_back():
    mpl.rcParams["font.size"] = 13.5
    with style():
        assert mpl.rcParams["font.size"] == 9.0
    assert mpl.rcParams["font.size"] == 13.5
    mpl.rcdefaults()
