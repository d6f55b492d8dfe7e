"""What a unit computes: shapes, precision, gradients, errors, formulas."""

import math
import warnings
from collections.abc import Callable
from typing import Any, cast

import torch

from nalm.testing._subject import SEED, Check, Subject, assert_close, global_seed, require


def check_shapes(subject: Subject) -> None:
    """(*batch, in_features) goes to (*batch, out_features), and each row by itself."""
    unit = subject.build().eval()
    whole = unit(subject.inputs(4, 5))
    for batch in ((), (1,), (7,), (4, 5), (0,)):
        found, expected = unit(subject.inputs(*batch)).shape, (*batch, subject.out_features)
        require(found == expected, f"With a batch of {batch} the shape is {tuple(found)}.")
    assert_close(
        unit(subject.inputs(4, 5)[2, 3]), whole[2, 3], what="A row and the same in a batch"
    )


def check_precision(subject: Subject) -> None:
    """float32 and float64 give outputs of their own kind that agree where nothing is random."""
    x = subject.inputs(6, dtype=torch.float32)
    for training in (True, False):
        single = subject.build(torch.float32).train(training)
        double = subject.build(torch.float32).double().train(training)
        found, again, expected = single(x), single(x), double(x.double())
        require(found.dtype is torch.float32, f"float32 gives {found.dtype}.")
        require(expected.dtype is torch.float64, f"float64 gives {expected.dtype}.")
        if torch.equal(found, again):
            assert_close(found.double(), expected, what="Single and double", tolerance=2e-3)


def check_randomness(subject: Subject) -> None:
    """Evaluation draws no random numbers; training draws them from PyTorch's global generator."""
    for training in (True, False):
        unit, x = subject.build().train(training), subject.inputs(4)
        outputs: list[torch.Tensor] = []
        for _ in range(2):
            with global_seed(SEED):
                before = torch.get_rng_state()
                outputs.append(unit(x))
                drawn = not torch.equal(before, torch.get_rng_state())
            require(training or not drawn, "The random state changes in evaluation mode.")
        assert_close(outputs[1], outputs[0], what="Outputs from one random state", tolerance=0)


def check_gradient(subject: Subject) -> None:
    """The gradients of outputs equal finite differences, in evaluation and in training mode."""
    x = subject.inputs(2).requires_grad_()
    for training in (True, False) if subject.true_gradients else (False,):
        unit = subject.build().train(training)
        values = [value.clone().requires_grad_() for value in unit.parameters()]
        names = [name for name, _ in unit.named_parameters()]

        def outputs(x: torch.Tensor, *values: torch.Tensor) -> torch.Tensor:
            state = dict(zip(names, values, strict=True))  # noqa: B023
            with global_seed(SEED):  # so that noise is the same at both ends of a difference
                return torch.func.functional_call(unit, state, (x,))  # noqa: B023

        torch.autograd.gradcheck(outputs, (x, *values), atol=1e-4, rtol=1e-4)


def check_modes(subject: Subject) -> None:
    """Outputs are finite in both modes, and computing them changes no parameter."""
    for training in (True, False):
        unit = subject.build().train(training)
        before = [value.clone() for value in unit.parameters()]
        y = unit(subject.inputs(16))
        require(bool(torch.isfinite(y).all()), f"training={training} gives {y}.")
        for old, new in zip(before, unit.parameters(), strict=True):
            assert_close(new, old, what="Parameters before and after a forward pass", tolerance=0)


def check_penalty(subject: Subject) -> None:
    """The penalty is a finite scalar of the parameters' kind, and differentiable if it varies."""
    unit = subject.build(torch.float32)
    penalty = unit.penalty()
    require(penalty.shape == (), f"Its shape is {tuple(penalty.shape)}.")
    require(penalty.dtype is torch.float32, f"Its kind is {penalty.dtype}.")
    require(bool(torch.isfinite(penalty)), f"It is {penalty}.")


def check_sparsity_error(subject: Subject) -> None:
    """The sparsity error is a scalar of at least 0, at most 1/2 for constrained weights."""
    unit = subject.build()
    error = unit.sparsity_error()
    require(error.shape == (), f"Its shape is {tuple(error.shape)}.")
    largest = 0.5 if unit.constraints else math.inf
    require(0 <= error.item() <= largest + 1e-9, f"It is {error.item()}, at most {largest}.")


def check_formula(subject: Subject) -> None:
    """With integer weights, `express` on numbers and tensors agrees with `forward`."""
    unit = subject.discrete()
    for x in subject.inputs(8):
        numbers = cast(list[float], cast(Any, x).tolist())
        for symbols in (list(x), numbers):
            formulas = [torch.as_tensor(y, dtype=torch.complex128) for y in unit.express(symbols)]
            what = f"Formula and output at {numbers}"
            assert_close(
                torch.stack(formulas), unit(x).to(torch.complex128), what=what, tolerance=1e-5
            )


def check_errors(subject: Subject) -> None:
    """Wrong sizes and inputs raise `ValueError` or `TypeError` that name the parameter."""
    build, unit = subject.factory, subject.build()
    x, wrong = subject.inputs(2), torch.zeros(2, subject.in_features + 1, dtype=torch.float64)
    _expect(ValueError, lambda: build(0, 1), about="in_features")
    _expect(ValueError, lambda: build(1, -1), about="out_features")
    _expect(TypeError, lambda: build(1.5, 1), about="in_features")  # pyright: ignore[reportArgumentType]
    _expect(ValueError, lambda: unit(wrong), about="x")
    _expect(ValueError, lambda: unit(torch.tensor(1.0, dtype=torch.float64)), about="x")
    _expect(TypeError, lambda: unit(x.long()), about="x")


def check_symbols(subject: Subject) -> None:
    """A wrong number of symbols raises a `ValueError` that says so."""
    unit = subject.build()
    _expect(ValueError, lambda: unit.express([1.0] * (subject.in_features + 1)), about="symbols")


def _expect(kind: type[Exception], call: Callable[[], object], *, about: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call()
    except kind as error:
        require(about in str(error), f"The message does not name {about}: {error}")
    else:
        raise AssertionError(f"No {kind.__name__} about {about} was raised.")


BEHAVIOUR_CHECKS: tuple[Check, ...] = (
    check_errors,
    check_shapes,
    check_precision,
    check_randomness,
    check_modes,
    check_gradient,
    check_penalty,
    check_sparsity_error,
)
FORMULA_CHECKS: tuple[Check, ...] = (check_formula, check_symbols)
