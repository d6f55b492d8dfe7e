"""Which sums and quotients of products, and which roots of them, come near?

`Regressions` in `_regressions` proposes what `_polynomials`, `_rational`, `_relations`, `_surds`
and `_product_sums` find; import the modules by their paths.
"""
