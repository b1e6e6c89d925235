"""Hand-worked fights for the battle lines and the end of a fight: R10 to R16.

The dice (R8), ranged/normal/melee:
  strong 1: 1,0,0   2: 1,0,0      3: 0,1,0  4: 0,1,0   5: 0,0,1  6: 0,0,2
  risky  1: 1,1,1   2: -1,-1,-1   3: 0,0,3  4: -1,0,0  5: 0,2,0  6: 0,-1,0
With up to three attackers the attacker has the strong die. The comments give each line as attacker:defender
with the die in it; a line that is left out is 0:0. "X 1/2" means X has taken one of two points.
"""

from tests.history.rule_case import DOWN, UP, RuleCase

LINE = (
    # Ranged 1 : -1 counts 0, X 1/3. Normal 1:0, X 2/3. Melee 0:0. (Taken as -1 the damage would be 2+2+1.)
    RuleCase(
        "R10",
        "a negative sum counts 0",
        "A=1/0/0",
        "X=0/0/0:3",
        3,
        2,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP,),
    ),
    # Ranged 2 : 1-1 = 0, X 2/3. Normal 1:0, X 3/3 falls.
    RuleCase(
        "R10",
        "a negative die lowers a positive sum",
        "A=2/0/0",
        "X=1/0/0:3",
        3,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 1-3+2 = 0 : -1, 0:0. Normal 1:0, X 1/2. (A's -2 taken as 0, X would fall in the first line.)
    RuleCase(
        "R10",
        "a unit's negative value is part of its side's sum",
        'A=1/0/0 + "-3 ranged", B=2/0/0',
        "X=0/0/0:2",
        3,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 1-3+1 = -1, so 0 : 1, A 1/2. Normal 0 : -1. (Taken as -1 it would be two points and A's end.)
    RuleCase(
        "R10",
        "the attacker's negative sum counts 0, too",
        'A=1/0/0:2 + "-3 ranged"',
        "X=1/0/0",
        1,
        6,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP,),
    ),
    # Ranged 1:0, X 1/2. Normal 0:1, A falls. Melee 0:0 without A's 5. One each.
    RuleCase(
        "R10",
        "a fallen unit adds nothing to later lines",
        "A=0/0/5, B=0/0/0",
        "X=0/1/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 2:2. Normal 1 : 2-1 = 1. Melee 1:1. Nobody is hurt.
    RuleCase(
        "R10",
        "equal sums deal no damage",
        "A=1/1/1",
        "X=2/2/1",
        1,
        6,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP,),
    ),
    # Ranged 3 : 2-1 = 1, two points: X 2/3. Normal 0:1, A 1/2. Melee 0:0.
    RuleCase(
        "R10",
        "only the lower side takes damage, and only the difference",
        "A=2/0/0:2",
        "X=2/1/0:3",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP,),
    ),
)

DAMAGE = (
    # Ranged 3:0, X 2/2 falls, Y 1/2. One each.
    RuleCase(
        "R11",
        "the next point goes to the next unit",
        "A=2/0/0",
        "X=0/0/0:2, Y=0/0/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 6:0, X falls, five points are lost.
    RuleCase(
        "R11",
        "points beyond the last unit are lost",
        "A=5/0/0",
        "X=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 1:0, normal 1:0, melee 1:0, X 3/3 falls, Y untouched. One each.
    RuleCase(
        "R11",
        "damage adds up over the lines",
        "A=1/1/0",
        "X=0/0/0:3, Y=0/0/0",
        5,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1 : 6-1 = 5, four points: A 2/2, B 1/1, C 1/3. Normal and melee 0:0. One each.
    RuleCase(
        "R11",
        "points walk back through the attackers",
        "A=0/0/0:2, B=0/0/0, C=0/0/0:3",
        "X=6/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, DOWN, UP),
        defenders_standing=(UP,),
    ),
)

HEROIC_DEATH = (
    # Ranged 1:0, X falls, two heroic points: A falls, B 1/2. One each.
    RuleCase(
        "R12",
        "heroic death hits the other side from its front",
        "A=0/0/0, B=0/0/0:2",
        "X=0/0/0 heroic-death:2, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X falls > A falls > Y falls > B falls. Z has seen nothing. None against one.
    RuleCase(
        "R12",
        "a chain goes back and forth",
        "A=0/0/0 heroic-death, B=0/0/0",
        "X=0/0/0 heroic-death, Y=0/0/0 heroic-death, Z=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN, DOWN),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Ranged 2:0. First point: X falls > A falls > Y falls. Second point: Z falls. Nobody is left.
    RuleCase(
        "R12",
        "the rest of the line's damage goes on after the dealer has fallen",
        "A=1/0/0 heroic-death",
        "X=0/0/0 heroic-death, Y=0/0/0, Z=0/0/0",
        1,
        4,
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, DOWN, DOWN),
    ),
    # Ranged 1:0, X falls, its point is taken by A-B. Two against one.
    RuleCase(
        "R12",
        "a marker takes heroic damage, too",
        "A=0/0/0 left, B=0/0/0 right",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Marker F-D. Ranged 2:0. First point: X draws it and falls > A falls > one heroic point at F, which
    # F-D takes. Second point: D draws it, no marker left, D falls. F stands. (Line damage first: F-D would
    # have saved D, and the heroic point would have felled F.)
    RuleCase(
        "R12",
        "heroic damage comes before the next point of the line",
        "A=1/0/0 heroic-death",
        "X=0/0/0 heroic-death deflection, F=0/0/0 right, D=0/0/0 left deflection",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, UP, DOWN),
    ),
    # Ranged 1:0, X falls, two points. The first: A falls > Y falls > B falls (all of Y's symbol).
    # The second: C 1/2. One against one (Z).
    RuleCase(
        "R12",
        "the outer heroic death goes on after the inner chain",
        "A=0/0/0 heroic-death, B=0/0/0, C=0/0/0:2",
        "X=0/0/0 heroic-death:2, Y=0/0/0 heroic-death, Z=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, DOWN, UP),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Ranged 1:0, X falls > A falls. A's value 3 is gone from the next line: normal 0:0. None against one.
    RuleCase(
        "R12",
        "a unit felled by heroic death is out of the later lines",
        "A=0/3/0",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, UP),
    ),
)

ACCURACY = (
    # Ranged 1:0, X falls, its point is prevented. One each.
    RuleCase(
        "R13",
        "accuracy prevents a heroic point in its line",
        "A=0/0/0 accuracy:1/0/0",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X falls, the symbols belong to the other lines: A falls.
    RuleCase(
        "R13",
        "accuracy in other lines does not help",
        "A=0/0/0 accuracy:0/1/1",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X falls, 3 - 2 = 1 point: A falls, B stands. One each.
    RuleCase(
        "R13",
        "the symbols of all units of a side add up",
        "A=0/0/0 accuracy:1/0/0, B=0/0/0 accuracy:1/0/0",
        "X=0/0/0 heroic-death:3, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 0:1, A falls > X falls > one point at B, prevented by A's symbol: A stood when the line began.
    # Normal 1 : -1, Y 1/2. One each.
    RuleCase(
        "R13",
        "a unit that falls during the line still counts in it",
        "A=0/0/0 heroic-death accuracy:1/0/0, B=0/0/0",
        "X=1/0/0 heroic-death, Y=0/0/0:2",
        3,
        6,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 0:1, A falls. Normal 1 : -1, X falls > B falls: A was not there any more.
    # Melee 1 (the empty side's die) : 0, Y 1/2. None against one.
    RuleCase(
        "R13",
        "a unit that fell in an earlier line does not count",
        "A=0/0/0 accuracy:0/1/0, B=0/1/0",
        "X=1/0/0 heroic-death, Y=0/0/0:2",
        5,
        6,
        winner="defender",
        attackers_standing=(DOWN, DOWN),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X falls, prevented. Normal 1:0, Y falls, prevented. One each.
    RuleCase(
        "R13",
        "each line has its own symbols",
        "A=0/1/0 accuracy:1/1/0",
        "X=0/0/0 heroic-death, Y=0/0/0 heroic-death, Z=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Ranged 1:0, X 1/2: nothing to prevent. Normal 1:0, X falls, A has no symbol for this line and falls.
    RuleCase(
        "R13",
        "unused symbols are not kept for the next line",
        "A=0/1/0 accuracy:3/0/0",
        "X=0/0/0:2 heroic-death, Y=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 2:0. X falls, prevented. Y falls, the symbol is used up: A falls. None against one.
    RuleCase(
        "R13",
        "one symbol prevents one point in a line",
        "A=1/0/0 accuracy:1/0/0",
        "X=0/0/0 heroic-death, Y=0/0/0 heroic-death, Z=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, DOWN, UP),
    ),
    # Ranged 0:1, A falls, 2 - 1 = 1 point: X falls. Normal 1 : -1, Y 1/2. One each.
    RuleCase(
        "R13",
        "the defenders' accuracy works against the attackers' heroic death",
        "A=0/0/0 heroic-death:2, B=0/0/0",
        "X=1/0/0 accuracy:1/0/0, Y=0/0/0:2",
        3,
        6,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, plain line damage: X falls for all its accuracy. No defender is left.
    RuleCase(
        "R13",
        "accuracy does nothing against line damage",
        "A=0/0/0",
        "X=0/0/0 accuracy:3/3/3",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
)

DEFLECTION = (
    # Ranged 3:0, D 2/3, the third point fells X. One each.
    RuleCase(
        "R14",
        "the first k points of a line fall on the deflecting unit",
        "A=2/0/0",
        "X=0/0/0, D=0/0/0:3 deflection:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 2:0, D 1/1 falls, the second point is X's, 1/2. One each.
    RuleCase(
        "R14",
        "a unit deflects only while it stands",
        "A=1/0/0",
        "X=0/0/0:2, D=0/0/0 deflection:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP, DOWN),
    ),
    # Ranged 1:0, D (nearer the front than E) falls. One against two.
    RuleCase(
        "R14",
        "of several deflecting units the front-most begins",
        "A=0/0/0",
        "X=0/0/0, D=0/0/0 deflection, E=0/0/0 deflection",
        1,
        4,
        winner="defender",
        attackers_standing=(UP,),
        defenders_standing=(UP, DOWN, UP),
    ),
    # Ranged 3:0: D 1/2 (quota used up), E 1/1 falls, the third point fells X. One each (D).
    RuleCase(
        "R14",
        "then the next one, then the front unit",
        "A=2/0/0",
        "X=0/0/0, D=0/0/0:2 deflection, E=0/0/0 deflection",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP, DOWN),
    ),
    # Ranged 1:0, normal 1:0, melee 1:0: D draws one in each and falls. X untouched. One each.
    RuleCase(
        "R14",
        "per line: the quota is new in every line",
        "A=0/1/1",
        "X=0/0/0, D=0/0/0:3 deflection",
        1,
        4,
        rulings={"deflection_per": "line"},
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP, DOWN),
    ),
    # Ranged 1:0, D 1/3. Normal 1:0, X falls. Melee 1:0, D is now the front unit, 2/3. One each.
    RuleCase(
        "R14",
        "per fight: the quota is for all lines together",
        "A=0/1/1",
        "X=0/0/0, D=0/0/0:3 deflection",
        1,
        4,
        rulings={"deflection_per": "fight"},
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Per fight, quota two: ranged 1:0, D 1/4; normal 2:0, D 2/4 and X falls; melee 1:0, D 3/4.
    RuleCase(
        "R14",
        "per fight: what is left of the quota carries over",
        "A=0/2/1",
        "X=0/0/0, D=0/0/0:4 deflection:2",
        1,
        4,
        rulings={"deflection_per": "fight"},
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 2:0. D draws the first, X-D takes it, the quota is used up; the second fells X. One each.
    RuleCase(
        "R14",
        "a drawn point that a marker takes counts against the quota",
        "A=1/0/0",
        "X=0/0/0 right, D=0/0/0 left deflection",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 1:0, X falls, its heroic point falls on the front unit A, not on D. One each.
    RuleCase(
        "R14",
        "heroic damage is not deflected",
        "A=0/0/0, D=0/0/0:2 deflection:2",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(DOWN, UP),
        defenders_standing=(DOWN, UP),
    ),
    # Ranged 0 : 2-1 = 1, D 1/3. Normal 0:2, D 2/3, then A 1/2. Melee 1:0, X 1/2. Two against one.
    RuleCase(
        "R14",
        "the attackers' deflection works the same way",
        "A=0/0/0:2, D=0/0/0:3 deflection",
        "X=2/2/0:2",
        5,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
)

END = (
    # Ranged 1:0, X falls. Melee 0:3 from the empty side's die, A falls.
    RuleCase(
        "R15",
        "an empty side's die still fells the last unit",
        "A=0/0/0",
        "X=0/0/0",
        1,
        3,
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 1:0, X falls, the fight is over.
    RuleCase(
        "R15",
        "with empty_side_fights off it does not",
        "A=0/0/0",
        "X=0/0/0",
        1,
        3,
        rulings={"empty_side_fights": False},
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 0 : 1+1, A falls. Normal 0:1, lost. Melee 2:1, X falls.
    RuleCase(
        "R15",
        "the same for the attackers' die",
        "A=0/0/0",
        "X=1/0/0",
        6,
        1,
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 0:2, A falls, the fight is over.
    RuleCase(
        "R15",
        "and not with it off",
        "A=0/0/0",
        "X=1/0/0",
        6,
        1,
        rulings={"empty_side_fights": False},
        winner="defender",
        attackers_standing=(DOWN,),
        defenders_standing=(UP,),
    ),
    # Ranged 2:0. First point: X falls > A falls, the attackers are empty. The second point is still dealt: Y.
    RuleCase(
        "R15",
        "off: the line under way is finished all the same",
        "A=1/0/0",
        "X=0/0/0 heroic-death, Y=0/0/0",
        1,
        4,
        rulings={"empty_side_fights": False},
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN, DOWN),
    ),
    # Ranged 2:1, X falls. Normal 1:1. Melee 1:1. A's own values hold the empty side's die off.
    RuleCase(
        "R15",
        "the empty side's die is weighed against the standing units' sum",
        "A=1/1/1",
        "X=0/0/0",
        1,
        1,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN,),
    ),
    # No defender at all. Ranged 1:0, lost. Melee 0:3 from the die alone, A falls.
    RuleCase(
        "R15",
        "a challenged player without units has its die",
        "A=0/0/0",
        "none",
        1,
        3,
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(),
    ),
    # No line is fought.
    RuleCase(
        "R15",
        "off: against no units there is no fight",
        "A=0/0/0",
        "none",
        1,
        3,
        rulings={"empty_side_fights": False},
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(),
    ),
)

WINNER = (
    # Ranged 1:0, X 1/2. One each.
    RuleCase(
        "R16",
        "a tie goes to the attacker",
        "A=0/0/0",
        "X=0/0/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(UP,),
    ),
    # Ranged 1:0, X 1/2. One against two.
    RuleCase(
        "R16",
        "more standing defenders win",
        "A=0/0/0",
        "X=0/0/0:2, Y=0/0/0",
        1,
        4,
        winner="defender",
        attackers_standing=(UP,),
        defenders_standing=(UP, UP),
    ),
    # Ranged 1:0, X 1/2. Two against one.
    RuleCase(
        "R16",
        "more standing attackers win",
        "A=0/0/0, B=0/0/0",
        "X=0/0/0:2",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP, UP),
        defenders_standing=(UP,),
    ),
    # Ranged 1:0, X falls > A falls.
    RuleCase(
        "R16",
        "with none on either side nobody wins",
        "A=0/0/0",
        "X=0/0/0 heroic-death",
        1,
        4,
        winner="nobody",
        attackers_standing=(DOWN,),
        defenders_standing=(DOWN,),
    ),
    # Ranged 1:0, X falls. Normal 0:1 (Y), A 1/9. Units count, not toughness or losses: one each.
    RuleCase(
        "R16",
        "units are counted, not what they can take",
        "A=0/0/0:9",
        "X=0/0/0, Y=0/1/0",
        1,
        4,
        winner="attacker",
        attackers_standing=(UP,),
        defenders_standing=(DOWN, UP),
    ),
)

LINE_CASES = LINE + DAMAGE + HEROIC_DEATH + ACCURACY + DEFLECTION + END + WINNER
