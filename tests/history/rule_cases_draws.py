"""Hand-worked averages: reinforcement (R2), re-rolls (R9), spoils (R17) and relics (R18).

The dice (R8), ranged/normal/melee:
  strong S1, S2: 1,0,0    S3, S4: 0,1,0     S5: 0,0,1  S6: 0,0,2
  risky  K1: 1,1,1        K2: -1,-1,-1      K3: 0,0,3  K4: -1,0,0  K5: 0,2,0  K6: 0,-1,0
"""

from fractions import Fraction

from tests.history.rule_case import OddsCase, ReinforcementCase, RelicCase

ZERO, ONE = Fraction(0), Fraction(1)
HALF, QUARTER, SIXTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 6)

REINFORCEMENT_CASES = (
    # No symbol, no card.
    ReinforcementCase("without a symbol nothing is drawn", "A=0/0/0", "B=0/0/0", 5, {("A",): ONE}),
    # One of four cards, two of them D.
    ReinforcementCase(
        "one symbol, one card, by its share of the pile",
        "A=0/0/0 reinforcement",
        "B=0/0/0, C=0/0/0, 2 D=0/0/0",
        5,
        {("A", "B"): QUARTER, ("A", "C"): QUARTER, ("A", "D"): HALF},
    ),
    # B (1/2) shows the symbol and draws C; C (1/2) does not.
    ReinforcementCase(
        "a drawn card with the symbol draws on",
        "A=0/0/0 reinforcement",
        "B=0/0/0 reinforcement, C=0/0/0",
        5,
        {("A", "B", "C"): HALF, ("A", "C"): HALF},
    ),
    # Two symbols, but X, Y and Z leave only the virtual slot.
    ReinforcementCase(
        "it stops when the virtual slot is filled",
        "X=0/0/0 reinforcement:2, Y=0/0/0, Z=0/0/0",
        "B=0/0/0, C=0/0/0",
        4,
        {("X", "Y", "Z", "B"): HALF, ("X", "Y", "Z", "C"): HALF},
    ),
    # Three symbols, two cards, in either order.
    ReinforcementCase(
        "it stops when the pile is empty",
        "A=0/0/0 reinforcement:3",
        "B=0/0/0, C=0/0/0",
        5,
        {("A", "B", "C"): HALF, ("A", "C", "B"): HALF},
    ),
    ReinforcementCase(
        "from an empty pile nothing comes", "A=0/0/0 reinforcement, B=0/0/0", "none", 5, {("A", "B"): ONE}
    ),
    # Two cards to draw. B first (1/3): still two to draw, C D or D C, 1/6 each. C first (1/3): one to draw,
    # B (1/2), which draws D, or D (1/2) and the end, 1/6 each. D first: the same with C for D.
    ReinforcementCase(
        "two symbols and a pile with one more",
        "A=0/0/0 reinforcement:2",
        "B=0/0/0 reinforcement, C=0/0/0, D=0/0/0",
        5,
        {
            ("A", "B", "C", "D"): SIXTH,
            ("A", "B", "D", "C"): SIXTH,
            ("A", "C", "B", "D"): SIXTH,
            ("A", "C", "D"): SIXTH,
            ("A", "D", "B", "C"): SIXTH,
            ("A", "D", "C"): SIXTH,
        },
    ),
    # Two symbols on two units: two cards, 3 x 2 draws. B C, C B (either of two equal C) and C C: 2/6 each.
    ReinforcementCase(
        "the symbols of several units add up, in the order of the draws",
        "A=0/0/0 reinforcement, E=0/0/0 reinforcement",
        "B=0/0/0, 2 C=0/0/0",
        5,
        {
            ("A", "E", "B", "C"): Fraction(1, 3),
            ("A", "E", "C", "B"): Fraction(1, 3),
            ("A", "E", "C", "C"): Fraction(1, 3),
        },
    ),
)

