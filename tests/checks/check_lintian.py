#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lintian has no errors about the Debian packages that check_packages.py left. Usage: check_lintian.py FOLDER"""
import pathlib
import subprocess
import sys


def main():
    packages = sorted(map(str, pathlib.Path(sys.argv[1]).glob('*.deb')))
    if not packages:
        print('SKIPPED: there are no packages; the test debian_packages says why')
        return 0
    # As root, which CI often is, lintian wants to be told so.
    said = subprocess.run(['lintian', '--allow-root', '--no-cfg', '--fail-on', 'error', *packages], capture_output=True, text=True,
                          timeout=240, check=False)
    errors = [line for line in said.stdout.splitlines() if line.startswith('E:')]
    if said.returncode not in (0, 2):
        errors.append(f'lintian ends with {said.returncode}: {said.stderr}')
    print('\n'.join(errors) if errors else f'lintian: no errors in {len(packages)} packages')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
