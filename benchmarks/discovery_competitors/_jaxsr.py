"""JAXSR: few columns of a library of functions, chosen greedily by an information criterion."""

from jaxsr import BasisLibrary, SymbolicRegressor

from discovery_competitors._answer import Answer

USUAL = ["log", "exp", "sqrt", "inv"]


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Select up to five columns, as it does by default; it takes no seed and no time limit."""
    library = BasisLibrary(x.shape[1], list(problem.names))
    library.add_constant().add_linear().add_polynomials(3).add_interactions().add_ratios()
    library.add_transcendental([*USUAL, "sin", "cos"] if problem.has_functions else USUAL)
    model = SymbolicRegressor(basis_library=library).fit(x, y)
    return Answer(formula=str(model.to_sympy()))
