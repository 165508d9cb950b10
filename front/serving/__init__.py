"""The board with Python behind it: `bombe board --serve`, on this machine alone.

The page asks over HTTP what it otherwise asks its own engines, and more: agents of Python as
opponents, matches that are watched while they run, and the games of logs.

    connections.py which connections stay open: those on which somebody asks
    token_gate.py  which requests are answered: the token, the host, the origin
    app.py         which address answers what
    streams.py     answers that grow, and events that are followed
    answers.py     the questions of the page, answered by the native kernel
    opponents.py   agents in processes of their own, for one game after the other
    matches.py     matches that run
    log_library.py the logs that may be browsed
    start.py       the server itself

It needs the extra `web` (starlette and uvicorn), which is imported when a server starts.
"""
