"""The process: it answers, stops, and never outlives those who wait for it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from nalm.app._work._answer import Answer
from nalm.app._work._job import Job
from nalm.app._work._question import Question
from nalm.inquiry import Effort, Request

LONG = 60


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def until(condition, seconds=LONG):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def hard(folder):
    """A question that takes longer than a test: noise that nothing explains."""
    random = np.random.default_rng(0)
    rows = random.normal(size=(60, 4))
    np.savetxt(folder / "noise.csv", rows, delimiter=",", header="a,b,c,y", comments="")
    return Question(
        request=Request(data=folder / "noise.csv", target="y"), effort=Effort(max_time=500.0)
    )


@pytest.mark.thorough
def test_a_law_is_found_and_written(tmp_path):
    (tmp_path / "line.csv").write_text("x,y\n" + "".join(f"{k},{3 * k}\n" for k in range(1, 20)))
    request = Request(data=tmp_path / "line.csv", target="y")
    job = Job(Question(request=request, effort=Effort(max_time=20.0)), tmp_path / "answer")
    assert job.wait(LONG)
    assert job.state.is_done, job.state.failed
    [target] = Answer.read(job.folder).targets
    assert target["text"] == "y = 3*x"


def test_what_cannot_work_is_said_as_on_the_command_line(tmp_path):
    (tmp_path / "table.csv").write_text("x,y\n1,a\n2,b\n")
    request = Request(data=tmp_path / "table.csv", target="y")
    job = Job(Question(request=request, effort=Effort()), tmp_path / "answer")
    assert job.wait(LONG)
    assert job.state.failed is not None
    assert "the target, holds text such as 'a'" in job.state.failed.message
    assert job.state.failed.expected


@pytest.mark.thorough
def test_a_search_that_is_stopped_answers_with_its_best(tmp_path):
    job = Job(hard(tmp_path), tmp_path / "answer")
    assert until(lambda: job.state.parts)
    job.stop()
    assert job.wait(LONG)
    assert job.state.is_done, job.state.failed
    answer = Answer.read(job.folder)
    assert answer.content["stopped"]
    assert not answer.targets[0]["complete"]


def test_a_search_that_is_ended_is_gone_at_once(tmp_path):
    job = Job(hard(tmp_path), tmp_path / "answer")
    job.end()
    assert job.wait(5)
    assert not is_alive(job.pid)
    assert job.state.failed is not None


def test_a_search_ends_once_nobody_waits_for_it(tmp_path):
    job = Job(hard(tmp_path), tmp_path / "answer", is_wanted=lambda: False, grace=0.2)
    assert job.wait(10)
    assert not is_alive(job.pid)


def test_a_search_ends_with_the_server_however_that_ends(tmp_path):
    script = f"""
import sys, time
sys.path[:0] = {sys.path!r}
from pathlib import Path
from nalm.app._work._job import Job
from tests.app.work.test_job import hard
print(Job(hard(Path({str(tmp_path)!r})), Path({str(tmp_path)!r}) / "answer").pid, flush=True)
time.sleep(60)
"""
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    assert is_alive(pid)
    server.kill()
    server.wait()
    server.stdout.close()
    assert until(lambda: not is_alive(pid), 20)


@pytest.mark.thorough
def test_a_stop_is_heard_also_where_ctrl_c_is_ignored(tmp_path):
    script = f"""
import signal, sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from nalm.app._work._job import Job
from tests.app.work.test_job import hard, until
signal.signal(signal.SIGINT, signal.SIG_IGN)
job = Job(hard(Path({str(tmp_path)!r})), Path({str(tmp_path)!r}) / "answer")
until(lambda: job.state.parts)
job.stop()
job.wait(60)
print(job.state.is_done)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr
