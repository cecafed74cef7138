"""`python -m riverboat`."""

from riverboat.cli import main

main()
