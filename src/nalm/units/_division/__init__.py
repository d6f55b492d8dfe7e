"""Which units were made to divide: by reciprocals of inputs, or by real and complex powers.

`NRU` and `NMRU` multiply inputs and their reciprocals; `NaiveNPU`, `RealNPU` and `NPU` raise inputs
to learnt powers, and share `_power`. Import them and their options from `nalm.units`.
"""
