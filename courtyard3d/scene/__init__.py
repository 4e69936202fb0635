"""The scene: what a rite looks like at one moment."""
