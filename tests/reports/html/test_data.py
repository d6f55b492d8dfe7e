import json
import math
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from nalm.reports.html._data import KEY_DIGITS, run_data
from tests.reports.html.examples import run, setting, settings


def test_runs_read_back():
    read = json.loads(run_data(settings()))
    assert read["settings"][0] == ["NRU", "div", "", "[-2,2)", "[2,6)"]
    assert [len(rows) for rows in read["runs"]] == [3, 3, 12, 12]
    first, second, *_ = read["runs"][0]
    assert first == [0, 1, 1000, 0.1, 0, 0.5, 0, run(0).key[:KEY_DIGITS]]
    assert second[1:3] == [0, None]


FLOATS = st.floats(-1e300, 1e300) | st.sampled_from([math.inf, -math.inf, math.nan])


@given(FLOATS, st.sampled_from([True, False, None]), st.booleans())
def test_numbers_keep_four_digits(value, solved, diverged):
    one = replace(setting(), rows=(run(0, test_error=value, solved=solved, diverged=diverged),))
    ((row,),) = json.loads(run_data([one]))["runs"]
    assert row[1] == solved
    assert row[6] == diverged
    if math.isnan(value):
        assert row[3] is None
    else:
        assert row[3] == value or math.isclose(row[3], value, rel_tol=6e-4)


@given(st.text())
def test_no_label_ends_the_script_element(label):
    text = run_data([setting(unit=f"</script><!--{label}")])
    assert not set("<>&") & set(text)
    assert json.loads(text)["settings"][0][0] == f"</script><!--{label}"
