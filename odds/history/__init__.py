"""A Battle through History: its pieces, the rules of a fight, and what the odds are."""
