"""What is known of a problem, from texts."""

from dataclasses import replace

from nalm.discovery.constraints._known import known_of
from nalm.discovery.constraints._places import Places
from nalm.discovery.constraints._reading import read_constraints


def known(x, y, *texts):
    """Return what texts say of y, whose inputs are x, or x0 and x1."""
    names = ("x",) if x.shape[1] == 1 else tuple(f"x{i}" for i in range(x.shape[1]))
    places = Places.of(x, names=names, columns=names)
    return known_of(read_constraints(texts), places, target="y", targets=("y",), y=y)


def constrained(problem, *texts):
    """Give a problem what is known."""
    return replace(problem, known=known(problem.x, problem.y, *texts))
