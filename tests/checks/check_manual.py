#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the manual (resources/help) and README.md to the program: every table, column, key, command and option is described;
links lead somewhere; every command that a page shows is understood, and runs on the sample traces where it needs no other file;
what a page shows of its output is what it prints; scripts are read by their shell; a translated page (resources/help/zh_CN) has
the headings, links, commands and outputs of the English one, and describes the same columns and keys.
Usage: check_manual.py ROOT LAMELLA_CLI"""
import concurrent.futures
import csv
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from shown_output import missing_line

HELP = pathlib.Path('resources/help')
HEADING = re.compile(r'^(#{1,4}) (.+?)\s*$')
LINK = re.compile(r'\[[^\]]*\]\(([^)\s]+)\)')
FENCE = re.compile(r'^```(\w*)\s*$')
WORD = re.compile(r'`([^`]+)`')
INDENTED = re.compile(r'^    (?:\S*/)?(lamella-cli .+)$')
SHOWN_SAMPLE = re.compile(r'resources/sample/[\w.-]+')
SAMPLE = 'resources/sample/lamella-sample.trace.json.gz'
CHANGED_SAMPLE = 'resources/sample/lamella-sample-after.trace.json.gz'
CONFIG = 'resources/sample/config.json'
# Columns that depend on the trace: one for each category, layer or sequence length.
DYNAMIC = re.compile(r'^(layer_\d+_ns|seq\d+)$')
# Arguments that some commands cannot be without, or whose columns --help does not list under a heading of their own.
ARGUMENTS = {
    'search': [['--args', 'stream=']],
    'stats': [['--by', by] for by in ('cuda_gpu_mem_time_sum', 'cuda_api_sum', 'osrt_sum')],
    'within': [['--time', '1ms-20ms', '--by', by] for by in ('category', 'kernel', 'stream')],
    'ranks': [['--by', 'pass']],
}


class Program:
    def __init__(self, root, path):
        self.root, self.path = root, path
        self.categories = self.read_categories()

    def read_categories(self):
        """heatmap names the metrics when it is asked for one that there is not."""
        said = self.run('heatmap', SAMPLE, '--metric', 'no-such-metric').stderr
        return set(re.findall(r'[a-z_]+', said.partition('use one of ')[2])) - {'wall', 'busy', 'sum', 'idle'}

    def run(self, *arguments, cwd=None):
        return subprocess.run([self.path, *arguments], capture_output=True, text=True, cwd=cwd or self.root, timeout=120,
                              check=False)

    def commands(self):
        return re.findall(r'^  ([a-z][a-z-]*)  ', self.run('--help').stdout, re.M)

    def options(self):
        said = ''.join(self.run(command, '--help').stdout for command in self.commands())
        return sorted(set(re.findall(r'^  (?:-\w,)?(--[a-z-]+)', said, re.M)))

    def help_columns(self, command):
        """Columns by the headings that --help prints them under."""
        found = []
        inside = False
        for line in self.run(command, '--help').stdout.splitlines():
            if line.startswith('Columns'):
                inside = True
            elif not line.strip():
                inside = False
            elif inside and (match := re.match(r'^  ([a-z][a-z0-9_]*)(?:\s{2,}|$)', line)):
                found.append(match.group(1))
        return found

    def forms(self, command):
        """Arguments that give other columns, by the headings of --help: "Columns with --by rank:"."""
        return [found.split() for found in re.findall(r'^Columns with (--.*):$', self.run(command, '--help').stdout, re.M)]

    def csv_columns(self, command, arguments):
        result = self.run(command, SAMPLE, '--format', 'csv', *arguments)
        rows = list(csv.reader(io.StringIO(result.stdout)))
        return rows[0] if result.returncode == 0 and rows else None


def slug(title):
    """As the help window and GitHub make anchors of headings."""
    text = re.sub(r'[`*]', '', title).strip().lower()
    return re.sub(r'[^\w\- ]', '', text).replace(' ', '-')


class Page:
    def __init__(self, path):
        self.name = path.name
        self.levels = [] # of the headings, in order
        self.lines = path.read_text(encoding='utf-8').splitlines()
        self.anchors, self.sections, self.commands, self.links = [], {}, [], [] # anchors: of the headings, in order
        self.described = [] # by heading, in order: what the first cells of its tables name
        self.outputs = [] # (line, commands, lines): text below commands of the same section
        self.scripts = [] # (line, text)
        title, fence, above = '', None, []
        for number, line in enumerate(self.lines, 1):
            if match := FENCE.match(line):
                fence = None if fence is not None else match.group(1)
                if fence == 'sh':
                    above = []
                elif fence == 'text' and above:
                    self.outputs.append((number, above, []))
                elif fence == 'bash':
                    self.scripts.append((number, []))
                continue
            if fence is not None:
                if fence == 'sh' and line.strip():
                    self.commands.append((number, line))
                    above.append(line)
                elif fence == 'text' and above:
                    self.outputs[-1][2].append(line)
                elif fence == 'bash':
                    self.scripts[-1][1].append(line)
                continue
            if match := INDENTED.match(line):
                self.commands.append((number, match.group(1).replace('$S', SAMPLE).replace('$C', CONFIG)))
                continue
            if match := HEADING.match(line):
                above = []
                title = match.group(2)
                self.levels.append(len(match.group(1)))
                self.anchors.append(slug(title))
                self.described.append(set())
            self.sections.setdefault(title, []).append(line)
            self.links += [(number, link) for link in LINK.findall(line)]
            if line.startswith('|') and self.described:
                self.described[-1].update(WORD.findall(line.split('|')[1]))

    def words_of(self, name):
        """What the first cells of the tables name, in the section of that name and those below it."""
        words = set()
        for title, lines in self.sections.items():
            if title == name or title.startswith(name + ' ') or (name in FOLLOWING and title in FOLLOWING[name]):
                for line in lines:
                    if line.startswith('|'):
                        words.update(WORD.findall(line.split('|')[1]))
                    else:
                        words.update(WORD.findall(line))
        return words


FOLLOWING = {'gaps': ['Causes']}


def check_links(pages):
    for page in pages.values():
        for number, link in page.links:
            if re.match(r'[a-z]+:', link):
                continue
            target, _, anchor = link.partition('#')
            target = target or page.name
            if target.endswith('.png'):
                if not (page_root / target).is_file():
                    yield f'{page.name}:{number}: the picture {target} does not exist'
            elif target not in pages:
                yield f'{page.name}:{number}: the page {target} does not exist'
            elif anchor and anchor not in pages[target].anchors:
                yield f'{page.name}:{number}: {target} has no heading #{anchor}'
    listed = {link.partition('#')[0] for _, link in pages['index.md'].links}
    for name in pages:
        if name not in listed | {'index.md'}:
            reached = any(name == link.partition('#')[0] for page in pages.values() for _, link in page.links)
            if not reached:
                yield f'{name}: no page leads to it'


def english_link(link, page, translated, pages):
    """The link as the English page has it, or None: anchors of a translated page are those of its own headings, so that its links
    work where the files are read, and stand for the English heading at the same position."""
    if re.match(r'[a-z]+:', link):
        return link
    target, _, anchor = link.partition('#')
    if target.endswith('.png'):
        return target.removeprefix('../')
    there = translated.get(target or page.name)
    if there is None or (anchor and anchor not in there.anchors):
        return None
    english = pages[there.name].anchors
    position = there.anchors.index(anchor) if anchor else 0
    return f'{target}#{english[position]}' if anchor and position < len(english) else target


def check_translated(pages, root):
    """The window falls back to the English page where headings differ, and finds the headings of links by their order."""
    folders = {}
    for path in sorted((root / HELP).glob('*/*.md')):
        folders.setdefault(path.parent.name, {})[path.name] = Page(path)
    for path in sorted((root / HELP).glob('*/*.md')):
        name = f'{path.parent.name}/{path.name}'
        english = pages.get(path.name)
        if english is None:
            yield f'{name}: there is no English page of that name'
            continue
        page = folders[path.parent.name][path.name]
        if len(page.anchors) != len(set(page.anchors)):
            yield f'{name}: two headings have the same anchor'
        if page.levels != english.levels:
            yield f'{name}: {len(page.levels)} headings, the English page has {len(english.levels)}, or their levels differ'
        # Pictures are beside the English pages, and links are read where the files are, too.
        for number, link in page.links:
            if link.endswith('.png') and not (path.parent / link).is_file():
                yield f'{name}:{number}: the picture {link} does not exist'
        links = [(number, link, english_link(link, page, folders[path.parent.name], pages)) for number, link in page.links]
        yield from (f'{name}:{number}: the page or heading {link} does not exist' for number, link, found in links if found is None)
        if all(found is not None for _, _, found in links) \
                and sorted(found for _, _, found in links) != sorted(link for _, link in english.links):
            yield f'{name}: its links are not those of the English page'
        if [line for _, line in page.commands] != [line for _, line in english.commands]:
            yield f'{name}: its commands are not those of the English page'
        if [lines for _, _, lines in page.outputs] != [lines for _, _, lines in english.outputs]:
            yield f'{name}: the outputs it shows are not those of the English page'
        if [lines for _, lines in page.scripts] != [lines for _, lines in english.scripts]:
            yield f'{name}: its scripts are not those of the English page'
        for number, (here, there) in enumerate(zip(page.described, english.described), 1):
            if here != there:
                yield (f'{name}: below heading {number} its tables describe other things than the English page: '
                       + ', '.join(sorted(here ^ there)))


def check_tables(pages, program):
    tables = [page for name, page in pages.items() if name.startswith('tables-')]
    described = lambda section: set().union(*(page.words_of(section) for page in tables))
    count = 0
    for command in program.commands():
        wanted = program.help_columns(command)
        if not wanted:
            continue
        columns = set(wanted)
        for arguments in [[], *program.forms(command), *ARGUMENTS.get(command, [])]:
            from_csv = program.csv_columns(command, arguments)
            if from_csv is None:
                if command not in ('diff', 'compare', 'history', 'ranks', 'search', 'within'):
                    yield f'{command} {" ".join(arguments)}: does not run on the sample'
                continue
            columns.update(from_csv)
        words = described(command)
        if not words:
            yield f'{command}: no section of tables-*.md is about it'
            continue
        for column in sorted(columns):
            count += 1
            if column in words or DYNAMIC.match(column):
                continue
            if re.sub(r'^[a-z_]+(_ns|_share)$', r'*\1', column) in dynamic_of(command, column, program):
                continue
            yield f'{command}: the column {column} is not described in tables-*.md'
    if count == 0:
        yield 'no column was found: the form of --help has changed'
    keys = [row[0] for row in csv.reader(io.StringIO(program.run('info', SAMPLE, '--format', 'csv').stdout))][1:]
    known = described('info')
    yield from (f'info: the key {key} is not described' for key in keys if key not in known)


def dynamic_of(command, column, program):
    """Columns made of category ids."""
    stem, suffix = re.match(r'^(.*?)(_ns|_share)?$', column).groups()
    if command in ('layers', 'clusters') and suffix and stem in program.categories:
        return {'*' + suffix}
    return set()


def check_words(pages, program, root):
    reference = '\n'.join(pages['command-line.md'].lines)
    man = (root / 'packaging/man/lamella-cli.1').read_text(encoding='utf-8').replace('\\-', '-')
    for name in program.commands():
        if f'`{name}`' not in reference:
            yield f'command-line.md: the command {name} is missing'
        if not re.search(rf'\b{name}\b', man):
            yield f'lamella-cli.1: the command {name} is missing'
    for name in program.options():
        if not re.search(rf'{name}(?![\w-])', reference):
            yield f'command-line.md: the option {name} is missing'
        if not re.search(rf'{name}(?![\w-])', man):
            yield f'lamella-cli.1: the option {name} is missing'
    used = set(re.findall(r'(?<![\w-])(--[a-z][a-z-]+)', reference)) - set(program.options())
    yield from (f'command-line.md: there is no option {name}' for name in sorted(used))
    listed = set(WORD.findall('\n'.join(pages['categories.md'].lines)))
    if not program.categories:
        yield 'no category was found: the words of heatmap --metric have changed'
    for category in sorted(program.categories - listed):
        yield f'categories.md: the category {category} is missing'


def check_commands(pages, program, root):
    """Lines of shell blocks that call lamella-cli, and what is shown below them. Traces by the usual names are the samples; what
    needs files of other formats is only parsed (--help)."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name in ('trace.json.gz', 'before.json.gz', 'baseline.json.gz', 'today.json.gz'):
            shutil.copy(root / SAMPLE, work / name)
        shutil.copy(root / CHANGED_SAMPLE, work / 'after.json.gz')
        shutil.copy(root / CONFIG, work / 'config.json')
        there = {path.name for path in work.iterdir()} | {SAMPLE, CONFIG}
        (work / SAMPLE).parent.mkdir(parents=True)
        shutil.copy(root / SAMPLE, work / SAMPLE)
        shutil.copy(root / CONFIG, work / CONFIG)
        shown = [(page.name, number, line) for page in pages.values() for number, line in page.commands
                 if line.startswith('lamella-cli ')]

        def outcome_of(line):
            """What is wrong with it, and what it printed where it ran."""
            words = shlex.split(line, comments=True)[1:]
            # A word with blanks is a query, no file.
            files = [w for w in words if re.search(r'[*$]|\.(json|gz|zst|sqlite|csv|pb|pickle|lamella|md|txt)$|/$', w)
                     and not w.startswith('-') and ' ' not in w]
            outputs = {words[i + 1] for i, w in enumerate(words[:-1]) if w == '--output'}
            runs = all(f in there or f in outputs for f in files) and '--help' not in words
            result = program.run(*words, *([] if runs else ['--help']), cwd=work)
            good = (0, 3) if words[0] == 'compare' else (0,)
            problem = '' if result.returncode in good else f'{result.returncode}: {result.stderr.strip()}'
            return problem, result.stdout if runs else None

        lines = sorted({line for _, _, line in shown}) # pages may show the same one
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = dict(zip(lines, pool.map(outcome_of, lines)))
    for name, number, line in shown:
        if outcomes[line][0]:
            yield f'{name}:{number}: {line}: {outcomes[line][0]}'
    if len(shown) < 20:
        yield f'only {len(shown)} commands were found in the manual'
    compared = 0
    for page in pages.values():
        for number, commands, output in page.outputs:
            printed = [outcomes[line][1] for line in commands if line in outcomes]
            if not printed or None in printed:
                continue # of a program or a file that is not here
            compared += 1
            if (line := missing_line(output, '\n\n'.join(printed))) is not None:
                yield f'{page.name}:{number}: {commands[-1]} does not print "{line.strip()}", or not there'
    if compared == 0:
        yield 'no output was compared'


