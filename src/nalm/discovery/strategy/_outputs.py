"""The searches of a table, one per output: planned together, then run within one time."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import Console

from nalm._display import Display, Silence, choose_display
from nalm.discovery._budget import Budget
from nalm.discovery._jobs import ALONE
from nalm.discovery.constraints._kinds import Constraint
from nalm.discovery.constraints._known import known_of
from nalm.discovery.constraints._places import Places
from nalm.discovery.problem._dimensions import dimensions, table_units
from nalm.discovery.problem._preparation import Prepared, prepare, restore, with_inputs
from nalm.discovery.problem._problem import Problem, Units
from nalm.discovery.problem._unit_powers import in_base_units
from nalm.discovery.problem._useful_columns import useful_columns
from nalm.discovery.problem._validation import Table
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._names import symbols
from nalm.discovery.strategy._search import SearchOptions, SearchProgress, search
from nalm.errors import InvalidValueError, UnfinishedWarning
from nalm.symbolic import Sum, to_text


@dataclass(frozen=True, kw_only=True)
class Planned:
    """What will be searched.

    Attributes:
        prepared: One problem per output.
        columns: The table's column behind each input of the problems.
        targets: Names of the outputs.
        names: Of the inputs of the problems, for the display.
    """

    prepared: tuple[Prepared, ...]
    columns: tuple[int, ...]
    targets: tuple[str, ...]
    names: tuple[str, ...] = ()


def plan_outputs(
    table: Table,
    names: Sequence[str],
    *,
    units: Mapping[str | int, str] | None,
    target_units: str | Mapping[str | int, str] | None,
    dimensional_constants: bool = False,
    constraints: Sequence[Constraint] = (),
) -> Planned:
    """Check everything that can fail before the first search.

    Args:
        table: The data.
        names: Names of the inputs.
        units: Unit of every input.
        target_units: Unit of the target, or of every target.
        dimensional_constants: Whether constants carry units.
        constraints: On the targets, in names of the inputs.

    Returns:
        One problem per output.

    Raises:
        InvalidValueError: If units are missing, unknown or impossible, all columns are constant, or
            a constraint names what is not there.
        InvalidTypeError: If units are no strings.
    """
    given = table_units(units, target_units, names=names, targets=table.targets)
    if given is None and dimensional_constants:
        raise InvalidValueError(
            "`dimensional_constants` must have `units` and `target_units` with it; found None. "
            "Give the unit of every column, or leave it False."
        )
    # What a constant column brings, a constant with a unit can bring as well.
    known = () if given is None or dimensional_constants else given[0].inputs
    units_of_columns = [in_base_units(unit) for unit in known] or None
    columns = useful_columns(table.x[table.weight > 0], names, units=units_of_columns)
    all_symbols = symbols(names, beside=table.targets)
    prepared: list[Prepared] = []
    for i in range(len(table.targets)):
        own = None if given is None else _of_columns(given[i], columns)
        fixed, carried = (None, own) if dimensional_constants else (own, None)
        prepared.append(
            prepare(
                table.x[:, columns],
                table.y[:, i],
                weight=table.weight,
                dimensions=None if fixed is None else dimensions(fixed.inputs, fixed.target),
                constant_units=carried,
            )
        )
    planned = Planned(
        prepared=tuple(prepared),
        columns=columns,
        targets=table.targets,
        names=tuple(all_symbols[i] for i in columns),
    )
    return _constrained(planned, constraints, names=names)


def _constrained(
    planned: Planned, constraints: Sequence[Constraint], *, names: Sequence[str]
) -> Planned:
    """Give each problem the constraints on its target."""
    if not constraints:
        return planned
    columns, found = [names[i] for i in planned.columns], list[Prepared]()
    for each, target in zip(planned.prepared, planned.targets, strict=True):
        problem = each.problem
        places = Places.of(problem.x, names=planned.names, columns=columns)
        known = known_of(constraints, places, target=target, targets=planned.targets, y=problem.y)
        found.append(replace(each, problem=replace(problem, known=known)))
    return replace(planned, prepared=tuple(found))


def _of_columns(units: Units, columns: Sequence[int]) -> Units:
    return replace(units, inputs=tuple(units.inputs[i] for i in columns))


def search_outputs(
    planned: Planned,
    options: SearchOptions,
    *,
    earlier: Sequence[Discovery],
    verbose: int,
    initial: Sequence[Sequence[Sum]] = (),
    budget: Budget | None = None,
) -> tuple[Discovery, ...]:
    """Run the searches, all of them together within one time.

    Args:
        planned: What to search.
        options: How.
        earlier: Discoveries, of the table's columns, whose formulas are guesses; or none.
        verbose: 0 for silence.
        initial: Formulas of each problem's own inputs to begin with, or none.
        budget: Of all searches; `options.max_time` from now by default.

    Returns:
        One discovery per output, of the table's own columns and rows.
    """
    whole = Budget.start(options.max_time) if budget is None else budget
    display = choose_display(Console(), quiet=not verbose)
    count = len(planned.prepared)
    # Several outputs are searched by one process each; a single one has all of them.
    jobs, own = (options.jobs, ALONE) if count > 1 else (ALONE, options.jobs)
    silent = isinstance(display, Silence) or jobs.processes > 1
    guesses = _guesses(planned, earlier=earlier, initial=initial)
    searches = (
        _Search(
            problem=prepared.problem,
            options=replace(options, jobs=own, guesses=guesses[i]),
            report=None if silent else _reporter(display, planned, i),
            # Each output has an equal share of the time that is left: what one does not use,
            # others have.
            budget=whole.shared(jobs.rounds(count, before=i)),
        )
        for i, prepared in enumerate(planned.prepared)
    )
    with display, whole.interruptible():
        results = zip(jobs.map(_searched, searches), planned.prepared, strict=True)
        found = [restore(one, prepared, columns=planned.columns) for one, prepared in results]
    if not all(each.complete for each in found):
        warnings.warn(
            "the search was stopped before its end, by its time limit or by an interrupt: the "
            "formulas are the best so far. Give more `max_time`, or fit again with `warm_start`.",
            UnfinishedWarning,
            stacklevel=3,
        )
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class _Search:
    """What any process may search."""

    problem: Problem
    options: SearchOptions
    report: Callable[[SearchProgress], None] | None
    budget: Budget


def _searched(wanted: _Search) -> Discovery:
    return search(wanted.problem, wanted.options, report=wanted.report, budget=wanted.budget)


def _reporter(display: Display, planned: Planned, output: int) -> Callable[[SearchProgress], None]:
    count = len(planned.columns)
    names = planned.names or [f"x{i}" for i in range(count)]

    def report(progress: SearchProgress) -> None:
        best = f"best {to_text(progress.best, names)}, error {progress.error:.3g}"
        display.show(
            planned.targets[output],
            fraction=progress.fraction,
            facts=f"{progress.stage}; {best}",
        )

    return report


def _guesses(
    planned: Planned, *, earlier: Sequence[Discovery], initial: Sequence[Sequence[Sum]]
) -> list[tuple[Sum, ...]]:
    """List the formulas that each search begins with."""
    return [
        (
            *(_of_inputs(earlier[i], planned.columns) if i < len(earlier) else ()),
            *(initial[i] if i < len(initial) else ()),
        )
        for i in range(len(planned.prepared))
    ]


def _of_inputs(earlier: Discovery, columns: Sequence[int]) -> tuple[Sum, ...]:
    index = {column: i for i, column in enumerate(columns)}
    guesses: list[Sum] = []
    for candidate in earlier.candidates:
        try:
            guesses.append(with_inputs(candidate.formula, index))
        except KeyError:  # it has an input that is not searched now
            continue
    return tuple(guesses)
