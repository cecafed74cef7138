"""The site: pages of docs/, pages made from commands, games, agents and studies, and a reference from docstrings.

`make site` builds it into build/site, checks every link, and looks that nothing is fetched from elsewhere.
"""
