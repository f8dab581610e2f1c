# SPDX-License-Identifier: GPL-3.0-or-later
"""Small readers of C++ text that both checkers share."""
import pathlib
import re
import subprocess

_TOKEN = re.compile(
    r'//[^\n]*'                                    # line comment
    r'|/\*.*?\*/'                                  # block comment
    r'|R"(?P<delim>[^()\s\\]{0,16})\(.*?\)(?P=delim)"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'                        # string
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'",      # character; the look-behind spares digit separators
    re.S)


def _blank(text):
    return re.sub(r'[^\n]', ' ', text)


def without_comments(text):
    """Comments become spaces; strings and line numbers stay."""
    return _TOKEN.sub(lambda m: _blank(m.group()) if m.group().startswith(('//', '/*')) else m.group(), text)


def code_only(text):
    """Comments, strings and characters become spaces; line numbers stay."""
    return _TOKEN.sub(lambda m: _blank(m.group()), text)


def includes(text):
    """(line number, header, quoted?) of each #include."""
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(1) is not None


def project_files(root):
    """Files of the project as paths relative to root: what git knows or would add, else all but build folders."""
    root = pathlib.Path(root)
    try:
        listing = subprocess.run(['git', '-C', str(root), 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                                 capture_output=True, check=True).stdout.decode()
        top = subprocess.run(['git', '-C', str(root), 'rev-parse', '--show-toplevel'],
                             capture_output=True, check=True).stdout.decode().strip()
        if pathlib.Path(top).resolve() == root.resolve():
            return sorted(pathlib.PurePosixPath(p) for p in listing.split('\0') if p and (root / p).is_file())
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []
    for path in root.rglob('*'):
        relative = path.relative_to(root)
        if path.is_file() and relative.parts[0] != '.git' and not relative.parts[0].startswith('build'):
            found.append(pathlib.PurePosixPath(relative.as_posix()))
    return sorted(found)
