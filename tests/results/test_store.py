"""The store keeps what it is given: whole, once, and through every failure of file and process."""

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest

import nalm.errors
from nalm.errors import InvalidTypeError, StoreError
from nalm.results import Checkpoint, Store, StoredRun, Trace
from tests._processes import started


def make_run(key="a", length=5, **changes):
    error = np.linspace(1, 0, length)
    fields = {
        "key": key,
        "description": {"network": {"unit": "NMU"}, "range": [1.0, 2.0]},
        "seed": 3,
        "trace": Trace(
            step=np.arange(length) * 1000, validation=error, test=error * 2, sparsity=error / 2
        ),
        "parameters": {"0.weight": np.eye(2, dtype=np.float32)},
        "seconds": 1.5,
        "diverged": False,
    }
    return StoredRun(**(fields | changes))


def assert_same(one, other):
    for name in ("key", "description", "seed", "seconds", "diverged"):
        assert getattr(one, name) == getattr(other, name)
    assert_same_arrays(one.trace.arrays(), other.trace.arrays())
    assert_same_arrays(one.parameters, other.parameters)


def assert_same_arrays(one, other):
    assert list(one) == list(other)
    for name in one:
        assert one[name].dtype == other[name].dtype
        np.testing.assert_array_equal(one[name], other[name])


# ── What goes in comes out ────────────────────────────────────────────────────────────────────────


def test_a_run_survives_the_round_trip_through_a_closed_file(path):
    run = make_run()
    with Store(path) as store:
        store.add([run])
    with Store(path, read_only=True) as store:
        assert store.keys() == {"a"}
        (found,) = store.load(["a"])
    assert_same(run, found)


def test_nan_and_infinities_survive(store):
    error = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324])
    trace = Trace(step=np.arange(5), validation=error, test=error, sparsity=error)
    store.add([make_run(trace=trace, parameters={"w": error}, description={"high": np.inf})])
    (found,) = store.load(["a"])
    assert found.trace.test.tobytes() == error.tobytes()
    assert found.parameters["w"].tobytes() == error.tobytes()
    assert found.description == {"high": np.inf}


@pytest.mark.parametrize("seed", [0, -1, 2**63 - 1, -(2**63), np.int64(7)])
def test_seeds_survive(store, seed):
    store.add([make_run(seed=seed)])
    assert store.load(["a"])[0].seed == seed


def test_an_empty_trace_and_no_parameters_survive(store):
    run = make_run(length=0, parameters={})
    store.add([run])
    assert_same(run, store.load(["a"])[0])


def test_a_new_store_makes_its_folder_and_is_empty(tmp_path):
    path = tmp_path / "new" / "folder" / "runs.db"
    with Store(str(path)) as store:
        assert store.keys() == set()
        assert store.load(["a"]) == []
    assert path.exists()


@pytest.mark.parametrize("name", ["a?mode=ro", "50%20", "#1", "sp ace", "ünïcode", ":memory:"])
def test_any_file_name_works(tmp_path, name):
    with Store(tmp_path / name) as store:
        store.add([make_run()])
    with Store(tmp_path / name, read_only=True) as store:
        assert store.keys() == {"a"}
    assert all(file.name.startswith(name) for file in tmp_path.iterdir())


def test_a_relative_path_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Store("runs.db") as store:
        store.add([make_run()])
    assert (tmp_path / "runs.db").exists()


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with Store(path) as store:
        store.add([make_run()])
        assert store.keys() == {"a"}


# ── Never twice ───────────────────────────────────────────────────────────────────────────────────


def test_adding_a_stored_key_changes_nothing(store):
    store.add([make_run(seconds=1.0)])
    store.add([make_run(seconds=2.0), make_run("b")])
    assert store.keys() == {"a", "b"}
    assert store.load(["a"])[0].seconds == 1.0


def test_a_key_twice_in_one_call_is_stored_once(store):
    store.add(iter([make_run(seconds=1.0), make_run(seconds=2.0)]))
    assert [run.seconds for run in store.load(["a"])] == [1.0]


# ── Loading ───────────────────────────────────────────────────────────────────────────────────────


def test_loading_keeps_the_order_asked_and_omits_what_is_missing(store):
    store.add([make_run(key) for key in "abc"])
    assert [run.key for run in store.load(["c", "x", "a", "c"])] == ["c", "a", "c"]


