// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots: pickles made by Python (tests/data/snapshots/make_snapshots.py), pickles that run code, and damaged ones.
#include "core/import/ImporterRegistry.h"
#include "core/model/MemoryLog.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/PeakMemory.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/SnapshotPickle.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

class tst_Snapshot : public QObject {
    Q_OBJECT

private slots:
    void everyProtocol_data();
    void everyProtocol();
    void tablesByHand();
    void oomIsExplained();
    void oomWithoutTheDriver();
    void codeIsRefused_data();
    void codeIsRefused();
    void cyclesAreHarmless();
    void nestingIsBounded();
    void memoIsBounded();
    void settingsAreBounded();
    void batchesOfAnyLength();
    void dictsFilledKeyByKey();
    void recordsOfNoKnownForm();
    void otherPickle();
    void truncated();
    void lostEvents();
    void streamsAndOddLists();
    void manyFrames();
    void walksBackToItsBeginning_data();
    void walksBackToItsBeginning();
    void rawTimeline();
    void ascendTables();
    void ascendAllocators_data();
    void ascendAllocators();
    void ascendPublicCurve_data();
    void ascendPublicCurve();

private:
    static QByteArray bytesOf(const char *name)
    {
        QFile file(QStringLiteral(LAMELLA_TEST_DATA "/snapshots/") + QLatin1String(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", name);
        return file.readAll();
    }
    Result<std::shared_ptr<const TraceDocument>> open(const QByteArray &bytes, const char *name = "t.pickle")
    {
        return openTrace(writeFile(m_dir.filePath(QLatin1String(name)), bytes.toStdString()).toStdString(), {});
    }
    static std::shared_ptr<const ReportTable> table(const std::shared_ptr<const TraceDocument> &document, const char *by)
    {
        const auto session = AnalysisSession::create(document, {});
        TableRequest request;
        request.table = "memory";
        request.by = by;
        const auto made = (*session)->table(request);
        return made ? *made : nullptr;
    }
    static std::string csv(const std::shared_ptr<const TraceDocument> &document, const char *by)
    {
        return writeTable(*table(document, by), TableFormat::Csv);
    }
    QTemporaryDir m_dir;
};

void tst_Snapshot::everyProtocol_data()
{
    QTest::addColumn<int>("protocol");
    for (int protocol = 2; protocol <= 5; ++protocol)
        QTest::addRow("%d", protocol) << protocol;
}

void tst_Snapshot::everyProtocol()
{
    QFETCH(int, protocol);
    const auto document = open(bytesOf(("small_" + std::to_string(protocol) + ".pickle").c_str()));
    QVERIFY(document);
    const MemoryLog &log = *(*document)->memory;
    QCOMPARE(log.size(), 6u);
    QCOMPARE(log.segments.size(), std::size_t{1});
    QCOMPARE(log.blocks.size(), std::size_t{3});
    QCOMPARE(log.frames.size(), std::size_t{4});
    QCOMPARE(log.unread, std::uint64_t{0});
    QVERIFY((*document)->diagnostics.sorted().empty());
    QCOMPARE((*document)->zero(), std::int64_t{1'000'000});
}

// 1 MiB from before; 1024 bytes at 0 us are kept, 2048 at 10 us are freed at 20 us.
void tst_Snapshot::tablesByHand()
{
    const auto document = open(bytesOf("small_4.pickle"));
    QVERIFY(document);
    const auto time = table(*document, "time");
    const std::int64_t expected[] = {1049600, 1051648, 1051648, 1049600, 1049600, 1049600};
    const std::int64_t active[] = {1049600, 1051648, 1051648, 1051648, 1049600, 1049600};
    QCOMPARE(time->rowCount(), std::size_t{6});
    for (std::size_t r = 0; r < 6; ++r) {
        QCOMPARE(time->integer(r, time->columnIndex("allocated_bytes")), expected[r]);
        QCOMPARE(time->integer(r, time->columnIndex("active_bytes")), active[r]);
        QCOMPARE(time->integer(r, time->columnIndex("reserved_bytes")), std::int64_t{2097152});
    }
    QVERIFY(time->warnings().empty());
    // The innermost frame outside of PyTorch.
    QCOMPARE(time->text(0, time->columnIndex("line")), std::string_view("/home/me/model.py(7): forward"));
    QCOMPARE(csv(*document, "category"),
        std::string("name,device,count,allocated_bytes,freed_bytes,net_bytes,peak_bytes,at_peak_bytes\n"
                    "weights,0,0,0,0,0,1048576,1048576\ntemporary,0,2,2048,2048,0,2048,2048\nkept,0,1,1024,0,1024,1024,1024\n"));
    const auto peak = table(*document, "peak");
    QCOMPARE(peak->rowCount(), std::size_t{3});
    const auto segments = table(*document, "segment");
    QCOMPARE(segments->integer(0, segments->columnIndex("active_bytes")), std::int64_t{1049600});
    QCOMPARE(segments->integer(0, segments->columnIndex("largest_free_bytes")), std::int64_t{1047552});
    const auto growth = table(*document, "growth");
    QCOMPARE(growth->rowCount(), std::size_t{1});
    QCOMPARE(growth->integer(0, growth->columnIndex("kept_bytes")), std::int64_t{1024});
}

void tst_Snapshot::oomIsExplained()
{
    const auto document = open(bytesOf("small_5.pickle"));
    QVERIFY(document);
    const auto oom = table(*document, "oom");
    QCOMPARE(oom->rowCount(), std::size_t{1});
    QCOMPARE(oom->integer(0, oom->columnIndex("asked_bytes")), std::int64_t{1} << 40);
    QCOMPARE(oom->integer(0, oom->columnIndex("driver_free_bytes")), std::int64_t{4096});
    // At 15 us the 2048 bytes are in use, too.
    QCOMPARE(oom->integer(0, oom->columnIndex("free_bytes")), std::int64_t{2097152 - 1051648});
    QCOMPARE(oom->integer(0, oom->columnIndex("largest_free_bytes")), std::int64_t{2097152 - 1051648});
}

// What the driver had is missing, not 0.
void tst_Snapshot::oomWithoutTheDriver()
{
    QByteArray bytes = bytesOf("small_5.pickle");
    QVERIFY(bytes.contains("device_free"));
    const auto document = open(bytes.replace("device_free", "device_fred"));
    QVERIFY(document);
    const auto oom = table(*document, "oom");
    QCOMPARE(oom->rowCount(), std::size_t{1});
    QVERIFY(oom->isMissing(0, oom->columnIndex("driver_free_bytes")));
    QCOMPARE(oom->integer(0, oom->columnIndex("largest_free_bytes")), std::int64_t{2097152 - 1051648});
}

// More frames than are kept at hand, each stated twice by a dict of its own.
void tst_Snapshot::manyFrames()
{
    constexpr int kFrames = 20'000;
    const auto text = [](const char *word) -> QByteArray {
        return QByteArray("\x8c") + static_cast<char>(std::strlen(word)) + word;
    };
    QByteArray events;
    for (int i = 0; i < 2 * kFrames; ++i) {
        const auto line = static_cast<std::uint32_t>(i % kFrames);
        QByteArray number("J....");
        std::memcpy(number.data() + 1, &line, sizeof line);
        events += "}(" + text("action") + text("alloc") + text("size") + QByteArray("K\x08") + text("frames") + "](}("
            + text("filename") + text("f.py") + text("line") + number + text("name") + text("g") + "ueu";
    }
    const auto document =
        open(QByteArray("\x80\x04}(") + text("device_traces") + "](](" + events + "ee" + text("segments") + "]u.");
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    const MemoryLog &log = *(*document)->memory;
    QCOMPARE(log.size(), 2U * kFrames);
    QCOMPARE(log.frames.size(), std::size_t{kFrames});
    for (std::uint32_t row = 0; row < log.size(); ++row) {
        QCOMPARE(log.stackAt(row), log.stackAt(row % kFrames));
        QCOMPARE(log.frames[log.framesOf(log.stackAt(row)).front()].line, static_cast<std::int32_t>(row % kFrames));
    }
}

void tst_Snapshot::codeIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("opcode");
    QTest::addColumn<int>("offset");
    QTest::newRow("GLOBAL") << bytesOf("call_2.pickle") << QByteArray("GLOBAL") << 23;
    QTest::newRow("STACK_GLOBAL") << bytesOf("call_4.pickle") << QByteArray("STACK_GLOBAL") << 43;
    const std::pair<const char *, const char *> opcodes[] = {{"R", "REDUCE"}, {"b", "BUILD"}, {"i", "INST"}, {"o", "OBJ"},
        {"\x81", "NEWOBJ"}, {"\x92", "NEWOBJ_EX"}, {"\x82", "EXT1"}, {"\x83", "EXT2"}, {"\x84", "EXT4"}, {"P", "PERSID"}, {"Q", "BINPERSID"}};
    for (const auto &[code, name] : opcodes)
        QTest::newRow(name) << QByteArray("\x80\x04]]", 4) + code + "os\nsystem\n" << QByteArray(name) << 4;
}

void tst_Snapshot::codeIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, opcode);
    QFETCH(int, offset);
    const auto document = open(bytes);
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::NotATrace);
    QCOMPARE(document.error().byteOffset, std::int64_t{offset});
    QVERIFY2(document.error().detail.english().find(opcode.toStdString()) != std::string::npos, document.error().message().c_str());
}

