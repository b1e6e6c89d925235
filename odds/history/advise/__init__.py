"""The best attack: every target, line-up, war token and re-roll weighed."""
