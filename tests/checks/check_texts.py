#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each text that core and the command line make for people has a translation in every language, with the same places, and no language
has one that nothing makes. Usage: check_texts.py [ROOT]"""
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'cmake'))
import core_texts  # noqa: E402  (found by the line above)

# Looked up by the window itself.
OWN = {'en'}


def made(root):
    """The texts of both contexts, from the sources."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / 'texts.cpp'
        core_texts.main(root, output)
        texts = {'Core': set(), 'Report': set()}
        for context, text in re.findall(r'QT_TRANSLATE_NOOP\("(\w+)", "((?:[^"\\]|\\.)*)"\)', output.read_text(encoding='utf-8')):
            texts[context].add(text.replace('\\"', '"').replace('\\n', '\n').replace('\\\\', '\\'))
        return texts


def places(text):
    return sorted(set(re.findall(r'%[1-9]', text)))


def check(root):
    root = pathlib.Path(root)
    texts = made(root)
    problems = []
    for path in sorted((root / 'translations').glob('lamella_*.ts')):
        if path.stem == 'lamella_en':
            continue
        contexts = {c.findtext('name'): c for c in xml.etree.ElementTree.parse(path).getroot().findall('context')}
        for name, wanted in texts.items():
            found = {}
            for message in contexts[name].findall('message') if name in contexts else ():
                translation = message.find('translation')
                found[message.findtext('source')] = translation.text if translation.get('type') is None else None
            for text in sorted(wanted):
                if not found.get(text):
                    problems.append(f'{path.name}: no translation of "{text}"; build update_translations and translate it')
                elif places(found[text]) != places(text):
                    problems.append(f'{path.name}: other places than "{text}": "{found[text]}"')
            problems += [f'{path.name}: nothing says "{text}"; build update_translations'
                         for text in sorted(set(found) - wanted - OWN) if name == 'Core']
    return sum(map(len, texts.values())), problems


if __name__ == '__main__':
    seen, problems = check(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    print('\n'.join(problems) or f'{seen} texts, all translated')
    sys.exit(1 if problems else 0)
