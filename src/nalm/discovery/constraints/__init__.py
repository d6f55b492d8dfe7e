"""What does a user know of a law before its data, and does a formula keep it?

A constraint is data: `Bounded`, `Monotone`, `Value` or `Slope`. `Known` holds those of one search.
"""
