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
# # An enzyme with an inhibitor
#
# An inhibitor slows an enzyme. Does it compete for the place of the substrate, or does it act
# elsewhere? Rates at several concentrations decide. This page fits the textbook's forms, holds
# them against a free search, gives the constants their units, and treats several preparations as
# groups.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import nalm

# %% [markdown]
# ## The data
#
# Initial rates at six concentrations of substrate S and four of inhibitor I, each measured twice.
# The numbers are **simulated** from a competitive inhibitor with vmax = 12.5 µmol/min, km = 18
# µmol/L and ki = 14 µmol/L, with errors of 2 %. So we can check each answer.

# %%
random = np.random.default_rng(0)
S, I = (each.ravel() for each in np.meshgrid([5.0, 10, 20, 40, 80, 160], [0.0, 10, 25, 60]))
S, I = np.tile(S, 2), np.tile(I, 2)
rate = 12.5 * S / (18 * (1 + I / 14) + S) * random.normal(1.0, 0.02, S.size)
table = pd.DataFrame({"S": S, "I": I})
v = pd.Series(rate.round(3), name="v")

# %% [markdown]
# ## Three textbook forms
#
# Write a form as you would on paper. Names of columns are inputs, every other name is a constant
# to be fitted. No starting values are needed.

# %%
FORMS = {
    "competitive": "v = vmax*S/(km*(1 + I/ki) + S)",
    "non-competitive": "v = vmax*S/((km + S)*(1 + I/ki))",
    "uncompetitive": "v = vmax*S/(km + S*(1 + I/ki))",
}
fits = {
    name: nalm.SymbolicRegressor(random_state=0).fit_form(form, table, v, search=False)
    for name, form in FORMS.items()
}
for name, fit in fits.items():
    print(f"{name}: R² = {fit.score(table, v):.4f}, {fit.verdict_.name}")
    print("   ", fit.reason_)

# %% [markdown]
# All three have a high R², and R² alone would not decide. The verdict does: two forms miss rows
# that were held out, or leave a pattern. The competitive form is contradicted by nothing. It is
# only *undecided*, because with `search=False` it was compared with nothing.

# %%
assert fits["competitive"].verdict_.name == "UNDECIDED"
assert all(
    fits[name].verdict_.name == "APPROXIMATION" for name in ("non-competitive", "uncompetitive")
)
fits["competitive"].constants_[["value", "stderr"]].round(3)

# %% [markdown]
# The residuals show the same. Each point is a row, by its concentration of substrate.

# %%
figure, axes = plt.subplots(2, 1, figsize=(5, 5), sharex=True, sharey=True, layout="constrained")
for ax, name in zip(axes, ("competitive", "non-competitive"), strict=True):
    relative = 100 * (v / fits[name].predict(table) - 1)
    points = ax.scatter(S, relative, c=I, cmap="viridis", s=25)
    ax.axhline(0, color="grey", linewidth=0.8)
    ax.set(xscale="log", title=name, ylabel="residual, % of v")
axes[1].set_xlabel("S, µmol/L")
figure.colorbar(points, ax=axes, label="I, µmol/L")
plt.show()

# %% [markdown]
# A form of the right kind leaves noise. The wrong one is off in the same direction wherever S and
# I are alike.
#
# ## Against a search
#
# Now without `search=False`: the same form beside what a search finds that knows no biochemistry.

# %%
model = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit_form(
    FORMS["competitive"], table, v
)
print(model.verdict_.name, "-", model.reason_)
other = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit_form(
    FORMS["non-competitive"], table, v
)
print(other.verdict_.name, "-", other.reason_)
assert model.verdict_.name == "LAW"
assert other.verdict_.name == "APPROXIMATION"

# %% [markdown]
# The competitive form is a law now: no searched form that extrapolates otherwise is better. For
# the other one the search names a better candidate. In a shell the same is one line:
#
# ```
# nalm fit rates.csv "v = vmax*S/(km*(1 + I/ki) + S)" --report enzyme.html
# ```
#
# ## Units, and what a free search calls the constants
#
# A search with units needs no form. `dimensional_constants=True` lets a constant carry whatever
# unit makes the formula agree.

# %%
law = nalm.SymbolicRegressor(
    units={"S": "umol/L", "I": "umol/L"},
    target_units="umol/min",
    dimensional_constants=True,
    max_time=60.0,
    random_state=0,
).fit(table, v)
print(law.equation_, law.verdict_.name)
law.constants_[["value", "stderr", "unit"]].round(3)

# %% [markdown]
# It is the competitive form, multiplied out: vmax is in front, km stands alone in the sum, and I
# is multiplied by km/ki. The units say which is which.

