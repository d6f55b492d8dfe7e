"""From a table's units to the dimension matrix of a problem."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction

from nalm.discovery.numerics._elimination import eliminate
from nalm.discovery.problem._problem import Dimensions, Units
from nalm.discovery.problem._unit_powers import Dimension, in_base_units, write_unit
from nalm.discovery.problem._units import unit_names
from nalm.errors import InvalidTypeError, InvalidValueError


def read_units(
    units: Mapping[str | int, str], names: Sequence[str], *, parameter: str
) -> tuple[Dimension, ...]:
    """Read the units of columns.

    Args:
        units: Unit of each column, by its name or index.
        names: Names of the columns.
        parameter: What the user calls `units`, for the message.

    Returns:
        One unit per column, as powers of the names that it is written with.

    Raises:
        InvalidTypeError: If `units` is not a mapping.
        InvalidValueError: If a column has no unit or two, a key is no column, or a unit is not one.

    Example:
        >>> [dict(unit) for unit in read_units({"t": "s", 1: "1"}, ["t", "n"], parameter="units")]
        [{'s': Fraction(1, 1)}, {}]
    """
    if not isinstance(units, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(f"`{parameter}` must map columns to units; found {units!r}.")
    found: dict[int, Dimension] = {}
    for key, text in units.items():
        column = _column(key, names, parameter)
        if column in found:
            raise InvalidValueError(f"`{parameter}` gives column {names[column]!r} two units.")
        try:
            found[column] = unit_names(text)
        except (InvalidTypeError, InvalidValueError) as error:
            raise type(error)(f"`{parameter}` of column {names[column]!r}: {error}") from error
    missing = [name for i, name in enumerate(names) if i not in found]
    if missing:
        raise InvalidValueError(
            f"`{parameter}` must have a unit for every column; found none for "
            f'{", ".join(map(repr, missing))}. Write "1" where a column has no unit.'
        )
    return tuple(found[i] for i in range(len(names)))


def table_units(
    units: Mapping[str | int, str] | None,
    target_units: str | Mapping[str | int, str] | None,
    *,
    names: Sequence[str],
    targets: Sequence[str],
) -> tuple[Units, ...] | None:
    """Read the units of a table.

    Args:
        units: Unit of every input.
        target_units: Unit of the target, or of every target.
        names: Of the inputs.
        targets: Names of the targets.

    Returns:
        Units of the inputs and of one target, for each target; None if none are given.

    Raises:
        InvalidTypeError: If units are no strings.
        InvalidValueError: If some are missing or unknown.

    Example:
        >>> [fall] = table_units({"t": "s"}, "m", names=["t"], targets=["x"])
        >>> fall.target
        {'m': Fraction(1, 1)}
    """
    if units is None and target_units is None:
        return None
    if units is None or target_units is None:
        # In this order if `units` is the one that was given, else reversed.
        given, missing = ("units", "target_units")[:: 1 if units is not None else -1]
        raise InvalidValueError(f"`{missing}` must be given together with `{given}`; found None.")
    inputs = read_units(units, names, parameter="units")
    if isinstance(target_units, str):
        target_units = dict.fromkeys(range(len(targets)), target_units)
    outputs = read_units(target_units, targets, parameter="target_units")
    return tuple(Units(inputs=inputs, target=target) for target in outputs)


def dimensions(inputs: Sequence[Dimension], target: Dimension) -> Dimensions | None:
    """Write units as columns of exponents, and check that some product of powers has the target's.

    Every formula of sums of products of powers whose terms agree in their dimension has one in the
    span of the inputs' dimensions: where the target's is outside, there is nothing to search for.

    Args:
        inputs: Unit of each input.
        target: Unit of the target.

    Returns:
        The dimension matrix; None if no unit occurs.

    Raises:
        InvalidValueError: If no exponents give the target's unit.

    Example:
        >>> speed = dimensions([{"m": Fraction(1)}, {"s": Fraction(1)}],
        ...                    {"m": Fraction(1), "s": Fraction(-1)})
        >>> speed.target
        (Fraction(1, 1), Fraction(-1, 1))
    """
    inputs, target = [in_base_units(unit) for unit in inputs], in_base_units(target)
    # Sorted, so that equal units give equal matrices whatever the order of the inputs.
    bases = sorted({base for unit in [*inputs, target] for base in unit})
    zero = Fraction(0)
    matrix = [[unit.get(base, zero) for unit in inputs] for base in bases]
    column = [target.get(base, zero) for base in bases]
    system = [[*row, value] for row, value in zip(matrix, column, strict=True)]
    # A pivot in the last column is a row that says 0 = 1: the target's dimension is outside the
    # span of the inputs' dimensions.
    if len(inputs) in eliminate(system):
        raise InvalidValueError(
            f"`target_units` must follow from `units`; found a target in {write_unit(target)}, and "
            f"no product of powers of {', '.join(map(write_unit, inputs))} has that unit. "
            "Correct a unit, add the column that is missing, such as a constant of nature, or let "
            "constants carry units with `dimensional_constants=True`."
        )
    if not bases:
        return None
    return Dimensions(inputs=tuple(map(tuple, matrix)), target=tuple(column))


def _column(key: str | int, names: Sequence[str], parameter: str) -> int:
    if isinstance(key, str) and key in names:
        return list(names).index(key)
    if isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(names):
        return key
    near = get_close_matches(str(key), names, n=3)
    raise InvalidValueError(
        f"`{parameter}` must name columns; found {key!r}, which is none"
        + (f". Near it: {', '.join(map(repr, near))}." if near else f" of {len(names)}.")
    )
