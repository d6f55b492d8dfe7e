"""A fitted estimator of whichever kind from its file."""

from pathlib import Path
from typing import TYPE_CHECKING

from nalm.discovery.result._discovery_json import read_document
from nalm.errors import StoreError

if TYPE_CHECKING:
    from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
    from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor

TABLE, MOTION = "nalm.SymbolicRegressor", "nalm.DynamicsRegressor"


def load_model(path: str | Path) -> "SymbolicRegressor | DynamicsRegressor":
    """Read what `save` of an estimator, or `nalm discover --save`, wrote.

    Args:
        path: The file.

    Returns:
        A fitted estimator of the class that was saved; it predicts the same bits.

    Raises:
        StoreError: If the file cannot be read or is not what it should be; the message says where.

    Example:
        >>> import numpy as np, pathlib, tempfile
        >>> from nalm import SymbolicRegressor
        >>> X = np.linspace(1.0, 2.0, 40)[:, None]
        >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     cube.save(pathlib.Path(folder) / "law.json")
        ...     load_model(pathlib.Path(folder) / "law.json").equation_
        'y = x0^3'
    """
    # scikit-learn takes its time, and not every import of this package needs it.
    from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
    from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor

    document = read_document(path)
    try:
        kind = document["format"].one_of((TABLE, MOTION))
    except StoreError as error:
        raise StoreError(
            f"`{path}` must be a model that `save` of an estimator or `nalm discover --save` "
            "wrote; found JSON of another kind. Name the file of a model."
        ) from error
    return (SymbolicRegressor if kind == TABLE else DynamicsRegressor).load(path)
