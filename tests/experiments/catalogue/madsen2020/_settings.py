"""The experiments with the arithmetic dataset, and their settings by label."""

from nalm.experiments.catalogue import entries

STATIC = [
    *("table1", "table2", "fig3-hidden-size", "fig3-range", "input-size", "overlap", "subset"),
    *("gating", "ablation", "regularisation", "learning-rate", "subsets"),
]
PAPER = {name: entries()[f"madsen2020/{name}"] for name in STATIC}
PRODUCTS = ["NMU", "NAC•", "NAC•,σ", "NAC•,NMU", "NALU", "Gated NAU/NMU"]
MODELS = [*PRODUCTS, "NAU", "NAC+", "Linear", "ReLU", "ReLU6"]


def settings(what, **labels):
    found = PAPER[what].settings
    return [s for s in found if labels.items() <= s.labels().items()]


def setting(what, **labels):
    (found,) = settings(what, **labels)
    return found


def ramp(each):
    (penalty,) = each.recipe.penalties
    return penalty.schedule.scale, penalty.schedule.start, penalty.schedule.end