# R9's cases below use A (takes 9, never falls: no face brings more than 3) against X (takes 2) and Y
# (takes 9). The attacker wins when X falls. That takes two points in one line: S6 in melee, while the
# defender's melee is not positive: K2, K4, K5, K6. (The other faces bring one point at most.)
RE_ROLL_CASES = (
    # 1/6 * 4/6.
    OddsCase(
        "R9",
        "no symbol: one roll",
        "A=0/0/0:9",
        "X=0/0/0:2, Y=0/0/0:9",
        win=Fraction(1, 9),
        lose=Fraction(8, 9),
        nobody=ZERO,
    ),
    # Against K2, K4, K5, K6 (2/3): S6 within two rolls, 1 - (5/6)^2 = 11/36. 2/3 * 11/36.
    OddsCase(
        "R9",
        "one re-roll of the attacker",
        "A=0/0/0:9 reroll",
        "X=0/0/0:2, Y=0/0/0:9",
        win=Fraction(11, 54),
        lose=Fraction(43, 54),
        nobody=ZERO,
    ),
    # Within three rolls: 1 - 125/216 = 91/216. 2/3 * 91/216.
    OddsCase(
        "R9",
        "two re-rolls of the attacker",
        "A=0/0/0:9 reroll:2",
        "X=0/0/0:2, Y=0/0/0:9",
        win=Fraction(91, 324),
        lose=Fraction(233, 324),
        nobody=ZERO,
    ),
    # The token's symbol counts as well: as above with two.
    OddsCase(
        "R9",
        "unit and token symbols add up",
        'A=0/0/0:9 reroll + "reroll"',
        "X=0/0/0:2, Y=0/0/0:9",
        win=Fraction(91, 324),
        lose=Fraction(233, 324),
        nobody=ZERO,
    ),
    # K2, K4, K6 (1/2) are rolled again: in the end 1/12 each, the others 1/6 + 1/12 = 1/4 each.
    # The four faces that let X fall: 3/12 + 1/4 = 1/2. 1/6 * 1/2.
    OddsCase(
        "R9",
        "board: the defender's negative face must be rolled again",
        "A=0/0/0:9",
        "X=0/0/0:2 reroll, Y=0/0/0:9",
        win=Fraction(1, 12),
        lose=Fraction(11, 12),
        nobody=ZERO,
    ),
    # Negative after three rolls: 1/8, so 1/24 each; the others (7/8)/3 = 7/24. 3/24 + 7/24 = 5/12.
    # 1/6 * 5/12.
    OddsCase(
        "R9",
        "board: twice, if it has to be",
        "A=0/0/0:9",
        "X=0/0/0:2 reroll, Y=0/0/0:9 reroll",
        win=Fraction(5, 72),
        lose=Fraction(67, 72),
        nobody=ZERO,
    ),
    # Defender first: 1/2. Then S6 within two rolls: 11/36. 1/2 * 11/36.
    OddsCase(
        "R9",
        "board: both sides",
        "A=0/0/0:9 reroll",
        "X=0/0/0:2 reroll, Y=0/0/0:9",
        win=Fraction(11, 72),
        lose=Fraction(61, 72),
        nobody=ZERO,
    ),
    # The defender rolls again only when it would lose: S6 (1/6) and K2, K4, K5, K6 (2/3), then
    # again one of them (2/3).
    OddsCase(
        "R9",
        "challenge: the defender decides",
        "A=0/0/0:9",
        "X=0/0/0:2 reroll, Y=0/0/0:9",
        challenge=True,
        win=Fraction(2, 27),
        lose=Fraction(25, 27),
        nobody=ZERO,
    ),
    # Against K1, K3 the attacker never wins: kept. On the other four (2/3) the attacker's chance is 1 or 1/6,
    # so the defender rolls again: 2/3 * 2/3 = 4/9. Then S6 within two rolls: 11/36. 4/9 * 11/36.
    OddsCase(
        "R9",
        "challenge: the defender first, then the attacker",
        "A=0/0/0:9 reroll",
        "X=0/0/0:2 reroll, Y=0/0/0:9",
        challenge=True,
        win=Fraction(11, 81),
        lose=Fraction(70, 81),
        nobody=ZERO,
    ),
    # Four attackers: the defender has the strong die and three units that take 9 (no attacker's face brings
    # more than 3). It wins when two of the four fall: S6 against K2, K4, K5, K6 (K1: one falls; K3: none):
    # 1/6 * 2/3. Every other face fells one at most, and three against three is the attacker's. No face of the
    # strong die is negative: the symbol is of no use.
    OddsCase(
        "R9",
        "board: the strong die is never rolled again",
        "A=0/0/0, B=0/0/0, C=0/0/0, D=0/0/0",
        "X=0/0/0:9 reroll, Y=0/0/0:9, Z=0/0/0:9",
        win=Fraction(8, 9),
        lose=Fraction(1, 9),
        nobody=ZERO,
    ),
    # The same between players: S6 within two rolls, 2/3 * 11/36 = 11/54.
    OddsCase(
        "R9",
        "challenge: the strong die may be rolled again",
        "A=0/0/0, B=0/0/0, C=0/0/0, D=0/0/0",
        "X=0/0/0:9 reroll, Y=0/0/0:9, Z=0/0/0:9",
        challenge=True,
        win=Fraction(43, 54),
        lose=Fraction(11, 54),
        nobody=ZERO,
    ),
)

