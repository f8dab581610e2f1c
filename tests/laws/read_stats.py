# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of `nsys stats`, as CSV or as the columns of its console text."""
import csv
import re


def read_csv_report(path):
    """Header and rows of a CSV report, whatever is written before its header."""
    with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
        rows = list(csv.reader(file))
    first = next(i for i, row in enumerate(rows) if row and re.match(r"Time ?\(%\)", row[0].strip()))
    header = [cell.strip() for cell in rows[first]]
    return header, [row for row in rows[first + 1:] if len(row) == len(header)]


def read_console(path):
    """Reports of a console text: name -> (header, rows). Columns stand under the rule of dashes below the header."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    reports, name = {}, None
    for at, line in enumerate(lines):
        title = re.match(r"\s*\*\*.*\((\w+)\):", line)
        if title:
            name = title.group(1)
        if name and re.fullmatch(r"\s*-+(\s+-+)+\s*", line):
            spans = [m.span() for m in re.finditer(r"-+", line)]
            header = [lines[at - 1][a:b].strip() for a, b in spans]
            rows = []
            for row in lines[at + 1:]:
                if not row.strip():
                    break
                rows.append([row[a:b if i + 1 < len(spans) else None].strip() for i, (a, b) in enumerate(spans)])
            reports[name] = (header, rows)
            name = None
    return reports
