"""Fitted forms as JSON, and back: the text of a form is read again, and never executed."""

import numpy as np

from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._reading import Reader, number_to_json
from nalm.errors import InvalidValueError, StoreError
from nalm.symbolic import Sum, parameters, read_form


def form_to_json(fitted: FittedForm) -> dict[str, object]:
    """Write a fitted form as JSON.

    Args:
        fitted: With its constants.

    Returns:
        All of its fields but the bounds, which only a posterior needs.
    """
    return {
        "text": fitted.form.text,
        "inputs": list(fitted.form.inputs),
        "values": [number_to_json(value) for value in fitted.values.tolist()],
        "covariance": [[number_to_json(value) for value in row] for row in fitted.covariance],
        "undetermined": list(fitted.undetermined),
        "held": list(fitted.held),
    }


def form_from_json(part: Reader, formula: Sum) -> FittedForm:
    """Read a fitted form from JSON.

    Args:
        part: What `form_to_json` returned, perhaps.
        formula: Of the candidate that has it.

    Returns:
        The form.

    Raises:
        StoreError: If it is not what it should be; the message says where.
    """
    try:
        form = read_form(part["text"].string(), part["inputs"].strings())
    except InvalidValueError as error:
        raise StoreError(f"`{part.place}` of `{part.file}` is no form: {error}") from error
    count = len(form.constants)
    values, covariance = part["values"].numbers(), part["covariance"].square()
    part["values"].require(len(values) == count, f"{count} numbers, one for each constant")
    part["covariance"].require(len(covariance) == count, f"a matrix of {count} rows")
    fits = len(form.numbers) == len(parameters(formula))
    part["text"].require(fits, "a form with the measured numbers of the candidate's formula")
    return FittedForm(
        form=form,
        values=np.array(values, dtype=np.float64),
        covariance=covariance,
        undetermined=part["undetermined"].strings(),
        held=part["held"].strings(),
    )
