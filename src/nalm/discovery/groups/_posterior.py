"""What the data of all groups say about the constants of one."""

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


def posterior_of_group(
    found: GroupDiscovery,
    problems: Sequence[Problem],
    *,
    group: int,
    index: int,
    sampling: Sampling,
) -> Posterior:
    """Draw from the joint posterior of all groups' constants, and keep those of one group.

    Shared constants are as well known as the rows of all groups make them.

    Args:
        found: In all groups.
        problems: Rows of each group.
        group: Which one.
        index: Of the candidate.
        sampling: How draws are made.

    Raises:
        InvalidValueError: If the group was fitted after the others, whose shared constants it took,
            or as in `nalm.discovery.posterior`.
    """
    joint = [k for k, each in enumerate(found.discoveries) if each.inner_rows]
    if group not in joint:
        raise InvalidValueError(
            "`output` must be a group whose rows chose the form; found one that was fitted "
            "afterwards, with the shared constants of the others. Fit again with all groups, of "
            "6 rows or more each."
        )
    candidates = [found.discoveries[k].candidates[index] for k in joint]
    form = GroupForm(
        form=candidates[0].formula,
        own=found.own[index],
        numbers=np.array([parameters(each.formula) for each in candidates]),
    )
    rows = _together([problems[k] for k in joint])
    inputs = rows.problem.x.shape[1]
    whole = posterior(
        replace(candidates[0], formula=form.joint(inputs)), rows.joint, **asdict(sampling)
    )
    place = joint.index(group)
    return _part(whole, candidates[place].formula, columns=form.columns[place], inputs=inputs)


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
