# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of an Ascend kernel table (kernel_details.csv, op_summary_*.csv) with exact times."""
import csv
import io
from decimal import Decimal

from operations import Operation, Source
from read_chrome import decimal

START = ("Start Time(us)", "Task Start Time(us)")
DURATION = ("Duration(us)", "Task Duration(us)")
NAME = ("Name", "Op Name")
DEVICE = ("Device_id",)
STREAM = ("Stream ID",)


def read(path):
    """Rows that hold a start and a duration; others are counted in the notes."""
    with open(path, "rb") as file:
        text = file.read().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    rows = csv.reader(io.StringIO(text, newline=""))
    header = [cell.strip() for cell in next(rows)]
    start, duration, name, device = (_column(header, names) for names in (START, DURATION, NAME, DEVICE))
    stream = _column(header, STREAM)
    operations, unread, copies = [], 0, {}
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        begin, length = (_time(row, at) for at in (start, duration))
        if begin is None or length is None:
            unread += 1
            continue
        copies.setdefault((_cell(row, name), begin, length, _cell(row, device)), []).append(_cell(row, stream))
    for (called, begin, length, on), streams in copies.items():
        # A collective stands there twice, once without a stream: one piece of work.
        twice = called.startswith("hcom_") and "N/A" in streams and len(set(streams)) > 1
        operations += [Operation(called, begin, length, on, kept=not (twice and s == "N/A")) for s in streams]
    return Source(operations, notes={"unread": unread})


def _column(header, names):
    return next((header.index(name) for name in names if name in header), None)


def _cell(row, at):
    return row[at].strip() if at is not None and at < len(row) else ""


def _time(row, at):
    value = decimal(_cell(row, at))
    return value * Decimal(1000) if value is not None else None
