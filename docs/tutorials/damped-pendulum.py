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
# # A damped pendulum from a video's points
#
# A phone films a swinging rod. A tracking program gives the pixel of the weight in each frame.
# From these points this page finds the equation of motion, and reads the pendulum's length and its
# damping, with errors.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.integrate import solve_ivp
from scipy.signal import savgol_filter

import nalm

# %% [markdown]
# ## The video
#
# The video is **simulated**, so that we know the truth: a light rod of 1.2 m with a weight at its
# end, let go at 126°, with friction in proportion to speed (0.15 per second). The noise is that of
# a phone: 30 frames a second, whole pixels of 2.5 mm, and a tracker that misses the middle of the
# weight by half a pixel. With a video of your own, skip this cell: you have `frame`, `x` and `y`
# from a tracking program.

# %%
GRAVITY, LENGTH, DAMPING = 9.81, 1.2, 0.15


def film(start, seconds, seed):
    """Return the pixels of the weight in each frame."""
    random = np.random.default_rng(seed)
    time = np.arange(0, seconds, 1 / 30)
    angle = solve_ivp(
        lambda _, s: [s[1], -GRAVITY / LENGTH * np.sin(s[0]) - DAMPING * s[1]],
        (0, seconds), [start, 0.0], t_eval=time, rtol=1e-10, atol=1e-12,
    ).y[0]  # fmt: skip
    pixels = 400 * LENGTH * np.array([np.sin(angle), np.cos(angle)])  # y grows downwards
    centre = np.array([[961.3], [402.8]])
    x, y = np.round(centre + pixels + random.normal(0.0, 0.5, pixels.shape))
    return pd.DataFrame({"frame": np.arange(time.size), "x": x, "y": y})


points = film(2.2, 30.0, seed=0)
points.head(4)

# %%
figure, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
ax.scatter(points["x"], points["y"], c=points["frame"] / 30, s=4)
ax.invert_yaxis()
ax.set(xlabel="x, pixels", ylabel="y, pixels", aspect="equal", title="900 frames")
plt.show()

# %% [markdown]
# ## From points to angles
#
# The weight moves on a circle. Its centre is the pivot, which need not be in the picture: x² + y²
# = 2 a x + 2 b y + c is linear in a, b and c.

# %%
x, y = points["x"].to_numpy(), points["y"].to_numpy()
a, b, c = np.linalg.lstsq(np.column_stack([2 * x, 2 * y, np.ones_like(x)]), x**2 + y**2)[0]
radius = np.sqrt(c + a**2 + b**2)
angle = np.unwrap(np.arctan2(x - a, y - b))
print(f"pivot at ({a:.1f}, {b:.1f}), radius {radius:.1f} pixels")
assert abs(radius - 480) < 1

# %% [markdown]
# ## From angles to states
#
# The equation of motion needs two states: the angle and its rate. A video shows the angle only. A
# cubic through five frames gives both at the middle one, which is what SciPy's `savgol_filter`
# does. Every third frame makes a row, so that rows have hardly any frame in common, and their
# errors hardly anything to do with each other.

# %%
rows = pd.DataFrame(
    {
        "t": points["frame"] / 30,
        "angle": savgol_filter(angle, 5, 3),
        "rate": savgol_filter(angle, 5, 3, deriv=1, delta=1 / 30),
    }
)[2:-2:3]
seen, later = rows[rows["t"] < 24], rows[rows["t"] >= 24]
print(f"{len(seen)} rows to learn from, {len(later)} kept for the end")

# %% [markdown]
# Two things would spoil the answer. A wider filter flattens the turning points. And the plain
# difference of two frames, over 2/30 s, is too low by (g/L)(1/30 s)²/6 = 0.15 % in small swings,
# which is more than the errors below.
#
# ## The equation of motion
#
# A pendulum that swings this far needs a sine, so `functions` allows some. The search gets the
# whole table, and not the textbook.

# %%
pendulum = nalm.DynamicsRegressor(functions=("sin", "cos"), max_time=90.0, random_state=0)
pendulum.fit(seen["t"], seen[["angle", "rate"]])
for equation, verdict in zip(pendulum.equation_, pendulum.verdict_, strict=True):
    print(equation, "→", verdict.name)
pendulum.constants_.set_index(["output", "name"])[["value", "stderr"]].round(5)

# %% [markdown]
# That is the textbook's equation: the angle changes with its rate, the rate falls with the sine of
# the angle and with friction. It was not told that the first equation is trivial.

# %%
print(pendulum.reason_[1])
assert pendulum.equation_[0] == "dangle/dt = rate"
assert pendulum.equation_[1].endswith("*sin(angle)")
assert "*rate" in pendulum.equation_[1]
assert [verdict.name for verdict in pendulum.verdict_] == ["LAW", "LAW"]

