// SPDX-License-Identifier: GPL-3.0-or-later
// Texts in bars: what fits, and the ellipsis where there is more.
#include "tests/support/TestMain.h"
#include "widgets/timeline/LabelCache.h"

#include <QFontDatabase>
#include <QTest>

using namespace lamella::ui;

namespace {

constexpr double kAnyWidth = 1e6; // pixels: wide enough for any text

} // namespace

class TestLabelCache : public QObject {
    Q_OBJECT
private slots:
    void init() { m_labels.setFont(QFontDatabase::systemFont(QFontDatabase::GeneralFont)); }
    void cleanup() { m_labels.clear(); }

    void whatIsLeftOutIsMarked_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown"); // where there is room for all of it
        const QString longest(240, QLatin1Char('n'));
        QTest::newRow("short") << QStringLiteral("fused_moe_kernel") << QStringLiteral("fused_moe_kernel");
        QTest::newRow("the longest that is shown whole") << longest << longest;
        QTest::newRow("one character more") << longest + u'n' << longest + QChar(0x2026);
        QTest::newRow("a pair of surrogates at the end")
            << longest.left(239) + QString::fromUcs4(U"\U0001F600") + u'n' << longest.left(239) + QChar(0x2026);
    }
    void whatIsLeftOutIsMarked()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        const LabelCache::Label label = m_labels.fit(1, kAnyWidth, [&] { return text; });
        QVERIFY(label.text != nullptr);
        QCOMPARE(label.text->text(), shown);
        const LabelCache::Label narrow = m_labels.fit(1, label.width - 1, [&] { return text; });
        QVERIFY(narrow.text != nullptr);
        QVERIFY(narrow.text->text().endsWith(QChar(0x2026)) && narrow.text->text().size() <= shown.size());
        QVERIFY(narrow.width <= label.width - 1);
    }

    void onlyAWholeTextIsWhole()
    {
        const QString text(240, QLatin1Char('n'));
        QVERIFY(m_labels.fitWhole(1, kAnyWidth, [&] { return text; }).text != nullptr);
        QVERIFY(m_labels.fitWhole(2, kAnyWidth, [&] { return QString(text + u'n'); }).text == nullptr);
        QVERIFY(m_labels.fitWhole(1, 10, [&] { return text; }).text == nullptr);
    }

private:
    LabelCache m_labels;
};

LAMELLA_WIDGET_TEST(TestLabelCache)
#include "tst_LabelCache.moc"
