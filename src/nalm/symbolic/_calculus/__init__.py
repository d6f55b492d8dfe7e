"""What a formula computes: its values, and their derivatives by inputs and by measured numbers.

`evaluate`, `gradient` and `jacobian`; import them from `nalm.symbolic`.
"""
