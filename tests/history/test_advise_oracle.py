"""The oracle of the best attack against positions worked out by hand."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from odds.history.cards import Unit
from tests.advise_oracle import (
    Challenge,
    Position,
    Target,
    all_attacks,
    assignments,
    attack,
    best_attack,
    best_deployment,
    count_work,
    deployments,
    hands,
    hidden_challenge,
    line_ups,
    reply,
    runs,
)
from tests.benchmarks.advise_peers import cards, icepool_ranking, naive_ranking
from tests.history.advise_positions import MOST_WORK, random_challenge, random_position, to_product
from tests.history.bridge import to_fighter
from tests.oracle import Fighter, Token, exact

# A wall stands whatever the dice say. With the strong die it meets the risky one (R8) of a target that adds nothing
# to it. Of the 6 strong faces, (1,0,0) twice, (0,1,0) twice, (0,0,1), (0,0,2), these deal the target a point:
#   (1,1,1): only (0,0,2), 1 of 6              (-1,-1,-1), (-1,0,0), (0,-1,0): each face, 6 of 6
#   (0,0,3): all but (0,0,1), (0,0,2), 4 of 6  (0,2,0): all but (0,1,0), 4 of 6
# Together 1 + 3 * 6 + 4 + 4 = 27 of 36.
WALL = Fighter("Wall", 0, 0, 0, toughness=99)
GUARD = Fighter("Guard", 0, 0, 0, worth=1)
GUARD_FALLS = Fraction(27, 36)
GUN = Fighter("Gun", 20, 0, 0, toughness=99)  # fells 18 points and more of targets in the ranged line
PIKE = Token(ranged=5)  # as good as a gun against one guard: 5 - 1 points at least
PRIZES = {1: Fraction(3), 2: Fraction(2), 3: Fraction(1), 4: Fraction(1, 2)}


def test_a_lone_attack():
    # The wall always wins: it stands, and a tie is the attacker's (R16).
    position = Position((WALL,), targets=[Target((GUARD,))], prizes=PRIZES, win_weight=Fraction(10))
    (found,) = all_attacks(position)
    assert (found.win, found.lose, found.nobody) == (1, 0, 0)
    assert found.defeated_worth == GUARD_FALLS
    assert found.prize == 3
    assert found.score == 10 + 3 + Fraction(3, 4)
    assert best_attack(position) == found


def test_prices_are_paid_whatever_the_result():
    hero = replace(WALL, name="Hero", worth=3, reinforcement=1)
    # Hero and wall from hand, the hero draws the second hero: 3 units, 2 heroes, 2 cards from hand, prize 1.
    position = Position(
        (hero, WALL),
        deck=(replace(WALL, name="Second", worth=3),),
        targets=[Target((replace(GUARD, toughness=99),))],
        prizes=PRIZES,
        hero_price=Fraction(1, 4),
        card_price=Fraction(1, 8),
    )
    found = attack(position, 0, position.hand)
    assert (found.win, found.heroes, found.defeated_worth) == (1, 2, 0)
    assert found.score == 1 - 2 * Fraction(1, 4) - 2 * Fraction(1, 8)
    # The wall alone: prize 3, one card, no hero.
    assert best_attack(position).line_up == (WALL,)
    assert best_attack(position).score == 3 - Fraction(1, 8)


@pytest.mark.parametrize(
    ("price", "used"), [(Fraction(1, 8), 1), (Fraction(1, 4), 0), (Fraction(1, 2), 0)], ids=["gain", "tie", "loss"]
)
def test_a_token_is_used_while_it_gains_more_than_its_price(price, used):
    # The token makes 3/4 of a point a whole one.
    position = Position((WALL,), targets=[Target((GUARD,))], tokens=(PIKE, PIKE), token_price=price)
    found = attack(position, 0, (WALL,))
    assert found.tokens_used == used  # one at most, because there is one unit (R7)
    assert found.score == (1 - price if used else GUARD_FALLS)
    assert found.plan == {((WALL,), (GUARD,)): ((0, PIKE),) if used else ()}


def test_tokens_are_assigned_when_the_reinforcements_are_seen():
    # The gun needs no token; when the second wall comes instead, the token goes on either: half a token.
    caller = replace(WALL, name="Caller", reinforcement=1)
    second = replace(WALL, name="Second")
    position = Position(
        (caller,), deck=(GUN, second), targets=[Target((GUARD,))], tokens=(PIKE,), token_price=Fraction(1, 8)
    )
    found = attack(position, 0, (caller,))
    assert found.plan == {((caller, GUN), (GUARD,)): (), ((caller, second), (GUARD,)): ((0, PIKE),)}
    assert (found.defeated_worth, found.tokens_used) == (1, Fraction(1, 2))
    assert found.score == 1 - Fraction(1, 16)
    assert found.unequivocal


def test_tokens_are_assigned_when_the_targets_reinforcements_are_seen():
    # The target calls a card that cannot be felled (then the token is worth 3/4 to 1 for the front guard), or a
    # second guard. With 9 points in the ranged line (less 1 for the risky die's (1,1,1)) both guards fall.
    caller = replace(GUARD, name="Caller", reinforcement=1)
    target = Target((caller,), stack=(replace(GUARD, name="Rock", toughness=99), GUARD))
    position = Position((WALL,), targets=[target], tokens=(PIKE,), token_price=Fraction(1, 2))
    found = attack(position, 0, (WALL,))
    # Rock: 1/4 gained for 1/2: no token, 3/4. Guard: without the token 28/36 and not 27/36, as (0,0,2) against a
    # face that adds nothing to melee, 4 of 36, fells both: 31/36; with it 2. 2 - 1/2 is more than 31/36.
    assert found.tokens_used == Fraction(1, 2)
    assert found.score == (Fraction(3, 4) + 2 - Fraction(1, 2)) / 2


def test_a_token_that_rolls_again_serves_the_objective():
    # Against (1,1,1) 1 of 6 faces fells the guard, against (0,0,3) and (0,2,0) 4 of 6, else all. With a second roll
    # 11/36, 32/36 twice and 1 three times: (11 + 64 + 108) / 216 = 61/72.
    again = Token(reroll=1)
    position = Position((WALL,), targets=[Target((GUARD,))], tokens=(again,))
    assert attack(position, 0, (WALL,)).score == Fraction(61, 72)
    # Who wants the win alone has it already, keeps the token, and the die.
    for_the_win = replace(position, win_weight=Fraction(1), unit_weight=Fraction(0))
    found = attack(for_the_win, 0, (WALL,))
    assert (found.score, found.tokens_used, found.defeated_worth) == (1, 0, GUARD_FALLS)


def test_a_tie_that_comes_to_something_else_is_told():
    # Both tokens fell the guard for sure, and the wall wins whichever it is given.
    position = Position((WALL,), targets=[Target((GUARD,))], tokens=(Token(ranged=5), Token(ranged=5, melee=-9)))
    assert attack(position, 0, (WALL,)).unequivocal
    # A card of toughness 1 falls less often with 9 points in the normal line, too; the guard is worth 1 either way.
    weak = replace(WALL, toughness=1)
    tokens = (Token(ranged=5), Token(ranged=5, normal=9))
    found = attack(replace(position, hand=(weak,), tokens=tokens), 0, (weak,))
    assert (found.score, found.tokens_used) == (1, 1)
    assert not found.unequivocal


def test_a_challenge_conquers_nothing_and_has_its_own_prize():
    # The wall against nobody: it stands, so it wins.
    position = Position((WALL,), targets=[Target((), challenge=True, prizes={1: Fraction(5)})], prizes=PRIZES)
    assert attack(position, 0, (WALL,)).score == 5
    # A card of toughness 2 against the bare risky die: (1,1,1) deals each face 2 points; (0,0,3) deals 3 or 2, but
    # (0,0,2) 1; (0,2,0) deals 2, but (0,1,0) 1; the rest nothing. It stands in 1 + 2 + 18 = 21 of 36.
    frail = replace(WALL, toughness=2)
    found = attack(replace(position, hand=(frail,)), 0, (frail,))
    assert (found.win, found.lose, found.nobody) == (Fraction(21, 36), 0, Fraction(15, 36))
    assert found.score == 5 * Fraction(21, 36)


def test_what_a_challenge_gives_away():
    # With 4 attackers the strong die is the defender's, the risky one theirs. Ranged 4 or 5 to 1 at most: the three
    # fronts of toughness 1 fall, what is left does not fell the last, which fells the cannon in the normal line.
    # 3 fell: 1 honour token (R19).
    cannon = Fighter("Cannon", 4, 0, 0, worth=1)
    late = replace(WALL, name="Late", normal=40)
    front = replace(WALL, toughness=1)
    position = Position((front, front, front, late), targets=[Target((cannon,), challenge=True)])
    found = attack(replace(position, honour_price=Fraction(1, 4)), 0, position.hand)
    assert (found.win, found.score) == (1, -Fraction(1, 4))
    # One front alone falls in the ranged line, 3 or more to 1. Its die goes on (R15) and fells the cannon with (0,1,0)
    # twice, against the 4 faces without a normal value, with (0,0,1) against the 4 without a melee one and with
    # (0,0,2) against these and (1,1,1): 8 + 4 + 5 = 17 of 36 leave nobody, else it loses.
    lost = attack(replace(position, lose_price=Fraction(2)), 0, (front,))
    assert (lost.lose, lost.nobody) == (Fraction(19, 36), Fraction(17, 36))
    assert lost.score == -2 * Fraction(19, 36)


def test_no_card_or_no_target_no_attack():
    assert best_attack(Position((), targets=[Target((GUARD,))])) is None
    assert best_attack(Position((WALL,))) is None


def test_line_ups_of_a_hand():
    cards = [replace(WALL, name=name) for name in "ABCDEF"]
    assert len(line_ups(cards)) == 6 + 30 + 120 + 360 == 516
    one, two = cards[:2]
    assert line_ups((one, two, one)) == [
        (one,),
        (two,),
        (one, two),
        (one, one),
        (two, one),
        (one, two, one),
        (one, one, two),
        (two, one, one),
    ]


def test_assignments_of_tokens():
    pike, bow = PIKE, Token(normal=1)
    assert assignments((WALL, GUN), (pike, bow)) == [
        (),
        ((0, pike),),
        ((0, bow),),
        ((1, pike),),
        ((1, bow),),
        ((0, pike), (1, bow)),
        ((0, bow), (1, pike)),
    ]
    assert len(assignments((WALL, GUN), (pike, pike, pike))) == 1 + 2 + 1
    # 5 units, 3 different tokens: 1 + 5 * 3 + 10 * 6 + 10 * 6
    assert len(assignments((WALL,) * 5, (pike, bow, Token(melee=1)))) == 136


# ------------------------------------------------------------------------------------------- the ring


def places_of(ring, era):
    return [places for places, _ in runs(ring, era)]


def test_unconnected_cards_are_targets_alone():
    ring = [replace(GUARD, name=str(place)) for place in range(12)]
    assert runs(ring, 1) == [((3,), (ring[3],)), ((4,), (ring[4],)), ((5,), (ring[5],))]


def test_runs_reach_into_the_neighbours_and_over_the_rings_seam():
    ring = [Fighter(str(place), 0, 0, 0, left="*", right="*") for place in range(12)]
    # Era I is places 0, 1, 2. Runs of 1: 3; of 2: those that begin at 11, 0, 1, 2; of 3: at 10, 11, 0, 1, 2.
    assert sorted(places_of(ring, 0)) == sorted(
        [(0,), (1,), (2,), (11, 0), (0, 1), (1, 2), (2, 3), (10, 11, 0), (11, 0, 1), (0, 1, 2), (1, 2, 3), (2, 3, 4)]
    )
    assert dict(runs(ring, 3))[10, 11, 0] == (ring[10], ring[11], ring[0])


def test_a_run_breaks_at_gaps_and_at_halves_that_do_not_match():
    ring = [None] * 12
    ring[2] = Fighter("a", 0, 0, 0, right="lion")
    ring[3] = Fighter("b", 0, 0, 0, left="lion", right="eagle")
    ring[4] = Fighter("c", 0, 0, 0, left="lion")  # shows b another label
    ring[6] = Fighter("d", 0, 0, 0, left="eagle", right="lion")
    assert places_of(ring, 1) == [(2, 3), (3,), (4,)]
    assert places_of(ring, 0) == [(2,), (2, 3)]
    assert places_of(ring, 2) == [(6,)]
    assert places_of(ring, 3) == []


# --------------------------------------------------------------------------------- challenges, hands hidden

# A recruit (toughness 1, no values) stands against the bare risky die's (-1,-1,-1), (-1,0,0), (0,-1,0) and falls to
# the other faces, whatever its own: half a chance each. A spear fells it in the normal line and is not felled itself.
RECRUIT = Fighter("Recruit", 0, 0, 0)
SPEAR = Fighter("Spear", 0, 9, 0, toughness=50)
TITAN = Fighter("Titan", 99, 99, 99, toughness=99)
WIN_ALONE = {"win_weight": Fraction(1), "unit_weight": Fraction(0)}


def test_a_challenged_player_deploys_what_hurts_most_and_nothing_in_vain():
    # From the hand of a spear: the recruit loses. From that of a guard: with it or without it the recruit wins when it
    # stands (a tie is its own), so no card is spent.
    position = Position((RECRUIT,), **WIN_ALONE)
    found = hidden_challenge(position, Challenge((GUARD, SPEAR), 1))
    assert found.deployed == {(GUARD,): ((), Fraction(1, 2)), (SPEAR,): ((SPEAR,), 0)}
    assert (found.score, found.win) == (Fraction(1, 4), Fraction(1, 4))
    assert (found.lose, found.nobody) == (Fraction(1, 2), Fraction(1, 4))


def test_a_challenged_player_does_not_know_the_attackers_hand():
    # Recruit or titan, half each: the spear leaves (0 + 1) / 2, nothing (1/2 + 1) / 2. Against the recruit that is 0.
    position = Position((RECRUIT,), deck=(TITAN,), **WIN_ALONE)
    found = hidden_challenge(position, Challenge((SPEAR,), 1))
    assert found.deployed == {(SPEAR,): ((SPEAR,), Fraction(1, 2))}
    assert found.win == 0
    assert hidden_challenge(replace(position, hand=(TITAN,), deck=(RECRUIT,)), Challenge((SPEAR,), 1)).win == 1
    both = dict(deployments(position, Challenge((SPEAR,), 1), (SPEAR,)))
    assert both == {(): Fraction(3, 4), (SPEAR,): Fraction(1, 2)}


def test_tokens_lie_on_deployed_cards_and_are_saved_where_they_do_nothing():
    position = Position((RECRUIT,), **WIN_ALONE)
    pike = Token(normal=9)
    challenge = Challenge((replace(GUARD, toughness=50),), 1, tokens=(pike,))
    deployed, expected = best_deployment(position, challenge, challenge.pool)
    assert (deployed, expected) == ((replace(challenge.pool[0], token=pike),), 0)
    assert best_deployment(position, replace(challenge, pool=(SPEAR,)), (SPEAR,)) == ((SPEAR,), 0)


def test_hands_are_drawn_alike_likely():
    assert hands((GUARD, SPEAR, GUARD), 2) == {(GUARD, GUARD): Fraction(1, 3), (GUARD, SPEAR): Fraction(2, 3)}
    assert hands((GUARD,), 0) == {(): 1}


def test_what_is_believed_of_the_pile_and_what_lies_in_it():
    # A caller (toughness 1) is deployed from the hand of caller and spear; the deck holds a guard alone, but the
    # attacker sees neither. No side fights on when empty.
    #   Gun of toughness 1: fells caller and guard at once and wins; the spear stands and fells it: 1 or 0.
    #   Wall: wins when the front falls (1 unit each): 27/36 with the guard. With the spear not in the normal line:
    #   (1,0,0) against all but (1,1,1), 2 * 5; (0,0,1) against all but (1,1,1) and (0,0,3), 4; (0,0,2) against all but
    #   (0,0,3), 5: 19/36.
    # So the wall is best by belief, 23/36 to 1/2, and the gun by the very deck, 1 to 27/36. Each card costs 1.
    caller = replace(GUARD, name="Caller", reinforcement=1)
    gun = replace(GUN, toughness=1)
    position = Position((gun, WALL), **WIN_ALONE, card_price=Fraction(1), rulings={"empty_side_fights": False})

    def answer(**beliefs):
        challenge = Challenge((caller, SPEAR, GUARD), 2, **beliefs)
        found = reply(position, challenge, (caller, SPEAR), (caller,))
        # The defender expects just that, because the attacker's two cards can be no other hand.
        assert dict(deployments(position, challenge, (caller, SPEAR)))[(caller,)] == found.score == found.win - 1
        return found.line_up, found.win

    assert answer() == ((WALL,), Fraction(27, 36))
    assert answer(attacker_believes="deck") == ((gun,), 1)
    assert answer(pile="unseen") == ((WALL,), Fraction(23, 36))


# ------------------------------------------------------------------------------------------ random positions


@pytest.mark.parametrize("seed", range(8))
def test_random_positions(seed):
    position = random_position(random.Random(seed))
    attacks = all_attacks(position)
    product = to_product(position)
    assert count_work(position) <= MOST_WORK
    assert len(attacks) == len(position.targets) * len(line_ups(position.hand))
    assert (len(product.hand), len(product.deck)) == (len(position.hand), len(position.deck))
    for found in attacks:
        assert found.win + found.lose + found.nobody == 1
        assert 0 <= found.tokens_used <= len(position.tokens)


@pytest.mark.parametrize("seed", range(8))
def test_without_tokens_and_prices_the_score_is_the_fight_oracles(seed):
    position = replace(random_position(random.Random(100 + seed)), tokens=(), card_price=0, hero_price=0)
    position = replace(position, win_weight=Fraction(1), unit_weight=Fraction(0), prizes={}, lose_price=0)
    for found in all_attacks(position):
        target = position.targets[found.target]
        odds = exact(found.line_up, target.defenders, position.deck, target.stack, target.challenge, **position.rulings)
        assert (found.score, found.win, found.lose) == (odds.win, odds.win, odds.lose)
        assert found.defeated_worth == odds.unit_vp


@pytest.mark.parametrize("seed", range(6))
def test_random_challenges(seed):
    position, challenge = random_challenge(random.Random(seed))
    found = hidden_challenge(position, challenge)
    assert found.win + found.lose + found.nobody == 1
    assert set(found.deployed) == set(hands(challenge.pool, challenge.hand_size))


# ------------------------------------------------------------------------------------- the benchmark's peers


@pytest.mark.parametrize("symbols", [False, True])
def test_the_benchmarks_peer_ranks_as_the_oracle(symbols):
    dealt = cards(6, symbols, seed=3)
    hand, target = dealt[:3], dealt[3:]
    ranking = naive_ranking(hand, target)
    assert len(ranking) == 3 + 6 + 6
    for chance, places in ranking:
        line_up = [to_fighter(Unit(**hand[place]._asdict())) for place in places]
        assert chance == exact(line_up, [to_fighter(Unit(**card._asdict())) for card in target]).win
    assert [chance for chance, _ in ranking] == sorted((chance for chance, _ in ranking), reverse=True)


@pytest.mark.parametrize("symbols", [False, True])
def test_icepool_ranks_alike(symbols):
    pytest.importorskip("icepool")
    dealt = cards(6, symbols, seed=4)
    assert icepool_ranking(dealt[:3], dealt[3:]) == naive_ranking(dealt[:3], dealt[3:])
