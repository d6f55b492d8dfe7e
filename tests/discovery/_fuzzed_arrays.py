"""Arrays as no user should give them, drawn from a seed."""

import warnings

import numpy as np
import pandas as pd

ODD = np.array([None, "x", b"x", 1j, [1], {}, np.nan, 10**400, True], dtype=object)
ROWS = (0, 1, 2, 3, 5, 6, 8, 12, 20, 40, 80)
FAIR, UNFAIR = 0.85, 0.04
"""How often a column holds finite numbers of usual kinds, and how often a length is wrong."""


def _usual(r, rows):
    normal = r.standard_normal(rows)
    return [
        normal,
        np.abs(normal),
        -np.abs(normal),
        np.zeros(rows),
        np.full(rows, 3.0),
        np.sign(normal),
        r.integers(0, 2, rows).astype(float),
        r.integers(-3, 4, rows),
        np.arange(rows),
        np.where(normal < 0, 0.0, normal),
        normal.astype("f4"),
        normal > 0,
        1 + normal * 1e-16,
        10.0 ** r.uniform(-3, 3, rows),
    ]


def _unusual(r, rows):
    normal = r.standard_normal(rows)
    spoilt, odd, far = normal.copy(), normal.astype(object), normal.copy()
    spoilt[r.integers(rows)] = r.choice([np.nan, np.inf, -np.inf])
    odd[r.integers(rows)] = ODD[r.integers(len(ODD))]
    far[0] = 1e290
    return [
        spoilt,
        odd,
        far,
        normal * 1e300,
        normal * 1e-310,
        normal * 5e-324,
        np.full(rows, r.choice([1e300, 5e-324, -1e150])),
        10.0 ** r.uniform(-300, 300, rows),
        np.sign(normal) * 10.0 ** r.uniform(-160, 160, rows),
        normal.astype("f2"),
        normal.astype("g"),
        r.integers(0, 255, rows).astype("u1"),
        np.arange(rows) * 2**55,
        normal.astype(str),
        np.ma.array(normal, mask=r.random(rows) < 0.1),
        np.arange(rows).astype("M8[D]"),
        np.arange(rows).astype("m8[s]"),
        normal * (1 + 1j),
    ]


def _column(r, rows):
    with np.errstate(all="ignore"):
        made = (_usual if r.random() < FAIR else _unusual)(r, max(rows, 1))
    return made[r.integers(len(made))][:rows]


def _objects(columns, rows):
    table = np.empty((rows, len(columns)), dtype=object)
    for k, column in enumerate(columns):
        for i in range(rows):
            table[i, k] = column[i]
    return table


def _stacked(columns, rows):
    numbers = all(column.dtype.kind in "fiub" for column in columns)
    if not columns or not numbers:
        return _objects(columns, rows)
    masked = any(isinstance(column, np.ma.MaskedArray) for column in columns)
    return (np.ma if masked else np).column_stack(columns)


def _table(r, columns, rows):
    form = r.integers(0, 14)
    if form == 0:
        return _objects(columns, rows).tolist()
    if form == 1:
        return pd.DataFrame(_objects(columns, rows), columns=[f"c{k}" for k in range(len(columns))])
    if form == 2:
        return columns[0] if columns else None
    if form == 3:
        return r.standard_normal((rows, 2, 2))
    return _stacked(columns, rows)


def _target(r, columns, rows):
    y = _column(r, rows)
    if columns and r.random() < 0.4 and columns[0].dtype.kind in "fiu":
        with np.errstate(all="ignore"):
            y = 2 * columns[0].astype(float) ** r.choice([1, 2, -1])
    if r.random() < UNFAIR:
        y = y[: max(rows - 1, 0)]
    form = r.integers(0, 10)
    if form == 0:
        return _stacked([y, y], len(y))
    if form == 1:
        return _objects([y], len(y))[:, 0].tolist()
    if form == 2:
        return pd.Series(_objects([y], len(y))[:, 0])
    return y[:, None] if form == 3 else y


def fuzzed_fit(seed):
    """Return X, y, weights and the parameters of a fit."""
    r = np.random.default_rng(seed)
    rows, inputs = int(r.choice(ROWS)), int(r.choice([0, 1, 1, 1, 2, 2, 3, 5]))
    columns = [_column(r, rows) for _ in range(inputs)]
    weight = None
    if r.random() < 0.2:
        weight = r.choice([0.0, 1.0, 2.0], rows) if r.random() < 0.7 else _column(r, rows)
    parameters = {"max_time": 0.05, "random_state": 0}
    if r.random() < 0.3:
        parameters["noise"] = str(r.choice(["constant", "relative", "variables"]))
    if r.random() < 0.2:
        parameters["functions"] = [(), ("exp",)][r.integers(2)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of NumPy and pandas, while such arrays are made
        return _table(r, columns, rows), _target(r, columns, rows), weight, parameters
