"""Steps: what does one run compute in one step?

`training_step` makes a batch, the losses, their gradients and the update into one function of a
cohort, in which `vmap` hides the other runs. For the rest of `nalm.training` only.
"""
