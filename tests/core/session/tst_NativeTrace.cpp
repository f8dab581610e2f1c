// SPDX-License-Identifier: GPL-3.0-or-later
// Traces written for Perfetto: read back they are the same document, and what Perfetto makes of their packets is what the tables
// say. The packets are read here by the rules of Perfetto's own importer: a stack of slices for each track, in the order of time.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/session/memory/MemoryReader.h"
#include "core/session/perfetto/NativeTrace.h"
#include "core/session/perfetto/SliceLanes.h"
#include "tests/support/EveryTable.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <set>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

struct Slice {
    std::int64_t start = 0;
    std::int64_t duration = -1;
    std::string name;
    std::string category;
    std::string track;
    std::vector<std::uint64_t> flows;
    bool isCounter = false;
    double value = 0;
    bool operator<(const Slice &other) const
    {
        return std::tie(start, duration, name) < std::tie(other.start, other.duration, other.name);
    }
};

// Perfetto sorts packets by time, stably, and ends the slice of a track that began last.
class Perfetto {
public:
    explicit Perfetto(const std::string &bytes)
    {
        protozero::pbf_reader trace(bytes);
        while (trace.next(1))
            packet(trace.get_view());
        std::stable_sort(m_events.begin(), m_events.end(), [](const Event &a, const Event &b) { return a.time < b.time; });
        for (const Event &event : m_events)
            play(event);
    }
    std::vector<Slice> slices;
    std::map<std::uint64_t, std::string> trackNames;
    std::size_t endsWithoutBegin = 0;

private:
    struct Event {
        std::int64_t time = 0;
        int type = 0;
        std::uint64_t track = 0;
        Slice slice;
    };
    void packet(protozero::data_view bytes)
    {
        Event event;
        protozero::data_view body;
        protozero::pbf_reader fields(bytes);
        while (fields.next()) {
            if (fields.tag() == 8)
                event.time = static_cast<std::int64_t>(fields.get_uint64());
            else if (fields.tag() == 12)
                intern(fields.get_message());
            else if (fields.tag() == 60)
                describe(fields.get_message());
            else if (fields.tag() == 11)
                body = fields.get_view();
            else
                fields.skip();
        }
        if (body.data() != nullptr)
            read(event, body);
    }
    void intern(protozero::pbf_reader fields)
    {
        while (fields.next()) {
            const auto tag = fields.tag();
            protozero::pbf_reader entry = fields.get_message();
            std::uint64_t id = 0;
            std::string text;
            while (entry.next()) {
                if (entry.tag() == 1)
                    id = entry.get_uint64();
                else
                    text = entry.get_string();
            }
            m_texts[{tag, id}] = text;
        }
    }
    void describe(protozero::pbf_reader fields)
    {
        std::uint64_t uuid = 0;
        std::string name;
        while (fields.next()) {
            if (fields.tag() == 1)
                uuid = fields.get_uint64();
            else if (fields.tag() == 2)
                name = fields.get_string();
            else
                fields.skip();
        }
        trackNames[uuid] = name;
    }
    void read(Event &event, protozero::data_view body)
    {
        protozero::pbf_reader fields(body);
        while (fields.next()) {
            switch (fields.tag()) {
            case 9:
                event.type = fields.get_int32();
                break;
            case 11:
                event.track = fields.get_uint64();
                break;
            case 10:
                event.slice.name = m_texts[{2, fields.get_uint64()}];
                break;
            case 23:
                event.slice.name = fields.get_string();
                break;
            case 3:
                event.slice.category = m_texts[{1, fields.get_uint64()}];
                break;
            case 22:
                event.slice.category = fields.get_string();
                break;
            case 47:
            case 48:
                event.slice.flows.push_back(fields.get_fixed64());
                break;
            case 30:
                event.slice.value = static_cast<double>(fields.get_int64());
                break;
            case 44:
                event.slice.value = fields.get_double();
                break;
            default:
                fields.skip();
            }
        }
        m_events.push_back(event);
    }
    void play(const Event &event)
    {
        std::vector<std::size_t> &open = m_open[event.track];
        if (event.type == 2) {
            if (open.empty()) {
                ++endsWithoutBegin;
                return;
            }
            slices[open.back()].duration = event.time - slices[open.back()].start;
            open.pop_back();
            return;
        }
        Slice slice = event.slice;
        slice.start = event.time;
        slice.track = trackNames[event.track];
        slice.isCounter = event.type == 4;
        if (event.type == 1)
            open.push_back(slices.size());
        slices.push_back(slice);
    }
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::string> m_texts;
    std::vector<Event> m_events;
    std::map<std::uint64_t, std::vector<std::size_t>> m_open;
};

