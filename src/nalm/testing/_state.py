"""What a unit keeps: initialisation, copies, saved states, constraints."""

import copy
import io
from typing import cast

import torch

from nalm.testing._subject import (
    SEED,
    Check,
    Subject,
    assert_close,
    global_seed,
    parameters,
    require,
)
from nalm.units import Unit, project_


def check_kind(subject: Subject) -> None:
    """It is a `nalm.Unit` that knows its sizes and has parameters."""
    unit = cast(object, subject.factory(subject.in_features, subject.out_features))
    require(isinstance(unit, Unit), f"It is a {type(unit).__name__}.")
    built = subject.build()
    sizes = built.in_features, built.out_features
    expected = subject.in_features, subject.out_features
    require(sizes == expected, f"in_features and out_features are {sizes}, not {expected}.")
    require(bool(parameters(built)), "It has no parameters.")


def check_initialisation(subject: Subject) -> None:
    """`reset_parameters` draws the same numbers from the same generator, and only from it."""
    unit = subject.build()
    with global_seed(SEED + 1):
        twin = subject.factory(subject.in_features, subject.out_features).double()
        before = torch.get_rng_state()
        twin.reset_parameters(torch.Generator().manual_seed(SEED))
        untouched = torch.equal(before, torch.get_rng_state())
    require(untouched, "The global random state changes although a generator is given.")
    _assert_same(twin, unit, what="Parameters from the same seed")
    other = parameters(subject.build(seed=SEED + 1))
    same = all(torch.equal(other[name], value) for name, value in parameters(unit).items())
    require(not same, "Another seed gives the same parameters.")


def check_constructor(subject: Subject) -> None:
    """The constructor draws from PyTorch's global generator, so `manual_seed` reproduces it."""
    units: list[Unit] = []
    for _ in range(2):
        with global_seed(SEED):
            units.append(subject.factory(subject.in_features, subject.out_features))
    _assert_same(units[1], units[0], what="Parameters from the same global seed")


def check_saved_state(subject: Subject) -> None:
    """A state that is saved and loaded gives the same outputs."""
    unit, other = subject.build().eval(), subject.build(seed=SEED + 1).eval()
    file = io.BytesIO()
    torch.save(unit.state_dict(), file)
    file.seek(0)
    other.load_state_dict(torch.load(file, weights_only=True))
    x = subject.inputs(4)
    assert_close(other(x), unit(x), what="Outputs before and after saving", tolerance=0)


def check_copy(subject: Subject) -> None:
    """A deep copy computes the same and shares no parameter."""
    unit = subject.build().eval()
    twin, x = copy.deepcopy(unit), subject.inputs(4)
    expected = unit(x)
    assert_close(twin(x), expected, what="Outputs of a copy", tolerance=0)
    with torch.no_grad():
        for parameter in twin.parameters():
            parameter.add_(1)
    assert_close(unit(x), expected, what="Outputs after changing a copy", tolerance=0)


def check_constraints(subject: Subject) -> None:
    """Each constraint names a parameter, and `project_` brings it inside and no further."""
    unit = subject.build()
    for name, (low, high) in unit.constraints.items():
        require(name in parameters(unit), f"{name!r} is not among {sorted(parameters(unit))}.")
        require(low < high, f"{name!r} has the interval [{low}, {high}].")
    with torch.no_grad():
        for parameter in unit.parameters():
            parameter.mul_(50).add_(0.1)
    outside = {name: value.clone() for name, value in parameters(unit).items()}
    project_(unit)
    for name, value in parameters(unit).items():
        low, high = unit.constraints.get(name, (-torch.inf, torch.inf))
        assert_close(
            value, outside[name].clamp(low, high), what=f"{name} and its clamp", tolerance=0
        )


def _assert_same(found: Unit, expected: Unit, *, what: str) -> None:
    for name, value in parameters(expected).items():
        assert_close(parameters(found)[name], value, what=f"{what} ({name})", tolerance=0)


STATE_CHECKS: tuple[Check, ...] = (
    check_kind,
    check_initialisation,
    check_constructor,
    check_saved_state,
    check_copy,
    check_constraints,
)
