"""The model: what does a report hold?

From a catalogue entry and its stored runs to tables, and from tables to a `Report` of their kind.
`report_entry`, `table` and the other public names may be imported from `nalm.reports`.
"""
