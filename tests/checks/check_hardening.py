#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What cmake/Hardening.cmake promises, looked for in finished programs: position independent, relocations read-only before the program
begins, no executable stack, stack protector and fortified libc calls in use, no search path for libraries, no path of the machine that
built it. Usage: check_hardening.py [--path FOLDER]... PROGRAM...      --path: a folder that no program may name"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys


def readelf(program):
    said = subprocess.run(['readelf', '-W', '-h', '-l', '-d', '--dyn-syms', str(program)], capture_output=True, text=True, timeout=60,
                          check=False)
    return said.stdout if said.returncode == 0 else ''


def problems_of(program, folders=()):
    text = readelf(program)
    if not text:
        yield 'readelf cannot read it'
        return
    flags = ' '.join(re.findall(r'\((?:FLAGS|FLAGS_1)\)\s+(.*)', text))
    if not re.search(r'^\s*Type:\s+DYN\b', text, re.M) or not re.search(r'\bPIE\b', flags):
        yield 'not a position-independent executable'
    if not re.search(r'^\s*GNU_RELRO\s', text, re.M):
        yield 'no GNU_RELRO: relocations stay writable'
    if not re.search(r'\bNOW\b|\bBIND_NOW\b', flags) and '(BIND_NOW)' not in text:
        yield 'no BIND_NOW: relocations are resolved late'
    # "GNU_STACK  0x000000 0x… 0x… 0x000000 0x000000 RW  0x10"; a program without the line gets an executable stack.
    stack = re.search(r'^\s*GNU_STACK(?:\s+0x[0-9a-f]+){5}\s+([RWE ]+?)\s+0x', text, re.M)
    if not stack or 'E' in stack.group(1):
        yield 'executable stack'
    imported = set(re.findall(r'\bUND\s+([\w]+)', text))
    if '__stack_chk_fail' not in imported:
        yield 'no stack protector (__stack_chk_fail)'
    if not any(re.fullmatch(r'__\w+_chk', name) for name in imported):
        yield 'no fortified call of libc (__*_chk)'
    for kind, path in re.findall(r'\((RPATH|RUNPATH)\)\s+.*\[(.*)\]', text):
        yield f'{kind} {path}'
    content = pathlib.Path(program).read_bytes()
    for folder in folders:
        name = str(folder).rstrip('/').encode()
        if found := re.search(rb'(?<![\w./-])' + re.escape(name) + rb'(?:/[\x21-\x7e]*)?(?![\w.-])', content):
            yield f'names a path of the build: {found.group().decode()}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--path', action='append', default=[])
    parser.add_argument('programs', nargs='+')
    asked = parser.parse_args()
    if not shutil.which('readelf'):
        print('SKIPPED: readelf is not installed')
        return 0
    problems = [f'{pathlib.Path(program).name}: {problem}' for program in asked.programs for problem in problems_of(program, asked.path)]
    print('\n'.join(problems) if problems else f'hardening: {len(asked.programs)} programs in order')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
