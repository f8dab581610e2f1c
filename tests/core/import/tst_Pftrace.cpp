// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto traces (protobuf) against the Chrome trace of the same run, and what their readers must survive.
#include "core/analysis/PerfettoRange.h"
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/MemoryBudget.h"
#include "core/import/OpenByteSource.h"
#include "core/import/pftrace/PftraceArgs.h"
#include "core/import/pftrace/PftraceText.h"
#include "tests/support/DocumentText.h"
#include "tests/support/EveryTable.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/PftraceOfTrace.h"
#include "tests/support/PftraceParts.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>
#include <zstd.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

using namespace pb;

// The text that the program reads of a file.
QByteArray wholeText(const QString &path)
{
    const auto source = openByteSource(path.toStdString(), {});
    QByteArray all;
    QByteArray some(100'000, '\0');
    while (source) {
        const auto got = (*source)->read(some.data(), static_cast<std::size_t>(some.size()));
        if (!got || *got == 0)
            break;
        all += some.first(static_cast<qsizetype>(*got));
    }
    return all;
}

QByteArray zstd(const QByteArray &data)
{
    QByteArray out(static_cast<qsizetype>(ZSTD_compressBound(static_cast<std::size_t>(data.size()))), '\0');
    out.resize(static_cast<qsizetype>(ZSTD_compress(
        out.data(), static_cast<std::size_t>(out.size()), data.constData(), static_cast<std::size_t>(data.size()), 3)));
    return out;
}

} // namespace

class tst_Pftrace : public QObject {
    Q_OBJECT

private slots:
    void sameTablesAsJson_data();
    void sameTablesAsJson();
    void stoppedWhileItIsLoaded();
    void changedWhileItIsRead();
    void largerThanTheMemory_data();
    void largerThanTheMemory();
    void theSourceCountsToo();
    void containers_data();
    void containers();
    void damagedContainers();
    void memoryIsGivenBack();
    void bundlesOfTooMuch();
    void denseStart();
    void bundlesThatEndWithinAPacket();
    void clocks_data();
    void clocks();
    void launchesByRenderStages();
    void stagesOfOneId();
    void argumentsOfEveryKind();
    void textsOfEveryLength();
    void damageBesideEvents();
    void namesOfTheirTime();
    void textOfEachEvent_data();
    void textOfEachEvent();
    void fieldsWithoutText_data();
    void fieldsWithoutText();
    void textOfEmptyTrace();
    void damagedText();
    void exactTimesForPerfetto();
    void faults();
    void truncatedAnywhere();
    void namesAreNotRepeatedWithoutEnd();
    void namesOfTheLastBlock();
    void otherFilesAreNoPftrace();

private:
    QString write(const QString &name, const QByteArray &content)
    {
        const QString path = m_dir.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write");
        return path;
    }
    std::shared_ptr<const TraceDocument> open(const QByteArray &content, const QString &name = QStringLiteral("t.pftrace"))
    {
        const auto document = openTrace(write(name, content).toStdString(), {}, {});
        if (!document) {
            qWarning("%s", document.error().message().c_str());
            return nullptr;
        }
        return *document;
    }
    std::string args(const TraceDocument &document, std::uint32_t event)
    {
        std::string all;
        const auto read = readEventArgs(document, EventId{event});
        if (!read)
            return read.error().message();
        for (const auto &[key, value] : *read)
            all += key + "=" + value + ";";
        return all;
    }
    QTemporaryDir m_dir;
};

void tst_Pftrace::sameTablesAsJson_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("order");
    for (const TraceKind kind : {TraceKind::Dense, TraceKind::Moe, TraceKind::CudaGraph, TraceKind::TwoDevices,
             TraceKind::EagerFrames, TraceKind::Training}) {
        for (const PftraceOrder order : {PftraceOrder::EndsLast, PftraceOrder::ByTime})
            QTest::addRow("%s, %s", traceKindName(kind), order == PftraceOrder::ByTime ? "by time" : "ends last")
                << static_cast<int>(kind) << static_cast<int>(order);
    }
}

void tst_Pftrace::sameTablesAsJson()
{
    QFETCH(int, kind);
    QFETCH(int, order);
    const QByteArray trace = QByteArray::fromStdString(generatedTrace(static_cast<TraceKind>(kind)).json);
    const auto json = open(chromeOf(trace), QStringLiteral("t.json"));
    const auto native = open(pftraceOf(trace, static_cast<PftraceOrder>(order)));
    QVERIFY(json && native);
    QCOMPARE(native->kernels.size(), json->kernels.size());
    QVERIFY(!native->diagnostics.anyDataLoss());
    std::map<std::string, std::string> expected;
    const auto key = [](const TableRequest &r) { return r.table + " " + r.pass + " " + r.by + (r.each ? " each" : ""); };
    const auto csv = [](const ReportTable &table) { return withoutFileName(writeTable(table, TableFormat::Csv)); };
    // Other facts of the file, and numbers of events, which stand in another order.
    const std::set<std::string> ofTheFile{"info", "diagnostics", "gaps", "flow", "search"};
    everyTable(json, [&](const TableRequest &r, const ReportTable &table) { expected[key(r)] = csv(table); });
    std::size_t compared = 0;
    everyTable(native, [&](const TableRequest &r, const ReportTable &table) {
        if (ofTheFile.contains(r.table))
            return;
        ++compared;
        if (csv(table) != expected[key(r)])
            QFAIL((key(r) + "\n" + csv(table).substr(0, 600) + "\nJSON:\n" + expected[key(r)].substr(0, 600)).c_str());
    });
    QVERIFY(compared > 60);
}