std::string contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

// Also what is said about records without sizes.
std::string memoryTables(const std::shared_ptr<const TraceDocument> &document)
{
    std::string all;
    if (document)
        everyTable(document, [&all](const TableRequest &request, const ReportTable &table) {
            if (request.table == "memory")
                all += writeTable(table, TableFormat::Text) + writeTable(table, TableFormat::Csv);
        });
    return all;
}

} // namespace

class tst_NativeTrace : public QObject {
    Q_OBJECT

private slots:
    void sameTables_data();
    void sameTables();
    void sameOnAnyNumberOfThreads();
    void whatPerfettoSees();
    void traceProcessorAgrees();
    void overlappingWorkOfAStream();
    void countersAndInstants();
    void memoryIsCounted_data();
    void memoryIsCounted();
    void unreadMemoryIsThatOfThePart();
    void sumsAreNoTrace();
    void onePass();
    void timesBelowZero();
    void changedWhileItIsRead();
    void damagedFacts();
    void damagedSliceLeavesTheOthers();
    void lanes();

private:
    std::shared_ptr<const TraceDocument> open(const std::string &path)
    {
        const auto document = openTrace(path, {}, {});
        if (!document)
            qWarning("%s", document.error().message().c_str());
        return document ? *document : nullptr;
    }
    std::shared_ptr<const TraceDocument> openText(const std::string &json)
    {
        return open(writeFile(m_dir.filePath(QStringLiteral("t.json")), json).toStdString());
    }
    // Writes it and reads it back.
    std::shared_ptr<const TraceDocument> written(
        const std::shared_ptr<const TraceDocument> &document, std::optional<TimeRange> window = {})
    {
        m_path = m_dir.filePath(QStringLiteral("out.pftrace")).toStdString();
        const auto session = AnalysisSession::create(document, {});
        const auto summary = writeNativeTrace(**session, m_path, window, {});
        if (!summary) {
            qWarning("%s", summary.error().message().c_str());
            return nullptr;
        }
        m_summary = *summary;
        return open(m_path);
    }
    std::vector<std::string> answered(const QString &program, const QByteArray &query);
    QTemporaryDir m_dir;
    std::string m_path;
    NativeTraceSummary m_summary;
};

void tst_NativeTrace::sameTables_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("kind");
    for (const TraceKind kind : {TraceKind::CudaGraph, TraceKind::TwoDevices, TraceKind::EagerFrames})
        QTest::addRow("%s", traceKindName(kind)) << QString() << static_cast<int>(kind);
    const QString seeds = QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/");
    for (const char *seed : {"seeds_nsys/export.sqlite", "seeds_xplane/one.pb", "seeds_ascend/level1.csv",
             "seeds_ascend/op_summary.csv", "seeds_pftrace/by_time.pftrace", "seeds_pftrace/clocks.pftrace"})
        QTest::newRow(seed) << seeds + QLatin1String(seed) << -1;
    for (const char *shared : {"nsys/0x822a1.sqlite", "chrome/tl_sglang_qwen3-8b_decode.json.gz",
             "chrome/ascend_level1_rank0_trace_view.json", "jax/tracelens_jax08_gemm_mi300.xplane.pb",
             "ascend/level1_rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"})
        QTest::newRow(shared) << QStringLiteral(LAMELLA_SHARED_TRACES) + u'/' + QLatin1String(shared) << -1;
}

