#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sources may be compiled as one: most of the time goes into the headers, and a bundle reads them once.
Usage: source_bundles.py TOP FILE…   prints "NUMBER PATH" for each source that shares a bundle (TOP: where #include "…" begins)
Sources stand apart where a name that one keeps to itself (in an unnamed namespace) occurs in another or in a header of the project that
the other reads, since both would then mean the same thing, and where one defines a macro."""
import functools
import pathlib
import re
import sys

MOST = 12


def without_comments_and_texts(code):
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', '', code)


def words(code):
    return set(re.findall(r'[A-Za-z_]\w*', without_comments_and_texts(code)))


def own_names(code):
    """What is declared in the unnamed namespaces of a source that clang-format has laid out: at the first column, up to the line
    that closes the namespace, which says so; and its aliases at the first column elsewhere."""
    names = set(re.findall(r'^using (\w+) =', code, re.M))
    for body in re.findall(r'^namespace \{\n(.*?)^\} // namespace$', code, re.S | re.M):
        body = without_comments_and_texts(body)
        for line in body.split('\n'):
            named = re.match(r'(?:template.*>\s*)?(?:enum class|enum|struct|class|union|using|concept)\s+(\w+)', line)
            if not named and line and line[0] not in ' }#':
                named = re.search(r'(\w+)\s*[(={;[]', line)
            if named:
                names.add(named.group(1))
        for enumerators in re.findall(r'^enum (?!class)\w*[^{;]*\{(.*?)\};', body, re.S | re.M):
            names.update(re.findall(r'[A-Za-z_]\w*', enumerators))
    return names


def included(code):
    return re.findall(r'^#include "([^"]+)"', code, re.M)


@functools.lru_cache(maxsize=None)
def header(path):
    """The words of a header, and what it includes; nothing where it is made by the build or none of ours."""
    if not path.is_file():
        return frozenset(), ()
    code = path.read_text(encoding='utf-8')
    return frozenset(words(code)), tuple(included(code))


def words_of_headers(code, top):
    """Of all headers that a source reads, through other headers too."""
    found, wanted = set(), included(code)
    seen = set(wanted)
    while wanted:
        said, further = header(top / wanted.pop())
        found |= said
        wanted += [name for name in further if name not in seen]
        seen.update(further)
    return found


def bundled(sources, top):
    """Lists of paths, from (path, flags, code) of each source: only those of the same flags share one."""
    bundles = []
    for path, flags, code in sources:
        own, used = own_names(code), words(code) | words_of_headers(code, pathlib.Path(top))
        alone = re.search(r'^#define ', code, re.M)
        for bundle in [] if alone else bundles:
            if bundle['flags'] == flags and len(bundle['paths']) < bundle['most'] and not bundle['own'] & used \
                    and not own & bundle['used']:
                break
        else:
            bundle = {'flags': flags, 'most': 1 if alone else MOST, 'paths': [], 'own': set(), 'used': set()}
            bundles.append(bundle)
        bundle['paths'].append(path)
        bundle['own'] |= own
        bundle['used'] |= used
    return [(bundle['flags'], bundle['paths']) for bundle in bundles]


def main(top, *files):
    sources = [(path, '', pathlib.Path(path).read_text(encoding='utf-8')) for path in files]
    for number, (_, paths) in enumerate(bundled(sources, top)):
        if len(paths) > 1:
            for path in paths:
                print(number, path)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
