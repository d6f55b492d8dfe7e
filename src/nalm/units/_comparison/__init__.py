"""Which units compare inputs: the answer is between 0, no, and 1, yes.

`NSR`; import it from `nalm.units`.
"""
