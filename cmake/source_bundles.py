#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sources may be compiled as one: most of the time goes into the headers, and a bundle reads them once.
Usage: source_bundles.py TOP FILE…   prints "NUMBER PATH" for each source that shares a bundle (TOP: where #include "…" begins)
Sources stand apart where one defines a macro, and where a name that one keeps to itself (in an unnamed namespace) could mean something
else in another: a constant or type that occurs anywhere in it or in a header of the project that it reads (a local one would hide it,
which is a warning), and a function that it defines or that such a header declares."""
import functools
import pathlib
import re
import sys

MAX = 18


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


def is_function(name):
    """By the naming rules: functions begin with a small letter, types with a capital, constants with k and a capital."""
    return name[0].islower() and not re.match(r'k[A-Z]', name)


def declared_functions(code):
    """Of a header that clang-format has laid out: functions outside of classes begin at the first column."""
    lines = without_comments_and_texts(code).split('\n')
    found = (re.search(r'(\w+)\(', line) for line in lines if line and line[0] not in ' }#')
    return {match.group(1) for match in found if match}


@functools.lru_cache(maxsize=None)
def header(path):
    """The words of a header, the functions that it declares, and what it includes; nothing where it is none of ours."""
    if not path.is_file():
        return frozenset(), frozenset(), ()
    code = path.read_text(encoding='utf-8')
    return frozenset(words(code)), frozenset(declared_functions(code)), tuple(included(code))


def headers(code, top):
    """Words and declared functions of all headers that a source reads, through other headers too."""
    said, declared, wanted = set(), set(), included(code)
    seen = set(wanted)
    while wanted:
        more_said, more_declared, further = header(top / wanted.pop())
        said |= more_said
        declared |= more_declared
        wanted += [name for name in further if name not in seen]
        seen.update(further)
    return said, declared


class Names:
    """What a source, or a bundle of them, keeps to itself, and what it would take for something else."""

    def __init__(self, code='', top=pathlib.Path()):
        said, declared = headers(code, top)
        self.own = own_names(code)
        self.words = words(code) | said
        self.functions = self.own | declared

    def meets(self, other):
        return any(one.functions & {name for name in two.own if is_function(name)}
                   or one.words & {name for name in two.own if not is_function(name)} for one, two in ((self, other), (other, self)))

    def add(self, other):
        self.own |= other.own
        self.words |= other.words
        self.functions |= other.functions


def bundled(sources, top):
    """Lists of paths, from (path, flags, code) of each source: only those of the same flags share one."""
    bundles = []
    for path, flags, code in sources:
        names = Names(code, pathlib.Path(top))
        alone = re.search(r'^#define ', code, re.M)
        for bundle in [] if alone else bundles:
            if bundle['flags'] == flags and len(bundle['paths']) < bundle['max'] and not bundle['names'].meets(names):
                break
        else:
            bundle = {'flags': flags, 'max': 1 if alone else MAX, 'paths': [], 'names': Names()}
            bundles.append(bundle)
        bundle['paths'].append(path)
        bundle['names'].add(names)
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
