#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up what ctest wrote (--output-junit) into one closing line "N passed, N failed, N skipped", after a list of all that failed
or was skipped, with why. A Qt Test program counts as its test cases, every other test as one.
Usage: summarise_tests.py LABEL=RESULT.xml ... | --self-test"""
import re
import sys
import xml.etree.ElementTree as ElementTree

TOTALS = re.compile(r'^Totals: (\d+) passed, (\d+) failed, (\d+) skipped, \d+ blacklisted', re.M)
SKIP = re.compile(r'^SKIP   : (\S+?\(.*?\)) ?(.*)$', re.M)
FAIL = re.compile(r'^(?:FAIL!  |XPASS  ): (\S+?\(.*?\)) ?(.*)$', re.M)


def read_case(case):
    """(passed, failed, skipped, lines that say what and why) of one ctest test."""
    name = case.get('name')
    output = case.findtext('system-out') or ''
    totals = [tuple(map(int, match.groups())) for match in TOTALS.finditer(output)]
    passed, failed, skipped = (sum(column) for column in zip(*totals)) if totals else (0, 0, 0)
    lines = [f'skipped  {what}  {why}'.rstrip() for what, why in SKIP.findall(output)]
    lines += [f'FAILED   {what}  {why}'.rstrip() for what, why in FAIL.findall(output)]
    status = case.get('status')
    if status in ('notrun', 'disabled'):
        marked = re.search(r'SKIPPED: (.*)', output)
        skip = case.find('skipped')
        why = marked.group(1) if marked else (skip.get('message') if skip is not None else None) or status
        # A program that could not be started is a failure: only what says SKIPPED may skip.
        if marked or status == 'disabled':
            return 0, 0, 1, [f'skipped  {name}  {why}']
        return 0, 1, 0, [f'FAILED   {name}  {why}']
    if status == 'fail' and failed == 0:
        failure = case.find('failure')
        why = (failure.get('message') if failure is not None else None) or 'crashed, timed out or refused by a sanitizer'
        failed += 1
        lines.append(f'FAILED   {name}  {why}')
    elif not totals and status == 'run':
        passed = 1
    return passed, failed, skipped, lines


def summarise(runs):
    """runs: (label, root element) of each ctest run -> (lines, passed, failed, skipped)"""
    lines, sums = [], [0, 0, 0]
    for label, root in runs:
        cases = list(root.iter('testcase'))
        if not cases:
            lines.append(f'[{label}] FAILED   no tests were found')
            sums[1] += 1
        for case in cases:
            *counts, notes = read_case(case)
            sums = [a + b for a, b in zip(sums, counts)]
            lines += [f'[{label}] {note}' for note in notes]
    return lines, *sums


def self_test():
    xml = '''<testsuite>
      <testcase name="tst_A" status="run"><system-out>PASS   : A::a()
SKIP   : A::b(row one) not here: x.json
   Loc: [a.cpp(3)]
Totals: 4 passed, 0 failed, 1 skipped, 0 blacklisted, 2ms</system-out></testcase>
      <testcase name="tst_B" status="fail"><failure message="Failed"/><system-out>FAIL!  : B::c() wrong
Totals: 2 passed, 1 failed, 0 skipped, 0 blacklisted, 2ms</system-out></testcase>
      <testcase name="tst_C" status="fail"><failure message="SEGFAULT"/><system-out>PASS   : C::a()</system-out></testcase>
      <testcase name="check" status="run"><system-out>ok</system-out></testcase>
      <testcase name="tool" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/><system-out>SKIPPED: x is not installed</system-out></testcase>
      <testcase name="gone" status="notrun"><skipped message="Unable to find executable"/><system-out/></testcase>
    </testsuite>'''
    lines, *sums = summarise([('t', ElementTree.fromstring(xml))])
    assert sums == [7, 3, 2], sums
    expected = ['[t] skipped  A::b(row one)  not here: x.json', '[t] FAILED   B::c()  wrong', '[t] FAILED   tst_C  SEGFAULT',
                '[t] skipped  tool  x is not installed', '[t] FAILED   gone  Unable to find executable']
    assert lines == expected, lines
    assert summarise([('t', ElementTree.fromstring('<testsuite/>'))])[2] == 1
    print('summary: in order')


def main():
    if sys.argv[1:] == ['--self-test']:
        self_test()
        return 0
    runs, broken = [], []
    for argument in sys.argv[1:]:
        label, _, path = argument.partition('=')
        try:
            runs.append((label, ElementTree.parse(path).getroot()))
        except (OSError, ElementTree.ParseError) as error:
            broken.append(f'[{label}] FAILED   no result: {error}')
    lines, passed, failed, skipped = summarise(runs)
    failed += len(broken)
    for line in lines + broken:
        print(line)
    print(f'{passed} passed, {failed} failed, {skipped} skipped')
    return 1 if failed or passed == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
