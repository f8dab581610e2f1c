#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recipes for packages that this machine cannot build: the Flatpak manifest is complete, asks for no more rights than it needs,
and pins what it downloads; names, versions and dates agree between desktop file, metainfo, change logs, man pages and build.
Usage: check_recipes.py ROOT"""
import datetime
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

ID = 'io.github.lamella_viewer.Lamella'
RIGHTS = {'--socket=wayland', '--socket=fallback-x11', '--share=ipc', '--device=dri', '--share=network'}


def check_flatpak(manifest):
    for key in ('id', 'runtime', 'runtime-version', 'sdk', 'command', 'finish-args', 'modules'):
        if key not in manifest:
            yield f'flatpak: {key} is missing'
            return
    if manifest['id'] != ID or manifest['command'] != 'lamella':
        yield 'flatpak: id or command is another one'
    for right in sorted(set(manifest['finish-args']) - RIGHTS):
        yield f'flatpak: {right} is not needed: files come through the portal'
    for module in manifest['modules']:
        for source in module.get('sources', []):
            if source['type'] == 'archive' and not (source['url'].startswith('https://')
                                                    and re.fullmatch(r'[0-9a-f]{64}', source.get('sha256', ''))):
                yield f'flatpak: {module["name"]}: a source without https or checksum'
    if manifest['modules'][-1]['name'] != 'lamella':
        yield 'flatpak: the last module is not ours'


def check_names(root):
    packaging = root / 'packaging'
    version = re.search(r'project\(lamella VERSION ([\d.]+)', (root / 'CMakeLists.txt').read_text()).group(1)
    metainfo = ElementTree.parse(packaging / f'{ID}.metainfo.xml').getroot()
    if metainfo.findtext('id') != ID or metainfo.findtext('launchable') != f'{ID}.desktop':
        yield 'metainfo: id or launchable is another one'
    desktop = (packaging / f'{ID}.desktop').read_text()
    mime = ElementTree.parse(packaging / f'{ID}.mime.xml').getroot()
    types = {element.get('type') for element in mime.iter('{http://www.freedesktop.org/standards/shared-mime-info}mime-type')}
    claimed = set(re.search(r'^MimeType=(.*)$', desktop, re.M).group(1).strip(';').split(';'))
    provided = {element.text for element in metainfo.iter('mediatype')}
    if not types == claimed == provided:
        yield f'MIME types differ: package {sorted(types)}, desktop file {sorted(claimed)}, metainfo {sorted(provided)}'
    for page in sorted((packaging / 'man').glob('*.1')):
        if f'Lamella {version}' not in page.read_text():
            yield f'{page.name}: is of another version than {version}'
    yield from check_release(root, version, metainfo)


def check_release(root, version, metainfo):
    """What is not released is in development everywhere; what is has one date."""
    release = next((release for release in metainfo.iter('release') if release.get('version') == version), None)
    heading = re.search(rf'^## \[{re.escape(version)}\] - (\S+)$', (root / 'CHANGELOG.md').read_text(encoding='utf-8'), re.M)
    if release is None or not heading:
        yield f'no release {version}: metainfo or CHANGELOG.md'
        return
    if (heading.group(1) == 'unreleased') != (release.get('type') == 'development'):
        yield f'CHANGELOG.md says {heading.group(1)}, metainfo {release.get("type")}'
    date = datetime.date.fromisoformat(release.get('date'))
    if heading.group(1) not in ('unreleased', str(date)):
        yield f'CHANGELOG.md says {heading.group(1)}, metainfo {date}'
    packaging = root / 'packaging'
    for page in sorted((packaging / 'man').glob('*.1')):
        if f'"{date}"' not in page.read_text(encoding='utf-8'):
            yield f'{page.name}: is of another day than {date}'
    if f'{date:%a, %d %b %Y}' not in (packaging / 'changelog.Debian.in').read_text(encoding='utf-8'):
        yield f'changelog.Debian.in: is of another day than {date}'


def main():
    root = pathlib.Path(sys.argv[1])
    manifest = json.loads((root / f'packaging/flatpak/{ID}.json').read_text())
    problems = [*check_flatpak(manifest), *check_names(root)]
    print('\n'.join(problems) if problems else 'recipes: in order')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
