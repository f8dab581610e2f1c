// SPDX-License-Identifier: GPL-3.0-or-later
// The table `memory` against figures that the test adds up itself.
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/sql/SqlQuery.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <tuple>
#include <vector>

using namespace lamella::core;

class tst_Memory : public QObject {
    Q_OBJECT

private slots:
    void blocksByHand();
    void everyGroupingAddsUp_data();
    void everyGroupingAddsUp();
    void partsOfTheModel();
    void layersOfTheirLaunches();
    void layersKeepWhatOutlivesThem();
    void cachesByTheirOperators_data();
    void cachesByTheirOperators();
    void deviceAndBadChoices();
    void hostAlone();
    void freesWithoutSizes();
    void damagedEventsAreLeftOut();
    void withoutMemory();
    void snapshotsHaveNoPasses();
    void publicPeaks_data();
    void publicPeaks();

private:
    std::shared_ptr<AnalysisSession> open(const QByteArray &json)
    {
        QFile file(m_dir.filePath(QStringLiteral("t.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
            qFatal("cannot write");
        file.close();
        const auto document = openTrace(file.fileName().toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        auto session = AnalysisSession::create(*document, {});
        return session ? *session : nullptr;
    }
    static std::shared_ptr<const ReportTable> table(AnalysisSession &session, const char *by, const char *device = "")
    {
        TableRequest request;
        request.table = "memory";
        request.by = by;
        request.device = device;
        const auto made = session.table(request);
        return made ? *made : nullptr;
    }
    static std::int64_t sum(const ReportTable &table, std::string_view column)
    {
        std::int64_t all = 0;
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            all += table.integer(r, table.columnIndex(column));
        return all;
    }
    QTemporaryDir m_dir;
};

namespace {

QByteArray memory(double ts, qint64 bytes, quint64 address, qint64 total, int device = 0, int tid = 9)
{
    return QByteArray(R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":)") + QByteArray::number(tid)
        + R"(,"ts":)" + QByteArray::number(ts, 'f', 3) + R"(,"args":{"Total Reserved":)" + QByteArray::number(total + 1000)
        + R"(,"Total Allocated":)" + QByteArray::number(total) + R"(,"Bytes":)" + QByteArray::number(bytes) + R"(,"Addr":)"
        + QByteArray::number(address) + R"(,"Device Id":)" + QByteArray::number(device) + R"(,"Device Type":)"
        + (device < 0 ? "0" : "1") + R"(}})";
}

QByteArray span(const char *category, const char *name, double ts, double duration, const char *args = "{}")
{
    return QByteArray(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":9,"tid":9,"ts":)"
        + QByteArray::number(ts, 'f', 3) + R"(,"dur":)" + QByteArray::number(duration, 'f', 3) + R"(,"args":)" + args + "}";
}

QByteArray trace(const QByteArrayList &events)
{
    return R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1000,"dur":1,"args":{"device":0,"stream":7}},)"
        + events.join(",\n") + "]}";
}

// Three passes of four layers, which launch four kernels each; layer n allocates 10 (n + 1) bytes for each of them. `frees`: and
// frees what the layer before allocated last.
QByteArray layers(bool frees)
{
    QByteArrayList events;
    qint64 total = 0;
    int correlation = 0;
    for (int pass = 0; pass < 3; ++pass) {
        for (int layer = 0; layer < 4; ++layer) {
            const double at = 100 + pass * 1000 + layer * 100;
            const char *names[] = {"rms_norm_kernel", "gemm_qkv", "flash_fwd_kernel", "gemm_down"};
            for (int k = 0; k < 4; ++k) {
                const double op = at + k * 20;
                const QByteArray id = R"({"correlation":)" + QByteArray::number(++correlation) + "}";
                const qint64 bytes = 10 * (layer + 1);
                events << span("cpu_op", "aten::op", op, 15)
                       << memory(op + 1, bytes, static_cast<quint64>(5000 + correlation), total += bytes)
                       << span("cuda_runtime", "cudaLaunchKernel", op + 5, 3, id.constData());
                if (frees && layer > 0 && k == 1) { // the last allocation of the layer before
                    const qint64 before = 10 * layer;
                    events << memory(op + 9, -before, static_cast<quint64>(5000 + correlation - 2), total -= before);
                }
                events << R"({"ph":"X","cat":"kernel","name":")" + QByteArray(names[k]) + R"(","pid":0,"tid":7,"ts":)"
                        + QByteArray::number(op + 10, 'f', 3) + R"(,"dur":4,"args":{"device":0,"stream":7,"correlation":)"
                        + QByteArray::number(correlation) + "}}";
            }
        }
    }
    return "{\"traceEvents\":[" + events.join(",\n") + "]}";
}

// Two passes of four layers; in each layer of attention, two of the operators allocate a block that stays.
QByteArray cacheLayers(const QByteArrayList &ops)
{
    QByteArrayList events;
    qint64 total = 0;
    int correlation = 0;
    for (int layer = 0; layer < 8; ++layer) {
        const double at = 100 + (layer / 4) * 1000 + (layer % 4) * 100;
        const char *names[] = {"rms_norm_kernel", "gemm_qkv", "flash_fwd_kernel", "gemm_down"};
        const QByteArray module = "nn.Module: Attention_" + QByteArray::number(layer % 4);
        events << span("python_function", module.constData(), at, 90);
        for (int k = 0; k < 4; ++k) {
            const double op = at + 1 + k * 20;
            const QByteArray number = QByteArray::number(++correlation);
            const QByteArray args = R"({"correlation":)" + number + "}";
            const QByteArray name = ops.value(k - 1);
            events << span("cpu_op", name.isEmpty() ? "aten::op" : name.constData(), op, 15)
                   << span("cuda_runtime", "cudaLaunchKernel", op + 5, 3, args.constData())
                   << R"({"ph":"X","cat":"kernel","name":")" + QByteArray(names[k]) + R"(","pid":0,"tid":7,"ts":)"
                    + QByteArray::number(op + 10, 'f', 3) + R"(,"dur":4,"args":{"device":0,"stream":7,"correlation":)" + number + "}}";
            if (!name.isEmpty())
                events << memory(op + 1, 4096, static_cast<quint64>(5000 + correlation), total += 4096);
        }
    }
    return "{\"traceEvents\":[" + events.join(",\n") + "]}";
}

// An XSpace with memory events of a host line, in microseconds 1, 2, …; damaged: the number of one whose stats end early, or -1.
struct XlaEvent {
    bool alloc = true;
    std::uint64_t address = 0;
    std::int64_t bytes = 0; // 0: not recorded
    std::int64_t total = 0;
};

QByteArray xspace(const std::vector<XlaEvent> &events, int damaged = -1)
{
    std::string bytes;
    protozero::pbf_writer space(bytes);
    {
        protozero::pbf_writer plane(space, 1);
        plane.add_string(2, "/host:CPU");
        const auto named = [&plane](protozero::pbf_tag_type map, std::int64_t id, const char *name) {
            protozero::pbf_writer entry(plane, map);
            entry.add_int64(1, id);
            protozero::pbf_writer metadata(entry, 2);
            metadata.add_int64(1, id);
            metadata.add_string(2, name);
        };
        named(4, 1, "MemoryAllocation");
        named(4, 2, "MemoryDeallocation");
        named(5, 1, "addr");
        named(5, 2, "allocation_bytes");
        named(5, 3, "bytes_allocated");
        protozero::pbf_writer line(plane, 3);
        line.add_int64(1, 1);
        line.add_string(2, "main");
        line.add_int64(3, 1000);
        for (std::size_t i = 0; i < events.size(); ++i) {
            protozero::pbf_writer event(line, 4);
            event.add_int64(1, events[i].alloc ? 1 : 2);
            event.add_int64(2, static_cast<std::int64_t>(i) * 1'000'000);
            event.add_int64(3, 1000);
            if (static_cast<int>(i) == damaged)
                event.add_message(4, std::string("\x08\xFF"));
            const auto stat = [&event](std::int64_t id, std::int64_t value) {
                protozero::pbf_writer message(event, 4);
                message.add_int64(1, id);
                message.add_int64(4, value);
            };
            stat(1, static_cast<std::int64_t>(events[i].address));
            stat(3, events[i].total);
            if (events[i].bytes > 0)
                stat(2, events[i].bytes);
        }
    }
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

} // namespace

// 500 bytes from before the trace; a is temporary, b is kept, and the first 500 are freed at the end. The peak is at 30 µs.
void tst_Memory::blocksByHand()
{
    const auto session = open(trace({span("cpu_op", "aten::a", 10, 5), memory(12, 100, 1, 600),
        span("python_function", "model.py(7): forward", 19, 30), span("cpu_op", "aten::b", 29, 5), memory(30, 200, 2, 800),
        memory(40, -100, 1, 700), memory(50, -500, 3, 200), memory(55, 64, 4, 64, -1)}));
    QVERIFY(session);
    const auto time = table(*session, "time");
    QCOMPARE(time->rowCount(), 4u);
    QCOMPARE(time->integer(1, time->columnIndex("allocated_bytes")), 800);
    QCOMPARE(time->integer(1, time->columnIndex("reserved_bytes")), 1800);
    QCOMPARE(time->text(1, time->columnIndex("op")), std::string_view("aten::b"));
    QCOMPARE(time->text(1, time->columnIndex("line")), std::string_view("model.py(7): forward"));
    QVERIFY(time->isMissing(2, time->columnIndex("op")));
    const auto ops = table(*session, "op");
    QCOMPARE(sum(*ops, "net_bytes"), -300);
    // The number of an event of the allocator is not that of an event of the trace.
    const auto asked = runSql({{"t.json", 0, session}}, "SELECT event, time_ns FROM memory ORDER BY event LIMIT 1", {});
    QVERIFY(asked);
    QVERIFY(asked->target(0)
        == Selection(RangeSelection{
            {{session->document().zero() + asked->integer(0, 1)}, {session->document().zero() + asked->integer(0, 1) + 1}}}));
    const auto lives = table(*session, "peak");
    QCOMPARE(lives->rowCount(), 3u);
    QCOMPARE(sum(*lives, "bytes"), 800);
    const auto blocks = table(*session, "block");
    QCOMPARE(blocks->integer(0, blocks->columnIndex("bytes")), 500);
    QVERIFY(blocks->isMissing(0, blocks->columnIndex("allocated_ns")));
    QVERIFY(blocks->isMissing(1, blocks->columnIndex("freed_ns")));
    QCOMPARE(blocks->integer(2, blocks->columnIndex("lifetime_ns")), 28'000);
    const auto lifetimes = table(*session, "category");
    QCOMPARE(writeTable(*lifetimes, TableFormat::Csv),
        std::string("name,device,count,allocated_bytes,freed_bytes,net_bytes,peak_bytes,at_peak_bytes\n"
                    "before,0,1,0,500,-500,500,500\nkept,0,1,200,0,200,200,200\ntemporary,0,2,100,100,0,100,100\n"));
}

void tst_Memory::everyGroupingAddsUp_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 8; ++seed)
        QTest::newRow(QByteArray::number(seed).constData()) << seed;
}

// Random allocations and frees on two devices and the host: what the groups add up to is what the totals say.
void tst_Memory::everyGroupingAddsUp()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    std::map<int, qint64> totals{{-1, 5000}, {0, 70'000}, {1, 900}};
    const std::map<int, qint64> first = totals;
    std::vector<std::tuple<int, quint64, qint64>> live;
    QByteArrayList events;
    for (int i = 0; i < 400; ++i) {
        const double at = 10 + i * 2;
        if (i % 5 == 0)
            events << span("cpu_op", i % 3 == 0 ? "aten::x" : "aten::y", at - 0.5, 6)
                   << span("python_function", i % 2 == 0 ? "nn.Module: A_0" : "a.py(3): f", at - 0.7, 8);
        if (!live.empty() && random() % 2 == 0) {
            const auto picked = live.begin() + static_cast<std::ptrdiff_t>(random() % live.size());
            const auto [device, address, bytes] = *picked;
            live.erase(picked);
            events << memory(at, -bytes, address, totals[device] -= bytes, device);
        } else {
            const int device = static_cast<int>(random() % 3) - 1;
            const qint64 bytes = 1 + static_cast<qint64>(random() % 5000);
            const quint64 address = random() % 64 + 1000 * (i + 1);
            live.emplace_back(device, address, bytes);
            events << memory(at, bytes, address, totals[device] += bytes, device);
        }
    }
    const auto session = open(trace(events));
    QVERIFY(session);
    qint64 grown = 0;
    for (const auto &[device, total] : totals)
        grown += total - first.at(device);
    for (const char *by : {"layer", "module", "part", "line", "op", "category"}) {
        const auto groups = table(*session, by, "all");
        QCOMPARE(sum(*groups, "count"), 400);
        QCOMPARE(sum(*groups, "net_bytes"), grown);
    }
    QCOMPARE(table(*session, "time", "all")->rowCount(), 400u);
    QCOMPARE(table(*session, "time")->rowCount() + table(*session, "time", "-1")->rowCount(), 400u);
    for (const char *device : {"0", "1", "-1"}) {
        const auto time = table(*session, "time", device);
        std::int64_t peak = 0;
        for (std::size_t r = 0; r < time->rowCount(); ++r)
            peak = std::max(peak, time->integer(r, time->columnIndex("allocated_bytes")));
        // What lives at the peak, with what was there before and stayed.
        QCOMPARE(sum(*table(*session, "peak", device), "bytes"), peak);
        for (const char *by : {"layer", "category", "module", "part", "line", "op"})
            QCOMPARE(sum(*table(*session, by, device), "at_peak_bytes"), peak);
    }
}

// The innermost module that is a half of a layer or a norm says it, whatever products lie within it.
void tst_Memory::partsOfTheModel()
{
    struct Allocation {
        QByteArrayList modules; // from the outermost
        const char *part;
    };
    const QList<Allocation> all{{{"LlamaAttention_3", "Linear_9"}, "attention"}, {{"LlamaMLP_3", "SiLU_3"}, "mlp"},
        {{"Qwen3MoeSparseMoeBlock_1", "Linear_2"}, "mlp"}, {{"LlamaAttention_1", "Qwen3RMSNorm_0"}, "norm"},
        {{"LlamaDecoderLayer_7"}, "LlamaDecoderLayer"}, {{"Embedding_0"}, "embedding"},
        {{"LlamaRotaryEmbedding_0"}, "LlamaRotaryEmbedding"}, {{"ParallelLMHead_0"}, "head"}, {{}, ""}};
    QByteArrayList events;
    qint64 total = 0;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const double at = 10 + 100 * static_cast<double>(i);
        for (qsizetype m = 0; m < all[i].modules.size(); ++m)
            events << span("python_function", QByteArray("nn.Module: " + all[i].modules[m]).constData(),
                at + static_cast<double>(m), 50 - 2 * static_cast<double>(m));
        events << memory(at + 20, 10, static_cast<quint64>(i + 1), total += 10);
    }
    const auto session = open(trace(events));
    QVERIFY(session);
    const auto blocks = table(*session, "block");
    QCOMPARE(blocks->rowCount(), static_cast<std::size_t>(all.size()));
    const std::size_t part = blocks->columnIndex("part");
    for (std::size_t row = 0; row < blocks->rowCount(); ++row) {
        const auto own = static_cast<qsizetype>(blocks->integer(row, blocks->columnIndex("address"))) - 1;
        QCOMPARE(blocks->text(row, part), std::string_view(all[own].part));
        QCOMPARE(blocks->isMissing(row, part), all[own].modules.isEmpty());
    }
}

// A layer begins with the operator that launches its first kernel: what is allocated in it before the launch is the layer's.
void tst_Memory::layersOfTheirLaunches()
{
    const auto session = open(layers(false));
    QVERIFY(session);
    const auto layers = table(*session, "layer");
    std::size_t found = 0;
    for (std::size_t r = 0; r < layers->rowCount(); ++r) {
        if (layers->isMissing(r, layers->columnIndex("layer")) || layers->integer(r, layers->columnIndex("layer")) < 0)
            continue;
        ++found;
        QCOMPARE(
            layers->integer(r, layers->columnIndex("net_bytes")), 40 * (layers->integer(r, layers->columnIndex("layer")) + 1));
    }
    QCOMPARE(found, 12u);
    const auto time = table(*session, "time");
    for (int row = 0; row < 48; ++row) { // in the order in which they were allocated
        QCOMPARE(time->integer(static_cast<std::size_t>(row), time->columnIndex("pass")), row / 16);
        QCOMPARE(time->integer(static_cast<std::size_t>(row), time->columnIndex("layer")), row / 4 % 4);
    }
}

// What a layer allocates and its successor frees is kept by it, and freed by the other.
void tst_Memory::layersKeepWhatOutlivesThem()
{
    const auto session = open(layers(true));
    QVERIFY(session);
    const auto table = this->table(*session, "layer");
    std::size_t found = 0;
    for (std::size_t r = 0; r < table->rowCount(); ++r) {
        if (table->isMissing(r, table->columnIndex("layer")) || table->integer(r, table->columnIndex("layer")) < 0)
            continue;
        ++found;
        const std::int64_t layer = table->integer(r, table->columnIndex("layer"));
        QCOMPARE(table->integer(r, table->columnIndex("kept_bytes")), 40 * (layer + 1));
        QCOMPARE(table->integer(r, table->columnIndex("net_bytes")), 40 * (layer + 1) - 10 * layer);
    }
    QCOMPARE(found, 12u);
}

void tst_Memory::cachesByTheirOperators_data()
{
    QTest::addColumn<QByteArrayList>("ops");
    QTest::addColumn<QByteArray>("category");
    QTest::newRow("projection, rotation") << QByteArrayList{"aten::addmm", "aten::add"} << QByteArray("kv_cache");
    QTest::newRow("concatenations") << QByteArrayList{"aten::cat", "aten::cat"} << QByteArray("kv_cache");
    QTest::newRow("of an engine") << QByteArrayList{"engine::rope", "engine::rope"} << QByteArray("kv_cache");
    QTest::newRow("one that names a cache") << QByteArrayList{"engine::latent_cache"} << QByteArray("kv_cache");
    QTest::newRow("probabilities, mask") << QByteArrayList{"aten::_softmax", "aten::bitwise_not"} << QByteArray("kept");
    QTest::newRow("probabilities twice") << QByteArrayList{"aten::_softmax", "aten::_softmax"} << QByteArray("kept");
    QTest::newRow("scores and a projection") << QByteArrayList{"aten::bmm", "aten::addmm"} << QByteArray("kept");
    QTest::newRow("one in a layer") << QByteArrayList{"aten::addmm"} << QByteArray("kept");
}

void tst_Memory::cachesByTheirOperators()
{
    QFETCH(QByteArrayList, ops);
    QFETCH(QByteArray, category);
    const auto session = open(cacheLayers(ops));
    QVERIFY(session);
    const auto blocks = table(*session, "block");
    QCOMPARE(blocks->rowCount(), static_cast<std::size_t>(8 * ops.size()));
    for (std::size_t r = 0; r < blocks->rowCount(); ++r)
        QCOMPARE(blocks->text(r, blocks->columnIndex("category")), std::string_view(category.constData()));
}

void tst_Memory::deviceAndBadChoices()
{
    const auto session = open(trace({memory(12, 100, 1, 600)}));
    TableRequest request;
    request.table = "memory";
    request.by = "colour";
    QVERIFY(!session->table(request));
    request.by = "time";
    request.device = "gpu";
    QVERIFY(!session->table(request));
    request.device = "3";
    const auto refused = session->table(request);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message(), std::string("device 3 is not in this trace; it has 0"));
}

// Without memory of a GPU, that of the host is what is asked about.
void tst_Memory::hostAlone()
{
    const auto session = open(trace({memory(12, 100, 1, 100, -1), memory(13, 300, 2, 400, -1), memory(14, -100, 1, 300, -1)}));
    QVERIFY(session);
    for (const char *device : {"", "host", "-1"}) {
        const auto time = table(*session, "time", device);
        QCOMPARE(time->rowCount(), 3u);
        QCOMPARE(time->text(0, time->columnIndex("device")), std::string_view("host"));
    }
    TableRequest request;
    request.table = "info";
    const auto info = session->table(request);
    QVERIFY(info);
    bool said = false;
    for (std::size_t r = 0; r < (*info)->rowCount(); ++r)
        said = said || ((*info)->text(r, 0) == "allocated_peak_bytes" && (*info)->text(r, 1) == "400");
    QVERIFY(said);
}

// XLA records no size with some frees: it is that of the block.
void tst_Memory::freesWithoutSizes()
{
    const auto session = open(xspace({{true, 1, 100, 600}, {true, 2, 200, 800}, {false, 1, 0, 700}, {false, 3, 0, 650}}));
    QVERIFY(session);
    const auto time = table(*session, "time");
    QCOMPARE(time->rowCount(), 4u);
    const std::size_t bytes = time->columnIndex("bytes");
    QCOMPARE(time->integer(0, bytes), 100);
    QCOMPARE(time->integer(2, bytes), -100);
    QVERIFY(time->isMissing(3, bytes)); // its allocation is not in the trace
    QCOMPARE(sum(*table(*session, "category"), "freed_bytes"), 100);
}

void tst_Memory::damagedEventsAreLeftOut()
{
    const auto session = open(xspace({{true, 1, 100, 600}, {true, 2, 200, 800}, {false, 1, 0, 700}}, 2));
    QVERIFY(session);
    QVERIFY(session->document().diagnostics.anyDataLoss());
    const auto time = table(*session, "time");
    QVERIFY(time);
    QCOMPARE(time->rowCount(), 2u);
    QVERIFY(!time->warnings().empty());
    const auto args = runSql({{"t.json", 0, session}}, "SELECT DISTINCT event FROM args ORDER BY event", {});
    QVERIFY(args);
    QCOMPARE(args->rowCount(), std::size_t{2});
}

void tst_Memory::withoutMemory()
{
    const auto session = open(trace({span("cpu_op", "aten::a", 10, 5)}));
    for (const char *by : {"time", "layer", "module", "part", "line", "op", "category", "block", "peak"}) {
        const auto none = table(*session, by);
        QVERIFY(none);
        QCOMPARE(none->rowCount(), 0u);
        QVERIFY(!none->notes().empty());
    }
}

// Nothing in a snapshot is outside of passes, because it has none.
void tst_Memory::snapshotsHaveNoPasses()
{
    const auto document = openTrace(LAMELLA_TEST_DATA "/snapshots/small_5.pickle", {}, {});
    QVERIFY(document);
    const auto session = AnalysisSession::create(*document, {});
    QVERIFY(session);
    const auto groups = table(**session, "layer");
    QCOMPARE(groups->rowCount(), 2u);
    for (const char *column : {"pass", "layer"}) {
        QCOMPARE(QString::fromStdString(groups->missingReason(0, groups->columnIndex(column)).english()),
            QStringLiteral("the file does not say when its work was launched"));
        QCOMPARE(QString::fromStdString(groups->missingReason(1, groups->columnIndex(column)).english()),
            QStringLiteral("it was allocated before the trace"));
    }
}

void tst_Memory::publicPeaks_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("mebibytes");
    QTest::newRow("H100") << "chrome/tl_h100_qwen1.5-0.5b.json.gz" << 1991.76;
    QTest::newRow("switch transformer") << "chrome/switchtransformers_trace.json" << 22'040.40;
    QTest::newRow("decode") << "chrome/nanovllm_decode_gpu_10.json" << 9'425.14;
}

// Peaks found by adding up the events with other tools.
void tst_Memory::publicPeaks()
{
    QFETCH(QString, file);
    QFETCH(double, mebibytes);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/") + file;
    LAMELLA_NEED_SHARED(path);
    const auto document = openTrace(path.toStdString(), {}, {});
    QVERIFY(document);
    const auto session = AnalysisSession::create(*document, {});
    const auto time = table(**session, "time");
    std::int64_t peak = 0;
    for (std::size_t r = 0; r < time->rowCount(); ++r)
        peak = std::max(peak, time->integer(r, time->columnIndex("allocated_bytes")));
    QVERIFY(std::abs(static_cast<double>(peak) / (1 << 20) - mebibytes) < 0.01);
}

LAMELLA_TEST(tst_Memory)
#include "tst_Memory.moc"
