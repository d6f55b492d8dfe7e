"""A fitted estimator as a file of JSON, and back."""

# scikit-learn ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, cast

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.problem._allowed_parameters import check_parameters
from nalm.discovery.result._discovery_json import read_document
from nalm.errors import InvalidTypeError, InvalidValueError, StoreError

TABLE = "table"
"""The part of a file that says how its table was read, which `nalm discover --save` adds."""


class Saving(ABC):
    """Files of fitted estimators: data only, nothing in them is executed.

    Numbers keep all their digits. The rows of the fit are not in the file, so that what is loaded
    has no `posterior`; `pickle` keeps them.
    """

    _loaded: tuple[object, Mapping[str, object]] = ((), {})
    """What was loaded, and the parts of its file that say nothing of the estimator."""

    @property
    def _further(self) -> Mapping[str, object]:
        """Parts that belong to the next file, too, if there was no other fit since."""
        found, further = self._loaded
        return further if found is getattr(self, "discoveries_", None) else {}

    @abstractmethod
    def _write(self, path: str | Path) -> None:
        """Write parameters and everything that was found."""

    @classmethod
    @abstractmethod
    def _read(cls, path: str | Path) -> Self:
        """Return what `_write` wrote, its parameters not yet checked."""

    def save(self, path: str | Path) -> None:
        """Write the fitted estimator to a JSON file, completely or not at all.

        Args:
            path: Where to; a file that is there is replaced.

        Raises:
            NotFittedError: Before the fit.
            StoreError: If it cannot be written; what was there before is unchanged.

        Example:
            >>> import numpy as np, pathlib, tempfile
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     cube.save(pathlib.Path(folder) / "law.json")
            ...     SymbolicRegressor.load(pathlib.Path(folder) / "law.json").equation_
            'y = x0^3'
        """
        check_is_fitted(self)
        self._write(path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read what `save` wrote: an estimator that predicts the same bits.

        Args:
            path: The file.

        Returns:
            A fitted estimator with the parameters of the one that was saved; see `save` for an
            example.

        Raises:
            StoreError: If the file cannot be read or is not what it should be; the message says
                where.
        """
        try:
            result = cls._read(path)
            check_parameters(cast("Any", result))
            document = read_document(path).mapping()
            further = {TABLE: document[TABLE]} if TABLE in document else {}
            result._loaded = (getattr(result, "discoveries_", None), further)
        except (InvalidTypeError, InvalidValueError) as error:
            raise StoreError(f"`{path}` does not hold parameters that work: {error}") from error
        return result