void tst_Snapshot::cyclesAreHarmless()
{
    const auto document = open(bytesOf("cyclic_4.pickle"));
    QVERIFY(document);
    QCOMPARE((*document)->memory->size(), 6u);
}

void tst_Snapshot::nestingIsBounded()
{
    const auto document = open(QByteArray("\x80\x04", 2) + QByteArray(10'000'000, ']'));
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::Limit);
}

void tst_Snapshot::memoIsBounded()
{
    // LONG_BINPUT 0x7fffffff, and a value that was never stored.
    QVERIFY(!open(QByteArray("\x80\x04]r\xff\xff\xff\x7f.", 9)));
    QVERIFY(!open(QByteArray("\x80\x04h\x07.", 5)));
    // Each index 65,536 beyond the one before: five bytes of the file for 256 KiB.
    QByteArray gaps("\x80\x04]", 3);
    for (quint32 i = 1; i <= 6000; ++i) {
        const quint32 index = i * 65'536;
        gaps += QByteArray("r") + QByteArray(reinterpret_cast<const char *>(&index), sizeof index);
    }
    const PeakMemory memory;
    QVERIFY(!open(gaps + "."));
    QVERIFY2(memory.grownKilobytes() < 100'000, QByteArray::number(memory.grownKilobytes()).constData());
    // Every value is stored twice, as a writer does that does not look at its memo.
    QByteArray twice("\x80\x02", 2);
    for (quint32 i = 0; i < 70'000; ++i)
        twice += QByteArray("Nr") + QByteArray(reinterpret_cast<const char *>(&i), sizeof i) + '0';
    QVERIFY(open(twice + Pickler().dict().text("segments").list().endList().endDict().value() + "."));
    // A list of a thousand references to a list of a thousand references … holds no more than it says.
    QByteArray nested("\x80\x04]\x94", 4);
    for (char level = 0; level < 20; ++level)
        nested += QByteArray("]\x94(", 3) + QByteArray("h").append(level).repeated(1000) + 'e';
    const auto document = open(nested + ".");
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::NotATrace);
}

// The allocator's settings are texts of the file, however often it refers to them.
void tst_Snapshot::settingsAreBounded()
{
    Pickler pickle;
    pickle.dict().text("segments").list().endList().text("allocator_settings").dict();
    pickle.named("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True").text("max_split_size").number(-1);
    pickle.text("long").text(QByteArray(60'000, 'a')).raw(QByteArray("q\0", 2));
    for (int i = 0; i < 3000; ++i)
        pickle.raw(QByteArray("h\0h\0", 4));
    const auto document = open(pickle.endDict().endDict().done());
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    const auto &settings = (*document)->memory->settings;
    QCOMPARE(settings.size(), std::size_t{2});
    QCOMPARE(settings.front().second, std::string("expandable_segments:True"));
    const auto session = AnalysisSession::create(*document, {});
    TableRequest request;
    request.table = "info";
    const auto info = (*session)->table(request);
    QVERIFY(info);
    bool said = false;
    for (std::size_t row = 0; row < (*info)->rowCount(); ++row)
        said = said
            || ((*info)->text(row, 0) == "allocator_settings"
                && (*info)->text(row, 1) == "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, max_split_size=-1");
    QVERIFY(said);
}

// C++ picklers write a list in one batch, of millions of events if there are that many.
void tst_Snapshot::batchesOfAnyLength()
{
    Pickler pickle;
    pickle.dict().text("segments").list().endList().text("device_traces").list().list().raw(QByteArray(4'500'000, 'N'));
    const auto document = open(pickle.endList().endList().endDict().done());
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    QCOMPARE((*document)->memory->unread, std::uint64_t{4'500'000});
}

// SETITEM and APPEND in place of their batches, as old picklers write.
void tst_Snapshot::dictsFilledKeyByKey()
{
    const auto value = [](qint64 number) { return Pickler().number(number).value(); };
    const auto text = [](const char *word) { return Pickler().text(word).value(); };
    const auto dict = [&](const QList<std::pair<const char *, QByteArray>> &items) {
        QByteArray made("}");
        for (const auto &[key, item] : items)
            made += text(key) + item + 's';
        return made;
    };
    const auto list = [](const QByteArrayList &items) {
        QByteArray made("]");
        for (const QByteArray &item : items)
            made += item + 'a';
        return made;
    };
    const QByteArray frames = list({dict({{"filename", text("m.py")}, {"line", value(7)}, {"name", text("f")}})});
    const auto event = [&](const char *action, qint64 us) {
        return dict({{"action", text(action)}, {"addr", value(4096)}, {"size", value(512)}, {"stream", value(0)},
            {"time_us", value(us)}, {"frames", frames}});
    };
    const QByteArray block =
        dict({{"address", value(4096)}, {"size", value(512)}, {"state", text("active_allocated")}, {"frames", frames}});
    const QByteArray segment =
        dict({{"device", value(0)}, {"address", value(4096)}, {"total_size", value(512)}, {"blocks", list({block})}});
    const QByteArray snapshot = dict({{"segments", list({segment})},
        {"device_traces", list({list({event("alloc", 1), event("free_completed", 2), event("alloc", 3)})})}});
    const auto document = open(QByteArray("\x80\x02", 2) + snapshot + '.');
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    const MemoryLog &log = *(*document)->memory;
    QCOMPARE(log.action, (std::vector<MemoryAction>{MemoryAction::Alloc, MemoryAction::Free, MemoryAction::Alloc}));
    QCOMPARE(log.segments.size(), std::size_t{1});
    QCOMPARE(log.segments.front().blocks, 1u);
    QCOMPARE(log.frames.size(), std::size_t{1});
    QCOMPARE(log.unread, std::uint64_t{0});
    const auto lines = table(*document, "line");
    QCOMPARE(lines->text(0, lines->columnIndex("name")), std::string_view("m.py(7): f"));
}

// What is no event in a history, no history in device_traces, and no segment in segments is counted.
void tst_Snapshot::recordsOfNoKnownForm()
{
    Pickler pickle;
    pickle.dict()
        .text("device_traces")
        .list()
        .list()
        .dict()
        .field("what", 1)
        .endDict()
        .dict()
        .field("what", 2)
        .endDict()
        .endList();
    pickle.number(5).list().endList().endList().text("segments").list().dict().field("address", 4096).endDict().endList();
    const auto document = open(pickle.endDict().done());
    QVERIFY2(document.has_value(), document ? "" : document.error().message().c_str());
    QCOMPARE((*document)->memory->unread, std::uint64_t{4});
    QCOMPARE((*document)->diagnostics.sorted().front().kind->id, std::string_view("memory_record"));
}

void tst_Snapshot::otherPickle()
{
    const auto document = open(bytesOf("other_4.pickle"));
    QVERIFY(!document);
    QVERIFY(document.error().detail.english().find("_dump_snapshot") != std::string::npos);
}

// At every length: an error, or what was read with a diagnostic.
void tst_Snapshot::truncated()
{
    const QByteArray whole = bytesOf("small_4.pickle");
    bool anyRead = false;
    for (qsizetype length = 3; length < whole.size(); ++length) {
        const auto document = open(whole.left(length));
        if (!document)
            continue;
        anyRead = true;
        QVERIFY(!(*document)->memory->complete);
        QCOMPARE((*document)->diagnostics.sorted().front().kind->id, std::string_view("truncated_pickle"));
        QVERIFY(table(*document, "time") != nullptr);
    }
    QVERIFY(anyRead);
}

// The recorder saw the 1024 bytes being allocated, but the history does not have it: cut off by max_entries.
void tst_Snapshot::lostEvents()
{
    QByteArray bytes = bytesOf("small_2.pickle");
    const qsizetype at = bytes.indexOf("alloc", bytes.indexOf("device_traces"));
    QVERIFY(at > 0);
    bytes.replace(at, 5, "gone!"); // the text that both allocations share
    const auto document = open(bytes);
    QVERIFY(document);
    QCOMPARE((*document)->memory->unread, std::uint64_t{2});
    const auto diagnostics = (*document)->diagnostics.sorted();
    const auto lost = std::find_if(diagnostics.begin(), diagnostics.end(),
        [](const Diagnostic &each) { return each.kind->id == std::string_view("lost_memory_events"); });
    QVERIFY(lost != diagnostics.end());
    QCOMPARE(lost->count, std::uint64_t{1});
    const auto time = table(*document, "time");
    bool said = false;
    for (const Message &warning : time->warnings())
        said = said || warning.english().find("max_entries") != std::string::npos;
    QVERIFY(said);
}

// Two streams on device 0; on device 1 a list that goes on with something that is no event, in a batch of its own.
void tst_Snapshot::streamsAndOddLists()
{
    const auto number = [](qint32 value) -> QByteArray { return QByteArray("J") + QByteArray(reinterpret_cast<const char *>(&value), 4); };
    const auto text = [](const QByteArray &value) -> QByteArray {
        const auto length = static_cast<quint32>(value.size());
        return QByteArray("X") + QByteArray(reinterpret_cast<const char *>(&length), 4) + value;
    };
    const auto event = [&](const char *action, qint32 address, qint32 stream, qint32 time) -> QByteArray {
        return QByteArray("}(") + text("action") + text(action) + text("addr") + number(address) + text("size") + number(512)
            + text("stream") + number(stream) + text("time_us") + number(time) + "u";
    };
    const QByteArray first =
        QByteArray("](") + event("alloc", 1024, 0, 1) + event("alloc", 2048, 0, 2) + event("free", 1024, 7, 3) + "e";
    const QByteArray second = QByteArray("](") + event("alloc", 1024, 7, 4) + "e(N" + event("free", 1024, 7, 5) + "e";
    const auto document =
        open(QByteArray("\x80\x02}(") + text("segments") + "]" + text("device_traces") + "](" + first + second + "eu.");
    QVERIFY(document);
    const MemoryLog &log = *(*document)->memory;
    QCOMPARE(log.stream, (std::vector<std::uint64_t>{0, 0, 7, 7, 7}));
    QCOMPARE(log.device, (std::vector<std::int16_t>{0, 0, 0, 1, 1}));
    QCOMPARE(log.unread, std::uint64_t{1});
    const auto one = open(bytesOf("small_4.pickle"));
    QVERIFY(one);
    QVERIFY((*one)->memory->stream.empty());
    QCOMPARE((*one)->memory->streamAt(0).value_or(99), std::uint64_t{0});
    const auto time = table(*one, "time");
    QCOMPARE(time->integer(0, time->columnIndex("stream")), std::int64_t{0});
}

void tst_Snapshot::walksBackToItsBeginning_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 10; ++seed)
        QTest::newRow(QByteArray::number(seed).constData()) << seed;
}

// A device simulated event by event, of which the snapshot holds the last part and the segments at the end. The table finds the
// totals of the simulation after each event, and its blocks what was there before the history.
void tst_Snapshot::walksBackToItsBeginning()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    struct Block {
        qint64 address;
        qint64 bytes;
    };
    std::vector<Block> live;
    qint64 total = 0;
    qint64 before = 0;
    std::vector<qint64> totals;
    Pickler pickle;
    pickle.dict().text("device_traces").list().list();
    for (int i = 0; i < 400; ++i) {
        const bool history = i >= 150;
        const bool frees = !live.empty() && random() % 5 < 2;
        Block block{qint64(i + 1) * (1 << 20), qint64(1 + random() % 64) * 512};
        if (frees) {
            const auto at = live.begin() + static_cast<std::ptrdiff_t>(random() % live.size());
            block = *at;
            live.erase(at);
        } else {
            live.push_back(block);
        }
        total += frees ? -block.bytes : block.bytes;
        if (i == 149)
            before = total;
        for (const char *action : frees ? std::vector<const char *>{"free_requested", "free_completed"} : std::vector<const char *>{"alloc"}) {
            if (!history)
                continue;
            pickle.dict().named("action", action).field("addr", block.address).field("size", block.bytes).field("stream", 0);
            pickle.field("time_us", i).endDict();
            totals.push_back(total);
        }
    }
    pickle.endList().endList().text("segments").list();
    for (const Block &block : live) {
        pickle.dict().field("device", 0).field("address", block.address).field("total_size", 1 << 20).text("blocks").list();
        pickle.dict().field("address", block.address).field("size", block.bytes).named("state", "active_allocated").endDict();
        pickle.dict().field("address", block.address + block.bytes).field("size", (1 << 20) - block.bytes).named("state", "inactive").endDict();
        pickle.endList().endDict();
    }
    const auto document = open(pickle.endList().endDict().done());
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    const auto time = table(*document, "time");
    QCOMPARE(time->rowCount(), totals.size());
    for (std::size_t r = 0; r < totals.size(); ++r)
        QCOMPARE(time->integer(r, time->columnIndex("allocated_bytes")), std::int64_t{totals[r]});
    QVERIFY(time->warnings().empty());
    const auto lifetimes = table(*document, "category");
    std::int64_t there = 0; // what is from before the history: kept, or freed in it
    for (std::size_t r = 0; r < lifetimes->rowCount(); ++r) {
        const std::string_view name = lifetimes->text(r, lifetimes->columnIndex("name"));
        if (name == "weights" || name == "before")
            there += lifetimes->integer(r, lifetimes->columnIndex("peak_bytes"));
    }
    QCOMPARE(there, std::int64_t{before});
    const auto peak = table(*document, "peak");
    std::int64_t lives = 0;
    for (std::size_t r = 0; r < peak->rowCount(); ++r)
        lives += peak->integer(r, peak->columnIndex("bytes"));
    QCOMPARE(lives, std::int64_t{std::max(before, *std::max_element(totals.begin(), totals.end()))});
}

