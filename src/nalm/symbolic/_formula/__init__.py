"""What a formula is: its parts, its numbers, its inputs, and when two formulas are of one form.

`Sum`, `Product`, `Power`, `Number`, `Fold`, which visits them, `parameters`, `with_parameters`,
`same_form` and `form_key`; import them from `nalm.symbolic`. The other folders use `_number` and
`_names` as well.
"""
