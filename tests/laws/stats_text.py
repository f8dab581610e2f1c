# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of `nsys stats`: every row of every report is a row of the table, with the same total, count and name."""
import collections
import csv
import glob
import io
import os
import subprocess

from read_stats import read_console, read_csv_report


def reports_of(path):
    """Name of a report (empty: the only one of the file) -> (header, rows)."""
    return {"": read_csv_report(path)} if path.endswith(".csv") else read_console(path)


def rows_of(header, rows):
    """(total time, count, name) of each row; counts and times are whole numbers, with or without commas between thousands."""
    total = next(i for i, title in enumerate(header) if title.startswith("Total Time"))
    count = next(i for i, title in enumerate(header) if title in ("Instances", "Num Calls", "Count", "Range Instances"))
    name = next(i for i, title in enumerate(header) if title in ("Name", "Operation", "Range"))
    return collections.Counter((int(row[total].replace(",", "")), int(row[count].replace(",", "")), row[name].strip()) for row in rows)


def faults_of(program, path):
    for name, (header, rows) in reports_of(path).items():
        by = ["--by", name] if name else []
        run = subprocess.run([program, "stats", path, *by, "--format", "csv", "--no-cache"], capture_output=True, text=True, check=False)
        if run.returncode:
            yield f"{name}: exit {run.returncode}, {run.stderr.strip()[:200]}"
            continue
        shown = list(csv.reader(io.StringIO(run.stdout)))
        titles = {"total_time_ns": "Total Time (ns)", "instances": "Instances", "num_calls": "Num Calls", "count": "Count", "name": "Name",
                  "operation": "Operation", "range": "Range"}
        have = rows_of([titles.get(id_, id_) for id_ in shown[0]], shown[1:])
        want = rows_of(header, rows)
        if have != want:
            yield f"{name}: {sum((want - have).values())} of {sum(want.values())} rows differ, e.g. {next(iter(want - have), next(iter(have - want), None))}"


def report(program, shared):
    """Prints a line for each text; gives the number of those that a table does not hold."""
    paths = sorted(p for p in glob.glob(os.path.join(shared, "traces", "nsys", "stats_text", "*")) if p.endswith((".csv", ".txt"))) if shared else []
    if not paths:
        print("texts of nsys stats: skipped: no folder of public traces; give it with --shared")
    surprises = 0
    for path in paths:
        faults = list(faults_of(program, path))
        surprises += len(faults)
        print(f"stats/{os.path.basename(path)}: {'every row holds' if not faults else str(len(faults)) + ' faults'}")
        for fault in faults:
            print(f"    {fault}")
    return surprises
