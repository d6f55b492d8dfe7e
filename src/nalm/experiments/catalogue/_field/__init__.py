"""What does a single unit learn? One table of the main units, by the same rules.

This project's own: no paper has it. `entries` is for the catalogue; nothing else may be imported
from here.
"""

from nalm.experiments._experiment import Experiment
from nalm.experiments._field import CHART
from nalm.experiments.catalogue._field._units import rows


def entries() -> list[Experiment]:
    """List the one experiment."""
    settings = tuple(setting for row in rows() for setting in row.settings)
    return [
        Experiment(
            name="field/single-module",
            title="What a single unit learns: 22 units, eight operations, nine ranges",
            source="this project",
            settings=settings,
            chart=CHART,
            note=(
                f"{25 * len(settings):,} runs of 20,000 steps. Every unit keeps the learning rate "
                "and the penalty of its own paper; all else is the same. A run is solved where its "
                "test error is below that of the exact formula with operands wrong by 1e-3. √ has "
                "the four positive ranges only."
            ),
        )
    ]
