"""How a formula is written: as text, LaTeX, SymPy, JSON or a PyTorch module, and how long that is.

`to_text`, `to_latex`, `to_sympy`, `to_json`, `from_json`, `to_torch`, `FormulaModule`,
`parameter_names`, `complexity`, `Equation`, `find_exporter` and `register_exporter`; import them
from `nalm.symbolic`. `_layout` decides for all of them what stands above and below the line.
"""
