"""`riverboat import`, `convert`, `hands`, `replay` and `stats`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, announce_compiling, err, out, print_json, printable, progress_bar
from riverboat.errors import DamagedHand, RecordError, StoreError, UnreadableFile

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.importing import Progress, Rejection
    from riverboat.records.store.hand_store import HandLine, Store

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where hands are kept: a SQLite file, sqlite:///FILE or postgresql://... "
        "(else RIVERBOAT_DATABASE, else a file in your data folder).",
    ),
]
PlayerOption = Annotated[str | None, typer.Option("--player", help="Only hands of this player.")]
GameOption = Annotated[str | None, typer.Option("--game", help='Only hands of this game, like "holdem-limit".')]

hands_app = typer.Typer(help="List, show and export stored hands.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_command)
    app.command("convert")(convert)
    app.add_typer(hands_app, name="hands")
    app.command("replay")(replay)
    app.command("stats")(stats)


def _open(database: str | None, *, game: str | None = None, create: bool = False) -> Store:
    """The store; a game that is not known is refused before it is looked for."""
    from riverboat.games import find_game
    from riverboat.records.store.hand_store import Store

    announce_compiling()
    if game is not None:
        find_game(game)
    return Store(database, create=create)


def _say(text: str) -> None:
    """Names and paths are printed as they are typed, on one line."""
    out.print(printable(text, lines=False), markup=False, emoji=False, soft_wrap=True)


def import_command(
    path: Annotated[
        Path,
        typer.Argument(help="A PHH file, a dealer's log, an IRC folder, rounds of bluff, or a folder or .tgz of them."),
    ],
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Check recorded hands and store them; a hand is stored once, and only if it replays to its result."""
    from riverboat.records.hand_record import count_of_hands
    from riverboat.records.importing import import_hands

    if not path.exists():
        raise RecordError("does not exist", file=str(path))
    rejections: list[Rejection] = []
    last: Progress | None = None
    with _open(database, create=True) as store:
        name = store.name
        try:
            with progress_bar("importing") as bar:
                for last in import_hands(store, path):
                    rejections += last.rejections
                    note = f"{last.hands_read} read, {last.hands_stored} stored, {last.hands_rejected} rejected"
                    bar.update(bar.task_ids[0], note=note)
        except KeyboardInterrupt:
            stored = count_of_hands(last.hands_stored if last else 0)
            safe = "is" if stored == "1 hand" else "are"
            err.print(f"interrupted: {stored} {safe} safely stored; the same command goes on from there")
            raise typer.Exit(130) from None
    assert last is not None
    if json:
        print_json(
            {
                "hands_read": last.hands_read,
                "hands_stored": last.hands_stored,
                "hands_known": last.hands_known,
                "hands_rejected": last.hands_rejected,
                "files_rejected": last.files_rejected,
                "rejections": list(map(vars, rejections)),
                "database": name,
            },
            None,
        )
    else:
        done = f"{last.hands_stored} stored, {last.hands_known} known already, {last.hands_rejected} rejected"
        _say(f"{count_of_hands(last.hands_read)} read, {done}{_files_rejected(last.files_rejected)} ({name}).")
        _show_rejections(rejections)
    if rejections and not last.hands_stored + last.hands_known:
        raise typer.Exit(2)


def _files_rejected(count: int) -> str:
    return "" if not count else f", {count} {'file' if count == 1 else 'files'} can't be read"


def _show_rejections(rejections: list[Rejection]) -> None:
    for rejection in rejections[:10]:
        _say(f"  {rejection.place}: {rejection.reason}")
    if len(rejections) > 10:
        _say(f"  and {len(rejections) - 10} more: --json lists them all")


def convert(
    source: Annotated[Path, typer.Argument(help="What `import` reads.")],
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write; .jsonl for bluff.")],
    json: Json = False,
) -> None:
    """Turn recorded hands into another format; hands that can't be turned are left out, counted and named."""
    from riverboat.records.importing import scan

    announce_compiling()
    _check_ending(target)
    if source.exists() and target.exists() and source.samefile(target):
        raise RecordError("would be written over itself: name another file for the result", file=str(source))
    fitting = _Fitting(target)
    with err.status("converting"):
        written = _write(fitting.of((hand, None) for hand in scan(source)), target)
    if json:
        counts = {"hands_read": fitting.read, **fitting.counts(), "files_rejected": fitting.files_rejected}
        print_json({**counts, "file": str(target)}, None)
    else:
        fitting.tell(written)
    if not written:
        raise typer.Exit(2)


