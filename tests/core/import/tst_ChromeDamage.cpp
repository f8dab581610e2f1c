// SPDX-License-Identifier: GPL-3.0-or-later
// A small trace truncated at every byte, and with bytes replaced: always a result, with at most the damaged events lost. With
// LAMELLA_EVERY_BYTE=1 eight times as many bytes are replaced, in some rows every one.
#include "tests/support/DocumentText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// About 2 kB: metadata, pairs, flows, escapes, nested args, kernels.
std::string smallTrace()
{
    std::string events;
    for (int i = 0; i < 5; ++i) {
        const std::string n = std::to_string(i);
        events += quoted("{'ph':'X','cat':'cuda_runtime','name':'launch','pid':42,'tid':42,'ts':1") + n
            + quoted(".25,'dur':2,'args':{'correlation':") + n + quoted("1}},");
        events += "\n" + quoted("{'ph':'s','id':") + n + quoted(",'pid':42,'tid':42,'ts':1") + n
            + quoted(",'cat':'ac2g','name':'ac2g'},");
        events += quoted(" {'ph': 'X', 'cat': 'kernel', 'name': 'void k\\u003cint>(\\'a\\\\\\'), ") + n
            + quoted("', 'pid':0,'tid':7,'ts':2") + n + quoted(".5,'dur':1,'args':{'stream':7,'device':0,'correlation':") + n
            + quoted("1,'grid':[1,2,3],'list':[{'x':1},{'y':'},{'},[]]}},");
        events +=
            quoted("{'ph':'B','name':'f','pid':1,'tid':1,'ts':") + n + quoted("},{'ph':'E','pid':1,'tid':1,'ts':") + n + ".5},\n";
    }
    events += quoted("{'ph':'M','name':'process_name','pid':42,'tid':0,'args':{'name':'python'}}");
    return quoted("{'schemaVersion':1,'traceEvents':[") + events + quoted("],'traceName':'t.json','displayTimeUnit':'ms'}");
}

ImportOptions sizedOptions(unsigned workers, std::size_t blockBytes)
{
    ImportOptions options;
    options.workers = workers;
    options.blockBytes = blockBytes;
    return options;
}

} // namespace

class tst_ChromeDamage : public QObject {
    Q_OBJECT
private slots:
    // Unclosed nested lists: searching the end of each would take minutes.
    void listsWithoutEnd()
    {
        std::string text = quoted("{'traceEvents':[{'ph':'X','name':'a','pid':1,'tid':1,'ts':1,'dur':1}");
        for (int i = 0; i < 300000; ++i)
            text += ",[1";
        text += quoted(",{'ph':'X','name':'b','pid':1,'tid':1,'ts':2,'dur':1}]}");
        const auto opened = TraceText(text).open();
        QVERIFY(opened);
        QCOMPARE((*opened)->events.size(), 2u);
        QVERIFY((*opened)->diagnostics.count("not_an_object") > 0);
    }

    void truncatedAtEveryByte_data()
    {
        QTest::addColumn<int>("block");
        QTest::newRow("one block") << 65536;
        QTest::newRow("blocks of 256 bytes") << 256;
    }
    void truncatedAtEveryByte()
    {
        QFETCH(int, block);
        const std::string text = smallTrace();
        const std::size_t firstEvent = text.find('[') + 1;
        TraceText file(text);
        std::uint32_t before = 0;
        for (std::size_t length = 1; length <= text.size(); ++length) {
            file.write(std::string_view(text).substr(0, length));
            const auto opened = file.open(sizedOptions(1, static_cast<std::size_t>(block)));
            if (length < firstEvent) {
                QVERIFY2(!opened, qPrintable(QString::number(length)));
                QCOMPARE(opened.error().code, ErrorCode::NotATrace);
                continue;
            }
            QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
            const std::uint32_t events = (*opened)->events.size();
            QVERIFY2(events == before || events == before + 1,
                qPrintable(QStringLiteral("%1 bytes: %2 after %3 events").arg(length).arg(events).arg(before)));
            QCOMPARE((*opened)->diagnostics.empty(), length == text.size());
            before = events;
        }
        QCOMPARE(before, 26u);
    }

    void bytesReplaced_data()
    {
        QTest::addColumn<int>("byte");
        QTest::addColumn<int>("block");
        QTest::addColumn<int>("step");
        for (const int byte : {0xFF, int('"'), int('{')})
            QTest::addRow("bytes to %02x", static_cast<unsigned>(byte)) << byte << 65536 << 1;
        for (const int byte : {0xFF, int('"'), int('{'), int('}'), int(']'), int(','), int('\\'), 0})
            QTest::addRow("some bytes to %02x, small blocks", static_cast<unsigned>(byte)) << byte << 256 << 7;
        for (const int byte : {int('}'), int(']'), int('['), int(','), int(':'), int('\\'), 0})
            QTest::addRow("some bytes to %02x", static_cast<unsigned>(byte)) << byte << 65536 << 5;
    }
    void bytesReplaced()
    {
        QFETCH(int, byte);
        QFETCH(int, block);
        QFETCH(int, step);
        const std::string text = smallTrace();
        const std::size_t firstEvent = text.find('[') + 1;
        const std::size_t lastEvent = text.rfind(quoted("],'traceName"));
        if (qEnvironmentVariableIsEmpty("LAMELLA_EVERY_BYTE"))
            step *= 8;
        TraceText file(text);
        for (std::size_t at = 0; at < text.size(); at += static_cast<std::size_t>(step)) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(byte);
            file.write(damaged);
            const auto opened = file.open(sizedOptions(1, static_cast<std::size_t>(block)));
            if (at < firstEvent || at >= lastEvent) {
                QVERIFY(opened || opened.error().code == ErrorCode::NotATrace);
                continue;
            }
            QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
            const std::uint32_t events = (*opened)->events.size();
            // One event may be lost, or two if the damage joins neighbours; nested objects never become events.
            QVERIFY2(events >= 24 && events <= 27,
                qPrintable(QStringLiteral("byte %1 at %2: %3 events").arg(byte).arg(at).arg(events)));
        }
    }

    void deepNesting_data()
    {
        QTest::addColumn<QByteArray>("piece");
        QTest::newRow("lists") << QByteArray("[");
        QTest::newRow("objects") << QByteArray("{\"a\":");
        QTest::newRow("events in events") << QByteArray("{\"ph\":\"X\",\"args\":[{},");
    }
    void deepNesting()
    {
        QFETCH(QByteArray, piece);
        std::string text = quoted("{'traceEvents':[{'ph':'X','name':'ok','pid':1,'tid':1,'ts':1,'dur':1},{'ph':'X','args':");
        for (int i = 0; i < 20000; ++i)
            text += piece.toStdString();
        const auto opened = TraceText(text).open(sizedOptions(1, 4096));
        QVERIFY(opened);
        QVERIFY((*opened)->events.size() >= 1);
        QVERIFY((*opened)->diagnostics.anyDataLoss());
    }
};

LAMELLA_TEST(tst_ChromeDamage)
#include "tst_ChromeDamage.moc"
