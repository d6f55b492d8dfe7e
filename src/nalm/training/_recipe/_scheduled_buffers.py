"""Scheduled buffers: numbers of a network that follow the step, such as a temperature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from jaxtyping import Float, Int
from torch import Tensor

from nalm.errors import InvalidValueError
from nalm.training._recipe._schedules import Schedule


@dataclass(frozen=True, kw_only=True)
class ScheduledBuffer:
    """Set buffers of a network to the value of a schedule, all elements to the same.

    At step t, forward pass and penalties compute with ``b = schedule(t)``. Between steps the
    buffers keep the value of the last one: evaluations, polishing and the trained network have it.
    Before step 0 they have the value that the network gave them.

    Args:
        buffers: Shell pattern of full buffer names, such as ``*temperature``; of floating point.
        schedule: Their value.

    Raises:
        InvalidValueError: At the beginning of the training, if the pattern matches no such buffer,
            or one that another pattern of the recipe matches too.

    Example:
        >>> from nalm.training import GeometricRamp, ScheduledBuffer
        >>> fall = GeometricRamp(first=2.5, last=0.01, start=6000.0, end=8000.0)
        >>> ScheduledBuffer(buffers="*temperature", schedule=fall).covers("0.temperature")
        True

    References:
        This project's own; Odrzywołek (2026) lets a temperature fall so.
    """

    buffers: str
    schedule: Schedule

    def covers(self, name: str) -> bool:
        """Say whether a buffer follows the schedule.

        Args:
            name: Its full name.
        """
        return fnmatchcase(name, self.buffers)


def scheduled_names(
    scheduled: Sequence[ScheduledBuffer], buffers: Mapping[str, Tensor]
) -> frozenset[str]:
    """Return the names of the buffers that follow a schedule.

    Args:
        scheduled: Those of a recipe.
        buffers: All of a network, by their full names.

    Raises:
        InvalidValueError: If a pattern matches no buffer of floating point, or one that another
            pattern matches too.
    """
    names = [name for name, buffer in buffers.items() if buffer.is_floating_point()]
    found: set[str] = set()
    for each in scheduled:
        matching = set(filter(each.covers, names))
        if not matching or matching & found:
            raise InvalidValueError(
                "ScheduledBuffer.buffers: expected a pattern that matches a buffer of "
                f"{names} and none that has a schedule already, found {each.buffers!r}. Correct "
                "the pattern, or register the number as a buffer."
            )
        found |= matching
    return frozenset(found)


def at_step(
    scheduled: Sequence[ScheduledBuffer],
    buffers: Mapping[str, Tensor],
    *,
    step: Int[Tensor, ""],
    validation: Float[Tensor, ""],
) -> dict[str, Tensor]:
    """Return buffers in which those with a schedule have its value.

    Args:
        scheduled: Those of a recipe.
        buffers: Name → value, of one run.
        step: The step, counted from 0.
        validation: The run's validation error at the last evaluation.
    """
    found = dict(buffers)
    for each in scheduled:
        value = each.schedule.weight(step, validation)
        for name in filter(each.covers, buffers):
            if buffers[name].is_floating_point():
                found[name] = value.to(buffers[name].dtype).expand_as(buffers[name])
    return found
