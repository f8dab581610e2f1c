#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares every #include of core, widgets and app with the table of allowed dependencies and with the list of sources that may use
POSIX, and looks for names that core must not use. Linking alone does not keep a library's headers out, so the rule is text. Usage: check_layers.py [ROOT]"""
import pathlib
import re
import sys

from source_text import code_only, includes, project_files

# folder -> (folders of ours it may include, Qt headers it may include (None = any), other libraries)
LAYERS = {
    'core/base': ({'core/base'}, set(), set()),
    # What core asks of the operating system.
    'core/system': ({'core/base', 'core/system'}, set(), set()),
    'core/model': ({'core/base', 'core/model'}, set(), set()),
    'core/profile': ({'core/base', 'core/system', 'core/model', 'core/profile'}, set(), {'simdjson', 're2'}),
    'core/analysis': ({'core/base', 'core/model', 'core/profile', 'core/analysis'}, set(), set()),
    'core/import': ({'core/base', 'core/system', 'core/model', 'core/import'}, set(),
                    {'simdjson', 'zlib', 'isa-l', 'sqlite3', 'protozero'}),
    'core/report': ({'core/base', 'core/system', 'core/model', 'core/profile', 'core/analysis', 'core/report'}, set(), {'xlsxwriter'}),
    'core/session': ({'core'}, set(), {'simdjson', 'protozero', 'sqlite3'}),
    'widgets': ({'core', 'widgets'}, None, set()),
    # Charts with axes: a library of its own, the only code that sees QCustomPlot.
    'widgets/plot': ({'widgets/plot'}, None, {'qcustomplot'}),
    # The only place with sockets of the network: a library of its own, which knows no widget.
    'widgets/loopback': ({'core/base', 'core/system', 'core/import', 'widgets/loopback'},
                         {'QByteArray', 'QElapsedTimer', 'QList', 'QObject', 'QRandomGenerator', 'QString', 'QThread', 'QTimer', 'QHostAddress',
                          'QTcpServer', 'QTcpSocket'}, set()),
    # The socket between two starts of the program; a library of its own too.
    'widgets/instance': ({'widgets/instance'},
                         {'QByteArray', 'QFileInfo', 'QJsonArray', 'QJsonDocument', 'QJsonObject', 'QLocalServer', 'QLocalSocket', 'QObject', 'QString',
                          'QStringList', 'QTimer'}, set()),
    'app/cli': ({'core', 'app/cli'}, set(), {'CLI'}),
    'app/gui': ({'core', 'widgets', 'app/gui'}, None, set()),
}
QT_MODULES = re.compile(r'^Qt(?:Core|Gui|Widgets|Network|Concurrent|Sql|Svg|PrintSupport|Test|Xml|DBus|OpenGL\w*)(?:/|$)')
NO_NETWORK = re.compile(r'^(?:QtNetwork\b|QTcp|QUdp|QNetwork|QHost|QLocal(?:Server|Socket)|QSsl|QAbstractSocket)')
OTHER_LIBRARIES = {'simdjson', 'zlib', 'isa-l', 'sqlite3', 'protozero', 'xlsxwriter', 'CLI', 're2', 'qcustomplot', 'benchmark', 'expected', 'tl'}
# Headers that not every system has, and who may include them: sources with one purpose each, which a port to another system replaces.
POSIX = re.compile(r'^(?:sys/.*|(?:unistd|fcntl|dirent|poll|pthread|sched|signal|termios|pwd|grp|netdb|malloc|cxxabi|locale|dlfcn)\.h|csignal)$')
MAY_USE_POSIX = {
    'core/profile/Demangle.cpp',      # <cxxabi.h>, which is no part of POSIX: g++ and clang have it on all systems
    'app/cli/Console.cpp',            # standard output and standard error
    'app/cli/StandardInput.cpp',      # waits for a pipe
    'app/cli/Interrupt.cpp',          # signals
    'widgets/loopback/HttpConnection.cpp', 'widgets/loopback/PeerUser.cpp',   # who runs this program, who asks
    'widgets/instance/InstanceServer.cpp',   # the same
    'widgets/session/FreedMemory.cpp',       # gives memory back (glibc)
    'widgets/session/WorkerPriority.cpp',    # priority of threads
}
FORBIDDEN_IN_CORE = re.compile(
    r'\b(Q_OBJECT|QObject|QVariant|QThread|QThreadPool|QtConcurrent|QFuture|QFutureWatcher|QPromise|QSettings|QTimer|QEventLoop'
    r'|QAbstractItemModel|QAbstractTableModel|QCoreApplication|QStandardPaths|qApp|qDebug|qInfo|qWarning|qCritical|qFatal)\b'
    r'|\bstd::(cout|cerr|clog|terminate)\b'
    r'|(?<![\w.>:])(?:std::|::)?(printf|fprintf|vprintf|puts|fputs|putchar|perror|_exit|quick_exit)\s*\('
    # A class may have a member of these names; the C functions are written std::exit or ::exit.
    r'|(?<![\w:])(?:std::|::)(exit|abort)\s*\(|^\s*(exit\s*\(\s*\w+\s*\));'
    r'|\b(throw)\b')