def test_ten_thousand_keys_can_be_asked_for(store):
    keys = [f"{number:05}" for number in range(10_000)]
    run = make_run(length=1)
    store.add([StoredRun(**(vars(run) | {"key": key})) for key in keys[::2]])
    assert [found.key for found in store.iterate(keys)] == keys[::2]
    assert store.load([]) == []


def test_parameters_are_read_only_when_asked_for(store):
    store.add([make_run()])
    assert dict(next(store.iterate(["a"])).parameters) == {}
    assert list(next(store.iterate(["a"], parameters=True)).parameters) == ["0.weight"]
    assert dict(store.load(["a"], parameters=False)[0].parameters) == {}


def test_descriptions_are_found_by_what_they_name(store):
    described = [{"network": {"call": name}} for name in ("my.Unit", "my.Ünit", "their.Unit")]
    store.add([make_run(str(index), description=each) for index, each in enumerate(described)])
    assert list(store.descriptions(["my.Unit"])) == [described[0]]
    assert list(store.descriptions(["their.Unit", "my.Ünit"])) == described[1:]
    assert list(store.descriptions(["my.unit", "%", "my_Unit"])) == []
    assert list(store.descriptions([])) == []


def test_traces_load_a_few_at_a_time_and_without_the_weights(store):
    keys = [str(number) for number in range(2000)]
    for start in range(0, 2000, 500):
        store.add([make_run(key) for key in keys[start : start + 500]])
    reading = store.iterate(keys)
    assert dict(next(reading).parameters) == {}
    assert [run.key for run in reading] == keys[1:]


# ── Checkpoints ───────────────────────────────────────────────────────────────────────────────────


def test_a_checkpoint_survives_and_is_replaced(store):
    assert store.load_checkpoint("cohort") is None
    for step in (10, 20):
        arrays = {"w": np.full((2, 3), step / 10), "mask": np.array([True, False])}
        store.save_checkpoint("cohort", ["a", "b"], step=step, arrays=arrays)
    found = store.load_checkpoint("cohort")
    assert isinstance(found, Checkpoint)
    assert (found.cohort, found.members, found.step) == ("cohort", ("a", "b"), 20)
    assert_same_arrays(arrays, found.arrays)
    assert store.load_checkpoint("other") is None


def test_finishing_adds_the_runs_and_deletes_only_its_own_checkpoint(store):
    for cohort in ("one", "two"):
        store.save_checkpoint(cohort, ["a"], step=1, arrays={})
    store.finish("one", [make_run("a"), make_run("b")])
    assert store.keys() == {"a", "b"}
    assert store.load_checkpoint("one") is None
    assert store.load_checkpoint("two") is not None
    store.finish("never saved", [make_run("c")])
    assert store.keys() == {"a", "b", "c"}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_an_interruption_while_runs_are_made_stores_none_of_them(store, stop):
    def runs():
        yield make_run("b")
        raise stop

    store.save_checkpoint("cohort", ["b"], step=1, arrays={})
    with pytest.raises(stop):
        store.finish("cohort", runs())
    assert store.keys() == set()
    assert store.load_checkpoint("cohort") is not None
    store.add([make_run("b")])  # the connection still works


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"description": {"unit": object()}}, "`description` of run 'a' must be JSON"),
        ({"parameters": {"w": np.array([None])}}, "array `w` must hold booleans"),
        ({"parameters": {"w": np.array(["text"])}}, "array `w` must hold booleans"),
    ],
)
def test_what_cannot_be_kept_is_refused_before_anything_is_written(store, changes, message):
    with pytest.raises(InvalidTypeError, match=message):
        store.add([make_run("b"), make_run(**changes)])
    assert store.keys() == set()


# ── Killed at any moment ──────────────────────────────────────────────────────────────────────────

# The package without its facade, hence without torch: processes start in a tenth of a second.
LIGHT = f"""
import sys, types
sys.modules["nalm"] = package = types.ModuleType("nalm")
package.__path__ = [{str(Path(nalm.errors.__file__).parent)!r}]
"""
WRITER = """
import sys, numpy as np
from nalm.results import Store, StoredRun, Trace
with Store(sys.argv[1]) as store:
    e = np.random.RandomState(0).rand(300)
    trace = Trace(step=np.arange(300), validation=e, test=e, sparsity=e)
    cohort = max((int(key.split("-")[0]) for key in store.keys()), default=-1) + 1
    print("ready", flush=True)
    while True:
        keys = [f"{cohort}-{member}" for member in range(20)]
        for step in (1, 2):
            store.save_checkpoint(str(cohort), keys, step=step, arrays={"w": np.full(9000, step)})
        store.finish(str(cohort), [
            StoredRun(key=key, description={}, seed=0, trace=trace, parameters={"w": e},
                      seconds=0.0, diverged=False) for key in keys])
        cohort += 1
"""