class _Fitting:
    """Hands on their way to a file; those that its format can't say are left out, counted and named."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.read = self.written = self.skipped = self.files_rejected = 0
        self.rejections: list[Rejection] = []

    def of(self, hands: Iterable[tuple[HandRecord | RecordError, str | None]]) -> Iterator[HandRecord]:
        """The hands that fit; each comes with the place to name it by, where that is not its file."""
        from riverboat.records.importing import Rejection

        for hand, place in hands:
            whole_file = isinstance(hand, UnreadableFile)
            self.read += not whole_file
            try:
                if isinstance(hand, RecordError):
                    raise hand
                fit = _writable(hand, self.target)
            except RecordError as error:
                if place is not None:
                    error = RecordError(error.reason, file=place, field=error.field)
                self.files_rejected += whole_file
                self.skipped += not whole_file
                self.rejections.append(Rejection.of(error))
                continue
            self.written += 1
            yield fit

    def counts(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        told = list(map(vars, self.rejections))
        return {"hands_written": self.written, "hands_skipped": self.skipped, "rejections": told}

    def tell(self, written: bool) -> None:
        """Say how many were written, and which were not."""
        from riverboat.records.hand_record import count_of_hands

        skipped = f", {self.skipped} left out" if self.skipped else ""
        where = f" to {self.target}" if written else ""
        files = _files_rejected(self.files_rejected)
        _say(f"{count_of_hands(self.written)} written{where}{skipped}{files}.")
        _show_rejections(self.rejections)


def _writable(hand: HandRecord, target: Path) -> HandRecord:
    """A dealer's log needs a result; where none is recorded, the replayed one is it. Errors name the hand's source."""
    from dataclasses import replace as changed

    from riverboat.records.formats.acpc import format_acpc
    from riverboat.records.formats.rounds import bluff_rules
    from riverboat.records.replay import verify

    if target.suffix == ".jsonl":
        bluff_rules(hand)  # says that cards have no place there
        return hand
    if target.suffix != ".log":
        hand.card_rules  # noqa: B018 - says that dice have no place there
        return hand
    if hand.returns is None:
        hand = changed(hand, returns=verify(hand))
    try:
        list(format_acpc([hand]))
    except RecordError as error:
        raise RecordError(error.reason, file=hand.source, line=hand.line, field=error.field) from None
    return hand


def _check_ending(target: Path) -> None:
    if target.suffix not in (".phh", ".phhs", ".log", ".jsonl"):
        reason = "has an ending that names no format: use .phh, .phhs or .log, or .jsonl for bluff"
        raise RecordError(reason, file=str(target))


def _write(records: Iterator[HandRecord], target: Path) -> bool:
    """Write whole or not at all; without a single hand there is no file, and the answer is False."""
    from riverboat.records.formats.acpc import write_acpc
    from riverboat.records.formats.phh_writer import write_phh
    from riverboat.records.formats.rounds import write_bluff

    first = next(records, None)
    if first is None:
        return False
    write = {".log": write_acpc, ".jsonl": write_bluff}.get(target.suffix, write_phh)
    write(itertools.chain([first], records), target)
    return True


@hands_app.command("list")
def list_hands(
    player: PlayerOption = None,
    game: GameOption = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many at most.")] = 20,
    skip: Annotated[int, typer.Option(min=0, help="How many to pass over first.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """List stored hands."""
    from riverboat.records.hand_record import count_of_hands

    with _open(database, game=game) as store:
        total = store.count(player=player, game=game)
        lines = store.lines(player=player, game=game, limit=limit, skip=skip)
    if json:
        print_json({"hands": [vars(line) for line in lines], "hands_stored": total}, None)
        return
    if lines:
        out.print(_list_of(lines))
    _say(f"{len(lines)} of {count_of_hands(total)}" + (f" of {player}" if player else ""))


def _list_of(lines: list[HandLine]) -> Table:
    """One line a hand, however narrow the terminal: what does not fit is cut short."""
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("number", "game", "seats", "day", "players", "hand", "event"):
        table.add_column(title, no_wrap=title in ("number", "game", "seats", "day"))  # the others give way
    for line in lines:
        told = (", ".join(line.players), line.number, line.event)
        cut = (Text(text, no_wrap=True, overflow="ellipsis") for text in told)
        table.add_row(str(line.id), line.game, str(line.seats), line.time[:10], *cut)
    return table


@hands_app.command("show")
def show_hand(
    number: Annotated[int, typer.Argument(help="The hand's number in `hands list`.")],
    phh: Annotated[bool, typer.Option("--phh", help="Print it as PHH instead.")] = False,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show one stored hand, street by street."""
    from riverboat.cli.terminal.replay_cards import record_json, show_record

    with _open(database) as store:
        record = store.hand(number).record
    if phh:
        from riverboat.records.formats.phh_writer import format_phh

        text = format_phh(record)
        typer.echo(printable(text) if out.is_terminal else text, nl=False)  # a file gets it to the letter
    elif json:
        print_json(record_json(record), 0)
    else:
        show_record(record, wait=False)


