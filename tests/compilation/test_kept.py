import os
import stat
import subprocess
import sys

import pytest

from nalm.compilation import _kept
from nalm.compilation._kept import PLACE, bound, forget, keeping, kept_programs

PROGRAM = """
import torch
from torch._dynamo.utils import counters
from nalm.compilation import compile_graph, trace
from nalm.compilation._direct import InPlace
def step(x, y):
    x.add_(torch.cos(y) * 3)
x, y = torch.zeros(7), torch.ones(7)
program = compile_graph(trace(step, [x, y]), [x, y], one_thread=True)
program(x, y)
counts = counters["inductor"]
same = bool(torch.allclose(x, torch.cos(y) * 3))
print(counts["fxgraph_cache_hit"], counts["fxgraph_cache_miss"], isinstance(program, InPlace), same)
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.delenv(PLACE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept_programs.cache_clear()
    yield tmp_path
    kept_programs.cache_clear()


def compiled():
    run = [sys.executable, "-c", PROGRAM]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()


def test_the_folder_is_the_users_alone(home):
    folder = kept_programs()
    assert folder.is_relative_to(home)
    for each in (folder, folder.parent):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700


def test_a_folder_that_others_could_write_to_is_closed(home):
    folder = home / "nalm" / "programs"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert kept_programs() is not None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_nothing_is_kept_where_no_folder_can_be_made(home):
    (home / "nalm").write_text("a file in its place")
    assert kept_programs() is None
    with keeping() as folder:
        assert folder is None
        assert PLACE not in os.environ


def test_the_users_choice_of_a_folder_counts(home, monkeypatch):
    monkeypatch.setenv(PLACE, str(home / "mine"))
    with keeping() as folder:
        assert folder is None
        assert os.environ[PLACE] == str(home / "mine")
    assert os.environ[PLACE] == str(home / "mine")


def test_pytorchs_own_default_in_a_folder_of_everybody_is_no_choice(monkeypatch):
    from torch._inductor.runtime.cache_dir_utils import default_cache_dir

    monkeypatch.setenv(PLACE, default_cache_dir())
    with keeping() as folder:
        assert os.environ[PLACE] == str(folder)
    assert os.environ[PLACE] == default_cache_dir()


def test_the_environment_is_left_as_it_was():
    with keeping() as folder:
        assert os.environ[PLACE] == str(folder)
    assert PLACE not in os.environ


@pytest.mark.parametrize("name", ["_processor", "__file__"])
def test_another_processor_or_other_code_has_other_programs(tmp_path, monkeypatch, name):
    before = kept_programs()
    (tmp_path / "code").mkdir()
    changed = (lambda: "another") if name == "_processor" else str(tmp_path / "code" / "a.py")
    monkeypatch.setattr(_kept, name, changed)
    kept_programs.cache_clear()
    assert kept_programs() != before


def test_the_oldest_files_go_first_until_the_bound_holds(tmp_path):
    for age in range(4):
        path = tmp_path / "in" / str(age)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 10)
        os.utime(path, (1000 - age, 1000 - age))
    bound(tmp_path, 25)
    assert sorted(path.name for path in (tmp_path / "in").iterdir()) == ["0", "1"]
    forget(tmp_path)
    assert list((tmp_path / "in").iterdir()) == []


@pytest.mark.compile
@pytest.mark.slow
def test_the_second_process_compiles_nothing_and_a_damaged_program_is_made_again(home):
    assert compiled() == ["0", "1", "True", "True"]
    assert compiled() == ["1", "0", "True", "True"]
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert kept
    for path in kept:
        path.write_bytes(b"damaged")
    assert compiled()[2:] == ["True", "True"]
    assert compiled() == ["1", "0", "True", "True"]
