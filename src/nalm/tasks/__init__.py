"""What is to be learnt, and from which inputs.

A `Task` is a function that a model has to find: `SingleModuleTask` is one `Operation` on sums of
neighbouring inputs. A `Distribution` says where the inputs come from: `Range` is uniform on one
interval or on several, `PerInput` gives the inputs different distributions, and
`TruncatedNormal`, `Exponential` and `Benford` are the other ones of the literature. Both are
descriptions, frozen and comparable; the same description makes the batches inside a compiled
training step (tensors) and the fixed validation and test sets (NumPy, double precision).

Example:
    >>> from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask, evaluation_set
    >>> task = SingleModuleTask(operation=Operation.DIV, in_features=10)
    >>> interpolation, extrapolation = DIVISION_RANGES[0]
    >>> inputs, targets = evaluation_set(task, extrapolation, seed=0, rows=100)
    >>> inputs.shape, targets.shape
    ((100, 10), (100, 1))

`FunctionTask` is any function of your own, and `from_arrays` describes training on your own data.

`DIVISION_RANGES`, `MIXED_SIGN_RANGES` and `SMALL_NUMBER_TASKS` hold what the division
experiments published; `simulated_mse` computes the thresholds that other papers simulate.
"""

from nalm.tasks._base._distribution import Distribution, Source
from nalm.tasks._base._evaluation import TEST_SEED, VALIDATION_SEED, EvaluationSet, evaluation_set
from nalm.tasks._base._task import Task
from nalm.tasks._data._digits import DigitPart, DigitSource
from nalm.tasks._data._measured_points import MeasuredPoints
from nalm.tasks._data._measured_sets import MeasuredPart, MeasuredSet
from nalm.tasks._data._recorded import Recorded
from nalm.tasks._data._recorded_rows import RecordedData, RecordedRows, from_arrays
from nalm.tasks._distributions._benford import Benford
from nalm.tasks._distributions._compared_integers import ComparedIntegers
from nalm.tasks._distributions._evenly_spaced import EvenlySpaced
from nalm.tasks._distributions._exponential import Exponential
from nalm.tasks._distributions._per_input import PerInput
from nalm.tasks._distributions._points import Points
from nalm.tasks._distributions._range import Range
from nalm.tasks._distributions._sobol import Sobol
from nalm.tasks._distributions._truncated_normal import TruncatedNormal
from nalm.tasks._sequences._accumulation import Accumulation, Accumulator
from nalm.tasks._sequences._digit_pairs import DigitPairs
from nalm.tasks._sequences._digit_sequences import DigitSequences, Grouping
from nalm.tasks._sequences._fractional_sir import FractionalSIR
from nalm.tasks._sequences._number_words import NumberTranslation, NumberWords
from nalm.tasks._sequences._over_time import OverTime
from nalm.tasks._vectors._any_operation import AnyOperationTask
from nalm.tasks._vectors._chain import Chain
from nalm.tasks._vectors._comparison import Comparison, ComparisonTask, PiecewiseTask
from nalm.tasks._vectors._fixed_subsets import FixedSubsets
from nalm.tasks._vectors._function import FunctionTask
from nalm.tasks._vectors._laurent import LaurentPolynomial
from nalm.tasks._vectors._nested_eml import NestedEML
from nalm.tasks._vectors._operation import Operation
from nalm.tasks._vectors._operations import OperationsTask
from nalm.tasks._vectors._published import (
    DIVISION_RANGES,
    MIXED_SIGN_RANGES,
    SMALL_NUMBER_TASKS,
    RangePair,
)
from nalm.tasks._vectors._random_selection import RandomSelection
from nalm.tasks._vectors._signed_sum import SignedSum
from nalm.tasks._vectors._simulated import simulated_mse
from nalm.tasks._vectors._single_module import SingleModuleTask
from nalm.tasks._vectors._univariate import Univariate, UnivariateTask

__all__ = [
    "DIVISION_RANGES",
    "MIXED_SIGN_RANGES",
    "SMALL_NUMBER_TASKS",
    "TEST_SEED",
    "VALIDATION_SEED",
    "Accumulation",
    "Accumulator",
    "AnyOperationTask",
    "Benford",
    "Chain",
    "ComparedIntegers",
    "Comparison",
    "ComparisonTask",
    "DigitPairs",
    "DigitPart",
    "DigitSequences",
    "DigitSource",
    "Distribution",
    "EvaluationSet",
    "EvenlySpaced",
    "Exponential",
    "FixedSubsets",
    "FractionalSIR",
    "FunctionTask",
    "Grouping",
    "LaurentPolynomial",
    "MeasuredPart",
    "MeasuredPoints",
    "MeasuredSet",
    "NestedEML",
    "NumberTranslation",
    "NumberWords",
    "Operation",
    "OperationsTask",
    "OverTime",
    "PerInput",
    "PiecewiseTask",
    "Points",
    "RandomSelection",
    "Range",
    "RangePair",
    "Recorded",
    "RecordedData",
    "RecordedRows",
    "SignedSum",
    "SingleModuleTask",
    "Sobol",
    "Source",
    "Task",
    "TruncatedNormal",
    "Univariate",
    "UnivariateTask",
    "evaluation_set",
    "from_arrays",
    "simulated_mse",
]
