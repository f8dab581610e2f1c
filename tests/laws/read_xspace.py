# SPDX-License-Identifier: GPL-3.0-or-later
"""Operations of the device lines of an XSpace file, read off the protobuf wire in picoseconds.

Fields: XSpace{1 planes} XPlane{2 name, 3 lines, 4 event_metadata} XLine{2 name, 3 timestamp_ns, 4 events, 11 display_name}
XEvent{1 metadata_id, 2 offset_ps, 3 duration_ps} XEventMetadata{1 id, 2 name, 4 display_name}, tensorflow/tsl xplane.proto.
"""
import re
from decimal import Decimal

from operations import Operation, Source, mark_wrappers

PICO = Decimal(1) / 1000


def fields(data, at=0, end=None):
    """(number, value) of the fields of a message: int for varints, (begin, end) for what has a length."""
    end = len(data) if end is None else end
    while at < end:
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value, at = (at, at + size), at + size
        else:
            size = 8 if key & 7 == 1 else 4
            value, at = (at, at + size), at + size
        yield key >> 3, value


def varint(data, at):
    """A varint and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def signed(value):
    """An int64 of its varint."""
    return value - (1 << 64) if value >> 63 else value


def _text(data, place):
    return data[place[0]:place[1]].decode("utf-8", "replace")


def _names(data, places):
    names = {}
    for place in places:
        entry = dict(fields(data, *place))
        if isinstance(entry.get(2), tuple):
            meta = dict(fields(data, *entry[2]))
            shown = _text(data, meta[4]) if 4 in meta else ""
            names[signed(entry.get(1, meta.get(1, 0)))] = shown or (_text(data, meta[2]) if 2 in meta else "")
    return names


def _line(data, place, names, plane):
    begin, name, events = 0, "", []
    for number, value in fields(data, *place):
        if number == 3:
            begin = signed(value)
        elif number == 2 or (number == 11 and not name):
            name = _text(data, value)
        elif number == 4:
            events.append(value)
    if not is_operation_line(plane, name) and name != "XLA Modules":
        return name, []
    lane = []
    for event in events:
        parts = dict(fields(data, *event))
        lane.append(Operation(names.get(signed(parts.get(1, 0)), ""), begin + signed(parts.get(2, 0)) * PICO,
                              signed(parts.get(3, 0)) * PICO, plane, in_flight=name.startswith("Async")))
    return name, mark_wrappers(lane) if "XLA" in name else lane


def is_operation_line(plane, line):
    """Whether a line holds operations: of a TPU the lines of instructions, of a GPU its streams."""
    if re.match(r"/device:TPU", plane):
        return line in ("XLA Ops", "Async XLA Ops")
    return bool(re.match(r"/device:GPU", plane)) and line.startswith("Stream #")


def read(path):
    """Operations of all device lines of a file."""
    with open(path, "rb") as file:
        data = file.read()
    operations, lines, programs = [], {}, []
    for number, plane in fields(data):
        if number != 1:
            continue
        name, line_places, meta_places = "", [], []
        for inner, value in fields(data, *plane):
            if inner == 2:
                name = _text(data, value)
            elif inner == 3:
                line_places.append(value)
            elif inner == 4:
                meta_places.append(value)
        names = _names(data, meta_places)
        for place in line_places:
            line, lane = _line(data, place, names, name)
            if line == "XLA Modules":
                programs += lane
            elif lane:
                lines[(name, line)] = len(lane)
                operations += lane
    return Source(operations, programs=programs, notes={"lines": lines})
