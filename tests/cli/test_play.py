"""`riverboat play` as somebody at a terminal sees it."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from riverboat.agents import make_agent
from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.models import EvolvingAgent, tally_view
from riverboat.cards.cards import SUIT_SIGNS, format_card, suit_of
from riverboat.cli import main
from riverboat.records import HandRecord, Store
from tests.cli.table_driver import EndedError, Terminal

NEXT = "Enter deals the next hand"
GAMES = ("holdem-limit", "holdem-nolimit", "stud-limit", "stud")


def keys_on(screen: str) -> list[str]:
    """The keys that the menu offers: "f", "c", "r N" ..."""
    menu = [line for line in screen.splitlines() if line.rstrip().endswith("?  help")]
    return re.findall(r"(?:^|   ) (\w(?: N)?)  ", menu[-1]) if menu else []


def choose(screen: str, rng: random.Random) -> str:
    """Some key of the menu, rarely a fold."""
    keys = [key for key in keys_on(screen) if key != "f" or rng.random() < 0.15]
    return rng.choice(keys).replace("N", rng.choice(["min", "half", "pot"]))


def finish(terminal: Terminal, screen: str, rng: random.Random) -> str:
    """Play on to the end of the program; what it printed after the last key."""
    while True:
        terminal.send("" if NEXT in screen else choose(screen, rng))
        try:
            screen = terminal.prompt()
        except EndedError:
            return terminal.ended()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_session_and_nothing_hidden_is_printed_before_it_is_shown(game: str, tmp_path: Path) -> None:
    database = tmp_path / "hands.db"
    with Terminal(
        "play", game, "--seed", "4", "--hands", "6", "--pace", "0", "--name", "Ann", database=database
    ) as ann:
        summary = finish(ann, ann.prompt(), random.Random(4))
        assert ann.process.returncode == 0
        printed = ann.text
    assert "6 hands in this session." in summary
    assert "Seed 4: anyone who knows it can work out every card." in " ".join(printed.split())
    assert re.search(r"You (won|lost) [\d,]+: [-+][\d.]+ (small bets|big blinds|points) a hand", summary)
    assert str(database) in "".join(summary.split("\n"))
    with Store(str(database)) as store:
        records = [hand.record for hand in store.hands(player="Ann")]
    assert len(records) == 6
    pieces = re.split(r"(?=╭─)", printed)
    for record in records:
        mine = [piece for piece in pieces if re.search(rf"· hand {record.number} ", piece)]
        assert_nothing_leaks(record, "".join(mine[:-1]), mine[-1])


def assert_nothing_leaks(record: HandRecord, before: str, ending: str) -> None:
    """Each card is in the deck once, so a hidden one that is printed at all has been given away."""
    assert "showdown" in ending or "the end" in ending
    turned = {move.amount for move in record.moves if move.kind == "reveal"}
    for seat in range(1, record.seats):
        down = [card for at, card in enumerate(record.hole_cards[seat]) if at in (0, 1, 6)]
        for card in down:
            signed = format_card(card)[0] + SUIT_SIGNS[suit_of(card)]
            if card not in turned:
                assert signed not in before
                assert format_card(card) not in before
            if seat in record.shown or record.game == "stud":
                assert signed in ending  # the comparison does find cards
            else:
                assert signed not in ending


def test_the_table_fits_a_screen_of_80_by_24(tmp_path: Path) -> None:
    command = ("play", "holdem-nolimit", "--seats", "10", "--stack", "100", "--seed", "2", "--pace", "0")
    with Terminal(*command, database=tmp_path / "hands.db") as terminal:
        screen, rng = terminal.prompt(), random.Random(1)
        for _ in range(25):
            lines = screen.split("\n")
            if any(line.startswith("╭") for line in lines):  # a new picture
                picture = lines[next(at for at, line in enumerate(lines) if line.startswith("╭")) :]
                assert len(picture) <= 24, screen
            assert max(map(len, lines)) <= 80, screen
            screen = terminal.answer("" if NEXT in screen else choose(screen, rng))


def test_wrong_keys_are_told_and_asked_again_and_help_explains(tmp_path: Path) -> None:
    with Terminal("play", "--seed", "5", "--pace", "0", database=tmp_path / "hands.db") as terminal:
        screen = terminal.prompt()
        assert keys_on(screen) == ["f", "c", "r"]
        assert "six-three suited" in screen
        assert "Pot odds 2.5 to 1: 10 to win 25; a call breaks even at 29 %" in screen
        assert '"zzz" is not a key here: f, c, r; ? explains them' in terminal.answer("zzz")
        assert "there is a bet to you, you can't check" in terminal.answer("k")
        assert "raising to 999 is not allowed here: fold, call 10, or raise to 20" in terminal.answer("r 999")
        told = terminal.answer("?")
        assert "put in 10 more and stay in; the pot is then 35" in told
        assert "put in 20; everyone else must match 20 or fold" in told
        assert "maniac calls" in terminal.answer("l")
        assert re.search(r"maniac +0", terminal.answer("s"))
        assert keys_on(terminal.answer("")) == ["f", "c", "r"]  # an empty line shows the table again
        assert "you call" in terminal.answer("c") + terminal.answer("l")


def picture(screen: str) -> str:
    """The last picture of the table on a screen."""
    return screen[screen.rindex("╭─") :]


def test_a_session_goes_on_at_the_same_decision_however_it_was_left(tmp_path: Path) -> None:
    command = ("play", "holdem-limit", "--against", "loose-passive,loose-aggressive", "--pace", "0", "--name", "Ann")
    database = tmp_path / "hands.db"
    left = ""
    for way in ("kill -9", "Ctrl-C", "Ctrl-D", "q"):
        with Terminal(*command, database=database) as terminal:
            if left:
                with Store(str(database)) as store:
                    hands = store.count()
                offer = terminal.until(r"Go on with it\? \[Y/n\] ")
                assert f"{hands} hand{'s' * (hands != 1)} played" in offer
                assert f"in the middle of hand {hands + 1}" in offer
                terminal.send("what?")
                assert "n starts a new session" in terminal.until(r"Go on with it\? \[Y/n\] ")
                terminal.send("")
                assert picture(terminal.prompt()) == left
            else:
                terminal.prompt()
            screen = terminal.answer("c")
            while NEXT in screen or "pot 15 " in screen:  # at least one action into a hand
                screen = terminal.answer("" if NEXT in screen else "c")
            left = picture(screen)
            if way == "kill -9":
                terminal.kill()
                continue
            if way == "q":
                terminal.send("q")
            else:
                terminal.press(b"\x03" if way == "Ctrl-C" else b"\x04")
            assert "waits where you left it): riverboat play holdem-limit" in terminal.ended()
            assert terminal.process.returncode == 0
    with Terminal(*command, database=database) as terminal:
        terminal.until(r"Go on with it\? \[Y/n\] ")
        terminal.send("n")
        assert "· hand 1 " in terminal.prompt()


def piped(*words: str, stdin: str, code: int = 0) -> str:
    command = [sys.executable, "-m", "riverboat", "play", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_keys_may_come_through_a_pipe(tmp_path: Path) -> None:
    words = ("stud-limit", "--seed", "1", "--hands", "1", "--database", str(tmp_path / "hands.db"))
    printed = piped(*words, stdin="i\n" + "c\n" * 40)
    assert "showdown" in printed
    assert "1 hand in this session." in printed
    assert "\x1b[2J" not in printed  # a stream is not a screen


def test_what_an_opponent_learns_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "learnt.npz"
    words = ("--against", "evolving:recall=chances", "--seed", "1", "--hands", "1", "--learnt", str(path))
    printed = piped(*words, "--database", str(tmp_path / "hands.db"), stdin="c\n" * 60)
    assert f"what evolving:recall=chances has learnt is in {path}" in printed
    player = make_agent(f"evolved@{path}:learn=true")
    assert isinstance(player, EvolvingAgent)
    assert player.memory[places.HANDS] == 1
    assert tally_view(player.params, player.memory).any()


def test_the_end_of_input_is_leaving(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    assert "0 hands in this session." in piped("--seed", "1", "--database", database, stdin="")
    assert "Go on with it?" in piped("--seed", "1", "--database", database, stdin="")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("holdem-limt",), 'error: holdem-limt is not played at the table (did you mean "holdem-limit"?)'),
        (
            ("--against", "tight-agressive"),
            'error: "tight-agressive" is not an agent (did you mean "tight-aggressive"?)',
        ),
        (("stud", "--stack", "5"), "error: stud has no stacks"),
        (("stud", "--raises", "two"), 'error: raises=two is not possible in stud: it is "one" or "each"'),
        (("holdem-limit", "--raises", "each"), "error: holdem-limit has no choice of raises: leave it out"),
        (("bluff", "--raises", "each"), "error: bluff has no chips: leave out --raises"),
        (("--against", "random", "--seats", "40"), "error: 40 seats are not possible in holdem-limit"),
        (("--name", "maniac"), 'error: "maniac" sits at the table already'),
        (("--learnt", "x.npz"), "error: --learnt keeps what one opponent learns, and here nobody learns"),
        (("bluff", "--learnt", "x.npz"), "error: nobody learns at bluff: leave out --learnt"),
        (("--against", "evolving", "--learnt", "x.txt"), 'error: --learnt "x.txt" must end in .npz'),
    ],
)
def test_mistakes_are_one_line(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["riverboat", "play", *words, "--database", str(tmp_path / "hands.db")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(said)
    assert told.count("\n") == 1


def test_letters_stand_for_suits_where_the_terminal_has_no_signs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "riverboat", "play", "--seed", "5"]
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "hands.db")],
        input=b"",
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "You hold 6c 3c" in done.stdout.decode("ascii")
