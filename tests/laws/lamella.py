# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs lamella-cli and reads its tables. Numbers stay text or int: no float touches a time."""
import csv
import io
import os
import subprocess
import tempfile


class Refused(Exception):
    """lamella-cli ended with an exit code that is not 0; `code` is that code, the text is what it said."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Lamella:
    """One program, asked about one input. `cache` is its own folder, so that no copy of the user is read or written."""

    def __init__(self, program, cache, one_worker=False):
        self.program = program
        self.cache = cache
        self.one_worker = one_worker

    def text(self, *arguments):
        """What the program writes on standard output, as bytes."""
        environment = dict(os.environ, LC_ALL="C.UTF-8", XDG_CACHE_HOME=self.cache, XDG_CONFIG_HOME=self.cache)
        begin = _keep_one_processor if self.one_worker else None
        done = subprocess.run([self.program, *map(str, arguments), "--quiet"], stdin=subprocess.DEVNULL, env=environment,
                              capture_output=True, timeout=300, preexec_fn=begin, check=False)
        if done.returncode != 0:
            raise Refused(done.returncode, done.stderr.decode("utf-8", "replace").strip())
        return done.stdout

    def table(self, *arguments):
        """Rows of a table, as dictionaries of text."""
        return read_csv(self.text(*arguments, "--format", "csv"))

    def info(self, *arguments):
        """Values of the table info by key."""
        return {row["key"]: row["value"] for row in self.table("info", *arguments)}

    def export(self, *arguments):
        """Every table of `export`: name -> (bytes of its CSV, of its JSON)."""
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            self.text("export", *arguments, "--output", folder)
            tables = {}
            for name in sorted(os.listdir(folder)):
                stem, ending = os.path.splitext(name)
                if ending == ".csv":
                    with open(os.path.join(folder, name), "rb") as file:
                        text = file.read()
                    with open(os.path.join(folder, stem + ".json"), "rb") as file:
                        tables[stem] = (text, file.read())
            return tables


def read_csv(text):
    """Rows of CSV bytes as dictionaries of text."""
    return list(csv.DictReader(io.StringIO(text.decode("utf-8", "replace"), newline="")))


def number(cell):
    """A whole number of a cell, or None where the cell is empty."""
    return int(cell) if cell else None


def _keep_one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
