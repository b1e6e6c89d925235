"""All hand-worked cases in one place. Every expected value was worked out from the rules on paper."""

from tests.history.rule_case import OddsCase, ReinforcementCase, RelicCase, RuleCase
from tests.history.rule_cases_draws import ODDS_CASES, REINFORCEMENT_CASES, RELIC_CASES
from tests.history.rule_cases_lines import LINE_CASES
from tests.history.rule_cases_setup import SETUP_CASES

RULE_CASES: tuple[RuleCase, ...] = SETUP_CASES + LINE_CASES

__all__ = [
    "ODDS_CASES",
    "REINFORCEMENT_CASES",
    "RELIC_CASES",
    "RULE_CASES",
    "OddsCase",
    "ReinforcementCase",
    "RelicCase",
    "RuleCase",
]
