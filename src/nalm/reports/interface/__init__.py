"""The interface: what is a report to those who write it?

`Report` has a table, a listing and a figure; `Grid`, `Listing` and `Cell` say what is in them. Data
frames and numbers as text are beneath. Nothing here knows an experiment. Import the three from
`nalm.reports`; the functions of `_frames` and `_text` are for the rest of that package.
"""
