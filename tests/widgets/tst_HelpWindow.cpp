// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the window: every page and link opens, search and history work, F1 knows the view, licences are there.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/SearchField.h"
#include "widgets/help/AboutDialog.h"
#include "widgets/help/HelpBrowser.h"
#include "widgets/help/HelpPages.h"
#include "widgets/help/HelpWindow.h"
#include "widgets/window/HelpWiring.h"

#include <QAction>
#include <QApplication>
#include <QListWidget>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>
#include <QWhatsThis>

#include <algorithm>

using namespace lamella;

class tst_HelpWindow : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void slugs_data();
    void slugs();
    void everyPageOpensWithTitleAndTables();
    void everyLinkLeadsToAHeading();
    void searchFindsSectionsWithAllWords();
    void searchInTheWindowOpensTheSection();
    void historyGoesBackAndForward();
    void themeChangeKeepsThePlace();
    void viewsHaveASection();
    void f1OpensTheManual();
    void shiftF1SaysAFewWords();
    void aboutNamesLicencesAndVersions();
};

namespace {

QStringList linksOf(const QTextDocument &document)
{
    QStringList links;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it)
            if (it.fragment().charFormat().isAnchor())
                links << it.fragment().charFormat().anchorHref();
    return links;
}

} // namespace

void tst_HelpWindow::initTestCase()
{
    QCoreApplication::setApplicationVersion(QStringLiteral("9.8.7"));
}

void tst_HelpWindow::slugs_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("slug");
    QTest::newRow("words") << "Stages and states"
                           << "stages-and-states";
    QTest::newRow("question mark") << "Which work belongs to a range?"
                                   << "which-work-belongs-to-a-range";
    QTest::newRow("dashes stay") << "kernels --each"
                                 << "kernels---each";
    QTest::newRow("comma") << "gaps, by cause"
                           << "gaps-by-cause";
}

void tst_HelpWindow::slugs()
{
    QFETCH(QString, title);
    QTEST(ui::HelpPages::slug(title), "slug");
}

void tst_HelpWindow::everyPageOpensWithTitleAndTables()
{
    const auto &pages = ui::HelpPages::bundled().pages();
    QVERIFY(pages.size() > 20);
    QCOMPARE(pages.front().file, QStringLiteral("index.md"));
    ui::HelpBrowser browser;
    bool anyTable = false;
    for (const ui::HelpPage &page : pages) {
        browser.setSource(ui::HelpPages::url(page.file));
        QVERIFY2(browser.document()->blockCount() > 3, qPrintable(page.file));
        QCOMPARE(browser.document()->firstBlock().text(), page.title);
        const auto frames = browser.document()->rootFrame()->childFrames();
        for (QTextFrame *frame : frames) {
            if (const auto *table = qobject_cast<QTextTable *>(frame)) {
                anyTable = true;
                QCOMPARE(table->format().border(), 1.0);
            }
        }
    }
    QVERIFY(anyTable);
}

void tst_HelpWindow::everyLinkLeadsToAHeading()
{
    ui::HelpBrowser browser;
    int inside = 0;
    for (const ui::HelpPage &page : ui::HelpPages::bundled().pages()) {
        browser.setSource(ui::HelpPages::url(page.file));
        const QUrl base = browser.source();
        const QStringList links = linksOf(*browser.document());
        for (const QString &link : links) {
            const QUrl url = base.resolved(QUrl(link));
            if (url.scheme() != QStringLiteral("qrc"))
                continue;
            ++inside;
            const ui::HelpPage *target = ui::HelpPages::bundled().page(url.fileName());
            QVERIFY2(target != nullptr, qPrintable(page.file + QStringLiteral(": ") + link));
            const auto heads = [&url](const ui::HelpSection &s) { return ui::HelpPages::slug(s.title) == url.fragment(); };
            QVERIFY2(!url.hasFragment() || std::any_of(target->sections.begin(), target->sections.end(), heads),
                qPrintable(page.file + QStringLiteral(": ") + link));
        }
    }
    QVERIFY(inside > 50);
}

void tst_HelpWindow::searchFindsSectionsWithAllWords()
{
    const auto pages = ui::HelpPages::from({{QStringLiteral("b.md"), QStringLiteral("# Second\n\nAn anchor marks `layers`.\n")},
        {QStringLiteral("index.md"), QStringLiteral("# Index\n\n## Begin\n\n- [First](a.md)\n- [Second](b.md)\n")},
        {QStringLiteral("a.md"), QStringLiteral("# First\n\nNothing.\n\n## Layers and anchors\n\nA | table |\n")}});
    QCOMPARE(pages.pages().at(1).file, QStringLiteral("a.md")); // as the index has them
    const auto hits = pages.search(QStringLiteral("LAYERS anchor"));
    QCOMPARE(hits.size(), std::size_t{2});
    QCOMPARE(hits[0].section, QStringLiteral("Layers and anchors")); // in a title first
    QCOMPARE(hits[1].file, QStringLiteral("b.md"));
    QCOMPARE(hits[1].excerpt, QStringLiteral("An anchor marks layers."));
    QVERIFY(pages.search(QStringLiteral("layers absent")).empty());
    QVERIFY(pages.search(QStringLiteral("   ")).empty());
}

