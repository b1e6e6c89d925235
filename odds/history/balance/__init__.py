"""What a card is worth: fights of real games, each with one card replaced by another."""

from __future__ import annotations

from odds.history.balance.measure import Balance, balance
from odds.history.balance.rows import Change, Worth

__all__ = ["Balance", "Change", "Worth", "balance"]