void tst_NativeTrace::sameTables()
{
    QFETCH(QString, path);
    QFETCH(int, kind);
    if (kind < 0)
        LAMELLA_NEED_SHARED(path);
    const auto document = kind < 0 ? open(path.toStdString()) : openText(generatedTrace(static_cast<TraceKind>(kind)).json);
    QVERIFY(document);
    const auto read = written(document);
    QVERIFY(read);
    QCOMPARE(read->kernels.size(), document->kernels.size());
    QCOMPARE(read->bounds.exactBegin, document->bounds.exactBegin);
    std::map<std::string, std::string> expected;
    const auto key = [](const TableRequest &r) {
        return r.table + " " + r.pass + " " + r.by + (r.each ? " each" : "") + " " + r.device;
    };
    const auto csv = [](const ReportTable &table) { return withoutFileName(writeTable(table, TableFormat::Csv)); };
    // Facts of the file itself, links (Perfetto reads the one and not the other, or rounds its times), numbers of events (ends,
    // flows and names of tracks are none in the written trace), and what the writer says that it cannot write.
    std::set<std::string> other{"info", "diagnostics", "perfetto", "gaps", "flow"};
    other.insert(m_summary.unanswered.begin(), m_summary.unanswered.end());
    everyTable(document, [&](const TableRequest &r, const ReportTable &table) { expected[key(r)] = csv(table); });
    std::size_t compared = 0;
    everyTable(read, [&](const TableRequest &r, const ReportTable &table) {
        if (other.contains(r.table))
            return;
        ++compared;
        if (csv(table) != expected[key(r)])
            QFAIL((key(r) + "\n" + csv(table).substr(0, 900) + "\nfirst:\n" + expected[key(r)].substr(0, 900)).c_str());
    });
    QVERIFY(compared > 20);
}

// A trace of many blocks, with an event larger than a block. Damage behind them takes nothing of them away.
void tst_NativeTrace::sameOnAnyNumberOfThreads()
{
    std::string json = generatedTrace(TraceKind::CudaGraph, {.passes = 400}).json;
    const std::string large(400'000, '7');
    json.insert(json.find('[') + 1,
        R"({"ph":"X","cat":"cpu_op","name":"large","pid":1,"tid":2,"ts":1,"dur":1,"args":{"Input Dims":[)" + large + "]}},");
    const auto document = openText(json);
    QVERIFY(document);
    QVERIFY(written(document));
    std::string bytes = contentOf(m_path);
    QVERIFY(bytes.size() > 4'000'000);
    const std::string path = writeFile(m_dir.filePath(QStringLiteral("cut.pftrace")), bytes + '\x0A').toStdString();
    for (const unsigned threads : {1U, 2U, 5U}) {
        ImportOptions options;
        options.workers = threads;
        const auto read = openTrace(path, options, {});
        QVERIFY(read);
        QCOMPARE((*read)->kernels.size(), document->kernels.size());
        for (std::uint32_t k = 0; k < document->kernels.size(); ++k) {
            QCOMPARE((*read)->kernels.start[k], document->kernels.start[k]);
            QCOMPARE((*read)->kernels.duration[k], document->kernels.duration[k]);
            QCOMPARE((*read)->text((*read)->kernels.name[k]), document->text(document->kernels.name[k]));
            QCOMPARE((*read)->kernels.launch[k].valid(), document->kernels.launch[k].valid());
        }
        QCOMPARE((*read)->diagnostics.sorted().size(), std::size_t{1});
        QCOMPARE((*read)->diagnostics.sorted().front().firstOffset, static_cast<std::int64_t>(bytes.size()));
    }
}

// Rows of a query, cells without quotes, after the header; nothing where the program fails.
std::vector<std::string> tst_NativeTrace::answered(const QString &program, const QByteArray &query)
{
    const QString file = m_dir.filePath(QStringLiteral("query.sql"));
    writeFile(file, query);
    QProcess process;
    process.start(program, {QStringLiteral("-q"), file, QString::fromStdString(m_path)});
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        qWarning("%s", process.readAllStandardError().constData());
        return {};
    }
    std::vector<std::string> rows;
    for (const QByteArray &line : process.readAllStandardOutput().trimmed().split('\n'))
        rows.push_back(QByteArray(line).replace('"', "").toStdString());
    if (!rows.empty())
        rows.erase(rows.begin());
    return rows;
}

