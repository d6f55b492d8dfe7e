"""The fields in which the user says what to search."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from nalm.app._choices import Choices, Units
from nalm.app._lacking import lacking
from nalm.app._view._loading import Loaded
from nalm.app._view._own_form import form_fields
from nalm.app._words import KINDS, LABELS, NOISES, UNITS
from nalm.app._work._question import Question
from nalm.inquiry import Effort
from nalm.symbolic import function_names

SECONDS = 60
"""Longest search that is proposed."""
USUAL = ("exp", "log", "sin", "cos", "tanh", "erf")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Hold what the fields say.

    Args:
        question: Makes the question of them, given a folder for files.
        lacking: Why nothing can be searched; None if something can.
    """

    question: Callable[[Path], Question]
    lacking: str | None


def ask(loaded: Loaded) -> Asked:
    """Show the fields.

    Args:
        loaded: The file.

    Returns:
        What they say.
    """
    st.subheader("What to search")
    proposed = loaded.proposed or Choices()
    kinds = list(KINDS)
    kind = st.radio(
        "Search",
        kinds,
        index=kinds.index(proposed.kind),
        format_func=KINDS.__getitem__,
        key=loaded.key("kind"),
        label_visibility="collapsed",
    )
    fields = {"formula": _formula, "motion": _motion, "form": form_fields}
    choices = fields[kind](loaded, proposed)
    effort = replace(_effort(loaded), constraints=() if kind == "motion" else _known(loaded))

    def question(folder: Path) -> Question:
        return choices.question(loaded.path, reading=loaded.reading, effort=effort, folder=folder)

    return Asked(question=question, lacking=lacking(choices, loaded.preview))


def _formula(loaded: Loaded, proposed: Choices) -> Choices:
    preview = loaded.preview
    target = _column(loaded, "--target", preview.names, proposed.target or preview.likely_target)
    rest = [name for name in preview.names if name != target]
    usable = [name for name in preview.numbers if name != target]
    inputs = st.multiselect(
        LABELS["--inputs"],
        rest,
        default=[n for n in (proposed.inputs or usable) if n in rest],
        key=loaded.key(f"inputs for {target}"),
        help="One law of these columns.",
    )
    group = _column(loaded, "--group", rest, None, help="One form for all groups of rows.")
    with st.expander("Units, weights and gaps", expanded=preview.holes > 0):
        weights = _column(loaded, "--weights", rest, None)
        drop = _drop(loaded)
        units, typed = _units(loaded, [*inputs, *([target] if target else [])])
        carry = st.checkbox(
            LABELS["--dimensional-constants"],
            key=loaded.key("carry"),
            disabled=units == "none",
            help="Then a formula may have a constant with the unit that makes it agree.",
        )
    # A column with a part of its own explains nothing.
    parts = {group, weights}
    return Choices(
        target=target,
        inputs=tuple(name for name in inputs if name not in parts),
        group=group,
        weights=weights,
        units=units,
        typed=typed,
        dimensional_constants=carry,
        drop_missing=drop,
    )


def _motion(loaded: Loaded, proposed: Choices) -> Choices:
    preview = loaded.preview
    time = _column(loaded, "--time", preview.names, proposed.time or preview.likely_time)
    rest = [name for name in preview.names if name != time]
    states = st.multiselect(
        "States",
        rest,
        default=[n for n in (proposed.inputs or preview.numbers) if n in rest],
        key=loaded.key(f"states over {time}"),
        help="What changes over time: one equation for each.",
    )
    trajectory = _column(
        loaded, "--trajectory", rest, None, help="For several runs of the same system."
    )
    states = tuple(name for name in states if name != trajectory)
    conserved = st.multiselect(
        LABELS["--conserved"],
        states,
        key=loaded.key(f"conserved of {', '.join(states)}"),
        placeholder="None",
        help="States that only change into one another, such as all groups of a population.",
    )
    return Choices(
        kind="motion",
        time=time,
        inputs=states,
        trajectory=trajectory,
        conserved=tuple(conserved),
    )


def _effort(loaded: Loaded) -> Effort:
    seconds = st.number_input(
        LABELS["--max-time"], 1, 86_400, SECONDS, step=10, key=loaded.key("seconds")
    )
    with st.expander("Functions, noise and seed"):
        functions = st.multiselect(
            LABELS["--functions"],
            function_names(),
            default=USUAL,
            key=loaded.key("functions"),
            help="That a formula may have, besides sums, products and powers.",
        )
        noise = st.selectbox(
            LABELS["--noise"], NOISES, format_func=NOISES.__getitem__, key=loaded.key("noise")
        )
        seed = st.number_input(LABELS["--seed"], 0, 2**31 - 1, 0, key=loaded.key("seed"))
    chosen = None if set(functions) == set(USUAL) else tuple(functions)
    return Effort(max_time=float(seconds), functions=chosen, noise=noise, seed=int(seed))


def _known(loaded: Loaded) -> tuple[str, ...]:
    with st.expander(LABELS["--constraint"]):
        text = st.text_area(
            LABELS["--constraint"],
            key=loaded.key("known"),
            label_visibility="collapsed",
            placeholder="increasing in x\ny >= 0\ny(x=0) = 0\ny(x=inf) = 5\ndy/dx(x=0) = 1",
            help="One fact on a line, in names of columns as they stand in equations.",
        )
    return tuple(filter(None, map(str.strip, text.splitlines())))


def _column(
    loaded: Loaded, option: str, names: list[str], chosen: str | None, *, help: str | None = None
) -> str | None:
    return st.selectbox(
        LABELS[option],
        names,
        index=names.index(chosen) if chosen in names else None,
        placeholder="None" if option not in ("--target", "--time") else "Choose a column",
        key=loaded.key(option),
        help=help,
    )


def _drop(loaded: Loaded) -> bool:
    holes = loaded.preview.holes
    return st.checkbox(
        LABELS["--drop-missing"],
        key=loaded.key("drop"),
        help=f"{holes} values are missing." if holes else "No value is missing.",
    )


def _units(loaded: Loaded, columns: list[str]) -> tuple[Units, dict[str, str]]:
    options: list[Units] = [each for each in UNITS if each != "header" or loaded.preview.has_units]
    units: Units = st.radio(
        LABELS["--units"],
        options,
        format_func=lambda each: UNITS[each],
        key=loaded.key("units"),
        horizontal=True,
        help="With units, only formulas that agree with them are searched.",
    )
    if units != "typed":
        return units, {}
    known = {each.name: each.unit for each in loaded.preview.columns}
    typed = {
        name: st.text_input(
            f"Unit of {name}",
            known.get(name, ""),
            key=loaded.key(f"unit of {name}"),
            placeholder="m/s, kg m^2, 1 …",
        )
        for name in columns
    }
    return units, typed
