import json

import numpy as np
import pytest

from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._form_json import form_from_json, form_to_json
from nalm.discovery.result._reading import Reader
from nalm.errors import StoreError
from nalm.symbolic import read_form

FORM = read_form("y = a*exp(-b*t)", ["t"])
FITTED = FittedForm(form=FORM, values=np.array([0.1, 1 / 3]), covariance=np.eye(2) / 7, held=("b",))


def read(document, formula=FORM.formula):
    return form_from_json(Reader(document, file="m.json", place="form"), formula)


def test_what_is_written_is_read():
    found = read(json.loads(json.dumps(form_to_json(FITTED))))
    assert found.form == FORM
    assert np.array_equal(found.values, FITTED.values)
    assert np.array_equal(found.covariance, FITTED.covariance)
    assert found.held == ("b",)


@pytest.mark.parametrize(
    "change",
    [
        {"text": "a*__import__('os')"}, {"text": "a*t"}, {"values": [1.0]}, {"inputs": "t"},
        {"covariance": [[1.0]]}, {"text": 3},
    ],
)  # fmt: skip
def test_what_is_damaged_is_refused(change):
    with pytest.raises(StoreError, match=r"m\.json"):
        read({**form_to_json(FITTED), **change})
