"""Which sums and quotients of products, and which roots of them, nearly fit?

`SumsAndQuotients` and `QuadraticRoots` in `_regressions` propose what `_polynomials`, `_rational`,
`_relations`, `_quadratic_roots` and `_product_sums` find. Import the modules by their paths.
"""
