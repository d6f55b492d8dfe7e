"""Units become ONNX models: `torch.onnx.export(unit, (x,), dynamo=True)`, with the extra `onnx`."""

import pytest
import torch

from tests._tiers import kept
from tests.units.test_conformance import UNITS

reference = pytest.importorskip("onnx.reference", reason="needs the extra `onnx`")
pytest.importorskip("onnxscript", reason="needs the extra `onnx`")


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # the exporter's own
@pytest.mark.parametrize("name", kept(UNITS, "NMU", every=5))
def test_a_model_of_any_batch_computes_what_the_unit_does(name):
    unit = UNITS[name](3, 2).eval()
    x = torch.rand(4, 3) + 0.5
    sizes = ({0: torch.export.Dim("batch")},)
    program = torch.onnx.export(unit, (x,), dynamo=True, verbose=False, dynamic_shapes=sizes)
    evaluator = reference.ReferenceEvaluator(program.model_proto)
    x = torch.rand(7, 3) + 0.5
    (y,) = evaluator.run(None, {evaluator.input_names[0]: x.numpy()})
    torch.testing.assert_close(torch.tensor(y), unit(x))
