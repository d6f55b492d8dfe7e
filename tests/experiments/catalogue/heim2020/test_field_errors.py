import numpy as np
import pytest
from scipy.io import savemat

from nalm.errors import InvalidTypeError
from nalm.experiments import Trained
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020._field_errors import (
    HELD,
    SPLINE,
    FieldErrors,
    field_errors,
)
from nalm.tasks import MeasuredPart
from nalm.tasks._data._tables import table
from tests.experiments.catalogue.heim2020._tiny import tiny, train

FLUX = entries()["heim2020/flux-linkage"]
CURRENT, ANGLE = np.arange(21.0), np.arange(-45.0, 46.0, 2.0)


def flux(angle, current):
    """Return a smooth flux linkage by angle (in rad) and current, symmetric in the angle."""
    return 0.02 * current * (1 + np.cos(2 * angle)) - 3e-4 * current**2


@pytest.fixture
def runs(tmp_path, monkeypatch):
    angle, current = np.meshgrid(np.radians(ANGLE), CURRENT, indexing="ij")
    grid = {"di": CURRENT[None], "dth": ANGLE[None], "psi": flux(angle, current)}
    savemat(tmp_path / "FluxLinkage.mat", grid)
    monkeypatch.setenv("NALM_DATA", str(tmp_path))
    table.cache_clear()
    yield train(tiny(FLUX, units=("Dense",)), tmp_path / "runs.db")
    table.cache_clear()


def test_slopes_are_those_of_the_measured_field(runs, monkeypatch):
    (run,) = runs

    class Exact:
        """The field itself, as a network of current in 10 A and angle."""

        def double(self):
            return self

        def __call__(self, x):
            current, angle = 10 * x[:, :1], x[:, 1:2]
            return 0.02 * current * (1 + (2 * angle).cos()) - 3e-4 * current**2

    monkeypatch.setattr(Trained, "network", lambda self: Exact())
    found = {each.task: each.value for each in FieldErrors()(run)}
    assert len(found) == 6
    assert found["interpolation"] < 1e-12
    assert found["extrapolation"] < 1e-12
    # A bicubic spline through points every 2 degrees has these slopes to a few 1e-4.
    for part in HELD:
        assert found[f"{part.value}, slope by current"] < 1e-4
        assert found[f"{part.value}, slope by angle"] < 2e-3


def test_a_spline_is_beside_the_runs(runs):
    frame = field_errors(runs)
    assert list(frame["unit"]) == ["Dense", "Dense", SPLINE, SPLINE]
    errors = frame[frame["unit"] == SPLINE].set_index("part")["rms_error"]
    assert errors[MeasuredPart.INTERPOLATION.value] < 0.02
    assert errors[MeasuredPart.EXTRAPOLATION.value] > errors[MeasuredPart.INTERPOLATION.value]
    assert field_errors([]).empty


def test_other_inputs_are_refused(tmp_path):
    (run,) = train(tiny(entries()["heim2020/table-a2"], units=("NMU",)), tmp_path / "other.db")
    with pytest.raises(InvalidTypeError, match="expected MeasuredPoints, found Range"):
        FieldErrors()(run)
