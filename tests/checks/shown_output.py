# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what a page shows of an output with the output: numbers that changed, columns that were renamed, rows that are gone."""
import re

RULE = re.compile(r'^-[- ]*$') # below the header of a table


def printed_rows(text):
    """(cells, whether it is a header) of each printed line; lines outside of tables are one cell."""
    rows, spans = [], None
    lines = text.splitlines()
    for number, line in enumerate(lines):
        rule = lines[number + 1] if number + 1 < len(lines) else ''
        header = bool(RULE.match(rule)) and not RULE.match(line)
        if header:
            spans = [match.span() for match in re.finditer('-+', rule)]
            spans = [(begin, after) for (begin, _), (after, _) in zip(spans, [*spans[1:], (None, None)])]
        elif not line.strip():
            spans = None
        if not RULE.match(line):
            rows.append(([line[begin:end].strip() for begin, end in spans] if spans else [line.strip()], header))
    return rows


def is_shown(shown, printed):
    return printed == shown or (shown.endswith('…') and printed.startswith(shown[:-1]))


def places_of(shown, printed):
    """Columns of the printed cells that the shown ones are, in their order; None where they are not."""
    places, at = [], 0
    for cell in shown:
        at = next((i for i in range(at, len(printed)) if is_shown(cell, printed[i])), None)
        if at is None:
            return None
        places.append(at)
        at += 1
    return places


def missing_line(lines, text):
    """What a page shows of an output: some of its lines, in order, with some columns of its tables; … for the end of a cell and
    for lines in between. The first line that the output does not have, else None."""
    rows, at, columns = printed_rows(text), 0, None
    for line in lines:
        shown = [cell for cell in re.split(r'\s{2,}', line.strip()) if cell]
        if not shown or shown == ['…'] or RULE.match(line):
            continue
        while at < len(rows):
            cells, header = rows[at]
            at += 1
            if header and (places := places_of(shown, cells)) is not None:
                columns = places
                break
            if len(cells) == 1:
                found = is_shown(line.strip(), cells[0])
            elif columns is None or header:
                found = not header and places_of(shown, cells) is not None
            else:
                chosen = [cells[column] for column in columns if column < len(cells) and cells[column]]
                found = len(chosen) == len(shown) and all(map(is_shown, shown, chosen))
            if found:
                break
        else:
            return line
    return None
