"""`defend`: what to put down when another player challenges you (D, phase 2b; R1).

You are challenged, so you deploy first: 0 to 3 cards of your hand, with your war tokens on them. The challenger, whose
hand is any of those it may hold, all alike likely, sees them and answers as well as it can; it takes all of your cards
that are not on the table for your draw pile. What comes of its answer is counted with the draw pile you have.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum

from odds import chance
from odds.errors import InputError
from odds.history.advise.advice import check_options
from odds.history.advise.defence import Defence, Deployed
from odds.history.advise.duel import (
    DEFAULT_SECONDS,
    EXACT_FIGHTS,
    fight_tokens,
    notes_about,
    player_of,
    prizes_of,
    unseen_hand,
)
from odds.history.advise.duel_cards import Deployment, Duel, Hand, deploy, deployments
from odds.history.advise.duel_exact import MOST_HANDS, SAMPLED_DRAWS_NOTE, are_few, average, expectations
from odds.history.advise.duel_replies import Replies
from odds.history.advise.duel_sampled import (
    PLANNED_DRAWS,
    SPEED,
    deal_hands,
    interval_of,
    planned_hands,
    race_for,
    race_hands,
)
from odds.history.advise.notes import MOVE_UP, NOT_SETTLED, holds_move_up
from odds.history.advise.pricing import Weights, weights_of
from odds.history.advise.ranked import Ranked
from odds.history.advise.targets import Target
from odds.history.names import pick
from odds.history.provenance import set_notes
from odds.history.table import Table

#: How many deployments an answer tells of.
TOP = 3

#: Deals of the challenger's hands that the last ones meet at least, and at most.
FEWEST_DEALS = 4
MOST_DEALS = 400

#: Stream of the first deal of the race, and of the last ones' first deal.
RACE_STREAM = 1
LAST_STREAM = 1_000


def defend(
    table: Table,
    *,
    by: str = "",
    objective: str = "vp",
    weights: Mapping[str, object] | None = None,
    method: str = "auto",
    seconds: float | None = None,
    seed: int | None = None,
    repeated: int | None = None,
) -> Defence:
    """Return what to put down when a player challenges you: the deployments that leave the challenger least.

    Args:
        table: The position; you defend with its hand.
        by: The challenger's Sabaton; may be left out where there is one other player.
        objective: What the challenger wants and you deny it: `"vp"` (section C) or `"win"`.
        weights: Changes to the objective's weights by name; `opponent` is for each VP that you get.
        method: `"auto"`, `"exact"` or `"monte-carlo"` (sampled hands of the challenger).
        seconds: Time to sample for; five seconds if absent.
        seed: Seed of sampled hands; drawn and reported if absent.
        repeated: Deals an earlier answer took (`Defence.deals`), to find the same whatever the clock says.

    Raises:
        InputError: An option out of range, no such player, or one that cannot challenge.
    """
    check_options(method, None, seconds)
    seed = None if seed is None else chance.read_seed(seed)
    chosen = weights_of(objective, weights)
    challenger = challenger_of(table, by)
    duel, notes = defence_of(table, challenger, chosen)
    hand = duel.theirs.hand_of(table.hand)
    options = deployments(hand, duel.their_tokens)
    pile = duel.theirs.without(hand)
    exact = method == "exact" or (method == "auto" and are_few(duel, options, EXACT_FIGHTS))
    if exact:
        if duel.mine.count_hands(len(duel.hand)) > MOST_HANDS:
            raise InputError("too many hands of the challenger to count; use --method monte-carlo", "--method")
        ranked, settled, samples, deals, used = rank_exactly(duel, options, pile), True, 0, 0, None
    else:
        used = chance.fresh_seed() if seed is None else seed
        limit = DEFAULT_SECONDS if seconds is None else seconds
        ranked, settled, samples, deals = rank_by_sampling(duel, hand, pile, used, limit, repeated=repeated)
    if exact and not all(one.challenger.exact for one in ranked):
        notes.append(SAMPLED_DRAWS_NOTE)
    if not settled:
        notes.append(NOT_SETTLED)
    notes += set_notes(table.card_set)
    return Defence(
        table,
        challenger,
        "weights" if weights else objective,
        chosen,
        tuple(ranked),
        len(options),
        settled,
        used,
        samples,
        tuple(dict.fromkeys(notes)),
        deals,
    )


def challenger_of(table: Table, by: str) -> str:
    """Return the challenger's name.

    Raises:
        InputError: No such player, none named where there are several, or one with no card in hand.
    """
    names = list(table.players)
    if not names:
        raise InputError("the table has no other player; write [players.NAME] with the challenger's army", "TABLE")
    if not by and len(names) > 1:
        raise InputError(f"who challenges you? name one of {', '.join(names)}", "--by")
    try:
        name = pick(by, {name: name for name in names}, "player of the table") if by else names[0]
    except InputError as error:
        raise error.at("--by") from None
    opponent = table.players[name]
    if not unseen_hand(opponent) or not opponent.hand_size:
        raise InputError(f"{name} holds no card, so it cannot challenge (D, phase 2)", "--by")
    return name


def defence_of(table: Table, challenger: str, weights: Weights) -> tuple[Duel, list[str]]:
    """Return the duel with a challenger as the attacker, and what was assumed for it."""
    opponent = table.players[challenger]
    unseen = unseen_hand(opponent)
    size = min(opponent.hand_size, len(unseen))
    duel = Duel(
        # Which of them it holds is not known: only how many matters.
        hand=unseen[:size],
        deck=unseen[size:],
        tokens=fight_tokens(opponent.tokens),
        pool=(*table.hand, *table.deck),
        hand_size=len(table.hand),
        their_tokens=fight_tokens(table.tokens),
        prizes=prizes_of(table.card_set, player_of(opponent), player_of(table)),
        weights=weights,
        rulings=table.rulings,
        player=table.sabaton,
        era=opponent.era,
    )
    wanted = (f"players.{challenger}.", "me.hand", "me.deck", "me.tokens", "me.relics")
    where = f"players.{challenger}.era"  # whoever challenges stands where the defender does
    notes = [note for note in table.notes if note.startswith(wanted) and not note.startswith(where)]
    if not table.hand:
        notes.append("hand: empty, so nothing can be put down")
    if holds_move_up(table.tokens):
        notes.append(MOVE_UP)
    return duel, notes + notes_about(opponent)


def rank_exactly(duel: Duel, options: Sequence[Deployment], pile: Hand) -> list[Deployed]:
    """Return the best deployments over all hands of the challenger, those that leave it least first."""
    replies = Replies(duel)
    expected = expectations(duel, replies, options, pile)
    order = sorted(range(len(options)), key=lambda number: expected[number])
    hands = duel.mine.hands(len(duel.hand))
    ranked = []
    for number in order[:TOP]:
        jobs = [(hand, options[number]) for hand, _ in hands]
        figures = replies.figures(jobs, replies.best(jobs), pile)
        mean = average(figures, [ways for _, ways in hands], Target("challenge", duel.era, (), (), duel.player))
        ranked.append(Deployed(deploy(duel, options[number]), replace(mean, exact=replies.exact)))
    return ranked


def rank_by_sampling(
    duel: Duel,
    hand: Hand,
    pile: Hand,
    seed: int,
    seconds: float,
    most_deals: int = MOST_DEALS,
    repeated: int | None = None,
) -> tuple[list[Deployed], bool, int, int]:
    """Rank deployments by sampled hands of the challenger.

    All race over the same few hands first; war tokens go on the line-ups that were best without. The last ones meet
    hands that are dealt anew, so that their figures are not those of who was lucky in the race.

    Returns:
        The best, whether the first is 95 % sure to be the best of the last ones, how many hands those met, and how
        often hands were dealt for them (`repeated` takes as many).
    """
    started = time.monotonic()
    race, _ = race_for(duel, 1, seconds * SPEED / 2, TOP)
    planned = planned_hands(duel, race[-1][0], seed, RACE_STREAM)
    (options,) = race_hands(duel, Replies(duel, PLANNED_DRAWS, seed), [hand], race, planned)
    answers = Replies(duel)
    target = Target("challenge", duel.era, (), (), duel.player)
    figures: dict[Deployment, list[Ranked]] = {option: [] for option in options}
    samples = deals = 0
    while deals < most_deals:
        dealt = deal_hands(duel.mine, len(duel.hand), seed, LAST_STREAM + deals)
        jobs = [(theirs, option) for option in options for theirs in dealt]
        found = answers.figures(jobs, answers.best(jobs), pile)
        for number, option in enumerate(options):
            part = found[len(dealt) * number : len(dealt) * (number + 1)]
            figures[option].append(average(part, [1] * len(part), target))
        deals += 1
        samples += len(dealt)
        spent = time.monotonic() - started
        if repeated is not None:
            if deals >= repeated:
                break
        elif deals >= FEWEST_DEALS and spent + spent / deals > seconds:
            break
    scores = {option: [float(one.score) for one in found] for option, found in figures.items()}
    order = sorted(options, key=lambda option: fsum(scores[option]))
    ranked = [
        Deployed(
            deploy(duel, option),
            replace(average(figures[option], [1] * deals, target), exact=False, interval=interval_of(scores[option])),
        )
        for option in order
    ]
    return ranked[:TOP], all(is_ahead(scores[order[0]], scores[other]) for other in order[1:]), samples, deals


def is_ahead(scores: Sequence[float], others: Sequence[float]) -> bool:
    """Return whether the challenger gets less of one deployment than of another, 95 % sure over the same deals."""
    return interval_of([other - own for own, other in zip(scores, others, strict=True)])[0] > 0


__all__ = ["defend"]