def check_scripts(pages, root):
    for page in pages.values():
        for number, lines in page.scripts:
            result = subprocess.run(['bash', '-n'], input='\n'.join(lines), capture_output=True, text=True, check=False)
            if result.returncode != 0:
                yield f'{page.name}:{number}: {result.stderr.strip()}'
        for number, line in page.commands:
            for name in SHOWN_SAMPLE.findall(line):
                if not (root / name).is_file():
                    yield f'{page.name}:{number}: {name} does not exist'


def check_families(pages, program):
    """The profiles of model families; those without model types are for all others."""
    table = list(csv.DictReader(io.StringIO(program.run('profiles', 'list', '--format', 'csv').stdout)))
    families = sum(row['source'] == 'built in' and bool(row['model_types']) for row in table)
    if not any(f'{families} families' in line for line in pages['sources.md'].lines):
        yield f'sources.md: there are profiles of {families} families'


page_root = None


def main():
    global page_root
    root, path = pathlib.Path(sys.argv[1]).resolve(), os.path.abspath(sys.argv[2])
    page_root = root / HELP
    pages = {file.name: Page(file) for file in sorted(page_root.glob('*.md'))}
    program = Program(root, path)
    problems = [*check_links(pages), *check_translated(pages, root), *check_tables(pages, program), *check_words(pages, program, root),
                *check_families(pages, program)]
    pages['README.md'] = Page(root / 'README.md') # its links lead out of the manual
    problems += [*check_commands(pages, program, root), *check_scripts(pages, root)]
    print('\n'.join(problems) if problems else f'manual: {len(pages)} pages in order')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
