"""Are the success rates of the iNALU's first experiment this package's, or those of its recipe?

The recipe of the published code (iNALU with independent weights, two inputs) in a plain loop that
shares nothing with the package: ten seeds of the seven distributions abreast, with the test for a
restart after every batch. Prints how many of the ten runs are solved on new samples of the training
range, and how often they restarted.

    python benchmarks/inalu_loop.py --operation div
    python benchmarks/inalu_loop.py --operation div --clip inf
"""

import argparse
import math
import time
from collections.abc import Callable

import torch
from torch import Tensor

SEEDS, BATCHES, BATCH = 10, 1000, 64
OPERATIONS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": torch.div,
}
WEIGHTS = ("w_add", "w_mul", "m_add", "m_mul")
SOLVED = 1e-5


def normal(low: float, high: float) -> Callable[[Tensor], Tensor]:
    """Return a sampler of a normal distribution that is cut at three standard deviations."""
    mean, deviation = (low + high) / 2, (high - low) / 6
    return lambda x: torch.nn.init.trunc_normal_(x, mean, deviation, low, high)


DISTRIBUTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "N(0,1)": normal(-3, 3),
    "N(1,1)": normal(-2, 4),
    "N(-1,1)": normal(-4, 2),
    "[-1,1)": lambda x: x.uniform_(-1, 1),
    "[-5,5)": lambda x: x.uniform_(-5, 5),
    "Exp(0.2)": lambda x: x.exponential_(1 / 0.2),
    "Exp(0.8)": lambda x: x.exponential_(1 / 0.8),
}
RUNS = SEEDS * len(DISTRIBUTIONS)


class Loop:
    """Seventy iNALUs and what their training needs: parameters (runs, 2), mean squares, losses."""

    def __init__(self, operation: str, *, clip: float, batches: int) -> None:
        self.target, self.clip = OPERATIONS[operation], clip
        starts = {"w_add": 1.0, "w_mul": 1.0, "m_add": -1.0, "m_mul": -1.0}
        self.parameters = {
            **{name: start + 0.1 * torch.randn(RUNS, 2) for name, start in starts.items()},
            "g": 0.1 * torch.randn(RUNS, 1),
        }
        self.squares = {name: torch.ones_like(p) for name, p in self.parameters.items()}
        for parameter in self.parameters.values():
            parameter.requires_grad_()
        self.losses, self.since = torch.empty(RUNS, batches), [0] * RUNS
        self.restarts = [0] * RUNS

    def predict(self, x: Tensor) -> Tensor:
        """Return σ(g) a + (1 − σ(g)) m s for inputs (runs, samples, 2)."""
        p = self.parameters
        add, mul = (p[f"w_{k}"].tanh() * p[f"m_{k}"].sigmoid() for k in ("add", "mul"))
        add, mul = add[:, None], mul[:, None]
        a = (x * add).sum(-1)
        m = (x.abs().clamp_min(1e-7).log() * mul).sum(-1).clamp_max(20).exp()
        s = (x.sign() * mul.abs() + 1 - mul.abs()).prod(-1).clamp(-1, 1)
        gate = p["g"].sigmoid()
        return gate * a + (1 - gate) * m * s

    def errors(self, x: Tensor) -> Tensor:
        """Return the mean squared error of each run."""
        return (self.predict(x) - self.target(x[..., 0], x[..., 1])).square().mean(1)

    @torch.no_grad()
    def update(self, gradients: dict[str, Tensor], where: Tensor) -> None:
        """Take a step of TensorFlow's first RMSProp in the runs of a mask."""
        for name, gradient in gradients.items():
            parameter, square = self.parameters[name], self.squares[name]
            g = gradient.clamp(-self.clip, self.clip)
            new = 0.9 * square + 0.1 * g * g
            moved = parameter - 0.01 * g / (new + 1e-10).sqrt()
            square.copy_(torch.where(where[:, None], new, square))
            parameter.copy_(torch.where(where[:, None], moved, parameter))

    def learn(self, x: Tensor, names: tuple[str, ...]) -> Tensor:
        """Take a step on a batch and return its errors."""
        errors = self.errors(x)
        gradients = torch.autograd.grad(errors.sum(), [self.parameters[name] for name in names])
        self.update(dict(zip(names, gradients, strict=True)), torch.ones(RUNS, dtype=torch.bool))
        return errors.detach()

    def saturate(self, where: Tensor) -> None:
        """Take a step on 0.05 Σ mean(max(20 − |p|, 0)) for the weights, and one for the gates."""
        for names in (WEIGHTS, ("g",)):
            values = {name: self.parameters[name].detach() for name in names}
            gradients = {
                name: -0.05 * value.sign() * (value.abs() < 20) / value.shape[1]
                for name, value in values.items()
            }
            self.update(gradients, where)

    @torch.no_grad()
    def restart(self, end: int) -> None:
        """Draw the parameters of the runs anew whose losses no longer fall and are above 1."""
        for run, begin in enumerate(self.since):
            if end - begin <= 10_000:
                continue
            middle = begin + (end - begin) // 2
            first, second = self.losses[run, begin:middle], self.losses[run, middle:end]
            if second.mean() > 1 and first.mean() <= second.mean() + second.std(correction=0):
                for parameter in self.parameters.values():
                    parameter[run].uniform_(-2, 2)
                self.since[run] = end
                self.restarts[run] += 1


def samples(count: int) -> Tensor:
    """Draw samples for all runs, distribution by distribution."""
    return torch.cat([draw(torch.empty(SEEDS, count, 2)) for draw in DISTRIBUTIONS.values()])


def train(operation: str, *, clip: float, epochs: int) -> Loop:
    """Train all runs."""
    loop = Loop(operation, clip=clip, batches=epochs * BATCHES)
    data = samples(BATCHES * BATCH).view(RUNS, BATCHES, BATCH, 2)
    started = time.perf_counter()
    for epoch in range(epochs):
        for batch in range(BATCHES):
            errors = loop.learn(data[:, batch], WEIGHTS if batch % 10 < 8 else ("g",))
            if epoch > 10:
                loop.saturate(errors < 1)
            step = epoch * BATCHES + batch
            loop.losses[:, step] = errors
            if epoch and epoch % 10 == 0:
                loop.restart(step + 1)
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}, {time.perf_counter() - started:.0f} s", flush=True)
    return loop


def main() -> None:
    """Train, and print a row for each distribution."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--operation", choices=OPERATIONS, default="div")
    parser.add_argument("--clip", type=float, default=0.1, help="largest gradient; inf: any")
    parser.add_argument("--epochs", type=int, default=100)
    options = parser.parse_args()
    if not options.clip > 0 or math.isnan(options.clip) or options.epochs < 1:
        parser.error("--clip and --epochs have to be positive")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    loop = train(options.operation, clip=options.clip, epochs=options.epochs)
    with torch.no_grad():
        solved = (loop.errors(samples(BATCHES * BATCH)) < SOLVED).view(-1, SEEDS)
    print(f"| {options.operation} | solved of {SEEDS} | restarts |\n| --- | --- | --- |")
    for place, name in enumerate(DISTRIBUTIONS):
        restarts = loop.restarts[place * SEEDS : (place + 1) * SEEDS]
        print(f"| {name} | {int(solved[place].sum())} | {' '.join(map(str, restarts))} |")


if __name__ == "__main__":
    main()
