"""`python -m courtyard3d`."""

from courtyard3d.cli import main

main()