void tst_Snapshot::rawTimeline()
{
    const auto document = open("[[-1, 1, 1000, 0], [5000, 2, 300, 3], [6000, 3, -300, 3], [6000, 3, 300, 4], [7000, 4, -300, 4]]", "t.raw");
    QVERIFY(document);
    const auto time = table(*document, "time");
    const std::int64_t expected[] = {1000, 1300, 1000, 1300, 1000};
    for (std::size_t r = 0; r < 5; ++r)
        QCOMPARE(time->integer(r, time->columnIndex("allocated_bytes")), expected[r]);
    QVERIFY(time->isMissing(0, time->columnIndex("time_ns")));
    QCOMPARE(csv(*document, "category"),
        std::string("name,device,count,allocated_bytes,freed_bytes,net_bytes,peak_bytes,at_peak_bytes\n"
                    "parameter,0,0,0,0,0,1000,1000\nactivation,0,1,0,300,-300,300,0\ntemporary,0,1,300,0,300,300,300\n"));
    QVERIFY(csv(*document, "op").find("activation") == std::string::npos); // no operators are recorded
    QVERIFY(!table(*document, "peak")->notes().empty());
    const auto most = open("[[-1, 1, 1000, 0], [-1, 1, 50, 4], [5000, 4, -1000, 0]]", "most.raw"); // before the first event
    QVERIFY(most);
    QCOMPARE(csv(*most, "category"),
        std::string("name,device,count,allocated_bytes,freed_bytes,net_bytes,peak_bytes,at_peak_bytes\n"
                    "parameter,0,1,0,1000,-1000,1000,1000\nactivation,0,0,0,0,0,50,50\n"));
}

