#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the RPM packages of a finished build and looks into them: the files of the Debian packages, the command line without GUI
libraries, no folder that belongs to the distribution. Usage: check_rpm.py BUILD CPACK FOLDER"""
import pathlib
import re
import shutil
import subprocess
import sys

from check_packages import FILES, GUI_LIBRARY, check_files


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=240, check=False)


def asked(package, *query):
    """Without a database, which a system of Debian packages does not have."""
    return run('rpm', '--dbpath', str(package.parent / 'database'), '-qp', *query, str(package)).stdout


def check_package(package, name, version, others):
    if asked(package, '--qf', '%{VERSION}') != version:
        yield f'{name}: is not of version {version}'
    entries = [line.split(' ', 1) for line in asked(package, '--qf', '[%{FILEMODES:perms} %{FILENAMES}\n]').splitlines()]
    listed = {path for mode, path in entries if not mode.startswith('d')}
    yield from check_files(name, listed, others)
    for _, path in entries:
        if re.fullmatch(r'/usr(/bin|/share|/share/[^/]+)?', path) and path != '/usr/share/lamella':
            yield f'{name}: {path} belongs to the distribution'
    wanted = asked(package, '-R')
    if 'libc.so.6' not in wanted:
        yield f'{name}: libraries were not looked for: {wanted}'
    if name == 'lamella-cli' and GUI_LIBRARY.search(wanted.lower()):
        yield f'{name}: needs {", ".join(line for line in wanted.splitlines() if GUI_LIBRARY.search(line.lower()))}'
    if name == 'lamella' and f'lamella-cli = {version}' not in wanted:
        yield f'{name}: does not need lamella-cli of its own version'


def main():
    build, cpack, folder = sys.argv[1:4]
    if not shutil.which('rpm'):
        print('SKIPPED: rpm is not installed')
        return 0
    version = re.search(r'CMAKE_PROJECT_VERSION:STATIC=(\S+)', pathlib.Path(build, 'CMakeCache.txt').read_text()).group(1)
    shutil.rmtree(folder, ignore_errors=True)
    made = run(cpack, '--config', f'{build}/CPackConfig.cmake', '-G', 'RPM', '-B', folder)
    if made.returncode != 0:
        print(made.stdout + made.stderr)
        return 1
    packages = {re.sub(r'-\d.*', '', path.name): path for path in pathlib.Path(folder).glob('*.rpm')}
    problems = [f'there is no package {name}' for name in FILES if name not in packages]
    seen = set()
    for name, path in sorted(packages.items()):
        problems += list(check_package(path, name, version, seen)) if name in FILES else [f'{name}: nobody knows this package']
    print('\n'.join(problems) if problems else f'packages: {len(packages)} in order')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
