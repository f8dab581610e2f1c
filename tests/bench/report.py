#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One table of what each step from file to picture costs, as ratios to a floor that is measured in the same run (reading or inflating
plus stage 1 of simdjson), since the times of a machine that others use too say little. The ratio that is kept in baseline.json is that of
processor time, which other programs change least; beside it stand counts of instructions, which none changes. A step that became slower
is marked, and nothing fails for it. Inputs are made on the spot and removed afterwards.
usage: report.py --build DIR [--sizes 250,1000,5000] [--runs 5] [--instructions] [--window] [--write-baseline]"""
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
SINGLE = ['inflate', 'parse', 'open', 'segment', 'csv', 'reopen']
SEVERAL = ['tables', 'sort', 'args', 'search', 'sql']  # print a line for each part
LARGE = 2000  # megabytes from which on only what must not bend with the size is measured
MARGIN = 0.25  # below this a ratio says nothing on a shared machine
COUNT_MARGIN = 0.05  # instructions: the threads take turns in another order each time
# What is counted, as a difference of two runs: the text and stage 1 are in both, or left out with the plain file.
COUNTED = {'parse': ('parse', 'floor'), 'finish': ('open', 'parse'), 'segment': ('segment', 'open'), 'csv': ('csv', 'segment')}


def lines(command, env=None):
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout
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


def whole_process(what, command, env=None):
    """A line for a whole program: what a user waits for."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    _, code, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(code)
    return {'what': what, 'wall': time.monotonic() - begin, 'cpu': usage.ru_utime + usage.ru_stime, 'rss': usage.ru_maxrss * 1024}


class Programs:
    def __init__(self, build):
        self.make = str(build / 'tests' / 'bench' / 'make_trace')
        self.probe = str(build / 'tests' / 'bench' / 'stage_probe')
        self.command = build / 'app' / 'cli' / 'lamella-cli'
        self.build = build

    def info(self, trace, folder, again):
        """`info` as a user runs it: first without a copy to reopen, then with one."""
        env = {**os.environ, 'XDG_CACHE_HOME': str(folder)}
        rows = [whole_process('info, whole program', [str(self.command), 'info', '--no-cache', trace])]
        if again:
            rows.append(whole_process('info again, whole program', [str(self.command), 'info', trace], env))
        return rows


def measure(programs, trace, folder, runs, large):
    """Lines of all steps; floor and steps by turns, so that all meet the same machine."""
    probe = programs.probe
    cache, xdg = folder / 'cache', folder / 'xdg'
    groups = {}
    subprocess.run([probe, trace, 'keep', str(cache)], check=True, stdout=subprocess.DEVNULL)  # also warms the file
    if programs.command.exists():
        whole_process('', [str(programs.command), 'info', trace], {**os.environ, 'XDG_CACHE_HOME': str(xdg)})
    for _ in range(runs):
        groups.setdefault('floor', []).append(lines([probe, trace, 'floor']))
        if programs.command.exists():
            groups.setdefault('info', []).append(programs.info(trace, xdg, True))
        if trace.endswith('.gz'):
            groups.setdefault('gzip', []).append([whole_process('gzip -dc', ['gzip', '-dc', trace])])
        for step in ['open', 'reopen'] if large else SINGLE:
            extra = [str(cache)] if step == 'reopen' else []
            groups.setdefault(step, []).append(lines([probe, trace, step, *extra]))
    for step in [] if large else SEVERAL:
        groups[step] = [lines([probe, trace, step]) for _ in range(min(runs, 3))]
    for made in (cache, xdg):
        shutil.rmtree(made, ignore_errors=True)
    return [row for group in groups.values() for row in medians(group)]


def head():
    print(f"{'input':14} {'step':38} {'wall ms':>9} {'cpu ms':>9} {'RSS MB':>8} {'B/event':>8} {'wall x':>8} {'cpu x':>8} {'before':>8}")


def show(name, rows, baseline):
    """Rows of the one table; the ratios to keep."""
    floor = next(row for row in rows if row['what'] == 'floor')
    ratios = {}
    for row in rows:
        ratio = row['cpu'] / floor['cpu']
        if ratio >= 0.05:  # the rest is shorter than the clock is good for
            ratios[row['what']] = round(ratio, 3)
        before = baseline.get(row['what'])
        # Steps of a few milliseconds are mostly noise.
        mark = '' if not before or row['cpu'] < 0.02 else ' slower' if ratio > before * (1 + MARGIN) else \
            ' faster' if ratio < before * (1 - MARGIN) else ''
        per_event = f"{row['bytes_per_event']:.1f}" if 'bytes_per_event' in row else ''
        print(f"{name:14} {row['what']:38} {row['wall'] * 1e3:9.1f} {row['cpu'] * 1e3:9.1f} {row['rss'] / 1e6:8.0f} {per_event:>8} "
              f"{row['wall'] / floor['wall']:8.2f} {ratio:8.2f} {before if before is not None else '':>8}{mark}", flush=True)
    return ratios


def show_growth(opened):
    """Processor time for a byte of text, by size: it must not grow with the file."""
    for kind in ('plain', 'gzip'):
        sizes = [(size, row) for (size, of_kind), row in opened.items() if of_kind == kind]
        if len(sizes) < 2:
            continue
        first = sizes[0][1]['cpu'] / sizes[0][1]['raw']
        text = ', '.join(f"{size} MB {row['cpu'] / row['raw'] / first:.2f}" for size, row in sizes)
        print(f'open, {kind}, processor time for a byte of text against {sizes[0][0]} MB: {text}')


