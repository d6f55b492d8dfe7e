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
# # Reproduce Figure 6 and read it
#
# *Learning Division with Neural Arithmetic Logic Modules* (Mistry, Farrahi and Hare) asks which
# units learn to divide two of ten inputs. Its Figure 6 answers with success rates, speeds and
# sparsity errors over nine ranges. This page repeats a small part of it, says how to read each
# number, and then what the whole figure says.

# %%
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import sympy

from nalm.experiments import execute, summarise, trained
from nalm.experiments.catalogue import entries
from nalm.reports import report_entry
from nalm.results import Store
from nalm.statistics import success_rate

# %% [markdown]
# ## The experiment is data
#
# The catalogue holds the figure's settings: each is a unit, a training range, a test range and a
# recipe.

# %%
whole = entries()["mistry2021division/fig6"]
first = whole.settings[0]
print(whole.title)
print(f"{len(whole.settings)} settings × {whole.seeds} seeds × {first.recipe.iterations:,} steps")
print(f"the first: {first.unit}, trained on {first.interpolation}, tested on {first.extrapolation}")

# %% [markdown]
# Each setting trains on batches of 128 rows. Every 1000 steps the run is evaluated twice: on rows
# from the training range (validation), and on rows from the test range, which training never sees.
#
# ## A small honest trial
#
# We take three of the four units, three of the nine ranges and three of the 25 seeds, with all
# 100,000 steps. So these are runs *of* the figure. Fewer steps would be quicker, and would be
# another experiment: its penalties come late.

# %%
UNITS = "NRU", "NMRU", "Real NPU (modified)"
RANGES = "[1,2)", "[-2,-1)", "[-20,-10)"
chosen = [s for s in whole.settings if s.unit in UNITS and str(s.interpolation) in RANGES]
trial = replace(whole, settings=tuple(chosen), seeds=3)
store = Store(":memory:")  # a file name, such as "nalm.db", keeps the runs
for progress in execute(trial, store):
    pass
print(f"{progress.stored} runs of {whole.run_steps() // first.recipe.iterations} trained")

# %% [markdown]
# Runs of one structure train together as one compiled program. That needs a C++ compiler; without
# one, pass `options=Options(compile=False)` and wait longer. In a shell, all this is one command:
#
# ```
# nalm run mistry2021division/fig6 --seeds 3 --where unit=NMRU --where "range=[1,2)"
# ```
#
# ## Success rate
#
# A run is **solved** if its test error is below 10⁻⁵ at the evaluation with the smallest
# validation error. So the choice of the step does not look at the test rows. The success rate is
# the share of seeds that are solved.

# %%
rows = summarise(trial, store)
for row in rows:
    low, high = row.success.low, row.success.high
    print(
        f"{row.unit:20} {row.interpolation:10} {row.solved} of {row.runs}: {low:.2f} to {high:.2f}"
    )

# %% [markdown]
# The two numbers at the end are Wilson's 95 % interval. Three of three is no certainty: a unit
# that solves only half of all runs does that one time in eight. How fast the interval shrinks with
# the number of seeds:

# %%
for seeds in (3, 10, 25, 100):
    interval = success_rate(seeds, seeds)
    print(f"{seeds:3} of {seeds}: at least {interval.low:.2f}")
rate = {(row.unit, row.interpolation): row.success for row in rows}
assert rate["NRU", "[1,2)"].estimate == 1
assert rate["NRU", "[-2,-1)"].estimate == 0
assert rate["NMRU", "[-2,-1)"].estimate == 1
assert rate["NRU", "[-2,-1)"].high > rate["NMRU", "[-2,-1)"].low

# %% [markdown]
# None of three against three of three: even then the intervals overlap. The trial suggests that
# the NRU fails on negative numbers. It does not show it.
#
# ## Solved at
#
# **Solved at** is the first evaluation whose test error is below the threshold. Evaluations come
# every 1000 steps, so of one run it is a multiple of 1000. Of several it is the mean of those that
# were solved: a unit that solves one run quickly looks fast. Read it beside the success rate, never
# alone.
#
# ## Sparsity error
#
# The **sparsity error** is the largest distance of a weight from −1, 0 and 1, at the selected
# evaluation. Weights of the formula are whole, so 0 means that the run *is* the formula. 0.5 means
# that a weight is undecided.

# %%
for row in rows:
    if row.solved:
        print(
            f"{row.unit:20} {row.interpolation:10} solved at {row.solved_at.estimate:6,.0f}, "
            f"sparsity error {row.sparsity_median:.0e}"
        )

# %% [markdown]
# A solved run may have a small sparsity error that is not 0. It is below the threshold on these
# test rows, and still not the formula: on much larger numbers its error grows.
#
# ## One run, step by step

