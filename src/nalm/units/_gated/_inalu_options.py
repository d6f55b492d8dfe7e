"""The options of the iNALU."""

from enum import Enum

LARGEST_LOG = SATURATION = 20  # where the product is cut, where the penalty ends


class INALUInit(Enum):
    """Say with which (mean, deviation) ŵ, m̂ and the gate are drawn from normal distributions.

    `PRIMER` is the default of both public implementations, `SCHLOER` what the experiments of the
    iNALU's paper use.
    """

    PRIMER = ((0.88, 0.2), (0.5, 0.2), (0.0, 0.2))
    SCHLOER = ((1.0, 0.1), (-1.0, 0.1), (0.0, 0.1))

    def moments(self) -> dict[str, tuple[float, float]]:
        """Return (mean, deviation) of each parameter."""
        w, m, gate = self.value
        hats = {"w_hat_add": w, "m_hat_add": m, "w_hat_mul": w, "m_hat_mul": m}
        return {**hats, "gate": gate}


class INALUGate(Enum):
    """Say what the gate of an iNALU depends on.

    `FREE` is the paper's: one number per output, whatever the inputs. `INPUT` is the NALU's gate
    σ(g x), which the experiments of the Neural Power Units put into the iNALU.

    References:
        Heim, Pevný and Šmídl (2020), "Neural Power Units", and its code.
    """

    FREE = "free"
    INPUT = "input"
