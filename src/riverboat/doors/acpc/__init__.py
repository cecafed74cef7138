"""The computer poker competition's protocol: our dealer at ports, its players in our matches, our players elsewhere."""
