"""Write docs/reproductions.md from results stores: every trained experiment, ours beside the paper.

.venv/bin/python scripts/reproductions.py results.db more.db > docs/reproductions.md

A run is looked up in the stores in their order. Why a number does not agree is in reasons.toml.
What a page has of stores that are gone, carry.py keeps.
"""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import comparison
import pandas as pd
from untrained import listing

from nalm.experiments import Computation, Entry, Experiment
from nalm.experiments.catalogue import entries
from nalm.reports import Report, published_papers, read_published, report_entry
from nalm.results import Store, StoredRun

HEAD = """# Reproductions

The tables of headlines are written by hand, and a test compares their numbers with the tables below them. Numbers
before a † are in no table of this page: the command beside them printed them. All other tables are written by
`python scripts/reproductions.py STORE` from trained runs, and by `scripts/carry.py`, which keeps what earlier
stores had. A cell is the success rate with its 95 % Wilson interval, the published rate
where the paper prints one, and when the runs were solved. "Agrees":
the published rate lies in our interval, or ours in the interval that the published rate has with as
many runs. Numbers of fewer than five runs, which would agree with almost anything, are not judged.
[How a run is judged](reproduce.md#how-a-run-is-judged).

*Solved at* is a mean over the solved runs in reports, in figures and on all other pages; the tables here give its
median, because the runs of most of them are in no store any more and cannot be averaged anew.

## Neural Arithmetic Units: the headlines

A run of Table 2 has 5,000,000 steps, so ten seeds stand for the paper's hundred.

| claim of the paper | here | command |
| --- | --- | --- |
| Table 2, ×: NMU solves 98 %, median 1.43 million steps | 10 of 10 (.72–1.00), median 1.6 million steps | `nalm run madsen2020/table2 --where unit=NMU --where task=mul --seeds 10`: 15 min beside other work |
| Table 2, +: NAU solves 100 %, median 18,000 steps | 10 of 10, median 18,000 steps | the same with `unit=NAU`, `task=add` |
| Table 2, ×: NAC• solves 31 %, median 2.77 million steps | .40 (.17–.69), median 2.6 million steps, 10 seeds | the same with `unit=NAC•`, `task=mul` |
| Table 2, +: NALU solves 14 % | 2 of 10 (.06–.51) | the same with `unit=NALU`, `task=add`: 20 min on one core |
| Table 2, −: NAU solves 100 %, median 5,000 steps | 10 of 10, median 5,000 steps | the same with `unit=NAU`, `task=sub` |
| Table 1: NMU 94 %, NALU 26 %, NAC• 13 % | .94 (.88–.97), .21 (.14–.30), **.30 (.22–.40)**, 100 seeds each; median steps 14k, 63k, 57k against 14k, 70k, 55k | `nalm run madsen2020/table1` |
| Section 2.2: the expected gradient of M̂ is 0 | the paper's product of expectations is: −.007 (−.028–.014); the expectation itself is not quite, .036 (.015–.057), as its factors are not independent; that of Ŵ is −103 † | `nalm report madsen2020/gradient-expectation` |
| Section 4.2: products of digits beyond the training length by the NMU, not by NAC• or LSTM | on 8×8 digits, trained on two: NMU .8–1 at every length up to 10, NAC• .8 at 2, .2 at 3, 0 beyond, LSTM 0 (5 seeds) † | `nalm report madsen2020/sequential-product-8x8-lengths` |
| the same on MNIST, with a hundredth of the steps | NMU .67 of 3 seeds at one digit, 1 at two, .67 at three, .33 at four and 0 to .67 at five to ten †; its median error is 1.2, 1.1 and 1.1 times the reference's at one to three digits, and 1.6 to 2.9 times at four to eight | `NALM_DATA=FOLDER nalm report madsen2020/sequential-product-10-epochs-lengths` (NMU and reference, about 10 min a model) |
| Section 4.2: sums of digits by the NAU | trained on ten: NAU .8 from 5 to 400 digits, with R_z .8–1 from 1 on; NAC+ at most .4; NAC+ with R_z 0 from 50 on; LSTM 0 † | `nalm report madsen2020/sequential-sum-8x8-lengths` |

## Neural Power Units: the headlines

| claim of the paper | here | command |
| --- | --- | --- |
| Table A2: both NPUs best on +, ÷ and √; NALU, iNALU and the dense network hardly better than zero on +, × and ÷ | the same: mean errors .069, .036 and .006 of the NPUs against .18, 11.3 and .154 of the NMU and 2.1–3.2, 2.5–14 of the others | `nalm run heim2020/table-a2`: 120 runs |
| Table A2, ×: NMU best, .005 | by the median: .0004 against .010; the mean of 20 seeds, .028, is that of a few | the same |
| Table A2: NMU ÷ 11.40, √ .160 | 11.33 (11.2–11.4) and .154 (.147–.162) with 20 seeds; 11.31 and .158 (.155–.162) with 100 † | `--where unit=NMU --seeds 100` |
| NPU worse than RealNPU (.20 against .08 on +) | identical: on positive inputs imaginary weights that start at 0 have no gradient, so both train the same function; the published difference is between seeds | the same |
| Figure 3: no gradient for the naive unit above w₂ = .75 | 75 % of the grid there below .1, none for the NPU; with the printed range of x₂ none for either † | `nalm report heim2020/fig3`, `fig3-printed` |
| Figure 4: best errors NPU .0154, Dense .0322, RealNPU .0284 with 17 parameters; medians .110, .252, 2.16; below 1: 85, 100, 20 % | best .0007, .0009, .0189, or .0293 with 16 parameters; medians .068, .042, 1.75; below 1: 100, 99, 32 % of the grid of 300 runs (exact gradients and L-BFGS, where the paper has inexact adjoints) † | `nalm run heim2020/fractional-sir` |
| Figure 5: S^.62 I^.57 | S^.30 I^.81 in the best RealNPU, of 75 parameters, S^.50 I^.56 in the next, of 16; with Runge-Kutta steps S^.46–.49 I^.57–.58 † | `nalm report heim2020/fig5`, `fig5-rk4` |
| Large-scale ÷ and √: NPU and RealNPU solve, NaiveNPU does not | ÷: median test error 3e-5 (NPU), 4e-5 (RealNPU), 1.5 (NMU) and 7e3 (NaiveNPU); √: .15, .13, 11.5, and 2e4 in the three of ten runs of the NaiveNPU that stay finite. The paper, which keeps the 10 best of 10 to 20 runs, has 1e-7, 1.4e-6, 1.6 and 5e17; .054, .017, 11.0 and 9e8 | `nalm run heim2020/large-scale`: ten runs of each but the NALU on ×, ÷ and √, of which 70 on a GPU |

## The NALU report and iNALU: the headlines

| claim | here | command |
| --- | --- | --- |
| NAC adds and subtracts 1 to 10 operands with 100 % accuracy | 100 % within .01, 25 of 25 seeds for each | `nalm run kollanur2022/section3.1`, `section3.2` |
| NAC finds eight signs, weights ±1 to four digits | 25 of 25 for the report's function and 25 of 25 random ones, weights within 1.1e-6 of ±1 | `nalm run kollanur2022/section3.3` |
| Identity: PReLU most linear, sigmoid and tanh fail | error at 20: PReLU .05, LeakyReLU .47, ELU .60, ReLU .65, Swish .88, SELU 1.4, tanh 8.6, sigmoid 10.0, ReLU6 10.2 | `nalm run kollanur2022/section2` |
| NALU with two operands: + 99.8, − 87.3, × 92.3, ÷ 98.6, √ 99.1, square 91.6 % | mean of 25 seeds 19, 74, 83, 86, 78, 0 with one layer (its weights end at 1, so it cannot square), 68, 61, 40, 77, 85, 26 with two | `nalm run kollanur2022/section4.1` |
| iNALU experiment 1 (iw): + and − solved, × in five of seven distributions, ÷ in a third of the runs | + and − in all 14 cells, × in all seven, ÷ in 67 of 70 runs, without gradient clipping in 54; a plain loop of the published recipe agrees with × in 70 and ÷ in 64, without clipping 42 † | `nalm run schloer2020/experiment1`: 1,120 runs of 100,000 steps; `benchmarks/inalu_loop.py --operation mul`, `div`, and `div --clip inf`, 3 min each |
| iNALU experiments 1, 2 and 4: 256, 256 and 96 success rates | 202, 190 and 92 agree; of the 124 others 120 are higher here. Without gradient clipping, with which the published code trains, 216 and 203 of the first two agree | `nalm run schloer2020/experiment2`, `experiment4`, `experiment1-unclipped`, `experiment2-unclipped`: 1,120 runs of 100,000 steps each, 320 of `experiment4` |
| iNALU experiment 3: the start g 0, m̂ −1, ŵ 1 with sd .1 is the best, with +, − and × solved in training range; no start learns ÷ | of ten seeds, that start solves + and − in 7 each, × in 10 in training range and ÷ in none; six of the other 44 starts with ten seeds on + and − solve both as often or more, g 1, m̂ −1, ŵ 0 with sd .1 in all 20 runs. With one seed, × is solved by 53 of the 54 in training range and by none outside, ÷ by none | `nalm run schloer2020/experiment3`: 2,160 runs of 201,000 steps, of which 990 on a GPU |

## Learning Division: the headlines

| claim of the paper | here | command and time on two quiet cores |
| --- | --- | --- |
| Fig 3: NRU and NMRU 1.00 on all nine ranges | 1.00 on all nine, 225 of 225 runs each | `nalm run mistry2021division/fig3`: 900 runs of 50,000 steps in 43 s |
| Fig 3: modified Real NPU 1.00 on eight ranges, .64 on [-2,2) | 1.00 on eight, .60 (.41–.77) on [-2,2) | the same |
| Fig 3: baseline Real NPU fully successful on [1,2) only | 1.00 on [1,2), less on all others | the same |
| Fig 6: mean success 70.2 % baseline, 85.3 % modified, 91.6 % NMRU | 73.8 (67.7–79.1), 86.7 (81.6–90.5), 88.4 (83.6–92.0) | `nalm run mistry2021division/fig6`: 900 runs of 100,000 steps in 3 min 37 s |
| Fig 6: NRU 0 on every range with negative numbers; only the NMRU succeeds on [-2,2) | the same; NMRU .96 on [-2,2) | the same |
| Fig 5: error of the exact weights (45 numbers of NRU, NMRU and Real NPU, 3 digits) | all equal to the printed digits; with ε = 0 the Real NPU is within 25 %, as it depends on the math library | `nalm report mistry2021division/fig5`, under a second |

## Learning Division: what the text says of its other figures

| claim of the paper | here | verdict |
| --- | --- | --- |
| Fig 1a: without L1 worse on five ranges, slightly better on [-1.2,-1.1) and [1.1,1.2) | worse on six, better on [1.1,1.2) (.56 against .52), one run of 25 worse on [-1.2,-1.1); mean .47 against .58 | agrees in the main; the slight advantage on [-1.2,-1.1) is not there |
| Fig 1b: (1e-9, 1e-7) is the best weight, larger ones are worse | .58, then .52, .51, .29, .00, .00; the smaller one .49 | agrees |
| Fig 2a: clipping weight and gate, or the weight, improves all ranges but [1,2) | mean .58 → .75 (weight) and .81 (both); no range is worse | agrees |
| Fig 2b: discretising both is best, above all on [-0.2,-0.1); only [10,20) is better without, by two runs | mean .81 → .93; .48 → 1.00 on [-0.2,-0.1); [10,20) is 1.00 with and without | agrees but for [10,20), where two runs of 25 are within chance |
| Fig 2c: the constrained initialisation improves several ranges | better on four, worse on none; mean .93 → .96 | agrees |
| Fig 4: solved sooner where the denominator is positive (datasets 1, 2) than where it is negative (4, 5) | mean step 1000 and 2857 against 2692 and 4200 †; the medians are 1k and 3k against 1k and 3k | agrees by the means; the medians do not differ |
| App. G: complex weights hinder success and speed on negative ranges | NPU .76 and .28 on [-1.2,-1.1) and [-0.2,-0.1) against 1.00 and .80; median 52k against 4k steps on [-20,-10) | agrees |
| Section 6.3.2: allowing weights of 0 costs nothing | .871 against .867 | agrees |
| App. H: the sign path and gradient clipping make the NMRU | mean .35 vanilla, .56 with clipping, .60 with the sign, .88 with both, .76 with a gate added | agrees; and clipping alone solves [-2,2), which the paper credits to the sign |
| App. E: the NRU's success grows with its learning rate | .63, .83, .99, 1.00 for 1e-3, 1e-2, 1e-1, 1 | agrees |

Two details decide whether these numbers come out. A single-precision uniform number is exactly zero
once in 2²⁴ draws, which a double-precision one practically never is; on ranges that hold zero such a
draw is a division by zero that ends the run, and about a third of the runs on [-2,2) would meet one.
And the product of the NMRU has to be differentiated exactly where a factor is zero.

## Learning Division: two images of digits

Ours, on the 8×8 digits of scikit-learn and with a small image network; the paper's later version (TMLR) does it with MNIST and
shows its accuracies as figures only. Two images of 1 to 9 are read and divided, and only quotients are labels. One tenth of the pairs of
digits is held out. Folds 0 and 1 of ten, five seeds each, 8,000 steps, one core:
`nalm run mistry2021division/digits-8x8 --where "parameter=fold 0"`, the same with `fold 1`, then
`nalm report mistry2021division/digits-8x8-accuracy`. It prints the means over the runs with 95 % intervals, of test images of held-out
pairs †:

| | runs | divides, inverts | first digit | second digit | output, 2 decimals | median test error |
| --- | ---: | ---: | --- | --- | --- | ---: |
| division without parameters | 10 | | .89 (.86–.92) | .89 (.88–.91) | .15 (.11–.19) | .103 |
| MLP of two hidden layers of 256 | 10 | | .05 (.01–.08) | .12 (.11–.12) | .03 (.02–.03) | .139 |
| Real NPU (modified) | 10 | 4, 6 | .42 (.13–.72) | .43 (.13–.73) | .14 (.06–.22) | .051 |
| NRU | 10 | 4, 6 | .44 (.13–.75) | .45 (.13–.76) | .22 (.06–.38) | .062 |
| NMRU | 10 | 2, 8 | .25 (.04–.47) | .25 (.04–.46) | .11 (.06–.15) | .057 |
| SPU, not in the paper | 10 | 4, 6 | .35 (.07–.63) | .36 (.07–.65) | .12 (.06–.17) | .241 |

The units find the quotient in one of two ways, as the labels do not tell them apart. Either the image network reads the digit d and
the unit divides the first number by the second, or it reads about 9/d and the unit divides the second by the first. Where a
unit divides, .77 to .96 of the digits are right on average, as with the division that is given; where it inverts, .11 at most. To 4 decimals at most
.04 of the outputs are right: the softmax is not yet sharp after 8,000 steps.

## The signed power unit

The unit is this project's own, so nothing is published for it. [Its page](signed-power-unit.md) sums up what the
experiments `nalm2026spu/…` gave; their tables are at the end of the next section. The SPU's runs were trained on two cores, those
of the other units on one H100 with `--device cuda`.

## Every trained experiment
"""


