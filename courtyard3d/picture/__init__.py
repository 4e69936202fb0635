"""Pictures: vector figures."""
