#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bundles of sources for tools that spend most of their time in the headers: one file that includes up to a dozen sources.
Usage: lint_bundles.py BUILD FOLDER FILE…   BUILD: has compile_commands.json; FOLDER: for the bundles and their own list of commands
Prints the path of each bundle. Sources share one where they are compiled with the same flags and no name that one of them keeps to
itself (in an unnamed namespace) occurs in another: both would then mean the same thing."""
import json
import os
import pathlib
import re
import shutil
import sys

MOST = 12
# A file of this name may include sources: clang's analyzer follows paths into them, as it does in no other included file
# (AnalysisManager::isInCodeFile).
NAME = 'UnifiedSource{}.cpp'


def without_comments_and_texts(code):
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', '', code)


def own_names(code):
    """What is declared in the unnamed namespaces of a source that clang-format has laid out: at the first column."""
    names = set()
    for body in re.findall(r'^namespace \{\n(.*?)^\}', code, re.S | re.M):
        for line in body.split('\n'):
            named = re.match(r'(?:template.*>\s*)?(?:enum class|enum|struct|class|union|using|concept)\s+(\w+)', line)
            if not named and line and line[0] not in ' }#':
                named = re.search(r'(\w+)\s*[(={;[]', line)
            if named:
                names.add(named.group(1))
        for enumerators in re.findall(r'^enum (?!class)\w*[^{;]*\{(.*?)\};', body, re.S | re.M):
            names.update(re.findall(r'[A-Za-z_]\w*', enumerators))
    return names


def commands(build):
    """Source -> the command that compiles it, less what it reads and writes."""
    entries = json.loads((build / 'compile_commands.json').read_text(encoding='utf-8'))
    return {os.path.realpath(entry['file']): re.sub(r' -o \S+ -c \S+$', '', entry['command']) for entry in entries}


def bundled(sources):
    """Lists of paths, from (path, flags, code) of each source."""
    bundles = []
    for path, flags, code in sources:
        code = without_comments_and_texts(code)
        own, words = own_names(code), set(re.findall(r'[A-Za-z_]\w*', code))
        for bundle in bundles:
            if bundle['flags'] == flags and len(bundle['paths']) < MOST and not bundle['own'] & words and not own & bundle['words']:
                break
        else:
            bundle = {'flags': flags, 'paths': [], 'own': set(), 'words': set()}
            bundles.append(bundle)
        bundle['paths'].append(path)
        bundle['own'] |= own
        bundle['words'] |= words
    return [(bundle['flags'], bundle['paths']) for bundle in bundles]


def main(build, folder, *files):
    build, folder = pathlib.Path(build).resolve(), pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    compiled = commands(build)
    sources = [(path, compiled[path], pathlib.Path(path).read_text(encoding='utf-8')) for path in map(os.path.realpath, files)]
    entries = []
    for number, (flags, paths) in enumerate(bundled(sources)):
        bundle = folder / NAME.format(number)
        bundle.write_text(''.join(f'#include "{path}"\n' for path in paths), encoding='utf-8')
        entries.append({'directory': str(build), 'file': str(bundle), 'command': f'{flags} -o bundle.o -c {bundle}'})
        print(bundle)
    (folder / 'compile_commands.json').write_text(json.dumps(entries, indent=1), encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
