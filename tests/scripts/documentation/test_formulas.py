import pytest

pytest.importorskip("latex2mathml")

from documentation import formulas


def test_marked_formulas_become_mathml():
    page = (
        r'<p>The <span class="arithmatex">\(a_1\)</span>.</p>'
        r'<div class="arithmatex">\[b &lt; c\]</div>'
    )
    made = formulas.with_mathml(page)
    assert made.count("<math") == 2
    assert "arithmatex" not in made
    assert 'display="block"' in made
    assert "&amp;lt;" not in made


def test_formulas_of_a_notebook_do_not_stand_in_code():
    page = "<p>$a$ and $$b$$</p><pre>cost = $c$</pre><p>5 $ or 6 $</p>"
    made = formulas.notebook_with_mathml(page)
    assert made.count("<math") == 2
    assert "<pre>cost = $c$</pre>" in made
    assert "5 $ or 6 $" in made
