import json
import math

from hypothesis import given
from hypothesis import strategies as st

from nalm.reports import TrainingReport
from nalm.reports.formats import find_format
from nalm.reports.interface._frames import make_frame
from tests.reports.examples import sweep_report


@given(
    st.lists(
        st.fixed_dictionaries(
            {"unit": st.text(), "mse": st.floats(), "runs": st.integers(0, 10**6)}
        ),
        max_size=5,
    )
)
def test_a_list_of_objects_with_null_for_what_is_not_finite(rows):
    frame = make_frame(rows, ["unit", "mse", "runs"])
    report = TrainingReport(name="a/b", title="", source="", frame=frame)

    def refuse(name):
        raise AssertionError(name)

    read = json.loads(find_format("json").render(report), parse_constant=refuse)
    wanted = [{**r, "mse": r["mse"] if math.isfinite(r["mse"]) else None} for r in rows]
    assert read == wanted


def test_tables_below_have_keys_of_their_own():
    report = sweep_report()
    read = json.loads(find_format("json").render(report))
    assert {kind: len(rows) for kind, rows in read.items()} == {"settings": 10, "measurements": 2}
    assert read["settings"][0]["parameter"] == "weight 0"
