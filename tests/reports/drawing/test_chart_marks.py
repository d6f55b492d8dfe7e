import math

import numpy as np
import pandas as pd
from matplotlib.colors import Normalize

from nalm.experiments import Chart, Mark
from nalm.reports.drawing._axis import read_axis
from nalm.reports.drawing._canvas import subplots
from nalm.reports.drawing._chart_marks import (
    INK,
    PAPER,
    Scene,
    draw_lines,
    draw_map,
    draw_points,
)
from nalm.reports.drawing._style import looks


def scene(frame, **chart):
    described = Chart(**chart)
    names = list(frame[described.series].unique()) if described.series else [""]
    return Scene(
        chart=described,
        x=read_axis(frame, described.x),
        y=read_axis(frame, described.y, logarithmic=described.log_y),
        looks=looks(names),
        norm=Normalize(vmin=0.0, vmax=2.0),
    )


def panel():
    return subplots(1, 1, size=(4.0, 3.0))[1][0][0]


def test_a_line_is_sorted_and_has_its_band():
    frame = pd.DataFrame({"x": [2, 1], "y": [4.0, 3.0], "low": [3.0, 2.0], "high": [5.0, 4.0]})
    ax = panel()
    draw_lines(ax, frame, scene=scene(frame, mark=Mark.LINE, x="x", y="y", low="low", high="high"))
    assert ax.lines[0].get_xdata().tolist() == [1, 2]
    assert len(ax.collections) == 1


def test_the_lines_of_a_series_are_told_apart_by_a_column():
    frame = pd.DataFrame({"x": [2, 1, 1, 2], "y": [4.0, 3.0, 1.0, 2.0], "seed": [0, 0, 1, 1]})
    ax = panel()
    draw_lines(ax, frame, scene=scene(frame, mark=Mark.LINE, x="x", y="y", line="seed"))
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3.0, 4.0], [1.0, 2.0]]
    assert len({line.get_color() for line in ax.lines}) == 1


def test_series_stand_beside_each_other_at_words():
    frame = pd.DataFrame({"x": ["a", "a"], "y": [1.0, 1.0], "unit": ["NAU", "NMU"]})
    ax = panel()
    draw_points(ax, frame, scene=scene(frame, mark=Mark.POINTS, x="x", y="y", series="unit"))
    first, second = (line.get_xdata()[0] for line in ax.lines)
    assert -0.5 < first < 0 < second < 0.5


def test_a_map_with_ends_is_a_table_read_from_the_top():
    rates = {"rate": [0.1, 0.9, math.nan], "low": [0.0, 0.8, math.nan], "high": 1.0}
    frame = pd.DataFrame({"task": ["add", "mul", "mul"], "unit": ["NAU", "NAU", "NMU"], **rates})
    columns = {"x": "task", "y": "unit", "value": "rate", "low": "low", "high": "high"}
    ax = panel()
    draw_map(ax, frame, scene=scene(frame, mark=Mark.HEATMAP, **columns))
    assert [each.get_text() for each in ax.texts] == [
        "0.10\n0.00–1.00",
        "0.90\n0.80–1.00",
        "–",
    ]
    assert ax.yaxis_inverted()
    assert ax.get_xlim() == (-0.5, 1.5)


def test_infinity_has_the_last_colour_and_nan_none():
    frame = pd.DataFrame({"x": [0, 1, 2], "y": 0, "z": [1.0, math.inf, math.nan]})
    mesh = draw_map(panel(), frame, scene=scene(frame, mark=Mark.HEATMAP, x="x", y="y", value="z"))
    values = np.ma.asarray(mesh.get_array()).ravel()
    assert values[1] > 2.0
    assert values.mask.tolist() == [False, False, True]


def test_a_map_of_one_cell_is_drawn_with_its_colour():
    frame = pd.DataFrame({"task": ["add"], "unit": ["NAU"], "rate": [0.9]})
    columns = {"x": "task", "y": "unit", "value": "rate"}
    mesh = draw_map(panel(), frame, scene=scene(frame, mark=Mark.HEATMAP, **columns))
    corners = mesh.get_coordinates()
    assert np.ptp(corners[..., 0]) == np.ptp(corners[..., 1]) == 1.0


def test_numbers_in_cells_are_legible_on_either_end_of_the_colours():
    frame = pd.DataFrame({"x": ["a", "b"], "y": "u", "z": [0.0, 2.0], "low": 0.0, "high": 1.0})
    columns = {"x": "x", "y": "y", "value": "z", "low": "low", "high": "high"}
    for better, inks in (("high", [PAPER, INK]), ("low", [INK, PAPER])):
        ax = panel()
        draw_map(ax, frame, scene=scene(frame, mark=Mark.HEATMAP, better=better, **columns))
        assert [text.get_color() for text in ax.texts] == inks
