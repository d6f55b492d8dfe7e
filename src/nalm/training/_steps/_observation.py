"""What the units of a network are given in a forward pass, for the penalties that ask for it."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import cast

from torch import Tensor, nn

from nalm.training._recipe._penalties import Measure, Penalty
from nalm.units import Unit

Recorded = Mapping[str, Sequence[Tensor]]


@contextmanager
def recorded_inputs(
    network: nn.Module, penalties: Sequence[Penalty]
) -> Generator[Recorded, None, None]:
    """Record every unit's inputs while the context is open, if a penalty needs them.

    Units stay pure: they do not know of it, and nothing is kept afterwards. Under `vmap` and while
    a program is traced, what is recorded are the tensors of that transformation.

    Yields:
        Full name of each unit → its inputs, one call after the other; filled in the context.
    """
    recorded: dict[str, list[Tensor]] = {}
    hooks = [
        unit.register_forward_pre_hook(_recorder(recorded.setdefault(name, [])))
        for name, unit in _units(network)
        if not all(isinstance(penalty.measure, Measure) for penalty in penalties)
    ]
    try:
        yield recorded
    finally:
        for hook in hooks:
            hook.remove()


def measured(penalty: Penalty, network: nn.Module, *, inputs: Recorded) -> Tensor:
    """Return what a penalty measures on a network."""
    measure = penalty.measure
    return measure(network) if isinstance(measure, Measure) else measure(network, inputs)


def _units(network: nn.Module) -> list[tuple[str, Unit]]:
    modules = cast("Iterable[tuple[str, nn.Module]]", network.named_modules())
    return [(name, module) for name, module in modules if isinstance(module, Unit)]


def _recorder(calls: list[Tensor]) -> Callable[[nn.Module, tuple[Tensor]], None]:
    def record(module: nn.Module, inputs: tuple[Tensor]) -> None:
        calls.append(inputs[0])

    return record
