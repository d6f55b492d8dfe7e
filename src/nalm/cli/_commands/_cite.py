"""``nalm cite``: BibTeX."""

import click

from nalm.cli._laboratory._own import installed_entries, is_own
from nalm.errors import UnknownNameError

WIDTH = 110
"""Columns of the list where the output is not a terminal."""


@click.command("cite", short_help="Print the BibTeX of an experiment, a paper or a unit.")
@click.argument("name", required=False)
def cite_command(*, name: str | None) -> None:
    """Print the BibTeX of an experiment's paper, a paper or a unit; without NAME list all."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from nalm.reports import citations, cite

    if name is not None:
        if is_own(name) or name in installed_entries()[0]:
            raise UnknownNameError(
                f"cite: {name} is no paper's experiment, so there is nothing to cite. Cite the "
                "units that it trains, such as `nalm cite NMRU`."
            )
        click.echo(cite(name).bibtex)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("paper", "title", "units"):
        table.add_column(heading)
    for paper in citations().values():
        table.add_row(paper.key, paper.title, ", ".join(paper.units))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    console.print(table)
