"""Tables to try with one click."""

from dataclasses import dataclass, field
from pathlib import Path

from nalm.app._choices import Choices
from nalm.errors import DataError


@dataclass(frozen=True, kw_only=True)
class Example:
    """Hold a table with a question to it.

    Args:
        title: What it is about.
        file: Name of its file.
        choices: What is asked.
    """

    title: str
    file: str
    choices: Choices = field(default_factory=Choices)


EXAMPLES = (
    Example(
        title="Planets: Kepler's third law",
        file="planets.csv",
        choices=Choices(target="period_years", inputs=("semi_major_axis_au",)),
    ),
    Example(
        title="Boyle 1662: pressure of a gas",
        file="boyle.csv",
        choices=Choices(target="printed_pressure_in", inputs=("air_spaces",)),
    ),
    Example(
        title="Thorium: decay of its activity",
        file="thorium.csv",
        choices=Choices(kind="form", form="current = a*exp(-b*hours)"),
    ),
    Example(
        title="Cyclopropane: rate and temperature",
        file="cyclopropane.csv",
        choices=Choices(target="per_second", inputs=("kelvin",)),
    ),
    Example(
        title="Influenza in a boarding school",
        file="boarding_school.csv",
        choices=Choices(kind="motion", time="day"),
    ),
    Example(
        title="Hares and lynxes of Hudson Bay",
        file="hudson_bay.csv",
        choices=Choices(kind="motion", time="year"),
    ),
)


def example_path(example: Example) -> Path:
    """Find the file of an example.

    Args:
        example: One of `EXAMPLES`.

    Raises:
        DataError: If it was not installed.
    """
    # A wheel has the tables inside the package, a checkout beside it.
    places = (Path(__file__).parent / "data", Path(__file__).parents[3] / "examples" / "data")
    for place in places:
        if (place / example.file).is_file():
            return place / example.file
    raise DataError(
        f"expected the table {example.file} in {places[0]} or {places[1]}, found none. Install "
        "nalm again, or drop a file of your own."
    )
