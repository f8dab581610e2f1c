// SPDX-License-Identifier: GPL-3.0-or-later
// The document does not depend on the number of workers, the block size or compression.
#include "tests/support/DocumentText.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// 400 kB with names, tracks, shapes and flow ids that first occur throughout the file, and args that look like events.
std::string longTrace(bool damaged)
{
    std::string events;
    for (int i = 0; i < 1500; ++i) {
        const std::string n = std::to_string(i);
        const std::string family = std::to_string(i * i % 97);
        events += quoted("{'ph':'X','cat':'cpu_op','name':'op") + family + quoted("','pid':42,'tid':") + std::to_string(i % 5)
            + quoted(",'ts':") + n + quoted("0.5,'dur':7,'args':{'External id':") + n + quoted(",'Input Dims':[[") + family
            + quoted(",8]],'Input type':['half'],'frames':[{'name':'a','line':1},{'name':'b'}]}},");
        events += quoted("{'ph':'s','id':'flow") + family + quoted("','pid':42,'tid':1,'ts':") + n
            + quoted("0,'cat':'ac2g','name':'ac2g'},") + "\n";
        events += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':42,'tid':42,'ts':") + n
            + quoted("1,'dur':2,'args':{'correlation':") + n + quoted("7}},");
        events += quoted("{'ph':'X','cat':'kernel','name':'kernel \\u003c") + family + quoted(">','pid':") + std::to_string(i % 3)
            + quoted(",'tid':'stream ") + std::to_string(i % 7) + quoted("','ts':") + std::to_string(i * 10 - i % 13 * 25 + 400)
            + quoted(".125,'dur':3.25,'args':{'correlation':") + n + quoted("7,'grid':[") + family
            + quoted(",1,1],'block':[64,2,1]}},");
        if (damaged && i % 211 == 7)
            events += quoted("{'ph':'X,'cat':'cpu_op','name':'broken','pid':1,'tid':1,'ts':5,'dur':1},");
        if (i % 400 == 3)
            events += quoted("{'ph':'X','cat':'cpu_op','name':'") + std::string(5000, 'x')
                + quoted("','pid':1,'tid':1,'ts':5,'dur':1,'args':{'list':[") + std::string(3000, ' ')
                + quoted("{'ph':'X'},{'ph':'X'},{'ph':'X'}]}},");
    }
    events += quoted("{'ph':'M','name':'thread_name','pid':42,'tid':42,'args':{'name':'main'}}");
    return quoted("{'schemaVersion':1,'deviceProperties':[{'id':0,'name':'Test GPU'}],'traceEvents':[") + events
        + quoted("],'INFO':[{'ph':'X','name':'not an event'},{'ph':'X'}],'traceName':'long.json'}");
}

} // namespace

class tst_ChromeDeterminism : public QObject {
    Q_OBJECT
private slots:
    void sameDocument_data()
    {
        QTest::addColumn<bool>("damaged");
        QTest::addColumn<bool>("compressed");
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("block");
        for (const bool damaged : {false, true})
            for (const bool compressed : {false, true})
                for (const int workers : {1, 2, 8})
                    for (const int block : {1 << 10, 64 << 10, 512 << 10})
                        QTest::addRow("%s%s, %d workers, blocks of %d KiB", damaged ? "damaged" : "sound",
                            compressed ? ", gzip" : "", workers, block >> 10)
                            << damaged << compressed << workers << block;
    }
    void sameDocument()
    {
        QFETCH(bool, damaged);
        QFETCH(bool, compressed);
        QFETCH(int, workers);
        QFETCH(int, block);
        const std::string text = longTrace(damaged);
        ImportOptions options;
        options.workers = 1;
        const std::string expected = documentText(*openText(text, options));
        options.workers = static_cast<unsigned>(workers);
        options.blockBytes = static_cast<std::size_t>(block);
        const std::string actual = documentText(*openText(compressed ? gzipped(text) : text, options));
        if (actual != expected) {
            std::size_t at = 0;
            while (at < actual.size() && at < expected.size() && actual[at] == expected[at])
                ++at;
            const std::size_t line = actual.rfind('\n', at) + 1;
            QFAIL(qPrintable(
                QStringLiteral("got  %1\nwant %2")
                    .arg(QString::fromStdString(actual.substr(line, 200)), QString::fromStdString(expected.substr(line, 200)))));
        }
    }

    void sameMemory()
    {
        const std::string text = longTrace(false); // more than 256 texts, which each worker meets in another order
        ImportOptions options;
        options.blockBytes = 4 << 10;
        options.workers = 1;
        const std::size_t expected = openText(text, options)->memoryBytes();
        for (const unsigned workers : {2u, 3u, 8u}) {
            options.workers = workers;
            QCOMPARE(openText(text, options)->memoryBytes(), expected);
        }
    }

    void nothingIsLost()
    {
        const auto trace = openText(longTrace(false));
        QCOMPARE(trace->events.size(), 6000u + 4u + 1u);
        QCOMPARE(trace->kernels.size(), 1500u);
        QCOMPARE(trace->devices.size(), std::size_t(3));
        QCOMPARE(trace->streams.size(), std::size_t(21));
        QVERIFY(trace->diagnostics.empty());
        QVERIFY(std::is_sorted(trace->kernels.start.begin(), trace->kernels.start.end()));
        const auto broken = openText(longTrace(true));
        QCOMPARE(broken->events.size(), trace->events.size());
        QCOMPARE(broken->diagnostics.count("damaged_event"), std::uint64_t(8));
    }
};

LAMELLA_TEST(tst_ChromeDeterminism)
#include "tst_ChromeDeterminism.moc"
