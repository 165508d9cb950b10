"""Commands for those who write agents for the course's framework."""