@hands_app.command("export")
def export_hands(
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write; .jsonl for bluff.")],
    numbers: Annotated[
        list[int] | None, typer.Argument(help="Numbers of hands; none means all that are chosen.")
    ] = None,
    player: PlayerOption = None,
    game: GameOption = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Write stored hands to a file, whole or not at all; hands that the format can't say are left out and named."""
    _check_ending(target)
    fitting = _Fitting(target)

    damaged: list[DamagedHand] = []
    named = target.suffix in (".phh", ".phhs")  # the other formats have no place for where a hand came from

    def chosen(store: Store) -> Iterator[tuple[HandRecord, str]]:
        stored = map(store.hand, numbers) if numbers else store.hands(player=player, game=game, damaged=damaged)
        for hand in stored:
            if not numbers and game is None and (hand.record.game == "bluff") != (target.suffix == ".jsonl"):
                continue  # dice and cards go to files of their own
            yield hand.record.naming_origin(hand.digest) if named else hand.record, f"hand {hand.id}"

    with _open(database, game=game) as store, err.status("exporting"):
        written = _write(fitting.of(chosen(store)), target)
        if not fitting.read:
            raise StoreError(f"{_no_hands(player, game)} in the database {store.name}: nothing to write")
    _show_damaged(damaged)
    if json:
        told = {"damaged": [each.hand_id for each in damaged]}
        print_json({**fitting.counts(), "file": str(target), **told}, None)
    else:
        fitting.tell(written)
    if not written:
        raise typer.Exit(2)


def _show_damaged(damaged: list[DamagedHand]) -> None:
    """Hands that were passed over are named, beside what was found in the others."""
    for error in damaged[:10]:
        err.print(f"{error}: it is left out", markup=False, emoji=False, soft_wrap=True)
    if len(damaged) > 10:
        err.print(f"and {len(damaged) - 10} more")


def _no_hands(player: str | None, game: str | None) -> str:
    who = f"{player} has no hand" if player else "there is no hand"
    return f"{who} of {game}" if game else who


def replay(
    file: Annotated[Path, typer.Argument(help="What `import` reads.")],
    hand: Annotated[int, typer.Option("--hand", "-n", min=1, help="Which hand of the file, counted from 1.")] = 1,
    all_at_once: Annotated[bool, typer.Option("--all", help="Don't wait for Enter between streets.")] = False,
    json: Json = False,
) -> None:
    """Step through a recorded hand, street by street, with pots and, where cards are known, equities."""
    from riverboat.cli.terminal.replay_cards import record_json, show_record
    from riverboat.records.hand_record import count_of_hands
    from riverboat.records.importing import scan

    announce_compiling()
    with err.status(Text(f"reading {file}")):
        found, count = None, 0
        for number, each in enumerate(scan(file), 1):
            count = number
            if number == hand:
                found = each
                break
    if found is None:
        raise RecordError(f"holds {count_of_hands(count)}: there is no hand {hand}", file=str(file))
    if isinstance(found, RecordError):
        raise found
    if json:
        print_json(record_json(found), 0)
    else:
        show_record(found, wait=not all_at_once)


def stats(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the bankroll into this file (.svg, .png or .pdf).")] = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """What a player does, counted from the store: each figure with its sample size and 95 % interval."""
    from riverboat.modeling.statistics import plot_bankroll, stored_statistics

    damaged: list[DamagedHand] = []
    with _open(database, game=game) as store, err.status(Text(f"adding up the hands of {player}")) as status:
        name = store.name

        def tell(done: int, of: int) -> None:
            status.update(Text(f"counting older hands of {player}, once: {done} of {of}"))

        found = stored_statistics(player, store, game=game, progress=tell, damaged=damaged)
    _show_damaged(damaged)
    if picture is not None:
        plot_bankroll(found, picture)
    if json:
        figures = {name: figure.to_json() for name, figure in found.figures().items()}
        told = {"player": player, "hands": found.hands, "unit": f"{found.unit} a hand", **figures}
        left_out = [each.hand_id for each in damaged]
        print_json({**told, "picture": picture and str(picture), "damaged": left_out}, None)
        return
    if not found.hands:
        _say(f"{_no_hands(player, game)} in the database {name}.")
        return
    from riverboat.cli.terminal.replay_cards import statistics_table

    out.print(statistics_table(found))
    if picture is not None:
        _say(f"bankroll drawn to {picture}")
