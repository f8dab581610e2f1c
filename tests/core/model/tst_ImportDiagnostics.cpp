// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ImportDiagnostics.h"
#include "tests/support/TestMain.h"

#include <QStringDecoder>
#include <QTest>

using namespace lamella::core;

namespace {
constexpr DiagnosticKind kNote{"a_note", Severity::Info, "Nothing to do."};
constexpr DiagnosticKind kLoss{"z_loss", Severity::DataLoss, "Events are missing."};
constexpr DiagnosticKind kOther{"b_loss", Severity::DataLoss, "More events are missing."};
} // namespace

class TestImportDiagnostics : public QObject {
    Q_OBJECT
private slots:
    void countsAndKeepsTheFirst();
    void severestFirstThenById();
    void dataLossIsWhatStrictRefuses();
    void mergingAddsAndKeepsTheSmallerOffset();
    void samplesAreShortCleanText_data();
    void samplesAreShortCleanText();
    void severityNames();
};

void TestImportDiagnostics::countsAndKeepsTheFirst()
{
    ImportDiagnostics diagnostics;
    QVERIFY(diagnostics.empty());
    QCOMPARE(diagnostics.count("z_loss"), std::uint64_t{0});
    diagnostics.add(kLoss, 500, "later");
    diagnostics.add(kLoss, 20, "earlier", 3);
    diagnostics.add(kLoss, -1, "nowhere");
    diagnostics.add(kLoss, 900, "last");
    QCOMPARE(diagnostics.count("z_loss"), std::uint64_t{6});
    const std::vector<Diagnostic> rows = diagnostics.sorted();
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].firstOffset, std::int64_t{20});
    QCOMPARE(rows[0].sample, std::string("earlier"));
}

void TestImportDiagnostics::severestFirstThenById()
{
    ImportDiagnostics diagnostics;
    diagnostics.add(kNote);
    diagnostics.add(kLoss);
    diagnostics.add(kOther);
    const std::vector<Diagnostic> rows = diagnostics.sorted();
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].kind->id, std::string_view("b_loss"));
    QCOMPARE(rows[1].kind->id, std::string_view("z_loss"));
    QCOMPARE(rows[2].kind->id, std::string_view("a_note"));
}

void TestImportDiagnostics::dataLossIsWhatStrictRefuses()
{
    ImportDiagnostics diagnostics;
    diagnostics.add(kNote);
    QVERIFY(!diagnostics.anyDataLoss());
    diagnostics.add(kLoss);
    QVERIFY(diagnostics.anyDataLoss());
}

void TestImportDiagnostics::mergingAddsAndKeepsTheSmallerOffset()
{
    ImportDiagnostics a;
    ImportDiagnostics b;
    a.add(kLoss, 300, "from a", 2);
    b.add(kLoss, 100, "from b", 5);
    b.add(kNote);
    ImportDiagnostics ab = a;
    ab.merge(b);
    ImportDiagnostics ba = b;
    ba.merge(a);
    for (const ImportDiagnostics &merged : {ab, ba}) {
        QCOMPARE(merged.count("z_loss"), std::uint64_t{7});
        QCOMPARE(merged.count("a_note"), std::uint64_t{1});
        QCOMPARE(merged.sorted()[0].sample, std::string("from b"));
    }
}

void TestImportDiagnostics::samplesAreShortCleanText_data()
{
    QTest::addColumn<QByteArray>("sample");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray bad = "\uFFFD";
    QTest::newRow("plain") << QByteArray("{\"ph\":\"X\"}") << QByteArray("{\"ph\":\"X\"}");
    QTest::newRow("cut at 120 bytes") << QByteArray(300, 'a') << QByteArray(120, 'a');
    QTest::newRow("a sequence that ends at the limit stays")
        << QByteArray(117, 'a') + "\u4E2D" << QByteArray(117, 'a') + "\u4E2D";
    QTest::newRow("a sequence across the limit goes") << QByteArray(118, 'a') + "\u4E2Db" << QByteArray(118, 'a');
    QTest::newRow("stray bytes") << QByteArray("a\xFF\xC3(") << QByteArray("a") + bad + bad + "(";
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << bad + bad;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << bad + bad + bad;
    QTest::newRow("sequence cut off by the end") << QByteArray("x\xE4\xB8") << QByteArray("x") + bad + bad;
    QTest::newRow("control characters") << QByteArray("a\x1B[2J\nb\x7F\xC2\x9B") << QByteArray("a [2J b  ");
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\xF0\x9F\x98\x80");
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << bad + bad + bad + bad;
}

void TestImportDiagnostics::samplesAreShortCleanText()
{
    QFETCH(QByteArray, sample);
    ImportDiagnostics diagnostics;
    diagnostics.add(kLoss, 0, std::string_view(sample.constData(), static_cast<std::size_t>(sample.size())));
    const QByteArray kept = QByteArray::fromStdString(diagnostics.sorted()[0].sample);
    QTEST(kept, "expected");
    QVERIFY(kept.size() <= 120);
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(kept);
    QVERIFY(!decoder.hasError());
    QCOMPARE(decoded.toUtf8(), kept);
}

void TestImportDiagnostics::severityNames()
{
    QCOMPARE(severityName(Severity::Info), std::string_view("info"));
    QCOMPARE(severityName(Severity::Notice), std::string_view("notice"));
    QCOMPARE(severityName(Severity::DataLoss), std::string_view("data_loss"));
    QCOMPARE(severityName(Severity::Error), std::string_view("error"));
}

LAMELLA_TEST(TestImportDiagnostics)
#include "tst_ImportDiagnostics.moc"
