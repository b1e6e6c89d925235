"""Reading a record: every step is verified against the rules, and the game stands where the record ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from odds.errors import InputError
from odds.history.cards import CardSet
from odds.history.game.record import END_OF_HEAD, Header, read_header
from odds.history.game.record_session import CHANCE_MARK, END_REMARK, UNDO, Session, find_phrase
from odds.history.game.record_write import Writer, create_record, keep_cut, quoted
from odds.history.names import nearest, shown
from odds.inputs import read_up_to

#: The largest record that is read; a long game of five players has some 100 kB.
MOST_BYTES = 16 * 1024 * 1024

#: How many legal phrases an error names.
_NAMED = 4


@dataclass
class Record:
    """A record that was read.

    Attributes:
        name: What it is called in messages.
        header: Its head.
        session: The game where the record ends; `session.entries` are its steps.
        notes: What the reader should know: a torn last line, chance that is not the seed's.
        data: The file.
        kept: How many bytes of it stay when the game goes on.
        torn: What was being written at its end when the program was stopped.
        due: What is to be added before the game goes on: the end of the last line and the comment at the end of a game
            that is over, if they are missing.
    """

    name: str
    header: Header
    session: Session
    notes: list[str] = field(default_factory=list)
    data: bytes = field(default=b"", repr=False)
    kept: int = 0
    torn: bytes = b""
    due: str = ""


def load_record(name: str, cards: str | CardSet | None = None) -> Record:
    """Read a record's file and verify it.

    Args:
        name: The file; `-` is standard input.
        cards: A card set, its folder or name; by default the one the record names.

    Raises:
        InputError: It cannot be read, its card set is another one, or it departs from the rules.
    """
    try:
        data = read_up_to(name, MOST_BYTES)
    except InputError as error:
        raise InputError(f"cannot read the record {shown(name)}: {error.message}") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{shown(name)} is larger than {MOST_BYTES >> 20} MiB; no record of a game is")
    return read_record(data, "standard input" if name == "-" else name, cards)


def read_record(data: bytes, name: str = "record", cards: str | CardSet | None = None) -> Record:
    """Read and verify a record.

    Args:
        data: The record, as in its file.
        name: What it is called in messages.
        cards: A card set, its folder or name; by default the one the record names.

    Raises:
        InputError: Its card set is another one, or it departs from the rules, named by the line.
    """
    whole, newline, torn = data.rpartition(b"\n")
    lines = _decode(whole + newline, name)
    end = _open_end(torn, lines)
    if end is not None:
        lines.append(end)
    header, head = read_header(lines, name)
    try:
        game = header.new_game(header.card_set(cards))
    except InputError as error:
        raise error.at(name) from None
    record = Record(name, header, Session(game, header), data=data)
    last = _read_steps(record, lines, head, end is not None)
    if torn and (end is None or (last < len(lines) and not _is_remark(end))):
        record.torn = torn
        number = len(lines) + (end is None)
        record.notes.insert(
            0, f"line {number} was not written to its end and is left out: {shown(torn.decode(errors='replace'))}"
        )
        data = whole + newline
    _note_end(record, lines, last)
    record.kept = _kept(record, data, last)
    if not data[: record.kept].endswith(b"\n"):
        record.due = "\n" + record.due
    return record


def _decode(data: bytes, name: str) -> list[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError("this line is not UTF-8; it is damaged", f"{name} line {line}") from None
    return text.split("\n")[:-1] if text else []


def _open_end(torn: bytes, lines: list[str]) -> str | None:
    """Return the last line where it has no end but may be whole: a step, a remark, the line that ends the head.

    Args:
        torn: What stands behind the last line end.
        lines: The lines before it.
    """
    try:
        text = torn.decode()
    except UnicodeDecodeError:
        return None
    in_steps = any(line.strip() == END_OF_HEAD for line in lines)
    return text if text and (in_steps or text.strip() == END_OF_HEAD) else None


def _is_remark(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#")


def _read_steps(record: Record, lines: list[str], head: int, open_end: bool) -> int:
    """Do every step of a record; return the number of the last line that is one.

    Args:
        record: The record, at the game's beginning.
        lines: Its lines.
        head: The number of the last line of its head.
        open_end: Whether the last line has no end; it is a step only if it cannot be anything else.
    """
    last = head
    departs = 0
    for number in range(head + 1, len(lines) + 1):
        text = lines[number - 1].strip()
        if _is_remark(text):
            continue
        is_open = open_end and number == len(lines)
        if is_open and _may_go_on(record.session, text):
            break
        try:
            as_seed = _step(record.session, text, number)
        except InputError as error:
            if is_open:
                break
            raise InputError(error.message, f"{record.name} line {number}") from None
        if not as_seed and not departs:
            departs = number
        last = number
    if departs and not record.header.table:
        record.notes.append(
            f"from line {departs} on chance is not what seed {record.header.seed} gives: edited, or from another "
            "version's generator; the rules allow it"
        )
    return last


def _note_end(record: Record, lines: list[str], last: int) -> None:
    """Note where a remark says that the game is over and it is not.

    Args:
        record: The record, its steps done.
        lines: Its lines.
        last: The number of the last line that is a step.
    """
    game = record.session.game
    for number in range(last + 1, len(lines) + 1):
        if lines[number - 1].strip().startswith(END_REMARK) and not game.is_over:
            record.notes.append(
                f"line {number} says that the game ended there, but {game.rounds} rounds are not over: the head or the "
                "end was edited"
            )


def _may_go_on(session: Session, text: str) -> bool:
    """Return whether a line may be the beginning of another step that is possible: of `draw Spy Master`, `draw Spy`.

    An editor that writes no end of the last line leaves a whole step, a program that was killed perhaps half of one.
    Where both can be, the line is left out: what was decided or drawn is then asked for again (a seed draws the same
    again), while a step that never was could not always be taken back.
    """
    words = (text[len(CHANCE_MARK) :] if text.startswith(CHANCE_MARK) else text.partition(":")[2]).strip()
    phrases = session.outcomes() or session.choices()
    return text != UNDO and any(phrase.startswith(words) and phrase != words for phrase in phrases.values())


def _step(session: Session, text: str, line: int) -> bool:
    """Do the step of a line; return whether chance came out as the game's own stream has it."""
    game = session.game
    if text == UNDO:
        session.undo()
        return True
    if game.is_over:
        raise InputError(f"{shown(text)} comes after the end of the game")
    who, colon, phrase = text.partition(":")
    phrase = phrase.strip()
    if text.startswith(CHANCE_MARK):
        phrase = text[len(CHANCE_MARK) :].strip()
        outcomes = session.outcomes()
        if not outcomes:
            raise InputError(f"{shown(phrase)} is an outcome of chance, but to come is {game.question}")
        outcome = find_phrase(outcomes, phrase)
        if outcome is None:
            raise InputError(f"{game.question}: it cannot be {shown(phrase)}; possible is {_named(outcomes, phrase)}")
        return session.happen(outcome, line)
    if not colon or who not in game.players:
        raise InputError(
            f"{shown(text)} is no step; a step is 'NAME: …' of {', '.join(game.players)}, '{CHANCE_MARK} …' or '{UNDO}'"
        )
    if game.player is None:
        raise InputError(f"{shown(text)} is a decision, but chance answers first: {game.question}")
    if who != game.players[game.player]:
        raise InputError(f"{who} cannot decide here; to come is {game.question}")
    choices = session.choices()
    action = find_phrase(choices, phrase)
    if action is None:
        raise InputError(_why(session, choices, phrase))
    session.act(action, line)
    return True


