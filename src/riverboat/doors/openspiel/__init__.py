"""OpenSpiel: our games in its library, its games in our solver, its bots at our tables."""
