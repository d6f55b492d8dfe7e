"""The headlines of docs/reproductions.md, which are typed, have the numbers of its tables."""

import re
from collections import Counter
from math import nan

import pytest
from documentation import results
from page_tables import cells_of

from nalm.experiments.catalogue import entries
from nalm.reports import report_entry
from nalm.reports.published._comparison import compare
from nalm.reports.published._published import Published
from nalm.results import Store
from nalm.statistics import Interval
from tests.claims import false_numbers, numbers
from tests.scripts.reproduced import (
    PAGE,
    compared,
    interval,
    median,
    paper,
    rate,
    runs,
    solved,
    tables,
)

ELSEWHERE = "†"
"""Marks numbers that no table of the page has."""
NAMES = re.compile(
    r"\[[^\]]*[\])]|8×8|±1|\bsd \.\d|\bg \d|[m̂ŵ]+ −?\d|start at 0|end at 1|ε = 0"
    r"|10 best of 10 to 20"
)
"""Numbers of the headlines that nobody counted: of ranges, of starts, of a paper's rule."""

T1, T2, A2 = "madsen2020/table1", "madsen2020/table2", "heim2020/table-a2"
LARGE, NALU, INALU = "heim2020/large-scale", "kollanur2022/section4.1", "schloer2020/experiment"
RANGES = (
    *("[-20,-10)", "[-2,-1)", "[-1.2,-1.1)", "[-0.2,-0.1)", "[-2,2)"),
    *("[0.1,0.2)", "[1,2)", "[1.1,1.2)", "[10,20)"),
)
DIVISION = "mistry2021division"
FIG3, FIG6, NPU = f"{DIVISION}/fig3", f"{DIVISION}/fig6", f"{DIVISION}/appendix-g-npu"
IW, SIGNS = "iNALU (iw)", "kollanur2022/section3.3"
BASELINE, MODIFIED, NONE = (f"Real NPU ({each})" for each in ("baseline", "modified", "no L1"))
UNITS = BASELINE, MODIFIED, "NMRU"
OPERATIONS = ("add", "sub", "mul", "div", "root", "squared")


def division(figure, *units, place="all"):
    """Return the rates of units, over all ranges if no other place is named."""
    return [rate(f"{DIVISION}/{figure}", unit, place) for unit in units]


def worse_and_better(figure, unit, other):
    """Return on how many ranges a unit is worse, and better, than another of the figure."""
    pairs = [division(figure, unit, other, place=each) for each in RANGES]
    return sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)


def verdicts(experiment):
    """Return how many published numbers of an experiment agree, and those that do not."""
    rows = [row for (name, *_), row in tables()[1].items() if name == f"{INALU}{experiment}"]
    return sum(row[2] == "agrees" for row in rows), [row for row in rows if row[2] != "agrees"]


def nine(unit):
    return [rate(FIG3, unit, each) for each in RANGES]


def of_all(unit):
    """Return how many runs of all ranges were solved, and how many there are."""
    cells = [solved(FIG3, unit, each) for each in RANGES]
    return [sum(each) for each in zip(*cells, strict=True)]


def quotients(experiment):
    """Return how many quotients an iNALU finds, and of how many runs."""
    cells = [solved(experiment, IW, f"div {each}") for each in SEVEN]
    return [sum(each) for each in zip(*cells, strict=True)]


def unclipped(experiment):
    """Count the published rates that agree with those of runs without gradient clipping."""
    found = 0
    for (name, unit, place), (theirs, _, _, counted, _) in tables()[1].items():
        if name == f"{INALU}{experiment}":
            of = int(numbers(counted)[1])
            estimate, low, high = map(float, interval(f"{name}-unclipped", unit, place))
            ours = Interval(estimate=estimate, low=low, high=high)
            printed = Published(value=float(theirs), low=nan, high=nan, source="", how_read="")
            found += compare(ours, printed, runs=of, rate=True) == "agrees"
    return found


def higher(experiments):
    """Count the numbers that do not agree, and those of them that are higher here."""
    rows = [row for each in experiments for row in verdicts(each)[1]]
    return len(rows), sum(numbers(here)[0] > numbers(theirs)[0] for theirs, here, *_ in rows)


def both_solved(start):
    """Return how many sums and differences an iNALU solves from a start, of twenty."""
    cells = [solved(f"{INALU}3", IW, f"{task} start {start}") for task in ("add", "sub")]
    return [count for count, runs in cells if runs == 10]


