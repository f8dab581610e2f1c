#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""House rules that a script can see: licence lines, sizes, left-over marks, folders, paths of one machine, files that the
sources name. Usage: check_house.py [ROOT]"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

from source_text import code_only, project_files, without_comments

TOP_FOLDERS = {'app', 'core', 'widgets', 'resources', 'translations', 'tests', 'packaging', 'cmake', '.ci'}
SOURCES = {'.h', '.cpp', '.py', '.sh', '.cmake'}
MAX_LINES = 800
MAX_FUNCTION_LINES = 60
TEXTS = SOURCES | {'.md', '.txt', '.json', '.xml', '.desktop', '.in', '.ts', '.svg', '.1', ''}
# Put together from halves, so that this file passes its own check.
MARKS = re.compile(r'\b(' + '|'.join(('TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK')) + r')\b')
MACHINE_PATHS = re.compile('|'.join(('(?<![\\w.])/wo' + 'rk/', '/tm' + 'p/wt', '/tm' + 'p/build', '(?<![\\w.])/ro' + 'ot/')))
SIBLING = '../sha' + 'red'
SIBLING_ALLOWED = {'tests/CMakeLists.txt'}
# A section of a document that is not in the repository; what the sources rest on stands in the manual.
ELSEWHERE = re.compile(r'\bDES' + r'IGN \d')
MANUAL = re.compile(r'(?<![\w/])help/([a-z-]+\.md)\b')
RESOURCE = re.compile(r'":/((?:icons|profiles|help)/[\w./-]+\.\w+)"')
ICON = re.compile(r'\b(?:icon|iconPixmap)\((?:QStringLiteral\()?u?"([\w-]+)"')
PLACEHOLDER = re.compile(r'%(?:L?\d{1,2}|n)')
UNPORTABLE = re.compile(r'\bstd::(views\b|ranges::views\b|format\b|expected\b)')
# A member that changes nothing and gives something back, on one line; operators are read as what they are. The linter knows all
# of them, and takes hours.
UNREAD = re.compile(r'^ +(?! )(?!(?:virtual )?void\b|return\b|template\b|friend\b|else\b|static\b|using\b|explicit\b)'
                    r'[\w:<>,&*. ]+[ *&]\w+\([^;{]*\) const\b[^;{]*[;{]')


def is_source(path):
    return path.suffix in SOURCES or path.name == 'CMakeLists.txt'


def check_top(files):
    for folder in sorted({p.parts[0] for p in files if len(p.parts) > 1}):
        if folder not in TOP_FOLDERS:
            yield f'{folder}/: not a folder of this project; see ARCHITECTURE.md'


def check_licence(path, lines):
    head = lines[:2] if lines and lines[0].startswith('#!') else lines[:1]
    if not any('SPDX-License-Identifier: GPL-3.0-or-later' in line for line in head):
        yield f'{path}:1: the SPDX line is missing'


def check_size(path, lines):
    if path.parts[0] == 'tests' and path.parts[1] != 'checks' or path.suffix not in SOURCES:
        return
    if len(lines) > MAX_LINES:
        yield f'{path}: {len(lines)} lines; {MAX_LINES} are allowed'
    start = None
    for number, line in enumerate(lines, 1):
        # The formatter puts the braces of functions, and of nothing else, alone in the first column.
        if line == '{':
            start = number
        elif line == '}' and start is not None:
            if number - start - 1 > MAX_FUNCTION_LINES:
                yield f'{path}:{start}: function of {number - start - 1} lines; {MAX_FUNCTION_LINES} are allowed'
            start = None


def check_text(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if (match := MARKS.search(line)) and path.suffix != '.ts' and path.parts[:2] != ('tests', 'data'):
            yield f'{path}:{number}: {match.group()}: finish it or write an issue'
        if match := MACHINE_PATHS.search(line):
            yield f'{path}:{number}: {match.group()}: a path of one machine'
        if SIBLING in line and path.as_posix() not in SIBLING_ALLOWED:
            yield f'{path}:{number}: {SIBLING}: only the tests know of a folder beside the repository'
        if match := ELSEWHERE.search(line):
            yield f'{path}:{number}: {match.group()}: name the page of the manual that says so'


def check_code(path, text, root):
    for number, line in enumerate(code_only(text).splitlines(), 1):
        if match := UNPORTABLE.search(line):
            yield f'{path}:{number}: {match.group()}: does not compile with g++ 12 and clang 14'
        if path.suffix == '.h' and path.parts[0] != 'tests' and UNREAD.match(line) and not re.search('nodiscard|operator', line):
            yield f'{path}:{number}: {line.strip()}: what it gives back is to be read: [[nodiscard]]'
    for number, line in enumerate(text.splitlines(), 1):
        for page in MANUAL.findall(line):
            if not (root / 'resources/help' / page).is_file():
                yield f'{path}:{number}: resources/help/{page} does not exist'
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        for match in RESOURCE.finditer(line):
            if path.parts[0] != 'tests' and not (root / 'resources' / match.group(1)).is_file():
                yield f'{path}:{number}: resources/{match.group(1)} does not exist'
        for match in ICON.finditer(line):
            if path.parts[0] in ('widgets', 'app') and not (root / 'resources/icons' / f'{match.group(1)}.svg').is_file():
                yield f'{path}:{number}: resources/icons/{match.group(1)}.svg does not exist'


def check_placeholders(name, ts):
    """A translation must use the placeholders of its source; %n may be left out of a plural form ("one event")."""
    for message in ts.iter('message'):
        source = message.findtext('source') or ''
        translation = message.find('translation')
        if translation is None:
            continue
        forms = translation.findall('numerusform') or [translation]
        for text in (form.text for form in forms if form.text):
            wanted, found = set(PLACEHOLDER.findall(source)), set(PLACEHOLDER.findall(text))
            if message.get('numerus') == 'yes':
                wanted, found = wanted - {'%n'}, found - {'%n'}
            if wanted != found:
                yield f'translations/{name}: "{text}" does not use the placeholders of "{source}"'


def check_translations(root):
    names = {'lamella_en.ts', 'lamella_zh_CN.ts'} | {path.name for path in (root / 'translations').glob('lamella_*.ts')}
    for name in sorted(names):
        try:
            ts = ElementTree.parse(root / 'translations' / name).getroot()
        except (OSError, ElementTree.ParseError) as error:
            yield f'translations/{name}: {error}'
            continue
        if ts.tag != 'TS' or f'lamella_{ts.get("language")}.ts' != name:
            yield f'translations/{name}: not a Qt translation for that language'
        yield from check_placeholders(name, ts)


def check(root):
    root = pathlib.Path(root)
    files = project_files(root)
    problems = list(check_top(files))
    for path in files:
        # The licence text is not ours; goldens and test data hold what traces hold.
        if path.suffix not in TEXTS or path.name == 'LICENSE' or path.parts[:2] == ('tests', 'data'):
            continue
        text = (root / path).read_text(encoding='utf-8', errors='replace')
        lines = text.splitlines()
        if is_source(path):
            problems.extend(check_licence(path, lines))
            problems.extend(check_size(path, lines))
        problems.extend(check_text(path, text))
        if path.suffix in ('.h', '.cpp'):
            problems.extend(check_code(path, text, root))
    problems.extend(check_translations(root))
    return len(files), problems


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    count, problems = check(root)
    print('\n'.join(problems) if problems else f'house rules: {count} files in order')
    return 1 if problems or count == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
