"""The window on a rite: it can be played, stopped, turned and asked."""
