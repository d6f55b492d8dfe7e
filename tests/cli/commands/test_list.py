import subprocess
import sys

from nalm.results import Store
from tests.cli.examples import CURVE, NAME, fill, nalm, small_experiment


def test_every_entry_with_its_source_and_cost():
    out = nalm("list").out
    for text in (NAME, CURVE, "Figure 3", "Small numbers", "16", "computed"):
        assert text in out
    assert "nalm.db" not in out


def test_the_state_in_the_store():
    fill("nalm.db", small_experiment(), runs=5)
    assert "5 of 16" in nalm("list").out
    fill("nalm.db", small_experiment())
    assert "complete" in nalm("list").out


def test_it_loads_neither_the_catalogue_nor_pytorch(tmp_path):
    with Store(tmp_path / "nalm.db"):
        pass
    script = "import sys; from nalm.cli import main; main(['list'], standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; print(*sys.modules)"], capture_output=True, text=True
    )
    *lines, loaded = done.stdout.splitlines()
    assert any(NAME in line for line in lines)
    assert not {"torch", "pandas", "nalm.experiments"} & set(loaded.split())


def test_a_broken_store_has_code_1(tmp_path):
    (tmp_path / "nalm.db").write_text("not a database, but long enough to be looked at")
    assert nalm("list").code == 1
