"""Drawing: what does a report look like?

One ``draw_…`` per kind of figure, of what a `Report` holds; axes, colours and legends are theirs in
common. A report's `figure` imports them at its first use, so that tables need no Matplotlib;
only `nalm.reports.discovery` does so too, since it draws on the same canvas.
"""
