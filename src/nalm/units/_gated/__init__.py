"""Which units choose between a sum and a product: a gate mixes one of either.

`NALU`, `GNALU`, `INALU`, `GatedNAUNMU` and `DMU`; import them and their options from `nalm.units`.
"""
