"""gp-elite: genetic programming on islands, with least-squares constants."""

from gp_elite import symbolic_regression

from discovery_competitors._answer import Answer

CHOICE = 2.0  # seconds that it takes after its limit to choose among what it found


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Search as its manual advises for laws, in one process; with sines where the law has any."""
    found = symbolic_regression(
        x,
        y,
        feature_names=list(problem.names),
        operators="full" if problem.has_functions else "physical",
        speed="thorough",
        parallel=False,
        seed=seed,
        time_limit=max(max_time - CHOICE, 1.0),
    )
    return Answer(formula=str(found.sympy()))