# %%
figure, ax = plt.subplots(figsize=(5, 3.4), layout="constrained")
for colour, unit in zip(("C3", "C0"), ("NRU", "NMRU"), strict=True):
    (setting,) = trial.where({"unit": unit, "range": "[-2,-1)"}).settings
    (run,) = store.load([setting.run(0).key])
    ax.semilogy(run.trace.step, np.maximum(run.trace.test, 1e-16), color=colour, label=unit)
ax.axhline(first.threshold, color="grey", linestyle=":", label="threshold")
ax.set(xlabel="step", ylabel="test error", title="[-2,-1), seed 0")
ax.legend()
plt.show()

# %% [markdown]
# The NMRU finds the formula early, loses it, and finds it again. From step 50,000 on a penalty
# pulls its weights to 0 and 1, and there it stays. That is why the reports take the evaluation
# with the smallest validation error, and not the last or the best test error.
#
# The NRU never comes down. Why? For a negative x, a factor of the NRU is about −1 for every small
# weight, and 1 for a weight of exactly 0. So the sign jumps just where an irrelevant input should
# fade out, and eight of the ten inputs are irrelevant. The NMRU keeps the sign apart from the
# size.
#
# ## Which formula?

# %%
(nmru,) = trial.where({"unit": "NMRU", "range": "[-2,-1)"}).settings
for run in trained(replace(trial, settings=(nmru,)), store):
    print(f"seed {run.seed}:", run.network().express(sympy.symbols("x:10"))[0])

# %% [markdown]
# All weights are whole, so this is what the network computes, on any numbers. The seed decides
# which two inputs are divided.
#
# ## The figure
#
# The first panel of the figure, drawn by hand:

# %%
figure, ax = plt.subplots(figsize=(5, 3.4), layout="constrained")
for place, unit in enumerate(UNITS):
    for position, where in enumerate(RANGES):
        success = rate[unit, where]
        bar = [[success.estimate - success.low], [success.high - success.estimate]]
        x = position + 0.2 * (place - 1)
        ax.errorbar(x, success.estimate, bar, fmt="o", color=f"C{place}", label=unit)
ax.set(xticks=range(3), xticklabels=RANGES, xlabel="training range", ylabel="success rate")
handles, labels = ax.get_legend_handles_labels()
figure.legend(handles[::3], labels[::3], loc="outside upper center", ncols=3)
plt.show()

# %% [markdown]
# And all of it, as `nalm report` draws it. It is wide: success rate, step of the solution,
# sparsity error; a place is a range, a colour a unit, and hollow marks are published.

# %%
report_entry(trial, store).figure()

# %% [markdown]
# The bars are 95 % intervals. Where nothing was solved there is no speed and no sparsity error. A
# wide bar of three seeds says: ask again with more. And *all* is of these three ranges here, where
# the published marks are of nine: do not compare them.
#
# ## What the whole figure says
#
# All 900 runs, trained by `nalm run mistry2021division/fig6` in 3 min 37 s on two cores, of 25
# seeds each:
#
# | range | Real NPU (modified) | NRU | NMRU |
# | --- | --- | --- | --- |
# | [-20,-10) | 1.00 (0.87–1.00) | 0.00 (0.00–0.13) | 0.72 (0.52–0.86) |
# | [-2,-1) | 1.00 (0.87–1.00) | 0.00 (0.00–0.13) | 1.00 (0.87–1.00) |
# | [-2,2) | 0.00 (0.00–0.13) | 0.00 (0.00–0.13) | 0.96 (0.80–0.99) |
# | [1,2) | 1.00 (0.87–1.00) | 1.00 (0.87–1.00) | 1.00 (0.87–1.00) |
# | all nine | 0.867 (0.82–0.90) | 0.444 (0.38–0.51) | 0.884 (0.84–0.92) |
# | all nine, published | 0.853 | | 0.916 |
#
# - With 25 seeds the intervals of NRU and NMRU on [−2, −1) are far apart: now it is shown.
# - On [−20, −10) the Real NPU is better than the NMRU, and only the NMRU solves [−2, 2). No unit
#   wins everywhere.
# - Over all ranges the intervals of Real NPU and NMRU overlap. The order that the paper prints is
#   within chance here.
# - Both published means lie inside of our intervals. That is what *agrees* means in a report.
#
# The whole table, and those of all other experiments: [reproductions](../reproductions.md).
#
# ## What to trust
#
# - **A trial of three seeds** shows what a figure looks like, and finds a unit that always fails.
#   It ranks nothing.
# - **Rates of 25 seeds** to about ± 0.15. A difference of 0.05 needs hundreds.
# - **Only the recipe of the paper.** The same NRU with another learning rate, or without
#   irrelevant inputs, is another unit: with two inputs it solves all nine ranges (Figure 3).
# - **Not the last digit across machines.** Other processors round otherwise, and a run near the
#   threshold may fall on the other side.
#
# Next: [reproduce a paper](../reproduce.md), [your own unit](own-unit.py), and the unit that
# solves all nine ranges, [SPU](../signed-power-unit.md).
