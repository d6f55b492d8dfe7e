"""Execution: how do settings and a store become trained runs?

`standing` looks up what is stored, `plan` groups the rest into cohorts, and `execute` trains them
with `Options` and yields `Progress`. A `Cohort` is trained in segments: `train_segment` takes a
`Segment` and returns a `Part`, here or in another process, and knows no store. A `Schedule` keeps
the workers of a backend busy with segments.
"""
