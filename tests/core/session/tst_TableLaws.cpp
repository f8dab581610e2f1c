// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of the tables of any trace: rows add up to their total, tables about the same work agree, shares are at most 100 %,
// and results do not depend on how the trace was opened. Tested on generated traces of every kind, and on one with extreme
// overlap.
#include "core/import/ImporterRegistry.h"
#include "core/report/TableWriters.h"
#include "core/report/tables/WithinTable.h"
#include "core/session/AnalysisSession.h"
#include "core/session/DiffSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Four devices with hundreds of concurrent kernels on one stream and on many, equal starts, lengths of zero.
std::string overlappingTrace()
{
    std::string events;
    const auto add = [&events](int device, int stream, const std::string &name, int start, int duration) {
        const std::string d = std::to_string(device);
        const std::string s = std::to_string(stream);
        events += "{'ph':'X','cat':'kernel','pid':" + d + ",'tid':" + s + ",'ts':" + std::to_string(start)
            + ",'dur':" + std::to_string(duration) + ",'name':'" + name + "','args':{'device':" + d + ",'stream':" + s + "}},";
    };
    for (int device = 0; device < 4; ++device) {
        for (int i = 0; i < 300; ++i) {
            add(device, 7, "gemm_kernel", i, 1000);
            add(device, 8 + i, "flash_fwd_kernel", i % 10, 900 + i % 3);
            add(device, 7, "ncclDevKernel_AllReduce_Sum_f16", i % 50, i % 2 == 0 ? 2000 : 0);
        }
        add(device, 7, "late_kernel", 5000, 1);
    }
    return traceObject(lamella::test::quoted(events) + "{}");
}

struct Opened {
    explicit Opened(const std::string &text, const std::string &config = {}, const ImportOptions &options = {})
        : file(text)
    {
        SessionOptions choices;
        if (!config.empty()) {
            configFile = std::make_unique<TraceText>(config, QStringLiteral("config.json"));
            choices.configPath = configFile->path();
        }
        document = openTrace(file.path(), options, {}).value();
        session = AnalysisSession::create(document, choices).value();
    }
    TraceText file;
    std::unique_ptr<TraceText> configFile;
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<AnalysisSession> session;

    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> ask(
        const char *name, const char *pass = "auto", const std::function<void(TableRequest &)> &more = {}) const
    {
        TableRequest request;
        request.table = name;
        request.device = "all";
        request.pass = pass;
        if (more)
            more(request);
        return session->table(request);
    }
    [[nodiscard]] std::shared_ptr<const ReportTable> table(
        const char *name, const char *pass = "auto", const std::function<void(TableRequest &)> &more = {}) const
    {
        const auto found = ask(name, pass, more);
        if (!found)
            qFatal("%s: %s", name, found.error().message().c_str());
        return *found;
    }
};

// All tables with default options and with --pass trace.
std::map<std::string, std::string> allTables(AnalysisSession &session)
{
    std::map<std::string, std::string> texts;
    for (const std::string &name : AnalysisSession::tableNames())
        for (const char *pass : {"auto", "trace", "all"}) {
            TableRequest request;
            request.table = name;
            request.device = "all";
            request.pass = pass;
            if (name == "info")
                request.filter = "!memory"; // memory use depends on how the document is divided into chunks
            const auto found = session.table(request);
            texts[name + ' ' + pass] = found ? writeTable(**found, TableFormat::Json) : found.error().message();
        }
    return texts;
}

std::int64_t number(const ReportTable &table, std::size_t row, const char *column)
{
    const std::size_t c = table.columnIndex(column);
    if (c == ReportTable::npos)
        qFatal("no column %s", column);
    return table.isMissing(row, c) ? 0 : table.integer(row, c);
}

std::int64_t sum(const ReportTable &table, const char *column)
{
    std::int64_t total = 0;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        total += number(table, r, column);
    return total;
}

bool isOfLimit(std::string_view column)
{
    return column == "of_floor" || column == "mfu" || column == "mbu";
}