SOLVED_AT = "Last line of a cell: the median of *solved at* over the solved runs, where reports give the mean."
"""Stands above every table of rates, whose runs are mostly gone."""


class Stores:
    """Several stores as one: the first that has a run gives it."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = [(store, store.keys()) for store in stores]

    def keys(self) -> set[str]:
        """Return the keys of all runs."""
        return set[str]().union(*(keys for _, keys in self._stores))

    def load(self, keys: Sequence[str], *, parameters: bool = True) -> list[StoredRun]:
        """Return the runs of these keys that any store has, in the order asked for."""
        found: dict[str, StoredRun] = {}
        for store, present in self._stores:
            wanted = [key for key in keys if key in present and key not in found]
            if wanted:
                found |= {run.key: run for run in store.load(wanted, parameters=parameters)}
        return [found[key] for key in keys if key in found]


def cell(row: pd.Series) -> str:
    """Write a success rate with its interval, and the published rate where there is one."""
    if not row.runs or pd.isna(row.success_rate):
        return "–"
    text = f"{row.success_rate:.2f}"
    if row.interpolation == "all":
        text = f"{row.success_rate:.3f}"
    text += f" ({row.success_low:.2f}–{row.success_high:.2f})"
    if pd.notna(row.published_success_rate):
        text += f"<br>paper {row.published_success_rate:g}"
        text += f", {row.verdict}" if row.verdict else ""
    return text


def speed(row: pd.Series) -> str:
    """Write the median of "solved at" over the solved runs."""
    return "–" if pd.isna(row.solved_at_median) else f"{row.solved_at_median / 1000:.0f}k"


def measured_cell(row: pd.Series) -> str:
    """Write a mean with its interval and a median, and the published ones where there are any."""
    text = f"{row['mean']:.4g} ({row.mean_low:.3g} to {row.mean_high:.3g})"
    if pd.notna(row["median"]):
        text += f"<br>median {row['median']:.4g}"
    published = [
        f"{name}{value:.4g}"
        for name, value in (("", row.published_mean), ("median ", row.published_median))
        if pd.notna(value)
    ]
    if published:
        text += f"<br>paper {', '.join(published)}" + (f", {row.verdict}" if row.verdict else "")
    return text + (f"<br>{row.undefined} not finite" if row.undefined else "")


def grid(data: pd.DataFrame, *, columns: Sequence[str], write: Any) -> list[str]:
    """Write a table of units abreast, with the columns that vary below each other."""
    varying = [name for name in columns if data[name].nunique() > 1] or [columns[-1]]
    places = data[varying].astype(str).agg(" ".join, axis=1).str.strip()
    units = list(dict.fromkeys(data.unit))
    lines = [
        f"| {', '.join(varying).replace('interpolation', 'range')} | " + " | ".join(units) + " |",
        "| --- |" + " --- |" * len(units),
    ]
    for place in dict.fromkeys(places):
        cells = []
        for unit in units:
            found = data[(places == place) & (data.unit == unit)]
            cells.append(write(found.iloc[0]) if len(found) else "")
        lines.append(f"| {place} | " + " | ".join(cells) + " |")
    return lines


def setting_cell(row: pd.Series) -> str:
    """Write success and speed; the pool over all ranges has no speed."""
    return cell(row) + ("" if row.interpolation == "all" else f"<br>{speed(row)}")


def section(experiment: Experiment, report: Report, *, runs: int) -> str:
    """Write one experiment as grids of ranges × units."""
    lines = [
        f"### {experiment.title}",
        "",
        f"`nalm report {experiment.name}` ({experiment.source}): {runs} of "
        f"{experiment.seeds * len(experiment.settings)} runs{_diverged(report)}. {experiment.note}",
    ]
    parts = report.parts()
    if "settings" in parts:
        columns = ("task", "parameter", "interpolation")
        settings = grid(parts["settings"].frame, columns=columns, write=setting_cell)
        lines += ["", SOLVED_AT, "", *settings]
    if "measurements" in parts:
        columns = ("task", "interpolation", "parameter", "metric")
        lines += ["", *grid(parts["measurements"].frame, columns=columns, write=measured_cell)]
    return "\n".join(lines) + "\n"


def _diverged(report: Report) -> str:
    if "diverged" not in report.frame.columns:
        return ""
    single = report.frame[report.frame.interpolation != "all"]
    return f", {single.diverged.sum()} diverged"


def report_all(stores: Stores) -> dict[str, tuple[Entry, int, Report]]:
    """Make the reports of what was trained and of the curves that are compared."""
    found: dict[str, tuple[Entry, int, Report]] = {}
    present = stores.keys()
    for entry in entries().values():
        if isinstance(entry, Experiment):
            runs = sum(run.key in present for run in entry.runs())
            if runs:
                found[entry.name] = (entry, runs, report_entry(entry, stores))
        elif isinstance(entry, Computation) and entry.name in published_experiments():
            found[entry.name] = (entry, 0, report_entry(entry, stores))
    return found


def published_experiments() -> set[str]:
    """Return the names of the experiments of which the papers print numbers."""
    frames = [read_published(paper) for paper in published_papers()]
    return {name for frame in frames for name in frame.experiment}


def main() -> None:
    """Print the page."""
    print(HEAD)
    with ExitStack() as stack:
        stores = Stores([stack.enter_context(Store(p, read_only=True)) for p in sys.argv[1:]])
        reports = report_all(stores)
        sections = [
            section(entry, report, runs=runs)
            for entry, runs, report in reports.values()
            if isinstance(entry, Experiment)
        ]
        print("\n".join([*sections, listing("\n".join(sections))]), end="")
        made = {name: report for name, (_, _, report) in reports.items()}
        compared = comparison.lines(made, entries=entries(), stores=stores)
        print(comparison.section(compared, reasons=comparison.read_reasons()))


if __name__ == "__main__":
    main()
