# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Your own unit against the NMRU
#
# You have an idea for a unit that divides. Does it keep a unit's promises? Does it learn division
# more often than the NMRU (neural multiplicative reciprocal unit), and where does it fail? This
# page finds out in a minute. The [longer page](../tutorial-new-unit.md) does the same with files
# and the command line.

# %%
from functools import partial
from math import prod

import matplotlib.pyplot as plt
import pandas as pd
import sympy
import torch
from torch import nn

from nalm import NMRU, Unit
from nalm.experiments import Experiment, Options, Setting, execute, summarise, trained
from nalm.results import Store
from nalm.tasks import Operation, Range, SingleModuleTask
from nalm.testing import check_unit
from nalm.training import Adam, Constant, Penalty, Recipe, UnitPenalty

# %% [markdown]
# ## The idea
#
# The NMU (neural multiplication unit) multiplies gated inputs: a weight of 1 keeps an input, a
# weight of 0 replaces it by 1. Division could be one such product over another, with weights a and
# b between 0 and 1:
#
# $$y = \frac{\prod_j (a_j x_j + 1 - a_j)}{\prod_j (b_j x_j + 1 - b_j)}$$
#
# A unit is a subclass of `Unit` with six small parts.


# %%
class Quotient(Unit):
    """Divide one product of gated inputs by another."""

    def __init__(self, in_features, out_features):
        super().__init__(in_features, out_features)
        self.weight = nn.Parameter(torch.empty(2, out_features, in_features))  # a and b
        self.constraints = {"weight": (0.0, 1.0)}  # clamped after each step
        self.reset_parameters()

    def reset_parameters(self, generator=None):
        nn.init.uniform_(self.weight, 0.25, 0.75, generator=generator)

    def forward(self, x):
        self._check_input(x)
        factors = self.weight * x[..., None, None, :] + 1 - self.weight
        above, below = factors.prod(-1).unbind(-2)
        return above / below

    def penalty(self):  # pulls the weights to 0 and 1
        return torch.minimum(self.weight, 1 - self.weight).mean()

    def sparsity_error(self):  # 0 means that the weights are a formula
        return torch.minimum(self.weight.abs(), (1 - self.weight).abs()).detach().amax()

    def express(self, symbols):  # the formula, on any symbols that know arithmetic
        self._check_symbols(symbols)
        a, b = self.weight.tolist()
        return [
            gated(above, symbols) / gated(below, symbols) for above, below in zip(a, b, strict=True)
        ]


def gated(weights, symbols):
    return prod(x if w == 1 else w * x + 1 - w for w, x in zip(weights, symbols, strict=True) if w)


# %% [markdown]
# ## Does it keep a unit's promises?
#
# `check_unit` runs the tests of the built-in units: gradients, batches, read-out, saving, vmap and
# more. It raises with the first promise that is broken.

# %%
check_unit(Quotient)
print("all promises kept")

# %% [markdown]
# What does a broken promise look like? This unit's formula mixes up its outputs.


# %%
class Careless(Quotient):
    def express(self, symbols):
        return super().express(symbols)[::-1]


try:
    check_unit(Careless)
except AssertionError as error:
    print(str(error).split(" AssertionError")[0])
else:
    raise AssertionError("expected check_unit to notice")

# %% [markdown]
# ## A cohort for each unit
#
# An experiment says which networks learn what, from which inputs, how, and with how many seeds.
# Both units get four inputs and have to divide two of them. They train on a positive range, [1,
# 2), or a negative one, [−2, −1), and are tested on numbers three times as large. A run is
# *solved* when its test error is below the threshold.
#
# The ten seeds of a setting train together, as one cohort.


# %%
def setting(name, unit, low, high):
    return Setting(
        unit=name,
        network=partial(unit, 4, 1),
        task=SingleModuleTask(operation=Operation.DIV, in_features=4),
        interpolation=Range.interval(low, high),
        extrapolation=Range.interval(3 * low, 3 * high),
        recipe=Recipe(
            iterations=800,
            evaluate_every=50,
            evaluation_rows=1000,
            optimizer=Adam(learning_rate=0.01),
            penalties=(Penalty(measure=UnitPenalty(), schedule=Constant(value=0.1)),),
        ),
        threshold=1e-5,
    )


