"""The player at the partner paper's stud."""