def starts():
    return {
        place.split(" start ")[1]
        for experiment, _, place in tables()[0]
        if experiment == f"{INALU}3" and place.startswith("add start") and "success" not in place
    }


def as_good():
    """Count the starts of ten seeds, and those that solve + and − as often as the best one."""
    best = both_solved(BEST)
    others = [each for each in map(both_solved, starts() - {BEST}) if len(each) == 2]
    return sum(all(a >= b for a, b in zip(each, best, strict=True)) for each in others), len(others)


def products(metric):
    """Count the starts from which the product is solved."""
    places = [f"mul start {start} success_{metric}" for start in starts()]
    return sum(rate(f"{INALU}3", IW, place) == 1 for place in places)


def times_the_reference(lengths):
    """Return the NMU's median error in units of the reference's."""
    name = "madsen2020/sequential-product-10-epochs"
    cells = [[median(name, unit, f"length {n}") for unit in ("NMU", "Reference")] for n in lengths]
    return [float(ours / reference) for ours, reference in cells]


def exact_weights():
    """Count the verdicts of the errors of exact weights, but of those with ε = 0."""
    rows = [
        (unit, row[2]) for (name, unit, _), row in tables()[1].items() if name.endswith("/fig5")
    ]
    return Counter(verdict for unit, verdict in rows if "eps" not in unit)


def ends(values):
    return min(values), max(values)


BEST = "g 0, m -1, w 1, sd 0.1"
SQUARE = "div Sobol[0,0.5)", "sqrt Sobol[0,2)"
POWER = ("NPU", "RealNPU", "NMU", "NaiveNPU")
OTHERS = ("NALU", "iNALU", "Dense")
WHERE = "[1,2)"
SIGNED = RANGES[2:4]
DATASETS = ("[-2,-0.1) × [0.1,2)", "[-2,-1) × [1,2)", "[0.1,2) × [-2,-0.1)", "[1,2) × [-2,-1)")
WEIGHTS = ("1e-9 to 1e-7", "1e-8 to 1e-6", "1e-7 to 1e-5", "1e-5 to 1e-3", "1e-3 to 1e-1",
           "1e-1 to 10", "1e-11 to 1e-9")  # fmt: skip
CLIPPED = BASELINE, "Real NPU (clip weight)", "Real NPU (clip gate and weight)"
DISCRETE = "Real NPU (no discretisation)", "Real NPU (discretise gate and weight)"
STARTS = "Real NPU (Xavier initialisation)", "Real NPU (constrained initialisation)"
PARTS = ("vanilla", "vanilla, gradient clipping", "sign", "sign, gradient clipping",
         "sign, gradient clipping, gate")  # fmt: skip
SPEEDS = "0.001", "0.01", "0.1", "1"
SEVEN = ("N(0,1)[-3,3]", "N(1,1)[-2,4]", "N(-1,1)[-4,2]", "[-1,1)", "[-5,5)", "Exp(0.2)",
         "Exp(0.8)")  # fmt: skip

