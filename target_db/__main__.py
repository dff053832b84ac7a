"""`python -m target_db`: the shell."""

import sys

from target_db.shell.main import main

if __name__ == "__main__":
    sys.exit(main())
