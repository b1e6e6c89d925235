"""`odds table`: a position in a file: an example to start from, a check, and entering a fight."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from odds.errors import InputError

app = typer.Typer(help="Keep the position at your table in a file.", no_args_is_help=True)

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The table file; - reads standard input.")]
CardsOption = Annotated[
    str, typer.Option("--cards", metavar="DIR|NAME", help="The card set, instead of the one the file names.")
]


@app.command()
def new(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The file to make; without it, or with -, it is printed.")
    ] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write an example position, every key explained, to change into yours."""
    from odds.history.table_template import TEMPLATE, new_table

    if file == "-":
        typer.echo(TEMPLATE, nl=False)
        return
    new_table(Path(file), force=force)
    typer.echo(f"{file}: written. Change it to your position; 'odds table check {file}' reads it back.")


@app.command()
def check(file: FileArgument, cards: CardsOption = "") -> None:
    """Print what a table file says, or the first thing wrong in it."""
    from odds.cli.table_report import table_report
    from odds.history.table_files import read_table

    for line in table_report(read_table(file, cards=cards or None)):
        typer.echo(line)


@app.command()
def update(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The table file; the old one is kept as FILE.bak.")],
    attackers: Annotated[
        str, typer.Option(metavar="UNITS", help="The attackers from hand, front unit first. None: no fight to enter.")
    ] = "",
    target: Annotated[
        str,
        typer.Option(
            metavar="UNITS", help="The open cards attacked, left to right; what a challenged player deployed."
        ),
    ] = "",
    hunt: Annotated[str, typer.Option(metavar="UNIT", help="A hunt: the card of the era's discard pile.")] = "",
    challenge: Annotated[str, typer.Option(metavar="SABATON", help="A challenge: the player challenged.")] = "",
    by: Annotated[str, typer.Option(metavar="SABATON", help="The attacker, if it isn't you.")] = "",
    era: Annotated[
        str, typer.Option(metavar="ERA", help="Where the attacker stands, if the target doesn't tell.")
    ] = "",
    won: Annotated[bool, typer.Option("--won", help="The attacker won.")] = False,
    lost: Annotated[bool, typer.Option("--lost", help="The attacker lost.")] = False,
    nobody: Annotated[bool, typer.Option("--nobody", help="Nobody was left standing.")] = False,
    drawn: Annotated[str, typer.Option(metavar="UNITS", help="The attacker's reinforcements.")] = "",
    came: Annotated[str, typer.Option(metavar="UNITS", help="The defenders' reinforcements.")] = "",
    defeated: Annotated[str, typer.Option(metavar="UNITS|all", help="The defenders that were defeated.")] = "",
    fallen: Annotated[
        int, typer.Option(metavar="N", help="Challenge won: how many attackers were defeated (honour tokens).")
    ] = 0,
    tokens_used: Annotated[str, typer.Option(metavar="TOKENS", help="The attacker's war tokens used.")] = "",
    their_tokens_used: Annotated[str, typer.Option(metavar="TOKENS", help="A challenged player's.")] = "",
    relic: Annotated[str, typer.Option(metavar="ERA", help="The era of the relic the attacker kept.")] = "",
    relics_gone: Annotated[str, typer.Option(metavar="I:1,III:1", help="Relics drawn with it and discarded.")] = "",
    medal: Annotated[
        int | None, typer.Option(metavar="VALUE", help="Challenge: the medal the winner kept, if known.")
    ] = None,
    refill: Annotated[
        list[str] | None,
        typer.Option(metavar="'II: UNITS'", help="Cards revealed on the board, left to right; repeatable."),
    ] = None,
    hand_drawn: Annotated[str, typer.Option(metavar="UNITS", help="The cards you drew up to four.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the new file instead of writing it.")] = False,
) -> None:
    """Enter a fight: cards, tokens, relics and medals go where the rules put them.

    Yours: odds table update FILE --attackers "Archer, Spy" --won --relic IV
    --target "Trưng Sisters" --defeated all --refill "II: Saladin"

    Another player's: the same with --by. After a later draw: --refill and --hand-drawn alone.
    """
    from odds.cli.table_report import table_report
    from odds.history.table_files import read_table
    from odds.history.table_told import read_drawn, read_fight, read_refill
    from odds.history.table_update import Outcome, update_table
    from odds.history.table_write import save_text, write_table

    if file == "-":
        raise InputError("an update writes the file it reads; name a file", "FILE")
    table = read_table(file)
    ends: dict[Outcome, bool] = {"won": won, "lost": lost, "nobody": nobody}
    outcomes = [name for name, said in ends.items() if said]
    told = {
        "--target": target,
        "--hunt": hunt,
        "--challenge": challenge,
        "--by": by,
        "--drawn": drawn,
        "--came": came,
        "--defeated": defeated,
        "--tokens-used": tokens_used,
        "--relic": relic,
        "--their-tokens-used": their_tokens_used,
        "--relics-gone": relics_gone,
        "--era": era,
    }
    fight = None
    if attackers:
        if len(outcomes) != 1:
            raise InputError("how did it end? say one of --won, --lost and --nobody", "update")
        fight = read_fight(
            table,
            outcome=outcomes[0],
            attackers=attackers,
            target=target,
            hunt=hunt,
            by=by,
            challenge=challenge,
            era=era,
            drawn=drawn,
            came=came,
            defeated=defeated,
            fallen=fallen,
            tokens_used=tokens_used,
            their_tokens_used=their_tokens_used,
            relic=relic,
            relics_gone=relics_gone,
            medal=medal,
        )
    else:
        extra = [option for option, text in told.items() if text] + [f"--{name}" for name in outcomes]
        if extra or fallen or medal is not None:
            raise InputError("that is about a fight; say who attacked with --attackers", (extra or ["update"])[0])
        if not refill and not hand_drawn:
            raise InputError("nothing to enter; see odds table update --help", "update")
    after = update_table(
        table,
        fight,
        refill=read_refill(table, refill) if refill else None,
        hand_drawn=read_drawn(table, hand_drawn),
    )
    text = write_table(after, folder=Path(file).parent)
    if dry_run:
        typer.echo(text, nl=False)
        return
    save_text(Path(file), text, backup=True)
    typer.echo(f"{file}: updated; the old one is kept as {file}.bak")
    typer.echo()
    for line in table_report(after):
        typer.echo(line)


__all__ = ["app"]
