"""Commands on spots after the flop."""