def instructions(probe, trace, baseline):
    """Instructions for a byte of text of a small plain trace, which no other program on the machine changes."""
    totals = {}

    def total(step):
        if step not in totals:
            with tempfile.TemporaryDirectory() as folder:
                out = subprocess.run(['valgrind', '--tool=callgrind', f'--callgrind-out-file={folder}/out', probe, trace, step],
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
            found = re.search(r'Collected\s*:\s*(\d+)', out)
            totals[step] = int(found.group(1)) / os.path.getsize(trace) if found else None
        return totals[step]

    counts = {}
    print(f"\n{'instructions for a byte of text':38} {'now':>9} {'before':>9}")
    for what, (step, less) in COUNTED.items():
        if total(step) is None or total(less) is None:
            print(f'{what:38} cannot be counted')
            continue
        counts[what] = round(total(step) - total(less), 3)
        before = baseline.get(what)
        mark = '' if not before else ' slower' if counts[what] > before * (1 + COUNT_MARGIN) else \
            ' faster' if counts[what] < before * (1 - COUNT_MARGIN) else ''
        print(f"{what:38} {counts[what]:9.2f} {before if before is not None else '':>9}{mark}", flush=True)
    return counts


def window(programs, trace):
    """The real window over a trace: its lines, what it costs beyond the command line, and where the event loop was kept longest."""
    offscreen = {**os.environ, 'QT_QPA_PLATFORM': 'offscreen'}
    folder = programs.build / 'tests' / 'bench'
    bench, loop = folder / 'bench_window', folder / 'loop_probe'
    if bench.exists():
        print(f"\nwindow, 1920x1080 offscreen:\n{'step':44} {'wall ms':>9} {'cpu ms':>9} {'RSS MB':>8}")
        out = subprocess.run([str(bench), trace], stdout=subprocess.PIPE, text=True, env=offscreen).stdout
        rows = {}
        for row in map(json.loads, filter(lambda line: line.startswith('{'), out.splitlines())):
            rows.setdefault(row['what'], row)  # closing the trace changes the session, too
        for what, row in rows.items():
            print(f"{what:44} {row['wall'] * 1e3:9.1f} {row['cpu'] * 1e3:9.1f} {row['rss'] / 1e6:8.0f}")
        shown, settled = rows.get('window: first timeline'), rows.get('window: all views')
        if programs.command.exists() and shown and settled:
            info = programs.info(trace, folder, False)[0]
            print(f"first timeline after the command line's info: {shown['wall'] - info['wall']:+.2f} s; memory held by the window "
                  f"{settled['rss'] / info['rss']:.2f} x, at most {settled['peak'] / info['rss']:.2f} x that of info")
    if loop.exists():
        print('\nevent loop of the window (longest time that it was kept from its events):', flush=True)
        subprocess.run([str(loop), trace, '1920x1080'], env=offscreen)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    arguments.add_argument('--build', required=True, type=pathlib.Path)
    arguments.add_argument('--sizes', default='250,1000,5000')
    arguments.add_argument('--runs', type=int, default=5)
    arguments.add_argument('--instructions', action='store_true')
    arguments.add_argument('--window', action='store_true')
    arguments.add_argument('--write-baseline', action='store_true')
    given = arguments.parse_args()
    programs = Programs(given.build.resolve())
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    sizes = [int(size) for size in given.sizes.split(',')]
    made, opened = {}, {}
    with tempfile.TemporaryDirectory(prefix='lamella-bench-') as temporary:
        folder = pathlib.Path(temporary)
        needed = max(sizes) * 2_000_000
        if shutil.disk_usage(folder).free < needed:
            sys.exit(f'{folder} needs {needed / 1e9:.0f} GB for the largest input; set TMPDIR or give smaller --sizes')
        head()
        for size in sizes:
            plain = str(folder / f'{size}.json')
            subprocess.run([programs.make, str(size), plain], check=True)
            subprocess.run(['gzip', '-1' if size > LARGE else '-6', '-k', plain], check=True)
            time.sleep(6)  # a file that was written a moment ago is not kept for reopening
            for trace in (plain, plain + '.gz'):
                kind = 'gzip' if trace.endswith('.gz') else 'plain'
                rows = measure(programs, trace, folder, given.runs, size > LARGE)
                opened[size, kind] = next(row for row in rows if row['what'] == 'open')
                made[f'{size} MB {kind}'] = show(f'{size} MB {kind}', rows, baseline.get(f'{size} MB {kind}', {}))
            if given.window and size == min(max(sizes), 1000):
                window(programs, plain + '.gz')
            for trace in (plain, plain + '.gz'):
                os.remove(trace)
        print()
        show_growth(opened)
        if given.instructions and shutil.which('valgrind'):
            small = str(folder / 'small.json')
            subprocess.run([programs.make, '20', small], check=True)
            made['instructions'] = instructions(programs.probe, small, baseline.get('instructions', {}))
    if given.write_baseline:
        BASELINE.write_text(json.dumps({**baseline, **made}, indent=1, sort_keys=True) + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