division = Experiment(
    name="quotient/division",
    title="Division of two of four inputs",
    source="a tutorial",
    settings=tuple(
        setting(name, unit, low, high)
        for low, high in ((1, 2), (-2, -1))
        for name, unit in (("Quotient", Quotient), ("NMRU", NMRU))
    ),
    seeds=10,
)

# %% [markdown]
# A store keeps the runs; here it lives in memory and is gone afterwards. Give it the name of a
# file to keep them. `compile=False` starts at once. From a few thousand steps on, compiled
# programs are worth their half minute.

# %%
store = Store(":memory:")
for progress in execute(division, store, options=Options(compile=False)):
    pass
print(f"{progress.stored} runs trained, {progress.solved} of them solved")

# %% [markdown]
# ## The table

# %%
rows = summarise(division, store)
pd.DataFrame(
    {
        "unit": [row.unit for row in rows],
        "range": [row.interpolation for row in rows],
        "solved": [f"{row.solved} of {row.runs}" for row in rows],
        "rate": [row.success.estimate for row in rows],
        "from": [row.success.low for row in rows],
        "to": [row.success.high for row in rows],
        "solved at step": [row.solved_at.estimate for row in rows],
    }
).round(2)

# %% [markdown]
# "from" and "to" are a 95 % interval of the success rate (Wilson's). With ten seeds it is wide:
# ten of ten solved only says that at least about seven of ten would be.

# %%
rates = {(row.unit, row.interpolation): row.success for row in rows}
for (unit, where), rate in rates.items():
    print(f"{unit} on {where}: {rate.estimate:.0%}, between {rate.low:.0%} and {rate.high:.0%}")
assert rates["Quotient", "[1,2)"].low > rates["Quotient", "[-2,-1)"].high
assert rates["Quotient", "[1,2)"].estimate == 1
assert rates["Quotient", "[-2,-1)"].estimate == 0
assert rates["NMRU", "[-2,-1)"].estimate > 0

# %% [markdown]
# The new unit always divides in the positive range and never in the negative one. The NMRU does
# not always succeed in either.
#
# ## Which formula did it find?
#
# `trained` gives the stored runs with their networks. `express` writes a formula with the weights
# as they are.

# %%
letters = sympy.symbols("a b c d")
for run in trained(division.where({"unit": "Quotient", "range": "[1,2)"}), store):
    if run.seed < 3:
        print(f"seed {run.seed}:", run.network().express(letters)[0])

# %% [markdown]
# All are right: the seed decides which of the inputs matter.
#
# ## Why does it fail? Look at the learning curves

# %%
figure, ax = plt.subplots(figsize=(5, 3.4), layout="constrained")
for colour, setting_ in zip(("C0", "C1"), division.settings[::2], strict=True):  # the new unit
    keys = [setting_.run(seed).key for seed in division.seed_range]
    for run in store.load(keys):
        ax.semilogy(run.trace.step, run.trace.test, color=colour, linewidth=0.8)
    ax.plot([], [], color=colour, label=str(setting_.interpolation))
ax.axhline(1e-5, color="grey", linestyle=":", label="threshold")
ax.set(xlabel="step", ylabel="test error")
ax.legend()
plt.show()

# %% [markdown]
# In the negative range the errors never come down. There a gate b·x + 1 − b is 0 for some b
# between 0 and 1, since x is negative. So on its way to b = 1 the unit has to cross a pole. That
# is a property of the equation, and no number of steps will mend it. Change `forward` and run
# again: only what depends on the change is trained anew.
#
# ## What to trust
#
# - **Differences whose intervals do not overlap.** Between Quotient's two ranges that is so.
#   Between two units that solve 7 and 10 of 10 it is not: train more seeds (`seeds=100`) before
#   you say that one is better.
# - **Only this recipe.** Another learning rate or more steps change rates by a lot. Compare units
#   under the recipe of each one's paper, and give yours as much care as the others, not more.
# - **Only these ranges.** One range would have made the new unit look perfect. The published
#   comparison uses nine, and ten inputs: see [the next tutorial](figure-6.py).
# - **A formula that is read out** from weights that are exactly 0 and 1 is exact. While
#   `sparsity_error` is above 0 it is only close.
