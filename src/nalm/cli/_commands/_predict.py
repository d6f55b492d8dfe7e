"""``nalm predict``: what a saved model says of other rows."""

from pathlib import Path

import click

from nalm.cli._discovery._notes import notes
from nalm.cli._discovery._places import check_apart
from nalm.cli._discovery._reading_options import column_option, reading_options
from nalm.tables import Reading

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("predict", short_help="Compute a saved model's predictions for a table.")
@click.argument("model", metavar="MODEL.json", type=_FILE)
@click.argument("data", metavar="DATA", type=_FILE)
@click.option(
    "--intervals",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="LEVEL",
    help="Probability that a new measurement lies between the bounds.",
)
@column_option("--time", "T", text="Column of times, of a model of a time series.")
@column_option("--trajectory", "ID", text="Column that tells trajectories apart.")
@column_option("--group", "G", text="Column of groups, of a model of groups.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a CSV file instead of printing.",
)
@reading_options
def predict_command(
    *,
    model: Path,
    data: Path,
    intervals: float,
    out: Path | None,
    reading: Reading,
    **columns: str | None,
) -> None:
    """Compute what MODEL.json says of the rows of DATA, a table with its columns of inputs.

    \b
    nalm discover planets.csv --target period --save model.json
    nalm predict model.json new.csv --out predicted.csv

    The answer is a CSV of DATA as it was read, with columns beside it: the prediction y_predicted,
    its bounds y_lower and y_upper, and `outside`, which names the inputs that lie outside the
    ranges of the fit: there the formula extrapolates. The bounds hold if the formula has the right
    form.

    Units in the header of DATA must be those of the fit, and dates are counted from its first one.

    The model of a time series is solved over the times of --time, from the states in the first row
    of each trajectory. Its bounds are of the solution, without the noise of a measurement.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    from nalm.inquiry import RowsRequest, predict
    from nalm.reports import write_atomically

    if out is not None:
        check_apart([("--out", out)], read=[model, data])
    request = RowsRequest(model=model, data=data, level=intervals, reading=reading, **columns)
    with notes():
        found = predict(request)
    for line in found.remarks:
        click.echo(line, err=True)
    text = found.frame.to_csv(index=False)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text.encode())
        click.echo(f"Wrote {out}", err=True)
