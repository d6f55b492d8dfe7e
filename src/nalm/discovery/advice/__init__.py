"""What may help where no law was found?

`advice` looks at the table beside what was found in it and returns `Hint`s: a column against which
the target is a straight line on another scale, a period, time, a narrow range, a row that is far
off, rows that were not repeated, few rows. `nalm.discovery` exports both.
"""
