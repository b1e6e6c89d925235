"""Entering a fight: where every card, token, relic and medal goes (R17-R20; D, phase 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from odds.errors import InputError
from odds.history.cards import Unit
from odds.history.table import Table
from odds.history.table_files import parse_table
from odds.history.table_told import read_drawn, read_fight, read_refill
from odds.history.table_update import update_table

TEXT = """format = 1
[me]
sabaton = "Pär"
eras = ["II"]
hand = "Catapult, Archer, Conscript, Hannibal Barca"
deck = "Spy, Militia"
discard = "Archer, Pikeman"
tokens = ["+2 melee", "Ambush", "Hunt"]
relics = {I = 1}
medals = []
[board.I]
open = ["", "", "Roman Legionaries"]
[board.II]
open = ["Teutonic Knights", "Knights Templar", "Swiss Halberdiers"]
stack = "Saladin, Mongol Lancers, Mamluk Cavalry"
discard = "Trưng Sisters"
[board.III]
open = ["Spanish Tercio", "", ""]
[players.Chris]
era = "II"
army = "Catapult, Archer, Conscript, Scout, Militia, Pikeman, Shield Bearer, Medic, Night Witches"
discard = "Scout, Militia"
hand_size = 4
tokens = ["+1 ranged"]
relics = {IV = 2}
own_medals_left = 1
[players.Tommy]
era = "II"
"""

BOARD = {"attackers": "Conscript, Archer", "target": "Teutonic, Knights T"}
CHALLENGE = {"attackers": "Conscript, Archer", "challenge": "chris", "target": "Archer, Medic"}


def before() -> Table:
    return parse_table(TEXT)


def after(refill: tuple[str, ...] = (), hand_drawn: str = "", **told: object) -> Table:
    table = before()
    fight = read_fight(table, **({"outcome": "won"} | told)) if told else None  # type: ignore[arg-type]
    return update_table(
        table,
        fight,
        refill=read_refill(table, refill) if refill else None,
        hand_drawn=read_drawn(table, hand_drawn),
    )


def refused(refill: tuple[str, ...] = (), hand_drawn: str = "", **told: object) -> str:
    with pytest.raises(InputError) as caught:
        after(refill, hand_drawn, **told)
    return str(caught.value)


def names(units: Iterable[Unit | None]) -> Counter[str]:
    return Counter(unit.name if unit else "" for unit in units)


def cards(table: Table) -> Counter[Unit]:
    """All cards of a table in which every pile is said."""
    boards = [unit for part in table.board.values() for unit in (*part.open, *part.discard) if unit]
    players = [unit for player in table.players.values() for unit in player.army]
    return Counter([*table.hand, *table.deck, *table.discard, *table.set_aside, *boards, *players])


def test_a_won_attack() -> None:
    table = after(**BOARD, defeated="Teutonic", relic="III", relics_gone="II:1", tokens_used="ambush")
    assert names(table.hand) == Counter(["Catapult", "Hannibal Barca"])
    assert names(table.discard) == Counter({"Archer": 2, "Pikeman": 1, "Conscript": 1, "Teutonic Knights": 1})
    assert names(table.board["II"].open) == Counter({"": 2, "Swiss Halberdiers": 1})
    assert names(table.board["II"].discard) == Counter(["Trưng Sisters", "Knights Templar"])
    assert [token.name for token in table.tokens] == ["+2 melee", "Hunt"]
    assert (table.relics, table.relics_gone) == ({"I": 1, "III": 1}, {"II": 1})
    assert cards(table) == cards(before())


def test_a_lost_attack_still_conquers() -> None:
    table = after(**BOARD, outcome="lost", defeated="Teutonic")
    assert names(table.discard)["Teutonic Knights"] == 1
    assert table.relics == {"I": 1}


def test_a_heros_only_fight() -> None:
    table = after(attackers="Hannibal, Archer", target="Knights T", defeated="all", relic="I")
    assert names(table.set_aside) == Counter(["Hannibal Barca"])
    assert "Hannibal Barca" not in names(table.discard)


def test_a_conquered_hero_is_not_set_aside() -> None:
    table = after(**BOARD, came="Saladin, Mongol", defeated="Teutonic, Knights, Saladin")
    assert names(table.discard)["Saladin"] == 1
    assert names(table.board["II"].discard)["Mongol Lancers"] == 1
    assert names(table.board["II"].stack) == Counter(["Mamluk Cavalry"])
    assert cards(table) == cards(before()) + Counter(before().board["II"].stack[:2])


def test_own_reinforcement_comes_from_the_deck() -> None:
    table = after(**BOARD, drawn="Spy", defeated="all", relic="I")
    assert names(table.deck) == Counter(["Militia"])
    assert names(table.discard)["Spy"] == 1


def test_a_card_of_the_next_era_goes_home() -> None:
    text = TEXT.replace('"Swiss Halberdiers"', '"Varangian Guard"')
    table = parse_table(text)
    told = {"attackers": "Archer", "target": "Varangian, Spanish"}
    fight = read_fight(table, outcome="lost", **told)
    table = update_table(table, fight)
    assert names(table.board["III"].discard) == Counter(["Spanish Tercio"])
    assert names(table.board["II"].discard) == Counter(["Trưng Sisters", "Varangian Guard"])


def test_before_the_jump_the_target_tells_the_era() -> None:
    table = replace(before(), eras=("II", "III"))
    told = read_fight(table, outcome="won", attackers="Archer", target="Spanish Tercio", defeated="all")
    assert update_table(table, told).eras == ("III",)
    # A connected run that reaches into both eras could be fought from either.
    text = TEXT.replace('eras = ["II"]', 'eras = ["II", "III"]').replace("Swiss Halberdiers", "Varangian Guard")
    table = parse_table(text)
    told = read_fight(table, outcome="won", attackers="Archer", target="Varangian, Spanish", defeated="all")
    with pytest.raises(InputError, match="--era: this can be fought from era II or III"):
        update_table(table, told)
    assert update_table(table, replace(told, era="III")).eras == ("III",)


def test_a_hunt() -> None:
    table = after(attackers="Archer", hunt="Trung", defeated="all", relic="II")
    assert [token.name for token in table.tokens] == ["+2 melee", "Ambush"]
    assert names(table.discard)["Trưng Sisters"] == 1
    assert table.board["II"].discard == ()
    kept = after(attackers="Archer", hunt="Trung", outcome="lost", tokens_used="hunt")
    assert names(kept.board["II"].discard) == Counter(["Trưng Sisters"])
    assert [token.name for token in kept.tokens] == ["+2 melee", "Ambush"]


def test_refill_and_hand() -> None:
    table = after(**BOARD, defeated="all", relic="I", refill=("II: Saladin, Mongol",), hand_drawn="Spy, Militia")
    assert [unit.name for unit in table.board["II"].open if unit] == [
        *("Saladin", "Mongol Lancers", "Swiss Halberdiers")
    ]
    assert names(table.board["II"].stack) == Counter(["Mamluk Cavalry"])
    assert (names(table.hand)["Spy"], len(table.hand), table.deck) == (1, 4, ())


def test_an_empty_stack_is_the_shuffled_discard_pile() -> None:
    text = TEXT.replace('"Saladin, Mongol Lancers, Mamluk Cavalry"', '"Saladin"')
    table = parse_table(text)
    fight = read_fight(table, outcome="lost", **BOARD)
    table = update_table(table, fight, refill=read_refill(table, ["II: Saladin"]))
    assert names(table.board["II"].discard) == Counter(["Trưng Sisters", "Teutonic Knights", "Knights Templar"])
    table = update_table(table, None, refill=read_refill(table, ["II: Trung"]))
    assert names(table.board["II"].stack) == Counter(["Teutonic Knights", "Knights Templar"])
    assert table.board["II"].discard == ()


def test_an_empty_deck_is_the_shuffled_discard_pile() -> None:
    told = {"attackers": "Conscript, Archer, Catapult, Hannibal", "target": "Knights T"}
    table = after(**told, defeated="all", relic="I", hand_drawn="Spy, Militia, Pikeman, Catapult")
    assert names(table.hand) == Counter(["Spy", "Militia", "Pikeman", "Catapult"])
    assert names(table.deck) == Counter({"Archer": 2, "Conscript": 1, "Knights Templar": 1})
    assert table.discard == ()


def test_a_deck_that_was_not_said() -> None:
    table = parse_table(TEXT.replace('deck = "Spy, Militia"\n', ""))
    fight = read_fight(table, outcome="won", **BOARD, drawn="Spy", defeated="all")
    table = update_table(table, fight, hand_drawn=read_drawn(table, "Militia, Saboteur"))
    assert names(table.discard)["Spy"] == 1
    assert len(table.hand) == 4
    assert "me.deck: not said, taken as none" in table.notes


def test_a_won_challenge() -> None:
    table = after(
        **CHALLENGE, defeated="all", fallen=3, drawn="Spy", relic="IV", medal=3, their_tokens_used="+1 ranged"
    )
    chris = table.players["Chris"]
    assert (table.medals, chris.own_medals_left) == ((3,), 0)
    assert (table.relics, chris.relics) == ({"I": 1, "IV": 1}, {"IV": 1})
    assert (table.honour, chris.honour, chris.tokens) == (0, 1, ())
    assert names(chris.discard) == Counter(["Scout", "Militia", "Archer", "Medic"])
    # Two of four are left in hand; three lie in the deck, two of which are drawn.
    assert chris.hand_size == 4
    assert names(table.discard)["Spy"] == 1
    assert cards(table) == cards(before())


def test_a_lost_challenge() -> None:
    table = after(**CHALLENGE, outcome="lost", medal=2)
    assert (table.own_medals_left, table.players["Chris"].medals, table.medals) == (3, (2,), ())
    assert (table.relics, table.players["Chris"].relics) == ({"I": 1}, {"IV": 2})


def test_a_challenge_nobody_wins() -> None:
    table = after(**CHALLENGE, outcome="nobody", defeated="all")
    assert (table.own_medals_left, table.players["Chris"].own_medals_left, table.medals) == (4, 1, ())


def test_the_challenged_player_draws_up_to_four() -> None:
    told = CHALLENGE | {"target": "Archer, Medic, Catapult"}
    chris = after(**told, outcome="lost").players["Chris"]
    # One card left in hand, three in the deck, all of which are drawn.
    assert chris.hand_size == 4
    assert names(chris.discard) == Counter(["Scout", "Militia", "Archer", "Medic", "Catapult"])


def test_a_deck_that_runs_out_at_the_challenged_player() -> None:
    text = TEXT.replace('"Scout, Militia"\nhand_size = 4', '"Scout, Militia, Pikeman, Conscript"\nhand_size = 3')
    table = parse_table(text)
    fight = read_fight(table, outcome="lost", attackers="Archer", challenge="Chris", target="Archer, Medic")
    chris = update_table(table, fight).players["Chris"]
    # One card left in hand, two in the deck: the third is drawn from the shuffled discard pile.
    assert (chris.hand_size, chris.discard) == (4, ())


def test_an_army_that_was_not_said_shows_what_fought() -> None:
    table = parse_table(TEXT.replace(", Night Witches", ""))
    assert not table.players["Tommy"].army_given
    fight = read_fight(table, outcome="lost", attackers="Archer", challenge="Tommy", target="Night Witches, Spy")
    tommy = update_table(table, fight).players["Tommy"]
    assert (len(tommy.army), tommy.army_given) == (9, True)
    assert names(tommy.discard) == Counter(["Night Witches", "Spy"])


def test_another_players_attack() -> None:
    told = {"by": "Chris", "attackers": "Archer, Catapult", "target": "Knights T", "defeated": "all"}
    table = after(**told, relic="II", tokens_used="+1 ranged")
    chris = table.players["Chris"]
    assert names(chris.discard) == Counter(["Scout", "Militia", "Archer", "Catapult", "Knights Templar"])
    assert (len(chris.army), chris.tokens, chris.relics, chris.hand_size) == (10, (), {"II": 1, "IV": 2}, 4)
    assert table.hand == before().hand
    assert table.eras == ("II",)


def test_another_player_challenges_me() -> None:
    told = {"by": "Chris", "attackers": "Archer", "challenge": "Pär", "target": "Catapult", "outcome": "won"}
    table = after(**told, defeated="all", fallen=0, relic="I", tokens_used="+1 ranged", their_tokens_used="ambush")
    chris = table.players["Chris"]
    assert (table.relics, chris.relics, table.own_medals_left) == ({}, {"I": 1, "IV": 2}, 3)
    assert names(table.discard)["Catapult"] == 1
    assert [token.name for token in table.tokens] == ["+2 melee", "Hunt"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"attackers": "Spy", "target": "Knights T"}, "--attackers: Spy is not in me.hand"),
        ({"attackers": "Archr", "target": "Knights T"}, "--attackers: item 1: no unit is called 'Archr'"),
        ({"attackers": "none", "target": "Knights T"}, "--attackers: an attacker has 1 to 4 units"),
        ({"attackers": "Archer"}, "--target: name 1 to 3 defenders, not 0"),
        ({"attackers": "Archer", "target": "Saladin"}, "--target: no such target from era II"),
        ({"attackers": "Archer", "target": "Knights, Teutonic"}, "--target: no such target"),
        ({"attackers": "Archer", "target": "Spanish"}, "--target: no such target"),
        ({"attackers": "Archer", "target": "Knights", "hunt": "Trung"}, "--hunt: a hunt is fought instead"),
        ({"attackers": "Archer", "hunt": "Saladin"}, "--hunt: Saladin is not in the discard pile of era II"),
        (BOARD | {"defeated": "Saladin"}, "--defeated: Saladin is not among the defenders"),
        (BOARD | {"outcome": "lost", "defeated": "all"}, "--lost: the attacker lost, so a defender stands"),
        (BOARD | {"outcome": "nobody"}, "--nobody: nobody wins only if nobody stands"),
        (BOARD | {"attackers": "Archer"}, "--won: 2 defenders stand against 1 attackers"),
        (BOARD | {"drawn": "Saboteur", "defeated": "all"}, "--drawn: Saboteur is not in me.deck"),
        (BOARD | {"attackers": "Archer", "drawn": "Spy"}, "--drawn: no unit of that line-up shows reinforcement"),
        (BOARD | {"came": "Joan"}, "--came: Joan of Arc is not in board.II.stack"),
        (BOARD | {"came": "Saladin, Mongol, Mamluk"}, "--came: 2 and 3 cards are more than the 4 slots"),
        (BOARD | {"tokens_used": "re-roll"}, "--tokens-used: 'Re-roll' is not in me.tokens"),
        (BOARD | {"their_tokens_used": "re-roll"}, "--their-tokens-used: the board has no war tokens"),
        (BOARD | {"outcome": "lost", "relic": "I"}, "--relic: only a winner keeps one (R18)"),
        (BOARD | {"relic": "I", "relics_gone": "I:3"}, "--relics-gone: 2 attackers draw 3 and keep one, so 2 go"),
        (BOARD | {"relics_gone": "I:1"}, "--relics-gone: say which was kept"),
        (BOARD | {"relic": "V"}, "--relic: the era 'V' is unknown"),
        (BOARD | {"medal": 3}, "--medal: that is for a challenge only"),
        (BOARD | {"by": "Joakim"}, "--by: Joakim is not among the players"),
        (CHALLENGE | {"target": "Scout"}, "--target: Scout is not among the cards Chris has in hand or deck"),
        (CHALLENGE | {"relic": "I"}, "--relic: Chris has no relic of era I"),
        (CHALLENGE | {"relic": "IV", "relics_gone": "IV:1"}, "--relics-gone: a challenged player keeps"),
        (CHALLENGE | {"challenge": "Pär", "target": ""}, "--challenge: nobody challenges itself"),
        (CHALLENGE | {"challenge": "Joakim", "target": ""}, "--challenge: Joakim is not among the players"),
        (CHALLENGE | {"fallen": 3}, "--fallen: 3 of 2 attackers"),
        (CHALLENGE | {"medal": 7}, "no other Sabaton has a medal of 7"),
        ({"refill": ("II: Saladin",)}, "--refill: 1 cards for the 0 empty places of era II"),
        ({"refill": ("I: Saladin",)}, "--refill: Saladin is not in board.I.stack"),
        ({"hand_drawn": "Spy"}, "--hand-drawn: 1 cards drawn; the hand is drawn up to 4, which takes 0"),
        (BOARD | {"defeated": "all", "hand_drawn": "Spy, Pikeman"}, "--hand-drawn: Pikeman is not in me.deck"),
    ],
)
def test_what_cannot_have_happened(told: dict, said: str) -> None:  # type: ignore[type-arg]
    assert said in refused(**told)


def test_the_last_medal() -> None:
    table = parse_table(TEXT.replace("own_medals_left = 1", "own_medals_left = 0"))
    fight = read_fight(table, outcome="won", **CHALLENGE, defeated="all", medal=1)
    with pytest.raises(InputError, match="--medal: Chris has no own medal left"):
        update_table(table, fight)
    assert update_table(table, replace(fight, medal=None)).medals == ()


def test_an_era_the_player_stands_elsewhere() -> None:
    table = parse_table(TEXT.replace('[players.Chris]\nera = "II"', '[players.Chris]\nera = "IV"'))
    fight = read_fight(table, outcome="won", **CHALLENGE, defeated="all")
    with pytest.raises(InputError, match="--challenge: Chris stands in era IV, where you don't stand"):
        update_table(table, fight)


def test_the_outcome_is_checked_as_a_file_is() -> None:
    table = before()
    fight = read_fight(table, outcome="won", **BOARD, defeated="all", relic="I")
    full = replace(table, relics_gone={"I": 7})
    with pytest.raises(InputError, match="9 relics of era I"):
        update_table(full, fight)
