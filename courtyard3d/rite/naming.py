"""How messages name people and things."""

from __future__ import annotations

from courtyard3d.layout import Layout


def label(layout: Layout, name: str) -> str:
    """How an error names a person or thing: its id and its Chinese name."""
    entry = layout.people.get(name) or layout.objects.get(name) or layout.groups.get(name)
    return f"{name} ({entry.labels.hans})" if entry is not None else name
