"""How does a question about a file become an answer?

A `Request` names the parts of the columns and an `Effort` how to search: `discover` returns what it
found as `Findings`. A `FormRequest` has a form of its own: `fit_law`. A `RowsRequest` asks a saved
model about other rows: `predict`; a `ModelRequest` asks what it holds: `open_model`. The command
line and the app ask; neither is known here. `as_typed` says messages of Python in options.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use

if TYPE_CHECKING:
    from nalm.inquiry._columns import writing_of
    from nalm.inquiry._command_line import command_line
    from nalm.inquiry._findings import Findings
    from nalm.inquiry._form_request import FormRequest, read_ranges, read_starts
    from nalm.inquiry._form_search import fit_law
    from nalm.inquiry._predict import RowsRequest, predict
    from nalm.inquiry._predicted_columns import Predicted
    from nalm.inquiry._request import Effort, Request, Wanted
    from nalm.inquiry._saved import ModelRequest, open_model
    from nalm.inquiry._search import discover, discover_each
    from nalm.inquiry._wording import as_typed

__all__ = [
    "Effort",
    "Findings",
    "FormRequest",
    "ModelRequest",
    "Predicted",
    "Request",
    "RowsRequest",
    "Wanted",
    "as_typed",
    "command_line",
    "discover",
    "discover_each",
    "fit_law",
    "open_model",
    "predict",
    "read_ranges",
    "read_starts",
    "writing_of",
]

# The command line says what was typed wrongly before NumPy and the estimators are loaded.
__getattr__ = at_first_use(
    __name__,
    {
        f"{__name__}._columns": "writing_of",
        f"{__name__}._command_line": "command_line",
        f"{__name__}._findings": "Findings",
        f"{__name__}._form_request": "FormRequest read_ranges read_starts",
        f"{__name__}._form_search": "fit_law",
        f"{__name__}._predict": "RowsRequest predict",
        f"{__name__}._predicted_columns": "Predicted",
        f"{__name__}._request": "Effort Request Wanted",
        f"{__name__}._saved": "ModelRequest open_model",
        f"{__name__}._search": "discover discover_each",
        f"{__name__}._wording": "as_typed",
    },
)