// Perfetto's own program reads the written trace: slices, names, times, flows and counters are those of the document.
void tst_NativeTrace::traceProcessorAgrees()
{
    QString program;
    for (const char *name : {"trace_processor_shell", "trace_processor"})
        program = program.isEmpty() ? QStandardPaths::findExecutable(QString::fromLatin1(name)) : program;
    if (program.isEmpty())
        QSKIP("skipped: trace_processor is not installed");
    const auto document = openText(generatedTrace(TraceKind::Dense, {.passes = 3}).json);
    QVERIFY(document && written(document));
    const KernelTable &table = document->kernels;
    std::vector<std::string> kernels;
    std::size_t launched = 0;
    for (std::uint32_t k = 0; k < table.size(); ++k) {
        launched += table.launch[k].valid() ? 1 : 0;
        if (table.kind[k] == KernelKind::Kernel)
            kernels.push_back(std::to_string(table.start[k]) + ',' + std::to_string(table.duration[k]) + ','
                + std::string(document->text(table.name[k])));
    }
    std::vector<std::string> seen = answered(program, "SELECT ts, dur, name FROM slice WHERE category = 'kernel' ORDER BY ts;");
    std::sort(seen.begin(), seen.end());
    std::sort(kernels.begin(), kernels.end());
    QCOMPARE(seen.size(), kernels.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        QCOMPARE(QByteArray::fromStdString(seen[i]), QByteArray::fromStdString(kernels[i]).replace('"', ""));
    const Perfetto packets(contentOf(m_path));
    const auto counters =
        std::count_if(packets.slices.begin(), packets.slices.end(), [](const Slice &slice) { return slice.isCounter; });
    const auto one = [&](const QByteArray &query) { return answered(program, query); };
    QCOMPARE(one("SELECT count(*) FROM flow;"), std::vector<std::string>{std::to_string(launched)});
    QCOMPARE(one("SELECT count(*) FROM counter;"), std::vector<std::string>{std::to_string(counters)});
    QCOMPARE(one("SELECT min(ts) FROM slice;"), std::vector<std::string>{std::to_string(document->bounds.exactBegin)});
}

void tst_NativeTrace::whatPerfettoSees()
{
    const auto document = openText(generatedTrace(TraceKind::Dense, {.passes = 3}).json);
    QVERIFY(document && written(document));
    const Perfetto seen(contentOf(m_path));
    QCOMPARE(seen.endsWithoutBegin, std::size_t{0});
    std::vector<Slice> kernels;
    std::vector<Slice> launches;
    std::int64_t first = INT64_MAX;
    std::map<std::string, int> analysis;
    for (const Slice &slice : seen.slices) {
        first = std::min(first, slice.start);
        if (slice.category == "kernel")
            kernels.push_back(slice);
        if (slice.category == "cuda_runtime" && !slice.flows.empty())
            launches.push_back(slice);
        if (slice.category == "pass" || slice.category == "layer" || slice.category == "role")
            ++analysis[slice.track];
    }
    QCOMPARE(first, document->bounds.exactBegin);
    std::sort(kernels.begin(), kernels.end());
    std::vector<Slice> expected;
    std::size_t launched = 0;
    const KernelTable &table = document->kernels;
    for (std::uint32_t k = 0; k < table.size(); ++k) {
        if (table.kind[k] == KernelKind::Kernel)
            expected.push_back({table.start[k], table.duration[k], std::string(document->text(table.name[k])), {}, {}, {}});
        launched += table.launch[k].valid() ? 1 : 0;
    }
    std::sort(expected.begin(), expected.end());
    QCOMPARE(kernels.size(), expected.size());
    for (std::size_t i = 0; i < kernels.size(); ++i)
        QVERIFY2(!(kernels[i] < expected[i]) && !(expected[i] < kernels[i]), kernels[i].name.c_str());
    // Each flow leads from one launch to one piece of work.
    std::map<std::uint64_t, int> ends;
    std::size_t flows = 0;
    for (const Slice &slice : seen.slices)
        for (const std::uint64_t flow : slice.flows)
            ++ends[flow];
    for (const auto &[flow, count] : ends)
        QCOMPARE(count, 2);
    for (const Slice &slice : launches)
        flows += slice.flows.size();
    QCOMPARE(flows, launched);
    QCOMPARE(ends.size(), launched);
    const auto session = AnalysisSession::create(document, {});
    const auto segmentation = (*session)->segmentation();
    QVERIFY(segmentation);
    const DeviceSegmentation &device = (*segmentation)->devices[0];
    QCOMPARE(analysis["Passes"], static_cast<int>(device.passes.size()));
    QVERIFY(analysis["Layers"] >= static_cast<int>(device.layers.size()));
    QVERIFY(analysis["Roles"] > 0);
}

// Two kernels that overlap without nesting, and one that begins where another ends.
void tst_NativeTrace::overlappingWorkOfAStream()
{
    const auto document = openText(R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"c","pid":0,"tid":7,"ts":20,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":15,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"none","pid":0,"tid":7,"ts":20,"dur":0,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_user_annotation","name":"range","pid":0,"tid":7,"ts":10,"dur":15,"args":{}}]})");
    QVERIFY(document);
    const auto read = written(document);
    QVERIFY(read);
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> found;
    for (const Slice &slice : Perfetto(contentOf(m_path)).slices)
        found[slice.name] = {slice.start, slice.duration};
    QCOMPARE(found["a"], std::pair(std::int64_t{10'000}, std::int64_t{10'000}));
    QCOMPARE(found["b"], std::pair(std::int64_t{15'000}, std::int64_t{10'000}));
    QCOMPARE(found["c"], std::pair(std::int64_t{20'000}, std::int64_t{5'000}));
    QCOMPARE(found["none"], std::pair(std::int64_t{20'000}, std::int64_t{0}));
    QCOMPARE(found["range"], std::pair(std::int64_t{10'000}, std::int64_t{15'000}));
    QCOMPARE(read->streams.size(), std::size_t{1});
    QCOMPARE(read->tracks.size(), std::size_t{1});
}

void tst_NativeTrace::countersAndInstants()
{
    const auto document = openText(R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"C","name":"memory","pid":5,"tid":1,"ts":3,"args":{"used":12,"free":2.5}},
{"ph":"C","name":"load","pid":5,"tid":1,"ts":4,"args":{"value":"7"}},
{"ph":"i","name":"note","pid":5,"tid":1,"ts":2,"s":"t"},
{"ph":"B","name":"open","pid":5,"tid":1,"ts":11},
{"ph":"b","cat":"x","id":1,"name":"async","pid":5,"tid":1,"ts":3},
{"ph":"e","cat":"x","id":1,"name":"async","pid":5,"tid":1,"ts":12}]})");
    QVERIFY(document);
    const auto read = written(document);
    QVERIFY(read);
    std::map<std::string, double> counters;
    std::map<std::string, std::int64_t> durations;
    for (const Slice &slice : Perfetto(contentOf(m_path)).slices) {
        if (slice.isCounter)
            counters[slice.track] = slice.value;
        else
            durations[slice.name] = slice.duration;
    }
    QCOMPARE(counters.size(), std::size_t{3});
    QCOMPARE(counters["memory used"], 12.0);
    QCOMPARE(counters["memory free"], 2.5);
    QCOMPARE(counters["load"], 7.0);
    QCOMPARE(durations["open"], std::int64_t{4000}); // to the end of the trace
    QCOMPARE(durations["async"], std::int64_t{9000});
    QCOMPARE(read->bounds.exactBegin, std::int64_t{2000});
    std::map<std::string, char> phases;
    for (std::uint32_t e = 0; e < read->events.size(); ++e)
        phases[std::string(read->text(read->events.row(EventId{e}).name))] = read->events.row(EventId{e}).phase;
    const std::map<std::string, char> expected{
        {"k", 'X'}, {"memory", 'C'}, {"load", 'C'}, {"note", 'i'}, {"open", 'B'}, {"async", 'b'}};
    QCOMPARE(phases, expected);
}

