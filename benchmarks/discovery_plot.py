"""A picture of the file of the discovery benchmark: what is found, by class, method and noise."""

from collections.abc import Iterable
from pathlib import Path

from discovery_results import CLASSES

LINES = {
    "nalm": ("#0072B2", "-"), "operon": ("#D55E00", "-"), "gplearn": ("#009E73", "-"),
    "pysindy": ("#CC79A7", "-"), "loglog": ("#E69F00", "-"), "pysindy-told": ("#7F7F7F", ":"),
    "nalm-units": ("#0072B2", "--"),
}  # fmt: skip
PANELS = ("APLRS", "A", "PL", "R", "S")
APART = 0.07
"""Horizontal distance between the points of two methods."""


def draw(rows: Iterable[dict[str, str]], path: Path, *, problems: str = "feynman") -> None:
    """Draw a panel per class: strict rates with their 95 % intervals over the noise."""
    import matplotlib.pyplot as plt

    table = [row for row in rows if row["set"] == problems]
    levels = sorted({float(row["noise"]) for row in table})
    figure, axes = plt.subplots(2, 3, figsize=(9, 5), sharey=True, layout="constrained")
    *panels, corner = axes.flat
    for panel, classes in zip(panels, PANELS, strict=True):
        of_class = [row for row in table if row["klass"] in classes]
        name = "all" if classes == PANELS[0] else ", ".join(CLASSES[each] for each in classes)
        panel.set_title(f"{name} ({len({row['problem'] for row in of_class})})", loc="left")
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


def _lines(panel, rows: list[dict[str, str]], levels: list[float]) -> None:
    """Draw a line per method."""
    from nalm.statistics import success_rate  # not in the processes that fit: it loads torch

    for shift, (method, (colour, style)) in enumerate(LINES.items()):
        places, rates = [], []
        for place, noise in enumerate(levels):
            found = [row["strict"] == "True" for row in rows
                     if row["method"] == method and float(row["noise"]) == noise]  # fmt: skip
            if found:
                places.append(place + APART * shift)
                rates.append(success_rate(sum(found), len(found)))
        if rates:
            bars = [[100 * (rate.estimate - rate.low) for rate in rates],
                    [100 * (rate.high - rate.estimate) for rate in rates]]  # fmt: skip
            panel.errorbar(places, [100 * rate.estimate for rate in rates], bars, color=colour,
                           linestyle=style, label=method, marker="o", markersize=4,
                           elinewidth=0.7)  # fmt: skip
