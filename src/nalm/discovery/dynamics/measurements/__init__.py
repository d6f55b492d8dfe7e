"""What was measured of the states, how exactly, and how fast does it change?

`Trajectory` in `_trajectories`, smoothing splines in `_derivatives`, and all of them
as one table, `Courses`, in `_data`. Import the modules by their paths.
"""
