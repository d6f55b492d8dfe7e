"""Which recorded data there are, where their files come from, and how rows of them are drawn.

`DigitSource`, `DigitPart`, `MeasuredSet`, `MeasuredPart`, `MeasuredPoints`, `Recorded` and
`from_arrays`; import
them from `nalm.tasks`. A distribution over other data uses `_tables`, and `_data_folder` where they
do not come with the library.
"""
