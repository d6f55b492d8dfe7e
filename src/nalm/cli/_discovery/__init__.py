"""How do `nalm discover`, `fit` and `predict` read their options, and say what happened?

`discovery_options`, `some_options` and `reading_options` make a request of what was typed; `notes`
is around the search; `discover_kepler` is that of the demo.
"""
