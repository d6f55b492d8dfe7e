"""What is learnt from a sequence, step by step: running sums, digits, words, the course of a model.

`Accumulation`, `OverTime`, `DigitSequences`, `DigitPairs`, `NumberWords`, `NumberTranslation` and
`FractionalSIR`; import them from `nalm.tasks`.
"""
