"""Learning curves for TensorBoard."""

from importlib import import_module
from pathlib import Path
from typing import Any

from nalm.errors import DataError
from nalm.training._watching import Evaluation


class TensorBoardLogger:
    """Write the errors of every evaluation for TensorBoard: give it to ``on_evaluation=``.

    Each run is a folder of its own, named by its seed and key, so that ``tensorboard --logdir
    FOLDER`` draws their curves over each other: ``error/validation``, ``error/test`` and
    ``error/sparsity``. It needs ``pip install nalm[tensorboard]``.

    Args:
        folder: Where the folders of the runs go.

    Raises:
        DataError: If TensorBoard is not installed.
    """

    def __init__(self, folder: str | Path) -> None:
        try:
            self._library: Any = import_module("torch.utils.tensorboard")
        except ImportError as error:
            raise DataError(
                "TensorBoardLogger: it needs the package tensorboard, found none. Install it with "
                "`pip install nalm[tensorboard]`."
            ) from error
        self._folder = Path(folder)
        self._writers: dict[str, Any] = {}

    def __call__(self, evaluation: Evaluation) -> None:
        """Write the errors of one evaluation."""
        for index, run in enumerate(evaluation.runs):
            writer = self._writer(f"seed-{run.seed}-{run.key[:8]}")
            for name in ("validation", "test", "sparsity"):
                error = float(getattr(evaluation, name)[index])
                writer.add_scalar(f"error/{name}", error, evaluation.step)
            writer.flush()

    def close(self) -> None:
        """Close the files."""
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def _writer(self, name: str) -> Any:  # noqa: ANN401  (of another library)
        if name not in self._writers:
            self._writers[name] = self._library.SummaryWriter(str(self._folder / name))
        return self._writers[name]