DEPLOYMENT_CASES = (
    # Three attackers: strong die. The defenders stand, so the attacker wins only if none of its three falls:
    # K1, K3, K5 fell at least one (every strong face is lower in some line), K2, K4, K6 none. 1/2.
    OddsCase(
        "R8",
        "three attackers and an empty deck: strong die",
        "A=0/0/0 reinforcement, B=0/0/0, C=0/0/0",
        "X=0/0/0:9, Y=0/0/0:9, Z=0/0/0:9",
        win=HALF,
        lose=HALF,
        nobody=ZERO,
        attackers_deployed={3: ONE},
    ),
    # With D there are four, so the dice change hands: lost only with S6 against K2, K4, K5, K6, 1/9 (see R9).
    OddsCase(
        "R8",
        "a reinforcement counts for the dice",
        "A=0/0/0 reinforcement, B=0/0/0, C=0/0/0",
        "X=0/0/0:9, Y=0/0/0:9, Z=0/0/0:9",
        deck="D=0/0/0",
        win=Fraction(8, 9),
        lose=Fraction(1, 9),
        nobody=ZERO,
        attackers_deployed={4: ONE},
    ),
    # B (1/3) fells all three in the first line: 40 against at most 1 is 39 or more, 27 are enough. With a C
    # two stand against three (A, C take 9; a die brings 3 at most). Conquered 1/3 each, 1 VP each: 1 VP.
    OddsCase(
        "R2",
        "the odds average over the unknown order of the deck",
        "A=0/0/0:9 reinforcement",
        "X=0/0/0:9, Y=0/0/0:9, Z=0/0/0:9",
        deck="B=40/0/0:9, 2 C=0/0/0:9",
        win=Fraction(1, 3),
        lose=Fraction(2, 3),
        nobody=ZERO,
        attackers_deployed={2: ONE},
        conquered={"X": Fraction(1, 3), "Y": Fraction(1, 3), "Z": Fraction(1, 3)},
        unit_vp=ONE,
    ),
)

