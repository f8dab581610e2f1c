#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the Debian packages of a finished build and looks into them: two packages, the command line without GUI libraries, what
a desktop needs, and, of a hardened build, hardened programs. Usage: check_packages.py BUILD CPACK FOLDER [--hardened]
The packages are left in FOLDER, for lintian."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check_hardening

ID = 'io.github.lamella_viewer.Lamella'
GUI_LIBRARY = re.compile(r'libqt6(gui|widgets|svg|printsupport|network)|qcustomplot|libx11|libgl1|libegl|libwayland')
FILES = {
    'lamella-cli': ['bin/lamella-cli', 'share/man/man1/lamella-cli.1.gz', 'share/doc/lamella-cli/copyright',
                    'share/doc/lamella-cli/changelog.gz', 'share/bash-completion/completions/lamella-cli',
                    'share/zsh/vendor-completions/_lamella-cli', 'share/fish/vendor_completions.d/lamella-cli.fish',
                    'share/lamella/sample/lamella-sample.trace.json.gz'],
    'lamella': ['bin/lamella', 'share/man/man1/lamella.1.gz', 'share/doc/lamella/copyright', 'share/doc/lamella/changelog.gz',
                'share/bash-completion/completions/lamella', 'share/zsh/vendor-completions/_lamella',
                'share/fish/vendor_completions.d/lamella.fish', f'share/applications/{ID}.desktop',
                f'share/metainfo/{ID}.metainfo.xml', f'share/mime/packages/{ID}.xml',
                f'share/icons/hicolor/scalable/apps/{ID}.svg', f'share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg',
                *(f'share/icons/hicolor/{size}x{size}/apps/{ID}.png' for size in (16, 22, 24, 32, 48, 64, 128, 256))],
}


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=240, check=False, **options)


def check_files(name, listed, others):
    """All files that the package is to have, and none of those that another has; `others` grows by them."""
    for file in FILES[name]:
        if f'/usr/{file}' not in listed:
            yield f'{name}: /usr/{file} is missing'
    if both := listed & others:
        yield f'{name}: files of the other package: {", ".join(sorted(both))}'
    others |= listed


def check_package(package, name, others):
    fields = {field: run('dpkg-deb', '-f', package, field).stdout.strip() for field in
              ('Package', 'Depends', 'Description', 'Section', 'Maintainer')}
    if fields['Package'] != name:
        yield f'{name}: is called {fields["Package"]}'
    for field in ('Description', 'Section', 'Maintainer'):
        if not fields[field]:
            yield f'{name}: the field {field} is empty'
    if name == 'lamella-cli' and GUI_LIBRARY.search(fields['Depends'].lower()):
        yield f'{name}: depends on {fields["Depends"]}'
    if name == 'lamella' and 'lamella-cli (=' not in fields['Depends']:
        yield f'{name}: does not depend on lamella-cli of its own version: {fields["Depends"]}'
    contents = {line.split()[5].lstrip('.').rstrip('/') for line in run('dpkg-deb', '-c', package).stdout.splitlines()
                if not line.startswith('d')}
    yield from check_files(name, contents, others)


def check_programs(package, name, build):
    """With the folders that no program may name: those of sources and build."""
    with tempfile.TemporaryDirectory() as folder:
        run('dpkg-deb', '-x', package, folder)
        for problem in check_hardening.problems_of(f'{folder}/usr/bin/{name}', [pathlib.Path(__file__).parents[2], build]):
            yield f'{name}: {problem}'


def main():
    build, cpack, folder = sys.argv[1:4]
    hardened = '--hardened' in sys.argv
    for tool in ('dpkg-deb', 'dpkg-shlibdeps', *(['readelf'] if hardened else [])):
        if not shutil.which(tool):
            print(f'SKIPPED: {tool} is not installed')
            return 0
    shutil.rmtree(folder, ignore_errors=True)
    made = run(cpack, '--config', f'{build}/CPackConfig.cmake', '-G', 'DEB', '-B', folder)
    if made.returncode != 0:
        print(made.stdout + made.stderr)
        return 1
    packages = {path.name.split('_')[0]: path for path in pathlib.Path(folder).glob('*.deb')}
    problems = [f'there is no package {name}' for name in FILES if name not in packages]
    seen = set()
    for name, path in sorted(packages.items()):
        problems += list(check_package(path, name, seen)) if name in FILES else [f'{name}: nobody knows this package']
        if hardened:
            problems += check_programs(path, name, build)
    checked = 'their programs are hardened' if hardened else 'the build is not hardened'
    print('\n'.join(problems) if problems else f'packages: {len(packages)} in order; {checked}')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
