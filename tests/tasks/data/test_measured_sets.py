import numpy as np
import pytest
from scipy.io import savemat

from nalm.errors import DataError
from nalm.tasks import MeasuredPart, MeasuredSet
from nalm.tasks._data import _measured_sets as sets
from nalm.tasks._data._measured_sets import measured_table
from nalm.tasks._data._tables import table

FLUX = {
    "di": np.arange(21, dtype=np.uint8)[None],
    "dth": np.arange(-45, 46, 2, dtype=np.int16)[None],
    "psi": np.random.RandomState(0).rand(46, 21),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    savemat(tmp_path / "FluxLinkage.mat", FLUX)
    axes = {name: np.full((220, 220), 50, dtype=np.int32) for name in ("Bx", "By", "Bz")}
    savemat(tmp_path / "robot.mat", axes)
    monkeypatch.setenv("NALM_DATA", str(tmp_path))
    return tmp_path


def parts(data):
    return {part: sets._table(data, part) for part in MeasuredPart}


def test_the_flux_linkage_is_folded_and_divided(folder):
    found = parts(MeasuredSet.FLUX_LINKAGE)
    assert {part.value: len(rows) for part, rows in found.items()} == {
        "train": 7 * 8,
        "interpolation": 13 * 16 - 7 * 8,
        "extrapolation": 21 * 23 - 13 * 16,
    }
    rows = np.concatenate(list(found.values()))
    assert len(np.unique(rows[:, :2], axis=0)) == 21 * 23  # no point twice
    current, angle = 10 * rows[:, 0], np.degrees(rows[:, 1])
    place = np.round((angle + 45) / 2).astype(int), np.round(current).astype(int)
    assert np.array_equal(rows[:, 2], FLUX["psi"][place])
    trained = found[MeasuredPart.TRAIN]
    assert trained[:, 0].max() == 1.2
    assert np.degrees(trained[:, 1].max()) == pytest.approx(29)


def test_a_scan_is_divided_by_the_distance_from_its_centre(folder):
    for data in (MeasuredSet.MAGNETIC_ROBOT, MeasuredSet.DIPOLE):
        found = parts(data)
        assert sum(len(rows) for rows in found.values()) == 220**2
        radius = {part: 110 * np.hypot(*rows[:, :2].T) for part, rows in found.items()}
        assert radius[MeasuredPart.TRAIN].max() < 80 <= radius[MeasuredPart.EXTRAPOLATION].min()
        near = len(radius[MeasuredPart.TRAIN]) + len(radius[MeasuredPart.INTERPOLATION])
        assert len(radius[MeasuredPart.INTERPOLATION]) == pytest.approx(near / 10, rel=0.05)


def test_counts_become_millions(folder):
    assert np.all(sets._table(MeasuredSet.MAGNETIC_ROBOT, MeasuredPart.TRAIN)[:, 2:] == 5e-5)


def test_the_dipole_has_no_source_outside_itself():
    """The field of a dipole at its height is that of a moment along the axis: known above it."""
    rows = table(measured_table(MeasuredSet.DIPOLE, MeasuredPart.TRAIN))
    (above,) = rows[(rows[:, 0] == 0) & (rows[:, 1] == 0)]
    assert above[2:] == pytest.approx([0, 0, 2 * sets.MOMENT / sets.HEIGHT**3])
    (beside,) = rows[(rows[:, 0] == 0.5) & (rows[:, 1] == 0)]  # at 45 degrees
    assert beside[2] == pytest.approx(1.5 * sets.MOMENT / np.hypot(0.5, sets.HEIGHT) ** 3)
    assert beside[4] == pytest.approx(0.5 * sets.MOMENT / np.hypot(0.5, sets.HEIGHT) ** 3)


def test_without_a_folder_it_says_what_to_do(monkeypatch):
    monkeypatch.delenv("NALM_DATA", raising=False)
    with pytest.raises(DataError, match=r"expected a folder with robot.mat, .* Copy the file from"):
        sets._table(MeasuredSet.MAGNETIC_ROBOT, MeasuredPart.TRAIN)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "expected a folder with FluxLinkage.mat"),
        (b"not a matrix", "expected a MATLAB file"),
        (b"", "expected a MATLAB file"),
        ({"di": FLUX["di"], "dth": FLUX["dth"]}, r"expected psi of shape \(46, 21\), found none"),
        (FLUX | {"psi": np.zeros((2, 2))}, r"found \(2, 2\)"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(content, message, folder):
    path = folder / "FluxLinkage.mat"
    path.unlink()
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        savemat(path, content)
    with pytest.raises(DataError, match=message):
        sets.flux_grid()
