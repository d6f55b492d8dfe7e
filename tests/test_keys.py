import pickle
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from nalm._keys import KeyTemplate, canonical, content_key

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
NAMES = st.sampled_from(["code", "format", "network", "recipe", "sea", "seeds", "task"])


def test_keys_depend_on_content_and_not_on_order():
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})
    assert content_key(canonical({"a": 1})) != content_key(canonical({"a": 2}))
    assert content_key("[]") == "4f53cda18c2baa0c0354bb5f9a3ecbe5"  # sha256 of "[]"


@given(st.dictionaries(NAMES, VALUES), st.lists(st.integers(0, 2**32 - 1)))
def test_a_template_has_the_key_of_the_whole_description(parts, seeds):
    template = KeyTemplate({name: canonical(part) for name, part in parts.items()})
    whole = [content_key(canonical({**parts, "seed": seed})) for seed in seeds]
    assert template.keys(seeds) == whole
    assert pickle.loads(pickle.dumps(template)).keys(seeds) == whole


def test_keys_need_no_library():
    code = "import sys, nalm._keys; print(*{'torch', 'numpy'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