void tst_NativeTrace::memoryIsCounted_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("json");
    QTest::addColumn<bool>("ofEvents");
    QTest::newRow("PyTorch") << QString() << QStringLiteral(R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":11,"args":{"Bytes":512,"Addr":64,"Device Id":0,"Device Type":1,"Total Allocated":1512,"Total Reserved":4096}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":13,"args":{"Bytes":-512,"Addr":64,"Device Id":0,"Device Type":1,"Total Allocated":1000,"Total Reserved":4096}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":14,"args":{"Bytes":8,"Addr":9,"Device Type":0,"Total Allocated":8}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":14.5,"args":{"Addr":9}}]})")
                             << true;
    for (const auto &[shared, ofEvents] : {std::pair("jax/tracelens_jax08_gemm_mi300.xplane.pb", true),
             {"ascend/level1_rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", false}})
        QTest::newRow(shared) << QStringLiteral(LAMELLA_SHARED_TRACES) + u'/' + QLatin1String(shared) << QString() << ofEvents;
}

// At each row of the table of memory, the counters have its totals. Events of memory are read back.
void tst_NativeTrace::memoryIsCounted()
{
    QFETCH(QString, path);
    QFETCH(QString, json);
    QFETCH(bool, ofEvents);
    if (json.isEmpty())
        LAMELLA_NEED_SHARED(path);
    const auto document = json.isEmpty() ? open(path.toStdString()) : openText(json.toStdString());
    QVERIFY(document);
    const auto read = written(document);
    QVERIFY(read);
    QCOMPARE(read->bounds.exactBegin, document->bounds.exactBegin);
    QCOMPARE(recordsMemory(*read), ofEvents);
    const Perfetto packets(contentOf(m_path));
    std::map<std::string, std::map<std::int64_t, double>> counters; // by track
    for (const Slice &slice : packets.slices)
        if (slice.isCounter && slice.track.starts_with("Memory "))
            counters[slice.track][slice.start] = slice.value;
    const auto memory = readMemory(document, {});
    QVERIFY(memory && memory->log->size() > 0);
    const auto &unanswered = m_summary.unanswered;
    QCOMPARE(std::find(unanswered.begin(), unanswered.end(), "memory") == unanswered.end(), ofEvents);
    if (ofEvents) {
        QCOMPARE(memoryTables(read), memoryTables(document));
        QCOMPARE(memoryTables(written(read)), memoryTables(document)); // and once more, of what was read back
    }
    std::size_t compared = 0;
    for (std::uint32_t row = 0; row < memory->log->size(); ++row) {
        const std::int64_t time = memory->log->time[row];
        if (time < document->bounds.exactBegin || time > document->bounds.exactEnd)
            continue;
        const bool last = row + 1 == memory->log->size() || memory->log->time[row + 1] != time;
        const std::int16_t device = memory->log->device[row];
        const std::string of = device == MemoryLog::kHost ? " · host" : " · device " + std::to_string(device);
        const MemoryTotals totals = memory->use.totals[row];
        for (const auto &[name, total] :
            {std::pair<std::string, std::int64_t>("Memory allocated", totals.allocated), {"Memory reserved", totals.reserved}}) {
            if (!last || total == MemoryLog::kNone)
                continue;
            const auto &values = counters[name + of];
            const auto after = values.upper_bound(time);
            QVERIFY(after != values.begin());
            QCOMPARE(std::prev(after)->second, static_cast<double>(total));
            ++compared;
        }
    }
    QVERIFY(compared > 1);
}

