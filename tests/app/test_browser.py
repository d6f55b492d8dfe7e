"""The page of a real server in a browser: load, wrong file, stop, answer, downloads."""

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.app.work.test_job import is_alive, until
from tests.browser import browsing, listen, starts

pytestmark = pytest.mark.browser
SECONDS = 120_000
"""Milliseconds that a slow machine may need for one step."""
HARMLESS = re.compile(r"Unrecognized feature|sandbox attribute")
"""What Streamlit's own page says on every console."""


@pytest.fixture(autouse=True, scope="module")
def chromium():
    if not starts():
        pytest.skip("no chromium that starts: install Debian's package `chromium`")


@contextmanager
def serving(*words):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = "import sys; from nalm.cli import main; main(sys.argv[1:])"
    server = subprocess.Popen(
        [sys.executable, "-c", command, "app", "--no-browser", "--port", str(port), *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert until(lambda: answers(port)), "the server does not answer"
        yield f"http://127.0.0.1:{port}", server
    finally:
        server.kill()
        server.wait()


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def server():
    with serving("--max-upload", "1") as served:
        yield served


@pytest.fixture
def page(server):
    with browsing(size=(1300, 1400)) as context:
        opened = context.new_page()
        yield at(opened, server[0])


def at(page, address):
    page.set_default_timeout(SECONDS)
    expect.set_options(timeout=SECONDS)
    page.goto(address)
    page.get_by_role("combobox", name="Or try an example").wait_for()
    return page


def drop(page, path):
    page.locator("input[type=file]").first.set_input_files(path)


def find(page):
    button = page.get_by_role("button", name="Find the equation")
    expect(button).to_be_enabled()
    button.click()


@pytest.fixture
def line(tmp_path):
    path = tmp_path / "line.csv"
    path.write_text("x;y\n" + "".join(f"{k},5;{2 * k + 1}\n" for k in range(1, 20)))
    return path


@pytest.fixture
def noise(tmp_path):
    path = tmp_path / "noise.csv"
    # Large enough that the search has not ended by itself when a test stops it.
    rows = np.random.default_rng(0).normal(size=(600, 21))
    names = ",".join([*(f"x{k}" for k in range(20)), "y"])
    np.savetxt(path, rows, delimiter=",", header=names, comments="", fmt="%.6g")
    return path


def workers(server):
    """Return the processes that search for the pages of a server."""
    found = set()
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((each / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:  # it has ended
            continue
        if parent == server.pid and is_alive(int(each.name)):
            found.add(int(each.name))
    return found


def test_an_answer_can_be_read_and_taken_home(page, line, tmp_path):
    console, asked = listen(page), []
    page.on("request", lambda request: asked.append(request.url))
    drop(page, line)
    expect(page.get_by_text("with ',' as the decimal sign")).to_be_visible()
    find(page)
    expect(page.get_by_text("A law")).to_be_visible()
    expect(page.locator(".katex").first).to_contain_text("y=2x")
    page.get_by_role("tab", name="Report and plots").click()
    report = page.frame_locator("iframe")
    expect(report.get_by_role("heading", name="Fit and extrapolation")).to_be_visible()
    page.get_by_role("tab", name="Download").click()
    for label in ("Report (HTML)", "Model (JSON)", "Python", "C", "MATLAB", "Excel", "Julia"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        waiting.value.save_as(tmp_path / label)
        assert (tmp_path / label).stat().st_size > 10
    space = {}
    exec((tmp_path / "Python").read_text(), space)
    assert space["y"](4.0) == pytest.approx(8.0)
    foreign = [u for u in asked if not re.match(r"(http|ws)://127\.0\.0\.1|data:|blob:|about:", u)]
    assert foreign == []
    assert [each for each in console if not HARMLESS.search(each)] == []


def test_other_rows_are_predicted(page, line, tmp_path):
    drop(page, line)
    find(page)
    page.get_by_role("tab", name="Other rows").click()
    rows = tmp_path / "rows.csv"
    rows.write_text("x\n4\n50\n")
    page.locator("input[type=file]").nth(1).set_input_files(rows)
    expect(page.get_by_text("1 of 2 rows lies outside")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Predictions (CSV)").click()
    assert waiting.value.suggested_filename == "rows-predicted.csv"
    assert "y_predicted" in Path(waiting.value.path()).read_text()


def test_a_model_of_an_earlier_visit_predicts_rows(page, server, line, tmp_path):
    drop(page, line)
    find(page)
    page.get_by_role("tab", name="Download").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Model (JSON)").click()
    waiting.value.save_as(tmp_path / "line-model.json")
    page.goto(server[0])
    drop(page, tmp_path / "line-model.json")
    expect(page.get_by_text("Answer for line-model.json")).to_be_visible()
    expect(page.locator(".katex").first).to_contain_text("y=2x")
    page.get_by_role("tab", name="Other rows").click()
    rows = tmp_path / "rows.csv"
    rows.write_text("x\n4\n50\n")
    page.locator("input[type=file]").nth(1).set_input_files(rows)
    expect(page.get_by_text("1 of 2 rows lies outside")).to_be_visible()


def test_a_wrong_file_is_said_and_the_next_one_read(page, line, tmp_path):
    wrong = tmp_path / "photo.jpg"
    wrong.write_bytes(b"\xff\xd8\xff\xe0\0\0\0")
    drop(page, wrong)
    expect(page.get_by_text("photo.jpg: expected a table")).to_be_visible()
    drop(page, line)
    expect(page.get_by_text("19 rows, 2 columns.")).to_be_visible()
    expect(page.get_by_text("photo.jpg: expected a table")).to_have_count(0)


def test_a_file_that_is_too_large_is_refused(page, tmp_path):
    large = tmp_path / "large.csv"
    large.write_text("a,b\n" + "1,2\n" * 300_000)
    drop(page, large)
    expect(page.get_by_text("Your table or saved model, at most 1 MB")).to_be_visible()
    expect(page.get_by_text("large.csv: expected a file of at most 1 MB")).to_be_visible()
    expect(page.get_by_text("nalm discover FILE")).to_be_visible()
    expect(page.get_by_text("4MB per file")).to_be_hidden()
    expect(page.get_by_role("button", name="Find the equation")).to_have_count(0)


def test_a_table_without_numbers_cannot_be_searched(page, line, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("a,b\nx,y\nz,w\n")
    drop(page, words)
    expect(page.get_by_text("No column holds numbers: a holds text, b holds text.")).to_be_visible()
    expect(page.get_by_role("button", name="Find the equation")).to_be_disabled()
    drop(page, line)
    expect(page.get_by_role("button", name="Find the equation")).to_be_enabled()


def test_a_search_shows_its_best_and_stops_with_it(page, server, noise):
    drop(page, noise)
    find(page)
    expect(page.get_by_test_id("stCode")).to_contain_text("best ")
    page.get_by_role("button", name="Stop, and keep the best so far").click()
    expect(page.get_by_text("Stopped: this is the best of what was searched.")).to_be_visible()
    expect(page.locator(".katex").first).to_be_visible()
    expect(page.get_by_role("button", name="Find the equation")).to_be_enabled()
    assert until(lambda: not workers(server[1]), 10)


def test_an_answer_outlives_a_reload_with_file_and_choices(page, line, tmp_path):
    drop(page, line)
    seconds = page.get_by_role("spinbutton", name="Seconds to search at most")
    seconds.fill("30")
    seconds.press("Tab")
    find(page)
    expect(page.get_by_text("A law")).to_be_visible()
    page.get_by_role("tab", name="Other rows").click()
    rows = tmp_path / "rows.csv"
    rows.write_text("x\n4\n50\n")
    page.locator("input[type=file]").nth(1).set_input_files(rows)
    expect(page.get_by_text("1 of 2 rows lies outside")).to_be_visible()
    for _ in range(2):
        page.reload()
        expect(page.locator(".katex").first).to_contain_text("y=2x")
        expect(page.get_by_text("line.csv is still here.")).to_be_visible()
        expect(seconds).to_have_value("30")
        page.get_by_role("tab", name="Other rows").click()
        expect(page.get_by_text("1 of 2 rows lies outside")).to_be_visible()
    page.get_by_role("button", name="Put line.csv away").click()
    expect(page.get_by_role("combobox", name="Or try an example")).to_be_enabled()


def test_a_search_outlives_a_reload_and_can_be_stopped_after_it(page, noise):
    drop(page, noise)
    find(page)
    expect(page.get_by_test_id("stCode")).to_contain_text("best ")
    page.reload()
    expect(page.get_by_test_id("stCode")).to_contain_text("best ")
    page.get_by_role("button", name="Stop, and keep the best so far").click()
    expect(page.get_by_text("Stopped: this is the best of what was searched.")).to_be_visible()


def test_an_answer_outlives_a_lost_connection(server, line):
    with browsing(size=(1300, 1400)) as context:
        page, lines = context.new_page(), []

        def connect(client):
            lines.append(client)
            client.connect_to_server()

        page.route_web_socket(re.compile(r"/_stcore/stream"), connect)
        at(page, server[0])
        drop(page, line)
        find(page)
        # The whole answer: what is lost while it is drawn takes a reload.
        expect(page.get_by_role("tab", name="Other rows")).to_be_visible()
        lines[-1].close()
        assert until(lambda: page.wait_for_timeout(100) or len(lines) > 1)
        page.get_by_role("tab", name="Other rows").click()
        page.get_by_role("button", name="Predict the rows of the table itself").click()
        expect(page.get_by_role("button", name="Predictions (CSV)")).to_be_visible()


def test_two_tabs_do_not_mix(page, server, line):
    drop(page, line)
    find(page)
    expect(page.get_by_text("A law")).to_be_visible()
    other = at(page.context.new_page(), server[0])
    expect(other.get_by_text("A law")).to_have_count(0)
    other.wait_for_url("**/?work=*")
    assert other.url != page.url
    page.reload()
    expect(page.get_by_text("A law")).to_be_visible()


def test_an_address_of_another_server_says_that_its_work_is_gone(server):
    with browsing() as context:
        page = at(context.new_page(), f"{server[0]}/?work=another")
        expect(page.get_by_text("What this address showed is gone")).to_be_visible()
        assert "another" not in page.url


def test_a_search_ends_some_time_after_its_page_was_closed(server, noise):
    with browsing() as context:
        page = at(context.new_page(), server[0])
        drop(page, noise)
        find(page)
        # While it is busy, Streamlit has a button of this name in the head of the page.
        page.get_by_role("button", name="Stop").last.wait_for()
        assert until(lambda: workers(server[1]), 20)
    assert until(lambda: not workers(server[1]), 40)


@pytest.mark.parametrize("signal", [15, 9], ids=["terminated", "killed"])
def test_a_search_ends_with_its_server(noise, signal):
    with serving() as (address, server), browsing() as context:
        page = at(context.new_page(), address)
        drop(page, noise)
        find(page)
        # While it is busy, Streamlit has a button of this name in the head of the page.
        page.get_by_role("button", name="Stop").last.wait_for()
        assert until(lambda: workers(server), 20)
        [pid] = workers(server)
        os.kill(server.pid, signal)
        assert until(lambda: not is_alive(pid), 20)


@pytest.mark.parametrize("width", [400, 800, 1300])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_is_wider_than_its_window(server, width, theme):
    with browsing(size=(width, 1200), theme=theme) as context:
        page = at(context.new_page(), server[0])
        page.get_by_role("combobox", name="Or try an example").click()
        page.get_by_role("option", name="Planets").click()
        page.get_by_role("button", name="Find the equation").wait_for()
        time.sleep(0.5)
        content, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert content <= window
