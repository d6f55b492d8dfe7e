"""Published: what did the papers print, and does it agree with ours?

One ``.csv`` per paper holds its numbers and where each was read. `published_number`, `compare`,
`cite` and the other public names may be imported from `nalm.reports`.
"""
