"""Formulas as MathML, which browsers draw by themselves."""

import re

from latex2mathml.converter import convert

GENERIC = re.compile(
    r'<(span|div) class="arithmatex">(?:\\\((.*?)\\\)|\\\[(.*?)\\\])</\1>', re.DOTALL
)
PLAIN = re.compile(r"\$\$(.+?)\$\$|(?<![\w$\\])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])", re.DOTALL)
CODE = re.compile(r"(<(pre|code|script|style|svg)\b.*?</\2>|<[^>]+>)", re.DOTALL)


def with_mathml(page: str) -> str:
    """Return the HTML of a page with its marked formulas as MathML."""
    return GENERIC.sub(lambda match: _mathml(match[2], match[3]), page)


def notebook_with_mathml(page: str) -> str:
    """Return the HTML of a notebook, whose formulas stand between dollars, as MathML."""
    texts = CODE.split(page)
    out, position = [], 0
    while position < len(texts):  # text, tag or code, name of the tag
        out.append(PLAIN.sub(lambda match: _mathml(match[2], match[1]), texts[position]))
        out += texts[position + 1 : position + 2]
        position += 3
    return "".join(out)


def _mathml(inline: str | None, block: str | None) -> str:
    tex = (inline or block or "").strip()
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        tex = tex.replace(entity, sign)
    made = convert(tex, display="block" if inline is None else "inline")
    return made if inline is not None else f'<div class="formula" tabindex="0">{made}</div>'
