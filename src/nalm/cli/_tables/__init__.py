"""How does a file, as people have it, become a table of named columns of numbers?

`read_text`, `read_workbook` and `read_parquet` return a frame whose `attrs` hold the units and the
written form of its headers; `read_cells` and `read_times` make numbers of a column. What had to be
guessed is said by a `ReadingWarning`. `_discovery` puts them together.
"""
