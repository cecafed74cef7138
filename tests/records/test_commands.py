"""The commands import, convert, hands, replay and stats."""

from __future__ import annotations

import io
import json
import re
import shutil
from dataclasses import replace as but_with
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

from riverboat.cli.commands.records import convert, hands, import_hands, replay, stats
from riverboat.errors import GameError, RecordError, RiverboatError, StoreError
from riverboat.games import HoldemRules
from riverboat.intervals import Statistic
from riverboat.modeling.statistics import stored_statistics
from riverboat.records.formats.acpc import read_acpc
from riverboat.records.formats.phh import read_phh
from riverboat.records.replay import verify
from riverboat.records.store.hand_store import Store
from riverboat.version import __version__
from tests.records.random_hands import HANDS, played

app = typer.Typer()
for command in (import_hands, convert, hands, replay, stats):
    command.register(app)
NT = HANDS / "two.nolimit.log"


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_json(*arguments: object) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    answer: dict[str, Any] = json.loads(result.stdout)
    assert answer["version"] == __version__
    assert "seed" in answer
    return answer


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "hands.db"
    run("import", HANDS, "--database", path)
    return path


def test_import(tmp_path: Path) -> None:
    answer = run_json("import", HANDS, "--database", tmp_path / "hands.db")
    assert (answer["hands_read"], answer["hands_stored"], answer["hands_rejected"]) == (21, 20, 1)
    (rejection,) = answer["rejections"]
    assert set(rejection) == {"file", "line", "reason"}
    assert rejection["line"] == 7
    said = run("import", HANDS, "--database", tmp_path / "hands.db").stdout
    assert "21 hands read, 0 stored, 20 known already, 1 rejected" in " ".join(said.split())
    assert "irc_month/hdb:7: showdown:" in said


def test_import_uses_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_DATABASE", str(tmp_path / "named.db"))
    assert run_json("import", NT)["database"] == str(tmp_path / "named.db")
    assert (tmp_path / "named.db").exists()


def test_an_interrupted_import_says_what_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import riverboat.records.importing as importing

    def interrupted(*arguments: Any) -> Any:
        yield importing.ImportProgress(file="x", hands_read=9, hands_stored=7, hands_rejected=2, rejections=())
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "import_hands", interrupted)
    result = run("import", NT, "--database", tmp_path / "hands.db")
    assert result.exit_code == 130
    assert "interrupted: 7 hands are safely stored" in " ".join(result.stderr.split())


def test_errors_are_ours(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="does not exist"):
        run("import", tmp_path / "missing", "--database", tmp_path / "hands.db")
    with pytest.raises(StoreError, match="can't be opened"):
        run("hands", "list", "--database", tmp_path)
    with pytest.raises(RecordError, match="there is no hand 9"):
        run("replay", NT, "--hand", 9)
    assert not (tmp_path / "hands.db").exists()


def test_convert_back_and_forth(tmp_path: Path) -> None:
    run("convert", NT, tmp_path / "a.phhs")
    answer = run_json("convert", tmp_path / "a.phhs", tmp_path / "b.log")
    assert (answer["hands_read"], answer["hands_written"]) == (4, 4)
    first, back = list(read_acpc(NT)), list(read_acpc(tmp_path / "b.log"))
    assert [hand.moves for hand in back] == [hand.moves for hand in first]
    assert [hand.returns for hand in back] == [hand.returns for hand in first]


def test_convert_passes_over_a_bad_hand_and_names_its_source(tmp_path: Path) -> None:
    source = HANDS / "small.phhs"
    answer = run_json("convert", source, tmp_path / "x.log")
    assert (answer["hands_read"], answer["hands_written"], answer["hands_skipped"]) == (5, 2, 3)
    assert {rejection["file"] for rejection in answer["rejections"]} == {str(source)}
    assert all(rejection["line"] > 3 for rejection in answer["rejections"])
    assert "2 hands written to" in run("convert", source, tmp_path / "x.log").stdout
    with pytest.raises(RecordError, match="names no format"):
        run("convert", NT, tmp_path / "x.txt")


def test_convert_without_a_single_good_hand_writes_no_file(tmp_path: Path) -> None:
    (tmp_path / "bad.phhs").write_text("[1]\nvariant = 'XX'\n")
    result = run("convert", tmp_path / "bad.phhs", tmp_path / "x.log")
    assert result.exit_code == 2
    assert "0 hands written, 1 left out" in result.stdout
    assert "bad.phhs:1: antes: is missing" in result.stdout
    assert not (tmp_path / "x.log").exists()


