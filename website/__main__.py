"""`python -m website` builds the site."""

import sys

from website.build import main

sys.exit(main())