// An export of a part counts what the part contains; so does one of a trace that was read back.
void tst_NativeTrace::unreadMemoryIsThatOfThePart()
{
    const auto document = openText(R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":11,"args":{"Bytes":512,"Addr":64,"Device Id":0,"Device Type":1}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":12,"args":{"Addr":9}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":20,"args":{"Addr":9}},
{"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":30,"args":{"Addr":9}}]})");
    QVERIFY(document);
    const auto unread = [](const std::shared_ptr<const TraceDocument> &of) {
        const auto memory = of ? readMemory(of, {}) : Result<MemoryData>(MemoryData());
        return memory && memory->log ? static_cast<int>(memory->log->unread) : -1;
    };
    QCOMPARE(unread(document), 3);
    const auto whole = written(document);
    QCOMPARE(unread(whole), 3);
    QCOMPARE(unread(written(whole, TimeRange{{19'000}, {31'000}})), 2);
    QCOMPARE(unread(written(document, TimeRange{{10'000}, {15'000}})), 1);
    QCOMPARE(unread(written(document, TimeRange{{19'000}, {31'000}})), 2);
    QCOMPARE(unread(written(document, TimeRange{{24'000}, {26'000}})), 0);
}

// Of a report without a timeline, an empty trace would say nothing.
void tst_NativeTrace::sumsAreNoTrace()
{
    const std::string path = writeFile(m_dir.filePath(QStringLiteral("sums.csv")),
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev "
        "(ns),Name\n100.0,64,2,32.0,32.0,32,32,0.0,k\n")
                                 .toStdString();
    const auto document = open(path);
    QVERIFY(document);
    const auto session = AnalysisSession::create(document, {});
    const std::string out = m_dir.filePath(QStringLiteral("sums.pftrace")).toStdString();
    const auto summary = writeNativeTrace(**session, out, {}, {});
    QVERIFY(!summary);
    QVERIFY(summary.error().detail.english().find("no event with a time") != std::string::npos);
    QVERIFY(!QFile::exists(QString::fromStdString(out)));
}