def test_convert_does_not_write_over_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.phhs"
    path.write_bytes((HANDS / "small.phhs").read_bytes())
    with pytest.raises(RecordError, match="would be overwritten"):
        run("convert", path, tmp_path / "." / "a.phhs")
    assert path.read_bytes() == (HANDS / "small.phhs").read_bytes()


def test_import_of_nothing_but_bad_hands_fails_after_saying_why(tmp_path: Path) -> None:
    (tmp_path / "bad.phhs").write_text("[1]\nvariant = 'XX'\n")
    (tmp_path / "cut.tgz").write_bytes(b"\x1f\x8b\x08")
    result = run("import", tmp_path, "--database", tmp_path / "hands.db")
    assert result.exit_code == 2
    assert "1 hand read, 0 stored, 0 known already, 1 rejected, 1 file can't be read" in result.stdout
    assert "bad.phhs:1: antes: is missing" in result.stdout
    assert "cut.tgz: cannot be read" in result.stdout


def test_readers_make_no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (
        ("hands", "list"),
        ("hands", "show", 1),
        ("hands", "export", tmp_path / "x.phhs"),
        ("stats", "Ann"),
    ):
        with pytest.raises(StoreError, match="does not exist"):
            run(*command, "--database", tmp_path / "no" / "hands.db")
    with pytest.raises(StoreError, match="there is no folder"):
        run("import", NT, "--database", tmp_path / "no" / "hands.db")
    monkeypatch.delenv("RIVERBOAT_DATABASE", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "0 of 0 hands" in run("hands", "list").stdout
    with pytest.raises(StoreError, match="nothing to write"):
        run("hands", "export", tmp_path / "x.phhs")
    assert list(tmp_path.iterdir()) == []
    assert run("import", NT).exit_code == 0  # our own data folder is made
    assert "4 of 4 hands" in run("hands", "list").stdout


def test_a_game_that_is_not_known(database: Path, tmp_path: Path) -> None:
    for command in (("hands", "list"), ("hands", "export", tmp_path / "x.phhs"), ("stats", "Ann")):
        with pytest.raises(GameError, match=r'"holdem-limt" is not a game \(did you mean "holdem-limit"\?\)'):
            run(*command, "--game", "holdem-limt", "--database", database)
    with pytest.raises(StoreError, match="there is no hand of kuhn in the database"):
        run("hands", "export", tmp_path / "x.phhs", "--game", "kuhn", "--database", database)
    assert not (tmp_path / "x.phhs").exists()
    said = run("stats", "Ann", "--game", "kuhn", "--database", database).stdout
    assert said.startswith("Ann has no hand of kuhn in the database")


def test_names_and_paths_come_out_as_typed(tmp_path: Path) -> None:
    names = (":heart:", "[/b]", "[red]x")
    text = (HANDS / "small.phhs").read_text().split("[2]")[0]
    for old, new in zip(("'Ann'", "'Bob'", "'Cy'"), names, strict=True):
        text = text.replace(old, f"'{new}'")
    folder = tmp_path / "[" / "b]"
    folder.mkdir(parents=True)
    (folder / "x.phhs").write_text(text.replace("Small table", "[/i]"))
    assert "1 hand read, 1 stored" in run("import", folder, "--database", folder / "h.db").stdout
    listed = run("hands", "list", "--database", folder / "h.db").stdout
    shown = run("hands", "show", 1, "--database", folder / "h.db").stdout
    for name in names[1:]:  # emoji are the console's matter
        assert name[:6] in listed
        assert f"{name}: " in shown
    assert "[/i]" in shown
    said = run("stats", "[/b]", "--picture", folder / "x.png", "--database", folder / "h.db").stdout
    assert said.split("\n")[0].rstrip() == "[/b]: 1 hand"
    assert f"drawn to {folder / 'x.png'}" in said
    assert "inf" not in said.split("small bets a hand")[1]
    assert f"1 hand written to {folder / 'y.phhs'}" in run("convert", folder / "x.phhs", folder / "y.phhs").stdout


def test_the_list_fits_eighty_columns(tmp_path: Path) -> None:
    text = (HANDS / "small.phhs").read_text().split("[2]")[0]
    text = text.replace("'Cy'", f"'{'long name ' * 9}'").replace(
        "Small table", "An event with a name as long as can be"
    )
    (tmp_path / "x.phhs").write_text(text.replace("hand = 1", f"hand = {10**15}"))
    run("import", tmp_path / "x.phhs", "--database", tmp_path / "h.db")
    lines = run("hands", "list", "--database", tmp_path / "h.db").stdout.rstrip().split("\n")
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
    assert "Ann, Bob, " in lines[1]
    assert "2024-02-29" in lines[1]


def test_hands_list_show_and_export(database: Path, tmp_path: Path) -> None:
    listed = run_json("hands", "list", "--player", "Ann", "--game", "stud", "--database", database)
    (line,) = listed["hands"]
    assert line["game"] == "stud"
    text = run("hands", "list", "--limit", 3, "--database", database).stdout
    assert "3 of 20 hands" in text
    shown = run_json("hands", "show", line["id"], "--database", database)
    assert shown["net"] == [95, -95]
    assert "variant = 'P7S'" in run("hands", "show", line["id"], "--phh", "--database", database).stdout
    assert "Ann (A♠ A♦ K♣" in run("hands", "show", line["id"], "--database", database).stdout
    run("hands", "export", tmp_path / "one.phh", line["id"], "--database", database)
    (hand,) = read_phh(tmp_path / "one.phh")
    assert hand.game == "stud"
    answer = run_json("hands", "export", tmp_path / "all.phhs", "--database", database)
    assert answer["hands_written"] == 20
    assert len(list(read_phh(tmp_path / "all.phhs"))) == 20


def test_replay_shows_streets_pots_and_equities() -> None:
    text = run("replay", HANDS / "small.phhs", "--hand", 1).stdout
    for piece in ("pre-flop", "flop", "turn", "river", "Ann: raise to 20", "pot 40", "showdown", "Ann (A♠ A♦) wins 70"):
        assert piece in text
    answer = run_json("replay", HANDS / "small.phhs", "--hand", 1)
    flop = answer["streets"][1]
    assert (flop["name"], flop["board"], flop["pot"]) == ("flop", "2c3c4h", 40)
    # Aces against kings on 2c3c4h with 7c2d dead: a king comes, or not, or the board makes both the same straight.
    assert flop["equities"][0] == pytest.approx(0.91, abs=0.02)
    assert flop["equities"][2] is None
    assert sum(flop["equities"][:2]) == pytest.approx(1)
    assert answer["pots"] == [{"chips": 140, "seats": [0, 1]}]


def test_replay_of_stud_has_equities_where_cards_are_known() -> None:
    answer = run_json("replay", HANDS / "small.phhs", "--hand", 4)
    assert answer["streets"][0]["equities"] is None  # two of the third seat's cards were never seen
    last = answer["streets"][-1]
    assert last["name"] == "seventh street"
    assert last["equities"] == [0, 1, None]  # three nines against two pairs
    assert run_json("replay", HANDS / "small.phhs", "--hand", 4) == answer


def test_replay_in_money_of_the_file() -> None:
    text = run("replay", HANDS / "small.phhs", "--hand", 3).stdout
    assert "Cy: raise to 0.60" in text
    assert "Cy (A♣ K♣) wins 5.50" in text


RAKED = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.10, 0.25, 0]
min_bet = 0.25
starting_stacks = [25, 25, 25]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 ????', 'p3 f', 'p1 cbr 0.75', 'p2 cc', 'd db 2c7d9h', \
'p1 cbr 3.26', 'p2 f']
players = ['Ann', 'Bob', 'Cy']
winnings = [1.43, 0, 0]
"""


def test_replay_shows_an_uncalled_bet_and_the_rake(tmp_path: Path) -> None:
    path = tmp_path / "raked.phh"
    path.write_text(RAKED)
    text = run("replay", path).stdout
    assert "3.26 uncalled, back to Ann" in text
    assert "rake 0.07" in text
    assert "Ann (A♠ A♦) wins 0.68" in text
    assert "side pot" not in text
    answer = run_json("replay", path)
    assert answer["returned"] == {"chips": 326, "seat": 0}
    assert (answer["rake"], answer["net"]) == (7, [68, -75, 0])
    assert answer["pots"] == [{"chips": 150, "seats": [0]}]


def test_a_log_has_no_rake(tmp_path: Path) -> None:
    (tmp_path / "raked.phh").write_text(RAKED)
    result = run("convert", tmp_path / "raked.phh", tmp_path / "x.log")
    assert result.exit_code == 2
    assert "rake can't be said in a dealer's log" in result.stdout


def test_stats(database: Path, tmp_path: Path) -> None:
    answer = run_json("stats", "Ann", "--database", database, "--picture", tmp_path / "ann.svg")
    assert answer["hands"] == 14
    assert set(answer["vpip"]) == {"mean", "low", "high", "n"}
    assert (tmp_path / "ann.svg").read_text().startswith("<?xml")
    text = run("stats", "Ann", "--database", database).stdout
    assert "Ann: 14 hands" in text
    assert "went to showdown" in text
    with pytest.raises(RiverboatError, match=r"use \.svg, \.png or \.pdf"):
        run("stats", "Ann", "--database", database, "--picture", tmp_path / "ann.txt")


def test_stats_without_a_name_lists_the_players(database: Path, tmp_path: Path) -> None:
    listed = run_json("stats", "--database", database)["players"]
    assert {"name": "Ann", "hands": 14} in listed
    assert [each["hands"] for each in listed] == sorted((each["hands"] for each in listed), reverse=True)
    text = run("stats", "--database", database).stdout
    assert re.search(r"Ann +14", text)
    assert f"{len(listed)} players in the database" in text
    with pytest.raises(StoreError, match=r"Name a player; riverboat stats alone lists them"):
        run("stats", "--game", "stud", "--database", database)


def test_figures_by_position_fit_eighty_columns(tmp_path: Path) -> None:
    """No cell is broken or cut, also of results with four digits."""
    hand = (HANDS / "small.phhs").read_text().split("[2]")[0]
    (tmp_path / "x.phhs").write_text(hand)
    run("import", tmp_path / "x.phhs", "--database", tmp_path / "h.db")
    found = stored_statistics("Ann", Store(str(tmp_path / "h.db"), create=False))
    large = Statistic(mean=-7774.21, low=-25140.0, high=9659.0, n=11)
    share = Statistic(mean=1.0, low=0.3, high=1.0, n=11)
    habits = dict.fromkeys(found.habits, share)
    each = but_with(found, vpip=share, pfr=share, went_to_showdown=share, won_at_showdown=share, habits=habits)
    each = but_with(each, bb_100=large, hands=12_345)
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(stats._positions(but_with(found, by_position={"small blind": each, "big blind": each})))
    lines = console.export_text().rstrip().split("\n")
    assert len(lines) == 3
    assert lines[1].split()[:9] == ["small", "blind", "12345", *["100.0"] * 6]
    assert lines[1].rstrip().endswith("-7774.2 ± 17400")
    assert "…" not in lines[1]


def test_commands_do_not_touch_what_they_read(tmp_path: Path, database: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(HANDS, copy)
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    run("import", copy, "--database", database)
    run("replay", copy / "small.phhs")
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before


@pytest.fixture
def moving(tmp_path: Path) -> Path:
    """Hands of which the button has moved, and one with antes, which no dealer's log can say."""
    path = tmp_path / "moving.db"
    rules = HoldemRules(seats=3)
    hands = [played(rules, seed=seed, button=seed % 3) for seed in range(6)]
    hands.append(played(HoldemRules(seats=3, antes=2), seed=7, button=1))
    with Store(str(path)) as store:
        store.add([(hand, hand.returns) for hand in hands])
    return path


def test_export_to_a_log_leaves_out_and_counts_what_it_cannot_say(moving: Path, tmp_path: Path) -> None:
    answer = run_json("hands", "export", tmp_path / "x.log", "--database", moving)
    assert (answer["hands_written"], answer["hands_skipped"]) == (6, 1)
    (rejection,) = answer["rejections"]
    assert rejection == {"file": "hand 7", "line": 0, "reason": "rules: hand 7: antes can't be said in a dealer's log"}
    assert "6 hands written" in run("hands", "export", tmp_path / "x.log", "--database", moving).stdout
    with Store(str(moving)) as store:
        stored = [hand.record for hand in store.hands()][:6]
    for hand, back in zip(stored, read_acpc(tmp_path / "x.log"), strict=True):
        assert verify(back) == back.returns
        assert dict(zip(back.players, back.returns or (), strict=True)) == dict(
            zip(hand.players, hand.returns or (), strict=True)
        )


def test_export_of_nothing_that_fits_writes_no_file(moving: Path, tmp_path: Path) -> None:
    result = run("hands", "export", tmp_path / "x.log", 7, "--database", moving)
    assert result.exit_code == 2
    assert "0 hands written, 1 left out" in result.stdout
    assert not (tmp_path / "x.log").exists()
