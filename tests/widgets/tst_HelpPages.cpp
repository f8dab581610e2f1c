// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in another language: pages stand in for the English ones one by one, and every link still leads to its heading.
#include "tests/support/TestMain.h"
#include "widgets/help/HelpBrowser.h"
#include "widgets/help/HelpPages.h"

#include <QDir>
#include <QImage>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTranslator>

using namespace lamella::ui;

class TestHelpPages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void translationStandsIn_data();
    void translationStandsIn();
    void contentsAreThoseOfTheTranslatedIndex();
    void bundledPagesAreOfTheLanguage();
    void everyHeadingIsReachedByBothAnchors();
    void marksOfMarkdownAreRead();
    void picturesOfTheEnglishPagesAreFound();

private:
    QTranslator m_translator;
};

// Before the pages are read for the first time.
void TestHelpPages::initTestCase()
{
    QVERIFY(m_translator.load(u":/i18n/lamella_zh_CN.qm"_qs));
    QCoreApplication::installTranslator(&m_translator);
}

void TestHelpPages::translationStandsIn_data()
{
    QTest::addColumn<QString>("translation");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("section");
    QTest::newRow("same headings") << u"# 层\n\n## 依据\n\n文字。\n"_qs << u"层"_qs << u"依据"_qs;
    QTest::newRow("a heading less") << u"# 层\n\n文字。\n"_qs << u"Layers"_qs << u"What they rest on"_qs;
    QTest::newRow("a heading more") << u"# 层\n\n## 依据\n\n## 其他\n"_qs << u"Layers"_qs << u"What they rest on"_qs;
    QTest::newRow("empty") << QString() << u"Layers"_qs << u"What they rest on"_qs;
}

void TestHelpPages::translationStandsIn()
{
    QFETCH(QString, translation);
    QFETCH(QString, title);
    QFETCH(QString, section);
    const auto pages = HelpPages::from({{u"layers.md"_qs, u"# Layers\n\n## What they rest on\n\nText.\n"_qs}},
        {{u"other.md"_qs, u"# 其他\n\n## 其他\n"_qs}, {u"layers.md"_qs, translation}});
    QCOMPARE(pages.pages().size(), std::size_t{1});
    const HelpPage &page = pages.pages().front();
    QCOMPARE(page.title, title);
    QCOMPARE(page.translated, title != u"Layers"_qs);
    QCOMPARE(page.sections.at(1).anchor, u"what-they-rest-on"_qs);
    QTEST(pages.sectionTitle(u"layers.md"_qs, u"what-they-rest-on"_qs), "section");
    QTEST(pages.sectionTitle(u"layers.md"_qs, HelpPages::slug(section)), "section");
    QCOMPARE(pages.sectionTitle(u"layers.md"_qs, u"nowhere"_qs), QString());
    QCOMPARE(pages.sectionTitle(u"none.md"_qs, u"layers"_qs), QString());
}

void TestHelpPages::contentsAreThoseOfTheTranslatedIndex()
{
    const HelpTexts english{{u"index.md"_qs, u"# Index\n\n## Begin\n\n- [First](a.md)\n"_qs}, {u"a.md"_qs, u"# First\n"_qs}};
    const auto pages = HelpPages::from(english, {{u"index.md"_qs, u"# 目录\n\n## 入门\n\n- [第一页](a.md)\n"_qs}});
    QCOMPARE(pages.contents().size(), std::size_t{2});
    QCOMPARE(pages.contents().at(0).title, u"入门"_qs);
    QCOMPARE(pages.contents().at(1).file, u"a.md"_qs);
    QCOMPARE(pages.page(u"a.md"_qs)->title, u"First"_qs); // has no translation
    const auto hits = pages.search(u"入门"_qs);
    QCOMPARE(hits.size(), std::size_t{1});
    QCOMPARE(hits.front().anchor, u"begin"_qs);
}

void TestHelpPages::bundledPagesAreOfTheLanguage()
{
    const QDir sources(QStringLiteral(LAMELLA_SOURCE_DIR "/resources/help"));
    const HelpPages &pages = HelpPages::bundled();
    QCOMPARE(pages.pages().size(), static_cast<std::size_t>(sources.entryList({u"*.md"_qs}).size()));
    const QStringList translated = QDir(sources.filePath(u"zh_CN"_qs)).entryList({u"*.md"_qs});
    QVERIFY(translated.contains(u"index.md"_qs));
    for (const HelpPage &page : pages.pages())
        QVERIFY2(
            page.translated == translated.contains(page.file), qPrintable(page.file + u": other headings than in English"_qs));
    QCOMPARE(pages.ofView(u"gaps"_qs), HelpPages::url(u"views.md"_qs, u"gaps"_qs));
}

void TestHelpPages::everyHeadingIsReachedByBothAnchors()
{
    HelpBrowser browser;
    browser.resize(700, 300);
    for (const HelpPage &page : HelpPages::bundled().pages()) {
        if (!page.translated)
            continue;
        for (const HelpSection &section : page.sections) {
            for (const QString &anchor : {section.anchor, HelpPages::slug(section.title)}) {
                browser.setSource(HelpPages::url(page.file, anchor));
                QCOMPARE(browser.document()->firstBlock().text(), page.title);
                QCOMPARE(browser.textCursor().block().text(), section.title);
            }
        }
    }
}

// Marks are left over in the text where they touch punctuation of the wrong kind; code may hold them.
void TestHelpPages::marksOfMarkdownAreRead()
{
    HelpBrowser browser;
    for (const HelpPage &page : HelpPages::bundled().pages()) {
        if (!page.translated)
            continue;
        browser.setSource(HelpPages::url(page.file));
        for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next()) {
            if (block.blockFormat().hasProperty(QTextFormat::BlockCodeFence))
                continue;
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QString text = it.fragment().text();
                const bool code = it.fragment().charFormat().fontFixedPitch();
                QVERIFY2(code || !(text.contains(u'*') || text.contains(u"]("_qs)), qPrintable(page.file + u": "_qs + text));
            }
        }
    }
}

// In files they are named from the folder of the language, so that they show where the manual is read without the program.
void TestHelpPages::picturesOfTheEnglishPagesAreFound()
{
    HelpBrowser browser;
    int pictures = 0;
    for (const HelpPage &page : HelpPages::bundled().pages()) {
        browser.setSource(HelpPages::url(page.file));
        for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QTextImageFormat picture = it.fragment().charFormat().toImageFormat();
                if (!picture.isValid())
                    continue;
                ++pictures;
                const QVariant loaded =
                    static_cast<QTextBrowser &>(browser).loadResource(QTextDocument::ImageResource, QUrl(picture.name()));
                QVERIFY2(!loaded.value<QImage>().isNull(), qPrintable(page.file + u": "_qs + picture.name()));
            }
        }
    }
    QVERIFY(pictures > 0);
}

LAMELLA_WIDGET_TEST(TestHelpPages)
#include "tst_HelpPages.moc"