void tst_Snapshot::ascendTables()
{
    (void)open("Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n"
         "APP,1000.000\t,,64.0,,,NPU:0\nPTA,1001.000\t,1.0,32.0,1.0,5,NPU:0\n",
        "memory_record.csv");
    const auto document = open("Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
                               "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),"
                               "Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n"
                               "aten::mm,512.0,1002.000\t,1003.000\t,1003.000\t,1.0,1.0,1.5,32.0,1.5,1.0,32.0,1.0,5,NPU:0\n",
        "operator_memory.csv");
    QVERIFY(document);
    const auto time = table(*document, "time");
    QCOMPARE(time->rowCount(), std::size_t{4});
    QCOMPARE(time->integer(2, time->columnIndex("allocated_bytes")), std::int64_t{1'572'864});
    QCOMPARE(time->integer(2, time->columnIndex("time_ns")), std::int64_t{2000});
    const auto block = table(*document, "block");
    QCOMPARE(block->integer(0, block->columnIndex("bytes")), std::int64_t{524'288});
    QCOMPARE(block->integer(0, block->columnIndex("lifetime_ns")), std::int64_t{1000});
    QCOMPARE(block->text(0, block->columnIndex("op")), std::string_view("aten::mm"));
}

// PyTorch has 100 MB before its first row, the graph engine nothing; a row states the totals of its own allocator alone. The
// record of the totals says the same, by component and together.
void tst_Snapshot::ascendAllocators_data()
{
    QTest::addColumn<QByteArray>("record"); // rows of memory_record.csv; none: no such file
    QTest::newRow("blocks alone") << QByteArray();
    QTest::newRow("and each component") << QByteArray(
        "PTA,1002.000\t,101.0,200.0,101.0,5,NPU:0\nGE,1003.000\t,30.0,64.0,,,NPU:0\n");
    QTest::newRow("and both together") << QByteArray(
        "PTA,1002.000\t,101.0,200.0,101.0,5,NPU:0\nPTA+GE,1002.000\t,151.0,264.0,101.0,5,NPU:0\n"
        "GE,1003.000\t,30.0,64.0,,,NPU:0\nPTA+GE,1003.000\t,131.0,264.0,101.0,5,NPU:0\n");
}

void tst_Snapshot::ascendAllocators()
{
    QFETCH(QByteArray, record);
    QFile::remove(m_dir.filePath(QStringLiteral("memory_record.csv")));
    if (!record.isEmpty())
        (void)open(
            "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n" + record,
            "memory_record.csv");
    const auto document = open(
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
        "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),"
        "Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n"
        "cann::trans,51200.0,1001.000\t,1003.000\t,,2.0,,50.0,64.0,,30.0,64.0,,,NPU:0\n"
        "aten::mm,1024.0,1002.000\t,1004.000\t,1004.000\t,2.0,2.0,101.0,200.0,101.0,100.0,200.0,100.0,5,NPU:0\n",
        "operator_memory.csv");
    QVERIFY(document);
    const auto time = table(*document, "time");
    const std::int64_t mega = 1024 * 1024;
    const std::map<std::int64_t, std::int64_t> allocated{{0, 150}, {1000, 151}, {2000, 131}, {3000, 130}}; // MB by ns
    std::size_t rows = 0;
    for (std::size_t row = 0; row < time->rowCount(); ++row) {
        if (time->text(row, time->columnIndex("action")) == "other")
            continue;
        const std::int64_t at = time->integer(row, time->columnIndex("time_ns"));
        QCOMPARE(time->integer(row, time->columnIndex("allocated_bytes")), allocated.at(at) * mega);
        QCOMPARE(time->integer(row, time->columnIndex("reserved_bytes")), 264 * mega);
        ++rows;
    }
    QVERIFY(rows >= 4);
    // What is in no block has a row of its own, so that the rows add up to the peak.
    const auto sumOf = [](const ReportTable &all, std::string_view column) {
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < all.rowCount(); ++row)
            sum += all.integer(row, all.columnIndex(column));
        return sum;
    };
    const auto peak = table(*document, "peak");
    QCOMPARE(sumOf(*peak, "bytes"), 151 * mega);
    // Beside the block of 50 MB, and that of 1 MB where the row that states the peak is the one that allocates it.
    const std::int64_t rest = peak->integer(0, peak->columnIndex("bytes"));
    QVERIFY(rest == 100 * mega || rest == 101 * mega);
    QVERIFY(peak->isMissing(0, peak->columnIndex("op")));
    QVERIFY(peak->missingReason(0, peak->columnIndex("op")).english().starts_with("in no block"));
    for (const char *by : {"op", "category", "line", "module"}) {
        const auto groups = table(*document, by);
        QCOMPARE(sumOf(*groups, "at_peak_bytes"), 151 * mega);
    }
}

// The curve stays between the least and the most that the profiler's own sum of both allocators says (rows PTA+GE).
void tst_Snapshot::ascendPublicCurve_data()
{
    QTest::addColumn<bool>("record");
    QTest::newRow("blocks alone") << false;
    QTest::newRow("with the record of totals") << true;
}

void tst_Snapshot::ascendPublicCurve()
{
    QFETCH(bool, record);
    const QString folder = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/level1_rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    LAMELLA_NEED_SHARED(folder);
    const auto bytesOf = [&folder](const char *name) {
        QFile file(folder + QLatin1String(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray recorded = bytesOf("memory_record.csv");
    double least = 1e9;
    double most = 0;
    for (const QByteArray &line : recorded.split('\n')) {
        if (!line.startsWith("PTA+GE,"))
            continue;
        const double total = line.split(',').at(2).toDouble();
        least = std::min(least, total);
        most = std::max(most, total);
    }
    QFile::remove(m_dir.filePath(QStringLiteral("memory_record.csv")));
    if (record)
        (void)open(recorded, "memory_record.csv");
    const auto document = open(bytesOf("operator_memory.csv"), "operator_memory.csv");
    QVERIFY(document);
    const auto time = table(*document, "time");
    std::size_t rows = 0;
    for (std::size_t row = 0; row < time->rowCount(); ++row) {
        if (time->text(row, time->columnIndex("action")) == "other")
            continue;
        ++rows;
        const double mega = static_cast<double>(time->integer(row, time->columnIndex("allocated_bytes"))) / (1024 * 1024);
        QVERIFY2(mega >= least && mega <= most, qPrintable(QString::number(mega)));
    }
    QVERIFY(rows > 228);
}

LAMELLA_TEST(tst_Snapshot)
#include "tst_Snapshot.moc"
