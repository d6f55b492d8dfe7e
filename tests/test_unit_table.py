from nalm._unit_table import CELSIUS, PREFIXABLE, PREFIXES, UNITS


def test_the_base_units_are_their_own():
    for base in ("kg", "m", "s", "A", "K", "mol", "cd"):
        assert UNITS[base] == {base: 1}


def test_coherent_units_are_what_they_are_defined_as():
    def product(*factors):
        total = {}
        for name, power in factors:
            for base, exponent in UNITS[name].items():
                total[base] = total.get(base, 0) + power * exponent
        return {base: exponent for base, exponent in total.items() if exponent}

    definitions = {
        "N": [("kg", 1), ("m", 1), ("s", -2)],
        "Pa": [("N", 1), ("m", -2)],
        "J": [("N", 1), ("m", 1)],
        "W": [("J", 1), ("s", -1)],
        "C": [("A", 1), ("s", 1)],
        "V": [("W", 1), ("A", -1)],
        "F": [("C", 1), ("V", -1)],
        "ohm": [("V", 1), ("A", -1)],
        "S": [("A", 1), ("V", -1)],
        "Wb": [("V", 1), ("s", 1)],
        "T": [("Wb", 1), ("m", -2)],
        "H": [("Wb", 1), ("A", -1)],
        "lx": [("lm", 1), ("m", -2)],
        "Gy": [("J", 1), ("kg", -1)],
        "kat": [("mol", 1), ("s", -1)],
        "M": [("mol", 1), ("L", -1)],
    }
    for name, factors in definitions.items():
        assert UNITS[name] == product(*factors), name


def test_a_prefixed_name_is_never_read_in_two_ways():
    readings = {}
    for prefix in PREFIXES:
        for name in PREFIXABLE:
            if prefix + name not in UNITS:  # a name of its own comes first
                readings.setdefault(prefix + name, []).append(UNITS[name])
    ambiguous = {text for text, units in readings.items() if any(u != units[0] for u in units)}
    assert ambiguous == set()


def test_temperature_scales_are_no_units():
    assert not CELSIUS & set(UNITS)
