"""What agents of edition v13 import; what both editions have alike is in the folder both/."""

from pathlib import Path

__path__.append(str(Path(__file__).parents[2] / "both"))
