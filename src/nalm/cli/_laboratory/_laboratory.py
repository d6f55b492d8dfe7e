"""``nalm report all``: every entry of the catalogue in one page."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

import click

from nalm.cli._laboratory import _catalogue
from nalm.cli._laboratory._limit import TookTooLongError, time_limit
from nalm.cli._laboratory._selection import Selection
from nalm.errors import InvalidValueError, NalmError, StoreError

if TYPE_CHECKING:
    from nalm.experiments import Entry
    from nalm.reports.html import Absence, Chapter
    from nalm.results import Store

ALL = "all"
"""Name that stands for every entry of the catalogue."""

OUTPUT = Path("report.html")
"""Where the page is written unless told otherwise."""

SECONDS = 20.0
"""How long a figure of the page may take to compute."""

TITLE = "Laboratory of neural arithmetic"
"""Heading of the page."""


@final
@dataclass(frozen=True, kw_only=True)
class Laboratory:
    """Show what a store has of the catalogue.

    Args:
        store: The results file.
        mode: How sparsity errors are averaged, ``paper`` or ``fixed``.
        seconds: How long a figure may take to compute.
    """

    store: Path
    mode: str = "fixed"
    seconds: float = SECONDS

    def page(self) -> bytes:
        """Write the page of everything that is stored or quickly computed.

        Raises:
            StoreError: If the file is missing or cannot be used.
        """
        from rich.console import Console
        from rich.progress import track

        from nalm.reports.html import Absence, Chapter, Document, render
        from nalm.results import Store

        if not self.store.exists():
            raise StoreError(
                f"{self.store} does not exist. Train something first, such as "
                f"{self._command('run', 'mistry2021division/fig3')}, or name another file "
                "with --store."
            )
        console = Console(stderr=True)
        entries = list(_catalogue.load_entries().values())
        with Store(self.store, read_only=True) as opened:
            stored = opened.keys()
            parts = [
                self.show(entry, opened, stored=stored)
                for entry in track(
                    entries, console=console, transient=True, disable=not console.is_terminal
                )
            ]
        return render(
            Document(
                title=TITLE,
                chapters=tuple(part for part in parts if isinstance(part, Chapter)),
                absences=tuple(part for part in parts if isinstance(part, Absence)),
            )
        )

    def show(self, entry: "Entry", store: "Store", *, stored: set[str]) -> "Chapter | Absence":
        """Make the chapter of an entry, or say why there is none.

        Args:
            entry: What to show.
            store: Where its runs are.
            stored: Keys of all runs there.
        """
        from nalm.cli._laboratory._chapter import trained_part
        from nalm.reports.html import Absence

        texts = {"name": entry.name, "title": entry.title}
        part = trained_part(entry)
        if part is not None and stored.isdisjoint(run.key for run in part.runs()):
            command = self._command("run", entry.name)
            return Absence(**texts, reason="not trained yet", command=command)
        command = self._command("report", entry.name)
        try:
            return self._chapter(entry, store)
        except TookTooLongError:
            reason = f"takes more than {self.seconds:.0f} s to compute"
            return Absence(**texts, reason=reason, command=command)
        except StoreError:
            raise
        except NalmError as error:  # one figure that cannot be drawn leaves the others
            return Absence(**texts, reason=str(error), command=command)

    def _chapter(self, entry: "Entry", store: "Store") -> "Chapter":
        from nalm.cli._laboratory._chapter import chapter_of
        from nalm.experiments import Experiment

        verb = "run" if isinstance(entry, Experiment) else "report"
        command = self._command(verb, entry.name)
        if isinstance(entry, Experiment):
            return chapter_of(entry, store, mode=self.mode, command=command)
        with time_limit(self.seconds):
            return chapter_of(entry, store, mode=self.mode, command=command)

    def _command(self, verb: str, name: str) -> str:
        return Selection(name=name).command(verb, self.store)


def report_all(
    selection: Selection, store: Path, *, kind: str | None, output: Path, mode: str
) -> None:
    """Write the page of the whole laboratory.

    Args:
        selection: What was asked for; neither seeds nor settings can be chosen.
        store: The results file.
        kind: The format that was asked for.
        output: File to write, ``-`` for standard output.
        mode: ``paper`` or ``fixed``.

    Raises:
        InvalidValueError: If another format, seeds or settings were asked for.
        StoreError: If a file cannot be used.
    """
    from nalm.reports import write_atomically

    suffix = output.suffix.casefold()
    if (kind or "html").casefold() != "html" or (kind is None and suffix not in {".html", ""}):
        raise InvalidValueError(
            f"format: `nalm report {ALL}` writes one web page, expected html, found "
            f"{kind or suffix!r}. Name one experiment for another format."
        )
    if selection.seeds is not None or selection.where:
        raise InvalidValueError(
            f"`nalm report {ALL}` shows every setting with every stored seed. "
            "Leave --seeds and --where away, or name one experiment."
        )
    content = Laboratory(store=store, mode=mode).page()
    if str(output) == "-":
        click.echo(content, nl=False)
        return
    write_atomically(output, content)
    click.echo(f"Wrote {output} ({len(content) / 1e6:.1f} MB)", err=True)
