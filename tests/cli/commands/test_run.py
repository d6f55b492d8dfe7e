import pytest

from nalm.results import Store
from tests.cli.examples import CURVE, NAME, nalm, small_experiment

ONE = ("--where", "unit=NMRU", "--no-compile")


def test_training_stores_every_run_and_a_second_call_has_nothing_to_do():
    first = nalm("run", NAME, *ONE)
    assert first.code == 0
    assert "4 of 4 runs solved. Stored in nalm.db." in first.out
    assert f"See it with: nalm report {NAME} --where unit=NMRU" in first.out
    wanted = {run.key for run in small_experiment().where({"unit": "NMRU"}).runs()}
    with Store("nalm.db", read_only=True) as store:
        assert store.keys() == wanted
    second = nalm("run", NAME, *ONE)
    assert f"All 4 runs of {NAME} are in nalm.db." in second.out


def test_quiet_prints_nothing():
    outcome = nalm("run", NAME, *ONE, "--quiet")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


def test_the_environment_names_the_store(monkeypatch, tmp_path):
    monkeypatch.setenv("NALM_STORE", str(tmp_path / "deep" / "runs.db"))
    assert nalm("run", NAME, *ONE, "--seeds", "1").code == 0
    assert (tmp_path / "deep" / "runs.db").exists()


def test_a_computation_needs_no_training():
    outcome = nalm("run", CURVE)
    assert outcome.code == 0
    assert "needs no training" in outcome.out
    assert f"nalm report {CURVE}" in outcome.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing",), "is not in the catalogue"),
        ((NAME, "--where", "unit=NALU"), "has no such unit"),
        ((NAME, "--seeds", "0"), "--seeds: expected a positive whole number"),
        ((NAME, "--seeds", "many"), "not a valid integer"),
        ((), "Missing argument 'NAME'"),
    ],
)
def test_misuse_has_code_2(words, message):
    outcome = nalm("run", *words)
    assert outcome.code == 2
    assert message in outcome.err


def test_a_store_that_cannot_be_used_has_code_1(tmp_path):
    (tmp_path / "text.db").write_text("not a database, but long enough to be looked at")
    for place in ("text.db", "."):
        outcome = nalm("run", NAME, *ONE, "--store", place)
        assert outcome.code == 1
        assert outcome.err.startswith("Error: ")
        assert "Traceback" not in outcome.err
