"""A dealer at ports: good players play to the end, bad ones end the match by rule, and the log tells it."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents import make_agent
from riverboat.doors.acpc.dealer import DealerPlan, DealerResult, DealerTimes, deal_match
from riverboat.doors.acpc.definition import usual_game
from riverboat.doors.acpc.lines import accept, connect, listen_on, port_of
from riverboat.doors.acpc.log import DealerLog
from riverboat.doors.acpc.player import PlayedHands, play_there
from riverboat.errors import ArenaError, BotError, FileError, RiverboatError
from riverboat.records.formats.acpc import format_acpc, read_acpc
from riverboat.records.replay import play_out
from riverboat.steps import run_to_end
from tests.doors.acpc.clients import Client, Raw, caller, drip, first_state

QUICK = DealerTimes(response_s=0.3, hand_s=30, per_hand_s=30, start_s=5)
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")


def plan_of(seats: int = 2, *, limit: bool = True, hands: int = 20, **more: Any) -> DealerPlan:
    times = more.pop("times", DealerTimes(start_s=30))
    return DealerPlan(
        game=usual_game(seats, limit=limit),
        names=NAMES[:seats],
        hands=hands,
        seed=more.pop("seed", 5),
        times=times,
        **more,
    )


def dealt(
    plan: DealerPlan, starts: Sequence[Callable[..., Any]], log: Path | None = None
) -> tuple[DealerResult, list[Any]]:
    """Play a plan with clients that are started with their ports."""
    listeners = [listen_on("127.0.0.1", 0) for _ in plan.names]
    clients = [start(port_of(listener)) for start, listener in zip(starts, listeners, strict=True)]
    lines = [accept(listener, 30) for listener in listeners]
    try:
        with DealerLog(log, plan) as book:
            result = run_to_end(deal_match(plan, lines, book.before), book.add)
            book.end(result)
    finally:
        for line in lines:
            line.close()
        for listener in listeners:
            listener.close()
    for client in clients:
        client.join(30)
    return result, clients


def raiser(line: str, _count: int) -> bytes:
    return f"{line}:r\r\n".encode()


@pytest.mark.parametrize(("seats", "limit"), [(2, True), (2, False), (3, True), (6, True)])
def test_a_match_comes_to_its_end_and_its_log_reads_back(seats: int, limit: bool, tmp_path: Path) -> None:
    plan = plan_of(seats, limit=limit, hands=12)
    answers = [raiser if at == 0 and limit else caller for at in range(seats)]
    starts = [lambda port, each=each: Client(port, each, limit=limit) for each in answers]
    result, clients = dealt(plan, starts, tmp_path / "a.log")
    assert not result.stopped
    assert result.hands == 12
    assert sum(result.scores) == 0
    records = list(read_acpc(tmp_path / "a.log"))
    assert len(records) == 12
    for record in records:
        assert play_out(record).returns() == record.returns
    text = (tmp_path / "a.log").read_text()
    assert text.splitlines()[4:-1] == list(format_acpc(records, titled=True))  # the last line is the seed
    whose = {
        name: sum(dict(zip(r.players, r.returns or (), strict=True))[name] for r in records) for name in plan.names
    }
    assert tuple(whose.values()) == result.scores
    for client in clients:
        assert [line for line in client.heard if line.startswith("MATCHSTATE")] == client.heard


def test_players_are_told_no_cards_of_others() -> None:
    _, clients = dealt(plan_of(3, hands=20), [Client, Client, lambda port: Client(port, raiser)])
    assert watched(clients) > 200


@pytest.mark.prove
def test_players_are_told_no_cards_of_others_in_ten_thousand_hands(note: Callable[[str, object], None]) -> None:
    result, clients = dealt(plan_of(3, hands=10_000), [Client, Client, lambda port: Client(port, raiser)])
    assert result.hands == 10_000
    note("states over ACPC in 10,000 hands, each searched for cards of others", watched(clients))


def watched(clients: Sequence[Client]) -> int:
    """The observer: whatever goes to a client before the end of a hand has its own two cards and the board's."""
    for client in clients:
        ends = {line.split(":")[2]: at for at, line in enumerate(client.heard)}
        for at, line in enumerate(client.heard):
            _, position, hand, _, cards = line.split(":")
            hole = cards.split("/")[0].split("|")
            if at != ends[hand]:
                assert [bool(each) for each in hole] == [place == int(position) for place in range(3)]
    return sum(len(client.heard) for client in clients)


def test_the_button_goes_round_and_everybody_gets_every_state() -> None:
    result, clients = dealt(plan_of(3, hands=6), [Client, Client, Client])
    assert result.hands == 6
    for seat, client in enumerate(clients):
        places = {int(line.split(":")[2]): int(line.split(":")[1]) for line in client.heard}
        assert places == {hand: (seat - hand) % 3 for hand in range(6)}
    bets = [[line.split(":")[2:4] for line in client.heard] for client in clients]
    assert bets[0] == bets[1] == bets[2]