# Words of the headlines with numbers, and the numbers of the tables, in that order.
CLAIMS = {
    "NMU solves 98 %, median 1.43 million": lambda: [
        paper(T2, "NMU", f"mul [1,2) {each}") for each in ("success_rate", "solved_at_median")
    ],
    "10 of 10 (.72–1.00), median 1.6 million steps": lambda: [
        *solved(T2, "NMU", "mul"), *interval(T2, "NMU", "mul")[1:], median(T2, "NMU", "mul"),
    ],
    "NAU solves 100 %, median 18,000 steps": lambda: [
        paper(T2, "NAU", f"add [1,2) {each}") for each in ("success_rate", "solved_at_median")
    ],
    "10 of 10, median 18,000 steps": lambda: [*solved(T2, "NAU", "add"), median(T2, "NAU", "add")],
    "NAC• solves 31 %, median 2.77 million": lambda: [
        paper(T2, "NAC•", f"mul [1,2) {each}") for each in ("success_rate", "solved_at_median")
    ],
    ".40 (.17–.69), median 2.6 million steps, 10 seeds": lambda: [
        *interval(T2, "NAC•", "mul"), median(T2, "NAC•", "mul"), solved(T2, "NAC•", "mul")[1],
    ],
    "NALU solves 14 %": lambda: [paper(T2, "NALU", "add [1,2) success_rate")],
    "2 of 10 (.06–.51)": lambda: [*solved(T2, "NALU", "add"), *interval(T2, "NALU", "add")[1:]],
    "NAU solves 100 %, median 5,000 steps": lambda: [
        paper(T2, "NAU", f"sub [1,2) {each}") for each in ("success_rate", "solved_at_median")
    ],
    "10 of 10, median 5,000 steps": lambda: [*solved(T2, "NAU", "sub"), median(T2, "NAU", "sub")],
    "NMU 94 %, NALU 26 %, NAC• 13 %": lambda: [
        paper(T1, unit, "mul [1,2) success_rate") for unit in ("NMU", "NALU", "NAC•")
    ],
    ".94 (.88–.97), .21 (.14–.30), **.30 (.22–.40)**, 100 seeds": lambda: [
        *(n for unit in ("NMU", "NALU", "NAC•") for n in interval(T1, unit, WHERE)),
        solved(T1, "NMU", WHERE)[1],
    ],
    "median steps 14k, 63k, 57k against 14k, 70k, 55k": lambda: [
        *(median(T1, unit, WHERE) for unit in ("NMU", "NALU", "NAC•")),
        *(paper(T1, unit, "mul [1,2) solved_at_median") for unit in ("NMU", "NALU", "NAC•")),
    ],
    "its median error is 1.2, 1.1 and 1.1 times": lambda: times_the_reference((1, 2, 3)),
    "and 1.6 to 2.9 times": lambda: ends(times_the_reference((4, 5, 6, 7, 8))),
    ".069, .036 and .006 of the NPUs against .18, 11.3 and .154 of the NMU": lambda: [
        rate(A2, unit, task) for unit in ("NPU", "NMU") for task in ("add", "div", "sqrt")
    ],
    "2.1–3.2, 2.5–14 of the others": lambda: [
        n for task in ("add", "div") for n in ends([rate(A2, unit, task) for unit in OTHERS])
    ],
    "NMU best, .005": lambda: [paper(A2, "NMU", "mul [0.1,2.1) mean_absolute_error")],
    "by the median: .0004 against .010": lambda: [median(A2, u, "mul") for u in ("NMU", "NPU")],
    "mean of 20 seeds, .028": lambda: [20, rate(A2, "NMU", "mul")],
    "NMU ÷ 11.40, √ .160": lambda: [
        paper(A2, "NMU", f"{task} [0.1,2.1) mean_absolute_error") for task in ("div", "sqrt")
    ],
    "11.33 (11.2–11.4) and .154 (.147–.162)": lambda: [
        n for task in ("div", "sqrt") for n in interval(A2, "NMU", task)
    ],
    "(.20 against .08 on +)": lambda: [
        paper(A2, unit, "add [0.1,2.1) mean_absolute_error") for unit in ("NPU", "RealNPU")
    ],
    "3e-5 (NPU), 4e-5 (RealNPU), 1.5 (NMU) and 7e3": lambda: [
        median(LARGE, unit, f"{SQUARE[0]} test_mse") for unit in POWER
    ],
    "√: .15, .13, 11.5, and 2e4": lambda: [
        median(LARGE, unit, f"{SQUARE[1]} test_mse") for unit in POWER
    ],
    "1e-7, 1.4e-6, 1.6 and 5e17; .054, .017, 11.0 and 9e8": lambda: [
        paper(LARGE, unit, f"{each} test_mse_median") for each in SQUARE for unit in POWER
    ],
    "100 % within .01, 25 of 25 seeds": lambda: [
        ends([
            rate(f"kollanur2022/section3.{k}", "NAC", f"operands {n} accuracy_0.01")
            for k in (1, 2) for n in range(1, 11)
        ])[0],
        0.01, 25, 25,
    ],
    "error at 20: PReLU .05, LeakyReLU .47, ELU .60, ReLU .65, Swish .88, SELU 1.4, tanh 8.6,"
    " sigmoid 10.0, ReLU6 10.2": lambda: [
        20, *(rate("kollanur2022/section2", unit, "error_far") for unit in (
            *("PReLU", "LeakyReLU", "ELU", "ReLU", "Swish", "SELU", "Tanh", "Sigmoid", "ReLU6"),
        )),
    ],
    "+ 99.8, − 87.3, × 92.3, ÷ 98.6, √ 99.1, square 91.6": lambda: [
        paper(NALU, "NALU", f"{task} [20,40) operands 2 accuracy").scaleb(2) for task in OPERATIONS
    ],
    "mean of 25 seeds 19, 74, 83, 86, 78, 0 with one layer": lambda: [
        25, *(rate(NALU, "NALU", f"{task} accuracy").scaleb(2) for task in OPERATIONS),
    ],
    "68, 61, 40, 77, 85, 26 with two": lambda: [
        rate(NALU, "NALU, 2 layers", f"{task} accuracy").scaleb(2) for task in OPERATIONS
    ],
    "25 of 25 for the report's function and 25 of 25 random ones, weights within 1.1e-6": lambda: [
        *runs(SIGNS, "NAC", "signed sum [20,40) sign_distance"), 25, 25,
        rate(SIGNS, "NAC", "signed sum sign_distance"),
    ],
    "all 14 cells": lambda: [
        sum(solved(f"{INALU}1", IW, f"{task} {each}") == (10, 10)
            for task in ("add", "sub") for each in SEVEN)
    ],
    "÷ in 67 of 70 runs": lambda: quotients(f"{INALU}1"),
    "without gradient clipping in 54": lambda: quotients(f"{INALU}1-unclipped")[:1],
    "256, 256 and 96 success rates": lambda: [
        verdicts(each)[0] + len(verdicts(each)[1]) for each in (1, 2, 4)
    ],
    "202, 190 and 92 agree; of the 124 others 120 are higher": lambda: [
        *(verdicts(each)[0] for each in (1, 2, 4)), *higher((1, 2, 4)),
    ],
    "in 7 each, × in 10 in training range": lambda: [
        both_solved(BEST)[0], rate(f"{INALU}3", IW, f"mul start {BEST} success_interpolation") * 10,
    ],
    "other 44 starts with ten seeds": lambda: as_good()[1:],
    "in all 20 runs": lambda: [sum(both_solved("g 1, m -1, w 0, sd 0.1"))],
    "by 53 of the 54 in training range": lambda: [products("interpolation"), len(starts())],
    "1.00 on all nine, 225 of 225 runs each": lambda: [
        *ends([n for unit in ("NRU", "NMRU") for n in nine(unit)])[:1], *of_all("NRU"),
    ],
    "on eight ranges, .64": lambda: [paper(FIG3, MODIFIED, "div [-2,2) success_rate")],
    "1.00 on eight, .60 (.41–.77)": lambda: [
        sorted(nine(MODIFIED))[1], *interval(FIG3, MODIFIED, "[-2,2)"),
    ],
    "70.2 % baseline, 85.3 % modified, 91.6 % NMRU": lambda: [
        paper(f"{DIVISION}/fig6", unit, "div all success_rate") for unit in UNITS
    ],
    "73.8 (67.7–79.1), 86.7 (81.6–90.5), 88.4 (83.6–92.0)": lambda: [
        n.scaleb(2) for unit in UNITS for n in compared(FIG6, unit, "div all success_rate")
    ],
    "NMRU .96": lambda: division("fig6", "NMRU", place="[-2,2)"),
    "(45 numbers of NRU": lambda: [sum(exact_weights().values())],
    "(.56 against .52)": lambda: division("fig1a", NONE, BASELINE, place="[1.1,1.2)"),
    "mean .47 against .58": lambda: division("fig1a", NONE, BASELINE),
    ".58, then .52, .51, .29, .00, .00; the smaller one .49": lambda: division(
        "fig1b", *(f"Real NPU (L1 {each})" for each in WEIGHTS)
    ),
    "mean .58 → .75 (weight) and .81 (both)": lambda: division("fig2a", *CLIPPED),
    "mean .81 → .93": lambda: division("fig2b", *DISCRETE),
    "; .48 → 1.00 on": lambda: division("fig2b", *DISCRETE, place="[-0.2,-0.1)"),
    "is 1.00 with and without": lambda: division("fig2b", DISCRETE[0], place="[10,20)"),
    "mean .93 → .96": lambda: division("fig2c", *STARTS),
    "NPU .76 and .28": lambda: [rate(NPU, "NPU", r) for r in SIGNED],
    "against 1.00 and .80": lambda: [rate(NPU, MODIFIED, r) for r in SIGNED],
    "52k against 4k steps": lambda: [median(NPU, u, RANGES[0]) for u in ("NPU", MODIFIED)],
    "medians are 1k and 3k against 1k and 3k": lambda: [
        median(f"{DIVISION}/fig4", MODIFIED, place) for place in DATASETS
    ],
    ".871 against .867": lambda: division(
        "appendix-g-weight-discretisation", "Real NPU (modified, zero allowed)", MODIFIED
    ),
    "mean .35 vanilla, .56 with clipping, .60 with the sign, .88 with both, .76 with": lambda: (
        division("appendix-h-nmru-ablation", *(f"NMRU ({each})" for each in PARTS))
    ),
    ".63, .83, .99, 1.00 for 1e-3, 1e-2, 1e-1, 1": lambda: [
        *division("appendix-e-nru-learning-rate", *(f"NRU (learning rate {r})" for r in SPEEDS)),
        *SPEEDS,
    ],
    "1.00 on [1,2), less": lambda: [rate(FIG3, BASELINE, WHERE)],
    "within 25 %": lambda: [0.25],
    "216 and 203 of the first two": lambda: [unclipped(each) for each in (1, 2)],
}  # fmt: skip


