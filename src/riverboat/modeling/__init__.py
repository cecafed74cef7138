"""What we believe of an opponent."""
