from dataclasses import replace

import numpy as np

from nalm.discovery import FittedData, FittedOutput, Series
from nalm.reports.discovery import findings_of, write_report
from nalm.reports.discovery._fitted import motion_in
from tests.cli.laws import Rates
from tests.reports.discovery.examples import finding

OWN = finding()
TIMES = np.linspace(0.0, 2.0, 12)
STATES = np.column_stack([3.0 * np.exp(-TIMES), 0.5 * np.exp(TIMES)])


def output(target, factor=1):
    return FittedOutput(target=target, x=OWN.x, y=factor * OWN.y, discovery=OWN.discovery)


def data(**changes):
    values = {
        "inputs": OWN.inputs,
        "outputs": (output("y"), output("w", factor=2)),
        "units": {"a": "au"},
    }
    return FittedData(**{**values, **changes})


def moving(runs):
    series = [Series(times=TIMES, states=STATES, controls=np.empty((12, 0)))] * runs
    return data(outputs=(output("x"), output("z")), rate=True, series=tuple(series))


def test_there_is_a_finding_for_each_output():
    first, second = findings_of(data())
    assert (first.target, second.target) == ("y", "w")
    assert (second.y == 2 * first.y).all()
    assert first.discovery is OWN.discovery
    assert first.label == "y"


def test_trajectories_have_numbers_where_there_are_several():
    assert [each.name for each in motion_in(Rates(), moving(1)).trajectories] == [""]
    assert [each.name for each in motion_in(Rates(), moving(2)).trajectories] == ["1", "2"]


def test_the_name_of_the_file_is_the_title(tmp_path):
    write_report(
        None,
        data(outputs=(output("y"),)),
        path=tmp_path / "law of mine.html",
    )
    assert "<h1>law of mine</h1>" in (tmp_path / "law of mine.html").read_text("utf-8")


def test_all_plots_of_a_fit_share_their_simulations_and_a_new_fit_has_new_ones():
    model = Rates()
    first = motion_in(model, moving(2)).trajectories
    assert motion_in(model, moving(2)).trajectories is first
    assert motion_in(Rates(), moving(2)).trajectories is not first
    again = [replace(each, discovery=replace(OWN.discovery)) for each in moving(2).outputs]
    other = replace(moving(2), outputs=tuple(again))
    assert motion_in(model, other).trajectories is not first
