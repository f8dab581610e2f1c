#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does each source reach, by its own #includes, the classes of Qt, the names of the standard library and the types of the project that it
uses? A precompiled header or a bundle hides a missing one, and only a build without them would fail. What a header reaches is followed
through the headers of the project and of Qt; of the standard library only what is included by name counts, of the project's types any
mention in what is included. Usage: check_includes.py [ROOT]"""
import functools
import pathlib
import re
import subprocess
import sys

from source_text import code_only, includes, project_files

# The standard headers of cmake/Precompiled.cmake, and the names that no other header gives.
STANDARD = {
    'algorithm': r'clamp|sort|stable_sort|partial_sort|nth_element|lower_bound|upper_bound|equal_range|binary_search|min_element'
                 r'|max_element|minmax_element|all_of|any_of|none_of|find_if|find_if_not|count_if|copy_if|remove_if|transform|unique',
    'array': r'array',
    'functional': r'function|greater|hash|invoke|reference_wrapper',
    'map': r'map|multimap',
    'memory': r'unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared|enable_shared_from_this',
    'optional': r'optional|nullopt',
    'set': r'set|multiset',
    'span': r'span|as_bytes',
    'stop_token': r'stop_token|stop_source|stop_callback',
    'string': r'string|to_string|stoi|stoul|getline',
    'string_view': r'string_view',
    'unordered_map': r'unordered_map|unordered_multimap',
    'variant': r'variant|monostate|get_if|holds_alternative|visit',
    'vector': r'vector',
}
STANDARD_NAME = {header: re.compile(rf'\bstd::(?:{names})\b(?!::)') for header, names in STANDARD.items()}
# What another standard header gives by the standard's own words, or in every library.
GIVEN_BY = {'string_view': {'string', 'filesystem'}, 'string': {'filesystem', 'sstream'}, 'stop_token': {'thread', 'condition_variable'},
            'algorithm': {'ranges'}}
QT_CLASS = re.compile(r'\bQ[A-Z][A-Za-z0-9]*\b')
TYPE = re.compile(r'^(?:template <[^;{]*>\s*)?(?:class|struct|union|enum class|enum)\s+(\w+)[^;{]*\{|^using (\w+) =', re.M)
TYPE_USED = re.compile(r'(?<![.\w])(?<!->)(?<!::)[A-Z]\w*')
OWN_TYPE = re.compile(r'\b(?:enum class|class|struct|union|enum|using|concept)\s+(\w+)')
ENUMERATORS = re.compile(r'\benum\b[^;{]*\{([^}]*)\}')
KEPT_POINTER = re.compile(r'\bQPointer<(Q[A-Z][A-Za-z0-9]*)>')


def qt_folder():
    for tool in ('qmake6', 'qmake'):
        try:
            answer = subprocess.run([tool, '-query', 'QT_INSTALL_HEADERS'], capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        if (pathlib.Path(answer) / 'QtCore' / 'qobject.h').is_file():
            return pathlib.Path(answer)
    return next((p.parent.parent for p in pathlib.Path('/usr/include').glob('*/qt6/QtCore/qobject.h')), None)


class Qt:
    """Which header of Qt defines a class, and which headers one brings along."""

    def __init__(self, folder):
        self.folder = folder
        self.forwards = {}
        if folder is not None:
            for path in folder.glob('Qt*/Q*'):
                if path.is_file() and path.suffix == '':
                    self.forwards.setdefault(path.name, path)

    def find(self, name):
        path = self.forwards.get(name)
        if path is None and self.folder is not None and '/' in name:
            path = self.folder / name
        return path if path is not None and path.is_file() else None

    @functools.cache
    def brings(self, path):
        """Real headers that are read when this one is."""
        found, waiting = set(), [path]
        while waiting:
            at = waiting.pop()
            if at in found:
                continue
            found.add(at)
            waiting += self.included(at)
        return found

    @functools.cache
    def included(self, path):
        """Real headers of Qt that a header includes itself."""
        places = []
        for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text(encoding='utf-8', errors='replace'), re.M):
            place = next((p for p in (path.parent / name, self.folder / name) if p.is_file()), None)
            if place is not None:
                places.append(place.resolve())
        return places

    @functools.cache
    def home(self, name):
        """The header that defines a class; None where this is no class of Qt with a header of its name."""
        path = self.find(name)
        if path is None:
            return None
        text = path.read_text(encoding='utf-8', errors='replace')
        inner = re.search(r'#\s*include\s*"([^"]+)"', text)
        return (path.parent / inner.group(1)).resolve() if inner else None


class Sources:
    def __init__(self, root, qt):
        self.root, self.qt = pathlib.Path(root), qt

    @functools.cache
    def text(self, name):
        return (self.root / name).read_text(encoding='utf-8')

    @functools.cache
    def own(self, name):
        """(project headers, other headers) that the file includes itself."""
        project, other = [], []
        for _, header, _ in includes(self.text(name)):
            (project if (self.root / header).is_file() else other).append(header)
        return project, other

    @functools.cache
    def reaches(self, name):
        """(headers of Qt as paths, other headers by name) that the file and what it includes bring."""
        qt_headers, names = set(), set()
        for at in self.brings(name):
            for header in self.own(at)[1]:
                path = self.qt.find(header)
                if path is None:
                    names.add(header)
                else:
                    qt_headers |= self.qt.brings(path.resolve())
        return qt_headers, names

    @functools.cache
    def brings(self, name):
        """Headers of the project that are read when this file is, and itself."""
        seen, waiting = set(), [name]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting += self.own(at)[0]
        return seen

    @functools.cache
    def words(self, name):
        return set(re.findall(r'[A-Za-z_]\w*', code_only(self.text(name))))

    @functools.cache
    def types(self, name):
        """Defined by a header for others: at the first column."""
        return {a or b for a, b in TYPE.findall(code_only(self.text(name)))} if name.endswith('.h') else set()


def missing_types(sources, name, homes):
    code = code_only(sources.text(name))
    own = set(OWN_TYPE.findall(code)).union(*(re.findall(r'\w+', body) for body in ENUMERATORS.findall(code)))
    for used in sorted(set(TYPE_USED.findall(code)) & homes.keys() - own):
        if not any(used in sources.words(header) for header in sources.brings(name) - {name}):
            yield f'"{homes[used]}"'


def missing(sources, name):
    qt_headers, names = sources.reaches(name)
    code = code_only(sources.text(name))
    wanted = set(QT_CLASS.findall(code)) if name.endswith('.cpp') else set(KEPT_POINTER.findall(code))
    for cls in sorted(wanted):
        home = sources.qt.home(cls)
        if home is not None and home not in qt_headers:
            yield f'<{cls}>'
    for header, pattern in STANDARD_NAME.items():
        if header not in names and not GIVEN_BY.get(header, set()) & names and pattern.search(code):
            yield f'<{header}>'


def check(root, folder=None):
    sources = Sources(root, Qt(folder))
    files = [str(p) for p in project_files(root) if p.parts[0] in ('core', 'widgets', 'app') and p.suffix in ('.h', '.cpp')]
    homes = {defined: name for name in files for defined in sources.types(name)}
    return len(files), [f'{name}: uses what {header} defines and does not include it' for name in files
                        for header in (*missing(sources, name), *missing_types(sources, name, homes))]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else '.'
    folder = qt_folder()
    if folder is None:
        print('SKIPPED: the headers of Qt were not found')
        return 0
    count, problems = check(root, folder)
    print('\n'.join(problems) if problems else f'{count} files include what they use')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
