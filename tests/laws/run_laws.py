#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds lamella-cli against laws that any profile obeys: nothing is lost, nothing is added, and every table adds up.

    run_laws.py CLI [--shared DIR] [--mutations N] [--only TEXT] [--list]

What a file records is counted by readers of this folder, which share no code with the program. Prints a line for each trace with its
laws, and what does not hold; ends with 1 where a law fails that expected_failures.txt does not name, or where one holds that it names.
"""
import argparse
import concurrent.futures
import contextlib
import io
import os
import sys
import tempfile
import time

import advice_findings
import conservation
import formats
import made
import memory_files
import mutate
import repeatable
import stats_text
import tables_by_request
import tables_of_programs
import tables_of_work
from case import Case
from lamella import Lamella, Refused

HERE = os.path.dirname(os.path.abspath(__file__))
LAWS = (*conservation.LAWS, *tables_of_work.LAWS, *tables_of_programs.LAWS, *tables_by_request.LAWS, *repeatable.LAWS)
# Inputs that are large, or whose tables differ from another's by their importer alone.
FEW = ("large", "rocm/run/12", "rocm/run/11_hip")
FEW_LAWS = (*conservation.LAWS, repeatable.reopened, repeatable.other_workers)
MUTATION_LAWS = (*conservation.LAWS, *tables_of_work.LAWS, *tables_of_programs.LAWS)
PUBLIC = ("chrome/*.json*", "chrome/odd/*.json", "jax/*", "nsys/*.sqlite", "nsys/synth/*medium__FWD_BWD*", "ascend/level0/rank0_ascend_pt",
          "ascend/level1_rank0_ascend_pt", "ascend/profiler-*", "ascend/msprof_advisor/kernel_details.csv", "roofline/*/*.json.gz",
          "roofline/inference/vllm*/*.json.gz", "roofline/perf_model/*/*.json.gz")
NO_TRACES = ("perfetto.json", "perfetto_slices.json", "truth.json", "odd_empty.json", "odd_not_a_trace.json")


def checked(task):
    """(name, law -> faults, seconds) of one trace. Runs in a process of its own."""
    name, path, laws, program = task
    began = time.monotonic()
    found = {}
    with tempfile.TemporaryDirectory(prefix="lamella-laws-") as cache:
        case = Case(Lamella(program, cache), path, formats.read(path))
        for law in laws:
            try:
                faults = list(law(case))
            except Refused as refusal:
                faults = [f"refused with {refusal.code}: {refusal}"]
            except (ArithmeticError, LookupError, TypeError, ValueError) as fault: # a cell that is not there, or no number
                faults = [f"the tables do not hold what the law needs: {fault!r}"]
            found[law.__name__] = faults
    return name, found, time.monotonic() - began


def public_traces(shared):
    """Public traces below a folder: (name, path)."""
    import glob
    folder = os.path.join(shared, "traces")
    paths = [p for pattern in PUBLIC for p in sorted(glob.glob(os.path.join(folder, pattern)))]
    return [(os.path.relpath(p, folder), p) for p in paths if os.path.basename(p) not in NO_TRACES]


def expected_failures():
    """(trace, law) -> reason."""
    expected = {}
    with open(os.path.join(HERE, "expected_failures.txt"), encoding="utf-8") as file:
        for line in file:
            line, _, reason = line.partition("#")
            if line.strip():
                trace, law = line.split()
                expected[(trace, law)] = reason.strip()
    return expected


def tasks_of(options, folder):
    """Every trace that is looked at, and a line for each group that is not there."""
    tasks, missing = [], []
    if options.shared and os.path.isdir(os.path.join(options.shared, "traces")):
        tasks += [(name, path, LAWS) for name, path in public_traces(options.shared)]
    else:
        missing.append("public traces: skipped: no folder of public traces; give it with --shared")
    tasks += [("made/" + name, path, FEW_LAWS if name.startswith(FEW) else LAWS) for name, path in made.write_all(folder)]
    tasks += [("generated/" + name, path, LAWS) for name, path in made.generated(folder)]
    tasks += [("mutated/" + name, path, MUTATION_LAWS) for name, path in mutate.write_all(tasks, folder, options.mutations)]
    tasks = [(name, path, laws, options.program) for name, path, laws in tasks if options.only in name]
    return tasks, missing


def report(results, expected):
    """Prints a line for each trace; gives the number of surprises."""
    surprises = 0
    for name, found, seconds in results:
        broken = {law: faults for law, faults in found.items() if faults}
        print(f"{name}: {len(found) - len(broken)} of {len(found)} laws hold, {seconds:.1f} s")
        for law, faults in found.items():
            known = expected.get((name, law))
            if faults and known is None:
                surprises += 1
            if faults:
                print(f"    {law}: {len(faults)} faults{' (expected: ' + known + ')' if known else ''}")
                for fault in faults[:3]:
                    print(f"        {fault[:400]}")
            elif known is not None:
                surprises += 1
                print(f"    {law}: holds now; take it out of expected_failures.txt")
        sys.stdout.flush()
    return surprises


def printed(check, arguments):
    """(what a check prints, its number of surprises). Runs in a process of its own."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        surprises = check(*arguments)
    return text.getvalue(), surprises


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--shared", default="")
    parser.add_argument("--mutations", type=int, default=3, help="changed copies of each small trace")
    parser.add_argument("--only", default="", help="traces whose name holds this text")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lamella-laws-") as folder, concurrent.futures.ProcessPoolExecutor(2) as pool:
        tasks, missing = tasks_of(options, folder)
        generated = next((path for name, path, *_ in tasks if name == "generated/two-devices.json"), None)
        public = (options.program, options.shared)
        checks = [(advice_findings.report, public), (memory_files.report, public), (stats_text.report, public),
                  (tables_by_request.report_ranks, (*public, generated, made.jobs(folder), folder))]
        others = [pool.submit(printed, *check) for check in checks]
        surprises = report(pool.map(checked, tasks), expected_failures())
        for text, count in (other.result() for other in others):
            print(text, end="")
            surprises += count
    for line in missing:
        print(line)
    print(f"{len(tasks)} traces, {surprises} laws that should hold do not, or hold against expectation")
    return 1 if surprises or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
