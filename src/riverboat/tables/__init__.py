"""Tables where a person plays with agents, whatever the game: plans, kept sessions, and what lies between hands.

`table_plan` says who plays what; `Session` plays it, hand after hand.
"""

from riverboat.tables.bank import Bank, Hand, HandEnd, Standing
from riverboat.tables.plan import PERSON, PreparedDeal, TablePlan, table_plan
from riverboat.tables.session import Done, Session

__all__ = [
    "PERSON",
    "Bank",
    "Done",
    "Hand",
    "HandEnd",
    "PreparedDeal",
    "Session",
    "Standing",
    "TablePlan",
    "table_plan",
]