// A trace of gigabytes is in memory before its first event is known: it says how far it is, and can be stopped there.
void tst_Pftrace::stoppedWhileItIsLoaded()
{
    const QByteArray trace = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 2}).json));
    const QByteArray large = trace.repeated(static_cast<int>((qsizetype{5} << 20) / trace.size()) + 1);
    const QString path = writeFile(m_dir.filePath(QStringLiteral("large.pftrace")), large);
    std::stop_source stop;
    std::vector<std::uint64_t> seen;
    JobControl control;
    control.stop = stop.get_token();
    control.progress = [&](std::uint64_t done, std::uint64_t total) {
        seen.push_back(done);
        QCOMPARE(total, static_cast<std::uint64_t>(large.size()));
        if (seen.size() == 2)
            stop.request_stop();
    };
    const auto document = openTrace(path.toStdString(), {}, control);
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Cancelled);
    QCOMPARE(seen.size(), std::size_t{2});
    QVERIFY(seen[0] < seen[1] && seen[1] < static_cast<std::uint64_t>(large.size()));
}

// The file is read twice; another one in its place does not get mixed with it, even if its size and time are the same.
void tst_Pftrace::changedWhileItIsRead()
{
    const QByteArray trace = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 2}).json));
    for (const bool likeThis : {false, true}) {
        const std::string path = write(QStringLiteral("changing.pftrace"), trace.repeated(4)).toStdString();
        const auto source = openByteSource(path, {});
        QVERIFY(source);
        char first = 0;
        QVERIFY((*source)->read(&first, 1));
        const std::string other =
            write(QStringLiteral("other.pftrace"), likeThis ? trace.repeated(4) : trace.first(trace.size() / 2)).toStdString();
        std::filesystem::last_write_time(other, std::filesystem::last_write_time(path));
        std::filesystem::rename(other, path);
        std::string rest(static_cast<std::size_t>(64 * trace.size()), '\0');
        const auto read = (*source)->read(rest.data(), rest.size());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Io);
    }
}

void tst_Pftrace::largerThanTheMemory_data()
{
    QTest::addColumn<unsigned>("workers");
    QTest::newRow("one worker") << 1U;
    QTest::newRow("several") << 4U;
}

// 48 MB of arguments that no column holds, read with 24 MB.
void tst_Pftrace::largerThanTheMemory()
{
    QFETCH(unsigned, workers);
    const QByteArray name = bytes(4, bytes(10, "large") + bytes(6, QByteArray(1 << 20, 'x')));
    QByteArray trace = mainThread() + kernel(5, 1);
    for (int i = 0; i < 48; ++i)
        trace += packet(10, bytes(11, number(9, 3) + number(11, 1) + bytes(23, "i") + name));
    const QString path = write(QStringLiteral("arguments.pftrace"), trace);
    ImportOptions options;
    options.workers = workers;
    options.limits.maxMemoryBytes = 24'000'000;
    const auto document = openTrace(path.toStdString(), options, {});
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    QCOMPARE((*document)->kernels.size(), 1U);
    const auto last = readEventText(**document, EventId{(*document)->events.size() - 1});
    QVERIFY(last && last->size() > (1 << 20));
}

// 20 MB of names, which the source keeps until it is read and the document keeps for good: neither of them takes the limit alone.
void tst_Pftrace::theSourceCountsToo()
{
    constexpr int kNames = 20'000;
    QByteArray trace = mainThread() + kernel(5, 1);
    for (int i = 1; i <= kNames; ++i) {
        const QByteArray name = QByteArray::number(i).rightJustified(1000, 'n');
        trace +=
            bytes(1, number(10, 1) + number(13, i == 1 ? 1 : 0) + bytes(12, bytes(2, number(1, quint64(i)) + bytes(2, name))));
        trace += packet(10, bytes(11, number(9, 3) + number(11, 1) + number(10, quint64(i))));
    }
    const QString path = write(QStringLiteral("names.pftrace"), trace);
    ImportOptions options;
    options.workers = 1;
    options.limits.maxMemoryBytes = 55'000'000;
    const auto document = openTrace(path.toStdString(), options, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
    options.limits.maxMemoryBytes = 110'000'000;
    QVERIFY(openTrace(path.toStdString(), options, {}));
}

void tst_Pftrace::containers_data()
{
    QTest::addColumn<QByteArray>("content");
    const QByteArray plain = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 2}).json));
    QTest::newRow("plain") << plain;
    QTest::newRow("zstd") << zstd(plain);
    QTest::newRow("two zstd frames") << zstd(plain.first(5000)) + zstd(plain.mid(5000));
    QTest::newRow("gzip") << QByteArray::fromStdString(gzipped(plain.toStdString()));
    QTest::newRow("deflated packets") << bytes(1, number(10, 3) + bytes(50, deflated(plain)));
    QTest::newRow("zstd packets") << bytes(1, number(10, 3) + bytes(133, zstd(plain)));
}

