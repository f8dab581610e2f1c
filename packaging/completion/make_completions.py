#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completions for bash, zsh and fish from what the programs themselves say with --help, so that none can be forgotten.
Usage: make_completions.py [--check] LAMELLA_CLI [LAMELLA]      --check compares with the files beside this script, and looks for
each option in the man pages."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SPDX = '# SPDX-License-Identifier: GPL-3.0-or-later\n# Made by make_completions.py from what the program says with --help.\n'
FILES = re.compile(r'FILE|DIR|FILES')
WORDS = re.compile(r'^[a-z][\w-]*(\|([a-z][\w-]*|[A-Z]+(-[A-Z]+)?|\d\w*))+$')
# Values that --help describes in words.
KNOWN = {'--stage': 'prefill decode mixed draft forward backward optimizer unknown', '--theme': 'light dark',
         '--min-gap': '1us 5us 10us 100us', '--fail-above': '2% 5% 10%'}


class Option:
    def __init__(self, name, value, text):
        self.name, self.value, self.text = name, value.strip('<> '), text

    def words(self):
        if self.name in KNOWN:
            return KNOWN[self.name].split()
        if WORDS.match(self.value):
            return [word for word in self.value.split('|') if re.match(r'^[a-z]', word)]
        if self.name in ('--view', '--lang'): # "View to bring to the front: passes, heatmap, …"
            return re.findall(r'[\w-]+', self.text.rpartition(': ')[2])
        return []

    def takes_file(self):
        return bool(FILES.search(self.value))


class Command:
    def __init__(self, name, text, options):
        self.name, self.text, self.options = name, text, options

    def words(self):
        """What may stand behind the name in place of a file."""
        return {'profiles': ['list', 'show', 'check'], 'cache': ['show', 'clear']}.get(self.name, [])


def said(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=30).stdout


def items(text, pattern):
    """Lines that match the pattern (name, value, text), with the lines that go on below them."""
    found = []
    for line in text.splitlines():
        if match := re.match(pattern, line):
            found.append([match.group(1), match.group(2) or '', match.group(3) or ''])
        elif line.startswith('     ') and found:
            found[-1][2] = (found[-1][2] + ' ' + line.strip()).strip()
        elif line and not line.startswith(' '):
            found.append(['', '', '']) # a heading
    return [item for item in found if item[0]]


OPTION = r'^  (?:-\w, ?)?(--[a-z-]+)( <[^>]+>| \S+)?(?:  +(\S.*))?$'


def read_cli(program):
    """The commands with the options that the help of each lists."""
    commands = []
    for name, _, text in items(said(program, '--help'), r'^  ([a-z][a-z-]*)()  +(\S.*)$'):
        head = said(program, name, '--help').partition('\nColumns')[0]
        commands.append(Command(name, text, [Option(*item) for item in items(head, OPTION)]))
    return commands


def read_gui(program):
    text = said(program, '--help').partition('Options:')[2].partition('Arguments:')[0]
    return [Command('', '', [Option(*item) for item in items(text, OPTION)])]


def by_option(commands):
    """[(option, names of the commands where it takes just this)]"""
    found = {}
    for command in commands:
        for option in command.options:
            found.setdefault((option.name, option.value), (option, []))[1].append(command.name)
    return list(found.values())


def bash_value(option):
    if option.words():
        return f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(option.words())}" -- "$cur")' + ('; _filedir' if option.takes_file() else '')
    return '_filedir' if option.takes_file() else ''


def bash(program, commands):
    function = '_' + program.replace('-', '_')
    several = len(commands) > 1
    lines = [SPDX, f'{function}()\n{{\n', '    # shellcheck disable=SC2034  # _init_completion sets them\n    local cur prev words cword split\n'
             '    _init_completion -s || return\n', '    case "${words[1]} $prev" in\n']
    options = by_option(commands)
    for option, names in options:
        if option.value:
            alike = sum(other.name == option.name for other, _ in options) > 1
            cases = '|'.join(f'"{name} {option.name}"' for name in names) if alike else f'*" {option.name}"'
            action = bash_value(option)
            lines.append(f'    {cases}) {action + "; " if action else ""}return ;;\n')
    lines.append('    esac\n    local options=""\n    case "${words[1]}" in\n' if several else '    esac\n')
    for command in commands:
        names = ' '.join(option.name for option in command.options)
        lines.append(f'    {command.name}) options="{names}" ;;\n' if several else f'    local options="{names}"\n')
    lines.append('    *) options="--help --version" ;;\n    esac\n' if several else '')
    lines.append('    if [[ "$cur" == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")\n')
    if several:
        words = ' '.join(command.name for command in commands)
        lines.append(f'    elif [ "$cword" -eq 1 ]; then\n        mapfile -t COMPREPLY < <(compgen -W "{words}" -- "$cur")\n        _filedir\n')
        for command in commands:
            if command.words():
                lines.append(f'    elif [ "$cword" -eq 2 ] && [ "${{words[1]}}" = {command.name} ]; then\n'
                             f'        mapfile -t COMPREPLY < <(compgen -W "{" ".join(command.words())}" -- "$cur")\n')
    lines.append('    else\n        _filedir\n    fi\n}\n' + f'complete -F {function} {program}\n')
    return ''.join(lines)


