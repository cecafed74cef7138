"""The three spots whose figures are known from an independent solver: R1, T1 and F1, sizes exactly as listed."""

from __future__ import annotations

from riverboat.solving.spots import Spot

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"


def r1() -> Spot:
    """A river."""
    board = "Td9d6hQc2s"
    return Spot(board=board, oop=OOP, ip=IP, pot=200, stack=900, bets="50%,100%,a", raises="60%,a")


def t1() -> Spot:
    """The turn before it."""
    return Spot(board="Td9d6hQc", oop=OOP, ip=IP, pot=200, stack=900, bets="50%,100%,a", raises="60%,a")


def f1() -> Spot:
    """A flop; all-in only on the river."""
    river = {"river bets": "75%,a", "river raises": "60%,a"}
    return Spot(board="Td9d6h", oop=OOP, ip=IP, pot=60, stack=400, bets="75%", raises="60%", sizes=river)
