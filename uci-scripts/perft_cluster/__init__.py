"""The parts of `dask_perft.py`: perft spread over the workers of a Dask cluster.

Each module has one subject: `engine` talks to one ox88 process, `worker` runs on the
machines that count, `units` makes the work units, `journal` stores the finished ones,
`ledger` holds the counts and the total, `cluster` connects, `coordinator` distributes
the units, and `progress` shows how much is finished.
"""


class PerftError(Exception):
    """An error that stops the count. Its message is printed for the user."""
