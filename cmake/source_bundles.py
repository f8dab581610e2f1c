#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sources may be compiled as one: most of the time goes into the headers, and a bundle reads them once.
Usage: source_bundles.py TOP FILE…   prints "NUMBER PATH" for each source that shares a bundle (TOP: where #include "…" begins)
Sources stand apart where one leaves a macro defined, and where a name that one keeps to itself (in an unnamed namespace) could mean
something else in another: a constant or type that occurs anywhere in it (a local one would hide it, which is a warning), a function that
it defines, and what a header of the project that it reads declares outside of classes."""
import functools
import pathlib
import re
import sys

MAX = 24
NAMED = re.compile(r'(?:template.*>\s*)?(?:enum class|enum|struct|class|union|using|concept)\s+(\w+)')
TAKEN_OVER = re.compile(r'^using (?:\w+::)+(\w+);', re.M)


def without_comments_and_texts(code):
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', '', code)


def words(code):
    return set(re.findall(r'[A-Za-z_]\w*', without_comments_and_texts(code)))


def declarator(line):
    """The function or variable that a line declares. A member that is defined outside of its class takes no name."""
    found = re.search(r'(?:\w+::)*(\w+)\s*[(={;[]', line)
    return None if found and '::' in found.group() else found


def own_names(code):
    """What is declared in the unnamed namespaces of a source that clang-format has laid out: at the first column, up to the line
    that closes the namespace, which says so; and its aliases at the first column elsewhere."""
    names = set(re.findall(r'^using (\w+) =', code, re.M))
    for body in re.findall(r'^namespace \{\n(.*?)^\} // namespace$', code, re.S | re.M):
        body = without_comments_and_texts(body)
        for line in TAKEN_OVER.sub('', body).split('\n'):
            named = NAMED.match(line)
            if not named and line and line[0] not in ' }#' and not line.startswith('namespace '):
                named = declarator(line)
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


def declared(code):
    """Of a header that clang-format has laid out: what stands outside of classes begins at the first column."""
    names = set()
    for line in without_comments_and_texts(code).split('\n'):
        if not line or line[0] in ' }#':
            continue
        kind = NAMED.match(line)
        found = kind or declarator(line)
        if found:
            names.add(found.group(1))
    return names


@functools.lru_cache(maxsize=None)
def header(path):
    """What a header declares outside of classes, and what it includes; nothing where it is none of ours."""
    if not path.is_file():
        return frozenset(), ()
    code = path.read_text(encoding='utf-8')
    return frozenset(declared(code)), tuple(included(code))


def headers(code, top):
    """What all headers that a source reads declare, through other headers too."""
    names, wanted = set(), included(code)
    seen = set(wanted)
    while wanted:
        more, further = header(top / wanted.pop())
        names |= more
        wanted += [name for name in further if name not in seen]
        seen.update(further)
    return names


class Names:
    """What a source, or a bundle of them, keeps to itself, and what it would take for something else."""

    def __init__(self, code='', top=pathlib.Path()):
        own, known = own_names(code), headers(code, top) | set(TAKEN_OVER.findall(code))
        self.own_functions = {name for name in own if is_function(name)}
        self.own_others = own - self.own_functions
        self.words = words(code) | known
        self.functions = own | known

    def meets(self, other):
        return not (self.functions.isdisjoint(other.own_functions) and other.functions.isdisjoint(self.own_functions)
                    and self.words.isdisjoint(other.own_others) and other.words.isdisjoint(self.own_others))

    def add(self, other):
        self.own_functions |= other.own_functions
        self.own_others |= other.own_others
        self.words |= other.words
        self.functions |= other.functions


def leaves_a_macro(code):
    return any(not re.search(rf'^#undef {name}$', code, re.M) for name in re.findall(r'^#define (\w+)', code, re.M))


def bundled(sources, top):
    """Lists of paths, from (path, flags, code) of each source: only those of the same flags share one. The sources that meet the
    most others are placed first, each into the fullest bundle that takes it."""
    named = [(path, flags, Names(code, pathlib.Path(top)), leaves_a_macro(code)) for path, flags, code in sources]
    meetings = {path: sum(names.meets(other) for _, _, other, _ in named) for path, _, names, _ in named}
    bundles = []
    for path, flags, names, alone in sorted(named, key=lambda source: -meetings[source[0]]):
        fitting = [bundle for bundle in bundles if not alone and bundle['flags'] == flags
                   and len(bundle['paths']) < bundle['max'] and not bundle['names'].meets(names)]
        bundle = max(fitting, key=lambda bundle: len(bundle['paths']), default=None)
        if bundle is None:
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
