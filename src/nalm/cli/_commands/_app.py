"""``nalm app``: discovery in a browser."""

import click

from nalm.app import LARGEST, PORT


@click.command("app", short_help="Find equations in your browser: drop a file, see its law.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=PORT,
    show_default=True,
    help="Port of this machine.",
)
@click.option(
    "--max-upload",
    type=click.IntRange(1, 2000),
    default=LARGEST,
    show_default=True,
    metavar="MB",
    help="Largest file that may be dropped.",
)
@click.option("--browser/--no-browser", default=True, help="Whether to open a browser.")
def app_command(*, port: int, max_upload: int, browser: bool) -> None:
    """Serve a page on this machine: drop a table, choose columns, watch the search, keep its law.

    \b
    pip install 'nalm[app]'
    nalm app

    It does what `nalm discover`, `nalm fit` and `nalm predict` do. Only this machine can open the
    page, and nothing leaves it. Ctrl-C ends the server and every search.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)
    from nalm.app import launch

    launch(port=port, browser=browser, largest=max_upload)
