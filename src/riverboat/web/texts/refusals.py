"""Why something is not done that a visitor has asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from riverboat.files import size_words

# At the door.
TOO_MANY_REQUESTS = "too many requests: wait a moment"
TOO_MANY_VISITORS = "too many new visitors come from your address: wait a while"
TOO_MANY_PASSWORDS = "too many passwords were tried: wait a moment"
NO_PASSWORD = "this house asks for a password"
WRONG_PASSWORD = "that is not the password"
NO_PAGE_YET = "open the page first: it says who you are"
WRONG_HOST = "this name is not served here"
NO_ORIGIN = "a WebSocket must name its origin"
OTHER_SITE = "requests from other sites are refused"
NO_LENGTH = "a body must say how long it is"
STORE_BUSY = "the store can't be used just now: try again in a moment"


def too_long(most: int) -> str:
    """A body of more bytes than are read."""
    return f"more than {most:,} bytes are refused"


# Where too much is asked at a time.
TOO_MUCH_WORK = "too much is being worked out just now: try again in a moment"
HOUSE_FULL = "every table of the house is taken: come back later"
ROOMS_FULL = "all rooms are taken just now: try again in a while"
MANY_TABLES_OPENED = "many tables were opened from your address: wait a while, or go on at one that you have"
TOURNAMENTS_FULL = "two tournaments are being played: wait until one is over"
YOUR_TOURNAMENT = "another tournament of yours is being played: wait until it is over"
FIELD_TOO_LARGE = "this field takes too long: name fewer entrants"
TOO_FAST = "too much at once: open the table again"
TOO_QUIET = "nothing was done here for long: open the table again"
FELL_BEHIND = "open the table again"


def too_much_of_yours(waiting: int) -> str:
    """One visitor waits for too much."""
    return f"{waiting} things of yours are being worked out: wait until one is done"


def too_many_windows(most: int) -> str:
    """One visitor looks at too many tables."""
    return f"you have {most} windows open: close some of them first"


def too_many_tables(most: int) -> str:
    """One visitor holds too many tables."""
    return f"you hold {most} tables already: leave one of them first"


# What a form says: by the type of the validator's error, with its limits; and fields by other names than their own.
FORM: Mapping[str, str] = {
    "greater_than_equal": "enter a whole number of {ge} or more",
    "less_than_equal": "enter a whole number of {le} or less",
    "int_from_float": "enter a whole number",
    "int_parsing": "enter a whole number",
    "int_type": "enter a whole number",
    "string_too_short": "enter at least {min_length} letters",
    "string_too_long": "enter at most {max_length} letters",
    "too_long": "at most {max_length} are possible",
    "missing": "this is needed",
}
FIELDS: Mapping[str, str] = {"small": "small bet or blind", "big": "big bet or blind", "stack": "buy-in"}

# New tables.
SEED_WITH_OTHERS = "a table with a seed is only for practice: anyone who knows the seed knows every card"


def too_many_seats(seats: int, game: str, most: int) -> str:
    """A table with more seats than its game has."""
    return f"{seats} seats are too many for {game}: at most {most}"


def not_with_dice(game: str, with_dice: Iterable[str]) -> str:
    """Dice or a match of them were asked for at a game of cards."""
    return f"{game} is played with cards: only {' and '.join(with_dice)} has dice and matches of dice"


def small_above_big(stake: str) -> str:
    """The small stake is above the big one; `stake` is "blind" or "bet"."""
    return f"the small {stake} can't be larger than the big {stake}"


def buy_in_too_small(stack: int, stake: str, least: int) -> str:
    """Fewer chips than one big stake."""
    return f"a buy-in of {stack:,} is too small: bring at least one big {stake}, {least:,}"


def no_chips(game: str) -> str:
    """Stacks, stakes or raises were asked for at a game without chips."""
    return f"{game} has no stacks, stakes or raises: a round is worth a point"


def no_rules_named(game: str) -> str:
    """Rules were chosen one by one without a named set to begin with."""
    return f"rules of {game} are chosen in a named set: name it as rules"


def no_agent(name: str, meant: str) -> str:
    """An agent that is not there; `meant` is the tail that says which may be meant."""
    return f'"{name}" is not an agent{meant}'


def agent_from_file(name: str) -> str:
    """An agent that is nobody without a file."""
    return f"{name} plays from a file: in the terminal, {name}@FILE"


# Tables, and who sits there.
NOT_YOURS = "there is no such table of yours"
NOT_OPENED = "this table can't be opened to others"
TOURNAMENT_BEGUN = "this tournament has begun: nobody can enter it any more"
SEATS_TAKEN = "all seats of this table are taken: ask the person who sent you the link for another one"
CALLED_YOU = "choose a name that the others can call you by"


def name_taken(name: str) -> str:
    """Somebody at the table has the name already."""
    return f'"{name}" sits at the table already: choose another name'


def nobody_sits(seat: int, seats: int) -> str:
    """Figures of a seat that the table does not have."""
    return f"nobody sits in seat {seat}: there are {seats} players"


def hand_not_played(number: int) -> str:
    """A hand that the table has not seen."""
    return f"hand {number} was not played at this table"


# The partner at a table and elsewhere.
NO_PARTNER = "there is no partner at this table"
NO_HAND_NOW = "no hand is being played: the partner waits for the next one"
NOT_YOUR_HAND = "you do not play this hand: the partner waits for one of yours"
HAND_MOVED_ON = "the hand has moved on: ask again"
POSITION_NOT_WHOLE = "the partner can be asked once all cards are known and the hand is not over"


def asked_of_no_seat(seat: str, seats: int) -> str:
    """A question about a seat that the table does not have."""
    return f"there is no seat {seat} at this table: it has seats 1 to {seats}"


def no_partner_yet(title: str, games: Iterable[str]) -> str:
    """A position of a game that has no partner."""
    return f"{title} has no partner to ask yet: {', '.join(games)} have one"


# Hands that a visitor has brought.
DISK_FULL = "this server's disk is nearly full: nothing can be imported just now"
NOTHING_SENT = "nothing was sent that could be imported: drop some files first"
NO_HANDS_BROUGHT = "you have brought no hands yet: drop some files first"
NO_HANDS_YET = "there are no hands yet: drop some files"
DONE_ALREADY = "this is being done for you already: wait until it has ended, or stop it"
MANY_WAIT = "many wait for this already: try again in a while"
NO_FILES_NAMED = "the first line of a piece must say which files it brings"
BAD_PIECE = "a piece must begin with a list of [name, offset, size], and hold as many bytes as it says"
FILE_WITHOUT_NAME = "a file without a name can't be imported"
SHARED_HANDS = "these are the hands of this computer's database: the page does not delete them"


def no_such_player(player: str) -> str:
    """A player of whom there is no hand."""
    return f'no hand has a player "{player}"'


def not_in_hand(player: str) -> str:
    """A hand shall be seen by a player who was not in it."""
    return f'"{player}" did not sit in this hand'


def file_not_whole(path: object, known: int, offset: int) -> str:
    """A piece of a file that does not follow on the last one."""
    return f'"{path}" is not whole: byte {known:,} was to come, not byte {offset:,}. Drop it again'


def too_many_bytes(most: int) -> str:
    """More bytes than one visitor may send at a time."""
    return f"more than {size_words(most)} can't be imported at a time: drop fewer files"


def too_many_files(most: int) -> str:
    """More files than one visitor may send at a time."""
    return f"more than {most:,} files can't be imported at a time: drop fewer"


def file_not_taken(path: object) -> str:
    """A file that can't be written."""
    return f'"{path}" can\'t be taken: a folder has that name, or the disk is full'


# Learning, studies and leagues.
EXERCISE_NOT_SHOWN = "this exercise can't be shown"
CHECK_COMES_ONCE = "the questions about the rules come once, before the games"
QUESTIONS_COME_LAST = "the questions come after all games are played"
_HAND_IS_OVER = "the hand is over"


def too_many_hands(hands: int) -> str:
    """More hands than the odds of are counted at a time."""
    return f"{hands} hands are too many: at most ten"


def step_not_possible(step: str, choices: Iterable[object]) -> str:
    """A step in a solved game that the rules do not allow; `choices` are those that they do."""
    return f'"{step}" is not possible here: {", ".join(map(str, choices)) or _HAND_IS_OVER}'


def no_solution(name: str) -> str:
    """A round of dice that is not solved."""
    return f"{name} has no solution at hand"


def no_study(name: str) -> str:
    """A study that is not there."""
    return f'there is no study "{name}"'


def no_picture(name: str) -> str:
    """A study without a saved picture."""
    return f"there is no saved picture of {name}"


def no_league(game: str) -> str:
    """A game without a saved league."""
    return f"there is no saved league of {game}"


def no_league_picture(game: str) -> str:
    """A league without a saved picture."""
    return f"there is no saved picture of the league of {game}"