def headlines():
    """Return the rows of the tables of headlines."""
    blocks = results.parts(PAGE.read_text("utf-8"))[0].split("\n\n")
    lines = [line for block in blocks if block.startswith("| claim") for line in block.split("\n")]
    return [cells_of(line) for line in lines if not line.startswith(("| claim", "| ---"))]


@pytest.mark.parametrize("words", CLAIMS)
def test_the_numbers_of_the_headlines_are_those_of_the_tables(words):
    assert any(words in cell for row in headlines() for cell in row[:2])
    assert false_numbers(NAMES.sub("", words), CLAIMS[words]()) == []


@pytest.mark.parametrize("row", headlines(), ids=lambda row: row[0][:30])
def test_a_row_with_a_number_that_no_table_has_says_so(row):
    rest = row[1]
    for words in CLAIMS:
        rest = rest.replace(words, "")
    untold = numbers(NAMES.sub("", rest))
    assert bool(untold) == (ELSEWHERE in row[1]), untold


def test_ranges_are_counted_as_the_words_say():
    assert worse_and_better("fig1a", NONE, BASELINE) == (6, 1)
    lost = [25 * each for each in division("fig1a", NONE, BASELINE, place="[-1.2,-1.1)")]
    assert lost == [7, 8]
    assert [worse_and_better("fig2a", each, BASELINE)[0] for each in CLIPPED[1:]] == [0, 0]
    assert worse_and_better("fig2c", STARTS[1], STARTS[0]) == (0, 4)
    assert {r for r in RANGES if rate(FIG3, BASELINE, r) == 1} == {"[1,2)"}
    assert {r for r in RANGES if rate(FIG6, "NRU", r) == 0} == {r for r in RANGES if "-" in r}
    others = [unit for name, unit, place in tables()[0] if (name, place) == (FIG6, "all")]
    assert {unit for unit in others if rate(FIG6, unit, "[-2,2)") > 0} == {"NMRU"}


