"""One fit of the discovery benchmark, and its judgement."""

import time
from dataclasses import asdict, dataclass

from discovery_competitors import load
from discovery_competitors._isolated import isolated
from discovery_problems import Problem, problems
from discovery_scoring import score
from discovery_srbench import srbench

GRACE, SLACK = 1.1, 2.0  # a method is killed after GRACE times its limit and SLACK seconds
SCORING = 60.0  # seconds of each of the two judgements; one that takes longer counts as not solved
PROCESSOR = "processor"
"""The clock that counts limits and seconds in processor time, for machines that do other work as
well."""
SHARES = 8  # of a processor that a fit may get at worst
SHARED = ("numpy", "scipy.integrate", "sympy", "discovery_runs")


@dataclass(frozen=True, kw_only=True)
class Fit:
    """One fit to be made."""

    set: str
    problem: str
    klass: str
    method: str
    noise: float
    seed: int
    rows: int
    max_time: float

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from others, as in the file."""
        return tuple(str(v) for k, v in asdict(self).items() if k != "klass")

    @property
    def law(self) -> Problem:
        """The problem itself."""
        return next(each for each in problems(self.set) if each.id == self.problem)


def run(fit: Fit, *, clock: str) -> dict[str, object]:
    """Fit and judge; whatever happens, return a row."""
    limit = (GRACE * fit.max_time + SLACK) * (SHARES if clock == PROCESSOR else 1)
    outcome = isolated(_fit, fit, clock, limit=limit, prepare=_load, preload=SHARED)
    row = asdict(fit) | {
        "status": outcome.status, "seconds": "", "verdict": "", "strict": False, "srbench": False,
        "r2": "", "extrapolation_error": "", "constants": "", "complexity": "", "formula": "",
        "message": outcome.message,
    }  # fmt: skip
    if outcome.value is None:
        return row
    row |= outcome.value
    row["seconds"] = round(row["seconds"], 3)
    if not row["formula"]:
        return row | {"status": "none", "formula": ""}
    strict = isolated(_score, fit, row["formula"], limit=SCORING, preload=SHARED)
    if strict.value is None:
        return row | {"message": f"scoring: {strict.message}"}
    row |= strict.value
    also = isolated(_srbench, fit, row["formula"], row["r2"], limit=SCORING, preload=SHARED)
    return row | (also.value or {"message": f"srbench: {also.message}"})


def _load(fit: Fit, clock: str) -> None:
    if clock == PROCESSOR:
        time.perf_counter = time.process_time  # of the process of this fit alone
    load(fit.method)  # imports are not counted
    fit.law.sample(fit.rows, fit.seed, fit.noise)


def _fit(fit: Fit, _: str) -> dict[str, object]:
    x, y = fit.law.sample(fit.rows, fit.seed, fit.noise)
    begin = time.perf_counter()
    answer = load(fit.method)(fit.law, x, y, max_time=fit.max_time, seed=fit.seed)
    seconds = time.perf_counter() - begin
    return {"seconds": seconds, "formula": answer.formula, "verdict": answer.verdict}


def _score(fit: Fit, formula: str) -> dict[str, object]:
    return asdict(score(fit.law, formula, seed=fit.seed, noise=fit.noise))


def _srbench(fit: Fit, formula: str, r2: float) -> dict[str, object]:
    return {"srbench": srbench(fit.law, formula, r2=r2)}
