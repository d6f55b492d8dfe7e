from nalm.experiments.catalogue import entries


def test_nmu_stands_beside_products_only():
    units = {
        name: {setting.unit for setting in entries()[f"nalm2026spu/{name}"].settings}
        for name in ("product", "product-of-three", "reciprocal")
    }
    assert "NMU" in units["product"] & units["product-of-three"]
    assert "NMU" not in units["reciprocal"]
