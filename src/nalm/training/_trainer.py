"""The loop: evaluate, restart what is stuck, train to the next evaluation."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from nalm._typing import FloatArray
from nalm.compilation.passes import can_compile
from nalm.errors import InvalidValueError
from nalm.training._cohort import assemble, blocks, changing, tensors, to_numpy
from nalm.training._outcome import Outcome, outcomes
from nalm.training._recipe._recipe import Recipe
from nalm.training._run import Run
from nalm.training._running._evaluation import Evaluator
from nalm.training._running._polishing import polish_
from nalm.training._running._restarting import Restarting
from nalm.training._running._slots import Slots, padded
from nalm.training._running._stepper import Stepper
from nalm.training._stacking import check_registered, initialise
from nalm.training._steps._probe import probe
from nalm.training._steps._update import intervals
from nalm.training._watching import Evaluation, OnEvaluation

Arrays = dict[str, NDArray[np.generic]]


class Trainer:
    """Trains runs of one signature together, each exactly as it would train alone.

    Iterating trains: each iteration ends with an evaluation and yields its step, so the caller
    decides what happens in between (progress, checkpoints, stopping).

    Args:
        runs: Runs that share network architecture, task, batch size and kind of recipe; they may
            differ in seed, ranges, initial values and every number of the recipe.
        device: Where they train.
        compile: Whether to compile the step. A cold compilation takes 5 to 25 seconds; without it
            a step costs several times more.
        on_evaluation: Called after every evaluation, before its step is yielded.

    Raises:
        InvalidValueError: If the runs cannot train together.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        *,
        device: str | torch.device = "cpu",
        compile: bool = True,
        on_evaluation: OnEvaluation | None = None,
    ) -> None:
        _check(runs)
        self.runs = tuple(runs)
        runs, size = padded(runs)
        self._on_evaluation = on_evaluation
        self.recipe: Recipe = runs[0].recipe
        place = torch.device(device)
        modules = [initialise(run.network, run.seed) for run in runs]
        if self.recipe.polishing is not None:
            self.recipe.polishing.check(intervals(modules[0]))
        # `can_compile` warns where there is no compiler, so it is asked last.
        compile = compile and not _compiles_itself(modules[0]) and can_compile(place)
        self._compile = compile
        traits = probe(modules[0], runs[0], device=place)
        # Of another seed too: a cohort may be one run, and its program is used for other seeds.
        check_registered([*modules, initialise(runs[0].network, (runs[0].seed + 1) % 2**32)])
        self._cohort = assemble(runs, modules, place, written=traits.written, draws=traits.draws)
        self._network = network = modules[0].to(place, self.recipe.dtype)
        self._evaluator = Evaluator(runs, network, place, compile=compile, size=size)
        self._slots = Slots(self._cohort, self.runs, size=size)
        # Blocks are views: what a step writes into a block is in the cohort.
        width = runs[0].task.in_features * self.recipe.batch_size
        self._blocks = blocks(self._cohort, width, size=size)
        self._steppers = [
            Stepper(runs[0], network, block, compile=compile) for block in self._blocks
        ]
        self._rows = np.empty((len(self.recipe.evaluation_steps()), 3, len(self.runs)))
        self._evaluations = 0
        self._restarting = Restarting(self.runs, self._cohort, slots=self._slots)
        self._step = 0

    def __iter__(self) -> Iterator[int]:
        """Train to the end, or until all runs have stopped; yield the step of each evaluation."""
        for step in self.recipe.evaluation_steps()[self._evaluations :]:
            if not len(self._slots.running):
                return
            self._advance(min(step, self.recipe.iterations))
            # The evaluation after the last one belongs to the polishing.
            if step > self.recipe.iterations:
                for block in self._blocks[: self._live]:
                    polish_(block, self.runs[0], self._network, compile=self._compile)
            self._evaluate()
            if self._on_evaluation is not None:
                self._on_evaluation(self._evaluation(step))
            yield step

    @property
    def errors(self) -> FloatArray:
        """Validation, test and sparsity error so far `(evaluations, 3, runs)`."""
        return self._rows[: self._evaluations]

    @property
    def step(self) -> int:
        """Step of the last evaluation; 0 before the first."""
        return int(self._steps[-1]) if self._evaluations else 0

    @property
    def is_done(self) -> bool:
        """Whether all runs have come to their end, or have stopped early."""
        return self._evaluations == len(self._rows) or not len(self._slots.running)

    def outcomes(self) -> list[Outcome]:
        """Return what became of each run, in the order given."""
        return outcomes(
            self._steps,
            self.errors,
            parameters=self.learnt(),
            restarts=self._restarting.count,
            evaluations=self._took_part,
        )

    def learnt(self) -> Arrays:
        """Return the parameters of all runs `(runs, …)`, and the buffers that training changes."""
        return self._slots.learnt()

    @property
    def steps_taken(self) -> NDArray[np.int64]:
        """Steps of each run up to the last evaluation that it took part in `(runs,)`."""
        return self._steps[self._took_part - 1] if self._evaluations else self._took_part

    @property
    def stopped(self) -> NDArray[np.bool_]:
        """Which runs have stopped early `(runs,)`."""
        return self._slots.stopped >= 0

    def parameters(self, index: int) -> Arrays:
        """Return the parameters of one run, and the buffers that training changes, as they are.

        Args:
            index: Of the run.
        """
        return self._slots.parameters(index)

    def snapshot(self) -> Arrays:
        """Return everything needed to go on later, as named arrays."""
        return {
            "rows": self.errors.copy(),
            "step": np.array(self._step, dtype=np.int32),
            **self._restarting.snapshot(self._step),
            **self._slots.snapshot(),
            **{name: to_numpy(tensor) for name, tensor in changing(self._cohort).items()},
        }

    def restore(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from a snapshot of the same runs.

        Raises:
            InvalidValueError: If the snapshot belongs to other runs.
        """
        self._evaluator.arrange(self._slots.restore(arrays))
        state = changing(self._cohort)
        for name, tensor in state.items():
            if name not in arrays or arrays[name].shape != tuple(tensor.shape):
                raise InvalidValueError(
                    f"snapshot: expected array {name!r} of shape {tuple(tensor.shape)}; found "
                    f"{arrays[name].shape if name in arrays else 'none'}. It was taken from other "
                    "runs; start these without it."
                )
            # In place: blocks and compiled programs hold views of these tensors.
            tensor.copy_(torch.tensor(arrays[name]))
        self._evaluations = len(arrays["rows"])
        self._rows[: self._evaluations] = arrays["rows"]
        self._step = int(arrays["step"])
        self._restarting.restore(arrays, self._step)
        for block in self._blocks:
            block.step.fill_(self._step)

    @property
    def _steps(self) -> NDArray[np.int64]:
        return np.array(self.recipe.evaluation_steps()[: self._evaluations], dtype=np.int64)

    @property
    def _took_part(self) -> NDArray[np.int64]:
        stopped = self._slots.stopped
        return np.where(stopped < 0, self._evaluations, stopped + 1)

    def _evaluate(self) -> None:
        running = self._slots.running
        slots = self._slots.of(running)
        found = self._evaluator(tensors(self._cohort), runs=self._slots.end)
        # In place: schedules inside the compiled step read this tensor.
        self._cohort.validation[: found.shape[1]] = torch.tensor(found[0]).to(
            self._cohort.seed.device
        )
        # Whoever has stopped has the errors that he had then.
        self._rows[self._evaluations] = self._rows[self._evaluations - 1]
        self._rows[self._evaluations][:, running] = found[:, slots]
        self._evaluations += 1
        self._evaluator.arrange(self._slots.stop(self._steps, self.errors[:, 0]))

    def _evaluation(self, step: int) -> Evaluation:
        validation, test, sparsity = self.errors[-1].copy()
        return Evaluation(
            runs=self.runs,
            step=step,
            validation=validation,
            test=test,
            sparsity=sparsity,
            parameters=self.parameters,
        )

    def _advance(self, target: int) -> None:
        while self._step < target:
            # Asked before a step, not after one: by then the evaluation in between is part of the
            # history.
            self._restarting.before(self._step, self.errors[:, 0])
            stop = self._restarting.segment(self._step, target)
            for stepper in self._steppers[: self._live]:
                stepper.advance(stop - self._step)
            self._step = stop
            self._restarting.after(stop)

    @property
    def _live(self) -> int:
        """Blocks with runs that still train."""
        return -(-self._slots.end // len(self._blocks[0].seed))


def _compiles_itself(network: nn.Module) -> bool:
    """Say whether a part of a network compiles its own loops, which a trace would unroll."""
    return any(getattr(module, "compiles_itself", False) for module in network.modules())


def _check(runs: Sequence[Run]) -> None:
    if not runs:
        raise InvalidValueError("runs: expected at least one run, found none.")
    for index, run in enumerate(runs):
        if run.signature != runs[0].signature:
            raise InvalidValueError(
                f"runs: expected runs of one signature, but run {index} differs from run 0 in its "
                "network, task, kind of range or recipe. Train each kind in a call of its own."
            )
