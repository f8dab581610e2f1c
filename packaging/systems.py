#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles core as for other systems, without code and without linking: by MinGW-w64 (Windows) and by clang with libc++ (macOS has that).
Usage: systems.py [windows|libc++]…   Prints what does not compile and is not listed in NOT_YET, and what is listed and compiles.
packaging/README.md says why the sources of NOT_YET do not."""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / 'cmake'))
import source_bundles  # noqa: E402  (found by the line above)

FLAGS = ['-std=c++20', '-fsyntax-only', '-Wall', '-Wextra', f'-I{TOP}', '-DLAMELLA_HAVE_ISAL', '-DLAMELLA_VERSION="0"']
SYSTEMS = {
    'windows': ['x86_64-w64-mingw32-g++-posix'],
    # std::stop_token and std::jthread are still called experimental there.
    'libc++': ['clang++-19', '-stdlib=libc++', '-fexperimental-library'],
}
NOT_YET = {
    'windows': {'core/system/FileHandle.cpp', 'core/system/FileService.cpp', 'core/system/Folder.cpp', 'core/system/MappedFile.cpp',
                'core/system/NewFile.cpp', 'core/system/NumberLocale.cpp', 'core/system/PeerUser.cpp', 'core/system/ProcessLimits.cpp',
                'core/system/RegularFile.cpp'},
    'libc++': set(),
}
# Headers of libraries that are the same on all systems; those of the C library beside them are not.
LIBRARIES = ('simdjson.h', 'zlib.h', 'zconf.h', 'zstd.h', 'zstd_errors.h', 'sqlite3.h', 're2', 'protozero', 'xlsxwriter.h', 'xlsxwriter',
             'isa-l.h', 'isa-l')


def library_headers(folder):
    places = [pathlib.Path('/usr/include'), *sorted(pathlib.Path('/usr/include').glob('*-linux-gnu'))]
    for name in LIBRARIES:
        found = next((place / name for place in places if (place / name).exists()), None)
        if found is None:
            sys.exit(f'systems.py: the header {name} is not installed; packaging/packages.sh portable systems')
        (folder / name).symlink_to(found)


def compile_one(command, headers, source):
    done = subprocess.run([*command, *FLAGS, '-isystem', str(headers), str(source)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode != 0 else ''


def check(system, pool, folder, headers):
    sources = sorted((TOP / 'core').rglob('*.cpp'))
    listed = NOT_YET[system]
    usual = [(str(path), '', path.read_text(encoding='utf-8')) for path in sources if path.relative_to(TOP).as_posix() not in listed]
    bundles = []
    for number, (_, paths) in enumerate(source_bundles.bundled(usual, TOP)):
        bundle = folder / f'{system}-{number}.cpp'
        bundle.write_text(''.join(f'#include "{path}"\n' for path in paths), encoding='utf-8')
        bundles.append(bundle)
    run = lambda source: compile_one(SYSTEMS[system], headers, source)  # noqa: E731
    problems = [said for said in pool.map(run, bundles) if said]
    for name, said in zip(sorted(listed), pool.map(run, [TOP / name for name in sorted(listed)])):
        if not said:
            problems.append(f'{name}: compiles for {system} now; take it out of NOT_YET and of packaging/README.md\n')
    print(f'{system}: {len(usual)} of {len(sources)} sources of core compile' if not problems else ''.join(problems))
    return not problems


def main(*systems):
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(name)
        headers = folder / 'include'
        headers.mkdir()
        library_headers(headers)
        return all([check(system, pool, folder, headers) for system in systems or SYSTEMS])


if __name__ == '__main__':
    if not set(sys.argv[1:]) <= set(SYSTEMS):
        sys.exit(__doc__)
    sys.exit(0 if main(*sys.argv[1:]) else 1)
