// SPDX-License-Identifier: GPL-3.0-or-later
// Files that need more memory than there is: each format fails with a clear message before exceeding the limit.
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"
#include "tests/support/Gzip.h"
#include "tests/support/PeakMemory.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <protozero/pbf_writer.hpp>
#include <sqlite3.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::uint64_t kMegabyte = 1'000'000;
constexpr long long kRoomKb = 30'000; // text blocks, inflaters, and the test's own memory

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string manyMembers(const std::string &first, const std::string &member, int times)
{
    const std::string packed = gzipped(member);
    return gzipped(first) + repeated(packed, static_cast<std::size_t>(times));
}

ImportOptions budget(std::uint64_t megabytes)
{
    ImportOptions options;
    options.workers = 2;
    options.limits.maxMemoryBytes = megabytes * kMegabyte;
    return options;
}

QString refusal(const TraceText::Opened &opened)
{
    if (opened || opened.error().code != ErrorCode::Limit)
        return QStringLiteral("not refused: ") + (opened ? QString() : QString::fromStdString(opened.error().message()));
    return QString::fromStdString(opened.error().message());
}

// A four-byte protobuf event of kind 1.
std::string spaceOfEvents(std::size_t events)
{
    std::string line;
    protozero::pbf_writer writer(line);
    writer.add_string(2, "XLA Ops");
    line += repeated(std::string("\x22\x02\x08\x01", 4), events);
    std::string plane;
    protozero::pbf_writer(plane).add_string(2, "/device:TPU:0");
    protozero::pbf_writer(plane).add_message(3, line);
    std::string space;
    protozero::pbf_writer(space).add_message(1, plane);
    return space;
}

std::string databaseOf(const QString &path, const char *sql)
{
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("%s", sqlite3_errmsg(database));
    sqlite3_close(database);
    return path.toStdString();
}

const std::string kStatsHeader = "Time (%),Total Time (ns),Instances,Avg (ns),Name\n";

} // namespace

