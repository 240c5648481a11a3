"""What stands for a value that nobody gave, beside None, which is a value."""

from __future__ import annotations

from typing import Any, Dict


class NotGiven:
    """The type of `NOT_GIVEN`; it is false, so that `value or other` works."""

    _only: "NotGiven | None" = None

    def __new__(cls) -> NotGiven:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __reduce__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def given(**values: Any) -> Dict[str, Any]:
    """The values that were given; None is one of them."""
    return {name: value for name, value in values.items() if value is not NOT_GIVEN}