def start_writer(path):
    return started([sys.executable, "-c", LIGHT + WRITER, path], stdout=subprocess.PIPE)


def assert_whole(path):
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        keys = [key for (key,) in connection.execute("SELECT key FROM run")]
        checkpoints = [name for (name,) in connection.execute("SELECT cohort FROM checkpoint")]
    assert len(keys) == len(set(keys))
    complete = len(keys) // 20
    assert set(keys) == {f"{c}-{m}" for c in range(complete) for m in range(20)}
    assert checkpoints in ([], [str(complete)])
    return complete


@pytest.mark.thorough
def test_a_process_killed_while_writing_leaves_whole_cohorts(path):
    random = np.random.RandomState(0)
    complete = 0
    for _ in range(12):
        with start_writer(path) as process:
            process.stdout.readline()
            time.sleep(random.uniform(0, 0.15))
            process.send_signal(signal.SIGKILL)
        with Store(path, read_only=True) as store:  # a report straight after the kill
            checkpoint = store.load_checkpoint(str(len(store.keys()) // 20))
        if checkpoint is not None:
            assert checkpoint.arrays["w"].tolist() == [checkpoint.step] * 9000
        before, complete = complete, assert_whole(path)
        assert complete >= before
    assert complete > 0


def test_a_process_killed_while_it_creates_the_file_leaves_one_that_opens(tmp_path):
    for stop in range(4):
        path = tmp_path / f"{stop}.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        with start_killed_creator(path, stop) as process:
            assert process.wait() == -signal.SIGKILL
        with Store(path) as store:
            store.add([make_run()])
            assert store.keys() == {"a"}


def start_killed_creator(path, stop):
    script = """
import os, signal, sqlite3, sys
path, stop = sys.argv[1], int(sys.argv[2])
connection = sqlite3.connect(path, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
for number in range(stop):
    connection.execute(f"CREATE TABLE partial{number} (key TEXT)")
os.kill(os.getpid(), signal.SIGKILL)
"""
    return started([sys.executable, "-c", script, str(path), str(stop)])


# ── Several processes ─────────────────────────────────────────────────────────────────────────────


def test_readers_see_whole_cohorts_while_another_process_writes(path):
    with start_writer(path) as process:
        process.stdout.readline()
        with Store(path, read_only=True, timeout=5) as store:
            sizes = [len(store.keys()) for _ in range(300)]
            assert not store.load(["absent"])
        process.kill()
    assert all(size % 20 == 0 for size in sizes)
    assert sizes == sorted(sizes)
    assert_whole(path)


def test_a_reader_does_not_hold_up_the_writer(store, path):
    store.add([make_run(str(number)) for number in range(600)])
    with Store(path, read_only=True) as reader:
        reading = reader.iterate([str(number) for number in range(600)])
        next(reading)
        store.add([make_run("new")])  # would raise after the store's timeout if it had to wait
        assert len(list(reading)) == 599


def test_a_second_writer_waits_for_the_first(store, path):
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.3, other.execute, ["COMMIT"])
        timer.start()
        store.add([make_run()])
        timer.join()
    assert store.keys() == {"a"}


def test_a_second_writer_that_waits_in_vain_says_who_is_in_the_way(path):
    with Store(path, timeout=0.1) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=r"runs\.db.*locked.*Another process is writing"):
                store.add([make_run()])
            with pytest.raises(StoreError, match="Another process is writing"):
                Store(path, timeout=0.1)
        store.add([make_run()])
        assert store.keys() == {"a"}


@pytest.mark.thorough
def test_eight_processes_that_create_one_file_at_once_all_succeed(tmp_path):
    script = (
        f"{LIGHT}\nfrom nalm.results import Store\n"
        "print(flush=True)\nsys.stdin.readline()\nStore(sys.argv[1]).close()"
    )
    for attempt in range(3):
        path = tmp_path / f"{attempt}.db"
        command = [sys.executable, "-c", script, path]
        with ExitStack() as all_of_them:
            processes = [
                all_of_them.enter_context(started(command, stdin=-1, stdout=-1, stderr=-1))
                for _ in range(8)
            ]
            for process in processes:
                process.stdout.readline()
            for process in processes:
                process.stdin.write(b"\n")
                process.stdin.flush()
            errors = [process.communicate()[1].decode() for process in processes]
        assert [process.returncode for process in processes] == [0] * 8, errors
        with Store(path) as store:
            assert store.keys() == set()


