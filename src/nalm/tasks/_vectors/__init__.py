"""What is learnt from a vector of numbers: an operation on its elements, or on sums of them.

`Operation` and the tasks `SingleModuleTask`, `OperationsTask`, `Chain`, `SignedSum`,
`FixedSubsets`, `RandomSelection`, `UnivariateTask` and `FunctionTask`, with the ranges that papers
published for them (`DIVISION_RANGES` and others) and the thresholds that they simulate
(`simulated_mse`); import them from `nalm.tasks`.
"""