void tst_Pftrace::containers()
{
    QFETCH(QByteArray, content);
    const auto plain = open(pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 2}).json)),
        QStringLiteral("plain.pftrace"));
    const auto document = open(content);
    QVERIFY(plain && document);
    QVERIFY(document->kernels.size() > 100);
    QCOMPARE(document->kernels.size(), plain->kernels.size());
    QCOMPARE(document->events.size(), plain->events.size());
    QCOMPARE(document->metadata.format, std::string("Perfetto trace (protobuf)"));
    QCOMPARE(args(*document, 40), args(*plain, 40));
    QVERIFY(!document->diagnostics.anyDataLoss());
}

// The second read gets as far as the first, wherever inflating ends.
void tst_Pftrace::damagedContainers()
{
    const QByteArray plain = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 40}).json));
    QVERIFY(plain.size() > qsizetype{2} << 20); // some blocks
    int losses = 0;
    for (const QByteArray &whole : {zstd(plain), QByteArray::fromStdString(gzipped(plain.toStdString()))}) {
        for (qsizetype at = whole.size() / 3; at < whole.size() - 16; at += whole.size() / 13) {
            QByteArray damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
            const auto document = openTrace(write(QStringLiteral("damaged.pftrace"), damaged).toStdString(), {}, {});
            QVERIFY2(document, document ? "" : document.error().message().c_str());
            losses += (*document)->diagnostics.anyDataLoss() ? 1 : 0;
        }
    }
    QVERIFY2(losses > 8, qPrintable(QString::number(losses))); // not each byte is noticed
}

// Budgets of traces that have been read leave the sum of all budgets as it was: neither more nor less.
void tst_Pftrace::memoryIsGivenBack()
{
    const QByteArray plain = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 2}).json));
    QVERIFY(open(bytes(1, number(10, 3) + bytes(50, deflated(plain)))));
    constexpr std::uint64_t kEighth = 125'000'000; // of the machine: all budgets together may have so much
    const auto machine = [] { return MachineMemory{8 * kEighth, 1}; };
    MemoryBudget less({}, machine);
    less.hold(kEighth);
    QVERIFY(!less.exceeded());
    less.release(kEighth);
    MemoryBudget more({}, machine);
    more.hold(kEighth + 1);
    QVERIFY(more.exceeded());
}

