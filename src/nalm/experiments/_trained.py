"""A trained network, made again from what a store keeps of it."""

from dataclasses import dataclass

import torch
from torch import nn

from nalm.experiments._metrics import Metrics
from nalm.experiments._setting import Setting
from nalm.results import StoredRun
from nalm.training import initialise


@dataclass(frozen=True, kw_only=True)
class Trained:
    """One finished run of an experiment.

    Args:
        setting: What was trained.
        seed: Its seed.
        stored: Its trace and its final parameters.
    """

    setting: Setting
    seed: int
    stored: StoredRun

    @property
    def metrics(self) -> Metrics:
        """Return what the run contributes to a table."""
        return self.setting.measure(self.stored.trace)

    def network(self) -> nn.Module:
        """Build the network with its final parameters, in evaluation mode, without gradients."""
        # With the run's own seed: buffers that it drew at first and that stayed are not stored.
        network = initialise(self.setting.network, self.seed)
        network = network.to(self.setting.recipe.dtype).eval().requires_grad_(False)
        with torch.no_grad():
            # Buffers that training did not change are not stored.
            tensors = {**dict(network.named_buffers()), **dict(network.named_parameters())}
            for name, values in self.stored.parameters.items():
                tensors[name].copy_(torch.as_tensor(values))
        return network