# %% [markdown]
# ## Length and damping, with errors
#
# The factor of the sine is g/L, that of the rate is the damping. g is known here better than
# anything in the video.

# %%
constants = pendulum.constants_[pendulum.constants_["output"] == "rate"].set_index("name")
sine, friction = (constants.loc[f"coefficient of {name}"] for name in ("sin(angle)", "rate"))
length = GRAVITY / -sine["value"]
length_error = length * sine["stderr"] / -sine["value"]
print(f"length  {length:.4f} ± {length_error:.4f} m, truth {LENGTH} m")
print(f"damping {-friction['value']:.4f} ± {friction['stderr']:.4f} per s, truth {DAMPING}")
print(f"a pixel is {1000 * length / radius:.3f} mm: the video needed no ruler")
assert abs(length - LENGTH) < 4 * length_error
assert abs(-friction["value"] - DAMPING) < 4 * friction["stderr"]

# %% [markdown]
# A pixel is 2.5 mm, and the length is known to a small part of one. Time does that: after twenty
# seconds a pendulum of another length would be out of step.
#
# ## Does it predict?
#
# The last six seconds were kept back. Start the solution from the first of their rows.

# %%
start = later.iloc[0][["angle", "rate"]].to_numpy()
predicted = pendulum.simulate(later["t"], start)
figure, axes = plt.subplots(2, 1, figsize=(5, 5), layout="constrained")
axes[0].plot(seen["t"], seen["angle"], ".", markersize=3, label="learnt from")
axes[0].plot(later["t"], later["angle"], ".", markersize=3, label="kept back")
axes[0].plot(later["t"], predicted[:, 0], "k-", linewidth=0.8, label="predicted")
axes[0].set(xlabel="time, s", ylabel="angle, rad")
axes[0].legend(ncols=3, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, 1.25))
axes[1].plot(later["t"], (later["angle"] - predicted[:, 0]) * radius, ".")
axes[1].axhline(0, color="grey", linewidth=0.8)
axes[1].set(xlabel="time, s", ylabel="missed by, pixels")
plt.show()

# %%
missed = (later["angle"] - predicted[:, 0]).abs().max() * radius
print(f"never off by more than {missed:.1f} pixels in six seconds")
assert missed < 10

# %% [markdown]
# The misses swing with the pendulum, and do not grow. They come from the start: its rate has an
# error of about 0.03 rad/s, which turns into a hundredth of a radian, or 5 pixels. The equation
# itself keeps time.
#
# ## A second way: small swings
#
# Small swings are a damped sine. Then the formula is known and `fit_form` gives its constants. A
# second video: let go at 6°.

# %%
small = film(0.1, 20.0, seed=1)
swing = pd.DataFrame({"t": small["frame"] / 30})
sideways = small["x"].rename("x")
sine_fit = nalm.SymbolicRegressor(random_state=0).fit_form(
    "x = centre + a*exp(-b*t)*sin(w*t + p)", swing, sideways, search=False
)
w, half = (sine_fit.constants_.loc[name] for name in ("w", "b"))
squared = w["value"] ** 2 + half["value"] ** 2  # g/L; the damping slows the swing a little
small_length = GRAVITY / squared
small_error = small_length * 2 * w["value"] * w["stderr"] / squared
print(f"length  {small_length:.4f} ± {small_error:.4f} m")
print(f"damping {2 * half['value']:.4f} ± {2 * half['stderr']:.4f} per s")
assert abs(2 * half["value"] - DAMPING) < 4 * 2 * half["stderr"]
assert 0 < small_length - LENGTH < 0.001

# %% [markdown]
# Twice b is the damping, since the energy falls twice as fast as the swing. Both ways agree.
#
# The sine is an approximation, though: at an angle θ a pendulum is slower by θ²/16. That makes
# this length too long by less than a millimetre, which no ± shows. The equation of motion needs no
# such approximation.
#
# ## What to trust
#
# - **The form**, in this range of angles and speeds. Air drag in proportion to the *square* of the
#   speed would be another term; it would show in faster swings, and here the truth has none.
# - **Length and damping within two or three errors**, if the rest of the story holds: frames at
#   exactly 1/30 s, and a camera that is level. A camera that is tilted by 1° moves all angles, and
#   no ± knows it. Compare with where the pendulum comes to rest.
# - **The errors** are of random misses of the tracker. Check them: film twice, and see whether the
#   two answers differ by what the errors say.
# - **Not too few rows per swing.** With every fifth frame in place of every third the search can
#   lose the damping, and calls its answer an `APPROXIMATION`. Film faster rather than longer.
#
# Next: [time series](../discover-dynamics.md), a real pendulum in [the
# seismometer](../examples/seismometer.md), and [an enzyme with an
# inhibitor](enzyme-with-inhibitor.py).
