"""The studies of Vinther & Holst (2015), the adaptive poker computer."""
