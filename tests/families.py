"""Which tests need what, by where they stand: `make check` leaves some out, and a busy machine is hardest on others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

TESTS = Path(__file__).parent

#: A marker for every test whose name begins with one of these.
FAMILIES = {
    "browser": ("browser/",),
    "terminal": ("cli/test_play.py", "cli/test_play_bluff.py", "cli/test_partner.py"),
    "process": (
        "agents/test_programs.py",
        "arena/test_bad_bots.py",
        "arena/work/test_executors.py",
        "arena/test_exploit.py",
        "arena/test_local_response.py",
        "arena/test_resume.py",
        "cli/test_arena.py",
        "cli/test_tournament.py",
        "doors/acpc/",
        "doors/mcp/test_processes.py",
        "doors/test_first_match.py",
        "doors/test_http.py",
        "records/test_commands.py",
        "records/test_importing.py",
        "records/store/test_store.py",
        "test_kernel.py",
        "test_notebooks.py",
        "test_walks.py",
        "test_wheel.py",
        "web/",
    ),
}


#: What takes long, besides browsers and terminals: `make check` leaves it out. By processor time, a few seconds each.
SLOW = (
    "agents/test_adaptive.py::test_interrupted",
    "agents/test_adaptive.py::test_training_makes",
    "agents/test_bluff_measured.py",
    "agents/test_confinement.py",
    "agents/test_debugging_bots.py",
    "agents/test_equilibrium_explaining.py",
    "agents/test_hostile_models.py",
    "agents/test_loki_explaining.py::test_the_command",
    "agents/test_neural.py",
    "agents/test_programs.py",
    "agents/test_solved.py::test_nobody_wins",
    "agents/test_stud_estimates.py",
    "arena/luck/",
    "arena/matches/test_bluff_matches.py::test_the_same_rounds_on_two_processes",
    "arena/matches/test_match.py::test_one_process_two_processes",
    "arena/matches/test_match.py::test_work",
    "arena/test_bad_bots.py",
    "arena/test_cheating_bots.py",
    "arena/test_exploit.py",
    "arena/test_league.py::test_on_two_processes",
    "arena/test_local_response.py",
    "arena/test_resume.py",
    "arena/test_same_matches.py",
    "arena/test_statistics.py::test_looking_often",
    "arena/work/test_executors.py",
    "cards/test_random.py::test_drawn_cards_are_flat",
    "cli/",
    "doors/acpc/",
    "doors/environments/test_encoders.py",
    "doors/environments/test_learner.py",
    "doors/mcp/test_processes.py",
    "doors/openspiel/test_foreign.py",
    "doors/test_first_match.py",
    "doors/test_http.py",
    "doors/test_isolation.py",
    "games/test_efg.py::test_a_tree_too_deep",
    "games/test_omaha_against_pokerkit.py",
    "modeling/test_stored_statistics.py::test_real_hands",
    "odds/test_equity.py::test_the_picture_ends",
    "odds/test_many.py",
    "odds/test_omaha.py",
    "odds/test_paper.py",
    "odds/test_starting_hands.py",
    "partner/test_leaks.py::test_every_habit",
    "partner/test_novices.py",
    "records/test_commands.py",
    "records/test_importing.py::test_kill_9",
    "records/test_real_data.py",
    "solving/bluff/test_bluff_match.py",
    "solving/limit/test_estimate.py",
    "solving/limit/test_response.py",
    "solving/spots/test_against_the_linear_program.py",
    "solving/spots/test_solution.py::test_a_lock_holds",
    "solving/spots/test_spot.py::test_too_many_sizes",
    "solving/spots/test_twin.py::test_a_flop_of_few_hands",
    "solving/spots/test_twin.py::test_cards_that_are_alike",
    "studies/",
    "test_kernel.py",
    "test_notebooks.py",
    "test_proof_page.py::test_every_proof",
    "test_readme.py",
    "test_shell_lines.py",
    "test_site.py",
    "test_snippets.py",
    "test_walks.py",
    "test_warmup.py",
    "test_wheel.py",
    "training/",
    "web/",
)


class Located(Protocol):
    """A test that knows its file, as pytest's items do."""

    @property
    def path(self) -> Path: ...


Item = TypeVar("Item", bound=Located)


def families_of(name: str) -> list[str]:
    """The families of a test, by its name as pytest writes it: tests/FOLDER/FILE.py::TEST."""
    name = name.removeprefix("tests/")
    return [family for family, places in {**FAMILIES, "slow": SLOW}.items() if name.startswith(places)]


def files_reversed(items: Iterable[Item]) -> list[Item]:
    """The last file first; within a file the order stays."""
    files: dict[Hashable, list[Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    return [item for path in reversed(files) for item in files[path]]
