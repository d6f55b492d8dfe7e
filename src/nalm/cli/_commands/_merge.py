"""``nalm merge``: what several results files have, in one."""

from pathlib import Path

import click


@click.command("merge", short_help="Add the runs of other results files to one.")
@click.argument("target", metavar="A.db", type=click.Path(path_type=Path))
@click.argument(
    "sources", metavar="B.db [C.db …]", type=click.Path(path_type=Path), nargs=-1, required=True
)
def merge_command(*, target: Path, sources: tuple[Path, ...]) -> None:
    """Add the runs and checkpoints of B.db, C.db, … to A.db, which is created when it is missing.

    Runs that A.db has stay as they are, and a second merge changes nothing. All files are checked
    before anything is written.
    """
    from nalm.results import merge_stores

    for merged in merge_stores(target, sources):
        parts = [f"{merged.runs:,} runs added"]
        if merged.known:
            parts.append(f"{merged.known:,} were there already")
        if merged.checkpoints:
            parts.append(f"{merged.checkpoints:,} checkpoints added")
        click.echo(f"From {merged.source} to {target}: {', '.join(parts)}.")
