"""Measured fields: where the numbers come from and how they are divided."""

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nalm._typing import FloatArray
from nalm.errors import DataError
from nalm.tasks._data._data_folder import data_file
from nalm.tasks._data._tables import add_table

_HOW_TO_FETCH = (
    "Copy the file from github.com/aicenter/NeuralArithmeticBenchmarks into that folder."
)

HELD_SEED = 0
"""Seed of the tenth of a scan that is held out."""


HEIGHT, MOMENT = 0.5, -0.2
"""Of the computed dipole; its field is about that of the robot."""


class MeasuredSet(Enum):
    """Name a field over two coordinates.

    `FLUX_LINKAGE`: flux linkage of a synchronous reluctance drive by current (in 10 A) and angle
    of the rotor (in rad), from the file ``FluxLinkage.mat``; its two mirrored halves are one.
    `MAGNETIC_ROBOT`: the three components of the flux density above a magnetic micro-robot (in
    10⁶ counts) by column and row from the centre (in 110 steps), from ``robot.mat``. Both files
    are of https://github.com/aicenter/NeuralArithmeticBenchmarks, which names no licence, and are
    read from the folder ``NALM_DATA``. Their units are not stated there; ampere and degree are
    assumed. `DIPOLE` is computed: the field of a vertical dipole on the grid of the robot.
    """

    FLUX_LINKAGE = "flux linkage"
    MAGNETIC_ROBOT = "magnetic micro-robot"
    DIPOLE = "ideal dipole"

    @property
    def outputs(self) -> int:
        """Numbers that were measured at a point."""
        return 1 if self is MeasuredSet.FLUX_LINKAGE else 3


INPUTS = 2
"""Coordinates of a point."""


class MeasuredPart(Enum):
    """Name a part of the points; none is in two.

    Flux linkage: trained are every other current up to 12 A and every other angle up to 31°,
    interpolated what lies between, extrapolated the rest. Robot and dipole: trained are nine of
    ten points within 80 steps of the centre, interpolated the tenth, extrapolated what lies
    farther out.
    """

    TRAIN = "train"
    INTERPOLATION = "interpolation"
    EXTRAPOLATION = "extrapolation"


def measured_table(data: MeasuredSet, part: MeasuredPart) -> str:
    """Name the table of a part: one row per point, its coordinates and then what was measured."""
    return f"{data.value} {part.value}"


class FluxGrid(NamedTuple):
    """The flux linkage as it was measured.

    Args:
        angle: Angles in degrees, (angles,), ascending.
        current: Currents in ampere, (currents,), ascending.
        flux: Flux linkage, (angles, currents).
    """

    angle: FloatArray
    current: FloatArray
    flux: FloatArray


def flux_grid() -> FluxGrid:
    """Read the measured flux linkage.

    Raises:
        DataError: If the folder, the file or one of its variables is not there.
    """
    found = _read("FluxLinkage.mat", {"dth": (1, 46), "di": (1, 21), "psi": (46, 21)})
    return FluxGrid(angle=found["dth"][0], current=found["di"][0], flux=found["psi"])


class _Field(NamedTuple):
    rows: FloatArray
    near: NDArray[np.bool_]
    held: NDArray[np.bool_]


def _table(data: MeasuredSet, part: MeasuredPart) -> FloatArray:
    rows, near, held = _FIELDS[data]()
    chosen = {
        MeasuredPart.TRAIN: near & ~held,
        MeasuredPart.INTERPOLATION: near & held,
        MeasuredPart.EXTRAPOLATION: ~near,
    }[part]
    return rows[chosen]


def _flux() -> _Field:
    grid = flux_grid()
    half = grid.angle > 0
    angle, current = np.meshgrid(grid.angle[half], grid.current, indexing="ij")
    near = (current <= 12) & (angle <= 31)
    held = (current % 2 != 0) | (angle % 4 != 1)
    columns = (current / 10, np.radians(angle), grid.flux[half])
    return _Field(np.column_stack([each.ravel() for each in columns]), near.ravel(), held.ravel())


def _scan(field: Callable[[FloatArray, FloatArray], list[FloatArray]]) -> _Field:
    row, column = np.meshgrid(np.arange(220.0) - 102, np.arange(220.0) - 102, indexing="ij")
    near = np.hypot(row, column).ravel() < 80
    held = np.random.RandomState(HELD_SEED).permutation(len(near)) % 10 == 0
    columns = (column / 110, row / 110, *field(column / 110, row / 110))
    return _Field(np.column_stack([each.ravel() for each in columns]), near, held)


def _robot(column: FloatArray, row: FloatArray) -> list[FloatArray]:
    names = ("Bx", "By", "Bz")
    found = _read("robot.mat", dict.fromkeys(names, (220, 220)))
    return [found[name] / 1e6 for name in names]


def _dipole(column: FloatArray, row: FloatArray) -> list[FloatArray]:
    """Return B = 3 (m·r) r / r⁵ - m / r³ of a vertical moment m below the plane."""
    distance = np.sqrt(column**2 + row**2 + HEIGHT**2)
    along = 3 * MOMENT * HEIGHT / distance**5
    return [along * column, along * row, along * HEIGHT - MOMENT / distance**3]


def _read(name: str, shapes: dict[str, tuple[int, int]]) -> dict[str, FloatArray]:
    # Slow to import, and only files need it.
    from scipy.io import loadmat  # pyright: ignore

    load: Any = loadmat  # pyright: ignore
    path = data_file(name, advice=_HOW_TO_FETCH)
    try:
        found: dict[str, Any] = load(path, variable_names=list(shapes))
    except Exception as error:  # SciPy's reader has no common one for files that are none
        raise DataError(
            f"{path}: expected a MATLAB file of version 5, found: {error}. Copy it again."
        ) from error
    for variable, shape in shapes.items():
        if getattr(found.get(variable), "shape", None) != shape:
            raise DataError(
                f"{path}: expected {variable} of shape {shape}, found "
                f"{getattr(found.get(variable), 'shape', 'none')}. Copy the file again."
            )
    return {variable: found[variable].astype(np.float64) for variable in shapes}


_FIELDS: dict[MeasuredSet, Callable[[], _Field]] = {
    MeasuredSet.FLUX_LINKAGE: _flux,
    MeasuredSet.MAGNETIC_ROBOT: partial(_scan, _robot),
    MeasuredSet.DIPOLE: partial(_scan, _dipole),
}


def _register() -> None:
    for data in MeasuredSet:
        for part in MeasuredPart:
            load = partial(_table, data, part)
            add_table(measured_table(data, part), load, columns=INPUTS + data.outputs)


_register()
