# SPDX-License-Identifier: GPL-3.0-or-later
"""Changed copies of small traces. A change is of the meaning, not of single bytes: the copy is a trace that could have been recorded, and
every law holds for it as well. The same number gives the same copies."""
import csv
import io
import json
import os
import random
import shutil
import sqlite3
from decimal import Decimal

import read_chrome
import read_rocm

LARGEST = 1 << 20  # bytes of a file that is changed: 2,000 copies are made of some
MARK = "\x01"  # around the text of a number, so that it is written as it was read
NUMBERS = json.JSONDecoder(strict=False, parse_float=lambda text: MARK + text + MARK, parse_int=lambda text: MARK + text + MARK)


def write_all(tasks, folder, number):
    """(name, path) of `number` changed copies of each small trace among the tasks (name, path, laws)."""
    made = []
    for name, path, _ in tasks:
        kind = os.path.splitext(path)[1]
        if number <= 0 or os.path.isdir(path) or "odd/" in name or kind not in CHANGES or not 0 < os.path.getsize(path) <= LARGEST:
            continue
        for seed in range(number):
            target = os.path.join(folder, f"mutated-{len(made)}{kind if kind != '.gz' else '.json'}")
            words = CHANGES[kind](path, target, random.Random(f"{os.path.basename(path)}-{seed}"))
            if words:
                made.append((f"{name}-{seed}-{words}", target))
    return made


def _chrome(path, target, random_):
    """Changes of a Chrome trace: numbers keep their text, so that no digit is lost on the way."""
    if read_rocm.is_rocm(path):
        return _rocm_results(path, target, random_)
    try:
        document = NUMBERS.decode(read_chrome.inflated(path).decode("utf-8", "replace"))
    except json.JSONDecodeError:
        return ""  # a text that is cut is none that could have been recorded in another way
    events = document["traceEvents"] if isinstance(document, dict) else document
    words = []
    for _ in range(random_.randint(1, 3)):
        change = random_.choice((_drop, _scale, _shift, _double, _shuffle, _no_args, _other_ids, _text_numbers, _no_length, _other_device))
        words.append(change.__name__.strip("_"))
        events[:] = change(events, random_)
    text = json.dumps(document if isinstance(document, list) else {"traceEvents": events}, ensure_ascii=True)
    with open(target, "w", encoding="ascii") as file:
        file.write(text.replace('"\\u0001', "").replace('\\u0001"', ""))
    return "+".join(words)


def _marked(value):
    """A number that is written without quotes."""
    return f"{MARK}{value:f}{MARK}"


def _timed(events, change):
    for event in events:
        for key in ("ts", "dur"):
            value = read_chrome.decimal(str(event.get(key)).strip(MARK)) if isinstance(event, dict) else None
            if value is not None:
                event[key] = _marked(change(key, value))
    return events


def _drop(events, random_):
    share = random_.choice((0.01, 0.1, 0.5))
    return [e for e in events if random_.random() >= share or (isinstance(e, dict) and e.get("ph") == "M")]


def _scale(events, random_):
    factor = random_.choice((Decimal("0.001"), Decimal("0.37"), Decimal(3), Decimal(1000)))
    return _timed(events, lambda _, value: value * factor)


def _shift(events, random_):
    by = random_.choice((Decimal("0.0005"), Decimal(-50), Decimal("1712345678901234.567")))
    return _timed(events, lambda key, value: value + by if key == "ts" else value)


def _double(events, random_):
    return [copy for e in events for copy in ([e, dict(e)] if isinstance(e, dict) and random_.random() < 0.05 else [e])]


def _shuffle(events, random_):
    random_.shuffle(events)
    return events


def _no_args(events, random_):
    for event in events:
        if isinstance(event, dict) and event.get("ph") != "M" and random_.random() < 0.3:
            event.pop("args", None)
    return events


def _other_ids(events, random_):
    for event in events:
        args = event.get("args") if isinstance(event, dict) else None
        if isinstance(args, dict) and "correlation" in args and random_.random() < 0.3:
            args["correlation"] = random_.randint(0, 50)
    return events


def _text_numbers(events, random_):
    for event in events:
        if isinstance(event, dict) and random_.random() < 0.3:
            event.update({key: str(event[key]).strip(MARK) for key in ("ts", "dur") if event.get(key) is not None})
    return events


def _no_length(events, random_):
    for event in events:
        if isinstance(event, dict) and event.get("ph") == "X" and random_.random() < 0.1:
            event["dur"] = 0
    return events


def _other_device(events, random_):
    for event in events:
        if isinstance(event, dict) and event.get("cat") == "kernel" and random_.random() < 0.3:
            event["pid"] = 5
            if isinstance(event.get("args"), dict):
                event["args"]["device"] = 5
    return events


