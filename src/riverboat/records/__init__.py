"""Recorded hands: one HandRecord, readers and writers of PHH, IRC and ACPC files, and the store."""

from riverboat.records.formats.acpc import format_acpc, read_acpc, scan_acpc, write_acpc
from riverboat.records.formats.irc import read_irc
from riverboat.records.formats.phh import parse_phh, read_phh, scan_phh
from riverboat.records.formats.phh_writer import format_phh, write_phh
from riverboat.records.formats.rounds import format_round, scan_bluff, write_bluff
from riverboat.records.hand_record import HandRecord, Move, record_from_json, record_to_json
from riverboat.records.importing import ImportProgress as Progress
from riverboat.records.importing import Rejection, import_hands, scan
from riverboat.records.recording import record_of
from riverboat.records.replay import play_out, replay, replay_round, verify
from riverboat.records.store.hand_store import Store, StoredHand

__all__ = [
    "HandRecord",
    "Move",
    "Progress",
    "Rejection",
    "Store",
    "StoredHand",
    "format_acpc",
    "format_phh",
    "format_round",
    "import_hands",
    "parse_phh",
    "play_out",
    "read_acpc",
    "read_irc",
    "read_phh",
    "record_from_json",
    "record_of",
    "record_to_json",
    "replay",
    "replay_round",
    "scan",
    "scan_acpc",
    "scan_bluff",
    "scan_phh",
    "verify",
    "write_acpc",
    "write_bluff",
    "write_phh",
]
