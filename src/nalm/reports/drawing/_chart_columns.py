"""The columns that a chart reads, and the texts that stand for them."""

from nalm.experiments import Chart

ORIGIN = "origin"
"""Column that tells what we have from what the paper prints."""

PUBLISHED = "published"
"""What the column `ORIGIN` says of the paper's rows."""


def columns(chart: Chart) -> list[str]:
    """List the columns that a chart reads.

    Args:
        chart: Any chart.

    Returns:
        Their names, each once.

    Example:
        >>> from nalm.experiments import Mark
        >>> columns(Chart(mark=Mark.LINE, x="step", y="error"))
        ['step', 'error']
    """
    names = (chart.x, chart.y, chart.value, chart.series, chart.line, chart.panel, chart.row)
    return list(dict.fromkeys(filter(None, (*names, chart.low, chart.high))))


def label(chart: Chart, column: str) -> str:
    """Return the text that stands for a column.

    Args:
        chart: Holds texts for some columns.
        column: Name of a column.

    Returns:
        The chart's text, or the name with spaces for underscores.

    Example:
        >>> from nalm.experiments import Mark
        >>> label(Chart(mark=Mark.LINE, x="train_step"), "train_step")
        'train step'
    """
    return dict(chart.labels).get(column, column.replace("_", " "))
