"""Differential equations whose trajectories are given to `DynamicsRegressor` in the benchmark."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, kw_only=True)
class System:
    """Equations, and the trajectories that are measured."""

    rates: Callable[[np.ndarray], list[np.ndarray]]
    starts: list[list[float]]
    end: float
    conserved: list[tuple[str, ...]] | None = None
    functions: tuple[int, ...] = ()  # states whose equation has exp, log, sine or their kin
    time: bool = False  # whether the equations depend on time, which then follows the states


def _flux(x: np.ndarray) -> np.ndarray:
    return 0.06 * np.sqrt(x[0] * x[1])


def _uptake(x: np.ndarray) -> np.ndarray:
    return x[0] * x[1] / (1 + 0.5 * x[0] ** 2)


def _lotka_volterra(x: np.ndarray) -> list[np.ndarray]:
    return [1.5 * x[0] - x[0] * x[1], x[0] * x[1] - 3 * x[1]]


def _holling(x: np.ndarray) -> list[np.ndarray]:
    eaten = x[0] / (1 + x[0])
    return [x[0] * (4 - x[0]) - x[1] * eaten, x[1] * (eaten - 0.075 * x[1])]


def _bacteria(x: np.ndarray) -> list[np.ndarray]:
    return [20 - x[0] - _uptake(x), 10 - _uptake(x)]


def _epidemic(x: np.ndarray) -> list[np.ndarray]:
    new, ended, lost = _flux(x), 0.05 * x[1], 0.01 * x[2]
    return [lost - new, new - ended, ended - lost]


def _immune(x: np.ndarray) -> list[np.ndarray]:
    return [-_flux(x), _flux(x) - 0.05 * x[1], 0.05 * x[1]]


def _oscillator(x: np.ndarray) -> list[np.ndarray]:
    return [x[1], 2 * (1 - x[0] ** 2) * x[1] - x[0]]


def _lorenz(x: np.ndarray) -> list[np.ndarray]:
    return [10 * (x[1] - x[0]), x[0] * (28 - x[2]) - x[1], x[0] * x[1] - 8 / 3 * x[2]]


def _roessler(x: np.ndarray) -> list[np.ndarray]:
    return [-x[1] - x[2], x[0] + 0.2 * x[1], 0.2 + x[2] * (x[0] - 5.7)]


def _nerve(x: np.ndarray) -> list[np.ndarray]:
    return [x[0] - x[0] ** 3 / 3 - x[1] + 0.5, 0.08 * (x[0] + 0.7 - 0.8 * x[1])]


def _brusselator(x: np.ndarray) -> list[np.ndarray]:
    return [1 + x[0] ** 2 * x[1] - 4 * x[0], 3 * x[0] - x[0] ** 2 * x[1]]


def _mass_action(x: np.ndarray) -> list[np.ndarray]:
    new = 0.002 * x[0] * x[1]
    return [-new, new - 0.4 * x[1], 0.4 * x[1]]


def _harvest(x: np.ndarray) -> list[np.ndarray]:
    return [0.8 * x[0] * (1 - x[0] / 10) - 1.2 * x[0] / (x[0] + 2)]


def _sigmoid(x: np.ndarray) -> list[np.ndarray]:
    eaten = 1.5 * x[0] ** 2 * x[1] / (4 + x[0] ** 2)
    return [x[0] * (1 - x[0] / 8) - eaten, 0.6 * eaten - 0.5 * x[1]]


def _reaction(x: np.ndarray) -> list[np.ndarray]:
    rate = 0.8 * x[0] * x[1]
    return [-rate, -rate, rate - 0.3 * x[2]]


def _driven(x: np.ndarray) -> list[np.ndarray]:
    return [x[1], -4 * x[0] - 0.3 * x[1] + 1.5 * np.cos(1.7 * x[2])]


def _magnets(x: np.ndarray) -> list[np.ndarray]:
    pull = 0.5 * np.sin(x[0] - x[1])
    return [pull - np.sin(x[0]), -pull - np.sin(x[1])]


def _glider(x: np.ndarray) -> list[np.ndarray]:
    return [-0.05 * x[0] ** 2 - np.sin(x[1]), x[0] - np.cos(x[1]) / x[0]]


def _shear_flow(x: np.ndarray) -> list[np.ndarray]:
    turning = np.cos(x[1]) ** 2 + 0.1 * np.sin(x[1]) ** 2
    return [np.cos(x[0]) * np.cos(x[1]) / np.sin(x[1]), turning * np.sin(x[0])]


def _reactor(x: np.ndarray) -> list[np.ndarray]:
    rate = 2e6 * x[0] * np.exp(-6000 / x[1])
    return [-rate, 80 * rate - 0.1 * (x[1] - 310)]


SIR = [("S", "I", "R")]
SYSTEMS = {
    "lotka-volterra": System(rates=_lotka_volterra, starts=[[2, 1]], end=10),
    "lotka-volterra, 3 trajectories": System(
        rates=_lotka_volterra, starts=[[2, 1], [5, 1], [1, 4]], end=6
    ),
    "holling": System(rates=_holling, starts=[[1, 2]], end=10),
    "holling, 3 trajectories": System(rates=_holling, starts=[[1, 2], [3, 0.5], [0.2, 8]], end=8),
    "bacteria": System(rates=_bacteria, starts=[[8, 3]], end=10),
    "bacteria, 3 trajectories": System(rates=_bacteria, starts=[[8, 3], [1, 9], [14, 1]], end=6),
    "fractional SIR": System(rates=_epidemic, starts=[[100, 0.01, 0]], end=200, conserved=SIR),
    "fractional SIR, immune": System(rates=_immune, starts=[[100, 0.01, 0]], end=60, conserved=SIR),
    "van der Pol": System(rates=_oscillator, starts=[[1, 0]], end=12),
    "logistic": System(rates=lambda x: [0.8 * x[0] * (1 - x[0] / 5)], starts=[[0.3]], end=12),
    "michaelis-menten": System(rates=lambda x: [-2 * x[0] / (1.5 + x[0])], starts=[[8]], end=8),
    "root outflow": System(rates=lambda x: [0.4 - 0.5 * np.sqrt(x[0])], starts=[[9]], end=15),
    "pendulum": System(
        rates=lambda x: [x[1], -np.sin(x[0])], starts=[[2.9, 0]], end=20, functions=(1,)
    ),
    # Systems that no rule of the search was made with:
    "lorenz": System(rates=_lorenz, starts=[[1, 1, 20], [-5, -3, 15]], end=6),
    "roessler": System(rates=_roessler, starts=[[1, 1, 1]], end=25),
    "duffing": System(
        rates=lambda x: [x[1], x[0] - x[0] ** 3 - 0.3 * x[1]], starts=[[0.1, 0], [1.5, 0]], end=15
    ),
    "fitzhugh-nagumo": System(rates=_nerve, starts=[[-1, 1], [1, 0]], end=60),
    "brusselator": System(rates=_brusselator, starts=[[1, 1], [3, 1]], end=12),
    "epidemic": System(rates=_mass_action, starts=[[760, 3, 0]], end=25),
    "harvest": System(rates=_harvest, starts=[[0.5], [14]], end=12),
    "holling III": System(rates=_sigmoid, starts=[[2, 1], [6, 3]], end=25),
    "drag": System(rates=lambda x: [9.81 - 0.02 * x[0] ** 2], starts=[[0]], end=8),
    "reaction": System(rates=_reaction, starts=[[2, 1.5, 0], [1, 3, 0.2]], end=6),
    "spiral": System(
        rates=lambda x: [2 * x[1] - x[0] / 2, -2 * x[0] - x[1] / 2], starts=[[2, 0]], end=8
    ),
    "gompertz": System(
        rates=lambda x: [0.7 * x[0] * np.log(8 / x[0])], starts=[[0.2], [12]], end=8, functions=(0,)
    ),
    "exponential decline": System(
        rates=lambda x: [np.exp(-x[0]) - 0.2 * x[0]], starts=[[0], [4]], end=10, functions=(0,)
    ),
    "driven oscillator": System(
        rates=_driven, starts=[[1, 0]], end=25, functions=(1,), time=True
    ),
    "damped pendulum": System(
        rates=lambda x: [x[1], -9.81 * np.sin(x[0]) - 0.4 * x[1]],
        starts=[[2.9, 0]], end=10, functions=(1,),
    ),
    "bar magnets": System(
        rates=_magnets, starts=[[0.5, 2.5], [2.8, 5.5], [5.8, 1.5], [3.4, 0.4]], end=8,
        functions=(0, 1),
    ),
    "glider": System(
        rates=_glider, starts=[[5, 0], [3, 0.5], [6, -0.5]], end=10, functions=(0, 1)
    ),
    "shear flow": System(
        rates=_shear_flow, starts=[[0.5, 0.8], [-1.2, 1.0], [2.5, 1.2], [0.3, -1.2]], end=5,
        functions=(0, 1),
    ),
    "reactor": System(
        rates=_reactor, starts=[[1, 340], [0.7, 360], [1, 350]], end=25, functions=(0, 1)
    ),
}  # fmt: skip