void tst_HelpWindow::searchInTheWindowOpensTheSection()
{
    ui::HelpWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTest::keyClicks(&window.search(), QStringLiteral("exposed waiting"));
    auto *hits = window.findChild<QListWidget *>();
    QVERIFY(hits->isVisible() && hits->count() > 0);
    QTest::keyClick(&window.search(), Qt::Key_Return);
    QCOMPARE(window.browser().source(), hits->item(0)->data(Qt::UserRole).toUrl());
    QVERIFY(window.browser().textCursor().hasSelection()); // the words are marked
    window.search().setText(QStringLiteral("no such words as qwertz"));
    QCOMPARE(hits->count(), 0);
    window.search().clear();
    QVERIFY(!hits->isVisible());
}

void tst_HelpWindow::historyGoesBackAndForward()
{
    ui::HelpWindow window;
    window.showPage(ui::HelpPages::url(QStringLiteral("layers.md"), QStringLiteral("confidence")));
    QVERIFY(window.browser().verticalScrollBar()->value() > 0); // the first page too
    window.showPage(ui::HelpPages::url(QStringLiteral("tables-time.md"), QStringLiteral("whatif")));
    QVERIFY(window.browser().verticalScrollBar()->value() > 0);
    window.browser().backward();
    QCOMPARE(window.browser().source().fileName(), QStringLiteral("layers.md"));
    window.browser().forward();
    QCOMPARE(window.browser().source().fileName(), QStringLiteral("tables-time.md"));
}

void tst_HelpWindow::themeChangeKeepsThePlace()
{
    ui::HelpWindow window;
    window.showPage(ui::HelpPages::url(QStringLiteral("tables-trace.md"), QStringLiteral("kernels")));
    const auto linkColour = [&window] {
        for (QTextBlock block = window.browser().document()->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (it.fragment().charFormat().isAnchor())
                    return it.fragment().charFormat().foreground().color();
        return QColor();
    };
    const int place = window.browser().verticalScrollBar()->value();
    const QColor light = linkColour();
    ui::Theme::apply(ui::ThemeKind::Dark);
    QCoreApplication::processEvents();
    const QColor dark = linkColour();
    QCOMPARE(window.browser().verticalScrollBar()->value(), place);
    QVERIFY(!window.browser().isBackwardAvailable());
    ui::Theme::apply(ui::ThemeKind::Light);
    QVERIFY(light.isValid() && light != dark);
}

void tst_HelpWindow::viewsHaveASection()
{
    QVERIFY(showWindow());
    const QStringList ids = m_window->workspaces().panelIds();
    QVERIFY(ids.size() > 8);
    for (const QString &id : ids) {
        const QUrl page = ui::helpFor(m_window->workspaces().panel(id));
        QVERIFY2(
            page.fileName() == QStringLiteral("views.md"), qPrintable(id + QStringLiteral(" has no section in views.md")));
    }
    QCOMPARE(ui::helpFor(m_window.get()).fileName(), QStringLiteral("index.md"));
}

void tst_HelpWindow::f1OpensTheManual()
{
    QVERIFY(showWindow());
    auto second = std::make_unique<ui::MainWindow>(m_pool, *m_recent); // two windows, one F1
    second->show();
    second->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(second.get()));
    QTest::keyClick(second.get(), Qt::Key_F1);
    const auto manual = []() -> ui::HelpWindow * {
        const auto widgets = QApplication::topLevelWidgets();
        for (QWidget *widget : widgets)
            if (auto *help = qobject_cast<ui::HelpWindow *>(widget))
                return help;
        return nullptr;
    };
    QVERIFY(manual() != nullptr);
    QVERIFY(manual()->isVisible());
    QVERIFY(!manual()->testAttribute(Qt::WA_QuitOnClose));
    second.reset();
    QVERIFY(manual() != nullptr);
    closeWindow();
    QVERIFY(manual() == nullptr); // the last window takes it along
}

void tst_HelpWindow::shiftF1SaysAFewWords()
{
    QVERIFY(showWindow());
    QVERIFY(open(test::sampleTrace()));
    QApplication::setActiveWindow(m_window.get());
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(m_window->workspaces().show(QStringLiteral("gaps")));
    QVERIFY(QApplication::focusWidget() != nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1, Qt::ShiftModifier);
    const auto said = [] {
        const auto widgets = QApplication::topLevelWidgets();
        return std::any_of(widgets.begin(), widgets.end(),
            [](const QWidget *widget) { return widget->isVisible() && widget->inherits("QWhatsThat"); });
    };
    QTRY_VERIFY(said());
    QWhatsThis::hideText();
    QTRY_VERIFY(!said());
}

void tst_HelpWindow::aboutNamesLicencesAndVersions()
{
    ui::AboutDialog about;
    const auto *licence = about.findChild<QPlainTextEdit *>(QStringLiteral("licence"));
    QVERIFY(licence->toPlainText().contains(QStringLiteral("GNU GENERAL PUBLIC LICENSE")));
    const QString versions = ui::AboutDialog::versions();
    QVERIFY(versions.contains(QStringLiteral("Lamella 9.8.7")) && versions.contains(QStringLiteral("simdjson")));
    const QString works = about.findChild<ui::HelpBrowser *>()->toPlainText();
    for (const char *name : {"Qt 6", "QCustomPlot", "simdjson", "zlib", "ISA-L", "SQLite", "protozero"})
        QVERIFY2(works.contains(QLatin1String(name)), name);
}

LAMELLA_WIDGET_TEST(tst_HelpWindow)
#include "tst_HelpWindow.moc"