def test_the_file_alone_is_complete_after_the_writer_closed(path, tmp_path):
    with Store(path):
        pass
    with Store(path, read_only=True) as reader:
        reader.keys()
        with Store(path) as store:
            store.add([make_run()])
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
    with Store(copy, read_only=True) as store:
        assert store.keys() == {"a"}


# ── Files that cannot be used ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"experiment,unit\n" * 100, "not a database.*a file that nalm wrote"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "not a database|malformed"),
        (b"x", ""),
    ],
)
def test_another_kind_of_file_is_refused_and_untouched(path, content, message, read_only):
    path.write_bytes(content)
    with pytest.raises(StoreError, match=rf"(?s)runs\.db.*({message})"):
        Store(path, read_only=read_only)
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["CREATE TABLE mail (text)"], r"another program's database `.*runs\.db`"),
        (["PRAGMA application_id = 7"], "another program's database"),
        (["PRAGMA application_id = 1851878509", "PRAGMA user_version = 9"], "found version 9"),
        (["PRAGMA user_version = 1"], "another program's database"),
    ],
)
def test_another_database_is_refused_and_untouched(path, statements, message, read_only):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    content = path.read_bytes()
    with pytest.raises(StoreError, match=message):
        Store(path, read_only=read_only)
    assert path.read_bytes() == content


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(StoreError, match="must be a file; found the folder"):
        Store(tmp_path)


def test_a_path_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"file/runs\.db.*must be usable"):
        Store(tmp_path / "file" / "runs.db")


def test_a_reader_of_a_missing_file_says_so_and_makes_nothing(tmp_path):
    with pytest.raises(StoreError, match=r"missing\.db` must exist to be read.*Train something"):
        Store(tmp_path / "folder" / "missing.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_reader_of_an_empty_file_says_so(path):
    path.touch()
    with pytest.raises(StoreError, match="must hold runs to be read; found an empty file"):
        Store(path, read_only=True)


def test_a_reader_cannot_write(path):
    with Store(path) as store:
        store.add([make_run()])
    with Store(path, read_only=True) as store:
        with pytest.raises(StoreError, match="readonly"):
            store.add([make_run("b")])
        assert store.keys() == {"a"}


def test_a_truncated_file_is_reported(path):
    with Store(path) as store:
        store.add([make_run(str(number)) for number in range(200)])
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(StoreError, match=r"runs\.db.*malformed.*restore a copy"):
        Store(path, read_only=True).load([str(number) for number in range(200)])
    assert path.read_bytes() == content[: len(content) // 2]


def test_scattered_damage_never_gives_wrong_runs(path):
    with Store(path) as store:
        store.add([make_run(str(number)) for number in range(30)])
    content = path.read_bytes()
    keys = [str(number) for number in range(30)]
    random = np.random.RandomState(0)
    for _ in range(60):
        damaged = bytearray(content)
        for position in random.randint(0, len(content), 20):
            damaged[position] = random.randint(256)
        path.write_bytes(damaged)
        try:
            with Store(path, read_only=True) as store:
                for run in store.load(keys):
                    assert_same_arrays(run.trace.arrays(), make_run().trace.arrays())
        except StoreError as error:
            assert "runs.db" in str(error)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("trace", b""),
        ("trace", b"\x80\x04\x95 pickle"),
        ("trace", "text"),
        ("trace", 7),
        ("parameters", b"garbled" * 9),
        ("description", "{"),
        ("description", "[" * 100_000),
        ("seed", "text"),
        ("seconds", "text"),
        ("seconds", -1),
    ],
)
def test_a_garbled_run_is_an_error_that_names_file_and_run(store, path, column, value):
    store.add([make_run(), make_run("b")])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE run SET {column} = ? WHERE key = 'a'", [value])
    with pytest.raises(StoreError, match=r"runs\.db` must hold run 'a'.*found damage"):
        store.load(["a"])
    assert len(store.load(["b"])) == 1


