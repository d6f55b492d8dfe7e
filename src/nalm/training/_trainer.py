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
from nalm.training._recipe._history import History, LossHistory, ValidationHistory
from nalm.training._recipe._recipe import Recipe
from nalm.training._recipe._restart import Restart
from nalm.training._run import Run
from nalm.training._running._evaluation import Evaluator
from nalm.training._running._polishing import polish_
from nalm.training._running._stepper import Stepper
from nalm.training._stacking import initialise, replace_
from nalm.training._steps._probe import probe
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
        self._on_evaluation = on_evaluation
        self.recipe: Recipe = runs[0].recipe
        place = torch.device(device)
        modules = [initialise(run.network, run.seed) for run in runs]
        # `can_compile` warns where there is no compiler, so it is asked last.
        compile = compile and not _compiles_itself(modules[0]) and can_compile(place)
        self._compile = compile
        traits = probe(modules[0], runs[0], device=place)
        self._cohort = assemble(runs, modules, place, written=traits.written, draws=traits.draws)
        self._network = network = modules[0].to(place, self.recipe.dtype)
        self._evaluator = Evaluator(runs, network, place, compile=compile)
        # Blocks are views: what a step writes into a block is in the cohort.
        self._blocks = blocks(self._cohort, runs[0].task.in_features * self.recipe.batch_size)
        self._steppers = [
            Stepper(runs[0], network, block, compile=compile) for block in self._blocks
        ]
        self._rows = np.empty((len(self.recipe.evaluation_steps()), 3, len(runs)))
        self._sums = np.empty((self._loss_blocks(self.recipe.iterations), 2, len(runs)))
        self._evaluations = 0
        self._since = np.zeros(len(runs), dtype=np.int64)
        self._restarts = np.zeros(len(runs), dtype=np.int64)
        self._step = 0

    def __iter__(self) -> Iterator[int]:
        """Train to the end, yielding the step after each evaluation."""
        for step in self.recipe.evaluation_steps()[self._evaluations :]:
            self._advance(min(step, self.recipe.iterations))
            # The evaluation after the last one belongs to the polishing.
            if step > self.recipe.iterations:
                self._finish()
            row = self._evaluator(tensors(self._cohort))
            self._rows[self._evaluations] = row
            self._evaluations += 1
            # In place: schedules inside the compiled step read this tensor.
            self._cohort.validation.copy_(torch.tensor(row[0]))
            if self._on_evaluation is not None:
                self._on_evaluation(self._evaluation(step))
            yield step

    @property
    def errors(self) -> FloatArray:
        """Validation, test and sparsity error so far `(evaluations, 3, runs)`."""
        return self._rows[: self._evaluations]

    def outcomes(self) -> list[Outcome]:
        """Return what became of each run, in the order given."""
        return outcomes(
            np.array(self.recipe.evaluation_steps()[: self._evaluations], dtype=np.int64),
            self.errors,
            parameters=self.learnt(),
            restarts=self._restarts,
        )

    def learnt(self) -> Arrays:
        """Return the parameters of all runs `(runs, …)`, and the buffers that training changes."""
        learnt = {**self._cohort.parameters, **self._cohort.written}
        return {name: to_numpy(stack) for name, stack in learnt.items()}

    def parameters(self, index: int) -> Arrays:
        """Return the parameters of one run, and the buffers that training changes, as they are.

        Args:
            index: Of the run.
        """
        learnt = {**self._cohort.parameters, **self._cohort.written}
        return {name: to_numpy(stack[index]) for name, stack in learnt.items()}

    def snapshot(self) -> Arrays:
        """Return everything needed to go on later, as named arrays."""
        return {
            "rows": self.errors.copy(),
            "losses": self._sums[: self._loss_blocks(self._step)].copy(),
            "since": self._since.copy(),
            "restarts": self._restarts.copy(),
            "step": np.array(self._step, dtype=np.int32),
            **{name: to_numpy(tensor) for name, tensor in changing(self._cohort).items()},
        }

    def restore(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from a snapshot of the same runs.

        Raises:
            InvalidValueError: If the snapshot belongs to other runs.
        """
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
        self._since = np.array(arrays["since"], dtype=np.int64)
        self._restarts = np.array(arrays["restarts"], dtype=np.int64)
        self._step = int(arrays["step"])
        for block in self._blocks:
            block.step.fill_(self._step)
        if self._cohort.history:
            self._sums[: self._loss_blocks(self._step)] = arrays["losses"]

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
        policy = self.recipe.restart
        while self._step < target:
            # Asked before a step, not after one: by then the evaluation in between is part of the
            # history.
            if policy is not None and self._step % policy.every == 0:
                self._restart(policy)
            every = policy.every if policy else target
            # A segment ends where the restart policy looks next.
            stop = min(target, (self._step // every + 1) * every)
            for stepper in self._steppers:
                stepper.advance(stop - self._step)
            self._step = stop
            if stop % every == 0:
                self._collect()

    def _collect(self) -> None:
        """Put the sums of a block of losses aside, and begin with the next."""
        for sums in self._cohort.history.values():
            self._sums[self._loss_blocks(self._step) - 1] = to_numpy(sums).T
            sums.zero_()

    def _loss_blocks(self, step: int) -> int:
        policy = self.recipe.restart
        return step // policy.every if policy and policy.watches_losses else 0

    def _finish(self) -> None:
        for block in self._blocks:
            polish_(block, self.runs[0], self._network, compile=self._compile)

    def _history(self, policy: Restart) -> History:
        if policy.watches_losses:
            blocks = self._loss_blocks(self._step)
            return LossHistory(interval=policy.every, sums=self._sums[:blocks])
        return ValidationHistory(interval=self.recipe.evaluate_every, errors=self.errors[:, 0])

    def _restart(self, policy: Restart) -> None:
        mask = policy.due(self._step, self._since, self._history(policy))
        for index in np.flatnonzero(mask):
            self._restarts[index] += 1
            self._since[index] = self._step + 1
            # From the run and its restarts alone, so that it does not depend on what trains beside
            # it.
            seed = (self.runs[index].seed, int(self._restarts[index]))
            drawn = int(np.random.SeedSequence(seed).generate_state(1)[0])
            network = policy.redraw(self.runs[index].network, drawn)
            replace_({**self._cohort.parameters, **self._cohort.written}, int(index), network)


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
