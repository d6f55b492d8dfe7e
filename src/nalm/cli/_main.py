"""The group of commands, and what happens when one fails."""

from typing import final

import click

from nalm.cli._commands._app import app_command
from nalm.cli._commands._cite import cite_command
from nalm.cli._commands._demo import demo_command
from nalm.cli._commands._discover import discover_command
from nalm.cli._commands._fit import fit_command
from nalm.cli._commands._list import list_command
from nalm.cli._commands._merge import merge_command
from nalm.cli._commands._predict import predict_command
from nalm.cli._commands._report import report_command
from nalm.cli._commands._run import run_command
from nalm.cli._commands._store import store_command
from nalm.errors import InvalidTypeError, InvalidValueError, NalmError, UnknownNameError

_USAGE = (InvalidValueError, InvalidTypeError, UnknownNameError)


@final
class _Misuse(click.ClickException):
    """What was asked cannot be done."""

    exit_code = 2


@final
class _Failure(click.ClickException):
    """Something outside the request went wrong."""

    exit_code = 1


@final
class _Group(click.Group):
    """Turn errors of `nalm` into messages and Ctrl-C into its usual exit code."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for."""
        for job, commands in _JOBS.items():
            with formatter.section(job):
                formatter.write_dl([(each.name or "", each.short_help or "") for each in commands])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except NalmError as error:
            kind = _Misuse if isinstance(error, _USAGE) else _Failure
            raise kind(str(error)) from error
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(130)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nalm", prog_name="nalm")
def main() -> None:
    """Discovery of equations, and a laboratory for neural arithmetic.

    Discovery finds the equation behind a table or a time series, says how far to trust it, and
    predicts with it.

    \b
    nalm discover data.csv --target y         the equation behind a table
    nalm discover data.csv --time t           the equations of motion
    nalm fit data.csv "y = a*exp(-b*t) + c"   the constants of your own form
    nalm predict model.json new.csv           what a saved model says
    nalm app                                  the same in your browser

    The laboratory trains units that compute exactly, PyTorch modules to import from `nalm`, on the
    experiments of the papers on them, and shows its numbers beside the published ones.

    \b
    nalm list                                 the experiments, with their cost
    nalm run mistry2021division/fig3          train one; run again to go on
    nalm report mistry2021division/fig3       our numbers beside the paper's
    nalm store                                what the results file holds

    `nalm demo` shows both in minutes. `nalm COMMAND --help` explains a command.
    """  # noqa: D301  (click's mark: a backspace keeps the lines of a paragraph)


_JOBS = {
    "Discovery": (discover_command, fit_command, predict_command, app_command),
    "Laboratory": (
        list_command,
        run_command,
        report_command,
        cite_command,
        store_command,
        merge_command,
    ),
    "Both": (demo_command,),
}
"""What the program is for → the commands for it, in the order of the help."""

for _commands in _JOBS.values():
    for _command in _commands:
        main.add_command(_command)