@pytest.mark.parametrize(("column", "value"), [("arrays", b"x"), ("members", "{"), ("step", "x")])
def test_a_garbled_checkpoint_is_an_error(store, path, column, value):
    store.save_checkpoint("cohort", ["a"], step=1, arrays={})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE checkpoint SET {column} = ?", [value])
    with pytest.raises(StoreError, match="checkpoint of cohort 'cohort'"):
        store.load_checkpoint("cohort")


def test_a_missing_table_is_reported(store, path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE run")
    with pytest.raises(StoreError, match=r"no such table.*restore a copy"):
        store.keys()


def test_a_closed_store_says_so(path):
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="Open the store again"):
        store.keys()


def test_another_thread_is_told_to_open_its_own(store):
    caught = []

    def use():
        try:
            store.keys()
        except StoreError as error:
            caught.append(str(error))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert "Open a store of its own in each thread" in caught[0]


# ── No permission, no space ───────────────────────────────────────────────────────────────────────


@pytest.fixture
def unprivileged():
    """A folder of our own, seen with the permissions of a user who has none (root has all)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with Store(folder / "runs.db") as store:
            store.add([make_run()])
        identity = os.geteuid()
        if identity == 0:
            os.seteuid(65534)
        else:
            folder.chmod(0o555)
            (folder / "runs.db").chmod(0o444)
        try:
            yield folder
        finally:
            os.seteuid(identity)
            folder.chmod(0o755)


def test_a_writer_without_permission_fails_when_it_opens(unprivileged):
    with pytest.raises(StoreError, match=r"runs\.db.*(writable|read_only)"):
        Store(unprivileged / "runs.db")
    with pytest.raises(StoreError, match=r"new\.db.*writable"):
        Store(unprivileged / "new.db")
    with pytest.raises(StoreError, match=r"new\.db.*must be usable"):
        Store(unprivileged / "folder" / "new.db")


def test_a_reader_needs_no_permission_to_write(unprivileged):
    with Store(unprivileged / "runs.db", read_only=True) as store:
        assert len(store.load(["a"])) == 1


def test_a_full_disk_loses_nothing_and_the_store_goes_on(path):
    big = {"w": np.random.RandomState(0).rand(100_000)}
    with Store(path) as store:
        store.save_checkpoint("cohort", ["b"], step=1, arrays={})
        store.add([make_run()])
        connection = store._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(StoreError, match=r"runs\.db.*full.*Free some space"):
            store.finish("cohort", [make_run("b"), make_run("c", parameters=big)])
        with pytest.raises(StoreError, match="Free some space"):
            store.save_checkpoint("cohort", ["b"], step=2, arrays=big)
        assert store.keys() == {"a"}
        assert store.load_checkpoint("cohort").step == 1
        connection.execute("PRAGMA max_page_count = 1000000")
        store.finish("cohort", [make_run("b"), make_run("c", parameters=big)])
    with Store(path) as store:
        assert store.keys() == {"a", "b", "c"}
        assert store.load_checkpoint("cohort") is None


def test_a_file_that_may_not_grow_is_reported_and_loses_nothing(path):
    big = {"w": np.random.RandomState(0).rand(100_000)}
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store(path) as store:
        store.add([make_run()])
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        try:
            with pytest.raises(StoreError, match=r"runs\.db.*everything stored before is intact"):
                store.add([make_run("b", parameters=big)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        assert store.keys() == {"a"}
        store.add([make_run("b", parameters=big)])
        assert store.keys() == {"a", "b"}


def test_an_error_of_the_commit_rolls_back(store):
    class Failing:
        def __init__(self, connection):
            self.connection = connection

        def execute(self, statement, *values):
            if statement == "COMMIT":
                raise sqlite3.OperationalError("database or disk is full")
            return self.connection.execute(statement, *values)

        def executemany(self, statement, rows):
            return self.connection.executemany(statement, rows)

    connection = store._connection
    store._connection = Failing(connection)
    with pytest.raises(StoreError, match="Free some space"):
        store.add([make_run()])
    store._connection = connection
    assert not connection.in_transaction
    assert store.keys() == set()


# ── Other programs ────────────────────────────────────────────────────────────────────────────────


def test_the_description_can_be_queried_in_sql(store, path):
    store.add([make_run()])
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT json_extract(description, '$.network.unit') FROM run"
        assert connection.execute(query).fetchone() == ("NMU",)
        (text,) = connection.execute("SELECT description FROM run").fetchone()
    assert json.loads(text)["range"] == [1.0, 2.0]
