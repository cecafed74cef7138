"""The Model Context Protocol: odds, advice and rated matches as tools for language models."""
