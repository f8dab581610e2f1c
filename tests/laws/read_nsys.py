# SPDX-License-Identifier: GPL-3.0-or-later
"""GPU work of an Nsight Systems database, counted by SQL."""
import sqlite3
from decimal import Decimal

from operations import Operation, Source

TABLES = ("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE")


def rows_of(path):
    """(kind, name or None, start, end, device) of every row of GPU work."""
    base = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    base.text_factory = lambda text: text.decode("utf-8", "replace")
    there = {row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    rows = []
    for kind in TABLES:
        table = "CUPTI_ACTIVITY_KIND_" + kind
        if table not in there:
            continue
        columns = {row[1] for row in base.execute(f"PRAGMA table_info({table})")}
        if not {"start", "end"} <= columns:
            continue
        name = "NULL"
        if kind == "KERNEL" and "StringIds" in there:
            ids = [f"(SELECT value FROM StringIds WHERE id = t.{c})" for c in ("demangledName", "shortName") if c in columns]
            name = f"COALESCE({', '.join(ids)}, NULL)" if ids else name
        device = "deviceId" if "deviceId" in columns else "NULL"
        rows += [(kind, *row) for row in base.execute(f'SELECT {name}, start, "end", {device} FROM {table} t')]
    base.close()
    return rows


def read(path):
    """Work of a database. Names of copies, sets and graphs are the program's own, so only kernels have one here."""
    operations = [Operation(name or "", Decimal(start), Decimal(end) - Decimal(start), str(device))
                  for _, name, start, end, device in rows_of(path) if start is not None and end is not None]
    return Source(operations, notes={"kinds": [row[0] for row in rows_of(path)]})
