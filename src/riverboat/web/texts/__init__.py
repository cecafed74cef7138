"""All that the server says to visitors, in English: another language would be a package beside this one.

What the page says by itself stands in `static/js/texts`, what the partner says in `partner/texts`.
"""
