"""Tables of a rite for print and for spreadsheets: distances, the ledger, the script of one person."""

from courtyard3d.rite.tables.made import TABLES, make_table, premises_note
from courtyard3d.rite.tables.table import Column, Part, Table

__all__ = ["TABLES", "Column", "Part", "Table", "make_table", "premises_note"]
