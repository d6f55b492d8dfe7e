"""What every task and every distribution of inputs promises, and on which sets runs are judged.

`Task`, `Distribution`, `Source`, `EvaluationSet` and `evaluation_set`, to import from `nalm.tasks`.
`_numbers` checks and writes the numbers inside a description; the other folders may use it.
"""
