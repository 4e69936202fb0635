"""Ancient Chinese court and temple rites: layouts solved from the clauses of the texts, and shown."""

from courtyard3d.courtyard import Courtyard, open
from courtyard3d.errors import CourtyardError, InputError, MachineError

__all__ = ["Courtyard", "CourtyardError", "InputError", "MachineError", "open"]
