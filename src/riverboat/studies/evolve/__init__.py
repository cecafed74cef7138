"""The experiments of Barone & While (1999)."""
