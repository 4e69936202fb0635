"""Layouts: from statements of the texts to exact places, with the ledger that proves them."""

from courtyard3d.layout.documents import LayoutDocument, load_layout
from courtyard3d.layout.findings import Finding
from courtyard3d.layout.kinds import Kind, Place
from courtyard3d.layout.layout import Layout, compile_layout
from courtyard3d.layout.ledger import Ledger, Row
from courtyard3d.layout.premises import in_force
from courtyard3d.layout.things import Group, Person, Start, Thing

__all__ = [
    "Finding",
    "Group",
    "Kind",
    "Layout",
    "LayoutDocument",
    "Ledger",
    "Person",
    "Place",
    "Row",
    "Start",
    "Thing",
    "compile_layout",
    "in_force",
    "load_layout",
]
