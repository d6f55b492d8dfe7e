r"""Which of the numbers that decide matter: halve and double each, count false and missed laws.

Of `VerdictRules` each problem is searched once, in a process of its own with one thread, and its
verdict is repeated under changed rules. Of `SearchRules` it is searched again for every change.
What is in the file is not run again, unless the rules were changed.

    python benchmarks/discovery_sensitivity.py --each 4 --noise 0,0.01 --rows 30,400 \
        --max-time 8 --out verdict.jsonl
    python benchmarks/discovery_sensitivity.py --rules search --each 2 --max-time 8 \
        --out search.jsonl

A false law is called a law and is none by `discovery_scoring`. A missed one is not called a law, or
not found, though it was found under some rules.
"""

import argparse
import itertools
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from discovery_competitors._isolated import isolated
from discovery_places import ENVIRONMENT
from discovery_problems import SETS, problems
from discovery_runs import SHARED, Fit
from discovery_stages import sets, spread
from nalm.discovery import SearchRules
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES, VerdictRules

DEVELOPMENT = "random,handbook,engineering,quadratics,outside"
RULES = {"verdict": VERDICT_RULES, "search": SearchRules()}
JUDGING = 300.0  # seconds of all verdicts of a problem
HEAD = "| number | now | false, halved | false, doubled | missed, halved | missed, doubled |"


def main() -> None:
    options = _parser().parse_args()
    os.environ |= ENVIRONMENT  # of the processes: this one computes nothing
    known = dict(_read(options.out))
    fits = planned(options)
    keys = {fit: _key(fit, options.rules) for fit in fits}
    missing = [fit for fit in fits if keys[fit] not in known]
    print(f"{len(missing)} searches, at most {options.max_time:g} s each", file=sys.stderr)
    with ThreadPoolExecutor(options.jobs) as pool, options.out.open("a", encoding="utf-8") as file:
        run = RUNS[options.rules]
        pending = {pool.submit(run, fit): fit for fit in missing}
        for number, future in enumerate(as_completed(pending), 1):
            fit, found = pending[future], future.result()
            known[keys[fit]] = found
            print(json.dumps({"key": keys[fit], "found": found}), file=file, flush=True)
            said = found["now"] if found else "no answer"
            print(f"{number}/{len(missing)} {fit.set} {fit.problem}: {said}", file=sys.stderr)
    print(table([known[key] for key in keys.values() if known[key]], RULES[options.rules]))


def planned(options: argparse.Namespace) -> list[Fit]:
    """List the searches: of each set the problems that were named, or so many, evenly spread."""
    chosen = [
        problem for name in options.set for problem in spread(problems(name), options.each)
        if not options.problems or problem.id in options.problems
    ]  # fmt: skip
    return [
        Fit(set=problem.set, problem=problem.id, klass=problem.klass, method="nalm", noise=noise,
            seed=0, rows=rows, max_time=options.max_time)
        for problem, noise, rows in itertools.product(chosen, options.noise, options.rows)
    ]  # fmt: skip


def table(
    outcomes: Iterable[Mapping[str, Sequence]], rules: VerdictRules | SearchRules = VERDICT_RULES
) -> str:
    """Write what each number decides as a Markdown table, what changes most first."""
    outcomes = list(outcomes)
    names = list(asdict(rules))
    false, missed = _counts(outcomes, "now")
    found = sum(each["now"][0] for each in outcomes)
    lines = [
        f"{len(outcomes)} searches; {found} laws found; as the rules are, {false} false laws and "
        f"{missed} missed.",
        "",
        HEAD,
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    rows = []
    for name in names:
        half, double = (_counts(outcomes, f"{name}/{word}") for word in ("half", "double"))
        changed = sum(
            abs(one - other)
            for each in (half, double)
            for one, other in zip(each, (false, missed), strict=True)
        )
        moved = sum(_moves(each, name) for each in outcomes)
        cells = [half[0], double[0], half[1], double[1]] if moved else ["", "", "", ""]
        now = f"{getattr(rules, name):.4g}"
        rows.append((-changed, -moved, f"| `{name}` | {now} | {' | '.join(map(str, cells))} |"))
    return "\n".join([*lines, *(line for *_, line in sorted(rows, key=lambda row: row[:2]))])


def _counts(outcomes: Iterable[Mapping[str, Sequence]], name: str) -> tuple[int, int]:
    """Count false and missed laws under these rules."""
    false = missed = 0
    for outcome in outcomes:
        right, word, _ = outcome.get(name, outcome["now"])
        false += word == "law" and not right
        can_be_found = any(each[0] for each in outcome.values())
        missed += can_be_found and not (word == "law" and right)
    return false, missed


def _moves(outcome: Mapping[str, Sequence], name: str) -> bool:
    """Say whether halving or doubling a number changes the formula, the verdict or the reason."""
    changed = [outcome.get(f"{name}/{word}", outcome["now"]) for word in ("half", "double")]
    return any(list(each) != list(outcome["now"]) for each in changed)


def _judged_again(fit: Fit) -> dict | None:
    return isolated(_rejudge, fit, limit=10 * fit.max_time + JUDGING, preload=SHARED).value


def _rejudge(fit: Fit) -> dict:
    from discovery_rejudging import rejudge

    return dict(rejudge(fit))


def _searched_again(fit: Fit) -> dict:
    from discovery_changed import Change, changed
    from discovery_rejudging import NOW, variations

    changes = {NOW: Change()}
    for name, rules in variations(RULES["search"]):
        field = name.split("/")[0]
        changes[name] = Change(rules={field: getattr(rules, field)})
    found = {name: changed(fit, change) for name, change in changes.items()}
    return {name: [bool(each["found"]), each["verdict"], ""] for name, each in found.items()}


RUNS = {"verdict": _judged_again, "search": _searched_again}


def _key(fit: Fit, rules: str) -> str:
    """What tells a search from others; it changes with the rules."""
    return json.dumps([*fit.key, asdict(RULES[rules])])


def _read(path: Path) -> Iterable[tuple[str, dict | None]]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["key"], row["found"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", type=sets, default=sets(DEVELOPMENT), help=", ".join(SETS))
    parser.add_argument("--rules", choices=RULES, default="verdict", help="whose numbers")
    parser.add_argument("--problems", type=lambda text: text.split(","), help="only these ids")
    parser.add_argument("--each", type=int, help="problems of each set; all by default")
    parser.add_argument("--noise", type=_numbers(float), default=[0.01])
    parser.add_argument("--rows", type=_numbers(int), default=[400])
    parser.add_argument("--max-time", type=float, default=8.0, help="processor seconds of a search")
    parser.add_argument("--jobs", type=int, default=1, help="searches at the same time")
    parser.add_argument("--out", type=Path, required=True, help="one JSON object a line")
    return parser


def _numbers(kind):
    return lambda text: [kind(each) for each in text.split(",")]


if __name__ == "__main__":
    main()
