"""What was measured of the states, how exactly, and how fast does it change?

`Trajectory` in `_trajectories`, smoothing splines in `_derivatives`, and all of them
as one table, `SmoothedTrajectories`, in `_smoothed`. Import the modules by their paths.
"""