def _why(session: Session, choices: dict[int, str], phrase: str) -> str:
    """Return why a phrase is no legal action."""
    game = session.game
    reason = f"{shown(phrase)} is no action now ({game.question})"
    try:
        game.parse(phrase)
    except InputError as error:
        if "not possible" in error.message:
            reason = error.message
    return f"{reason}; legal is {_named(choices, phrase)}"


def _named(phrases: dict[int, str], phrase: str) -> str:
    near = nearest(phrase, phrases.values(), _NAMED)
    more = f" and {len(phrases) - len(near)} more" if len(phrases) > len(near) else ""
    return ", ".join(near) + more


def _kept(record: Record, data: bytes, last: int) -> int:
    """Return how many bytes stay when the game goes on, and note what is due at a finished game's end.

    The comment that the next step begins with may have been written without it; it will be written again.

    Args:
        record: The record, its steps done.
        data: Its whole lines.
        last: The number of the last line that is a step, or that ends the head.
    """
    lines = data.split(b"\n")
    tail = b"\n".join(lines[last:])
    heading = record.session.heading().encode()
    over = record.session.game.is_over
    if over and (not tail.strip() or heading.startswith(tail)):
        record.due = "" if tail == heading else heading.decode()
    begun = heading.startswith(tail) and (not over or record.due != "")
    return len(data) - (len(tail) if begun else 0)


def keep_record(session: Session, path: Path, force: bool = False) -> None:
    """Begin a record of a game that has just begun; its steps are written from now on.

    Raises:
        InputError: There is such a file, or it cannot be written; or another process has begun one there just now.
    """
    head = session.header.text()
    create_record(path, head, force)
    writer = Writer(path, session.header.table)
    if writer.text != head.encode():
        writer.close()
        raise InputError(f"another record is begun in {quoted(path)} at this moment; name another file")
    session.writer = writer


def resume_record(record: Record, path: Path) -> Session:
    """Go on with a record: what was not written to its end is cut off, further steps are appended.

    What is cut off is kept in a file beside it, which a note of the record names.

    Raises:
        InputError: The file cannot be written, or another process plays it.
    """
    writer = Writer(path, record.header.table)
    try:
        if writer.text != record.data:
            raise InputError(f"the record {quoted(path)} was changed while it was read; try again")
        if record.torn.strip(b"\0\r\t "):
            beside = keep_cut(path, record.torn)
            record.notes.append(f"what was left out is kept in {quoted(beside)}")
        if record.kept < len(record.data):
            writer.cut(record.kept)
        if record.due:
            writer.write(record.due)
    except BaseException:
        writer.close()
        raise
    record.session.writer = writer
    return record.session


__all__ = ["Record", "keep_record", "load_record", "read_record", "resume_record"]
