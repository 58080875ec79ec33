"""The parts of `dask_perft.py`: perft spread over the workers of a Dask cluster.

Each module has one subject: `engine` talks with one ox88 process, `worker` is what
runs on the machines that count, `units` makes the work units, `journal` keeps the
finished ones, `ledger` knows what is counted and what the total is, `cluster`
connects, `coordinator` hands the units out, and `progress` tells how far it is.
"""


class PerftError(Exception):
    """What stops the count; the message is for the person who started it."""
