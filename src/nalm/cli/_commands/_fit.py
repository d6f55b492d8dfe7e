"""``nalm fit``: the constants of a form that the user gives."""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nalm.cli._commands._discover import answer, is_quiet
from nalm.cli._discovery._options import made, some_options
from nalm.cli._discovery._places import places_of
from nalm.inquiry import Effort, FormRequest, Wanted, read_ranges, read_starts

if TYPE_CHECKING:
    from nalm.inquiry import Findings

_SHARED = (
    "inputs", "weights", "drop_missing", "max_time", "seed", "noise", "constraints", "functions",
    "kind", "save", "quiet", "decimal", "sheet", "names",
)  # fmt: skip
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_PAGE = click.Path(dir_okay=False, path_type=Path)


def _fit(**values: Any) -> None:  # noqa: ANN401  (what click read)
    """Fit the constants of FORM, such as "y = a*exp(-b*t) + c", to the rows of DATA.

    \b
    nalm fit decay.csv "counts = a*exp(-b*t) + c"
    nalm fit dose.csv "r = top*c^n/(k^n + c^n)" --start n=2 --bounds k=0: top=0:

    The left side is the target, names of columns are inputs, and all other names are constants,
    each with its standard error in the answer. Other forms are searched, too, and the verdict says
    whether one of them is better; --no-search leaves that away, and takes a second.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    from nalm.inquiry import fit_law

    # What follows an option's first value, as b=2 in --start a=1 b=2, has no option of its own.
    more: tuple[str, ...] = values.pop("more")
    values["start"] = read_starts([*values["start"], *(each for each in more if ":" not in each)])
    values["bounds"] = read_ranges([*values["bounds"], *(each for each in more if ":" in each)])
    request, effort = made(FormRequest, values), made(Effort, values)
    wanted = made(Wanted, values)
    again = request.command_line(effort, report=wanted.report)

    def find() -> "Generator[Findings]":
        yield fit_law(request, effort, quiet=is_quiet(wanted))

    answer(find, places_of([request.data], wanted), again=[again])


_OWN = (
    click.argument("data", metavar="DATA", type=_FILE),
    click.argument("form", metavar="FORM"),
    click.argument("more", metavar="", nargs=-1),
    click.option(
        "--start", metavar="A=1", multiple=True, help="Where constants begin. Hardly ever needed."
    ),
    click.option(
        "--bounds", metavar="A=0:10", multiple=True, help="Between what constants lie; a=0: is ≥ 0."
    ),
    click.option("--search/--no-search", default=True, help="Whether to search other forms, too."),
    click.option("--report", "--html", metavar="OUT.html", type=_PAGE, help="Write a page."),
)
for _option in reversed(_OWN):
    _fit = _option(_fit)
fit_command = click.command("fit", short_help="Fit the constants of a form that you give.")(
    some_options(_fit, _SHARED)
)
