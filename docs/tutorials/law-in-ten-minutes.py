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
# # A law in ten minutes
#
# You have a CSV file and want the equation behind it. This page goes from the file to a formula,
# asks how far the formula can be trusted, predicts with bounds, and takes the answer away as code,
# a file and a report.

# %%
import os
import tempfile

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import nalm

os.chdir(tempfile.mkdtemp())  # what this page writes is thrown away

# %% [markdown]
# ## The file
#
# A phone has a light meter. We hold it at some distance from a lamp in a dark room, with lamps of
# different power, and write down what it shows. We also note the temperature of the room, because
# it stood on the wall.
#
# The numbers below are **simulated**, so that we know the truth and can check the answer: light =
# 8.3 · power / distance², with random errors of 2 %, printed to a tenth of a lux. With a file of
# your own, skip this cell.

# %%
random = np.random.default_rng(1)
power = random.choice([4.0, 6.0, 9.0, 13.0, 18.0], 80)
distance = random.uniform(0.4, 2.5, 80).round(2)
light = 8.3 * power / distance**2 * random.normal(1.0, 0.02, 80)
pd.DataFrame(
    {
        "power (W)": power,
        "distance (m)": distance,
        "room (K)": random.uniform(288.0, 303.0, 80).round(1),
        "light (lux)": light.round(1),
    }
).to_csv("lamp.csv", index=False)

# %% [markdown]
# Read it as you read any table. One column is the target, the others are the inputs.

# %%
table = pd.read_csv("lamp.csv")
inputs, target = table.drop(columns="light (lux)"), table["light (lux)"]
table.head()

# %% [markdown]
# ## The law
#
# `fit` searches. There are no operators to choose and nothing to scale: give the raw numbers in
# your own units. `max_time` is a limit in seconds, not a goal; the search ends by itself when it
# has found what there is.

# %%
law = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit(inputs, target)
print(law.equation_)

# %% [markdown]
# The lamp's power counts in proportion, the distance by an inverse square, and the room's
# temperature not at all: the search left that column out. The names are those of the file, without
# the units in its headers.
#
# ## The verdict
#
# A formula that fits is easy to find. The question is whether it holds where it was not fitted. So
# the outermost fifth of the rows was held out, and each candidate had to predict it.

# %%
print(law.verdict_.name)
print(law.reason_)

# %% [markdown]
# There are three verdicts: `LAW`, `APPROXIMATION` (it misses held-out rows or leaves a pattern)
# and `UNDECIDED` (nothing speaks against it, but the data do not establish it). `reason_` says
# which test decided, and what to do.
#
# ## The constant, with its error

# %%
constant = law.constants_.iloc[0]
print(f"{constant['value']:.3f} ± {constant['stderr']:.3f}; the truth is 8.3")
assert law.verdict_.name == "LAW"
assert law.equation_.endswith("*power/distance^2")
assert abs(constant["value"] - 8.3) < 3 * constant["stderr"]
law.constants_

# %% [markdown]
# ± is one standard error: in two of three experiments the truth lies within it. The powers 1 and
# −2 are in no list, because they came out as whole numbers.
#
# ## Look at it
#
# The first picture shows each row's relative error, from the middle of the data outwards. The
# dashed lines are medians: of the rows that were fitted, and of those that were held out. A
# formula that only fits has a second line far above the first.

# %%
figure, axes = plt.subplots(2, 1, figsize=(5, 6.4), layout="constrained")
law.plot("fit", ax=axes[0])
law.plot("front", ax=axes[1])
plt.show()

# %% [markdown]
# The second picture shows all candidates, from short to long. A law sits in the corner: all
# shorter formulas are much worse, and no longer one is much better. The first of them as a table:

# %%
law.equations_[["pick", "complexity", "r2", "equation"]].head(5)

# %% [markdown]
# ## Predict, with bounds
#
# A lamp of 25 W, from 1 m and from 6 m. Both lie outside of the table, which ended at 18 W and 2.5
# m.

# %%
new = pd.DataFrame({"power (W)": [25.0, 25.0], "distance (m)": [1.0, 6.0], "room (K)": [293.0] * 2})
low, high = law.predict_interval(new, level=0.95)
truth = 8.3 * new["power (W)"] / new["distance (m)"] ** 2
new.assign(
    predicted=law.predict(new), low=low, high=high, truth=truth, outside=law.extrapolates(new)
).round(2)

# %% [markdown]
# The bounds are for a new reading, with its noise. They assume that the formula has the right
# form. That is what the verdict is for: no bound can know of a fog that begins at 3 m.

# %%
assert law.extrapolates(new).all()
assert ((low < truth) & (truth < high)).all()

# %% [markdown]
# ## Take it away

# %%
print(law.latex())
print(law.to_code("python"))
law.save("law.json")
law.report("law.html")  # one page with plots and candidates, which asks for nothing else
again = nalm.SymbolicRegressor.load("law.json")
assert (again.predict(new) == law.predict(new)).all()

# %% [markdown]
# `to_code` also knows C, MATLAB, Julia and Excel, and `law.sympy()` and `law.to_torch()` give
# objects to compute with.
#
# All of this without Python, in a shell:
#
# ```
# nalm discover lamp.csv --target "light (lux)" --report law.html --save law.json
# nalm predict law.json new.csv --intervals 0.95
# ```
#
# ## What it says when it does not know
#
# Take the first twelve rows only.

# %%
few = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit(inputs[:12], target[:12])
print(few.equation_, "→", few.verdict_.name)
print(few.reason_)
for hint in few.advice_:
    print("-", hint)
assert few.verdict_.name == "UNDECIDED"

# %% [markdown]
# The formula may well be right. But other curves would pass through twelve points too, and it says
# so. The hints say what to measure next.
#
# ## What to trust
#
# - **The form**, where the verdict is `LAW`: to about the range of your data, and a little beyond.
#   Further out, a law is a hypothesis that passed one test.
# - **The constants**, within two standard errors, if the errors of your rows are independent. A
#   light meter that reads 3 % too high in all rows makes the constant 3 % too high, and no
#   statistics see that.
# - **A column that was left out** had no visible effect *in its range*. The room went from 288 K
#   to 303 K. It may matter at 77 K.
# - **Not the verdict alone.** It can be wrong, and the [calibration](../calibration.md) counts how
#   often. Keep some rows back, measure where two candidates differ, and look at the residuals.
#
# Next: [all calls](../discover.md), [files that need care](../discover-files.md), [how
# sure?](../uncertainty.md), and the next tutorial, [a damped pendulum](damped-pendulum.py).