# Twelve kinds of bad client and some more. What each does, and what the match's end says of it.


def silent(line: socket.socket) -> None:
    first_state(line)


def mute(line: socket.socket) -> None:
    time.sleep(0)


def closes(line: socket.socket) -> None:
    first_state(line)
    line.shutdown(socket.SHUT_RDWR)


def resets(line: socket.socket) -> None:
    first_state(line)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def endless(line: socket.socket) -> None:
    first_state(line)
    line.sendall(b"M" * 20_000)


def floods(line: socket.socket) -> None:
    first_state(line)
    line.sendall(b"what?\r\n" * 2_000)


def nul(line: socket.socket) -> None:
    first_state(line)
    line.sendall(b"\0\xff\xfe\r\n" * 2_000)


def comments(line: socket.socket) -> None:
    first_state(line)
    line.sendall(b"# thinking\r\n" * 2_000)


def stale(line: socket.socket) -> None:
    state = first_state(line)
    line.sendall((state.replace(":0::", ":7::") + ":c\r\n").encode() * 2_000)


def other_seat(line: socket.socket) -> None:
    state = first_state(line)
    here = state.split(":")[1]
    line.sendall((state.replace(f"MATCHSTATE:{here}", f"MATCHSTATE:{1 - int(here)}") + ":c\r\n").encode() * 2_000)


def says(text: bytes) -> Callable[[socket.socket], None]:
    return lambda line: line.sendall(text)


