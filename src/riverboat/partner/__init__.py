"""The partner at the table: advice, cautions and answers, each with the numbers that it rests on."""

from riverboat.partner.protocol import PARTNERS, Advice, Answer, Caution, Cost, Partner, make_partner, partner_entry

__all__ = ["PARTNERS", "Advice", "Answer", "Caution", "Cost", "Partner", "make_partner", "partner_entry"]