# %%
km, km_over_ki = law.constants_.loc["c1.s1.3", "value"], law.constants_.loc["c1.s1.2", "value"]
ki = model.constants_.loc["ki"]
print(
    f"ki = {km / km_over_ki:.2f} from the search, {ki['value']:.2f} ± {ki['stderr']:.2f} as fitted"
)
assert list(law.constants_["unit"]) == ["umol min^-1", "1", "umol L^-1"]
assert abs(ki["value"] - 14) < 3 * ki["stderr"]
assert abs(km / km_over_ki - ki["value"]) < ki["stderr"]

# %% [markdown]
# Prefer the fit where a constant of the textbook is a *quotient* of those of the formula: it knows
# how their errors go together, and its ± is of ki itself.
#
# ## Three preparations: groups
#
# Three preparations hold different amounts of the same enzyme. Then vmax differs and km does not.
# Put them into one table and give the name of each row's preparation as `groups`: all get one
# form, and the data decide which constants differ.

# %%
amount = {"A": 12.5, "B": 7.0, "C": 20.0}
group = np.repeat(list(amount), 24)
substrate = np.tile(np.repeat([4.0, 8, 16, 32, 64, 128, 200, 300], 3), 3)
top = pd.Series(group).map(amount).to_numpy()
rates = top * substrate / (18 + substrate) * random.normal(1.0, 0.01, group.size)
kinetics = nalm.SymbolicRegressor(functions=(), max_time=60.0, random_state=0).fit(
    pd.DataFrame({"S": substrate}), pd.Series(rates, name="v"), groups=group
)
print(kinetics.equation_, kinetics.verdict_.name)
kinetics.group_constants_.round(3)

# %% [markdown]
# `shared` says it: k1 is each preparation's own, k2 is one for all.

# %%
shared = kinetics.group_constants_.xs("shared", axis=1, level=1).iloc[0]
assert list(shared) == [False, True]
assert kinetics.equation_.startswith("v = k1*S/(S + ")

# %% [markdown]
# ## The same on real data, which do not decide
#
# Rates of an enzyme in cells with and without treatment by puromycin, measured by M. A. Treloar
# (Master's thesis, University of Toronto, 1974) and reprinted in many books on regression. 23
# rows: S in ppm, v in counts/min².

# %%
ppm = np.repeat([0.02, 0.06, 0.11, 0.22, 0.56, 1.10], 2)
measured = {
    "treated": [76, 47, 97, 107, 123, 139, 159, 152, 191, 201, 207, 200],
    "untreated": [67, 51, 84, 86, 98, 115, 131, 124, 144, 158, 160],
}
found = {}
for name, counts in measured.items():
    cells = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit_form(
        "v = vmax*S/(km + S)", pd.DataFrame({"S": ppm[: len(counts)]}), pd.Series(counts, name="v")
    )
    vmax, km = (cells.constants_.loc[key] for key in ("vmax", "km"))
    print(
        f"{name}: vmax = {vmax['value']:.1f} ± {vmax['stderr']:.1f}, "
        f"km = {km['value']:.4f} ± {km['stderr']:.4f}, {cells.verdict_.name}"
    )
    print("   ", cells.reason_)
    assert cells.verdict_.name == "UNDECIDED"
    found[name] = cells.constants_

apart = {
    key: abs(found["treated"]["value"][key] - found["untreated"]["value"][key])
    / np.hypot(found["treated"]["stderr"][key], found["untreated"]["stderr"][key])
    for key in ("vmax", "km")
}
print(f"apart by {apart['vmax']:.1f} standard errors in vmax, {apart['km']:.1f} in km")
assert apart["vmax"] > 5
assert apart["km"] < 2

# %% [markdown]
# The two vmax are more than five standard errors apart, the two km less than two. So the treatment
# changes how much enzyme works, and probably not how well it binds. But a dozen rows establish no
# form: other curves fit as well, and the verdict says so. What is known of enzymes has to come
# from elsewhere, and here it does.
#
# ## What to trust
#
# - **Which of the forms**, where one is contradicted and the other is not. The comparison needs
#   rows with high S *and* high I: at low S competitive and non-competitive inhibition look alike.
# - **Not that there is no fourth form.** Mixed inhibition has one constant more, and contains the
#   competitive one as a limit. Try it with `fit_form`; a constant that the data do not determine
#   gets a large standard error.
# - **Constants within two standard errors**, if the noise is what `noise=` says. Here it was found
#   to grow with the rate, and rates were weighted so.
# - **Units** follow from the formula. They check your columns, not your pipette.
#
# Next: [a form of your own](../my-form.md), [groups](../discover.md#groups), [constants with
# units](../discover.md#constants-with-units).
