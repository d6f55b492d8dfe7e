"""Write docs/reproductions.md from a results store: every trained experiment, ours beside the paper.

.venv/bin/python scripts/reproductions.py results.db > docs/reproductions.md
"""

import sys

import pandas as pd

from nalm.experiments import Computation, Experiment, summarise
from nalm.experiments.catalogue import entries
from nalm.reports import table
from nalm.results import Store

HEAD = """# Reproductions

Written by `python scripts/reproductions.py STORE` from trained runs; nothing here is typed by hand
but this introduction. A cell is the success rate with its 95 % Wilson interval, the published rate
where the paper prints one, and the median step of the first solution of the solved runs. "Agrees":
the published rate lies in our interval, or ours in the interval that the published rate has with as
many runs. [How a run is judged](reproduce.md#how-a-run-is-judged).

## Learning Division: the headlines

| claim of the paper | here | command and time on two quiet cores |
| --- | --- | --- |
| Fig 3: NRU and NMRU 1.00 on all nine ranges | 1.00 on all nine, 225 of 225 runs each | `nalm run mistry2021division/fig3`: 900 runs of 50,000 steps in 43 s |
| Fig 3: modified Real NPU 1.00 on eight ranges, .64 on [-2,2) | 1.00 on eight, .60 (.41–.77) on [-2,2) | the same |
| Fig 3: baseline Real NPU fully successful on [1,2) only | 1.00 on [1,2), below 1 on all others | the same |
| Fig 6: mean success 70.2 % baseline, 85.3 % modified, 91.6 % NMRU | 73.8 (67.7–79.1), 86.7 (81.6–90.5), 88.4 (83.6–92.0) | `nalm run mistry2021division/fig6`: 900 runs of 100,000 steps in 3 min 37 s |
| Fig 6: NRU 0 on every range with negative numbers; only the NMRU succeeds on [-2,2) | the same; NMRU .96 on [-2,2) | the same |
| Fig 5: error of the exact weights (45 numbers of NRU, NMRU and Real NPU, 3 digits) | all equal to the printed digits; with ε = 0 the Real NPU is within 20 %, as it depends on the math library | `nalm report mistry2021division/fig5`, under a second |

## Learning Division: what the text says of its other figures

| claim of the paper | here | verdict |
| --- | --- | --- |
| Fig 1a: without L1 worse on five ranges, slightly better on [-1.2,-1.1) and [1.1,1.2) | worse on six, better on [1.1,1.2) (.56 against .52), one run of 25 worse on [-1.2,-1.1); mean .47 against .58 | agrees in the main; the slight advantage on [-1.2,-1.1) is not there |
| Fig 1b: (1e-9, 1e-7) is the best weight, larger ones are worse | .58, then .52, .51, .29, .00, .00; the smaller one .49 | agrees |
| Fig 2a: clipping weight and gate, or the weight, improves all ranges but [1,2) | mean .58 → .75 (weight) and .81 (both); no range is worse | agrees |
| Fig 2b: discretising both is best, above all on [-0.2,-0.1); only [10,20) is better without, by two runs | mean .81 → .93; .48 → 1.00 on [-0.2,-0.1); [10,20) is 1.00 with and without | agrees but for [10,20), where two runs of 25 are within chance |
| Fig 2c: the constrained initialisation improves several ranges | better on four, worse on none; mean .93 → .96 | agrees |
| Fig 4: solved sooner where the denominator is positive (datasets 1, 2) than where it is negative (4, 5) | mean step 1000 and 2857 against 2692 and 4200 | agrees |
| App. G: complex weights hinder success and speed on negative ranges | NPU .76 and .28 on [-1.2,-1.1) and [-0.2,-0.1) against 1.00 and .80; 52k against 4k steps on [-20,-10) | agrees |
| Section 6.3.2: allowing weights of 0 costs nothing | .871 against .867 | agrees |
| App. H: the sign path and gradient clipping make the NMRU | mean .35 vanilla, .56 with clipping, .60 with the sign, .88 with both, .76 with a gate added | agrees; and clipping alone solves [-2,2), which the paper credits to the sign |
| App. E: the NRU's success grows with its learning rate | .63, .83, .99, 1.00 for 1e-3, 1e-2, 1e-1, 1 | agrees |

Two details decide whether these numbers come out. A single-precision uniform number is exactly zero
once in 2²⁴ draws, which a double-precision one practically never is; on ranges that hold zero such a
draw is a division by zero that ends the run, and about a third of the runs on [-2,2) would meet one.
And the product of the NMRU has to be differentiated exactly where a factor is zero.

## Every trained experiment
"""


def cell(row: pd.Series) -> str:
    """Write a success rate with its interval, and the published rate where there is one."""
    if not row.runs:
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
    """Write the median step of the first solution of the solved runs."""
    return "–" if pd.isna(row.solved_at_median) else f"{row.solved_at_median / 1000:.0f}k"


def section(experiment: Experiment, store: Store) -> str:
    """Write one experiment as a grid of ranges × units, or nothing if it was not trained."""
    rows = summarise(experiment, store)
    if not any(row.runs for row in rows):
        return ""
    data = table(rows)
    data["where"] = data.interpolation
    if data.task.nunique() > 1:
        data["where"] = data.task + " " + data.interpolation
    units = list(dict.fromkeys(data.unit))
    trained = sum(row.runs for row in rows)
    lines = [
        f"### {experiment.title}",
        "",
        f"`nalm report {experiment.name}` ({experiment.source}): {trained} of "
        f"{sum(row.expected_runs for row in rows)} runs, {sum(row.diverged for row in rows)} "
        f"diverged. {experiment.note}",
        "",
        "| range | " + " | ".join(units) + " |",
        "| --- |" + " --- |" * len(units),
    ]
    for where in dict.fromkeys(data["where"]):
        cells = []
        for unit in units:
            found = data[(data["where"] == where) & (data.unit == unit)]
            row = found.iloc[0] if len(found) else None
            if row is None:
                cells.append("")
            else:
                cells.append(cell(row) + ("" if where == "all" else f"<br>{speed(row)}"))
        lines.append(f"| {where} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the page."""
    print(HEAD)
    missing: list[str] = []
    with Store(sys.argv[1], read_only=True) as store:
        for entry in entries().values():
            if isinstance(entry, Computation):
                continue
            text = section(entry, store)
            if text:
                print(text)
            else:
                missing.append(entry.name)
    if missing:
        print("### Not trained yet\n\n" + ", ".join(f"`{name}`" for name in missing) + "\n")


if __name__ == "__main__":
    main()
