# SPDX-License-Identifier: GPL-3.0-or-later
"""One trace and its tables, each asked for once."""
from functools import cached_property

from lamella import read_csv
from work import grouped, pieces


class Case:
    """Tables of one trace: of all work (`--pass trace`), of all passes (`--pass all`), and as they come by default."""

    def __init__(self, lamella, path, source, *options):
        self.lamella = lamella
        self.path = str(path)
        self.source = source
        self.options = options

    def exported(self, *arguments):
        """Every table as (CSV, JSON)."""
        return self.lamella.export(self.path, *self.options, *arguments)

    @cached_property
    def work_export(self):
        return self.exported("--pass", "trace", "--device", "all", "--no-cache")

    @cached_property
    def pass_export(self):
        """None where there are no passes: then everything is about the whole trace."""
        return self.exported("--pass", "all", "--device", "all", "--no-cache")

    @cached_property
    def default_export(self):
        return self.exported("--no-cache")

    @cached_property
    def all_work(self):
        return {name: read_csv(text) for name, (text, _) in self.work_export.items()}

    @cached_property
    def all_passes(self):
        return {name: read_csv(text) for name, (text, _) in self.pass_export.items()}

    @cached_property
    def default(self):
        return {name: read_csv(text) for name, (text, _) in self.default_export.items()}

    @cached_property
    def info(self):
        return {row["key"]: row["value"] for row in self.all_work["info"]}

    @cached_property
    def work(self):
        return pieces(self.all_work["kernels_each"])

    @cached_property
    def in_flight(self):
        """(device, stream) of the lines of what is in flight, as the file names it, beside others of their device, which waits
        meanwhile or does other work."""
        flying = {o.name for o in self.source.operations if o.in_flight}
        others = {o.name for o in self.source.operations if not o.in_flight}
        streams = grouped(self.work, lambda p: (p.device, p.stream)) if flying else {}
        found = {s for s, work in streams.items() if all(p.name in flying for p in work) and not all(p.name in others for p in work)}
        computing = {device for device, _ in streams.keys() - found}
        return {(device, stream) for device, stream in found if device in computing}

    @cached_property
    def only_device(self):
        devices = {p.device for p in self.work}
        return min(devices) if len(devices) == 1 else ""

    @cached_property
    def main_device(self):
        """The device that tables of one device are about: the one named there, else the one with most work."""
        if self.only_device:
            return self.only_device
        sums = {d: sum(p.duration for p in self.work if p.device == d) for d in sorted({p.device for p in self.work})}
        return max(sums, key=lambda d: sums[d]) if sums else ""