// Whether the row says that its numbers are above what the device can do.
bool isMarked(const ReportTable &table, std::size_t row)
{
    for (const char *column : {"limit_note", "why"}) {
        const std::size_t c = table.columnIndex(column);
        if (c != ReportTable::npos && !table.isMissing(row, c) && table.text(row, c).find("above what the device") == 0)
            return true;
    }
    return false;
}

double shares(const ReportTable &table, const char *column)
{
    double total = 0;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        total += table.real(r, table.columnIndex(column));
    return total;
}

// device, pass
using PassKey = std::pair<std::int64_t, std::int64_t>;

PassKey passOf(const ReportTable &table, std::size_t row)
{
    const std::size_t device = table.columnIndex("device");
    return {number(table, row, "pass"), device == ReportTable::npos ? 0 : number(table, row, "device")};
}

std::map<PassKey, std::int64_t> byPass(const ReportTable &table, const char *column)
{
    std::map<PassKey, std::int64_t> sums;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (!table.isMissing(r, table.columnIndex("pass")))
            sums[passOf(table, r)] += number(table, r, column);
    return sums;
}

// The first one for names of others.
TraceKind kindNamed(const QString &name)
{
    const auto found = std::find_if(
        kTraceKindNames.begin(), kTraceKindNames.end(), [&](const char *kind) { return name == QLatin1String(kind); });
    return static_cast<TraceKind>(found == kTraceKindNames.end() ? 0 : found - kTraceKindNames.begin());
}

std::string sampleText()
{
    QFile file(QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz"));
    return file.open(QIODevice::ReadOnly) ? gunzipped(file.readAll().toStdString()) : std::string();
}

} // namespace

class tst_TableLaws : public QObject {
    Q_OBJECT
private slots:
    void tablesOfAllWorkAgree_data() { eachTrace(); }
    void tablesOfAllWorkAgree();
    void busyAndIdleMakeTheWindow_data() { eachTrace(); }
    void busyAndIdleMakeTheWindow();
    void layersMakeTheirPasses_data() { eachTrace(); }
    void layersMakeTheirPasses();
    void partsOfPassesAddUp_data() { eachTrace(); }
    void partsOfPassesAddUp();
    void differencesAddUp_data() { eachTrace(); }
    void differencesAddUp();
    void aRangeOfAllTimeHoldsAllWork_data() { eachTrace(); }
    void aRangeOfAllTimeHoldsAllWork();
    void noShareIsAboveItsBase_data() { eachTrace(); }
    void noShareIsAboveItsBase();
    void howItIsReadChangesNothing_data() { eachTrace(); }
    void howItIsReadChangesNothing();

private:
    void eachTrace();
    [[nodiscard]] const Opened &opened(const QString &name);
    std::map<QString, std::unique_ptr<Opened>> m_opened; // each trace is generated, read and segmented once
};

void tst_TableLaws::eachTrace()
{
    QTest::addColumn<QString>("trace");
    for (const char *name : kTraceKindNames)
        QTest::newRow(name) << QString::fromLatin1(name);
    QTest::newRow("sample") << QStringLiteral("sample");
    QTest::newRow("overlapping") << QStringLiteral("overlapping");
}

const Opened &tst_TableLaws::opened(const QString &name)
{
    std::unique_ptr<Opened> &found = m_opened[name];
    if (found)
        return *found;
    if (name == QLatin1String("overlapping")) {
        found = std::make_unique<Opened>(overlappingTrace());
    } else {
        found = std::make_unique<Opened>(
            name == QLatin1String("sample") ? sampleText() : generatedTrace(kindNamed(name)).json, std::string());
    }
    return *found;
}

