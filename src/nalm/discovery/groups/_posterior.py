"""What the data of all groups say about the constants of each."""

from collections.abc import Sequence
from dataclasses import asdict, replace

import numpy as np

from nalm.discovery.estimator._uncertainty import Sampling
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import join_rows
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.discovery.uncertainty._posterior import posterior
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum, parameters


def posteriors_of_groups(
    found: GroupDiscovery,
    problems: Sequence[Problem],
    *,
    groups: Sequence[int],
    index: Sequence[int],
    sampling: Sampling,
) -> list[Posterior]:
    """Draw from the joint posterior of all groups' constants, and take the groups apart.

    Shared constants are as well known as the rows of all groups make them.

    Args:
        found: In all groups.
        problems: Rows of each group.
        groups: Which ones are wanted.
        index: Of the candidate, for each group that there is.
        sampling: How draws are made.

    Raises:
        InvalidValueError: If a group was fitted after the others, whose shared constants it took,
            or as in `nalm.discovery.posterior`.
    """
    joint = [k for k, each in enumerate(found.discoveries) if each.inner_rows]
    if not set(groups) <= set(joint):
        raise InvalidValueError(
            "`output` must be a group whose rows chose the form; found one that was fitted "
            "afterwards, with the shared constants of the others. Fit again with all groups, of "
            "6 rows or more each."
        )
    rows = _together([problems[k] for k in joint])
    inputs = rows.problem.x.shape[1]
    wholes: dict[int, tuple[Posterior, np.ndarray]] = {}  # drawn once for all groups
    for each in {index[group] for group in groups}:
        form = _joint_form(found, joint, index=each)
        candidate = found.discoveries[joint[0]].candidates[each]
        candidate = replace(candidate, formula=form.joint(inputs))
        wholes[each] = posterior(candidate, rows.joint, **asdict(sampling)), form.columns
    result: list[Posterior] = []
    for group in groups:
        whole, columns = wholes[index[group]]
        formula = found.discoveries[group].candidates[index[group]].formula
        result.append(_part(whole, formula, columns=columns[joint.index(group)], inputs=inputs))
    return result


def _joint_form(found: GroupDiscovery, joint: Sequence[int], *, index: int) -> GroupForm:
    formulas = [found.discoveries[k].candidates[index].formula for k in joint]
    numbers = np.array([parameters(each) for each in formulas])
    return GroupForm(form=formulas[0], own=found.own[index], numbers=numbers)


def _part(whole: Posterior, formula: Sum, *, columns: np.ndarray, inputs: int) -> Posterior:
    """Keep some of the parameters, those of a formula."""
    named = free_parameters(formula, input_names(inputs))
    return replace(
        whole,
        formula=formula,
        names=tuple(each.name for each in named),
        exponent=tuple(each.exponent for each in named),
        mean=whole.mean[columns],
        sd=whole.sd[columns],
        quantiles=whole.quantiles[columns],
        draws=whole.draws[:, columns],
        rhat=whole.rhat[columns],
        ess=whole.ess[columns],
    )


def _together(problems: Sequence[Problem]) -> GroupedRows:
    return GroupedRows(
        problem=join_rows(problems),
        group=np.repeat(np.arange(len(problems)), [len(each.y) for each in problems]),
    )