// 100 MB of nothing in bundles of 100 KB.
void tst_Pftrace::bundlesOfTooMuch()
{
    const QByteArray bundle = deflated(bytes(1, bytes(8'000, QByteArray(10'000'000, '\0'))));
    const QByteArray trace = mainThread() + kernel(5, 1) + bytes(1, bytes(50, bundle)).repeated(10);
    const auto document = openTrace(write(QStringLiteral("bomb.pftrace"), trace).toStdString(), {}, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
}

// 80 MB of nothing in 80 KB, which are little of the whole file.
void tst_Pftrace::denseStart()
{
    const QByteArray bundle = deflated(bytes(1, bytes(8'000, QByteArray(10'000'000, '\0'))));
    const QByteArray rest = bytes(1, bytes(8'000, QByteArray(1'000, 'x'))).repeated(2'000);
    const auto document = open(mainThread() + kernel(5, 1) + bytes(1, bytes(50, bundle)).repeated(8) + rest + kernel(9, 1));
    QVERIFY(document);
    QCOMPARE(document->kernels.size(), 2U);
}

// It is damaged, and what is whole of it and behind it is read.
void tst_Pftrace::bundlesThatEndWithinAPacket()
{
    const QByteArray cut = bytes(1, bytes(8'000, QByteArray(1'000, 'x'))).first(500);
    const QByteArray packets = kernel(20, 1) + kernel(30, 1) + cut;
    for (const QByteArray &bundle : {bytes(50, deflated(packets)), bytes(133, zstd(packets))}) {
        const auto document = open(mainThread() + kernel(10, 1) + bytes(1, bundle) + kernel(40, 1) + kernel(50, 1));
        QVERIFY(document);
        QCOMPARE(document->kernels.size(), 5U);
        QCOMPARE(document->diagnostics.count("damaged_packet"), 1U);
        QCOMPARE(document->diagnostics.count("damaged_message"), 0U);
    }
}

void tst_Pftrace::clocks_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<qint64>("start"); // ns on the clock of the trace; -1: not known
    const QByteArray slice = begin("a");
    const auto clock = [](quint64 id, quint64 time, const QByteArray &more = {}) {
        return bytes(1, number(1, id) + number(2, time) + more);
    };
    const QByteArray both = bytes(1, number(10, 1) + bytes(6, clock(6, 5'000) + clock(3, 1'000)));
    QTest::newRow("boot time") << packet(700, slice) << qint64(700);
    QTest::newRow("another clock") << both + packet(1'700, slice, {3}) << qint64(5'700);
    QTest::newRow("without snapshots") << packet(700, slice, {3}) << qint64(700);
    QTest::newRow("snapshots of others") << both + packet(700, slice, {9}) << qint64(-1);
    QTest::newRow("primary") << bytes(1, bytes(6, clock(6, 5'000) + clock(3, 1'000) + number(2, 3))) + packet(5'700, slice)
                             << qint64(1'700);
    const QByteArray steps =
        bytes(1, number(10, 1) + bytes(6, clock(6, 5'000'000) + clock(64, 2'000, number(3, 1) + number(4, 1'000))));
    QTest::newRow("incremental microseconds")
        << steps + packet(3, QByteArray(), {64}) + packet(4, slice, {64}) << qint64(5'007'000);
    QTest::newRow("default of the sequence")
        << both + bytes(1, number(10, 1) + bytes(59, number(58, 3))) + packet(1'700, slice) << qint64(5'700);
    const QByteArray chain = both + bytes(1, bytes(6, clock(3, 2'000) + clock(5, 100)));
    QTest::newRow("through another clock") << chain + packet(150, slice, {5}) << qint64(6'050);
}

void tst_Pftrace::clocks()
{
    QFETCH(QByteArray, content);
    QFETCH(qint64, start);
    const auto document = open(mainThread() + kernel(1, 10) + content);
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("unknown_clock"), start < 0 ? 1u : 0u);
    std::int64_t found = -1;
    for (std::uint32_t e = 0; e < document->events.size(); ++e) {
        const EventRow row = document->events.row(EventId{e});
        if (document->text(row.name) == "a")
            found = row.start;
    }
    QCOMPARE(found, start);
}

// A launch that names the stages it submits, neither with a correlation id.
void tst_Pftrace::launchesByRenderStages()
{
    const QByteArray call = bytes(
        11, number(9, 1) + number(11, 1) + bytes(22, "cuda_runtime") + bytes(23, "cudaLaunchKernel") + bytes(3000, number(1, 1)));
    const auto document = open(mainThread() + packet(100, call) + packet(110, end()) + kernel(200, 10));
    QVERIFY(document);
    QCOMPARE(document->kernels.size(), 1u);
    QVERIFY(document->kernels.launch[0].valid());
    QCOMPARE(
        std::string(document->text(document->events.row(document->kernels.launch[0]).name)), std::string("cudaLaunchKernel"));
}

// As CUDA's correlation ids, which are those of the stages: all kernels of a graph have one, and each process counts its own.
void tst_Pftrace::stagesOfOneId()
{
    const auto call = [](const char *name, int correlation) {
        const QByteArray stated =
            correlation == 0 ? QByteArray() : bytes(4, bytes(10, "correlation") + number(4, static_cast<quint64>(correlation)));
        return bytes(
            11, number(9, 1) + number(11, 1) + bytes(22, "cuda_runtime") + bytes(23, name) + stated + bytes(3000, number(1, 1)));
    };
    for (const auto &[a, b] : {std::pair(0, 0), std::pair(5, 6)}) {
        const auto document = open(mainThread() + packet(100, call("first", a)) + packet(110, end())
            + packet(300, call("second", b)) + packet(310, end()) + kernel(50, 10) + kernel(200, 10)
            + kernel(220, 10, "stream 8", 6) + kernel(300, 20) + kernel(400, 10));
        QVERIFY(document);
        QStringList launches;
        for (std::uint32_t k = 0; k < document->kernels.size(); ++k) {
            QVERIFY(document->kernels.launch[k].valid());
            launches << QString::fromStdString(
                std::string(document->text(document->events.row(document->kernels.launch[k]).name)));
        }
        QCOMPARE(launches.join(QLatin1Char(' ')), QStringLiteral("first first first second second"));
    }
}

void tst_Pftrace::argumentsOfEveryKind()
{
    const auto annotation = [](const QByteArray &name, const QByteArray &value) { return bytes(4, bytes(10, name) + value); };
    const QByteArray fixed = QByteArray::fromHex("000000000000f83f"); // 1.5
    QByteArray body = number(9, 1) + number(11, 1) + bytes(23, "a");
    body += annotation("flag", number(2, 1));
    body += annotation("unsigned", number(3, ~quint64(0)));
    body += annotation("negative", number(4, ~quint64(0)));
    body += annotation("real", pb::varint(5 << 3 | 1) + fixed);
    body += annotation("quote", bytes(6, "say \"hi\"\n"));
    body += annotation("pointer", number(7, 255));
    body += annotation("json", bytes(9, "{\"x\": [1]}"));
    body += annotation("no json", bytes(9, "{\"x\": "));
    body += annotation("list", bytes(12, number(4, 1)) + bytes(12, bytes(6, "b")) + bytes(12, QByteArray()));
    body += annotation("dict", bytes(11, bytes(10, "k") + number(2, 0)));
    body += annotation("nested",
        bytes(8, number(1, 1) + bytes(2, "k") + bytes(3, number(1, 2) + bytes(4, number(5, 4)) + bytes(4, bytes(8, "s")))));
    const auto document = open(mainThread() + packet(10, bytes(11, body)) + packet(20, end()) + kernel(30, 1));
    QVERIFY(document);
    std::uint32_t found = 0;
    while (document->text(document->events.row(EventId{found}).name) != "a")
        ++found;
    QCOMPARE(args(*document, found),
        std::string("flag=true;unsigned=18446744073709551615;negative=-1;real=1.5;quote=\"say \\\"hi\\\"\\u000a\";"
                    "pointer=\"0xff\";json={\"x\": [1]};no json=\"{\\\"x\\\": \";list=[1, \"b\", []];dict={\"k\": false};"
                    "nested={\"k\": [4, \"s\"]};"));
}

// What has to be escaped, and what is not ASCII, at each place of texts that are copied in pieces.
void tst_Pftrace::textsOfEveryLength()
{
    for (qsizetype length = 0; length < 40; ++length) {
        for (qsizetype at = 0; at < length; ++at) {
            for (const char *const special : {"a", "\"", "\\", "\x1f", "\x01", " ", "!", "[", "\x7f", "\xc3\xa9"}) {
                const QByteArray text = QByteArray(at, 'x') + special + QByteArray(length - at - 1, 'y');
                const std::string quoted =
                    pftrace::quotedJson(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
                const QByteArray list = "[" + QByteArray::fromStdString(quoted) + "]";
                QCOMPARE(QJsonDocument::fromJson(list)[0].toString().toUtf8(), text);
            }
        }
    }
    QCOMPARE(pftrace::quotedJson(""), std::string("\"\""));
}

// A damaged description of a track takes no event from the count of slices, and is counted; a damaged packet takes no names.
void tst_Pftrace::damageBesideEvents()
{
    const QByteArray broken("\x22\x7f", 2); // field 4 of 127 bytes that are not there
    const auto slice = [](int type, const QByteArray &name) { return bytes(11, number(9, type) + number(11, 1) + bytes(23, name)); };
    const QByteArray trace = packet(5, slice(1, "a") + bytes(60, broken)) + packet(15, slice(2, {})) + packet(20, slice(1, "b"))
        + packet(50, slice(2, {}));
    const auto document = open(trace + kernel(1, 1));
    QVERIFY(document);
    std::map<std::string, std::int64_t> lengths;
    for (std::uint32_t e = 0; e < document->events.size(); ++e)
        lengths[std::string(document->text(document->events.row(EventId{e}).name))] = document->events.row(EventId{e}).duration;
    QCOMPARE(lengths["a"], std::int64_t(10));
    QCOMPARE(lengths["b"], std::int64_t(30));
    std::uint64_t damaged = 0;
    for (const Diagnostic &diagnostic : document->diagnostics.sorted())
        damaged += diagnostic.kind->id == std::string_view("damaged_packet") ? diagnostic.count : 0;
    QCOMPARE(damaged, std::uint64_t(1));
    // The stage behind the event is damaged: the event goes, and the name of its thread comes with the next one.
    const QByteArray text = textOf(mainThread() + packet(1, slice(1, "x") + bytes(53, broken)) + packet(2, slice(1, "y")));
    QVERIFY(!text.contains("\"x\""));
    QCOMPARE(text.count("thread_name"), 1);
}

// An id that gets another name, and one that is declared anew after the sequence has been cleared.
void tst_Pftrace::namesOfTheirTime()
{
    const auto names = [](const QByteArray &text) { return bytes(12, bytes(2, number(1, 3) + bytes(2, text))); };
    const auto instant = [](const QByteArray &more) -> QByteArray {
        return more + bytes(11, number(9, 3) + number(11, 1) + number(10, 3));
    };
    const auto document = open(kernel(1, 1) + packet(10, instant(names("first"))) + packet(20, instant({}))
        + packet(30, instant(names("second"))) + packet(40, number(13, 1) + instant(names("third"))) + packet(50, instant({})));
    QVERIFY(document);
    std::map<std::int64_t, std::string> found;
    for (std::uint32_t e = 0; e < document->events.size(); ++e)
        if (const auto row = document->events.row(EventId{e}); row.phase == 'i')
            found[row.start] = document->text(row.name);
    const std::map<std::int64_t, std::string> expected{
        {10, "first"}, {20, "first"}, {30, "second"}, {40, "third"}, {50, "third"}};
    QVERIFY(found == expected);
}

void tst_Pftrace::textOfEachEvent_data()
{
    QTest::addColumn<unsigned>("workers");
    QTest::newRow("one worker") << 1U;
    QTest::newRow("several") << 4U;
}

// Events are read without their text; where that is said to be, it is, across the borders of blocks, and the whole is JSON.
void tst_Pftrace::textOfEachEvent()
{
    QFETCH(unsigned, workers);
    QByteArray trace = mainThread();
    constexpr std::uint32_t kEvents = 3 * pftrace::kMaxFieldsOfBlock + 7;
    for (std::uint32_t i = 0; i < kEvents; ++i)
        trace += packet(10 + i, bytes(11, number(9, 3) + number(11, 1) + bytes(23, "n" + QByteArray::number(i)) + flow(i / 2)));
    const QString path = write(QStringLiteral("many.pftrace"), trace + kernel(5, 1));
    ImportOptions options;
    options.workers = workers;
    const auto document = openTrace(path.toStdString(), options, {});
    QVERIFY(document);
    std::uint32_t instants = 0;
    for (std::uint32_t e = 0; e < (*document)->events.size(); e += 211) {
        const auto row = (*document)->events.row(EventId{e});
        const auto text = readEventText(**document, EventId{e});
        QVERIFY(text);
        const QJsonObject event = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
        QCOMPARE(event[u"ph"].toString().toStdString(), std::string(1, row.phase));
        QCOMPARE(event[u"name"].toString().toStdString(), std::string((*document)->text(row.name)));
        instants += row.phase == 'i' ? 1 : 0;
    }
    QVERIFY(instants > 20);
    QCOMPARE((*document)->events.size(), kEvents + 2 * (kEvents / 2) + 4); // with the flows, the kernel, and three names
    QCOMPARE(wholeText(path).size(), static_cast<qsizetype>((*document)->source.rawBytes));
    QVERIFY(!QJsonDocument::fromJson(wholeText(path)).object().isEmpty());
}

void tst_Pftrace::fieldsWithoutText_data()
{
    QTest::addColumn<QByteArray>("trace");
    for (const TraceKind kind : {TraceKind::Dense, TraceKind::Moe, TraceKind::TwoDevices, TraceKind::Training}) {
        QTest::addRow("%s", traceKindName(kind))
            << pftraceOf(QByteArray::fromStdString(generatedTrace(kind).json), PftraceOrder::ByTime);
    }
    const auto slice = [](quint64 time, const QByteArray &fields) {
        return packet(time, bytes(11, number(9, 3) + number(11, 1) + fields));
    };
    const auto annotated = [](const QByteArray &name, const QByteArray &value) { return bytes(4, bytes(10, name) + value); };
    const auto names = [](int field, quint64 id, const QByteArray &text) { return bytes(field, number(1, id) + bytes(2, text)); };
    QByteArray numbers = mainThread() + kernel(5, 1);
    quint64 power = 1;
    for (quint64 digits = 1; digits <= 20; ++digits, power *= 10)
        for (const quint64 value : {power - 1, power, power + 1})
            numbers += slice(100 + power % 1'000'000'007,
                bytes(23, "n") + annotated("External id", number(3, value)) + annotated("correlation", number(4, value))
                    + annotated("Input Dims", number(4, value)) + annotated("negative", number(4, ~value)));
    QTest::newRow("numbers") << numbers;
    QByteArray repeated = mainThread() + kernel(5, 1);
    for (int round = 0; round < 3; ++round)
        for (int i = 0; i < 3000; ++i) // more than are kept
            repeated += slice(100 + static_cast<quint64>(i),
                bytes(23, "r") + annotated("Input Dims", bytes(12, bytes(12, number(4, static_cast<quint64>(i)))))
                    + annotated("Input type", bytes(12, bytes(6, "t" + QByteArray::number(i))))
                    + annotated("Input Dims", bytes(12, number(4, static_cast<quint64>(i)))));
    QTest::newRow("more values than are kept") << repeated;
    QByteArray odd = mainThread() + kernel(5, 1);
    for (const char *const text : {"", "a", "say \"x\"", "caf\xc3\xa9", "b\xff", "twelve chars", "a name of more than sixteen",
             "a name of MORE than sixteen", "device id", "stream"}) {
        odd += slice(10, bytes(23, text) + bytes(22, text) + annotated(text, number(3, 7)));
        odd += slice(20, bytes(23, "n") + annotated(text, bytes(6, text)) + annotated("flag", number(2, 1)) + bytes(4, {}));
        odd += slice(30, bytes(22, "c") + bytes(22, text) + annotated("x", {}) + bytes(4, number(3, 5)));
        const QByteArray stage = number(2, 10) + number(14, 6) + number(13, 5);
        odd += packet(40, bytes(53, stage + bytes(17, text) + bytes(6, bytes(1, text) + bytes(2, "12"))));
        odd +=
            packet(50, bytes(53, stage + bytes(6, bytes(1, text) + bytes(2, text)) + bytes(6, bytes(2, "3") + bytes(1, text))));
        odd += packet(60, bytes(53, stage + bytes(6, bytes(1, "device id") + bytes(2, text)) + bytes(6, bytes(2, text))));
        odd += packet(70,
            bytes(53,
                stage + bytes(6, bytes(1, "grid") + bytes(2, "[3, 2, 1]"))
                    + bytes(
                        21, bytes(1, number(1, 132) + number(2, 4'294'967'295)) + bytes(3, bytes(2, text) + number(4, 168)))));
    }
    QTest::newRow("texts") << odd;
    // An id that stands for another text in the next state of the sequence.
    QByteArray states = mainThread() + kernel(5, 1);
    for (const char *const text : {"one", "two", "three"})
        states += packet(10,
            number(13, 1) + bytes(12, names(29, 1, text) + names(3, 2, text))
                + bytes(11,
                    number(9, 3) + number(11, 1) + bytes(23, "s") + bytes(4, number(1, 2) + number(17, 1))
                        + annotated("Collective name", number(17, 1)) + bytes(4, number(1, 2) + number(3, 9))));
    // The same bytes name another argument.
    for (const char *const name : {"External id", "correlation", "bytes", "flops", "unknown", "External id"})
        for (int i = 0; i < 3; ++i)
            states += packet(20,
                number(13, i == 0 ? 1 : 0) + bytes(12, names(3, 2, name))
                    + bytes(11, number(9, 3) + number(11, 1) + bytes(23, "s") + bytes(4, number(1, 2) + number(3, 9))));
    QTest::newRow("states") << states;
    // Arguments that are those of the event before, for a while, and others then.
    QByteArray again = mainThread() + kernel(5, 1);
    const auto extra = [](const QByteArray &name, const QByteArray &value) { return bytes(6, bytes(1, name) + bytes(2, value)); };
    for (quint64 i = 0; i < 600; ++i) {
        const QByteArray text = QByteArray::number(i / 7);
        again += slice(100 + i,
            bytes(23, "n") + annotated("External id", number(3, i / 3)) + annotated(i % 50 < 5 ? "bytes" : "Ev Idx", number(3, 7))
                + (i % 60 == 59 ? bytes(4, {}) : annotated("correlation", number(3, i))) + annotated("kernel_flop", number(3, 5))
                + annotated("Input Dims", bytes(9, " [[" + QByteArray::number(i / 5) + ", 2]] "))
                + annotated("Input Strides", bytes(12, number(4, i / 4 % 2))) + annotated("External id", bytes(6, "none")));
        again += packet(200 + i,
            bytes(53,
                number(2, 10) + number(14, 6) + number(13, 5) + bytes(17, "k") + extra("device id", "0")
                    + extra("correlation", text) + extra("stream id", i % 100 < 50 ? "7" : "8") + extra("bytes", "12")
                    + extra(i % 40 < 20 ? "context id" : "External id", "3") + bytes(6, bytes(2, "4") + bytes(1, "turned"))
                    + bytes(21, bytes(3, bytes(2, "correlation") + number(4, i / 9)))));
    }
    QTest::newRow("the same again") << again;
}

// The document that events make without their text is the one that their text makes.
void tst_Pftrace::fieldsWithoutText()
{
    QFETCH(QByteArray, trace);
    const QString path = write(QStringLiteral("fields.pftrace"), trace);
    const auto native = openTrace(path.toStdString(), {}, {});
    const auto text = openTrace(write(QStringLiteral("fields.json"), wholeText(path)).toStdString(), {}, {});
    QVERIFY(native && text);
    const auto asText = [](const TraceDocument &document) {
        QStringList lines = QString::fromStdString(documentText(document)).split(u'\n');
        lines.removeIf([](const QString &line) { return line.startsWith(u"bounds "); }); // JSON rounds for Perfetto
        return lines;
    };
    const QStringList made = asText(**native);
    const QStringList expected = asText(**text);
    for (qsizetype i = 0; i < std::min(made.size(), expected.size()); ++i)
        QCOMPARE(made[i], expected[i]);
    QCOMPARE(made.size(), expected.size());
}

void tst_Pftrace::textOfEmptyTrace()
{
    const QString path = write(QStringLiteral("none.pftrace"), mainThread());
    QVERIFY(QJsonDocument::fromJson(wholeText(path)).object()[u"traceEvents"].isArray());
    const auto document = openTrace(path.toStdString(), {}, {});
    QVERIFY(document);
    QCOMPARE((*document)->events.size(), 0U);
}

// What is no UTF-8 is repaired and counted, where it is; the events beside it are as they were.
void tst_Pftrace::damagedText()
{
    const auto instant = [](const QByteArray &name) { return bytes(11, number(9, 3) + number(11, 1) + bytes(23, name)); };
    const auto document = open(mainThread() + kernel(5, 1) + packet(10, instant("a")) + packet(20, instant("b\xff"))
        + packet(30, instant("\xE5\x9B\xBE")) + packet(40, instant("say \"c\\\n")));
    QVERIFY(document);
    QCOMPARE(document->diagnostics.count("invalid_utf8"), 1U);
    std::map<std::int64_t, std::string> found;
    std::int64_t damagedAt = 0;
    for (std::uint32_t e = 0; e < document->events.size(); ++e) {
        const auto row = document->events.row(EventId{e});
        if (row.phase == 'i')
            found[row.start] = document->text(row.name);
        if (row.phase == 'i' && row.start == 20)
            damagedAt = document->events.text(EventId{e}).first;
    }
    const std::map<std::int64_t, std::string> expected{
        {10, "a"}, {20, "b\xEF\xBF\xBD"}, {30, "\xE5\x9B\xBE"}, {40, "say \"c\\ "}};
    QVERIFY(found == expected);
    for (const Diagnostic &diagnostic : document->diagnostics.sorted())
        if (diagnostic.kind->id == std::string_view("invalid_utf8"))
            QCOMPARE(diagnostic.firstOffset, damagedAt);
}

void tst_Pftrace::exactTimesForPerfetto()
{
    constexpr std::int64_t kStart = 1'712'345'678'901'234'567;
    const auto document = open(mainThread() + kernel(kStart, 12'345));
    QVERIFY(document);
    QVERIFY(perfettoReads(*document));
    QCOMPARE(document->kernels.start[0], kStart);
    const PerfettoSlice slice = perfettoSlice(document->bounds, kStart, 12'345);
    QCOMPARE(slice.startNs, kStart);
    QCOMPARE(slice.durationNs, 12'345);
    QCOMPARE(document->bounds.perfettoBegin, kStart);
    QCOMPARE(document->bounds.perfettoEnd, kStart + 12'345);
}

void tst_Pftrace::faults()
{
    const QByteArray needs = bytes(1, number(8, 60) + number(10, 1) + number(13, 2) + begin("after"));
    const auto lost = open(mainThread() + kernel(10, 1) + bytes(1, number(10, 1) + number(42, 1)) + needs);
    QVERIFY(lost);
    QCOMPARE(lost->diagnostics.count("lost_packets"), 1u);
    QCOMPARE(lost->diagnostics.count("incomplete_packet"), 1u);
    const auto again = open(
        mainThread() + kernel(10, 1) + bytes(1, number(10, 1) + number(42, 1)) + bytes(1, number(10, 1) + number(13, 1)) + needs);
    QCOMPARE(again->diagnostics.count("incomplete_packet"), 0u);
    QCOMPARE(again->diagnostics.count("unclosed_begin"), 1u);
    const auto other = open(kernel(10, 1) + bytes(1, number(8, 20) + bytes(1, "ftrace")));
    QCOMPARE(other->diagnostics.count("other_packets"), 1u);
    const auto damaged = open(kernel(10, 1) + bytes(1, QByteArray::fromHex("0bffff")) + kernel(20, 1));
    QCOMPARE(damaged->diagnostics.count("damaged_packet"), 1u);
    QCOMPARE(damaged->kernels.size(), 2u);
    // Fields of another wire type than Perfetto's: the time as bytes, the event as a number.
    for (const QByteArray &wrong :
        {QByteArray(bytes(8, "x") + number(10, 1) + begin("a")), QByteArray(number(8, 5) + number(11, 1))}) {
        const auto otherType = open(mainThread() + kernel(10, 1) + bytes(1, wrong));
        QVERIFY(otherType);
        QCOMPARE(otherType->diagnostics.count("damaged_packet"), 1u);
        QCOMPARE(otherType->kernels.size(), 1u);
    }
    const auto unmatched = open(mainThread() + kernel(10, 1) + packet(30, end()));
    QCOMPARE(unmatched->diagnostics.count("unmatched_end"), 1u);
}

void tst_Pftrace::truncatedAnywhere()
{
    const QByteArray whole = pftraceOf(QByteArray::fromStdString(generatedTrace(TraceKind::Dense, {.passes = 1}).json));
    const auto complete = open(whole);
    QVERIFY(complete);
    std::uint64_t before = complete->events.size();
    for (qsizetype size = whole.size() - 1; size > 200; size -= 1 + size / 23) {
        const auto document = openTrace(write(QStringLiteral("cut.pftrace"), whole.first(size)).toStdString(), {}, {});
        if (!document)
            continue;
        QVERIFY((*document)->events.size() <= before);
        before = (*document)->events.size();
        const bool between = !(*document)->diagnostics.anyDataLoss();
        QVERIFY(between || (*document)->diagnostics.count("damaged_message") == 1
            || (*document)->diagnostics.count("unclosed_begin") > 0);
    }
}

// A name of a megabyte that each of a hundred thousand packets refers to.
void tst_Pftrace::namesAreNotRepeatedWithoutEnd()
{
    QByteArray trace = bytes(1, number(10, 1) + bytes(12, bytes(2, number(1, 1) + bytes(2, QByteArray(1 << 20, 'x')))));
    const QByteArray one = packet(10, bytes(11, number(9, 3) + number(11, 1) + number(10, 1)));
    for (int i = 0; i < 100'000; ++i)
        trace += one;
    const auto document = openTrace(write(QStringLiteral("long.pftrace"), trace).toStdString(), {}, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
}

// The same within one block, the last one of the file.
void tst_Pftrace::namesOfTheLastBlock()
{
    QByteArray trace = bytes(1, number(10, 1) + bytes(12, bytes(2, number(1, 1) + bytes(2, QByteArray(1 << 20, 'x')))));
    trace += packet(10, bytes(11, number(9, 3) + number(11, 1) + number(10, 1))).repeated(80);
    const QString path = write(QStringLiteral("last.pftrace"), trace);
    ImportOptions options;
    options.workers = 1;
    options.limits.maxRatio = 10;
    const auto document = openTrace(path.toStdString(), options, {});
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
    options.limits.maxRatio = 100;
    const auto whole = openTrace(path.toStdString(), options, {});
    QVERIFY(whole);
    QCOMPARE((*whole)->events.size(), 80U);
}

void tst_Pftrace::otherFilesAreNoPftrace()
{
    const auto looks = [](const QByteArray &head) {
        return pftrace::looksLikePftrace(std::string_view(head.constData(), static_cast<std::size_t>(head.size())));
    };
    QVERIFY(looks(kernel(10, 1)));
    QVERIFY(looks(kernel(10, 1) + kernel(20, 1).first(9)));
    QVERIFY(!looks("\n{\"traceEvents\": []}"));
    QVERIFY(!looks("\n{\n  \"schemaVersion\": 1,\n" + QByteArray(300, ' '))); // '{' is the tag of a group
    QVERIFY(!looks(bytes(1, number(1, 3) + bytes(2, "/host:CPU") + bytes(3, number(1, 1))))); // an XSpace message
    QVERIFY(!looks(QByteArray()));
    QVERIFY(!looks(QByteArray(100, '\n')));
}

LAMELLA_TEST(tst_Pftrace)
#include "tst_Pftrace.moc"
