#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core_catalogues.py OUTPUT FILE.ts…: writes the translations of what core says as a C++ table, see core/base/Catalogue.h.

Of each file the contexts below, the first of them where several have the same text. Unfinished translations, and files without any,
are left out.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

CONTEXTS = ("Core", "Word", "Category", "Report", "GapCause")


def quoted(text):
    """A C++ literal with the bytes of the text in UTF-8."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("?", "\\?")
    return '"' + "".join(c if " " <= c < "\x7f" else "".join(f"\\{b:03o}" for b in c.encode()) for c in plain) + '"'


def translations(path):
    found = {}
    contexts = {context.findtext("name"): context for context in xml.etree.ElementTree.parse(path).getroot().findall("context")}
    for name in reversed(CONTEXTS):
        for message in contexts[name].findall("message") if name in contexts else ():
            translation = message.find("translation")
            if translation.text and translation.get("type") is None and message.get("numerus") is None:
                found[message.findtext("source")] = translation.text
    return found


def main(output, *files):
    tables, catalogues = [], []
    for path in sorted(files):
        found = translations(path)
        language = re.fullmatch(r"lamella_(\w+)\.ts", pathlib.Path(path).name)[1]
        if not found:
            continue
        rows = "".join(f"    {{{quoted(english)}, {quoted(text)}}},\n"
                       for english, text in sorted(found.items(), key=lambda entry: entry[0].encode()))
        tables.append(f"constexpr Translation k_{language}[] = {{\n{rows}}};\n\n")
        catalogues.append(f'    Catalogue("{language}", k_{language}),\n')
    pathlib.Path(output).write_text(
        "// Made by core_catalogues.py.\n#include \"core/base/Catalogue.h\"\n\n#include <array>\n\n"
        "namespace lamella::core {\n\nnamespace {\n\n" + "".join(tables) +
        f"constexpr std::array<Catalogue, {len(catalogues)}> kCatalogues{{\n{''.join(catalogues)}}};\n\n"
        "} // namespace\n\nstd::span<const Catalogue> catalogues()\n{\n    return kCatalogues;\n}\n\n} // namespace lamella::core\n",
        encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
