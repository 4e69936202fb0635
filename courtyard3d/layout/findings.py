"""What a check says: one shape for statements, rules, custody and collisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from courtyard3d.errors import Where

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; only those of level `error` make `check` fail.

    `time` is in seconds from the beginning of the rite, None where the finding
    belongs to no moment.
    """

    level: Level
    kind: str
    message: str
    where: Where | None = None
    time: float | None = None
    subjects: tuple[str, ...] = ()
    quote: str | None = None
    seed: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the finding in the shape of `check --format json`."""
        return {
            "level": self.level,
            "kind": self.kind,
            "message": self.message,
            "where": str(self.where) if self.where else None,
            "time": self.time,
            "subjects": list(self.subjects),
            "quote": self.quote,
            "seed": self.seed,
        }
