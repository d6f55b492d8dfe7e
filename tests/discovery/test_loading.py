import numpy as np
import pytest

import nalm
from nalm.discovery import load_model
from nalm.errors import StoreError

X = np.linspace(1.0, 2.0, 40)[:, None]
T = np.linspace(0.0, 3.0, 12)


def test_a_model_of_either_kind_is_read(tmp_path):
    cube = nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0).fit(X, X[:, 0] ** 3)
    decay = nalm.DynamicsRegressor(structures={"x0": [(1,)]}, max_time=0.1, random_state=0)
    decay.fit(T, 4.0 * np.exp(-0.5 * T)[:, None])
    for model in (cube, decay):
        model.save(tmp_path / "model.json")
        loaded = load_model(tmp_path / "model.json")
        assert type(loaded) is type(model)
        assert (loaded.predict(X) == model.predict(X)).all()
        assert (loaded.ranges_ == model.ranges_).all()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "nalm.Unit"}'])
def test_anything_else_is_refused(tmp_path, text):
    (tmp_path / "model.json").write_text(text)
    with pytest.raises(StoreError, match=r"model\.json"):
        load_model(tmp_path / "model.json")


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": ["x"]}', '{"format": "nalm.Unit"}'])
def test_json_of_another_kind_is_called_so(tmp_path, text):
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(StoreError, match=r"must be a model that `save` .* JSON of another kind"):
        load_model(tmp_path / "other.json")
