#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text of a file is shown as plain text: what guesses whether a text is markup is made in widgets/common/PlainText, or in a file
that is named here with the reason. Usage: check_plain_text.py [ROOT]"""
import pathlib
import re
import sys

from source_text import code_only, project_files

HELPER = 'widgets/common/PlainText.cpp'
# What is refused, what to write instead, and where it stands for a reason.
RULES = (
    (re.compile(r'\bQToolTip::showText\b'), 'use showPlainTip()',
     {'widgets/charts/TipText.cpp'}),  # a small table; each part is escaped
    (re.compile(r'\bQWhatsThis::showText\b|\bsetWhatsThis\b'), 'What’s This takes its text for markup',
     {'widgets/window/HelpWiring.cpp'}),  # words of the manual, escaped
    (re.compile(r'\bnew QLabel\b|\bpublic QLabel\b|\bQLabel \w+[;({]'), 'use plainLabel()',
     {'widgets/help/AboutDialog.cpp'}),  # our own words, with a heading
    (re.compile(r'\bnew QMessageBox\b|\bQMessageBox \w+[;({]|\bQMessageBox::(?:about|critical|information|question|warning)\('),
     'use plainQuestion()', set()),
    (re.compile(r'\bnew QProgressDialog\b|\bQProgressDialog \w+[;({]'), 'use plainProgress()', set()),
    (re.compile(r'\bQErrorMessage\b|\bQInputDialog\b|\bQSplashScreen\b|\bQWizard'), 'it takes its text for markup', set()),
    (re.compile(r'\bsetTextFormat\(Qt::(?:AutoText|RichText|MarkdownText)'), 'it takes its text for markup', set()),
    (re.compile(r'\b(?:setHtml|insertHtml|appendHtml|fromHtml)\('), 'HTML is made for files and the browser only', set()),
    (re.compile(r'\bsetMarkdown\(|\bnew QTextDocument\b|\bmake_unique<QTextDocument>|\bQTextDocument \w+[;({]'),
     'use ReportDocument, which reads no pictures', {'widgets/report/ReportText.cpp'}),
    (re.compile(r'\bnew QTextEdit\b|\bnew QTextBrowser\b|\bpublic QText(?:Edit|Browser)\b'), 'use QPlainTextEdit',
     {'widgets/report/ReportPanel.cpp',   # shows a ReportDocument
      'widgets/help/HelpBrowser.h'}),     # the manual, which is compiled in
)
# QStaticText guesses too, unless the same file tells it.
STATIC = re.compile(r'\bQStaticText(?: \w+)?\(')


def check(root):
    root = pathlib.Path(root)
    seen, problems = 0, []
    for path in project_files(root):
        name = path.as_posix()
        if path.suffix not in {'.h', '.cpp'} or path.parts[0] not in {'widgets', 'app'} or name == HELPER:
            continue
        seen += 1
        text = code_only((root / path).read_text(encoding='utf-8'))
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, instead, allowed in RULES:
                if (match := pattern.search(line)) and name not in allowed:
                    problems.append(f'{name}:{number}: {match.group().strip()}: {instead}')
        if STATIC.search(text) and 'setTextFormat(Qt::PlainText)' not in text:
            problems.append(f'{name}: QStaticText without setTextFormat(Qt::PlainText)')
    return seen, problems


def main():
    seen, problems = check(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    for problem in problems:
        print(problem)
    print(f'{seen} files, {len(problems)} problems')
    return 1 if problems or not seen else 0


if __name__ == '__main__':
    sys.exit(main())
