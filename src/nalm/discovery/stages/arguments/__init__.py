"""Along which argument may a law have a function?

`arguments` lists the short ones. `likely_curves` and `likely_waves` compare thousands, sums and
differences of products among them, by what a function of any kind leaves. `curves` are the
functions with the numbers that are tried for each. Import the modules by their paths.
"""