class tst_MemoryBudget : public QObject {
    Q_OBJECT
private slots:
    void aLimitOfTheUsers()
    {
        ImportLimits limits;
        limits.maxMemoryBytes = 5 * kMegabyte;
        MemoryBudget memory(limits, [] { return MachineMemory{1, 0}; }); // not called
        memory.hold(5 * kMegabyte);
        QVERIFY(!memory.exceeded());
        memory.release(kMegabyte);
        memory.hold(kMegabyte);
        QVERIFY(!memory.exceeded());
        memory.hold(1);
        QVERIFY(memory.exceeded());
        memory.release(kMegabyte);
        QVERIFY(memory.exceeded());
        QCOMPARE(memory.limitError("a.json").message(),
            std::string("a.json: takes more than 5 MB of memory to read; record a shorter trace, cut out one pass where there is "
                        "more memory (lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)"));
        limits.maxMemoryBytes = 0;
        MemoryBudget none(limits, [] { return MachineMemory{1, 0}; });
        none.hold(std::uint64_t{1} << 50);
        QVERIFY(!none.exceeded());
    }
    void whatTheMachineCanSpare()
    {
        int asked = 0;
        MachineMemory machine{24'000 * kMegabyte, 20'000 * kMegabyte};
        MemoryBudget memory({}, [&] { return ++asked, machine; });
        for (int i = 0; i < 1000; ++i) { // as for a trace of five gigabytes
            memory.hold(kMegabyte);
            machine.available -= kMegabyte;
        }
        QVERIFY(!memory.exceeded());
        QVERIFY2(asked > 10 && asked < 20, qPrintable(QString::number(asked)));
        machine.available = 3'500 * kMegabyte; // used by other programs
        memory.hold(2'400 * kMegabyte);
        QVERIFY(!memory.exceeded());
        machine.available = 3'300 * kMegabyte;
        memory.hold(100 * kMegabyte);
        QVERIFY(memory.exceeded());
        const QString said = QString::fromStdString(memory.limitError("a.json").message());
        QVERIFY2(said.contains(QStringLiteral("(3500 MB so far, 3300 MB are left)"))
                && said.contains(QStringLiteral("LAMELLA_MAX_MEMORY_MEGABYTES")),
            qPrintable(said));
    }
    void whatSuitsTheFile()
    {
        const auto machine = [] { return MachineMemory{256'000 * kMegabyte, 200'000 * kMegabyte}; };
        MemoryBudget memory({}, machine);
        memory.boundByFile(9 * kMegabyte);
        memory.hold(1'576 * kMegabyte);
        QVERIFY(!memory.exceeded());
        memory.hold(1);
        QVERIFY(memory.exceeded());
        QVERIFY(memory.limitError("a.json.gz").message().starts_with("a.json.gz: takes more than 1576 MB of memory to read; "));
        MemoryBudget large({}, machine);
        large.boundByFile(UINT64_MAX);
        large.hold(100'000 * kMegabyte);
        QVERIFY(!large.exceeded());
        ImportLimits limits; // set by the user
        limits.maxMemoryBytes = 3'000 * kMegabyte;
        MemoryBudget chosen(limits, machine);
        chosen.boundByFile(1);
        chosen.hold(3'000 * kMegabyte);
        QVERIFY(!chosen.exceeded());
    }
    // Another thread passes the limit of the file while one asks the machine, which can spare more.
    void whatIsExceededStaysSo()
    {
        MemoryBudget *of = nullptr;
        MemoryBudget memory({}, [&] {
            of->hold(1'900 * kMegabyte);
            return MachineMemory{256'000 * kMegabyte, 200'000 * kMegabyte};
        });
        of = &memory;
        memory.boundByFile(9 * kMegabyte);
        memory.hold(100 * kMegabyte);
        QVERIFY(memory.exceeded());
    }
    // Each import uses little, together they use much: what is left counts.
    void readingsKnowOfOneAnother()
    {
        const auto machine = [] { return MachineMemory{8'000 * kMegabyte, 100 * kMegabyte}; };
        MemoryBudget one({}, machine);
        one.hold(900 * kMegabyte);
        QVERIFY(!one.exceeded());
        {
            MemoryBudget other({}, machine);
            other.hold(200 * kMegabyte);
            QVERIFY(other.exceeded());
        }
        MemoryBudget later({}, machine);
        later.hold(90 * kMegabyte);
        QVERIFY(!later.exceeded());
    }

    void aSourceIsReadWhole_data()
    {
        QTest::addColumn<std::string>("file");
        QTest::addColumn<std::string>("text");
        const std::string text = repeated("0123456789abcdef\n", 200'000);
        QTest::newRow("plain") << text << text;
        QTest::newRow("one byte") << std::string("x") << std::string("x");
        QTest::newRow("gzip") << gzipped(text) << text;
        QTest::newRow("members") << gzipped(text) + gzipped(text) + gzipped("end") << text + text + "end";
        std::string lies = gzipped(text);
        lies.replace(lies.size() - 4, 4, "\xFF\xFF\xFF\x7F");
        QTest::newRow("a size that is not true") << lies << text;
    }
    void aSourceIsReadWhole()
    {
        QFETCH(std::string, file);
        QFETCH(std::string, text);
        const TraceText written(file);
        const auto source = openByteSource(written.path(), {});
        MemoryBudget memory({});
        const Error tooLarge{ErrorCode::Limit, "too large", written.path()};
        const auto whole = readWhole(**source, text.size(), tooLarge, memory, {});
        QVERIFY(whole && *whole == text);
        QCOMPARE(memory.held(), std::uint64_t(text.size()));
        const auto again = openByteSource(written.path(), {});
        const auto less = readWhole(**again, text.size() - 1, tooLarge, memory, {});
        QVERIFY(!less && less.error().detail.english() == "too large");
    }

    void manyTinyEvents()
    {
        const std::string events = repeated(quoted("{'ph':'i','ts':1},\n"), 50'000);
        const TraceText file(manyMembers(quoted("{'traceEvents':[\n"), events, 80)); // four million events: 130 MB of columns
        QVERIFY(QFileInfo(QString::fromStdString(file.path())).size() < 500'000);
        const PeakMemory peak;
        const QString said = refusal(file.open(budget(20)));
        QVERIFY2(said.contains(QStringLiteral("more than 20 MB of memory")), qPrintable(said));
        QVERIFY2(peak.grownKilobytes() < 20'000 + kRoomKb, qPrintable(QString::number(peak.grownKilobytes())));
    }
    void manyNames()
    {
        std::string events;
        for (int i = 0; i < 60'000; ++i)
            events += (i == 0 ? "" : ",") + quoted("{'ph':'i','ts':1,'name':'n") + std::to_string(i) + "\"}";
        const TraceText file(traceObject(events));
        const QString said = refusal(file.open(budget(8))); // two of them are columns
        QVERIFY2(said.contains(QStringLiteral("more than 8 MB of memory")), qPrintable(said));
        QVERIFY(file.open(budget(60)));
    }

    void protobufThatInflates()
    {
        std::string head(1, '\x0A');
        protozero::add_varint_to_buffer(&head, std::uint64_t{1} << 30);
        const TraceText file(manyMembers(head, std::string(std::size_t{4} << 20, '\0'), 256), QStringLiteral("a.xplane.pb.gz"));
        const PeakMemory usual;
        QString said = refusal(file.open());
        QVERIFY2(
            said.contains(QStringLiteral("100 times")) && said.contains(QStringLiteral("LAMELLA_MAX_RATIO")), qPrintable(said));
        QVERIFY2(usual.grownKilobytes() < 2 * 66'000 + kRoomKb, qPrintable(QString::number(usual.grownKilobytes())));
        const PeakMemory little;
        said = refusal(file.open(budget(20)));
        QVERIFY2(said.contains(QStringLiteral("more than 20 MB of memory")), qPrintable(said));
        QVERIFY2(little.grownKilobytes() < 20'000 + kRoomKb, qPrintable(QString::number(little.grownKilobytes())));
    }
    void protobufOfTinyEvents()
    {
        const TraceText file(spaceOfEvents(500'000), QStringLiteral("a.xplane.pb"));
        QVERIFY(file.open(budget(400)));
        const PeakMemory peak;
        const QString said = refusal(file.open(budget(20)));
        QVERIFY2(said.contains(QStringLiteral("more than 20 MB of memory")), qPrintable(said));
        QVERIFY2(peak.grownKilobytes() < 20'000 + kRoomKb, qPrintable(QString::number(peak.grownKilobytes())));
    }

    void summaryTextThatInflates()
    {
        const std::string rows = repeated("1,2,3,4,k\n", 400'000);
        const TraceText file(manyMembers(kStatsHeader, rows, 60), QStringLiteral("a.csv"));
        const PeakMemory usual;
        QString said = refusal(file.open());
        QVERIFY2(said.contains(QStringLiteral("100 times")), qPrintable(said));
        QVERIFY2(usual.grownKilobytes() < 2 * 66'000 + kRoomKb, qPrintable(QString::number(usual.grownKilobytes())));
        const TraceText small(manyMembers(kStatsHeader, rows, 3), QStringLiteral("a.csv"));
        QVERIFY(small.open(budget(500)));
        const PeakMemory little;
        said = refusal(small.open(budget(40))); // the text fits, its cells do not
        QVERIFY2(said.contains(QStringLiteral("more than 40 MB of memory")), qPrintable(said));
        QVERIFY2(little.grownKilobytes() < 40'000 + kRoomKb, qPrintable(QString::number(little.grownKilobytes())));
    }

    void aDatabase()
    {
        const QTemporaryDir folder;
        const std::string path = databaseOf(folder.filePath(QStringLiteral("a.sqlite")),
            "CREATE TABLE StringIds(id INTEGER, value TEXT); INSERT INTO StringIds VALUES(1,'k');"
            "CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER, eventType INTEGER, textId INTEGER, globalTid INTEGER);"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)"
            "INSERT INTO NVTX_EVENTS SELECT i, i + 1, 59, 1, i FROM n;");
        const auto whole = openTrace(path, budget(100), {});
        QVERIFY(whole && (*whole)->events.size() == 50'000);
        const QString said = refusal(openTrace(path, budget(10), {})); // each on its own thread
        QVERIFY2(said.contains(QStringLiteral("more than 10 MB of memory")), qPrintable(said));
        ImportOptions events;
        events.limits.maxEvents = 49'999;
        QVERIFY(refusal(openTrace(path, events, {})).contains(QStringLiteral("more than 49999 events")));
        events.limits.maxEvents = 50'000;
        QVERIFY(openTrace(path, events, {}));
        events.limits.maxRawBytes = 1000;
        QVERIFY(refusal(openTrace(path, events, {})).contains(QStringLiteral("LAMELLA_MAX_GIGABYTES")));
    }
    void textsOfADatabase()
    {
        const QTemporaryDir folder;
        const std::string path = databaseOf(folder.filePath(QStringLiteral("a.sqlite")),
            "CREATE TABLE StringIds(id INTEGER, value TEXT);"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)"
            "INSERT INTO StringIds SELECT i, 't' FROM n;");
        QVERIFY(openTrace(path, budget(50), {}));
        const QString said = refusal(openTrace(path, budget(4), {}));
        QVERIFY2(said.contains(QStringLiteral("more than 4 MB of memory")), qPrintable(said));
    }

    void aRowOfNothing()
    {
        const std::string file = "Name,Type,Start Time(us),Duration(us)\nk,AI_CORE,1.0,1.0" + std::string(8'000'000, ',') + "\n";
        const TraceText table(gzipped(file), QStringLiteral("kernel_details.csv"));
        const PeakMemory peak; // the row itself grows
        QCOMPARE((*table.open())->kernels.size(), 1u);
        QVERIFY2(peak.grownKilobytes() < 4 * 8'000 + kRoomKb, qPrintable(QString::number(peak.grownKilobytes())));
        ImportOptions options;
        options.limits.maxEventBytes = 0; // none
        QVERIFY((*table.open(options))->diagnostics.empty());
    }
    void aTableOfKernels()
    {
        const std::string file = "Name,Type,Start Time(us),Duration(us)\n" + repeated("k,AI_CORE,1.0,1.0\n", 100'000);
        const TraceText table(file, QStringLiteral("kernel_details.csv"));
        QVERIFY(table.open(budget(60)));
        const QString said = refusal(table.open(budget(8)));
        QVERIFY2(said.contains(QStringLiteral("more than 8 MB of memory")), qPrintable(said));
    }
};

LAMELLA_TEST(tst_MemoryBudget)
#include "tst_MemoryBudget.moc"
