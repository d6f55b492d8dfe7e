import io
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
from rich.console import Console

from nalm.discovery import Verdict
from nalm.reports.discovery import Grouping, _page, discovery_page, grouping_view
from nalm.symbolic import Equation
from tests.reports.discovery.examples import HOSTILE, LAW, finding

EQUATION = Equation(target="v", formula=LAW, names=("k1",))
GROUPING = Grouping(
    equation=EQUATION,
    groups=("A", HOSTILE),
    names=("k1", "k2"),
    shared=(False, True),
    values=np.array([[9.5, 3.125], [4.25, 3.125]]),
    stderrs=np.array([[0.02, 0.013], [np.nan, 0.013]]),
)
FINDINGS = (finding(target="v[A]"), finding(target="v[b]"))


def test_it_is_read_from_an_estimator():
    columns = pd.MultiIndex.from_product(
        [("k1", "k2"), ("value", "stderr", "shared")], names=["constant", "of"]
    )
    rows = [[9.5, 0.02, False, 3.125, 0.013, True], [4.25, np.nan, False, 3.125, 0.013, True]]
    frame = pd.DataFrame(rows, index=["A", HOSTILE], columns=columns)
    own = Grouping.of(SimpleNamespace(group_form_=EQUATION, group_constants_=frame))
    assert own.as_object() == GROUPING.as_object()
    assert own.headings == ("k1", "k2 (shared)")


def test_constants_that_have_no_error_are_null_in_json():
    first, second = GROUPING.as_object()["groups"]
    assert first["constants"][0] == {"name": "k1", "shared": False, "value": 9.5, "stderr": 0.02}
    assert second["constants"][0]["stderr"] is None


def test_the_terminal_shows_one_equation_and_a_row_for_each_group():
    file = io.StringIO()
    Console(file=file, width=110).print(grouping_view(GROUPING, FINDINGS))
    text = file.getvalue()
    assert "24 rows of 2 groups, the 4 outermost held out" in text
    assert EQUATION.text() in text
    assert "9.500 ± 0.020" in text
    assert "4.25 ± ?" in text
    assert text.count("3.125 ± 0.013") == 2
    assert text.count("A law") == 1


def test_the_page_begins_with_all_groups(monkeypatch):
    monkeypatch.setattr(_page, "sections_of", lambda _, **__: ())
    text = discovery_page(FINDINGS, title="data.csv", grouping=GROUPING).decode()
    assert text.index("All groups") < text.index("target-0")
    assert "k2 (shared)" in text
    assert HOSTILE not in text
    assert text.count("3.125 ± 0.013") == 2
    alone = discovery_page(FINDINGS, title="data.csv").decode()
    assert "All groups" not in alone
    weak = replace(FINDINGS[0].discovery, verdict=Verdict.UNDECIDED)
    unsure = discovery_page(
        (replace(FINDINGS[0], discovery=weak),), title="data.csv", grouping=GROUPING
    )
    assert "Undecided" in unsure.decode()
