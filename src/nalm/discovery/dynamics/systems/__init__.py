"""What are right-hand sides, and what do their solutions do?

`System` in `_system`, its solutions in `_simulation`, its fit by multiple shooting in `_shooting`,
its simplification in `_terms`. Import the modules by their paths.
"""
