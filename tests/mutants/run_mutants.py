#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the tests notice? Each mutant of mutants.txt is put into a copy of the sources, the tests it names are built and run, and one of
them must fail. A mutant that does not compile, or whose text is not where it should be, is a fault of the list.
Usage: run_mutants.py WORK [NAME…]     WORK: folder for the copy and its build, kept for the next run; NAME: part of a mutant's name
       run_mutants.py --check            only: does each text stand where the list says, once?"""
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def mutants():
    """(name, file, from, to, tests). The text in its place has as many lines as the text that stands."""
    text = '\n'.join(line for line in (HERE / 'mutants.txt').read_text(encoding='utf-8').splitlines() if not line.startswith('#'))
    records, record = [], []
    for line in text.splitlines() + ['']:
        if line or (record and not record[-1].startswith('tst_')):
            if line or record:
                record.append(line)
        elif record:
            body = record[2:-1]
            half = len(body) // 2
            records.append((record[0], record[1], '\n'.join(body[:half]), '\n'.join(body[half:]), record[-1].split()))
            record = []
    return records


def copy_sources(work):
    listed = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, check=True, capture_output=True).stdout.decode().split('\0')
    for name in filter(None, listed):
        source, target = ROOT / name, work / 'source' / name
        if source.is_file() and (not target.is_file() or target.read_bytes() != source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def configure(work):
    subprocess.run(['cmake', '-S', work / 'source', '-B', work / 'build', '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Debug',
                    '-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0', '-DLAMELLA_BUILD_GUI=OFF', '-DLAMELLA_PRECOMPILED_HEADERS=ON'],
                   check=True, stdout=subprocess.DEVNULL)


def built(work, tests):
    run = subprocess.run(['ninja', '-C', work / 'build', *tests], capture_output=True, text=True)
    return run.returncode == 0, run.stdout[-2000:]


def failing(work, tests):
    for test in tests:
        try:
            if subprocess.run([work / 'build' / 'tests' / test], capture_output=True, timeout=300).returncode != 0:
                return test
        except subprocess.TimeoutExpired:
            return test + ' (no end)'
    return ''


def judge(work, file, old, new, tests):
    path = work / 'source' / file
    text = path.read_text(encoding='utf-8')
    if text.count(old) != 1:
        return f'LIST: its text occurs {text.count(old)} times in {file}'
    try:
        path.write_text(text.replace(old, new), encoding='utf-8')
        good, said = built(work, tests)
        if not good:
            return 'LIST: does not compile\n' + said
        noticed = failing(work, tests)
        return f'killed by {noticed}' if noticed else 'SURVIVED'
    finally:
        path.write_text(text, encoding='utf-8')


def check():
    wrong = [f'{name}: its text occurs {count} times in {file}' for name, file, old, _, _ in mutants()
             if (count := (ROOT / file).read_text(encoding='utf-8').count(old)) != 1]
    print('\n'.join(wrong) or f'mutants: {len(mutants())} in order')
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ['--check']:
        return check()
    work, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    chosen = [m for m in mutants() if not wanted or any(part in m[0] for part in wanted)]
    copy_sources(work)
    configure(work)
    every = sorted({test for m in chosen for test in m[4]})
    good, said = built(work, every)
    if not good:
        sys.exit('the sources themselves do not build:\n' + said)
    if noticed := failing(work, every):
        sys.exit(f'{noticed} fails before anything was changed')
    bad = 0
    for name, file, old, new, tests in chosen:
        begun = time.monotonic()
        result = judge(work, file, old, new, tests)
        bad += not result.startswith('killed')
        print(f'{result:<32} {time.monotonic() - begun:5.0f} s  {name}', flush=True)
    print(f'{len(chosen) - bad} of {len(chosen)} killed')
    return 1 if bad or not chosen else 0


if __name__ == '__main__':
    sys.exit(main())
