"""The player of heads-up limit Hold'em that hardly can be exploited: an average strategy over buckets of holdings."""
