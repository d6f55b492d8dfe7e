"""How does a question about a file become an answer?

A `Request` names the parts of the columns and an `Effort` how to search: `discover` returns what it
found as `Findings`. A `FormRequest` has a form of its own: `fit_law`. `RowsRequest` asks a saved
model about other rows: `predict`. The command line and the app ask; neither is known here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nalm.inquiry._columns import writing_of
    from nalm.inquiry._command_line import command_line
    from nalm.inquiry._findings import Findings
    from nalm.inquiry._form_request import FormRequest, read_ranges, read_starts
    from nalm.inquiry._form_search import fit_law
    from nalm.inquiry._predict import RowsRequest, predict
    from nalm.inquiry._predicted_columns import Predicted
    from nalm.inquiry._request import Effort, Request, Wanted
    from nalm.inquiry._search import discover

__all__ = [
    "Effort",
    "Findings",
    "FormRequest",
    "Predicted",
    "Request",
    "RowsRequest",
    "Wanted",
    "command_line",
    "discover",
    "fit_law",
    "predict",
    "read_ranges",
    "read_starts",
    "writing_of",
]

_PLACES = {
    "_columns": ("writing_of",),
    "_command_line": ("command_line",),
    "_findings": ("Findings",),
    "_form_request": ("FormRequest", "read_ranges", "read_starts"),
    "_form_search": ("fit_law",),
    "_predict": ("RowsRequest", "predict"),
    "_predicted_columns": ("Predicted",),
    "_request": ("Effort", "Request", "Wanted"),
    "_search": ("discover",),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401  (whatever is asked for)
    # The command line says what was typed wrongly before NumPy and the estimators are loaded.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