# One unit against one, both taking 1, 36 pairs (W win, L lose, 0 nobody):
#          K1  K2  K3  K4  K5  K6
#   S1,S2  L   W   0   W   0   W     X falls in ranged unless K1; K3 and K5 (empty side) then fell A
#   S3,S4  L   W   0   W   L   W     K1 fells A in ranged, K5 in normal; K3 fells A after X
#   S5     L   W   L   W   0   W     K5 fells A in normal, the die then X
#   S6     0   W   L   W   0   W     K1 fells A in ranged, 2:1 in melee fells X
# W 2*3 + 2*3 + 3 + 3 = 18, L 2*1 + 2*2 + 2 + 1 = 9, 0 2*2 + 2*1 + 1 + 2 = 9. X falls in W and 0: 27 of 36.
SPOILS_CASES = (
    OddsCase(
        "R17",
        "a defender that falls is conquered, also when nobody wins",
        "A=0/0/0",
        "X=0/0/0",
        win=HALF,
        lose=QUARTER,
        nobody=QUARTER,
        conquered={"X": Fraction(3, 4)},
        unit_vp=Fraction(3, 4),
    ),
    # With empty_side_fights off the 0 of S1..S4 (2*2 + 2*1 = 6 pairs) become W, those of S5, S6 (3 pairs) L.
    OddsCase(
        "R15",
        "one unit against one, the fight ending when a side is empty",
        "A=0/0/0",
        "X=0/0/0",
        rulings={"empty_side_fights": False},
        win=Fraction(2, 3),
        lose=Fraction(1, 3),
        nobody=ZERO,
        conquered={"X": Fraction(2, 3)},
        unit_vp=Fraction(2, 3),
    ),
    # Ranged 9 or 10 against at most 1: eight points or more, X falls; Y takes nine of its 20 at most, the
    # normal line included. Melee at least 9-1 against at most 2: A falls. Always lost, but X is conquered.
    OddsCase(
        "R17",
        "also when the attack is lost; surviving defenders are not",
        "A=9/0/0",
        "X=0/0/0, Y=0/0/9:20",
        win=ZERO,
        lose=ONE,
        nobody=ZERO,
        conquered={"X": ONE},
        unit_vp=ONE,
    ),
    # Ranged at least 9-1: both defenders fall, whichever came. X 1, Y and Z 1/2 each.
    # X 1 VP (elite), Y 1/2 * 1, Z 1/2 * 3 (hero): 3 VP.
    OddsCase(
        "R17",
        "reinforcements are conquered, too",
        "A=9/9/9:9",
        "X=0/0/0 reinforcement",
        stack="Y=0/0/0, Z=0/0/0 hero",
        win=ONE,
        lose=ZERO,
        nobody=ZERO,
        conquered={"X": ONE, "Y": HALF, "Z": HALF},
        unit_vp=Fraction(3),
    ),
)

ODDS_CASES = RE_ROLL_CASES + DEPLOYMENT_CASES + SPOILS_CASES

# The next relic of an era with 0, 1, 2, 3, 4, 5 or more owned is worth 1, 1, 2, 2, 3, 0 (C).
RELIC_CASES = (
    # Draw one of four: three times 1, once 3 (the fifth of era IV). 6/4.
    RelicCase("four attackers draw one", {"I": 3, "IV": 1}, {"IV": 4}, 4, Fraction(3, 2)),
    # Draw two of four, six pairs: three with IV (3 VP), three without (1 VP). 12/6.
    RelicCase("three attackers draw two", {"I": 3, "IV": 1}, {"IV": 4}, 3, Fraction(2)),
    # Draw three of four: only one of the four triples has no IV. (3*3 + 1)/4.
    RelicCase("two attackers draw three", {"I": 3, "IV": 1}, {"IV": 4}, 2, Fraction(5, 2)),
    # Draw all four: IV is there.
    RelicCase("one attacker draws four", {"I": 3, "IV": 1}, {"IV": 4}, 1, Fraction(3)),
    RelicCase("with the virtual slot filled none", {"I": 3, "IV": 1}, {"IV": 4}, 5, Fraction(0)),
    # Four to draw, two there: both are drawn, the better is III with 2 owned.
    RelicCase("with fewer left draw what is there", {"I": 1, "III": 1}, {"III": 2}, 1, Fraction(2)),
    RelicCase("nothing left, nothing drawn", {"I": 0}, {"I": 2}, 1, Fraction(0)),
    # The sixth of era I is worth nothing. One of three: 1/3 * 1.
    RelicCase("a sixth relic of an era is worth nothing", {"I": 2, "II": 1}, {"I": 5}, 4, Fraction(1, 3)),
    # Worths 0 (I), 1, 1 (II), 2 (III), 3 (IV). Ten pairs: four with IV (3), three more with III (2),
    # the remaining three with a II (1). (12 + 6 + 3)/10.
    RelicCase(
        "the best of two among four worths",
        {"I": 1, "II": 2, "III": 1, "IV": 1},
        {"I": 5, "III": 2, "IV": 4},
        3,
        Fraction(21, 10),
    ),
    # Ten triples: six with IV, three more with III, one with neither. (18 + 6 + 1)/10.
    RelicCase(
        "the best of three among four worths",
        {"I": 1, "II": 2, "III": 1, "IV": 1},
        {"I": 5, "III": 2, "IV": 4},
        2,
        Fraction(5, 2),
    ),
)