def _database(path, target, random_):
    """Rows of kernels left out, doubled, moved, without names or ids."""
    shutil.copyfile(path, target)
    base = sqlite3.connect(target)
    tables = [r[0] for r in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'CUPTI_ACTIVITY_KIND_%'")]
    tables = [t for t in tables if t.endswith(("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE"))]
    words = []
    for table in tables:
        word, change = random_.choice(DATABASE_CHANGES)
        words.append(word)
        columns = {r[1] for r in base.execute(f"PRAGMA table_info({table})")}
        needed = change[1]
        if needed in columns:
            base.execute(change[0].format(table=table, modulus=random_.randint(2, 9)))
    base.commit()
    base.close()
    return "+".join(words) or "none"


DATABASE_CHANGES = (
    ("drop", ("DELETE FROM {table} WHERE rowid % {modulus} = 0", "start")),
    ("double", ("INSERT INTO {table} SELECT * FROM {table} WHERE rowid % {modulus} = 0", "start")),
    ("no_length", ('UPDATE {table} SET "end" = start WHERE rowid % {modulus} = 0', "end")),
    ("shift", ('UPDATE {table} SET start = start - 5000000000, "end" = "end" - 5000000000', "end")),
    ("no_name", ("UPDATE {table} SET demangledName = 2147483000, shortName = 2147483000 WHERE rowid % {modulus} = 0", "demangledName")),
    ("other_ids", ("UPDATE {table} SET correlationId = 1 WHERE rowid % {modulus} = 0", "correlationId")),
    ("other_device", ("UPDATE {table} SET deviceId = 3 WHERE rowid % {modulus} = 0", "deviceId")),
)


def _rocm_results(path, target, random_):
    """Records of rocprofv3's JSON left out, doubled, without length, in another order."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    word = random_.choice(("drop", "double", "no_length", "shuffle"))
    for process in document["rocprofiler-sdk-tool"]:
        for records in process["buffer_records"].values():
            if word == "drop":
                records[:] = [r for r in records if random_.random() < 0.7]
            elif word == "double":
                records[:] = [copy for r in records for copy in ([r, r] if random_.random() < 0.1 else [r])]
            elif word == "shuffle":
                random_.shuffle(records)
            else:
                records[:] = [r | {"end_timestamp": r.get("start_timestamp")} if random_.random() < 0.2 else r for r in records]
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return word


def _rocm_database(path, target, random_):
    """Rows of ROCm's databases left out, doubled, moved, without names or ids."""
    shutil.copyfile(path, target)
    base = sqlite3.connect(target)
    tables = [r[0] for r in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    words = []
    for table in (t for t in tables if t == "rocpd_op" or t.startswith(("rocpd_kernel_dispatch", "rocpd_memory_copy", "rocpd_region"))):
        columns = [r[1] for r in base.execute(f"PRAGMA table_info({table})")]
        word, needed, change = random_.choice(ROCM_CHANGES)
        if needed in columns:
            others = ", ".join(f'"{c}"' for c in columns if c != "id")
            base.execute(change.format(table=table, others=others, modulus=random_.randint(2, 9)))
            words.append(word)
    base.commit()
    base.close()
    return "+".join(words) or "none"


ROCM_CHANGES = (
    ("drop", "id", "DELETE FROM {table} WHERE id % {modulus} = 0"),
    ("double", "id", "INSERT INTO {table} ({others}) SELECT {others} FROM {table} WHERE id % {modulus} = 0"),
    ("no_length", "end", 'UPDATE {table} SET "end" = start WHERE id % {modulus} = 0'),
    ("shift", "end", 'UPDATE {table} SET start = start - 5000000000, "end" = "end" - 5000000000 WHERE typeof("end") = typeof(start)'),
    ("no_time", "end_id", "UPDATE {table} SET end_id = start_id WHERE id % {modulus} = 0"),
    ("no_name", "kernel_id", "UPDATE {table} SET kernel_id = 77 WHERE id % {modulus} = 0"),
    ("no_call", "event_id", "UPDATE {table} SET event_id = NULL WHERE id % {modulus} = 0"),
    ("no_text", "description_id", "UPDATE {table} SET description_id = 4 WHERE id % {modulus} = 0"),
)


def _table(path, target, random_):
    """Rows of a table in another order, left out, doubled; without some columns that are not needed."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    header, rows = rows[0], [r for r in rows[1:] if r]
    word = random_.choice(("shuffle", "drop", "double", "columns"))
    if word == "shuffle":
        random_.shuffle(rows)
    elif word == "drop":
        rows = [r for r in rows if random_.random() < 0.7]
    elif word == "double":
        rows = [copy for r in rows for copy in ([r, r] if random_.random() < 0.1 else [r])]
    else:
        kept = [i for i, c in enumerate(header) if c in NEEDED or random_.random() < 0.5]
        header, rows = [header[i] for i in kept], [[r[i] for i in kept if i < len(r)] for r in rows]
    text = io.StringIO()
    csv.writer(text, lineterminator=random_.choice(("\n", "\r\n"))).writerows([header, *rows])
    with open(target, "w", encoding="utf-8", newline="") as file:
        file.write(text.getvalue())
    return word


NEEDED = ("Name", "Type", "Start Time(us)", "Duration(us)", "Device_id", "Stream ID", "Kernel_Name", "Function", "Agent_Id", "Start_Timestamp",
          "End_Timestamp")
CHANGES = {".json": _chrome, ".gz": _chrome, ".sqlite": _database, ".csv": _table, ".rpd": _rocm_database, ".db": _rocm_database}
