"""The recipe: how does a run train?

`Recipe` holds everything else here, one kind of choice per file: losses, penalties and their
schedules, clipping, optimisers, alternating updates, penalty steps, restarts and polishing. All
names may be imported from `nalm.training` and from nowhere else: keys of stored runs name them so.
"""
