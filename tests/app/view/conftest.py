"""The page without a browser, and work without a process."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from nalm import app
from nalm.app import _desk
from nalm.app._work._answering import answer
from nalm.app._work._events import State

SCRIPT = Path(app.__file__).with_name("_script.py")


class FakeJob:
    """Work that begins, and ends when a test says so."""

    begun: ClassVar[list] = []
    seconds = 3.0

    def __init__(self, question, folder, *, is_wanted):
        self.question, self.folder, self.state = question, folder, State()
        FakeJob.begun.append(self)

    def stop(self):
        self.state = replace(self.state, stopping=True)

    def end(self):
        self.state = replace(self.state, stopping=True, ended=True)

    def wait(self, seconds):
        return True

    def fail(self, failed):
        self.state = replace(self.state, ended=True, failed=failed)

    def finish(self, *, stopped=False, notes=()):
        answer(self.question)(self.folder, notes=list(notes), stopped=stopped)
        self.state = replace(self.state, ended=True, is_done=True)


@pytest.fixture
def jobs(monkeypatch):
    monkeypatch.setattr(_desk, "Job", FakeJob)
    monkeypatch.setattr(FakeJob, "begun", [])
    yield FakeJob.begun
    streamlit.cache_resource.clear()  # the desk: all tests are one visitor


@pytest.fixture
def page(jobs):
    return AppTest.from_file(SCRIPT, default_timeout=60).run()


@pytest.fixture
def again():
    """Return what loads a page again."""

    def load(page, name=None):
        new = AppTest.from_file(SCRIPT, default_timeout=60)
        new.query_params["work"] = page.query_params["work"] if name is None else name
        return new.run()

    return load


@pytest.fixture
def dropped(page):
    """Return the page with a file."""

    def drop(text, name="table.csv"):
        content = text if isinstance(text, bytes) else text.encode()
        page.file_uploader("file").set_value((name, content, "text/csv")).run()
        return page

    return drop


def by_label(elements, label):
    """Return the one field that has a label."""
    [found] = [each for each in elements if each.label == label]
    return found


def texts(elements):
    """Return what elements say, one after another."""
    return "\n".join(str(each.value) for each in elements)
