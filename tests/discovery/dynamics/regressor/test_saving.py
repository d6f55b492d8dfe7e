import json

import numpy as np
import pytest

from nalm.discovery.dynamics.regressor._saving import Fitted, read_dynamics, write_dynamics
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.errors import StoreError
from tests.discovery.dynamics._trajectories import PREDATOR, PREY, found

PARAMETERS = {
    "time": False,
    "conserved": [("a", "b")],
    "starts": 8,
    "noise": "relative",
    "structures": {"a": PREY},
}
SPECIFICATION = FitSpecification(
    names=("a", "b", "u"),
    groups=((0, 1),),
    time=True,
    relative=(True, True),
    structures=((0, PREY),),
    held=(True,),
)
FOUND = Equations(
    system=independent((PREY, PREDATOR)),
    covariance=np.diag([1 / 3, np.inf, 0.0, 2.0]),
    sigma=np.array([0.1, 0.2]),
    discoveries=(found([PREY]), found([PREDATOR, PREY])),
)

FITTED = Fitted(
    parameters=PARAMETERS,
    specification=SPECIFICATION,
    found=FOUND,
    violations=(("row 1: a = 0 has no power -1",), ("", "")),
    ranges=np.array([[0.0, 1.0, -np.inf, 1 / 3], [2.0, 1.5, 4.0, 7.0]]),
)


@pytest.fixture
def path(tmp_path):
    write_dynamics(tmp_path / "a.json", FITTED)
    return tmp_path / "a.json"


def test_everything_comes_back(path):
    read = read_dynamics(path, known=PARAMETERS)
    assert read.parameters == PARAMETERS
    assert read.specification == SPECIFICATION
    assert read.violations == FITTED.violations
    assert (read.ranges == FITTED.ranges).all()
    equations = read.found
    assert equations.system.terms == FOUND.system.terms
    assert (equations.system.balance == FOUND.system.balance).all()
    assert (equations.covariance == FOUND.covariance).all()
    assert [len(each.candidates) for each in equations.discoveries] == [1, 2]


@pytest.mark.parametrize("noise", ["constant", "relative"])
def test_a_file_from_before_noise_and_controls_were_decided_can_be_read(path, noise):
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["held"], document["relative"]
    document["parameters"]["noise"] = noise
    path.write_text(json.dumps(document), encoding="utf-8")
    specification = read_dynamics(path, known=PARAMETERS).specification
    assert specification.relative == (noise == "relative",) * 2
    assert specification.held == ()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("held", [True, False], "`held`"),
        ("relative", [1.0, 2.0], "relative"),
        ("format", "nalm.SymbolicRegressor", "`format`"),
        ("version", 99, "`version`"),
        ("balance", [[1.0]], "`balance`"),
        ("covariance", [[1.0]], "`covariance`"),
        ("sigma", [1.0], "`sigma`"),
        ("conserved", [[5]], "`conserved`"),
        ("structures", [[5, {"terms": []}]], "structures"),
        ("structures", [[0]], "a state and its form"),
        ("discoveries", [], "`discoveries`"),
        ("violations", [[""], [""]], "a text for each candidate"),
        ("ranges", [[1.0], [2.0]], "2 rows of 4 numbers"),
        ("ranges", [[1.0] * 4], "2 rows of 4 numbers"),
        ("terms", [{"eval": "1"}], "is no formula"),
        ("parameters", {"unheard": 1}, "does not hold parameters that work"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(path, key, value, message):
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, key: value}), encoding="utf-8")
    with pytest.raises(StoreError, match=message):
        read_dynamics(path, known=PARAMETERS)


def test_a_file_from_before_forms_could_be_given_is_read(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["structures"], document["parameters"]["structures"]
    path.write_text(json.dumps(document), encoding="utf-8")
    read = read_dynamics(path, known=PARAMETERS)
    assert not read.parameters["structures"]
    assert read.specification.structures == ()


def test_a_file_from_before_violations_were_kept_is_read(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["violations"]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert read_dynamics(path, known=PARAMETERS).violations == (("",), ("", ""))


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(StoreError, match="must be a file that can be read"):
        read_dynamics(tmp_path / "none.json", known=PARAMETERS)
    (tmp_path / "b.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="must be a JSON file"):
        read_dynamics(tmp_path / "b.json", known=PARAMETERS)
    with pytest.raises(StoreError, match="can be written"):
        write_dynamics(tmp_path / "no" / "c", FITTED)


def test_files_from_before_ranges_were_kept_have_none(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["ranges"]
    path.write_text(json.dumps(content), encoding="utf-8")
    assert read_dynamics(path, known=PARAMETERS).ranges is None
