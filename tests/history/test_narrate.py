"""Fights told line by line: the golden fight, the events against the outcome, and how a course is chosen."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.cards import Unit, WarToken
from odds.history.courses import given_course, seeded_course, typical_course
from odds.history.encode import DICE, encode_line_up
from odds.history.faces import fill_table
from odds.history.fight import (
    ARENA_SIZE,
    EVENT_DAMAGE,
    EVENT_DEFEATED,
    EVENT_HEROIC_DEATH,
    EVENT_LINE,
    EVENT_MARKER,
    SLOTS,
    set_up,
)
from odds.history.narrate import EVENT_NAMES, SIDES, Story, narrate
from odds.history.odds import answer
from odds.history.phrases import read_units
from odds.history.query import Query
from odds.history.rules import Rulings
from odds.history.words import percent
from tests.history.rule_case import RuleCase
from tests.history.rule_cases import RULE_CASES

CARDS = read_card_set("reconstructed")


def units(phrase: str) -> tuple[Unit, ...]:
    return read_units(phrase, CARDS, what="units")


def query(attackers: str, defenders: str, deck: str = "", stack: str = "", **more: object) -> Query:
    return Query(units(attackers), units(defenders), units(deck), units(stack), card_set=CARDS, **more)  # type: ignore[arg-type]


def told(attackers: str, defenders: str, faces: tuple[int, int], **more: object) -> Story:
    question = query(attackers, defenders, **more)
    return narrate(question, question.attackers, question.defenders, *faces)


def golden() -> Story:
    question = query("Catapult, Archer, Conscript", "Genoese Crossbowmen, Trưng Sisters", "Spy")
    course = given_course(question, 1, 6)
    assert course.notes == ()
    return narrate(question, course.attackers, course.defenders, 1, 6)


def section(story: Story, beginning: str) -> list[str]:
    """Return the paragraph that begins like that and the indented ones below it."""
    found: list[str] = []
    for paragraph in story.paragraphs:
        if found and not paragraph.startswith(" "):
            break
        if found or paragraph.startswith(beginning):
            found.append(paragraph.strip())
    return found


# --- the golden fight


def test_golden_fight_sums_and_damage() -> None:
    story = golden()
    assert [event[1:] for event in story.events if event[0] == EVENT_LINE] == [(0, 2, 0, 2), (1, 2, 1, 1), (2, 2, 5, 3)]
    assert section(story, "Ranged 2 : 0") == [
        "Ranged 2 : 0 (units 1, die +1 : units 0, die 0) [R10]",
        "2 damage to the defender",
        "the marker of Genoese Crossbowmen and Trưng Sisters takes 1 and is gone [R5]",
        "Genoese Crossbowmen: 1 damage, defeated [R11]",
    ]
    assert section(story, "Normal 2 : 1")[1:] == [
        "1 damage to the defender",
        "Trưng Sisters: 1 damage, 1 more would defeat it",
    ]
    assert section(story, "Melee 2 : 5")[1:] == [
        "3 damage to the attacker",
        "Catapult: 1 damage, defeated [R11]",
        "Archer: 1 damage, defeated [R11]",
        "Conscript: 1 damage, defeated [R11]",
    ]


def test_golden_fight_set_up_and_end() -> None:
    story = golden()
    assert section(story, "Dice")[:3] == [
        "Dice: 4 units on the attacker board [R8]",
        "attacker: risky die, face 1: (1,1,1)",
        "defender: strong die, face 6: (0,0,2)",
    ]
    assert section(story, "Attackers")[4].endswith("comes as reinforcement [R2]")
    end = story.paragraphs[story.paragraphs.index("Standing of the attacker: 1 (Spy)") :]
    assert end[1:] == (
        "Standing of the defender: 1 (Trưng Sisters)",
        "The attacker wins: 1 : 1, a tie goes to the attacker [R16]",
        "Conquered: Genoese Crossbowmen [R17]",
        "The attacker draws 1 relic from the relic stack and keeps it: 4 units on its board [R18]",
    )
    assert story.winner == "attacker"
    assert story.attackers_standing == (False, False, False, True)
    assert story.defenders_standing == (False, True)


def test_the_dictionary_tells_the_kernels_events() -> None:
    story = golden()
    answer = story.to_dict()
    assert answer["attackers"] == ["Catapult", "Archer", "Conscript", "Spy"]
    assert (answer["attacker_face"], answer["defender_face"], answer["winner"]) == (1, 6, "attacker")
    reinforced, *events = answer["events"]
    assert reinforced == {"event": "reinforced", "side": "attacker", "slot": 4, "unit": "Spy"}
    assert [event["event"] for event in events] == [EVENT_NAMES[event[0]] for event in story.events]
    assert {"event": "line", "line": "melee", "attackers_sum": 2, "defenders_sum": 5, "damage": 3} in events


# --- words


def test_heroic_death_accuracy_and_points_that_find_nobody() -> None:
    # Strong face 1 and risky face 1: ranged 6 : 1, and the Martyr's three points, one of them prevented.
    story = told("A=5/0/0:2 accuracy:1/0/0", "Martyr=0/0/0 heroic-death:3", (1, 1))
    assert section(story, "Ranged 6 : 1")[1:] == [
        "5 damage to the defender",
        "Martyr: 1 damage, defeated [R11]",
        "heroic death of Martyr: 2 damage to the attacker [R12], 1 prevented by accuracy [R13]",
        "A: 2 damage, defeated [R11]",
        "4 damage to the defender finds nobody standing [R11]",
    ]
    assert section(story, "Normal")[1:3] == [
        "the attacker has nobody standing, but its die still counts [R15]",
        "the defender has nobody standing, but its die still counts [R15]",
    ]
    assert "Nobody wins: nobody stands on either side [R16]" in story.paragraphs
    assert "Conquered: Martyr [R17]" in story.paragraphs


def test_a_line_not_fought() -> None:
    story = told("A=5/0/0", "B=0/0/0", (1, 1), rulings=Rulings(empty_side_fights=False))
    assert section(story, "Normal") == ["Normal: not fought, a side has nobody standing [R15]"]
    assert section(story, "Melee") == ["Melee: not fought, a side has nobody standing [R15]"]


def test_deflection_and_a_sum_below_0() -> None:
    story = told("A=3/0/0", "B=0/0/0, C=0/0/0:3 deflection:2", (1, 2))
    ranged = section(story, "Ranged 4 : 0")
    assert ranged[0] == "Ranged 4 : 0 (units 3, die +1 : units 0, die -1) [R10]"
    assert ranged[1] == "a sum below 0 counts 0"
    assert "C draws up to 2 points on itself [R14]" in ranged


def test_equal_names_are_told_apart() -> None:
    story = told("2 Archer", "Archer", (1, 1))
    assert "Archer (slot 2)" in "\n".join(story.paragraphs)
    assert "the attacker's Archer (slot 1)" in "\n".join(story.paragraphs)
    assert "the defender's Archer" in "\n".join(story.paragraphs)


def test_tokens_count_and_their_ambush_removes_a_marker() -> None:
    story = told('A=1/0/0 + "0/0/2 ambush"', "B=0/0/1 right, C=0/0/1 left", (1, 1))
    assert any(line.startswith("War token on A: +2 melee ambush; it counts 1/0/2 [R7]") for line in story.paragraphs)
    assert section(story, "Connected") == [
        "Connected: B and C [R4]",
        "the attacker's ambush removes this marker [R6, R7]",
    ]


def test_spoils_of_a_challenge() -> None:
    lost = told("2 0/0/0", "B=9/9/9", (1, 1), challenge=True)
    assert "The defender draws 2 of the attacker's own medals and keeps one [R19]" in lost.paragraphs
    won = told("2 0/0/0, 9/9/9", "none", (1, 3), challenge=True, their_relics={"I": 1})
    assert "The attacker draws 1 relic from the defender's relics and keeps it: 3 units on its board [R18]" in (
        won.paragraphs
    )


@pytest.mark.parametrize("case", RULE_CASES, ids=lambda case: f"{case.rule}-{case.what}")
def test_hand_worked_cases_are_told_as_they_end(case: RuleCase) -> None:
    attackers, defenders = units(case.attackers), units(case.defenders)
    rulings = Rulings.from_dict(dict(case.rulings))
    question = Query(attackers[:4], defenders[:3], challenge=True, rulings=rulings)
    story = narrate(question, attackers, defenders, case.attacker_face, case.defender_face)
    assert story.winner == case.winner
    assert story.attackers_standing == case.attackers_standing
    assert story.defenders_standing == case.defenders_standing


# --- properties

symbols = st.integers(0, 2)
labels = st.sampled_from(["", "*", "lion"])
tokens = st.builds(
    WarToken,
    name=st.just("token"),
    ranged=st.integers(-2, 2),
    melee=st.integers(-2, 2),
    heroic_death=symbols,
    deflection=symbols,
    ambush=symbols,
)
fighters = st.builds(
    Unit,
    name=st.sampled_from(["Archer", "Spy", "Trưng Sisters"]),
    ranged=st.integers(0, 4),
    normal=st.integers(0, 4),
    melee=st.integers(0, 4),
    toughness=st.integers(1, 3),
    reinforcement=symbols,
    ambush=symbols,
    heroic_death=symbols,
    accuracy_ranged=symbols,
    deflection=symbols,
    reroll=symbols,
    left=labels,
    right=labels,
    token=st.none() | tokens,
)
faces = st.integers(1, 6)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(fighters, min_size=1, max_size=5),
    st.lists(fighters, max_size=4),
    faces,
    faces,
    st.sampled_from(["line", "fight"]),
    st.booleans(),
)
def test_the_story_ends_as_the_fight_does(
    attackers: list[Unit],
    defenders: list[Unit],
    attacker_face: int,
    defender_face: int,
    deflection_per: str,
    empty_side_fights: bool,
) -> None:
    rulings = Rulings(deflection_per, empty_side_fights)  # type: ignore[arg-type]
    deployed = [unit.with_token(None) if slot > 2 else unit for slot, unit in enumerate(attackers)]
    question = Query(tuple(deployed[:4]), tuple(defenders[:3]), challenge=True, rulings=rulings)
    story = narrate(question, attackers, defenders, attacker_face, defender_face)

    arena, table = [0] * ARENA_SIZE, [0] * 36
    set_up(arena, encode_line_up(attackers), 0, len(attackers), encode_line_up(defenders), 0, len(defenders), None)
    fill_table(arena, DICE, deflection_per == "line", empty_side_fights, table)
    assert story.code == table[6 * (attacker_face - 1) + defender_face - 1]

    # What the events add up to, and what the words say in the end, is what the outcome code says.
    health = [[unit.toughness for unit in attackers], [unit.toughness for unit in defenders]]
    fallen: Counter[int] = Counter()
    for kind, *rest in story.events:
        if kind == EVENT_DAMAGE:
            side, slot, points, left = rest
            health[side][slot] -= points
            assert health[side][slot] == left
        elif kind == EVENT_DEFEATED:
            fallen[rest[0]] += 1
            assert health[rest[0]][rest[1]] == 0
    for side, standing in enumerate((story.attackers_standing, story.defenders_standing)):
        assert [left > 0 for left in health[side]] == list(standing)
        assert fallen[side] == standing.count(False)
        assert [bool(story.code >> (SLOTS * side + slot) & 1) for slot in range(len(standing))] == list(standing)
        end = next(line for line in story.paragraphs if line.startswith(f"Standing of the {SIDES[side]}: "))
        assert end.split(": ", 1)[1].split(" ")[0] == (str(sum(standing)) if any(standing) else "nobody")


@settings(max_examples=100, deadline=None)
@given(st.lists(fighters, min_size=1, max_size=4), st.lists(fighters, max_size=3), faces, faces)
def test_the_sums_told_are_those_of_units_and_dice(
    attackers: list[Unit], defenders: list[Unit], attacker_face: int, defender_face: int
) -> None:
    attackers = [unit.with_token(None) if slot > 2 else unit for slot, unit in enumerate(attackers)]
    question = Query(tuple(attackers), tuple(defenders), challenge=True)
    story = narrate(question, attackers, defenders, attacker_face, defender_face)
    lines = [line for line in story.paragraphs if line.startswith(("Ranged ", "Normal ", "Melee "))]
    assert len(lines) == 3
    for line in lines:
        sums, _, parts = line.removesuffix(") [R10]").partition(" (")
        told_sums = [int(word) for word in sums.split()[1::2]]
        added = [max(0, sum(int(piece.split()[-1]) for piece in part.split(", "))) for part in parts.split(" : ")]
        assert told_sums == added
    # Every point dealt is told as taken by a marker or unit, or as finding nobody.
    dealt = sum(event[4] for event in story.events if event[0] == EVENT_LINE)
    dealt += sum(event[3] for event in story.events if event[0] == EVENT_HEROIC_DEATH)
    taken = sum(event[3] for event in story.events if event[0] == EVENT_DAMAGE)
    taken += sum(event[0] == EVENT_MARKER for event in story.events)
    lost = sum(int(line.split()[0]) for line in story.paragraphs if line.endswith("finds nobody standing [R11]"))
    assert dealt == taken + lost


@settings(max_examples=50, deadline=None)
@given(st.lists(fighters, min_size=1, max_size=5), st.lists(fighters, max_size=4), st.integers(30, 80))
def test_no_line_is_too_wide(attackers: list[Unit], defenders: list[Unit], width: int) -> None:
    deployed = tuple(unit.with_token(None) for unit in attackers[:4])
    story = narrate(Query(deployed, tuple(defenders[:3]), challenge=True), attackers, defenders, 1, 1)
    assert max(map(len, story.lines(width))) <= width


# --- which course is told


def test_faces_given_take_the_likeliest_draw_and_say_so() -> None:
    course = given_course(query("Conscript", "Trưng Sisters", "3 Archer, Spy"), 2, 3)
    assert [unit.name for unit in course.attackers] == ["Conscript", "Archer"]
    assert course.notes == ("The attacker's reinforcement is the likeliest draw of 2: Archer (75.0 %) [R2].",)
    assert (course.attacker_face, course.defender_face) == (2, 3)
    equal = given_course(query("Conscript", "Trưng Sisters", "Archer, Spy"), 2, 3)
    assert "one of 2 equally likely draws" in equal.notes[0]


def test_faces_given_refuse_piles_of_too_many_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odds.history.courses.MOST_LINE_UPS", 1000)
    pile = ", ".join(f"{a}/{b}/0" for a in range(4) for b in range(4))
    with pytest.raises(InputError, match=r"--deck.*--seed"):
        given_course(query("0/0/0 reinforcement:4", "Trưng Sisters", pile), 1, 1)


def test_the_typical_course_is_the_likeliest_outcome() -> None:
    # 9/9/9 always falls to nobody: the attacker wins with both units whatever the dice show.
    course = typical_course(query("2 9/9/9:9", "0/0/0"))
    assert course.notes[0].endswith("the attacker wins, 2 attackers and 0 defenders standing (100 % of all fights).")
    # Twin faces count together: 2 of 6 of the strong die, 1 of 6 of the risky one.
    assert course.notes[1].endswith(f"come in {100 / 18:.1f} %.")
    assert course.attacker_face in (1, 3)


def test_the_typical_course_agrees_with_the_odds() -> None:
    question = query("Catapult, Archer, Conscript", "Genoese Crossbowmen, Trưng Sisters", "Spy, 2 Archer, Conscript")
    course = typical_course(question)
    story = narrate(question, course.attackers, course.defenders, course.attacker_face, course.defender_face)
    left = sum(story.attackers_standing), sum(story.defenders_standing)
    assert f"{left[0]} attacker" in course.notes[0]
    assert f"{left[1]} defender" in course.notes[0]
    share = float(course.notes[0].split("(")[1].split(" %")[0]) / 100
    odds = answer(question)
    assert share <= min(odds.attacker_survivors[left[0]], odds.defender_survivors[left[1]]) + 0.001


def test_the_typical_course_follows_the_weights_of_re_rolls() -> None:
    shares = []
    for rerolls in range(3):
        question = query(f"A=1/1/1 reroll:{rerolls}", "B=2/1/2")
        course = typical_course(question)
        # One unit each: the defender wins exactly where it alone stands, so this is the chance to lose.
        assert "the defender wins, 0 attackers and 1 defender standing" in course.notes[0]
        odds = answer(question)
        assert f"({percent(odds.lose)} of all fights)" in course.notes[0]
        shares.append(odds.lose)
    assert shares == sorted(set(shares), reverse=True)


def test_too_many_draws_are_sampled_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odds.history.courses.TYPICAL_PAIRS", 100)
    pile = ", ".join(f"{a}/{b}/0" for a in range(7) for b in range(7))
    question = query("0/0/0 reinforcement:2", "Trưng Sisters", pile)
    course = typical_course(question)
    assert "(about " in course.notes[0]
    assert course.notes[-1].startswith("Estimated from 100 drawn pairs")
    assert course == typical_course(question)
    assert len(course.attackers) == 3


def test_a_seed_repeats_a_fight_and_seeds_differ() -> None:
    question = query("Conscript, Archer", "Trưng Sisters", "2 Archer, 2 Spy")
    courses = [seeded_course(question, seed) for seed in range(300)]
    assert courses[7] == seeded_course(question, 7)
    drawn = Counter(course.attackers[2].name for course in courses)
    assert set(drawn) == {"Archer", "Spy"}
    assert {course.defender_face for course in courses} == set(range(1, 7))
    with pytest.raises(InputError, match="--seed"):
        seeded_course(question, -1)


def test_seeded_faces_follow_the_weights_of_re_rolls() -> None:
    # R9: the defender's risky die is rolled again once while a value is negative; three faces of six have one.
    question = query("0/0/0", "0/0/0 reroll")
    counts = Counter(seeded_course(question, seed).defender_face for seed in range(1000))
    negative = sum(counts[face] for face in (2, 4, 6)) / 1000
    assert abs(negative - 0.25) < 0.06
