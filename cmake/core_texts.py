#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core_texts.py TOP_FOLDER OUTPUT: writes the texts that core and the command line make for people as QT_TRANSLATE_NOOP lines for lupdate.

Core makes texts for people as messages (core/base/Message.h): the literals of msg() and counted(), and sentences that become messages by
themselves. They stand in the context Core, and so do reasons of missing cells, helps of columns, titles of tables and kinds of
diagnostics; titles of columns stand in the context Report.
"""
import json
import pathlib
import re
import sys

TOKEN = re.compile(r'(?:u8)?"(?:[^"\\\n]|\\.)*"(?:sv|s)?|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|\d[\w.\']*|::|<<|->|[^\s\w]')
COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.S)
# Calls whose literals are texts for people: messages, and the reasons of missing cells.
MESSAGES = {"msg", "counted", "Missing", "valueIf", "valueOr", "textOr", "keptOr", "ratio", "rowNumber"}
FACTORIES = {"text", "integer", "real", "duration", "share", "time", "bytes"}
# Folders and files whose long texts are no sentences of the window: pages of a report, names that a format prescribes.
NO_SENTENCES = ("report/page/", "session/sql/SqlSchema", "session/summary/LayerSections",
                "session/summary/Rank", "session/summary/TraceReport", "session/matrix/GridMarkdown", "import/cache/",
                "import/nsys/NsysStrings", "import/chrome/MetadataReader", "import/ascend/KernelDetails", "analysis/whatif/", "profile/CanonicalName", "profile/SourceRule")
NO_SENTENCE = re.compile(r"SELECT|PRAGMA|WHERE|[<>{}@]|=(?! )|[^ ]=|\\\\|^--|^(?:[A-Z][\w()/-]* ?)+$|/$|^computing |nelems|format 3|^graph node id$")


def unescaped(literal):
    body = re.sub(r'(?:sv|s)$', "", literal).removeprefix("u8")[1:-1]
    body = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), body)
    body = re.sub(r"(?:\\x[0-9a-fA-F]{2})+", lambda m: bytes.fromhex(m[0].replace("\\x", "")).decode("utf-8", "replace"), body)
    return body.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def tokens_of(text):
    """Tokens of a source; literals as ('…',) and neighbours joined, as the compiler does."""
    text = COMMENT.sub(lambda m: m[1] or " ", text)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    out = []
    for token in TOKEN.findall(text):
        if token.endswith('"') or (token.startswith('"') and token.endswith(("sv", "s"))):
            if out and isinstance(out[-1], tuple):
                out[-1] = (out[-1][0] + unescaped(token),)
            else:
                out.append((unescaped(token),))
        else:
            out.append(token)
    return out


def is_joined(tokens, i):
    """Whether the literal is only a part of what is said."""
    before = tokens[i - 1] if i else ""
    after = tokens[i + 1] if i + 1 < len(tokens) else ""
    if after == ")" and before == "(" and tokens[i - 2] in ("string", "append"):
        before = tokens[i - 5] if tokens[i - 4: i - 2] == ["std", "::"] else ""
        after = tokens[i + 2] if i + 2 < len(tokens) else ""
    return "+" in (before, after) or before == "<<"


def is_sentence(text):
    return (text.count(" ") >= 2 and re.search(r"[a-z]{2,} [a-z]|^no [A-Z]", text) is not None and not NO_SENTENCE.search(text)
            and text == text.strip() and text[0] not in ",;:.)" and text[-1] not in ",:(")


def is_pattern(text):
    """Whether the text has places for the parts of a message: "%1; %2"."""
    return re.search(r"%[1-9](?![0-9a-zA-Z$]|\.\d)", text) is not None


def is_column(tokens, i):
    """Whether an id, a title and a help or a kind begin here."""
    following = tokens[i + 1: i + 5]
    opened = tokens[i - 1] == "{" or (tokens[i - 1] == "(" and tokens[i - 2] in FACTORIES) or tokens[i - 1] == ")"
    return (opened and len(following) == 4 and re.fullmatch(r"[a-z0-9_]+", tokens[i][0]) is not None and following[0] == ","
            and following[2] == "," and isinstance(following[1], tuple)
            and re.match(r"[A-Z#\u0394]", following[1][0]) is not None
            and (isinstance(following[3], tuple) or following[3] == "CellKind" or following[3].startswith("k")))


def own_literals(tokens, i):
    """The literals among the arguments of the call whose name is at i, without those of calls inside it."""
    depth = 0
    for k in range(i + 1, len(tokens)):
        depth += tokens[k] in ("(", "{")
        depth -= tokens[k] in (")", "}")
        if isinstance(tokens[k], tuple) and depth == 1 and not is_joined(tokens, k):
            yield tokens[k][0]
        if depth == 0:
            return


def call_literals(tokens, i):
    """The literals among the arguments of the call whose name is at i."""
    depth = 0
    for k in range(i + 1, len(tokens)):
        depth += tokens[k] == "("
        depth -= tokens[k] == ")"
        if isinstance(tokens[k], tuple) and not is_joined(tokens, k):
            yield tokens[k][0]
        if depth == 0:
            return


def collect(name, tokens, titles, core):
    sentences = not any(part in name for part in NO_SENTENCES)
    for i, token in enumerate(tokens):
        if isinstance(token, tuple):
            text = token[0]
            if tokens[i - 4: i - 1] and tokens[i - 4] == "QT_TRANSLATE_NOOP":
                continue  # stands in a context of its own
            if tokens[i - 1] == "=" and tokens[i - 2] in ("help", "example"):
                continue  # for --help of the command line
            following = tokens[i + 1: i + 6]
            if is_column(tokens, i):
                if re.match(r"[A-Z][A-Za-z ]|\u0394 ", following[1][0]):
                    titles.add(following[1][0])
                if isinstance(following[3], tuple) and not is_joined(tokens, i + 4):
                    core.add(following[3][0])
            elif tokens[i - 3: i] == [".", "what", "="] and " " in text:
                core.add(text)  # what a row of the inspector is
            elif (is_pattern(text) and tokens[i - 2] != "QStringLiteral") or (sentences and not is_joined(tokens, i) and is_sentence(text)):
                core.add(text)
        elif token in MESSAGES and tokens[i + 1] in ("(", "{"):
            core.update(text for text in own_literals(tokens, i) if re.search("[A-Za-z]", text))
        elif token == "CellKind" and isinstance(tokens[i + 4] if i + 4 < len(tokens) else "", tuple) and tokens[i + 3] == ",":
            core.add(tokens[i + 4][0])  # {"id", "Title", CellKind::Layer, "what it means"}
        elif token == "SectionPlan" and tokens[i + 1] == "{" and isinstance(tokens[i + 2], tuple) and tokens[i + 2][0]:
            core.add(tokens[i + 2][0])  # the title of a section
        elif token == "setMissing" and tokens[i + 1] == "(":
            core.update(text for text in call_literals(tokens, i) if not re.fullmatch(r"\w+", text))
        elif token == "ReportTable" or (token == "table" and tokens[i + 1] == "("):
            literals = list(call_literals(tokens, i if token == "table" else i + (tokens[i + 1] != "(")))[:2]
            if len(literals) == 2 and re.fullmatch(r"[a-z_-]+", literals[0]):
                core.add(literals[1])
        elif token == "DiagnosticKind" and tokens[i + 2] == "{" and isinstance(tokens[i + 3], tuple):
            core.add(tokens[i + 3][0].replace("_", " "))


def main(top, output):
    titles, core = set(), set()
    root = pathlib.Path(top) / "core"
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix in (".h", ".cpp") and name.split("/")[0] in ("base", "system", "report", "session", "analysis", "import", "profile"):
            only = set()
            collect(name, tokens_of(path.read_text(encoding="utf-8")), only if not name.startswith(("report", "session")) else titles,
                    core)
    for path in sorted((pathlib.Path(top) / "app/cli").glob("*.cpp")):
        tokens = tokens_of(path.read_text(encoding="utf-8"))
        for i, token in enumerate(tokens):
            if token == "msg":
                core.update(text for text in own_literals(tokens, i) if re.search("[A-Za-z]", text))
            elif isinstance(token, tuple) and is_column(tokens, i) and tokens[i + 4] == "CellKind":
                titles.add(tokens[i + 2][0])
    for path in sorted((pathlib.Path(top) / "resources/advice").glob("*.json")):
        for rule in json.loads(path.read_text(encoding="utf-8"))["rules"]:
            core.update((rule["title"], rule["change"]))
    core -= titles | {text for text in core if re.fullmatch(r"[a-z]*", text)}
    lines = []
    for context, texts in (("Report", titles), ("Core", core)):
        for text in sorted(texts):
            shown = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            lines.append(f'    QT_TRANSLATE_NOOP("{context}", "{shown}"),\n')
    pathlib.Path(output).write_text("const char *const texts[] = {\n" + "".join(lines) + "};\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
