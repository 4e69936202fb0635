"""Ancient Chinese court and temple rites: solved from the clauses of the texts, proved, and shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from courtyard3d.errors import CourtyardError, InputError, MachineError

if TYPE_CHECKING:
    from courtyard3d.courtyard import Courtyard, open

__all__ = ["Courtyard", "CourtyardError", "InputError", "MachineError", "open"]


def __getattr__(name: str) -> Any:
    """Load the front of the house when it is first asked for: a room alone stays light."""
    if name not in __all__:
        raise AttributeError(f"module 'courtyard3d' has no attribute '{name}'")
    from courtyard3d import courtyard

    return getattr(courtyard, name)
