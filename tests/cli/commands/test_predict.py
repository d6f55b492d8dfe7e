import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import nalm as package
from tests.cli.examples import nalm

T = np.linspace(0.0, 3.0, 12)


@pytest.fixture(autouse=True)
def files():
    X = pd.DataFrame({"side": np.linspace(1.0, 2.0, 40)})
    cube = package.SymbolicRegressor(max_terms=1, starts=2, random_state=0)
    cube.fit(X, pd.Series(X["side"] ** 3, name="volume")).save("cube.json")
    decay = package.DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
    decay.fit(T, 4.0 * np.exp(-0.5 * T)[:, None]).save("decay.json")
    Path("new.csv").write_text("side,t,x0\n1.5,0,2\n3,1,\n")


def test_the_table_with_predictions_is_printed():
    outcome = nalm("predict", "cube.json", "new.csv")
    assert outcome.code == 0
    frame = pd.read_csv(io.StringIO(outcome.out), keep_default_na=False)
    assert frame["volume_predicted"].tolist() == [3.375, 27.0]
    assert frame["outside"].tolist() == ["", "side"]
    assert "volume = side^3" in outcome.err
    assert "1 of 2 rows lies outside" in outcome.err


def test_a_file_is_written_in_place_of_it():
    outcome = nalm("predict", "cube.json", "new.csv", "--out", "out.csv", "--intervals", "0.5")
    assert (outcome.code, outcome.out) == (0, "")
    assert "Wrote out.csv" in outcome.err
    assert len(pd.read_csv("out.csv")) == 2


def test_equations_of_motion_are_solved():
    outcome = nalm("predict", "decay.json", "new.csv", "--time", "t")
    frame = pd.read_csv(io.StringIO(outcome.out))
    np.testing.assert_allclose(frame["x0_predicted"], [2.0, 2.0 * np.exp(-0.5)], rtol=1e-6)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("decay.json", "new.csv"), "expected --time T, a column of times in DATA, found none"),
        (("cube.json", "new.csv", "--time", "t"), "Leave the options away"),
        (("cube.json", "new.csv", "--group", "t"), "expected a model of groups"),
        (("decay.json", "new.csv", "--time", "t", "--group", "t"), "--trajectory tells"),
        (("cube.json", "new.csv", "--intervals", "1"), "--intervals"),
        (("cube.json", "nowhere.csv"), "does not exist"),
        (("cube.json", "new.csv", "--out", "new.csv"), "Write --out new_new.csv"),
        (("cube.json", "new.csv", "--out", "cube.json"), "Write --out cube.csv"),
    ],
)
def test_what_cannot_work_is_said(words, message):
    outcome = nalm("predict", *words)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.out == ""


def test_a_file_that_is_no_model_is_refused():
    Path("other.json").write_text("{}")
    outcome = nalm("predict", "other.json", "new.csv")
    assert outcome.code == 1
    assert "other.json" in outcome.err


def test_the_file_is_read_as_the_options_say():
    Path("german.csv").write_text("side;t\n1,500;2\n3,000;1\n")
    Path("plain.csv").write_text("1.5,2\n3,1\n")
    outcomes = [
        nalm("predict", "cube.json", "german.csv", "--decimal", ","),
        nalm("predict", "cube.json", "plain.csv", "--names", "side,t"),
    ]
    assert [each.code for each in outcomes] == [0, 0]
    first, second = (pd.read_csv(io.StringIO(each.out)) for each in outcomes)
    assert first["volume_predicted"].tolist() == second["volume_predicted"].tolist() == [3.375, 27]


def test_columns_may_be_quoted_as_messages_do():
    Path("odd.csv").write_text('"t, s",x0\n0,2\n1,\n')
    outcomes = [nalm("predict", "decay.json", "odd.csv", "--time", t) for t in ("t, s", '"t, s"')]
    assert [each.code for each in outcomes] == [0, 0]
    assert outcomes[0].out == outcomes[1].out
