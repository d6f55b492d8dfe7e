"""Whatever files are given: one message and an exit code, or an answer; nothing is overwritten."""

import io
import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.discovery import SymbolicRegressor
from nalm.errors import NalmError, NalmWarning
from tests._tiers import slow, thorough
from tests.cli import _fuzzed_files as files
from tests.cli.examples import nalm

EACH = 100
SHARES = [10 * k for k in range(10)]
FRAME = pd.DataFrame({"a": [1.0, 2, 3, 4], "b (m)": [1, 2, 4, 3], "y": [2.0, 8, 18, 32]})


def asked(r):
    """Draw options that go with any table of the columns a, b, y."""
    words = (
        ["--time", "a"] if r.random() < 0.03 else ["--target", str(r.choice(["y", "y", "a (m)"]))]
    )
    for option, share in (("--drop-missing", 0.3), ("--units=auto", 0.1), ("--decimal=,", 0.1)):
        words += [option] if r.random() < share else []
    return [*words, "--max-time=0.05", "--quiet", "--format=json"]


def answers(*words):
    """Run the command line; return its exit code, and check that all is said in a few words."""
    before = {path: path.read_bytes() for path in Path().iterdir()}
    outcome = nalm("discover", *words)
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
    assert outcome.code in (0, 1, 2)
    assert "Traceback" not in outcome.err
    errors = [line for line in outcome.err.splitlines() if line.startswith("Error: ")]
    assert len(errors) == (outcome.code != 0)
    if outcome.code == 0:
        assert json.loads(outcome.out)["targets"]
    return outcome.code


def fuzzed_table(seed):
    r = np.random.default_rng(seed)
    raw = files.encoded(r, files.changed_text(r, files.table_text(r)))
    Path("data.csv").write_bytes(files.changed_bytes(r, raw) if r.random() < 0.3 else raw)
    return answers("data.csv", *asked(r))


def fuzzed_units(seed):
    r = np.random.default_rng(seed)
    Path("data.csv").write_text(FRAME.to_csv(index=False))
    name, text = [("u.toml", 'a = "m"\nb = "m"\ny = "m^3"\n'), ("u.csv", "a,m\nb,m\ny,m^3\n")][
        seed % 2
    ]
    Path(name).write_bytes(files.changed_bytes(r, files.changed_text(r, text).encode()))
    return answers("data.csv", "--target", "y", "--units", name, "--max-time=0.05", "--format=json")


def fuzzed_binary(seed, kind):
    """Damage a workbook or a Parquet file that holds odd cells."""
    r = np.random.default_rng(seed)
    frame = FRAME.astype(object)
    for _ in range(int(r.integers(0, 3))):
        odd = files.ODD[int(r.integers(len(files.ODD)))]
        frame.iloc[int(r.integers(4)), int(r.integers(3))] = "".join(filter(str.isprintable, odd))
    file = io.BytesIO()
    if kind == "xlsx":
        frame.to_excel(file, index=False)
    else:
        (frame.astype(str) if r.random() < 0.5 else FRAME).to_parquet(file)
    raw = file.getvalue()
    Path(f"data.{kind}").write_bytes(files.changed_bytes(r, raw) if r.random() < 0.7 else raw)
    return answers(f"data.{kind}", *asked(r))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Return what the files of two fitted models hold."""
    folder = tmp_path_factory.mktemp("models")
    x = np.linspace(1.0, 3.0, 30)[:, None] * [1.0, 2.0] + [[0.0, 0.1]] * 30
    found = []
    for k, functions in enumerate([(), ("exp",)]):
        model = SymbolicRegressor(max_time=1.0, random_state=0, functions=functions)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NalmWarning)
            y = x[:, 0] * x[:, 1] + (np.exp(-x[:, 0]) if functions else 0)
            model.fit(x, y).save(folder / f"{k}.json")
        found.append(json.loads((folder / f"{k}.json").read_text()))
    return found


def loads(seed, models):
    """Load a damaged model and use it; return whether that works."""
    r = np.random.default_rng(seed)
    text = files.document_text(r, files.changed_document(r, models[seed % 2]))
    path = Path("model.json")
    path.write_bytes(text.encode())
    try:
        model = SymbolicRegressor.load(path)
        assert model.equation_
        assert isinstance(model.reason_, str)
        model.predict([[1.0, 2.0], [3.0, 4.0]])
    except NalmError as error:
        assert str(error)
        return False
    finally:
        assert path.read_bytes() == text.encode()
    return True


@pytest.mark.parametrize("first", [0, thorough(EACH), *(slow(k * EACH) for k in range(2, 6))])
def test_any_text_gets_an_answer_or_one_message(first):
    codes = [fuzzed_table(seed) for seed in range(first, first + EACH)]
    assert 0 in codes
    assert {1, 2} & set(codes)


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
@pytest.mark.parametrize("first", [0, *(thorough(k * 25) for k in range(1, 4))])
def test_any_workbook_or_parquet_file_gets_an_answer_or_one_message(first, kind):
    pytest.importorskip({"xlsx": "openpyxl", "parquet": "pyarrow"}[kind])
    assert {fuzzed_binary(seed, kind) for seed in range(first, first + 25)} >= {0, 1}


@pytest.mark.parametrize("first", [0, thorough(50)])
def test_any_file_of_units_gets_an_answer_or_one_message(first):
    assert len({fuzzed_units(seed) for seed in range(first, first + 50)}) > 1


@pytest.mark.parametrize("first", [0, thorough(EACH)])
@pytest.mark.filterwarnings("ignore::nalm.errors.NalmWarning")
def test_any_model_is_loaded_or_refused(first, models):
    count = sum(loads(seed, models) for seed in range(first, first + EACH))
    assert count < EACH
