#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core_resources.py OUTPUT FOLDER FILE…: writes the files, all below the folder, as a C++ table, see core/base/Resources.h."""
import pathlib
import sys

LINE = 96  # bytes of a file in one line of the source


def literal(data):
    """A C++ literal with these bytes, over several lines."""
    named = {0x0A: "\\n", 0x22: '\\"', 0x3F: "\\?", 0x5C: "\\\\"}
    lines = [data[at:at + LINE] for at in range(0, len(data), LINE)] or [b""]
    return "\n".join('    "' + "".join(named.get(b) or (chr(b) if 0x20 <= b < 0x7F else f"\\{b:03o}") for b in line) + '"' for line in lines)


def main(output, folder, *files):
    rows, texts = [], []
    for number, path in enumerate(sorted(pathlib.Path(file).relative_to(folder).as_posix() for file in files)):
        data = (pathlib.Path(folder) / path).read_bytes()
        texts.append(f"constexpr char k_{number}[] =\n{literal(data)};\n")
        rows.append(f'    {{"{path}", {{k_{number}, {len(data)}}}}},\n')
    pathlib.Path(output).write_text(
        "// Made by core_resources.py.\n#include \"core/base/Resources.h\"\n\n#include <array>\n\n"
        "// C++ compilers must take 64 KiB of a literal; all that we build with take more.\n"
        "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
        "namespace lamella::core {\n\nnamespace {\n\n" + "".join(texts) +
        f"\nconstexpr std::array<Resource, {len(rows)}> kResources{{{{\n{''.join(rows)}}}}};\n\n"
        "} // namespace\n\nstd::span<const Resource> resources()\n{\n    return kResources;\n}\n\n} // namespace lamella::core\n",
        encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