// kernels = kernels --each = ops = families = breakdown in number and time, which is all work of the document.
void tst_TableLaws::tablesOfAllWorkAgree()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const KernelTable &kernels = of.document->kernels;
    const auto count = static_cast<std::int64_t>(kernels.size());
    const std::int64_t time = std::accumulate(kernels.duration.begin(), kernels.duration.end(), std::int64_t{0});
    QVERIFY(count > 0);
    for (const char *name : {"kernels", "ops", "families"}) {
        const auto table = of.table(name, "trace");
        QCOMPARE(sum(*table, "count"), count);
        QCOMPARE(sum(*table, QLatin1String(name) == QLatin1String("kernels") ? "sum_ns" : "total_ns"), time);
        QVERIFY2(std::abs(shares(*table, "share") - 1) < 1e-9, name);
    }
    for (const char *group : {"shape", "stem"}) {
        const auto grouped = of.table("kernels", "trace", [group](TableRequest &request) { request.group = group; });
        QCOMPARE(sum(*grouped, "count"), count);
        QCOMPARE(sum(*grouped, "sum_ns"), time);
    }
    const auto each = of.table("kernels", "trace", [](TableRequest &request) { request.each = true; });
    QCOMPARE(static_cast<std::int64_t>(each->rowCount()), count);
    QCOMPARE(sum(*each, "dur_ns"), time);
    QVERIFY(std::abs(shares(*each, "share") - 1) < 1e-9);
    // Exclusive time is the time not covered by nested operations.
    QCOMPARE(sum(*of.table("ops", "trace"), "exclusive_ns"), time);
    const auto breakdown = of.table("breakdown", "trace");
    QCOMPARE(sum(*breakdown, "sum_ns"), time);
    const auto collectives = of.table("collectives", "trace");
    std::int64_t transfers = 0;
    for (std::size_t r = 0; r < breakdown->rowCount(); ++r)
        if (const std::string_view part = breakdown->text(r, 1); part == "communication" || part == "copy")
            transfers += number(*breakdown, r, "sum_ns");
    QCOMPARE(sum(*collectives, "sum_ns"), transfers);
}

// gaps + busy = wall, on each device and on each stream.
void tst_TableLaws::busyAndIdleMakeTheWindow()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const auto breakdown = of.table("breakdown", "trace");
    std::map<std::int64_t, std::array<std::int64_t, 3>> ofDevice; // window, parts, idle parts
    for (std::size_t r = 0; r < breakdown->rowCount(); ++r) {
        if (breakdown->isMissing(r, breakdown->columnIndex("window_ns")))
            continue; // min, median, max
        auto &[window, parts, idle] = ofDevice[std::stoll(std::string(breakdown->text(r, 0)))];
        window = number(*breakdown, r, "window_ns");
        parts += number(*breakdown, r, "time_ns");
        idle += breakdown->text(r, 1).starts_with("idle") ? number(*breakdown, r, "time_ns") : 0;
    }
    for (const std::int64_t min : {std::int64_t{0}, std::int64_t{1000}, std::int64_t{1'000'000'000'000}}) {
        const auto gaps = of.table("gaps", "trace", [min](TableRequest &request) { request.minGapNs = min; });
        std::int64_t idle = 0;
        for (const auto &[device, sums] : ofDevice) {
            QCOMPARE(sums[1], sums[0]);
            idle += sums[2];
        }
        QCOMPARE(sum(*gaps, "dur_ns"), idle);
        for (const char *by : {"cause", "layer", "after", "region", "length"}) {
            const auto summed = of.table("gaps", "trace", [&](TableRequest &request) {
                request.minGapNs = min;
                request.by = by;
            });
            QCOMPARE(sum(*summed, "sum_ns"), idle);
            QCOMPARE(sum(*summed, "gaps"), sum(*gaps, "gaps"));
        }
    }
    // Computed independently: the union of the work on each stream.
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<std::int64_t, std::int64_t>>> streams;
    const KernelTable &kernels = of.document->kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const Stream &stream = of.document->streams[kernels.stream[k].value];
        streams[{of.document->devices[stream.device.value].number, stream.number}].emplace_back(
            kernels.start[k], kernels.start[k] + kernels.duration[k]);
    }
    std::size_t looked = 0;
    for (const auto &[key, spans] : streams) {
        if (++looked > 8)
            break;
        std::int64_t idle = 0;
        std::int64_t end = spans.front().second;
        for (const auto &[from, to] : spans) { // in start order
            idle += std::max<std::int64_t>(0, from - end);
            end = std::max(end, to);
        }
        const auto gaps = of.table("gaps", "trace", [&queue = key](TableRequest &request) {
            request.minGapNs = 0;
            request.device = std::to_string(queue.first);
            request.stream = std::to_string(queue.second);
        });
        QCOMPARE(sum(*gaps, "dur_ns"), idle);
    }
}

