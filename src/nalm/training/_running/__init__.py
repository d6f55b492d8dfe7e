"""Running: how does a cohort take its steps?

`Stepper` takes steps with a compiled program on as many threads as pay, `Evaluator` measures the
errors between them. For `nalm.training.Trainer` only.
"""
