"""Vector drawing: projection, hidden lines, the sheet with its pens, type and names."""
