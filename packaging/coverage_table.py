#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A summary of gcovr as a table by folder. Exit 1 where core, or a folder of it, is below its floor.
Usage: coverage_table.py SUMMARY.json [--floor PERCENT] [--folder-floor PERCENT]"""
import argparse
import collections
import json
import pathlib
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('summary')
    parser.add_argument('--floor', type=float, default=90)
    parser.add_argument('--folder-floor', type=float, default=0)
    asked = parser.parse_args()
    lines = collections.defaultdict(lambda: [0, 0]) # folder -> lines run, lines
    for file in json.loads(pathlib.Path(asked.summary).read_text(encoding='utf-8'))['files']:
        for folder in ('core', str(pathlib.PurePosixPath(file['filename']).parent)):
            lines[folder][0] += file['line_covered']
            lines[folder][1] += file['line_total']
    low = []
    print(f'{"folder":<40} {"lines":>8} {"run":>8} {"share":>8}')
    for folder in sorted(lines):
        covered, total = lines[folder]
        share = 100 * covered / total if total else 100
        floor = asked.floor if folder == 'core' else asked.folder_floor
        if share < floor:
            low.append(f'{folder}: {share:.1f} % of its lines are run by tests, {floor:g} % is the floor')
        print(f'{folder:<40} {total:>8} {covered:>8} {share:>7.1f} %')
    print('\n'.join(low))
    return 1 if low or not lines else 0


if __name__ == '__main__':
    sys.exit(main())