void tst_NativeTrace::onePass()
{
    const auto document = openText(generatedTrace(TraceKind::Dense, {.passes = 4}).json);
    QVERIFY(document);
    const auto session = AnalysisSession::create(document, {});
    const auto window = passWindow(**session, "2", {}, {});
    QVERIFY(window && window->has_value());
    const auto read = written(document, *window);
    QVERIFY(read);
    QCOMPARE(read->bounds.exactBegin, document->bounds.exactBegin);
    const auto segmentation = (*session)->segmentation();
    const Pass *const pass = (*segmentation)->pass(DeviceId{0}, 2);
    std::size_t inside = 0;
    for (std::uint32_t k = 0; k < read->kernels.size(); ++k) {
        const bool touches = read->kernels.start[k] <= pass->range.end.value && read->kernels.end(k) >= pass->range.begin.value;
        QVERIFY(touches || read->kernels.start[k] == document->bounds.exactBegin);
        QVERIFY(read->kernels.launch[k].valid());
        inside += touches ? 1 : 0;
    }
    QVERIFY(inside >= pass->kernels && inside < document->kernels.size() / 2);
    QVERIFY(!passWindow(**session, "99", {}, {}));
}

// Perfetto has no negative times: all are moved, and moved back.
void tst_NativeTrace::timesBelowZero()
{
    const auto document = openText(R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":-10,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":5.001,"dur":10,"args":{"device":0,"stream":7}}]})");
    QVERIFY(document);
    const auto read = written(document);
    QVERIFY(read);
    QCOMPARE(read->kernels.start[0], std::int64_t{-10'000});
    QCOMPARE(read->kernels.start[1], std::int64_t{5001});
    QCOMPARE(m_summary.bounds.perfettoBegin, std::int64_t{0});
    QCOMPARE(m_summary.bounds.perfettoEnd, std::int64_t{25'001});
    for (const Slice &slice : Perfetto(contentOf(m_path)).slices)
        QVERIFY(slice.start >= 0);
}

// A file that is not in order is read several times; another one in its place does not get mixed with it.
void tst_NativeTrace::changedWhileItIsRead()
{
    QVERIFY(written(openText(generatedTrace(TraceKind::Dense, {.passes = 1}).json)));
    const std::string twice = contentOf(m_path) + contentOf(m_path);
    const std::string path = writeFile(m_dir.filePath(QStringLiteral("twice.pftrace")), twice).toStdString();
    QVERIFY(open(path));
    JobControl control;
    control.progress = [&](std::uint64_t, std::uint64_t) {
        std::filesystem::rename(writeFile(m_dir.filePath(QStringLiteral("other.pftrace")), twice).toStdString(), path);
    };
    const auto read = openTrace(path, {}, control);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Io);
}

void tst_NativeTrace::damagedFacts()
{
    QVERIFY(written(openText(generatedTrace(TraceKind::Dense, {.passes = 1}).json)));
    std::string bytes = contentOf(m_path);
    bytes.replace(bytes.find("\"tracks\""), 8, "\"tra\\ks\"");
    const auto damaged = openTrace(
        writeFile(m_dir.filePath(QStringLiteral("damaged.pftrace")), bytes).toStdString(), ImportOptions{}, JobControl{});
    QVERIFY(!damaged);
    QVERIFY(damaged.error().detail.english().find("first packet") != std::string::npos);
}

// The end of a slice whose begin cannot be read closes no other slice.
void tst_NativeTrace::damagedSliceLeavesTheOthers()
{
    QVERIFY(written(openText(R"({"traceEvents": [
{"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":2,"ts":0,"dur":100,"args":{"Sequence number":1}},
{"ph":"X","cat":"cpu_op","name":"middle","pid":1,"tid":2,"ts":10,"dur":70,"args":{"Sequence number":2}},
{"ph":"X","cat":"cpu_op","name":"inner","pid":1,"tid":2,"ts":20,"dur":30,"args":{"Sequence number":3}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":200,"dur":10,"args":{"device":0,"stream":7}}]})")));
    std::string bytes = contentOf(m_path);
    std::size_t last = 0; // byte of the value of the inner slice
    protozero::pbf_reader trace(bytes);
    while (trace.next(1)) {
        protozero::pbf_reader packet = trace.get_message();
        std::uint64_t time = 0;
        protozero::data_view body;
        while (packet.next()) {
            if (packet.tag() == 8)
                time = packet.get_uint64();
            else if (packet.tag() == 11)
                body = packet.get_view();
            else
                packet.skip();
        }
        protozero::pbf_reader event(body);
        while (time == 20'000 && body.data() != nullptr && event.next(4)) {
            const protozero::data_view value = event.get_view();
            last = static_cast<std::size_t>(value.data() + value.size() - 1 - bytes.data());
        }
    }
    QVERIFY(last > 0);
    bytes[last] = '\xFF'; // a number that goes on behind its end
    const auto read = openTrace(
        writeFile(m_dir.filePath(QStringLiteral("inner.pftrace")), bytes).toStdString(), ImportOptions{}, JobControl{});
    QVERIFY(read);
    const TraceDocument &document = **read;
    std::map<std::string, std::int64_t> durations;
    for (std::uint32_t e = 0; e < document.events.size(); ++e) {
        const EventRow row = document.events.row(EventId(e));
        durations[std::string(document.text(row.name))] = row.duration;
    }
    QVERIFY(!durations.contains("inner"));
    QCOMPARE(durations["middle"], std::int64_t{70'000});
    QCOMPARE(durations["outer"], std::int64_t{100'000});
}

void tst_NativeTrace::lanes()
{
    SliceLanes nested;
    QCOMPARE(nested.nested(0, 100), 0u);
    QCOMPARE(nested.nested(10, 50), 0u);
    QCOMPARE(nested.nested(40, 60), 1u); // neither inside nor behind
    QCOMPARE(nested.nested(50, 100), 0u); // the same end
    QCOMPARE(nested.nested(100, 200), 0u);
    SliceLanes crowded; // each overlaps all others
    for (std::int64_t i = 0; i < 1000; ++i)
        QCOMPARE(crowded.nested(i, 10'000 + i), static_cast<std::uint32_t>(i));
    SliceLanes apart;
    QCOMPARE(apart.apart(0, 10), 0u);
    QCOMPARE(apart.apart(5, 6), 1u);
    QCOMPARE(apart.apart(6, 7), 1u);
    QCOMPARE(apart.apart(10, 12), 0u);
}

LAMELLA_TEST(tst_NativeTrace)
#include "tst_NativeTrace.moc"
