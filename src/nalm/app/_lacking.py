"""What is lacking before a search can begin."""

from collections.abc import Callable, Iterable, Sequence

from nalm.app._choices import Choices, Kind
from nalm.app._preview import Column, Preview
from nalm.app._words import LABELS


def lacking(choices: Choices, preview: Preview) -> str | None:
    """Say why the choices cannot be searched, as far as the table tells.

    Args:
        choices: What was chosen.
        preview: What was read of the file.

    Returns:
        Which column, what was found and what to do, in one sentence; None where nothing is lacking.

    Example:
        >>> import pandas
        >>> from nalm.app._preview import Column
        >>> columns = Column(name="day", content="dates"), Column(name="y", content="numbers")
        >>> preview = Preview(frame=pandas.DataFrame(), columns=columns, notes=())
        >>> print(lacking(Choices(target="day"), preview))
        “What to explain” is day, which holds dates: choose a column of numbers, such as y.
    """
    if not preview.numbers:
        return (
            f"No column holds numbers: {_found(preview.columns)}. Drop a table with columns of "
            "numbers, or say above how its numbers are written."
        )
    kinds: dict[Kind, Callable[[Choices, Preview], str | None]] = {
        "formula": _of_formula,
        "motion": _of_motion,
        "form": _of_form,
    }
    return kinds[choices.kind](choices, preview)


def _of_formula(choices: Choices, preview: Preview) -> str | None:
    label, example = LABELS["--target"], preview.numbers[-1]
    if choices.target is None:
        return f"Nothing stands under “{label}”: choose a column of numbers, such as {example}."
    target = next(each for each in preview.columns if each.name == choices.target)
    if target.content != "numbers":
        return (
            f"“{label}” is {target.name}, which holds {target.content}: choose a column of "
            f"numbers, such as {example}."
        )
    apart = {choices.target, choices.group, choices.weights}
    return _without_numbers(choices.inputs, preview, apart=apart, label=LABELS["--inputs"])


def _of_motion(choices: Choices, preview: Preview) -> str | None:
    if choices.time is None:
        return f"Nothing stands under “{LABELS['--time']}”: choose the column of times."
    apart = {choices.time, choices.trajectory}
    return _without_numbers(choices.inputs, preview, apart=apart, label="States")


def _of_form(choices: Choices, preview: Preview) -> str | None:
    if not choices.form.strip():
        return f"Nothing stands under “Equation”: write one, such as {preview.numbers[-1]} = a."
    return None


def _without_numbers(
    chosen: Sequence[str], preview: Preview, *, apart: set[str | None], label: str
) -> str | None:
    """Say that no column of numbers is left, or that none was chosen."""
    left = [each for each in preview.columns if each.name not in apart]
    asked = [each for each in left if each.name in chosen] if chosen else left
    if any(each.content == "numbers" for each in asked):
        return None
    numbers = [each.name for each in left if each.content == "numbers"]
    if not numbers:
        others = f": {_found(left)}" if left else ""
        return (
            f"No column of numbers is left for “{label}”{others}. Drop a table with two columns of "
            "numbers or more."
        )
    return (
        f"“{label}” has no column of numbers, {_found(asked)}: choose some, such as {numbers[0]}."
    )


def _found(columns: Iterable[Column]) -> str:
    return ", ".join(f"{each.name} holds {each.content}" for each in columns)
