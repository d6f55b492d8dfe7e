"""The constants of every group, as a table."""

# pandas ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nalm.discovery.groups._labels import Label
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.result._equations import standard_errors
from nalm.discovery.result._names import symbols
from nalm.symbolic import Equation

if TYPE_CHECKING:
    import pandas as pd


def constant_names(count: int, *, taken: Sequence[str]) -> tuple[str, ...]:
    """Name the constants of a form: k1, k2, …, unless an input is called so.

    Args:
        count: How many there are.
        taken: Names that must not occur.

    Example:
        >>> constant_names(2, taken=["k1"])
        ('k1_2', 'k2')
    """
    return symbols([f"k{k}" for k in range(1, count + 1)], taken=taken)


def group_equation(found: GroupDiscovery, *, target: str, names: Sequence[str]) -> Equation:
    """Write the chosen form, in which the constants that differ by group have names.

    Args:
        found: What was found.
        target: Name of y.
        names: Of the inputs, as they stand in equations.
    """
    form = found.chosen
    constants = constant_names(len(form.own), taken=[target, *names])
    own = (name for name, differs in zip(constants, form.own, strict=True) if differs)
    return Equation(target=target, formula=form.written(len(names)), names=(*names, *own))


def group_constant_frame(
    found: GroupDiscovery, groups: Sequence[Label], *, target: str, names: Sequence[str]
) -> "pd.DataFrame":
    """Tabulate the measured constants: a row for each group.

    Args:
        found: What was found.
        groups: Names of the groups.
        target: Name of y.
        names: Of the inputs, as they stand in equations.

    Returns:
        For each constant, named as in `group_equation`, its `value`, its `stderr`, and whether it
        is `shared`.
    """
    import pandas as pd

    form, place = found.chosen, found.discoveries[0].chosen
    constants = constant_names(len(form.own), taken=[target, *names])
    errors = [standard_errors(each.candidates[place]) for each in found.discoveries]
    columns = {
        (name, kind): values
        for k, (name, own) in enumerate(zip(constants, form.own, strict=True))
        for kind, values in (
            ("value", form.numbers[:, k]),
            ("stderr", [each[k] for each in errors]),
            ("shared", [not own] * len(groups)),
        )
    }
    frame = pd.DataFrame(columns, index=pd.Index(list(groups), name="group"))
    frame.columns = pd.MultiIndex.from_tuples(list(columns), names=["constant", "of"])
    return frame