// Layers, head, tail and work outside of layers add up to the pass; categories add up to the layer.
void tst_TableLaws::layersMakeTheirPasses()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const auto passes = of.table("passes", "all");
    if (passes->rowCount() == 0)
        return; // the sums do not apply then
    const auto each = of.table("kernels", "trace", [](TableRequest &request) { request.each = true; });
    std::map<PassKey, std::int64_t> inLayers;
    std::map<PassKey, std::int64_t> inNone;
    for (std::size_t r = 0; r < each->rowCount(); ++r)
        if (!each->isMissing(r, each->columnIndex("pass"))) {
            const PassKey key{number(*each, r, "pass"), number(*each, r, "device")};
            (each->isMissing(r, each->columnIndex("layer")) ? inNone : inLayers)[key] += number(*each, r, "dur_ns");
        }
    std::map<PassKey, std::int64_t> layers;
    std::set<std::string> categories;
    for (const char *which : {"all", "head", "tail"}) {
        const auto table = of.ask("layers", "all", [which](TableRequest &request) { request.layer = which; });
        if (!table)
            continue; // no head in any pass
        const bool several = (*table)->columnIndex("device") != ReportTable::npos;
        const std::int64_t device = several ? 0 : number(*passes, 0, "device");
        for (const auto &[key, time] : byPass(**table, "sum_ns"))
            layers[several ? key : PassKey{key.first, device}] += time;
        for (std::size_t r = 0; r < (*table)->rowCount(); ++r) {
            std::int64_t parts = 0;
            for (const ReportColumn &column : (*table)->columns())
                if (std::string_view(column.id).ends_with("_ns")
                    && categoryFromId(std::string_view(column.id).substr(0, column.id.size() - 3)))
                    parts += number(**table, r, column.id.c_str());
            QCOMPARE(parts, number(**table, r, "sum_ns"));
            QCOMPARE(number(**table, r, "end_ns") - number(**table, r, "start_ns"), number(**table, r, "wall_ns"));
            QVERIFY(number(**table, r, "busy_ns") <= number(**table, r, "wall_ns"));
            QVERIFY(number(**table, r, "busy_ns") <= number(**table, r, "sum_ns"));
        }
    }
    for (std::size_t r = 0; r < passes->rowCount(); ++r) {
        const PassKey key{number(*passes, r, "pass"), number(*passes, r, "device")};
        QCOMPARE(layers[key], inLayers[key]);
        QCOMPARE(inLayers[key] + inNone[key], number(*passes, r, "sum_ns"));
        QCOMPARE(number(*passes, r, "busy_ns") + number(*passes, r, "idle_ns"), number(*passes, r, "wall_ns"));
        QCOMPARE(number(*passes, r, "end_ns") - number(*passes, r, "start_ns"), number(*passes, r, "wall_ns"));
    }
}

