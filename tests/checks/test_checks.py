#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the checkers: a sample that keeps the rules passes, and each rule refuses a sample that breaks it."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import check_hardening
import check_house
import check_includes
import check_layers
import check_manual
import check_plain_text
import check_recipes
import check_texts
import shown_output
from source_text import code_only

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'cmake'))
import source_bundles  # noqa: E402  (found by the line above)

SPDX = '// SPDX-License-Identifier: GPL-3.0-or-later\n'
TS = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="{}"></TS>\n'


class Sample(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for language in ('en', 'zh_CN'):
            self.write(f'translations/lamella_{language}.ts', TS.format(language))
        self.write('core/base/Time.h', SPDX + '#include <cstdint>\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')

    def refused(self, checker, name, body, fragment):
        self.write(name, SPDX + body)
        problems = checker.check(self.root)[1]
        self.assertTrue(any(fragment in p and name in p for p in problems), f'{name}: {problems}')


class Layers(Sample):
    def test_sample_in_order_passes(self):
        self.write('core/analysis/A.cpp', SPDX + '#include "core/model/B.h"\n#include <vector>\nint n = 1\'000; // qDebug\n'
                   'const char *s = "throw exit( QObject";\nint m = std::snprintf(b, 1, "x");\n')
        self.write('core/import/C.cpp', SPDX + '#include <simdjson.h>\nvoid C::abort(Error e)\n{\n'
                   '    m.abort();\n}\nvoid f()\n{\n    abort();\n}\n')
        self.write('widgets/D.cpp', SPDX + '#include "core/import/C.h"\n#include <QWidget>\n')
        self.write('app/gui/E.cpp', SPDX + '#include "widgets/D.h"\n#include <QTcpServer>\n#include "E.moc"\n')
        self.assertEqual(check_layers.check(self.root)[1], [])

    def test_upward_and_sideways_includes(self):
        for name, body in (('core/base/A.h', '#include "core/model/B.h"\n'), ('core/model/A.h', '#include "core/profile/B.h"\n'),
                           ('core/analysis/A.h', '#include "core/import/B.h"\n'), ('core/import/A.h', '#include "core/analysis/B.h"\n'),
                           ('core/report/A.h', '#include "core/session/B.h"\n'), ('core/session/A.h', '#include "widgets/B.h"\n'),
                           ('widgets/A.h', '#include "app/gui/B.h"\n'), ('app/cli/A.h', '#include "widgets/B.h"\n')):
            with self.subTest(name):
                self.refused(check_layers, name, body, 'may include')

    def test_qt_where_it_must_not_be(self):
        for name, header in (('core/base/A.cpp', 'QString'), ('core/model/A.cpp', 'QtCore/QString'), ('core/analysis/A.cpp', 'qstring.h'),
                             ('core/import/A.cpp', 'QtGui/QColor'), ('core/report/A.cpp', 'QFile'), ('core/session/A.cpp', 'QtGlobal'),
                             ('app/cli/A.cpp', 'QFile')):
            with self.subTest(name):
                self.refused(check_layers, name, f'#include <{header}>\n', 'may use of Qt')
        self.refused(check_layers, 'widgets/A.cpp', '#include <QTcpServer>\n', 'sockets')
        self.refused(check_layers, 'widgets/loopback/A.cpp', '#include <QWidget>\n', 'may use of Qt')
        self.refused(check_layers, 'widgets/loopback/A.cpp', '#include "widgets/common/B.h"\n', 'may include')

    def test_posix_where_it_must_not_be(self):
        self.write('core/system/Ok.cpp', SPDX + '#include <unistd.h>\n#include <sys/stat.h>\n')
        self.write('app/cli/Interrupt.cpp', SPDX + '#include <csignal>\n')
        self.assertEqual(check_layers.check(self.root)[1], [])
        for name, header in (('core/import/A.cpp', 'unistd.h'), ('core/report/A.cpp', 'sys/resource.h'), ('app/cli/A.cpp', 'fcntl.h'),
                             ('widgets/A.cpp', 'sys/stat.h')):
            with self.subTest(name):
                self.refused(check_layers, name, f'#include <{header}>\n', 'asks the operating system')

    def test_libraries_and_short_paths(self):
        self.refused(check_layers, 'core/analysis/A.cpp', '#include <simdjson.h>\n', 'may not use simdjson')
        self.refused(check_layers, 'widgets/A.cpp', '#include <zlib.h>\n', 'may not use zlib')
        self.refused(check_layers, 'core/model/B.cpp', '#include "B.h"\n', 'top of the repository')

    def test_forbidden_names(self):
        for body in ('class A : QObject { };\n', 'QSettings s;\n', 'QTimer t;\n', 'QThread t;\n', 'std::cout << 1;\n', 'printf("x");\n',
                     'std::exit(1);\n', 'std::abort();\n', '::abort();\n', 'exit(1);\n', 'throw 1;\n', 'qWarning() << 1;\n'):
            with self.subTest(body):
                self.refused(check_layers, 'core/import/A.cpp', body, 'core has no')

    def test_unknown_folder(self):
        self.refused(check_layers, 'core/extra/A.cpp', '', 'no layer')


class House(Sample):
    def test_sample_in_order_passes(self):
        self.write('core/base/Ok.cpp', SPDX + 'int f()\n{\n    return 1;\n}\n')
        self.write('tests/core/tst_Long.cpp', SPDX + '\n' * 900)
        self.assertEqual(check_house.check(self.root)[1], [])

    def test_missing_licence_line(self):
        self.write('core/base/A.cpp', 'int a;\n')
        self.assertTrue(any('SPDX' in p for p in check_house.check(self.root)[1]))

    def test_sizes(self):
        self.refused(check_house, 'core/base/A.cpp', '\n' * 800, '800 are allowed')
        self.refused(check_house, 'core/base/B.cpp', 'void f()\n{\n' + '    g();\n' * 61 + '}\n', 'function of 61 lines')

    def test_marks_paths_and_folders(self):
        self.refused(check_house, 'core/base/A.cpp', '// TO' + 'DO later\n', 'TO' + 'DO')
        self.refused(check_house, 'core/base/B.cpp', '// see /wo' + 'rk/x\n', 'path of one machine')
        self.refused(check_house, 'core/base/C.cpp', '// ../sha' + 'red/x\n', 'beside the repository')
        self.refused(check_house, 'core/base/D.cpp', '// as DES' + 'IGN 4.1 says\n', 'page of the manual')
        self.write('scripts/a.txt', 'x')
        self.assertTrue(any(p.startswith('scripts/') for p in check_house.check(self.root)[1]))

    def test_named_files_exist(self):
        self.refused(check_house, 'core/base/A.h', '// Shares: help/none.md.\n', 'resources/help/none.md does not exist')
        self.refused(check_house, 'widgets/A.cpp', 'auto a = ":/icons/none.svg";\n', 'does not exist')
        self.refused(check_house, 'widgets/B.cpp', 'setIcon(icon(QStringLiteral("none")));\n', 'none.svg does not exist')
        self.refused(check_house, 'app/gui/C.cpp', 'setIcon(icon(u"none"_qs));\n', 'none.svg does not exist')
        (self.root / 'translations/lamella_zh_CN.ts').unlink()
        self.assertTrue(any('lamella_zh_CN' in p for p in check_house.check(self.root)[1]))

    def test_placeholders_of_translations(self):
        message = '<message{}><source>%1 of %n</source><translation>{}</translation></message>'
        ts = '<TS version="2.1" language="de"><context><name>a</name>{}</context></TS>'
        for attribute, text, problems in (('', '%1 von %n', 0), ('', 'von %n', 1), ('', '%1 %2 %n', 1), ('', '', 0),
                                          (' numerus="yes"', '<numerusform>%1 von eins</numerusform>', 0)):
            with self.subTest(text):
                self.write('translations/lamella_de.ts', ts.format(message.format(attribute, text)))
                self.assertEqual(len(check_house.check(self.root)[1]), problems)

    def test_unportable_names(self):
        self.refused(check_house, 'core/base/A.cpp', 'auto v = std::views::iota(1);\n', 'does not compile')

    def test_what_members_give_back(self):
        self.refused(check_house, 'core/base/A.h', 'class A {\n    int size() const;\n};\n', 'nodiscard')
        self.refused(check_house, 'widgets/B.h', 'class B {\n    QSize sizeHint(const Q &q) const override { return {}; }\n};\n', 'nodiscard')
        for line in ('[[nodiscard]] int size() const;', 'void paint(QPainter &painter) const;', 'operator int() const { return 1; }',
                     'template <class A> int of(A a) const;', 'int grow();', 'return size() const;'):
            with self.subTest(line):
                self.write('core/base/A.h', f'{SPDX}class A {{\n    {line}\n}};\n')
                self.write('widgets/B.h', f'{SPDX}class B {{\n}};\n')
                self.assertEqual(check_house.check(self.root)[1], [])


class Includes(Sample):
    """With a Qt of three headers, so that the test needs none."""

    def setUp(self):
        super().setUp()
        for header, text in {'QWidget': '#include "qwidget.h"\n', 'qwidget.h': 'class QWidget {};\n',
                             'QDialog': '#include "qdialog.h"\n', 'qdialog.h': '#include <QtWidgets/qwidget.h>\nclass QDialog {};\n',
                             'QPointer': '#include "qpointer.h"\n', 'qpointer.h': ''}.items():
            self.write('qt/QtWidgets/' + header, text)

    def problems(self, name, body):
        self.write(name, SPDX + body)
        return [p for p in check_includes.check(self.root, self.root / 'qt')[1] if p.startswith(name)]

    def test_what_is_reached(self):
        self.write('widgets/a/B.h', SPDX + '#include <QDialog>\n#include <vector>\n')
        self.assertEqual([], self.problems('widgets/a/A.cpp', '#include "widgets/a/B.h"\nQWidget w; QDialog d; std::vector<int> v;\n'))
        self.assertEqual([], self.problems('widgets/a/C.h', '#include <QPointer>\nclass QWidget;\nvoid f(QWidget *);\n'))
        self.assertEqual([], self.problems('core/base/C.cpp', '#include <string>\nstd::string_view s; // std::map\n'))

    def test_what_is_not(self):
        self.assertIn('<QWidget>', self.problems('widgets/a/D.cpp', 'class QWidget;\nint f(QWidget &w) { return w.x(); }\n')[0])
        self.assertIn('<QWidget>', self.problems('widgets/a/D.h', '#include <QPointer>\nclass QWidget;\nQPointer<QWidget> w;\n')[0])
        self.assertIn('<map>', self.problems('core/base/D.cpp', '#include <string>\nstd::map<int, int> m;\n')[0])
        self.assertIn('<algorithm>', self.problems('core/base/E.cpp', '#include <vector>\nint i = std::clamp(1, 2, 3);\n')[0])

    def test_types_of_the_project(self):
        self.write('core/base/Way.h', SPDX + 'enum class Way { Up };\n')
        self.write('core/base/Map.h', SPDX + '#include "core/base/Way.h"\n')
        self.assertIn('"core/base/Way.h"', self.problems('core/model/A.cpp', 'int f() { return int(Way::Up); }\n')[0])
        for told in ('#include "core/base/Map.h"\nWay w;\n', 'enum class Turn { Way };\n', 'struct Way;\nWay *w;\n',
                     'int f() { return Other::Way; } // Way\n'):
            with self.subTest(told):
                self.assertEqual([], self.problems('core/model/B.cpp', told))


class PlainText(Sample):
    def test_sample_in_order_passes(self):
        self.write('widgets/common/PlainText.cpp', SPDX + 'auto *l = new QLabel(p);\nQToolTip::showText(a, b);\n')
        self.write('widgets/A.cpp', SPDX + '// new QLabel(name)\nauto *l = plainLabel(name, this);\nQLabel *m_found = nullptr;\n'
                   'showPlainTip(at, name, this);\nQStaticText laid(name);\nlaid.setTextFormat(Qt::PlainText);\n'
                   'QMessageBox *box = plainQuestion(a, b, c, this);\nbox->addButton(d, QMessageBox::AcceptRole);\n')
        self.write('widgets/report/ReportText.cpp', SPDX + 'setMarkdown(text, MarkdownNoHTML);\n')
        self.assertEqual(check_plain_text.check(self.root)[1], [])

    def test_guessing_widgets_are_refused(self):
        for code in ('QToolTip::showText(at, name, this);', 'auto *l = new QLabel(name, this);', 'QLabel label(name);',
                     'class A : public QLabel {', 'QMessageBox::warning(this, a, b);', 'new QMessageBox(this);',
                     'new QProgressDialog(name, c, 0, 0);', 'label->setTextFormat(Qt::AutoText);', 'document.setHtml(name);',
                     'QTextDocument document;', 'auto *t = new QTextEdit(name);', 'QStaticText laid(name);',
                     'QInputDialog::getText(this, a, b);', 'widget->setWhatsThis(name);'):
            self.refused(check_plain_text, 'widgets/B.cpp', code + '\n', '')


class Texts(Sample):
    def catalogue(self, *entries):
        messages = ''.join(f'<message><source>{text}</source><translation{kind}>{said}</translation></message>' for text, said, kind in entries)
        self.write('translations/lamella_zh_CN.ts', f'<TS version="2.1"><context><name>Core</name>{messages}</context></TS>')

    def problems(self, *entries):
        self.catalogue(*entries)
        return check_texts.check(self.root)[1]

    def test_each_text_needs_its_translation(self):
        self.write('core/report/A.cpp', SPDX + 'table.addNote(msg(one ? "%1 of %2 row." : "%1 of %2 rows.", a, b));\n')
        one, more = ('%1 of %2 row.', '%2 里 %1', ''), ('%1 of %2 rows.', '%2 里 %1', '')
        self.assertEqual(self.problems(one, more), [])
        self.assertIn('no translation', self.problems(one)[0])
        self.assertIn('no translation', self.problems(one, (*more[:2], ' type="unfinished"'))[0])
        self.assertIn('other places', self.problems(one, (more[0], '%2', ''))[0])
        self.assertIn('nothing says', self.problems(one, more, ('gone', '没了', ''))[0])


class Bundles(Sample):
    """Which sources may be compiled as one."""

    def own(self, *lines):
        return 'namespace {\n\n' + '\n'.join(lines) + '\n\n} // namespace\n'

    def together(self, *codes, flags=('', '')):
        sources = [(f'{number}.cpp', flag, code) for number, (code, flag) in enumerate(zip(codes, flags))]
        return len(source_bundles.bundled(sources, self.root)) == 1

    def test_together(self):
        self.write('core/base/Way.h', 'struct Way {\n};\n')
        self.assertTrue(self.together(self.own('bool holds()', '{', '    return inner;', '}'), 'int inner = 1; // holds\n'))
        self.assertTrue(self.together('#include "core/base/Way.h"\n', self.own('struct Turn {', '    Other way;', '};')))

    def test_constants_and_types_that_one_keeps_to_itself(self):
        for own, name in ((('constexpr int kMost = 1;',), 'kMost'), (('struct Step {', '};'), 'Step'),
                          (('enum Way {', '    Up,', '};'), 'Up'), (('template <class T> class Box {', '};'), 'Box')):
            with self.subTest(name):
                self.assertFalse(self.together(self.own(*own), f'int a = {name}();\n'))
                self.assertFalse(self.together(f'int a = {name}();\n', self.own(*own)))

    def test_functions_that_one_keeps_to_itself(self):
        holds = self.own('bool holds()', '{', '}')
        self.assertFalse(self.together(holds, holds))
        self.assertTrue(self.together(holds, 'int a = b.holds();\n'))
        self.write('core/base/Holds.h', '[[nodiscard]] bool holds(int what);\n')
        self.assertFalse(self.together(holds, '#include "core/base/Holds.h"\n'))
        self.assertFalse(self.together('#include "core/base/Holds.h"\n', holds))

    def test_names_of_headers_that_the_other_reads(self):
        self.write('core/base/Way.h', 'struct Way {\n};\n')
        self.write('core/base/Map.h', '#include "core/base/Way.h"\n')
        self.assertFalse(self.together(self.own('struct Way {', '};'), '#include "core/base/Map.h"\n'))

    def test_names_within_classes_of_headers_stay_apart(self):
        self.write('core/base/Way.h', 'class Way {\npublic:\n    enum class Kind { Up };\n};\n')
        self.assertTrue(self.together(self.own('struct Kind {', '};'), '#include "core/base/Way.h"\n'))

    def test_names_taken_over_mean_the_same_in_each(self):
        taken = self.own('using core::Way;', 'namespace fs = std::filesystem;')
        self.assertTrue(self.together(taken, taken, 'Way a;\nint fs;\n', flags=('', '', '')))
        self.assertFalse(self.together(taken, self.own('struct Way {', '};')))

    def test_the_fullest_bundle_that_takes_a_source(self):
        holds, other = self.own('bool holds()', '{', '}'), self.own('bool other()', '{', '}')
        sources = [(f'{number}.cpp', '', code) for number, code in enumerate(('int a;\n', holds, holds, other, holds))]
        self.assertEqual([3, 1, 1], [len(paths) for _, paths in source_bundles.bundled(sources, self.root)])

    def test_macros_and_flags(self):
        self.assertFalse(self.together('#define ONE 1\n', 'int a;\n'))
        self.assertFalse(self.together('int a;\n', 'int b;\n', flags=('-O1', '-O2')))

    def test_at_most_two_dozen(self):
        sources = [(f'{number}.cpp', '', f'int a{number};\n') for number in range(52)]
        self.assertEqual([24, 24, 4], [len(paths) for _, paths in source_bundles.bundled(sources, self.root)])


class Text(unittest.TestCase):
    def test_strings_and_comments_are_no_code(self):
        self.assertEqual(code_only('a("x // y"); // b\n/* c\nd */ e(\'"\', R"(f")g)", 1\'0);').split(),
                         ['a(', ');', 'e(', ',', ',', "1'0);"])


class Manual(Sample):
    def page(self, text, name='page.md'):
        self.write(name, text)
        return check_manual.Page(self.root / name)

    def test_slugs_are_those_of_the_help_window(self):
        for title, slug in (('Stages and states', 'stages-and-states'), ('kernels --each', 'kernels---each'),
                            ('Which work, and `whose`?', 'which-work-and-whose')):
            self.assertEqual(check_manual.slug(title), slug)

    def test_words_of_a_section_and_of_those_below_it(self):
        page = self.page('# P\n\n## gaps\n\n| `rank` | 1 |\n| *category*`_ns` | sum |\n\n## gaps --by cause\n\n| `cause` | why |\n'
                         '\n## ranks\n\n| `skew_ns` | ns |\n')
        self.assertEqual(page.words_of('gaps'), {'rank', '_ns', 'cause'})

    def test_links_to_nowhere(self):
        check_manual.page_root = self.root
        pages = {'index.md': self.page('# I\n\n[a](a.md#there)\n[b](a.md#missing)\n[c](none.md)\n![p](no.png)\n', 'index.md'),
                 'a.md': self.page('# A\n\n## There\n', 'a.md'), 'lost.md': self.page('# Lost\n', 'lost.md')}
        problems = '\n'.join(check_manual.check_links(pages))
        for wanted in ('no heading #missing', 'none.md does not exist', 'no.png does not exist', 'lost.md: no page leads to it'):
            self.assertIn(wanted, problems)
        self.assertNotIn('#there', problems)

    def test_translated_pages_that_are_not_the_english_ones(self):
        english = '# A\n\n[b](b.md)\n\n## More\n\n```sh\nlamella-cli info x\n```\n\n| `wall_ns` | `end` − start |\n'
        pages = {name: self.page(english, name) for name in ('a.md', 'b.md', 'c.md', 'e.md')}
        folder = f'{check_manual.HELP}/zh_CN'
        self.write(f'{folder}/a.md', english.replace('More', '更多'))
        self.write(f'{folder}/b.md', english.replace('## ', '### ').replace('b.md', 'c.md'))
        self.write(f'{folder}/c.md', english.replace('info', 'passes'))
        self.write(f'{folder}/d.md', english)
        self.write(f'{folder}/e.md', english.replace('wall_ns', 'busy_ns').replace('`end`', '结束'))
        problems = list(check_manual.check_translated(pages, self.root))
        for wanted in ('b.md: 2 headings', 'b.md: its links', 'c.md: its commands', 'd.md: there is no English page',
                       'e.md: below heading 2 its tables describe other things than the English page: busy_ns, wall_ns'):
            self.assertEqual(sum(wanted in problem for problem in problems), 1, wanted)
        self.assertEqual(len(problems), 5)

    def test_links_of_translated_pages(self):
        english = '# A\n\n## More\n\n## Else\n\n[m](#more)\n[e](b.md#else)\n[p](p.png)\n'
        pages = {name: self.page(english, name) for name in ('a.md', 'b.md', 'c.md', 'd.md')}
        folder = f'{check_manual.HELP}/zh_CN'
        self.write(f'{check_manual.HELP}/p.png', '')
        chinese = english.replace('## More', '## 更多').replace('## Else', '## 其他').replace('p.png', '../p.png')
        right = chinese.replace('#more', '#更多').replace('#else', '#其他')
        self.write(f'{folder}/a.md', right)
        self.write(f'{folder}/b.md', chinese) # anchors of the English headings, which are not in these files
        self.write(f'{folder}/c.md', right.replace('#更多', '#其他')) # another heading
        self.write(f'{folder}/d.md', right.replace('## 其他', '## 更多'))
        problems = list(check_manual.check_translated(pages, self.root))
        for wanted in ('b.md:7: the page or heading #more', 'b.md:8: the page or heading b.md#else', 'c.md: its links',
                       'd.md: two headings'):
            self.assertEqual(sum(wanted in problem for problem in problems), 1, wanted)
        self.assertEqual(len(problems), 4, problems)

    def test_commands_and_what_is_shown_below_them(self):
        page = self.page('# P\n\n```text\nno output\n```\n\n```sh\nlamella-cli info x\n```\n\nsays\n\n```text\nlamella-cli no\n```\n'
                         '\n    ./lamella-cli gaps $S # idle\n\n## Q\n\n```text\nno output\n```\n\n```bash\nif\n```\n')
        self.assertEqual(page.commands, [(8, 'lamella-cli info x'), (17, f'lamella-cli gaps {check_manual.SAMPLE} # idle')])
        self.assertEqual(page.outputs, [(13, ['lamella-cli info x'], ['lamella-cli no'])])
        self.assertEqual(page.scripts, [(25, ['if'])])

    def test_scripts_and_samples(self):
        pages = {'a.md': self.page('```bash\nif\n```\n\n```sh\ncp resources/sample/none.gz .\n```\n', 'a.md')}
        problems = list(check_manual.check_scripts(pages, self.root))
        self.assertEqual(len(problems), 2, problems)
        self.assertIn('a.md:6: resources/sample/none.gz does not exist', problems)
        self.assertIn('syntax', problems[0])


class Output(unittest.TestCase):
    PRINTED = ('Kernels\n\nPass  Name             Of    Sum\n----  ---------  ------  -----\n   0  first one   1.0 %  10 µs\n'
               '   1  second     12.5 %   7 µs\n   2  third                5 µs\n\n3 of 4 rows.\n')

    def missing(self, *lines):
        return shown_output.missing_line(lines, self.PRINTED)

    def test_what_may_be_shown(self):
        for lines in (('Pass  Name  Sum', '0  first one  10 µs', '…', '2  third  5 µs'), ('Name       Of', '---  ---', 'second  12.5 %'),
                      ('Pass  Name', '0  fir…', '1  second', '', '3 of 4 rows.'), ('0  10 µs',), ('3 of…',), ('Of', '12.5 %')):
            with self.subTest(lines):
                self.assertIsNone(self.missing(*lines))

    def test_what_is_refused(self):
        for lines, wrong in ((('Pass  Name', '0  first'), 1), (('Pass  Names',), 0), (('Pass  Sum', '1  12.5 %'), 1),
                             (('Pass  Name', '1  second', '0  first one'), 2), (('3 of 4 rows.', 'Pass'), 1), (('4 of 4 rows.',), 0),
                             (('Name  Of', 'third  5 µs'), 1)):
            with self.subTest(lines):
                self.assertEqual(self.missing(*lines), lines[wrong])


@unittest.skipUnless(shutil.which('c++') and shutil.which('readelf'), 'needs c++ and readelf')
class Hardening(Sample):
    """Each flag left out, or put the other way round, is noticed."""
    FLAGS = {'pie': '-fPIE -pie', 'relro': '-Wl,-z,relro', 'now': '-Wl,-z,now', 'stack': '-Wl,-z,noexecstack',
             'protector': '-fstack-protector-strong', 'fortify': '-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2', 'paths': '-DNAME=here'}
    WEAKER = {'pie': ('-fno-pie -no-pie', 'position-independent'), 'relro': ('-Wl,-z,norelro', 'GNU_RELRO'),
              'now': ('-Wl,-z,lazy', 'BIND_NOW'), 'stack': ('-Wl,-z,execstack', 'executable stack'),
              'protector': ('-fno-stack-protector', '__stack_chk_fail'), 'fortify': ('-U_FORTIFY_SOURCE', 'fortified'),
              'paths': ('-DNAME=/build/of/mine/a.h', '/build/of/mine/a.h'), 'search': ('-Wl,-rpath,/opt/mine', 'RUNPATH /opt/mine')}

    def problems(self, **changes):
        self.write('a.cpp', '#include <cstdio>\n#include <cstring>\n#define TEXT2(a) #a\n#define TEXT(a) TEXT2(a)\n'
                   'int main(int n, char **v) { char t[64]; std::memcpy(t, v[0], n); return std::printf("%s %s", t, TEXT(NAME)); }\n')
        flags = ' '.join({**self.FLAGS, **changes}.values()).split()
        subprocess.run(['c++', '-O2', *flags, 'a.cpp', '-o', 'a'], cwd=self.root, check=True, timeout=60)
        return list(check_hardening.problems_of(self.root / 'a', ['/build/of/mine/', '/elsewhere']))

    def test_hardened_program_passes(self):
        self.assertEqual(self.problems(), [])
        # A longer name that begins or ends like a folder of the build is another one.
        self.assertEqual(self.problems(paths='-DNAME=/my/elsewhere:/elsewhere2:/build/of/mine.h'), [])

    def test_each_weakness_is_told(self):
        for name, (flags, fragment) in self.WEAKER.items():
            with self.subTest(name):
                problems = self.problems(**{name: flags})
                self.assertEqual([fragment in problem for problem in problems], [True], problems)

    def test_what_is_no_program(self):
        self.write('text', 'no program')
        self.assertEqual(list(check_hardening.problems_of(self.root / 'text')), ['readelf cannot read it'])


class Recipes(Sample):
    def problems(self, heading, kind, day='2026-11-21', page='2026-11-21'):
        self.write('CHANGELOG.md', f'# C\n\n## [1.2.3] - {heading}\n')
        self.write('packaging/man/a.1', f'.TH A 1 "{page}"\n')
        self.write('packaging/changelog.Debian.in', ' -- M <a@b>  Sat, 21 Nov 2026 12:00:00 +0000\n')
        release = f'<c><releases><release version="1.2.3" date="{day}" type="{kind}"/></releases></c>'
        return list(check_recipes.check_release(self.root, '1.2.3', ElementTree.fromstring(release)))

    def test_releases_that_agree(self):
        self.assertEqual(self.problems('unreleased', 'development'), [])
        self.assertEqual(self.problems('2026-11-21', 'stable'), [])

    def test_releases_that_do_not(self):
        for arguments, count in ((('unreleased', 'stable'), 1), (('2026-11-21', 'development'), 1), (('2026-11-20', 'stable'), 1),
                                 (('unreleased', 'development', '2026-11-22'), 2),
                                 (('unreleased', 'development', '2026-11-21', '2026-11-20'), 1)):
            with self.subTest(arguments):
                self.assertEqual(len(self.problems(*arguments)), count)
        self.assertIn('no release', list(check_recipes.check_release(self.root, '1.2.4', ElementTree.fromstring('<c/>')))[0])


if __name__ == '__main__':
    unittest.main()
