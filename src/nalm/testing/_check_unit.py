"""The conformance suite for units."""

from nalm.testing._behaviour import BEHAVIOUR_CHECKS, FORMULA_CHECKS
from nalm.testing._state import STATE_CHECKS
from nalm.testing._subject import Check, Subject, UnitFactory
from nalm.testing._transforms import COMPILE_CHECKS, TRANSFORM_CHECKS


def check_unit(
    factory: UnitFactory,
    *,
    in_features: int = 3,
    out_features: int = 2,
    formula: bool = True,
    true_gradients: bool = True,
    compile: bool = False,
) -> None:
    """Check that a unit keeps every promise of `nalm.Unit`.

    Shapes and batches, both precisions, gradients against finite differences and in forward
    mode, reproducible initialisation, copies and saved states, `vmap`, tracing, export, training
    and evaluation mode, penalty, constraints, sparsity error, the read-out of formulas, and errors.

    Args:
        factory: the unit's class, or any function of (in_features, out_features) that returns one.
        in_features: number of inputs to test with, at least 1.
        out_features: number of outputs to test with, at least 1.
        formula: whether the unit has a formula; without one, `express` is not checked.
        true_gradients: whether gradients in training mode are those of the outputs; a unit that
            trains by others is compared with finite differences in evaluation mode only.
        compile: also run the unit through `torch.compile`, which takes seconds.

    Raises:
        AssertionError: a promise is broken; the message names it and says what was found.

    Example:
        >>> from nalm import NAU
        >>> check_unit(NAU)
    """
    subject = Subject(factory, in_features, out_features, true_gradients=true_gradients)
    checks: list[Check] = [*STATE_CHECKS, *BEHAVIOUR_CHECKS, *TRANSFORM_CHECKS]
    checks += FORMULA_CHECKS if formula else ()
    checks += COMPILE_CHECKS if compile else ()
    for check in checks:
        _run(check, subject)


def _run(check: Check, subject: Subject) -> None:
    promise = (check.__doc__ or check.__name__).strip().rstrip(".")
    try:
        check(subject)
    except Exception as error:
        raise AssertionError(
            f"{subject.name} breaks a promise: {promise}. {type(error).__name__}: {error}"
        ) from error
