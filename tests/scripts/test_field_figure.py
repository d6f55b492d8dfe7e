"""The figure of the field, and the numbers of its page, come from its file."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from field_figure import rates, report, small
from PIL import Image

from tests.claims import false_numbers, numbers

PAGE = Path(__file__).parents[2] / "docs" / "field.md"
OURS = ("SPU", "SPU (powers)")
GATED = ("NALU", "G-NALU", "iNALU")
ADD, SUB, MUL, DIV, RECIPROCAL = "add", "sub", "mul", "div", "reciprocal"

# Words of the page with numbers, and the cells that they are of, in that order.
CLAIMS = {
    "linear layer solves .81 and .94 among two inputs, .78 and .80 among ten": [
        ("Linear", ADD, 2), ("Linear", SUB, 2), ("Linear", ADD, 10), ("Linear", SUB, 10),
    ],
    "iNALU compares with it, among two inputs (.89 and .77)": [
        ("iNALU", ADD, 2), ("iNALU", SUB, 2),
    ],
    "NMRU all quotients and .97 of the products": [("NMRU", MUL, 2)],
    "NMRU .86, Hill × .72, NRU .44": [
        (unit, RECIPROCAL, 2) for unit in ("NMRU", "Hill ×", "NRU")
    ],
    "NMU solves most products (.55)": [("NMU", MUL, 10)],
    "most quotients (.84 each)": [("NMRU", DIV, 10)],
    "NMRU most reciprocals (.77)": [("NMRU", RECIPROCAL, 10)],
    "products among two inputs (1.00 against .95)": [("sNMU", MUL, 2), ("NMU", MUL, 2)],
    "harms among ten (.38 against .55)": [("sNMU", MUL, 10), ("NMU", MUL, 10)],
    "NPU and Real NPU solve .34 among two inputs and .40 among ten": [
        ("NPU", "squared", 2), ("Real NPU", "squared", 10),
    ],
    "solves all of two inputs and .86 of ten, with exponents in steps of a half .91": [
        ("SPU", "root", 10), ("SPU (powers)", "root", 10),
    ],
    "NSR solves .89 among two inputs and .92 among ten, the DMU .44 and .08": [
        ("NSR", ">", 2), ("NSR", ">", 10), ("DMU", ">", 2), ("DMU", ">", 10),
    ],
}  # fmt: skip
TIMES = "0.26 ms (linear layer) to 5.0 ms (NSR) with two inputs, 0.69 to 7.7 ms with ten"


@cache
def solved():
    table = rates()
    table["inputs"] = table["parameter"].str.removeprefix("inputs ").astype(int)
    return table.set_index(["unit", "task", "inputs"])["success_rate"].to_dict()


def bullets():
    text = PAGE.read_text("utf-8").split("## Results")[1].split("`python scripts")[0]
    return " ".join(text[text.index("- **") :].split())


def rate(unit, task, inputs):
    return solved()[unit, task, inputs]


def as_written(value):
    return f"{value:.2f}".removeprefix("0")


def best(task, inputs):
    """Return the published units that solve most, as far as the page's digits tell."""
    units = {unit for unit, _, _ in solved()} - {*OURS}
    most = max(as_written(rate(unit, task, inputs)) for unit in units)
    return {unit for unit in units if as_written(rate(unit, task, inputs)) == most}


@pytest.mark.parametrize("words", CLAIMS)
def test_the_numbers_of_the_page_are_those_of_the_file(words):
    assert words in bullets()
    assert false_numbers(words, [rate(*cell) for cell in CLAIMS[words]]) == []


def test_the_times_are_medians_of_the_file():
    times = rates().groupby(["parameter", "unit"])["milliseconds"].median()
    two, ten = times["inputs 2"], times["inputs 10"]
    assert TIMES in bullets()
    assert false_numbers(TIMES, [two.min(), two.max(), ten.min(), ten.max()]) == []
    assert two.idxmin() == "Linear"
    assert two.idxmax() == ten.idxmax() == "NSR"


def test_no_other_number_is_on_the_page():
    rest = bullets()
    for words in (*CLAIMS, TIMES):
        rest = rest.replace(words, "", 1)
    assert all(each.as_tuple().exponent == 0 for each in numbers(rest))


@pytest.mark.parametrize(
    "cell",
    [
        *[(unit, task, k) for unit in ("NAU", "Hill +") for task in (ADD, SUB) for k in (2, 10)],
        *[(unit, task, 2) for unit in ("NRU", "SPU") for task in (MUL, DIV)],
        ("sNMU", MUL, 2),
        ("NMRU", DIV, 2),
        ("SPU", RECIPROCAL, 2),
        *[("SPU", task, 10) for task in (MUL, DIV, RECIPROCAL)],
        *[("SPU (powers)", "squared", k) for k in (2, 10)],
        *[("Hill ×", "root", k) for k in (2, 10)],
        ("NAC•", "root", 10),
        ("SPU", "root", 2),
    ],
    ids=lambda cell: " ".join(map(str, cell)),
)
def test_what_solves_all_solves_all(cell):
    assert rate(*cell) == 1


def test_those_that_solve_most_do():
    assert best(MUL, 10) == {"NMU"}
    assert best(DIV, 10) == {"NMRU", "Real NPU (modified)"}
    assert best(RECIPROCAL, 10) == {"NMRU"}


def test_nothing_else_compares_or_squares():
    able = {(unit, task) for (unit, task, _), value in solved().items() if value > 0}
    assert {unit for unit, task in able if task == ">"} == {"NSR", "DMU"}
    assert {u for u, task in able if task == "squared"} == {"NPU", "Real NPU", "SPU (powers)"}
    assert rate("NPU", "squared", 10) == rate("Real NPU", "squared", 10)
    assert rate("NPU", "squared", 2) == rate("Real NPU", "squared", 2)


def test_no_other_gated_unit_compares_with_a_linear_layer():
    for (unit, task, inputs), value in solved().items():
        if unit in GATED and task in (ADD, SUB) and (unit, inputs) != ("iNALU", 2):
            assert value < 0.25 * rate("Linear", task, inputs)


def test_the_page_counts_units_and_runs():
    table, page = rates(), PAGE.read_text("utf-8")
    assert f"One table of {table['unit'].nunique()} units" in page
    assert f"The {table['runs'].sum():,} runs" in page


def test_the_figure_has_a_cell_for_every_unit_and_operation():
    frame = report().frame
    assert len(frame) == 22 * 8 * 2
    assert not frame.duplicated(["unit", "task", "parameter"]).any()


def test_fewer_colours_keep_the_picture():
    written = BytesIO()
    Image.linear_gradient("L").convert("RGB").save(written, "png")
    picture = Image.open(BytesIO(small(written.getvalue()))).convert("RGB")
    assert picture.size == (256, 256)
    assert picture.getpixel((0, 0)) != picture.getpixel((0, 255))
