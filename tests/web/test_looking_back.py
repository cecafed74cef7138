"""Looking back over HTTP: rounds of Bluff, what decisions cost, attributes, and what is forgotten when one asks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents.registry import AGENTS
from riverboat.games import GAMES, Action, parse_action
from riverboat.modeling.attributes import model_history
from riverboat.partner.protocol import Advice, Caution, make_partner
from riverboat.records.formats.rounds import scan_bluff
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import replay, verify
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.records.store.partner_memory import remembered
from riverboat.tables.session import event_of
from riverboat.web.lobby import Lobby
from riverboat.web.messages.judgement import cautioned
from riverboat.web.requests import FILES_ONLY
from tests.web.playing import Json, Person, begin_study, calling, serving


def _bidding(rng: random.Random) -> object:
    def choose(now: Json) -> str:
        bids = now["legal"]["bids"]
        if "bluff" in now["legal"]["kinds"] and (not bids or rng.random() < 0.5):
            return "bluff"
        return "bid {}-{}".format(*bids[rng.randrange(min(3, len(bids)))])

    return choose


def _play(person: Person, hands: int, **asked: object) -> str:
    table = person.sit(**asked)
    choose = _bidding(random.Random(1)) if asked.get("game") == "bluff" else None
    with person.line(table) as line:
        for _ in range(hands):
            line.play_hand(choose)
    return table


@pytest.mark.parametrize("opponents", [["bluff-equilibrium"], ["bluff-odds", "bluff-odds"]])
def test_rounds_of_bluff_are_listed_replayed_judged_and_exported(person: Person, opponents: list[str]) -> None:
    table = _play(person, 5, game="bluff", opponents=opponents, seed=4)
    listed = person.ask(f"/tables/{table}/hands")
    assert listed["count"] == 5
    assert [each["number"] for each in listed["hands"]] == [5, 4, 3, 2, 1]
    exported = person.ask(f"/tables/{table}/export")
    records = [each for each in scan_bluff(exported, "session.jsonl") if isinstance(each, HandRecord)]
    assert len(records) == 5
    for record in records:
        returns = verify(record)
        assert returns is not None
        told = person.ask(f"/tables/{table}/hands/{record.number}")
        assert told["end"]["returns"] == list(returns)
        assert len(told["steps"]) == len(record.moves) + 1
        for step in told["steps"][:-1]:
            assert step["seats"][0]["roll"] == list(record.hole_cards[0])
            assert all(seat["roll"] is None for seat in step["seats"][1:])
        assert [seat["roll"] for seat in told["steps"][-1]["seats"]] == [list(roll) for roll in record.hole_cards]
        assert len(told["decisions"]) == sum(move.seat == 0 for move in record.moves)
        kinds = {each["cost"]["kind"] for each in told["decisions"]}
        assert kinds <= ({"solved", "estimated"} if len(opponents) == 1 else {"estimated"})
        assert person.ask(f"/tables/{table}/hands/{record.number}/export").strip() in exported


def test_statistics_of_bluff_count_bids_and_calls(person: Person) -> None:
    table = _play(person, 6, game="bluff", dice=2, opponents=["bluff-odds"], seed=2)
    told = person.ask(f"/tables/{table}/session")
    records = [each for each in scan_bluff(person.ask(f"/tables/{table}/export"), "x") if isinstance(each, HandRecord)]
    for seat, name in enumerate(told["names"]):
        bids = [move for each in records for move in each.moves if move.seat == seat and move.kind == "bid"]
        won = sum((each.returns or (0, 0))[seat] > 0 for each in records)
        assert told["statistics"][name]["bids_true"]["n"] == len(bids)
        assert told["statistics"][name]["rounds_won"]["mean"] == won / 6
        assert told["bankrolls"][name][-1] == 2 * won - 6


def test_a_round_watched_after_one_is_out_hides_the_dice_till_the_end(person: Person) -> None:
    table = person.sit(game="bluff", dice=1, match=True, opponents=["bluff-odds", "bluff-odds"], seed=3)
    with person.line(table) as line:
        line.play_hand()
        while line.now["seats"][0]["in"]:
            line.play_hand()
        number = line.now["hand"]
    told = person.ask(f"/tables/{table}/hands/{number}")
    assert told["decisions"] == []
    for step in told["steps"][:-1]:
        assert all(seat["roll"] is None for seat in step["seats"])
    assert person.ask(f"/tables/{table}/hands")["hands"][0]["roll"] is None


def test_decisions_come_by_what_they_cost_and_the_numbers_are_the_partners(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = _play(person, 4, game="holdem-limit", opponents=["loose-passive", "maniac"], seed=3)
        told = [person.ask(f"/tables/{table}/hands/{number}") for number in (1, 2, 3, 4)]
        person.close()
    with Store(database) as store:
        records = [hand.record for hand in hands_of_event(store, event_of(table))]
    partner, dear = make_partner("holdem-limit"), 0
    for record, hand in zip(records, told, strict=True):
        states = [state for _, state in replay(record)]
        costs = [each["cost"]["amount"] for each in hand["decisions"] if not each["cost"]["fine"]]
        assert costs == sorted(costs, reverse=True)
        assert not any(each["cost"]["fine"] for each in hand["decisions"][: len(costs)])
        for each in hand["decisions"]:
            move = record.moves[each["step"]]
            found = partner.cost(states[each["step"]].observation(0), Action(move.kind, move.amount))
            assert found is not None
            assert each["cost"]["amount"] == pytest.approx(found.amount)
            worths = [number.value for number in found.numbers]
            assert found.amount == pytest.approx(worths[-1] - worths[0])  # type: ignore[operator]
            assert ("better" in each["line"]["text"]) == (not found.is_fine)
            dear += found.amount > 1
        partner.hand_over(states[-1].observation(0))
    assert dear  # who only calls gives something away


def _priced(now: Json) -> bool:
    return "fold" in now["legal"]["kinds"]


def test_chances_by_street_are_of_those_who_showed_or_of_the_person_alone(person: Person) -> None:
    table = person.sit(game="holdem-limit", opponents=["loose-passive", "tight-aggressive", "maniac"], seed=3)
    with person.line(table) as line:
        for number in range(12):  # of every two hands one is given up on the turn
            line.play_hand(
                lambda now, odd=number % 2: "fold" if odd and now["street"] == 2 and _priced(now) else calling(now)
            )
    kinds = set()
    for number in range(1, 13):
        hand = person.ask(f"/tables/{table}/hands/{number}")
        cards = [seat["cards"] for seat in hand["steps"][-1]["seats"]]
        for street in hand["streets"]:
            known = [value for value in street["equities"] if value is not None]
            assert all(0 <= value <= 1 for value in known)
            assert all("??" not in cards[at] for at, value in enumerate(street["equities"]) if value is not None)
            assert street["against_random"] == (len(known) == 1 and street["equities"][0] != 1) or not known
            if len(known) > 1:
                assert sum(known) == pytest.approx(1, abs=0.03)
            kinds.add((street["against_random"], street["among_shown"]))
    assert kinds == {(True, False), (False, True), (False, False)}


def test_the_seven_attributes_are_the_ones_the_terminal_shows(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = _play(person, 6, game="holdem-limit", opponents=["loose-passive", "maniac"], seed=3)
        told = person.ask(f"/tables/{table}/attributes")
        nothing = person.ask(f"/tables/{person.sit(game='stud')}/attributes")
        person.close()
    with Store(database) as store:
        history = model_history("You", [hand.record for hand in hands_of_event(store, event_of(table))])
    assert [(each["name"], each["value"], each["n"]) for each in told["attributes"]] == [
        (each.name, pytest.approx(each.value), each.n) for each in history.attributes
    ]
    assert len(told["attributes"]) == 7
    assert len(told["path"]) == told["hands"] == 6
    assert nothing["attributes"] == []


def test_the_partner_knows_a_person_from_table_to_table_and_nobody_else(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        ann, bob = Person(url), Person(url)
        first = ann.sit(game="stud", seed=3)
        with ann.line(first) as line:
            ann.ask(f"/tables/{first}/partner")
            for _ in range(2):
                line.play_hand()
        before = _cases(ann, ann.sit(game="stud", seed=4))
        assert _cases(bob, bob.sit(game="stud", seed=4)) != before
        ann.close()
        bob.close()
    with Store(database) as store:
        (kept,) = remembered(store)  # Bob has played no game to its end
        assert kept.cases > 0
    with serving(database) as url:  # a restart learns nothing twice
        again = Person(url, token=ann.token)
        assert _cases(again, again.sit(game="stud", seed=4)) == before
        with again.line(first) as line:
            line.play_hand()
            line.deal()
            again.ask(f"/tables/{first}/partner")
        with Store(database) as store:
            (after,) = remembered(store)
        assert kept.cases < after.cases < 2 * kept.cases
        assert again.ask("/me", method="DELETE")["tables"] == 3
        again.close()
    with Store(database) as store:
        assert remembered(store) == []


def _cases(person: Person, table: str) -> str:
    """What the partner says of similar games at the first decision."""
    with person.line(table) as line:
        line.until_asked()
    told = person.ask(f"/tables/{table}/partner/answer", method="POST", body={"question": "cases"})
    return " ".join(each["text"] for each in told["sentences"])


def test_everything_kept_of_a_person_is_deleted_when_he_asks(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        ann, bob = Person(url), Person(url)
        mine = _play(ann, 2, game="holdem-limit", opponents=["rock"], name="Ann", seed=3)
        left = _play(ann, 2, game="bluff", opponents=["bluff-odds"], name="Ann", seed=3)
        his = _play(bob, 2, game="holdem-limit", opponents=["rock"], name="Bob", seed=3)
        begin_study(ann)
        ann.ask(f"/tables/{left}", method="DELETE", status=204)
        assert ann.ask(f"/tables/{left}/hands")["count"] == 2  # what was left can be looked back at
        bob.ask(f"/tables/{left}/hands", status=404)
        assert ann.ask("/me", method="DELETE")["tables"] == 3
        assert ann.ask("/lobby")["tables"] == ann.ask("/lobby")["left"] == []
        ann.ask(f"/tables/{left}/hands", status=404)
        assert ann.ask("/experiment")["state"] == "new"
        kept = bob.ask(f"/tables/{his}/hands")["count"]
        assert kept >= 2
        ann.close()
        bob.close()
    with Store(database) as store:
        counts = [len(hands_of_event(store, event_of(table))) for table in (mine, left, his)]
        assert counts == [0, 0, kept]
    assert b"Ann" not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.suffix == ".db")


@pytest.mark.parametrize(
    "game", ["holdem-limit", "holdem-nolimit", "omaha-limit", "omaha-potlimit", "stud-limit", "stud", "bluff"]
)
def test_everybody_in_the_lobby_can_be_played_and_watched(person: Person, game: str) -> None:
    lobby = person.ask("/lobby")
    agents = [each for each in lobby["agents"] if game in each["games"]]
    assert all(each["line"] for each in agents)
    assert {each["name"] for each in lobby["agents"]} == set(AGENTS) - FILES_ONLY
    seats = 2 if game in ("stud", "bluff") else 10
    names = [each["name"] for each in agents if (each["most_seats"] or seats) >= seats]
    for each in agents:
        if each["name"] not in names:  # who plays heads-up alone
            person.sit(game=game, opponents=[each["name"]], seed=1)
    for start in range(0, len(names), seats - 1):
        table = person.sit(game=game, opponents=names[start : start + seats - 1], seed=1)
        with person.line(table) as line:
            line.until_asked()
            all_folded = line.now["phase"] == "between"  # before the person came to act: then the next hand is played
            assert line.play_hand(calling)["hand"] == 1 + all_folded
    for start in range(0, len(names), seats):
        seated = [*names[start : start + seats], names[0]][:seats]
        told = person.ask("/watch", method="POST", body={"game": game, "agents": seated, "hands": 1, "seed": 1})
        assert told["hands"][0]["steps"]


@pytest.mark.parametrize("game", ["omaha-limit", "omaha-potlimit"])
def test_hands_of_omaha_are_looked_back_on_with_chances(person: Person, game: str) -> None:
    table = _play(person, 4, game=game, seed=4)
    told = 0
    for hand in person.ask(f"/tables/{table}/hands")["hands"]:
        assert len(hand["cards"]) == 4
        back = person.ask(f"/tables/{table}/hands/{hand['number']}")
        assert back["steps"]
        told += sum(any(street["equities"]) for street in back["streets"])
    assert told > 0


def test_evolved_needs_a_file_and_is_refused_in_words(person: Person) -> None:
    told = person.http.post("/api/tables", json={"opponents": ["evolved"]})
    assert told.status_code == 409
    assert "evolved@FILE" in told.json()["detail"]


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("holdem-limit", "raise 1040", "raise to 1,040"),
        ("holdem-limit", "call", "call"),
        ("stud", "reveal Kd", "show Kd"),
        ("bluff", "bid 2-5", "bid two fives"),
        ("bluff", "bluff", "call Bluff"),
    ],
)
def test_the_page_is_told_advice_in_words(game: str, text: str, words: str) -> None:
    """It need not spell an action itself: the game's speaker does."""
    caution = cautioned(Caution(Advice(parse_action(text), ()), ()), GAMES[game].speaker)
    assert caution is not None
    told = caution["advice"]["action"]
    assert (told["text"], told["words"]) == (text, words)


def test_a_table_left_while_the_lobby_is_read_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby reads the tables and then those that were left: one that is left in between is in both."""
    read = Lobby.tables

    async def read_then_leave(hall: Lobby, owner: str) -> Any:
        found = await read(hall, owner)
        for table, _, _ in found:
            await hall.leave(owner, table.place.id, forget=False)
        return found

    with serving(str(tmp_path / "hands.db")) as url:
        person = Person(url)
        table = person.sit(game="holdem-limit", opponents=["always-call"])
        with person.line(table) as line:
            line.play_hand()
        monkeypatch.setattr(Lobby, "tables", read_then_leave)
        lobby = person.ask("/lobby")
        assert [each["id"] for each in lobby["left"]] == [table]
        assert lobby["tables"] == []
        person.close()
