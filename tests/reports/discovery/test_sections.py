import numpy as np
import pytest

from nalm.errors import NalmWarning
from nalm.reports.discovery._sections import sections_of, sections_of_motion
from nalm.reports.drawing import _fonts
from tests.reports.discovery.examples import (
    LAW,
    candidate,
    discovery,
    finding,
    motion,
    rate_finding,
    wide_finding,
)


def test_a_finding_has_every_figure_once():
    sections = sections_of(wide_finding(), prefix="p")
    ids = [each.id for each in sections]
    assert ids == [
        f"p-{key}" for key in ("fit", "parity", "residuals", "front", "agreement", "constants")
    ]
    for each in sections:
        assert each.figure.startswith("<svg ")
        assert f'aria-labelledby="{each.id}"' in each.figure
        assert each.heading
        assert each.caption


def test_constants_without_errors_have_no_figure():
    exact = discovery(candidate(LAW, covariance=np.zeros((1, 1))), chosen=0)
    ids = [each.id for each in sections_of(finding(discovery=exact), prefix="p")]
    assert "p-constants" not in ids


def test_a_rate_has_no_figures_of_measurements():
    ids = [each.id for each in sections_of(rate_finding(), prefix="p")]
    assert ids == ["p-front", "p-agreement", "p-constants"]


def test_a_motion_has_a_plane_from_two_states_on():
    assert len(sections_of_motion(motion(), prefix="m")) == 2
    assert len(sections_of_motion(motion(states=("x",)), prefix="m")) == 1


def test_names_are_text_in_every_figure():
    name = r"$\alpha$ and $\badcmd$"
    assert len(sections_of(finding(target=name, names=(name,), units={}), prefix="p")) == 6
    assert len(sections_of_motion(motion(states=(name, "x")), prefix="m")) == 2


def test_a_caption_says_that_trajectories_are_left_out():
    for section in sections_of_motion(motion(trajectories=12), prefix="m"):
        assert section.caption.endswith("Only the first 8 of 12 trajectories are drawn.")
    for section in sections_of_motion(motion(trajectories=8), prefix="m"):
        assert "are drawn" not in section.caption


def test_letters_that_no_font_has_are_said_once_in_a_page():
    _fonts._say_so.cache_clear()
    name = "\U000e0041 (\U000e0042)"
    with pytest.warns(NalmWarning, match="Install one") as said:
        sections_of(finding(target=name, names=(name,), units={}), prefix="p")
        sections_of_motion(motion(states=(name, "x")), prefix="m")
    assert len(said) == 1