BAD = {
    "says no version": (mute, "gave no answer within"),
    "says another version": (says(b"VERSION:1.0.0\r\n"), "VERSION:2.0.0 is right"),
    "says garbage first": (says(b"GET / HTTP/1.1\r\n"), "VERSION:2.0.0 is right"),
    "closes at once": (lambda line: line.close(), "closed its connection"),
    "never answers": (silent, "gave no answer within 0.3 s"),
    "closes in a hand": (closes, "closed its connection"),
    "resets in a hand": (resets, "closed its connection"),
    "drips bytes": (drip, "gave no answer within"),
    "never ends a line": (endless, "without ending a line"),
    "floods with garbage": (floods, "lines that answer nothing"),
    "floods with zeros": (nul, "lines that answer nothing"),
    "comments for ever": (comments, "lines that answer nothing"),
    "answers another hand": (stale, "lines that answer nothing"),
    "answers for the other": (other_seat, "lines that answer nothing"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_client_ends_the_match_by_rule(kind: str, tmp_path: Path) -> None:
    does, said = BAD[kind]
    times = DealerTimes(response_s=0.3, hand_s=30, per_hand_s=30, start_s=0.5)
    result, _ = dealt(plan_of(times=times), [Client, lambda port: Raw(port, does)], tmp_path / "a.log")
    assert result.stopped.startswith("Bob ")
    assert said in result.stopped
    assert result.hands == 0
    assert "# stopped after 0 hands: Bob" in (tmp_path / "a.log").read_text()


def test_who_never_connects_is_waited_for_no_longer_than_said() -> None:
    listener = listen_on("127.0.0.1", 0)
    with pytest.raises(BotError, match="did not connect within"):
        accept(listener, 0.05)
    listener.close()


def test_who_never_reads_ends_the_match() -> None:
    """Its window fills while the other two play on: it folded, so that nothing is asked of it."""
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    from riverboat.doors.acpc.lines import LineSocket

    line = LineSocket(ours)
    with pytest.raises(BotError, match="did not read"):
        line.send("MATCHSTATE:0:0::AsKd|\r\n" * 100_000, 0.05)
    theirs.close()
    line.close()


def test_time_is_counted_over_the_hand_and_the_match() -> None:
    def slow(line: str, _count: int) -> bytes:
        time.sleep(0.06)
        return caller(line, 0)

    for times in (
        DealerTimes(response_s=5, hand_s=0.15, per_hand_s=9, start_s=9),
        DealerTimes(response_s=5, hand_s=9, per_hand_s=0.01, start_s=9),
    ):
        result, _ = dealt(plan_of(times=times, hands=20), [Client, lambda port: Client(port, slow)])
        assert "Bob gave no answer within" in result.stopped


@pytest.mark.parametrize("said", ["x", "", "r", "f f f", "r99", "\u00e9", "call", ":", "c:c", "r-1"])
def test_actions_that_cannot_be_are_put_right_and_the_match_goes_on(said: str) -> None:
    result, _ = dealt(
        plan_of(hands=5), [Client, lambda port: Client(port, lambda line, _: f"{line}:{said}\r\n".encode())]
    )
    assert not result.stopped
    assert result.hands == 5
    assert (result.corrected[1] > 0) == (said in ("x", "", "f f f", "\u00e9", ":"))
    assert result.corrected[0] == 0


def test_lines_that_answer_nothing_are_passed_over() -> None:
    def chatty(line: str, count: int) -> bytes:
        old = f"MATCHSTATE:0:{count + 5}::AsKd|:c\r\n"
        return f"# hm\r\n; hm\r\n{old}garbage\r\n{line}:c\r\n{line}:r\r\n".encode()  # the second answer is too late

    result, _ = dealt(plan_of(hands=10), [Client, lambda port: Client(port, chatty)])
    plain, _ = dealt(plan_of(hands=10), [Client, Client])
    assert not result.stopped
    assert result.scores == plain.scores


def test_a_line_may_end_as_the_example_player_ends_its_first() -> None:
    result, _ = dealt(plan_of(hands=3), [Client, lambda port: Client(port, hello=b"VERSION:2.0.0\n")])
    assert not result.stopped


def played(agent: str, game: Any, port: int, results: list[PlayedHands]) -> threading.Thread:
    def run() -> None:
        line = connect("127.0.0.1", port, 30)
        results.append(run_to_end(play_there(make_agent(agent), line, lambda seats: game, seed=3)))
        line.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize(
    ("agents", "limit"), [(("rock", "maniac"), True), (("loki-a", "rock", "random"), True), (("rock", "random"), False)]
)
def test_our_agents_play_at_our_dealer(agents: tuple[str, ...], limit: bool) -> None:
    plan = plan_of(len(agents), limit=limit, hands=25)
    results: dict[str, list[PlayedHands]] = {name: [] for name in agents}
    starts = [lambda port, name=name: played(name, plan.game, port, results[name]) for name in agents]
    result, _ = dealt(plan, starts)
    assert not result.stopped
    assert result.corrected == (0,) * len(agents)
    for name, score in zip(agents, result.scores, strict=True):
        assert results[name][0].chips == pytest.approx(float(score))
        assert results[name][0].hands == 25
        assert results[name][0].faults == 0


def test_a_match_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    whole, _ = dealt(plan_of(hands=12, name="a"), [Client, lambda port: Client(port, raiser)], tmp_path / "b.log")
    leaves = lambda line, count: raiser(line, 0) if ":6:" not in line else b"LEAVE"  # noqa: E731
    plan = plan_of(hands=12, name="a")
    first, _ = dealt(plan, [Client, lambda port: Client(port, leaves)], log)
    assert "closed its connection" in first.stopped
    assert first.hands == 6
    again = DealerLog(log, plan, resume=True)
    assert len(again.before) == 6
    with pytest.raises(FileError, match="another seed"):
        DealerLog(log, plan_of(hands=12, name="a", seed=6), resume=True)
    with pytest.raises(FileError, match="another match"):
        DealerLog(log, plan_of(hands=13, name="a"), resume=True)
    listeners = [listen_on("127.0.0.1", 0) for _ in range(2)]
    clients = [Client(port_of(listeners[0])), Client(port_of(listeners[1]), raiser)]
    lines = [accept(each, 30) for each in listeners]
    with again as book:
        result = run_to_end(deal_match(plan, lines, book.before), book.add)
        book.end(result)
    for line in lines:
        line.close()
    for listener in listeners:
        listener.close()
    for client in clients:
        client.join(30)
    assert result.scores == whole.scores
    assert log.read_text() == (tmp_path / "b.log").read_text()


def test_names_and_games_that_cannot_be() -> None:
    for wrong in (("a", "a"), ("a|b", "c"), ("a", ""), ("a",), ("a b", "c")):
        with pytest.raises(ArenaError):
            DealerPlan(game=usual_game(2, limit=True), names=wrong, hands=1, seed=1)
    with pytest.raises(ArenaError, match="no dealer at"):
        connect("127.0.0.1", 1, 1)
    taken = listen_on("127.0.0.1", 0)
    with pytest.raises(ArenaError, match="can't be listened on"):
        listen_on("127.0.0.1", port_of(taken))
    taken.close()


def test_a_dealer_that_speaks_of_another_game_is_refused() -> None:
    ours, theirs = socket.socketpair()
    from riverboat.doors.acpc.lines import LineSocket

    theirs.sendall(b"# hello\r\nMATCHSTATE:0:0:r300c/r20c:AsKd|/2c3c4c\r\n")
    with pytest.raises(RiverboatError, match="can't be played by these rules"):
        run_to_end(play_there(make_agent("rock"), LineSocket(ours), lambda seats: usual_game(seats, limit=False)))
    theirs.close()
    ours.close()
