"""Where training runs: device, threads, compiled or not."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from nalm.errors import InvalidValueError

if TYPE_CHECKING:
    from nalm.experiments import Options


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Say where training runs; nothing here changes what is computed.

    Args:
        device: ``cpu`` or ``cuda``.
        threads: Threads of PyTorch; None for its own choice.
        compile: Whether to compile the training step.
    """

    device: str = "cpu"
    threads: int | None = None
    compile: bool = True

    def prepare(self, *, quick: bool = False, here: bool = True) -> "Options":
        """Check the device and set the threads, before anything starts.

        Args:
            quick: Whether compiling would take longer than the training.
            here: Whether this process trains, and not others.

        Returns:
            Options for `nalm.experiments.execute`.

        Raises:
            InvalidValueError: If there is no such device, or if other processes, which have one
                thread each, are to have several.
        """
        import torch

        from nalm.experiments import Options

        if not here and self.threads not in (None, 1):
            raise InvalidValueError(
                f"--threads: expected none with other workers, which have one thread each, found "
                f"{self.threads}. Start more workers instead."
            )
        if here and self.device == "cuda" and not torch.cuda.is_available():
            raise InvalidValueError(
                "--device cuda: expected a CUDA device, found none that PyTorch "
                f"{torch.__version__} can use. Use --device cpu."
            )
        if self.threads is not None:
            torch.set_num_threads(self.threads)
        return Options(device=self.device, compile=self.compile and not quick)


def machine_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options ``--device``, ``--threads`` and ``--no-compile``.

    Args:
        command: Takes them as the keyword ``machine``.

    Returns:
        The command with its options.
    """

    @click.option(
        "--device",
        type=click.Choice(["cpu", "cuda"]),
        default="cpu",
        show_default=True,
        help="Where to train.",
    )
    @click.option("--threads", type=click.IntRange(min=1), help="Threads of PyTorch.")
    @click.option("--no-compile", is_flag=True, help="Train without a compiler: slower.")
    @functools.wraps(command)
    def with_machine(
        *, device: str, threads: int | None, no_compile: bool, **others: object
    ) -> None:
        machine = Machine(device=device, threads=threads, compile=not no_compile)
        command(machine=machine, **others)

    return with_machine
