"""Is the best formula a law, and if not, why?

`verdict` in `_verdict` decides by the doubts in `_doubts`. Import the modules by their paths.
"""
