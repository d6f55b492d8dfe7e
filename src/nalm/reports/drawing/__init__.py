"""Drawing: what does a report look like?

One ``draw_…`` per kind of figure, of what a `Report` holds; axes, colours and legends are theirs in
common. A report's `figure` imports them when it is asked for, so that tables need no Matplotlib;
nothing else does, but for `nalm.reports.discovery`, which draws on the same canvas.
"""