def layer_of(path):
    parts = path.parts
    for length in (2, 1):
        name = '/'.join(parts[:length])
        if len(parts) > length and name in LAYERS:
            return name
    return None


def is_qt(header):
    return QT_MODULES.match(header) is not None or re.match(r'^Q[A-Za-z0-9]+$', header) is not None \
        or re.match(r'^(?:.*/)?q[a-z]\w*\.h$', header) is not None and not header.startswith('qcustomplot')


def include_problem(layer, header, quoted):
    """Why the layer may not include the header, or None."""
    ours, qt, libraries = LAYERS[layer]
    first = header.split('/')[0]
    if first in ('core', 'widgets', 'app', 'tests'):
        folder = header.rsplit('/', 1)[0]
        if any(folder == allowed or folder.startswith(allowed + '/') for allowed in ours):
            return None
        return f'{layer} may include {", ".join(sorted(ours))} only'
    if first.endswith('.moc') or header.startswith('moc_'):
        return None
    if is_qt(header):
        name = header.split('/')[-1]
        if qt is None:
            if layer == 'widgets' and NO_NETWORK.match(header):
                return 'of widgets only widgets/loopback and widgets/instance have sockets'
            return None
        if name in qt:
            return None
        return f'{layer} may use of Qt: {", ".join(sorted(qt)) or "nothing"}'
    library = re.split(r'[./]', header)[0]
    if library in OTHER_LIBRARIES:
        return None if library in libraries else f'{layer} may not use {library}'
    if quoted:
        return 'paths of own headers start at the top of the repository'
    return None


def check_file(path, text):
    layer = layer_of(path)
    if layer is None:
        yield f'{path}: belongs to no layer; add its folder to LAYERS in check_layers.py'
        return
    for number, header, quoted in includes(text):
        problem = include_problem(layer, header, quoted)
        if not problem and POSIX.match(header) and layer != 'core/system' and path.as_posix() not in MAY_USE_POSIX:
            problem = 'only core/system asks the operating system, and the files of MAY_USE_POSIX in check_layers.py'
        if problem:
            yield f'{path}:{number}: includes {header}: {problem}'
    if layer.startswith('core/'):
        for number, line in enumerate(code_only(text).splitlines(), 1):
            for match in FORBIDDEN_IN_CORE.finditer(line):
                name = next(group for group in match.groups() if group)
                yield f'{path}:{number}: {name}: core has no threads of Qt, no settings, no printing, no exceptions and never exits'


def check(root):
    problems, count = [], 0
    for path in project_files(root):
        if path.parts[0] in ('core', 'widgets', 'app') and path.suffix in ('.h', '.cpp'):
            count += 1
            problems.extend(check_file(path, (pathlib.Path(root) / path).read_text(encoding='utf-8', errors='replace')))
    return count, problems


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    count, problems = check(root)
    print('\n'.join(problems) if problems else f'layers: {count} files in order')
    return 1 if problems or count == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
