#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One table of what each step from file to picture costs, as ratios to a floor that is measured in the same run (reading or inflating
plus stage 1 of simdjson), since the times of a machine that others use too say little. The ratio that is kept in baseline.json is that of
processor time, which other programs change least; a step that became slower is marked, and nothing fails for it. Inputs are made on the
spot.
usage: report.py --build DIR [--sizes 250,1000] [--runs 5] [--instructions] [--window] [--write-baseline]"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
BASELINE = HERE / 'baseline.json'
SINGLE = ['inflate', 'parse', 'open', 'segment', 'csv', 'reopen', 'args']
SEVERAL = ['tables', 'sort']  # print a line for each part
MARGIN = 0.25  # below this a ratio says nothing on a shared machine


def lines(command):
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith('{')]


def medians(runs):
    """[[line, ...] of each run] -> one line for each `what`, with the median of the times."""
    found = {}
    for run in runs:
        for line in run:
            found.setdefault(line['what'], []).append(line)
    result = []
    for what, group in found.items():
        line = dict(group[0])
        for key in ('wall', 'cpu', 'rss'):
            line[key] = statistics.median(row[key] for row in group)
        result.append(line)
    return result


def measure(probe, trace, folder, runs):
    """Lines of all steps; floor and step by turns, so that both meet the same machine."""
    floors, steps = [], {}
    cache = folder / 'cache'
    subprocess.run([probe, trace, 'keep', str(cache)], check=True, stdout=subprocess.DEVNULL)  # also warms the file
    for _ in range(runs):
        floors.append(lines([probe, trace, 'floor']))
        for step in SINGLE:
            extra = [str(cache)] if step == 'reopen' else []
            steps.setdefault(step, []).append(lines([probe, trace, step, *extra]))
    for step in SEVERAL:
        steps[step] = [lines([probe, trace, step]) for _ in range(min(runs, 3))]
    rows = medians(floors)
    for group in steps.values():
        rows += medians(group)
    shutil.rmtree(cache, ignore_errors=True)
    return rows


def instructions(probe, trace):
    """Instructions a byte of text of opening a small trace, which no other program on the machine changes."""
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(['valgrind', '--tool=callgrind', f'--callgrind-out-file={folder}/out', probe, trace, 'open'],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    total = re.search(r'Collected\s*:\s*(\d+)', out)
    return int(total.group(1)) / os.path.getsize(trace) if total else None


def show(name, rows, baseline):
    floor = next(row for row in rows if row['what'] == 'floor')
    facts = next(row for row in rows if row['what'] == 'open')
    print(f"\n{name}: {facts['raw'] / 1e6:.0f} MB of text, {facts['events']} events, {facts['kernels']} kernels; "
          f"{facts['bytes_per_event']:.1f} bytes an event, {facts['bytes_per_kernel']:.1f} a kernel")
    print(f"{'step':44} {'wall ms':>9} {'cpu ms':>9} {'RSS MB':>8} {'wall x':>8} {'cpu x':>8} {'before':>8}")
    ratios = {}
    for row in rows:
        ratio = row['cpu'] / floor['cpu']
        if ratio >= 0.05:  # the rest is shorter than the clock is good for
            ratios[row['what']] = round(ratio, 3)
        before = baseline.get(row['what'])
        # Steps of a few milliseconds are mostly noise.
        mark = '' if not before or row['cpu'] < 0.02 else ' slower' if ratio > before * (1 + MARGIN) else \
            ' faster' if ratio < before * (1 - MARGIN) else ''
        print(f"{row['what']:44} {row['wall'] * 1e3:9.1f} {row['cpu'] * 1e3:9.1f} {row['rss'] / 1e6:8.0f} "
              f"{row['wall'] / floor['wall']:8.2f} {ratio:8.2f} {before if before is not None else '':>8}{mark}")
    return ratios


def command_line(program, trace):
    """What `info` costs with no copy to reopen: seconds on the clock, bytes held at most."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        child = subprocess.Popen([str(program), 'info', trace], stdout=subprocess.DEVNULL,
                                 env={**os.environ, 'XDG_CACHE_HOME': folder})
        _, code, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(code)
        return time.monotonic() - begin, usage.ru_maxrss * 1024


def window(build, trace):
    """The real window over a trace: its lines, what it costs beyond the command line, and where the event loop was kept longest."""
    offscreen = {**os.environ, 'QT_QPA_PLATFORM': 'offscreen'}
    bench, command = build / 'tests' / 'bench' / 'bench_window', build / 'app' / 'cli' / 'lamella-cli'
    if bench.exists():
        print(f"\nwindow, 1920x1080 offscreen:\n{'step':44} {'wall ms':>9} {'cpu ms':>9} {'RSS MB':>8}")
        out = subprocess.run([str(bench), trace], stdout=subprocess.PIPE, text=True, env=offscreen).stdout
        rows = {row['what']: row for row in map(json.loads, filter(lambda line: line.startswith('{'), out.splitlines()))}
        for what, row in rows.items():
            print(f"{what:44} {row['wall'] * 1e3:9.1f} {row['cpu'] * 1e3:9.1f} {row['rss'] / 1e6:8.0f}")
        shown, settled = rows.get('window: first timeline'), rows.get('window: all views')
        if command.exists() and shown and settled:
            seconds, most = command_line(command, trace)
            print(f"first timeline after the command line's info: {shown['wall'] - seconds:+.2f} s; memory held by the window "
                  f"{settled['rss'] / most:.2f} x, at most {settled['peak'] / most:.2f} x that of info")
    probe = build / 'tests' / 'bench' / 'loop_probe'
    if probe.exists():
        print('\nevent loop of the window (longest time that it was kept from its events):')
        subprocess.run([str(probe), trace, '1920x1080'], env=offscreen)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    arguments.add_argument('--build', required=True, type=pathlib.Path)
    arguments.add_argument('--sizes', default='250,1000')
    arguments.add_argument('--runs', type=int, default=5)
    arguments.add_argument('--instructions', action='store_true')
    arguments.add_argument('--window', action='store_true')
    arguments.add_argument('--write-baseline', action='store_true')
    given = arguments.parse_args()
    build = given.build / 'tests' / 'bench'
    probe = str(build / 'stage_probe')
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    made = {}
    with tempfile.TemporaryDirectory(prefix='lamella-bench-') as temporary:
        folder = pathlib.Path(temporary)
        for size in given.sizes.split(','):
            plain = str(folder / f'{size}.json')
            subprocess.run([str(build / 'make_trace'), size, plain], check=True)
            subprocess.run(['gzip', '-k', plain], check=True)
            time.sleep(6)  # a file that was written a moment ago is not kept for reopening
            for trace in (plain, plain + '.gz'):
                name = size + (' MB gzip' if trace.endswith('.gz') else ' MB plain')
                made[name] = show(name, measure(probe, trace, folder, given.runs), baseline.get(name, {}))
            if given.window:
                window(given.build, plain + '.gz')
        if given.instructions and shutil.which('valgrind'):
            small = str(folder / 'small.json')
            subprocess.run([str(build / 'make_trace'), '20', small], check=True)
            count = instructions(probe, small)
            made['instructions'] = {'open, a byte': round(count, 2)} if count else {}
            print(f"\ninstructions a byte of text to open 20 MB: {count or 0:.2f}, "
                  f"before {baseline.get('instructions', {}).get('open, a byte', 'unknown')}")
    if given.write_baseline:
        BASELINE.write_text(json.dumps({**baseline, **made}, indent=1, sort_keys=True) + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