def quoted(text):
    return text.replace("'", "'\\''")


def zsh_option(option):
    text = quoted(re.sub(r'([\[\]:\\])', r'\\\1', option.text))
    value = ''
    if option.words():
        value = f':value:({" ".join(option.words())})'
    elif option.takes_file():
        value = ':file:_files'
    elif option.value:
        value = ':value: '
    star = '*' if 'may be repeated' in option.text else ''
    return f"'{star}{option.name}[{text}]{value}'"


def zsh(program, commands):
    lines = [f'#compdef {program}\n', SPDX]
    if len(commands) == 1:
        return ''.join([*lines, '_arguments -s \\\n', *(f'    {zsh_option(o)} \\\n' for o in commands[0].options), "    '*:file:_files'\n"])
    lines.append('local -a commands=(\n')
    lines += [f"    '{command.name}:{quoted(command.text.replace(':', chr(92) + ':'))}'\n" for command in commands]
    lines.append(')\nlocal -a o=(\n')
    options = [zsh_option(option) for option, _ in by_option(commands)]
    lines += [f'    {option}\n' for option in options]
    lines.append(')\nif (( CURRENT == 2 )); then\n    _describe command commands\n    _files\n    return\nfi\ncase $words[2] in\n')
    for command in commands:
        used = ' '.join(f'$o[{options.index(zsh_option(option)) + 1}]' for option in command.options)
        words = f"'2:what:({' '.join(command.words())})' " if command.words() else ''
        lines.append(f"{command.name}) _arguments -s {used} {words}'*:file:_files' ;;\n")
    lines.append('*) _files ;;\nesac\n')
    return ''.join(lines)


def fish(program, commands):
    lines = [SPDX]
    several = len(commands) > 1
    for command in commands if several else []:
        lines.append(f"complete -c {program} -n __fish_use_subcommand -f -a {command.name} -d '{quoted(command.text)}'\n")
        if command.words():
            lines.append(f"complete -c {program} -n '__fish_seen_subcommand_from {command.name}' -f -a '{' '.join(command.words())}'\n")
    for option, names in by_option(commands):
        flags = ''
        if option.words():
            flags = f" -x -a '{' '.join(option.words())}'"
        elif option.takes_file():
            flags = ' -r'
        elif option.value:
            flags = ' -x'
        where = f" -n '__fish_seen_subcommand_from {' '.join(names)}'" if several and len(names) < len(commands) else ''
        lines.append(f"complete -c {program}{where} -l {option.name[2:]}{flags} -d '{quoted(option.text)}'\n")
    return ''.join(lines)


def main():
    arguments = sys.argv[1:]
    check = '--check' in arguments
    programs = [argument for argument in arguments if argument != '--check']
    made = {}
    for path in programs:
        program = pathlib.Path(path).name
        commands = read_cli(path) if program == 'lamella-cli' else read_gui(path)
        if any(len(command.options) < 5 for command in commands) or (program == 'lamella-cli' and len(commands) < 10):
            sys.exit(f'{program} --help has another form than this script expects')
        if check:
            man = (HERE.parent / f'man/{program}.1').read_text(encoding='utf-8').replace('\\-', '-')
            options = sorted({option.name for command in commands for option in command.options})
            missing = [name for name in options if not re.search(rf'{name}(?![\w-])', man)]
            if missing:
                sys.exit(f'man/{program}.1: {", ".join(missing)}: not described')
        made[f'{program}.bash'] = bash(program, commands)
        made[f'_{program}'] = zsh(program, commands)
        made[f'{program}.fish'] = fish(program, commands)
    stale = []
    for name, text in made.items():
        file = HERE / name
        if not check:
            file.write_text(text, encoding='utf-8')
        elif not file.is_file() or file.read_text(encoding='utf-8') != text:
            stale.append(name)
    if stale:
        sys.exit(f'{", ".join(stale)}: not what the programs say; run packaging/completion/make_completions.py LAMELLA_CLI LAMELLA')
    if check:
        print(f'completions: {len(made)} files in order')


if __name__ == '__main__':
    main()