def test_units_and_starts_are_as_good_as_the_words_say():
    first, second = ([c for (e, u, _), c in tables()[0].items() if (e, u) == (A2, unit)]
                     for unit in ("NPU", "RealNPU"))  # fmt: skip
    assert [each[:2] for each in first] == [each[:2] for each in second]
    assert all(solved(f"{INALU}1", IW, f"mul {each}") == (10, 10) for each in SEVEN)
    assert as_good()[0] == 6
    assert products("extrapolation") == 0
    assert not any(rate(f"{INALU}3", IW, f"div start {each}") for each in starts())


def test_the_errors_of_exact_weights_agree():
    assert exact_weights() == {"agrees": 45}
    rows = [row for (name, unit, _), row in tables()[1].items()
            if name.endswith("/fig5") and "eps = 0" in unit]  # fmt: skip
    ratios = [float(numbers(row[1])[0] / numbers(row[0])[0]) for row in rows]
    assert all(ratio == pytest.approx(1, abs=0.25) for ratio in ratios)


@pytest.mark.thorough
def test_the_expected_gradients_are_what_their_command_computes(tmp_path):
    entry = entries()["madsen2020/gradient-expectation"]
    with Store(tmp_path / "empty.db") as store:
        frame = report_entry(entry, store).frame.set_index(["quantity", "parameter"])
    ends = ["mean", "low", "high"]
    product, expectation = (
        frame.loc[(name, "m̂"), ends] for name in ("product of expectations", "expectation")
    )
    for words, values in {
        "−.007 (−.028–.014)": product,
        "not quite, .036 (.015–.057)": expectation,
        "that of Ŵ is −103": [frame.loc[("expectation", "ŵ"), "mean"]],
    }.items():
        assert any(words in row[1] for row in headlines())
        assert false_numbers(words, values) == []
