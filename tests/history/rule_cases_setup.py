"""Hand-worked fights for the rules that come before the first line: R3 to R8.

The dice (R8), ranged/normal/melee:
  strong 1: 1,0,0   2: 1,0,0      3: 0,1,0  4: 0,1,0   5: 0,0,1  6: 0,0,2
  risky  1: 1,1,1   2: -1,-1,-1   3: 0,0,3  4: -1,0,0  5: 0,2,0  6: 0,-1,0
With up to three attackers the attacker has the strong die. The comments give each line as attacker:defender
with the die in it; a line that is left out is 0:0. "X 1/2" means X has taken one of two points.
"""

from tests.history.rule_case import DOWN, UP, RuleCase

FACING = (
    # Ranged 0+1 : -1, so 0; X 1/2. Normal 0:1, A is the front unit and falls. One each: attacker.
    RuleCase(
        "R3",
        "the first unit named is the front unit",
        "A=0/0/0, B=0/0/0",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # Behind A stands the card to its LEFT: A's right half looks at the front, no marker.
    # Ranged 1:0, X 1/2. Normal 0:1, A falls.
    RuleCase(
        "R3",
        "an attacker's right half looks away from the unit behind it",
        "A=0/0/0 right, B=0/0/0 left",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # The same two cards as defenders do face each other: one marker.
    # Ranged 1:0, the marker. Normal 1:0, A falls. One each.
    RuleCase(
        "R3",
        "the same two cards as defenders are connected",
        "X=0/1/0:2",
        "A=0/0/0 right, B=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
)

CONNECTION = (
    # Ranged 1:0, X 1/2. Normal 0:1, the marker takes it. Two against one.
    RuleCase(
        "R4",
        "attackers: left half of the front unit meets right half of the unit behind",
        "A=0/0/0 left, B=0/0/0 right",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # As defenders A's left and B's right look away: no marker. Ranged 1:0, A falls. Normal 1:0, B falls.
    RuleCase(
        "R4",
        "defenders with those two halves are not connected",
        "X=0/1/0:2",
        "A=0/0/0 left, B=0/0/0 right",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, DOWN),
    ),
    # Labels lion and eagle differ: no marker. Ranged 1:0, X 1/2. Normal 0:1, A falls.
    RuleCase(
        "R4",
        "halves with different labels do not connect",
        "A=0/0/0 left:lion, B=0/0/0 right:eagle",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # The default label is a label of its own. Ranged 1:0, X 1/2. Normal 0:1, A falls.
    RuleCase(
        "R4",
        "a half with the default label does not connect to a named one",
        "A=0/0/0 left, B=0/0/0 right:lion",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # The same for defenders. Ranged 1:0, A falls. (A marker would have saved it.) One each.
    RuleCase(
        "R4",
        "defenders' halves with different labels do not connect, either",
        "X=0/0/0",
        "A=0/0/0 right:lion, B=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X 1/2. Normal 0:1, the marker.
    RuleCase(
        "R4",
        "halves with the same named label connect",
        "A=0/0/0 left:lion right:eagle, B=0/0/0 left:eagle right:lion",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # B between has no half: A and C are no neighbours. Ranged 1:0, X 1/2. Normal 0:1, A falls. Two to one.
    RuleCase(
        "R4",
        "only neighbours connect",
        "A=0/0/0 left, B=0/0/0, C=0/0/0 right",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP, UP),
        defenders_standing=(UP,),
    ),
    # Markers A-B and B-C. Ranged 1:0, A-B. Normal 3:0: A falls, then B-C, then B falls. One each.
    RuleCase(
        "R4",
        "a defenders' row of three has a marker for each connected pair",
        "X=0/3/0",
        "A=0/0/0 right, B=0/0/0 left right, C=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Mirrored: markers A-B and B-C. Ranged 1:0, X 1/2. Normal 0:4: A-B, A, B-C, B. One each.
    RuleCase(
        "R4",
        "an attackers' row of three has the same with left and right swapped",
        "A=0/0/0 left, B=0/0/0 left right, C=0/0/0 right",
        "X=0/4/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, DOWN, UP),
        defenders_standing=(UP,),
    ),
)

MARKER = (
    # Ranged 2:0, the marker and then A falls. Normal 0:-1, 0:0. Melee 0+1 : 0, B 1/2. One each.
    RuleCase(
        "R5",
        "a marker takes one point only",
        "X=2/0/0",
        "A=0/0/0 right, B=0/0/0:2 left",
        5,
        6,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Quota one for the whole fight. Ranged 1:0, M draws it, of A-M and M-B the front-side A-M goes.
    # Normal 1:0 falls on A, whose marker is gone: A falls. One against two.
    RuleCase(
        "R5",
        "a defender between two markers loses the front-side one first",
        "X=0/1/0",
        "A=0/0/0 right, M=0/0/0 left right deflection, B=0/0/0 left",
        1,
        4,
        rulings={"deflection_per": "fight"},
        winner="defender",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP, UP),
    ),
    # Quota one for the whole fight. Ranged 0 : 2-1 = 1, M draws it, A-M goes. Normal 0:1, A falls.
    # Melee 1:0, X 1/3. Two against one.
    RuleCase(
        "R5",
        "an attacker between two markers loses the front-side one first",
        "A=0/0/0 left, M=0/0/0 left right deflection, B=0/0/0 right",
        "X=2/1/0:3",
        5,
        4,
        rulings={"deflection_per": "fight"},
        winner="attacker",
        attackers_standing=(DOWN, UP, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 1:0, B draws it, the marker. Normal 1:0, B draws it and falls. A has taken nothing.
    RuleCase(
        "R5",
        "a marker serves either of its two units, but one of them only",
        "X=0/1/0",
        "A=0/0/0 right, B=0/0/0 left deflection",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP, DOWN),
    ),
    # Ranged 4:0: A-B, A, B-C, B. Normal 1:0, C 1/2. One each.
    RuleCase(
        "R5",
        "when the front unit has fallen the next one still has its other marker",
        "X=4/0/0",
        "A=0/0/0 right, B=0/0/0 left right, C=0/0/0:2 left",
        3,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, DOWN, UP),
    ),
)

AMBUSH = (
    # A-B and B-C; the ambush removes A-B. Ranged 1:0, A falls. (With A-B there A would stand.) One to two.
    RuleCase(
        "R6",
        "the defenders' front-most marker goes first",
        "X=0/0/0 ambush",
        "A=0/0/0 right, B=0/0/0 left right, C=0/0/0 left",
        1,
        4,
        winner="defender",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP, UP),
    ),
    # A-B and B-C; A-B goes. Ranged 0 : -1. Normal 0:1, A falls. Melee 1:0, X 1/3. Two against one.
    RuleCase(
        "R6",
        "the attackers' front-most marker goes first",
        "A=0/0/0 left, B=0/0/0 left right, C=0/0/0 right",
        "X=0/1/0:3 ambush",
        5,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP, UP),
        defenders_standing=(UP,),
    ),
    # Three symbols, one marker: gone, nothing else happens. Ranged 1:0, A falls. One each.
    RuleCase(
        "R6",
        "more ambush symbols than markers",
        "X=0/0/0 ambush:3",
        "A=0/0/0 right, B=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Both markers go, and so A's and X's ambushes both work. Ranged 1+1 : 0, X 2/2 falls.
    # Normal 0:1 (Y), A falls. One each.
    RuleCase(
        "R6",
        "both sides ambush at the same time",
        "A=1/0/0 left ambush, B=0/0/0 right",
        "X=0/0/0:2 right ambush, Y=0/1/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # One symbol each on two units: both markers go. Ranged 1+1 : 0, A and B fall. Two against one.
    RuleCase(
        "R6",
        "ambush symbols of several units add up, also from behind the front",
        "X=1/0/0 ambush, Y=0/0/0 ambush",
        "A=0/0/0 right, B=0/0/0 left right, C=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(DOWN, DOWN, UP),
    ),
)

TOKENS = (
    # Ranged 1:0, X 1/3. Melee 0+2 : 0, X 3/3 falls.
    RuleCase(
        "R7",
        "a token adds to a line value",
        'A=0/0/0 + "+2 melee"',
        "X=0/0/0:3",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
    # The token's ambush removes X-Y. Ranged 1:0, X falls. Melee 2-2 = 0 : 0, so Y stands. One each.
    RuleCase(
        "R7",
        "a token with a negative value and an ambush that works at once",
        'A=0/0/2 + "0/0/-2 ambush"',
        "X=0/0/0 right, Y=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Unit and token ambush, two symbols: A-B and B-C go. Ranged 2:0, A and B fall. One each.
    RuleCase(
        "R7",
        "a unit's ambush and its token's ambush add up",
        'X=1/0/0 ambush + "ambush"',
        "A=0/0/0 right, B=0/0/0 left right, C=0/0/0 left",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Ranged 1:0, X 1/2. Normal 0:1, A falls, its +3 goes with it. Melee 0:0. One each.
    RuleCase(
        "R7",
        "a token goes with its unit",
        'A=0/0/0 + "+3 melee", B=0/0/0',
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 1:0, X 1/2. Normal 0:1, D draws it, D 1/2. Two against one.
    RuleCase(
        "R7",
        "a deflection token",
        'A=0/0/0, D=0/0/0:2 + "deflection"',
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # Per fight, the token's one point for all lines: ranged 1:0, X 1/3. Normal 0:2, D 1/2, A 1/3.
    # Melee 0:1, no quota left: A 2/3. (Per line D would fall, without the token A would.) Two against one.
    RuleCase(
        "R7",
        "a deflection token with the quota per fight",
        'A=0/0/0:3, D=0/0/0:2 + "deflection"',
        "X=0/2/1:3",
        1,
        4,
        rulings={"deflection_per": "fight"},
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 0 : 1-1. Normal 0+1 : 2, A falls; two heroic points: X falls, Y falls. B alone stands.
    RuleCase(
        "R7",
        "a heroic-death token joins the unit's own symbol",
        'A=0/0/0 heroic-death + "heroic-death", B=0/0/0',
        "X=1/1/0, Y=0/1/0",
        3,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, DOWN),
    ),
    # Ranged 1:0, X falls; of its two heroic points the token prevents one, A 1/2. One each.
    RuleCase(
        "R7",
        "an accuracy token",
        'A=0/0/0:2 + "accuracy:1/0/0"',
        "X=0/0/0 heroic-death:2, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
)

DICE = (
    # Strong 6 against risky 6. Normal 0 : -1. Melee 0+2 : 0, X falls.
    RuleCase(
        "R8",
        "three attackers: strong die for the attacker",
        "A=0/0/0, B=0/0/0, C=0/0/0",
        "X=0/0/0:2",
        6,
        6,
        winner="attacker",
        attackers_standing=(UP, UP, UP),
        defenders_standing=(DOWN,),
    ),
    # Risky 3 (0,0,3) against strong 1 (1,0,0). Ranged 0:1, A falls. Melee 3:0, X falls.
    RuleCase(
        "R8",
        "four attackers: risky die for the attacker",
        "A=0/0/0, B=0/0/0, C=0/0/0, D=0/0/0",
        "X=0/0/0:3",
        3,
        1,
        winner="attacker",
        attackers_standing=(DOWN, UP, UP, UP),
        defenders_standing=(DOWN,),
    ),
    # Risky 1 (1,1,1) against strong 6 (0,0,2). Ranged 1:0, normal 1:0, X 2/3. Melee 1:2, A falls.
    RuleCase(
        "R8",
        "five attackers: still the risky die",
        "A=0/0/0, B=0/0/0, C=0/0/0, D=0/0/0, E=0/0/0",
        "X=0/0/0:3",
        1,
        6,
        winner="attacker",
        attackers_standing=(DOWN, UP, UP, UP, UP),
        defenders_standing=(UP,),
    ),
    # Strong 6 against risky 1: only the attacker board counts. Ranged 0:1, A falls. Normal 0:1, B falls.
    # Melee 2:1 (the empty side's die, R15), X falls. None against three.
    RuleCase(
        "R8",
        "the number of defenders does not matter",
        "A=0/0/0, B=0/0/0",
        "X=0/0/0, Y=0/0/0, Z=0/0/0, W=0/0/0",
        6,
        1,
        winner="defender",
        attackers_standing=(DOWN, DOWN),
        defenders_standing=(DOWN, UP, UP, UP),
    ),
    # Strong 6 against risky 5 (0,2,0). Normal 0:2, A and B fall. Melee 2:0, X falls. C alone stands.
    # (With one attacker left the dice stay where they are.)
    RuleCase(
        "R8",
        "one roll for the whole fight",
        "A=0/0/0, B=0/0/0, C=0/0/0",
        "X=0/0/0:2",
        6,
        5,
        winner="attacker",
        attackers_standing=(DOWN, DOWN, UP),
        defenders_standing=(DOWN,),
    ),
)

SETUP_CASES = FACING + CONNECTION + MARKER + AMBUSH + TOKENS + DICE
