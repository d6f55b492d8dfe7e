"""What arithmetic units are compared with: a layer of weights and an activation.

`Dense` and `Activation`; import them from `nalm.units`.
"""
