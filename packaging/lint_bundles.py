#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bundles of sources for tools that spend most of their time in the headers: one file that includes up to a dozen sources.
Usage: lint_bundles.py BUILD FOLDER FILE…   BUILD: has compile_commands.json; FOLDER: for the bundles and their own list of commands
Prints the path of each bundle. Which sources share one says cmake/source_bundles.py."""
import json
import os
import pathlib
import re
import shutil
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / 'cmake'))
import source_bundles  # noqa: E402  (found by the line above)

# A file of this name may include sources: clang's analyzer follows paths into them, as it does in no other included file
# (AnalysisManager::isInCodeFile).
NAME = 'UnifiedSource{}.cpp'


def commands(build):
    """Source -> the command that compiles it, less what it reads and writes."""
    entries = json.loads((build / 'compile_commands.json').read_text(encoding='utf-8'))
    return {os.path.realpath(entry['file']): re.sub(r' -o \S+ -c \S+$', '', entry['command']) for entry in entries}


def main(build, folder, *files):
    build, folder = pathlib.Path(build).resolve(), pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    compiled = commands(build)
    sources = [(path, compiled[path], pathlib.Path(path).read_text(encoding='utf-8')) for path in map(os.path.realpath, files)]
    entries = []
    for number, (flags, paths) in enumerate(source_bundles.bundled(sources, TOP)):
        bundle = folder / NAME.format(number)
        bundle.write_text(''.join(f'#include "{path}"\n' for path in paths), encoding='utf-8')
        entries.append({'directory': str(build), 'file': str(bundle), 'command': f'{flags} -o bundle.o -c {bundle}'})
        print(bundle)
    (folder / 'compile_commands.json').write_text(json.dumps(entries, indent=1), encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
