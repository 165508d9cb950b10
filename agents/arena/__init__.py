"""Games between agents: referee, schedule, lanes, log, matches, experiments."""