// bottleneck = wall, exposed + hidden = busy, flow = layer, heatmap = layers.
void tst_TableLaws::partsOfPassesAddUp()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const auto passes = of.table("passes", "all");
    const auto bottleneck = of.table("bottleneck", passes->rowCount() > 0 ? "all" : "trace");
    if (passes->rowCount() > 0)
        QCOMPARE(sum(*bottleneck, "time_ns"), sum(*passes, "wall_ns"));
    const auto overlap = of.table("overlap", passes->rowCount() > 0 ? "all" : "trace");
    for (std::size_t r = 0; r < overlap->rowCount(); ++r) {
        QCOMPARE(number(*overlap, r, "exposed_ns") + number(*overlap, r, "hidden_ns"), number(*overlap, r, "busy_ns"));
        for (const char *part : {"exposed_ns", "hidden_ns", "behind_compute_ns"})
            QVERIFY(number(*overlap, r, part) >= 0 && number(*overlap, r, part) <= number(*overlap, r, "busy_ns"));
        QVERIFY(number(*overlap, r, "busy_ns") <= number(*overlap, r, "sum_ns"));
    }
    const auto ofCommunication = [](const ReportTable &table, const char *column) {
        std::int64_t ns = 0;
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            ns += table.text(r, table.columnIndex("category")) == "communication" ? number(table, r, column) : 0;
        return ns;
    };
    QCOMPARE(ofCommunication(*bottleneck, "time_ns"), ofCommunication(*overlap, "exposed_ns"));
    if (passes->rowCount() == 0)
        return;
    QCOMPARE(sum(*overlap, "sum_ns"), sum(*passes, "sum_ns"));
    for (const char *metric : {"wall", "busy", "sum"}) {
        const auto heatmap = of.ask("heatmap", "all", [metric](TableRequest &request) { request.metric = metric; });
        const auto layers = of.ask("layers", "all");
        if (!heatmap || !layers)
            continue; // passes without layers
        std::int64_t cells = 0;
        for (const ReportColumn &column : (*heatmap)->columns())
            if (column.id.starts_with("layer_"))
                cells += sum(**heatmap, column.id.c_str());
        QCOMPARE(cells, sum(**layers, (std::string(metric) + "_ns").c_str()));
    }
}

// In every view, the rows of a diff and its residual add up to the difference of the walls; swapping the sides negates it.
void tst_TableLaws::differencesAddUp()
{
    QFETCH(QString, trace);
    const Opened &a = opened(trace);
    const bool generated = trace != QLatin1String("overlapping");
    const auto next = static_cast<TraceKind>((static_cast<int>(kindNamed(trace)) + 1) % kTraceKinds);
    const GeneratedTrace other = generated ? generatedTrace(next) : GeneratedTrace{overlappingTrace(), {}, {}};
    const Opened b(other.json, other.config);
    const auto forth = DiffSession::create(a.session, b.session).value();
    const auto back = DiffSession::create(b.session, a.session).value();
    for (const char *by : {"kernel", "layer", "type", "category", "replaced"}) {
        DiffRequest request;
        request.by = by;
        const auto table = forth->table(request);
        if (!table)
            continue; // the two sides have nothing in common; reported
        std::int64_t rows[3]{};
        std::int64_t total[3]{};
        for (std::size_t r = 0; r < (*table)->rowCount(); ++r) {
            auto &to = (*table)->text(r, (*table)->columnIndex("change")) == "total" ? total : rows;
            std::size_t i = 0;
            for (const char *column : {"a_ns", "b_ns", "delta_ns"})
                to[i++] += number(**table, r, column);
            QCOMPARE(number(**table, r, "delta_ns"), number(**table, r, "b_ns") - number(**table, r, "a_ns"));
        }
        if (QLatin1String(by) != QLatin1String("replaced")) // shows only some of the rows
            for (int i = 0; i < 3; ++i)
                QCOMPARE(rows[i], total[i]);
        if (const auto negative = back->table(request)) {
            std::int64_t opposite = 0;
            for (std::size_t r = 0; r < (*negative)->rowCount(); ++r)
                opposite +=
                    (*negative)->text(r, (*negative)->columnIndex("change")) == "total" ? number(**negative, r, "delta_ns") : 0;
            if (trace == QLatin1String("overlapping"))
                QCOMPARE(opposite, -total[2]); // otherwise each side chooses its own pass
        }
    }
}

