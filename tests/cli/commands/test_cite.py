from tests.cli.examples import nalm


def test_bibtex_of_a_unit_an_experiment_and_a_paper():
    texts = {nalm("cite", n).out for n in ("NMRU", "mistry2021division/fig6", "mistry2021division")}
    [text] = texts
    assert text.startswith("@misc{mistry2021division,")


def test_without_a_name_all_papers_are_listed():
    out = nalm("cite").out
    for text in ("mistry2021division", "Neural Power Units", "NRU, NMRU"):
        assert text in out


def test_an_unknown_name_has_code_2():
    outcome = nalm("cite", "madsen2021")
    assert outcome.code == 2
    assert "Did you mean madsen2020" in outcome.err
