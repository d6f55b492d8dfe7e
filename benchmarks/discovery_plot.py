"""A picture of the discovery benchmark: what is found, by class, method and noise."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from discovery_results import CLASSES
from discovery_tables import Line

LINES = {
    "nalm": ("#0072B2", "-"), "operon": ("#D55E00", "-"), "gplearn": ("#009E73", "-"),
    "pysindy": ("#CC79A7", "-"), "loglog": ("#E69F00", "-"), "pysindy-told": ("#7F7F7F", ":"),
    "nalm-units": ("#0072B2", "--"),
}  # fmt: skip
PANELS = ("APLRS", "A", "PL", "R", "S")
APART = 0.07
"""Horizontal distance between the points of two methods."""


def draw(lines: Iterable[Line], path: Path, *, problems: str = "feynman") -> None:
    """Draw a panel per class: strict rates with their 95 % intervals over the noise."""
    import matplotlib.pyplot as plt

    table = [line for line in lines if line.set == problems and line.klass]
    levels = sorted({line.noise for line in table})
    figure, axes = plt.subplots(2, 3, figsize=(9, 5), sharey=True, layout="constrained")
    *panels, corner = axes.flat
    for panel, classes in zip(panels, PANELS, strict=True):
        name = "all" if classes == PANELS[0] else ", ".join(CLASSES[each] for each in classes)
        of_class = [line for line in table if line.klass in classes]
        panel.set_title(f"{name} ({_fits(of_class)})", loc="left")
        _lines(panel, of_class, levels)
        panel.set_xticks(range(len(levels)), [f"{100 * noise:g} %" for noise in levels])
        panel.set_xlabel("noise")
        panel.grid(axis="y", color="#E6E6E6")
        panel.spines[["top", "right"]].set_visible(False)
    for panel in axes[:, 0]:
        panel.set_ylabel("found exactly (%)")
    corner.axis("off")
    corner.legend(*panels[0].get_legend_handles_labels(), loc="center", frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _fits(table: list[Line]) -> int:
    """Count those of one method at one noise: of the method that has most."""
    counts = Counter()
    for line in table:
        counts[line.method, line.noise] += line.fits
    return max(counts.values(), default=0)


def _lines(panel, table: list[Line], levels: list[float]) -> None:
    """Draw a line per method."""
    from nalm.statistics import success_rate  # not in the processes that fit: it loads torch

    for shift, (method, (colour, style)) in enumerate(LINES.items()):
        places, rates = [], []
        for place, noise in enumerate(levels):
            of = [line for line in table if line.method == method and line.noise == noise]
            if of:
                found = sum(round(line.share * line.fits / 100) for line in of)
                places.append(place + APART * shift)
                rates.append(success_rate(found, sum(line.fits for line in of)))
        if rates:
            bars = [[100 * (rate.estimate - rate.low) for rate in rates],
                    [100 * (rate.high - rate.estimate) for rate in rates]]  # fmt: skip
            panel.errorbar(places, [100 * rate.estimate for rate in rates], bars, color=colour,
                           linestyle=style, label=method, marker="o", markersize=4,
                           elinewidth=0.7)  # fmt: skip
