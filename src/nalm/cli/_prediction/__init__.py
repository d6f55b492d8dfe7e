"""How `nalm predict` writes what a saved model says of a table: predictions, bounds, marks.

`predict_table` and `predict_motion` return what is `Predicted`. The command imports them.
"""
