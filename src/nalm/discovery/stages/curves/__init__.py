"""Which of the usual curves of a laboratory follows the target along one argument?

`UsualCurves` in `_usual_curves` is the stage. `SHAPES` are the families, `best_curves` compares
them by what they leave of the target, once all their numbers are fitted. Import the modules by
their paths.
"""