void tst_TableLaws::noShareIsAboveItsBase()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    // Changes, scenarios and shares of a peak are never cut to 100 %. Those of the roofline are not either, as no device had the
    // durations made up here: such a row is marked.
    const std::set<std::string_view> mayExceed{
        "delta_share", "noise_share", "stream_share", "peak_flops_share", "peak_bytes_share"};
    static const QRegularExpression percent(QStringLiteral("(\\d+(?:\\.\\d+)?)[ \u00a0\u202f]?%"));
    for (const std::string &name : AnalysisSession::tableNames()) {
        for (const char *pass : {"auto", "trace"}) {
            const auto found = of.ask(name.c_str(), pass, [&](TableRequest &request) {
                if (name == "kernels") // the columns of --against too
                    request.against = "type";
            });
            if (!found)
                continue;
            const ReportTable &table = **found;
            for (std::size_t c = 0; c < table.columns().size(); ++c) {
                const ReportColumn &column = table.columns()[c];
                for (std::size_t r = 0; r < table.rowCount(); ++r) {
                    if (table.isMissing(r, c))
                        continue;
                    if (column.kind == CellKind::Share && isOfLimit(column.id) && table.real(r, c) > 1 + 1e-6) {
                        QVERIFY2(isMarked(table, r), qPrintable(QString::fromStdString(name)));
                    } else if (column.kind == CellKind::Share && !mayExceed.contains(column.id)) {
                        const double share = table.real(r, c);
                        QVERIFY2(share >= 0 && share <= 1 + 1e-12,
                            qPrintable(QStringLiteral("%1, %2: %3")
                                           .arg(QString::fromStdString(name), QString::fromStdString(column.id))
                                           .arg(share)));
                    }
                    if (column.kind != CellKind::Text)
                        continue;
                    const std::string_view text = table.text(r, c);
                    auto hits = percent.globalMatch(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
                    while (hits.hasNext()) {
                        const QString said = hits.next().captured(1);
                        QVERIFY2(said.toDouble() <= 100,
                            qPrintable(QStringLiteral("%1, %2: %3 %")
                                           .arg(QString::fromStdString(name), QString::fromStdString(column.id), said)));
                    }
                }
            }
        }
    }
}

// within over the whole trace equals kernels, for every --by.
void tst_TableLaws::aRangeOfAllTimeHoldsAllWork()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const KernelTable &kernels = of.document->kernels;
    TimeRange all{{kernels.start[0]}, {kernels.end(0)}};
    for (std::uint32_t k = 0; k < kernels.size(); ++k)
        all = all.united({{kernels.start[k]}, {std::max(kernels.end(k), kernels.start[k] + 1)}});
    for (const char *by : {"category", "kernel", "stream"}) {
        const auto table = withinTable(of.document, of.session->kernelNames(), all, by, {});
        QVERIFY(table.has_value());
        QCOMPARE(sum(*table, "count"), static_cast<std::int64_t>(kernels.size()));
        QCOMPARE(sum(*table, "sum_ns"), sum(*of.table("kernels", "trace"), "sum_ns"));
        for (std::size_t r = 0; r < table->rowCount(); ++r)
            QCOMPARE(number(*table, r, "busy_ns") + number(*table, r, "idle_ns"), all.length().value);
    }
}

void tst_TableLaws::howItIsReadChangesNothing()
{
    QFETCH(QString, trace);
    const Opened &of = opened(trace);
    const std::map<std::string, std::string> expected = allTables(*of.session);
    ImportOptions small;
    small.workers = 3;
    small.blockBytes = 4096;
    ImportOptions one;
    one.workers = 1;
    for (const ImportOptions &options : {small, one}) {
        const auto document = openTrace(of.file.path(), options, {});
        QVERIFY(document.has_value());
        const auto again = AnalysisSession::create(*document, of.session->options()).value();
        for (const auto &[name, table] : allTables(*again))
            QVERIFY2(table == expected.at(name), name.c_str());
    }
}

LAMELLA_TEST(tst_TableLaws)
#include "tst_TableLaws.moc"
