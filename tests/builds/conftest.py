"""Builds on this engine's own source, with faults and slow-downs seeded into it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "faults")]
