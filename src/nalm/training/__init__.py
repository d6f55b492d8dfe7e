"""Training: hundreds of runs as one compiled program.

A `Run` is a network, a task, two ranges, a `Recipe` and a seed. Runs that share their structure
train as one cohort: `train` stacks their parameters and takes every step for all of them at once,
and each run ends exactly where it would have ended alone.
"""

from nalm.training._outcome import Outcome
from nalm.training._recipe._alternating_updates import AlternatingUpdate
from nalm.training._recipe._clipping import Clipping, GlobalNorm, Value
from nalm.training._recipe._early_stopping import EarlyStopping
from nalm.training._recipe._history import History, LossHistory, ValidationHistory
from nalm.training._recipe._losses import (
    ChordalError,
    Loss,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    PearsonCorrelation,
    PearsonThenSquared,
    SmoothL1,
    SquaredLoss,
)
from nalm.training._recipe._optimizer_sequence import OptimizerSequence
from nalm.training._recipe._optimizers import SGD, Adam, AdamW, Optimizer, RMSprop
from nalm.training._recipe._penalties import (
    InputMeasure,
    L1Norm,
    L2Norm,
    LargestWeight,
    Measure,
    Penalty,
    SquaredMeasure,
    UnitPenalty,
    UsedInputs,
)
from nalm.training._recipe._penalty_steps import PenaltyStep
from nalm.training._recipe._polishing import LBFGS, LevenbergMarquardt, Polishing, Problem
from nalm.training._recipe._rates import (
    CosineDecay,
    LinearWarmup,
    PolynomialDecay,
    RateSchedule,
    RateSequence,
    Scheduled,
)
from nalm.training._recipe._recipe import Recipe
from nalm.training._recipe._restart import LossPlateauRestart, PlateauRestart, Restart
from nalm.training._recipe._rounding import Rounding
from nalm.training._recipe._scheduled_buffers import ScheduledBuffer
from nalm.training._recipe._schedules import (
    Constant,
    GeometricGrowth,
    GeometricRamp,
    LinearRamp,
    OnceFitted,
    Schedule,
)
from nalm.training._run import Run
from nalm.training._stacking import initialise
from nalm.training._tensorboard import TensorBoardLogger
from nalm.training._train import train
from nalm.training._trainer import Trainer
from nalm.training._watching import Evaluation

__all__ = [
    "LBFGS",
    "SGD",
    "Adam",
    "AdamW",
    "AlternatingUpdate",
    "ChordalError",
    "Clipping",
    "Constant",
    "CosineDecay",
    "EarlyStopping",
    "Evaluation",
    "GeometricGrowth",
    "GeometricRamp",
    "GlobalNorm",
    "History",
    "InputMeasure",
    "L1Norm",
    "L2Norm",
    "LargestWeight",
    "LevenbergMarquardt",
    "LinearRamp",
    "LinearWarmup",
    "Loss",
    "LossHistory",
    "LossPlateauRestart",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanSquaredError",
    "Measure",
    "OnceFitted",
    "Optimizer",
    "OptimizerSequence",
    "Outcome",
    "PearsonCorrelation",
    "PearsonThenSquared",
    "Penalty",
    "PenaltyStep",
    "PlateauRestart",
    "Polishing",
    "PolynomialDecay",
    "Problem",
    "RMSprop",
    "RateSchedule",
    "RateSequence",
    "Recipe",
    "Restart",
    "Rounding",
    "Run",
    "Schedule",
    "Scheduled",
    "ScheduledBuffer",
    "SmoothL1",
    "SquaredLoss",
    "SquaredMeasure",
    "TensorBoardLogger",
    "Trainer",
    "UnitPenalty",
    "UsedInputs",
    "ValidationHistory",
    "Value",
    "initialise",
    "train",
]
