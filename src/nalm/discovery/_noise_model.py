"""What a noise model is, and which there are by name."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Protocol, runtime_checkable

from nalm._registry import Registry
from nalm._typing import FloatArray
from nalm.errors import InvalidTypeError, UnknownNameError
from nalm.symbolic import Sum


@runtime_checkable
class NoiseModel(Protocol):
    r"""How large the noise of each row is, up to a factor σ that all rows share.

    $$y_r = f(x_r) + \sigma\, g_r\, \varepsilon_r$$

    with independent ε of variance 1. A model states its name, and computes g. Everything else has
    an answer that suits most models; whoever has a better one overrides it. Models are compared by
    `==`: a frozen dataclass does that well.

    Attributes:
        name: By which users and saved files know it: lower-case letters.
        power: p, if g grows as |f|ᵖ when f is measured in another unit: 0 for noise that does not
            depend on f, 1 for noise in proportion to it, ½ for counts.
        size_is_value: Whether g is |f| itself: in a posterior, it then differs from draw to draw.
            Otherwise it stays that of the best fit.
        is_known: Whether g is what the errors can be at most, as of rounding: a fit whose residuals
            are no larger leaves nothing to explain.
        has_outliers: Whether a few rows may be far off, which then count by how far they are.
        same_for_products: Name of a model that says the same where f is a single product of powers,
            and is tried instead of this one.
    """

    name: ClassVar[str]
    power: ClassVar[float] = 1.0
    size_is_value: ClassVar[bool] = False
    is_known: ClassVar[bool] = False
    has_outliers: ClassVar[bool] = False
    same_for_products: ClassVar[str] = ""

    @abstractmethod
    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Compute g of every row.

        Args:
            formula: f.
            x: Inputs `(rows, inputs)`.

        Returns:
            `(rows,)`, not negative; NaN where the formula has no value.
        """

    def is_applicable(self, y: FloatArray) -> bool:
        """Say whether `noise="auto"` tries it on such a target; others are only used by name."""
        return False

    def of_table(self, x: FloatArray, y: FloatArray) -> tuple["NoiseModel", ...]:
        """Return what `noise="auto"` tries on a table: this model, or none.

        A model that takes numbers from the table returns those that hold them; of several, each is
        tried.

        Args:
            x: Inputs `(rows, inputs)`.
            y: Target `(rows,)`.
        """
        return (self,) if self.is_applicable(y) else ()

    def is_suggested(self, formula: Sum, x: FloatArray, *, residual: FloatArray) -> bool:
        """Say whether the residuals of a fit under other models ask for this one.

        Args:
            formula: As it was fitted.
            x: Inputs `(rows, inputs)`.
            residual: Its values less the target `(rows,)`.
        """
        return True

    @property
    def numbers(self) -> tuple[float, ...]:
        """What a model took from a table, for files; see `with_numbers`."""
        return ()

    def with_numbers(self, numbers: Sequence[float]) -> "NoiseModel":
        """Return the model of a file."""
        return self

    def of_columns(self, columns: Sequence[int]) -> "NoiseModel":
        """Return the model for a table, given the column of it behind each input."""
        return self

    def label(self, y: str) -> str:
        """Name the residuals in units of g for people, given the name of what they are of."""
        return f"residual of {y} in units of {self.name} noise"

    @property
    def follows_formula(self) -> bool:
        """Whether g depends on f, so that a fit has to be weighed again by its own result."""
        return self.power != 0

    def unit(self, scale: float) -> float:
        """Return the factor that makes g of a value of this size as large as the value."""
        # g has the dimension of |f|ᵖ, so this makes it one of |f|, whatever the unit of y.
        return scale ** (1 - self.power)


AUTO = "auto"
"""Instead of a name: all models that are applicable; the one that fits better is taken."""

_MODELS = Registry[NoiseModel]("noise model", reserved=(AUTO,))


def register_noise(model: NoiseModel) -> None:
    """Make a noise model known by its name, as in `SymbolicRegressor(noise="name")`.

    Args:
        model: An instance of a class of one's own.

    Raises:
        InvalidTypeError: If it lacks something that a `NoiseModel` has.
        InvalidValueError: If its name is taken, or no word of lower-case letters.
    """
    # A class and what has no name would pass for a model until it is used.
    named = isinstance(getattr(model, "name", None), str)
    if not named or isinstance(model, type) or not isinstance(model, NoiseModel):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(
            "register_noise takes an instance of a class that inherits from NoiseModel, with a "
            f"`name` and a method `size`; found {model!r}."
        )
    _MODELS.add(model.name, model)


def find_noise(name: str) -> NoiseModel:
    """Return the noise model of a name.

    Args:
        name: "constant", "relative", "variables", "rounding", "outliers", "relative-outliers", or
            that of a registered one.

    Raises:
        UnknownNameError: If there is none; the message lists all.
    """
    return _MODELS.find(name)


def own_models_registered() -> None:
    """Note that this package has registered all of its own."""
    _MODELS.is_complete()


def registered_noise_models() -> tuple[NoiseModel, ...]:
    """Return the noise models that users and extensions have registered."""
    return _MODELS.others


def noise_models() -> tuple[NoiseModel, ...]:
    """Return all noise models, in the order in which they were registered."""
    return tuple(_MODELS)


def is_noise_name(value: object) -> bool:
    """Say whether a user's value is the name of a noise model, or "auto"."""
    if not isinstance(value, str):
        return False
    with suppress(UnknownNameError):
        return value == AUTO or find_noise(value).name == value
    return False


def noise_names() -> str:
    """List in words what `is_noise_name` takes."""
    *names, last = (f'"{each.name}"' for each in noise_models())
    return f'"{AUTO}", {", ".join(names)} or {last}'
