"""Documents: YAML with places, tables of fields, shelves, names."""
