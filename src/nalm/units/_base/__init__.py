"""What every unit is made of: the contract, its equations, its start and its read-out.

`_unit` holds `Unit`, which every unit extends. `_functional` has the equations that several units
share, `_initialisation` how weights begin, `_expression` and `_rotation` how a formula is read out,
and `_mass` what the mass-conserving units have in common. A unit may import all of them; from
outside, `Unit` and `ProductForm` come from `nalm.units`.
"""
