// SPDX-License-Identifier: GPL-3.0-or-later
// Public captures against independently computed figures: sums of kernels and copies, projected ranges, Ascend passes.
#include "core/import/ImporterRegistry.h"
#include "core/session/AnalysisSession.h"
#include "core/session/extract/PassExtract.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace lamella::core;

namespace {

QJsonObject read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

ReportTable tableOf(AnalysisSession &session, const TableRequest &request)
{
    const auto table = session.table(request);
    if (!table)
        qFatal("%s", table.error().message().c_str());
    return **table;
}

std::int64_t number(const ReportTable &table, std::size_t row, std::string_view column)
{
    return table.integer(row, table.columnIndex(column));
}

std::int64_t whole(const QJsonValue &value)
{
    return static_cast<std::int64_t>(std::llround(value.toDouble()));
}

// Figures have one decimal.
bool oneDecimal(double shown, double exact)
{
    return std::abs(shown - exact) <= 0.05 + std::abs(exact) * 1e-12;
}

} // namespace

class tst_ProfilerGold : public QObject {
    Q_OBJECT
private slots:
    void sums_data();
    void sums();
    void ranges_data();
    void ranges();
    void ascendPasses();

private:
    static std::shared_ptr<AnalysisSession> open(const QString &path)
    {
        const auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *AnalysisSession::create(*document, {});
    }
    // Adds the traces for which there are figures.
    static void addTraces()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("figures");
        const QDir folder(QStringLiteral(LAMELLA_SHARED_TRACES "/nsys/expected"));
        const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
        for (const QString &name : names) {
            QString trace = name.chopped(5) + QStringLiteral(".sqlite");
            if (trace.startsWith(QLatin1String("synth__")))
                trace.replace(0, 7, QStringLiteral("synth/"));
            QTest::newRow(qPrintable(name)) << folder.filePath(QStringLiteral("../") + trace) << folder.filePath(name);
        }
        if (names.isEmpty())
            QTest::newRow("none") << QString() << QString();
    }
};

void tst_ProfilerGold::sums_data()
{
    addTraces();
}

void tst_ProfilerGold::sums()
{
    QFETCH(QString, trace);
    QFETCH(QString, figures);
    LAMELLA_NEED_SHARED(trace);
    const QJsonObject expected = read(figures);
    const auto session = open(trace);
    for (const auto &[report, key] :
        {std::pair("cuda_gpu_kern_sum", "kern_sum"), std::pair("cuda_gpu_mem_time_sum", "mem_sum")}) {
        TableRequest request;
        request.table = "stats";
        request.by = report;
        const ReportTable table = tableOf(*session, request);
        const QJsonArray rows = expected[QLatin1String(key)].toArray();
        QCOMPARE(table.rowCount(), static_cast<std::size_t>(rows.size()));
        std::map<QString, QJsonObject> byName;
        for (const auto &row : rows)
            byName[row.toObject()[QStringLiteral("name")].toString()] = row.toObject();
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const std::string_view name = table.text(row, table.columnIndex("name"));
            const auto known = byName.find(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
            QVERIFY2(known != byName.end(), std::string(name).c_str());
            const QJsonObject &figure = known->second;
            QCOMPARE(number(table, row, "total_time_ns"), whole(figure[QStringLiteral("total")]));
            QCOMPARE(number(table, row, "instances"), whole(figure[QStringLiteral("n")]));
            QCOMPARE(number(table, row, "min_ns"), whole(figure[QStringLiteral("min")]));
            QCOMPARE(number(table, row, "max_ns"), whole(figure[QStringLiteral("max")]));
            QVERIFY(oneDecimal(table.real(row, table.columnIndex("avg_ns")), figure[QStringLiteral("avg")].toDouble()));
            QVERIFY(oneDecimal(table.real(row, table.columnIndex("med_ns")), figure[QStringLiteral("med")].toDouble()));
            QVERIFY(oneDecimal(table.real(row, table.columnIndex("stddev_ns")), figure[QStringLiteral("std")].toDouble()));
            QVERIFY(oneDecimal(table.real(row, table.columnIndex("time_percent")), figure[QStringLiteral("pct")].toDouble()));
        }
    }
}

void tst_ProfilerGold::ranges_data()
{
    addTraces();
}

void tst_ProfilerGold::ranges()
{
    QFETCH(QString, trace);
    QFETCH(QString, figures);
    LAMELLA_NEED_SHARED(trace);
    const QJsonObject expected = read(figures);
    const auto session = open(trace);
    for (const auto &[attribution, key] :
        {std::pair(Attribution::SameThread, "proj_sum_same_thread"), std::pair(Attribution::AnyThread, "proj_sum_any_thread")}) {
        TableRequest request;
        request.table = "ranges";
        request.attribution = attribution;
        const ReportTable table = tableOf(*session, request);
        std::map<QString, std::size_t> byName; // "domain:range"
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            // The profiler prints nothing for a domain whose name was not recorded, where we show its number.
            const std::string_view domain = table.text(row, 1).starts_with("domain ") ? "" : table.text(row, 1);
            byName[QString::fromStdString(std::string(domain) + ":" + std::string(table.text(row, 0)))] = row;
        }
        const QJsonArray rows = expected[QLatin1String(key)].toArray();
        for (const auto &value : rows) {
            const QJsonObject figure = value.toObject();
            const QString name = figure[QStringLiteral("name")].toString();
            const auto row = byName.find(name);
            QVERIFY2(row != byName.end(), qPrintable(name));
            QCOMPARE(number(table, row->second, "proj_ns"), whole(figure[QStringLiteral("total")]));
            QCOMPARE(number(table, row->second, "instances"), whole(figure[QStringLiteral("n")]));
            QCOMPARE(number(table, row->second, "ops"), whole(figure[QStringLiteral("ops")]));
            QCOMPARE(number(table, row->second, "min_proj_ns"), whole(figure[QStringLiteral("min")]));
            QCOMPARE(number(table, row->second, "max_proj_ns"), whole(figure[QStringLiteral("max")]));
            QVERIFY(std::abs(static_cast<double>(number(table, row->second, "median_proj_ns"))
                        - figure[QStringLiteral("med")].toDouble())
                <= 0.5);
        }
        constexpr qsizetype kListed = 60; // of longer lists only the first are compared
        if (rows.size() < kListed)
            QCOMPARE(table.rowCount(), static_cast<std::size_t>(rows.size()));
    }
}

void tst_ProfilerGold::ascendPasses()
{
    const QString name = QStringLiteral("profiler-qwen3-input4096-output1536-rank0_ascend_pt");
    const QString root = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/");
    LAMELLA_NEED_SHARED(root + name);
    const QJsonArray passes =
        read(root + QStringLiteral("expected/") + name + QStringLiteral(".json"))[QStringLiteral("passes")].toArray();
    QCOMPARE(passes.size(), 5);
    const auto session = open(root + name);
    const auto segmentation = *session->segmentation();
    const auto &found = segmentation->devices[segmentation->mainDevice.value].passes;
    QCOMPARE(found.size(), std::size_t{5});
    const QTemporaryDir folder;
    for (const auto &value : passes) {
        const QJsonObject pass = value.toObject();
        const int index = pass[QStringLiteral("fwd")].toInt();
        const bool complete = pass[QStringLiteral("complete")].toBool();
        // Decode steps with 16 sequences, except for one pass with 4112 tokens.
        QCOMPARE(found[static_cast<std::size_t>(index)].stage,
            pass[QStringLiteral("tokens")].toInt() > 16 ? Stage::Prefill : Stage::Decode);
        if (!complete)
            continue;
        ExtractRequest request;
        request.pass = std::to_string(index);
        request.output = folder.filePath(QStringLiteral("pass.csv")).toStdString();
        QVERIFY(extractPass(*session, request).has_value());
        const QJsonObject facts = read(QString::fromStdString(request.output + ".json"));
        for (const auto &[ours, theirs] :
            {std::pair("anchors_found", "anchors"), std::pair("rows", "rows"), std::pair("rows_deduplicated", "rows_dedup"),
                std::pair("hcom_rows", "hcom_rows"), std::pair("hcom_rows_deduplicated", "hcom_dedup"),
                std::pair("compute_ns", "compute_ns"), std::pair("comm_ns", "hcom_ns"), std::pair("tokens", "tokens")})
            QVERIFY2(facts[QLatin1String(ours)].toDouble() == pass[QLatin1String(theirs)].toDouble(), ours);
        // Duplicates by name, start and length: 126 of 252 rows of each pass have a stream.
        const QJsonObject exact = facts[QStringLiteral("exact")].toObject();
        const std::array<qint64, 5> exactNs{0, 51661040, 3110420, 3079160, 3071260};
        QCOMPARE(exact[QStringLiteral("hcom_rows_deduplicated")].toInteger(), qint64{126});
        QCOMPARE(exact[QStringLiteral("comm_ns")].toInteger(), exactNs[static_cast<std::size_t>(index)]);
        QCOMPARE(facts[QStringLiteral("as_source")].toObject()[QStringLiteral("comm_ns")], facts[QStringLiteral("comm_ns")]);
        const auto text = [&facts](const char *key) { return facts[QLatin1String(key)].toInteger(); };
        QCOMPARE(text("window_end_ns") - text("window_start_ns"), pass[QStringLiteral("window_ns")].toInteger());
    }
    // All passes: 4163 rows read, 547 + 4 * 883 written, 84 outside; then the whole capture.
    ExtractRequest all;
    all.pass = "all";
    all.output = folder.filePath(QStringLiteral("all")).toStdString();
    QVERIFY(extractPass(*session, all).has_value());
    const auto lines = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : qsizetype{-1};
    };
    QCOMPARE(lines(folder.filePath(QStringLiteral("all/manifest.csv"))), 6);
    QFile markdown(folder.filePath(QStringLiteral("all/manifest.md")));
    QVERIFY(markdown.open(QIODevice::ReadOnly));
    QVERIFY(markdown.readAll().contains("4163 rows in the table: 4079 in these files, 84 in no window, 0 damaged."));
    QCOMPARE(lines(folder.filePath(QStringLiteral("all/model_dc_16tok_pass0.csv"))), 548);
    QCOMPARE(lines(folder.filePath(QStringLiteral("all/model_pf_4112tok_pass1.csv"))), 884);
    all.pass = "trace";
    all.output = folder.filePath(QStringLiteral("capture.csv")).toStdString();
    QVERIFY(extractPass(*session, all).has_value());
    QCOMPARE(lines(folder.filePath(QStringLiteral("capture.csv"))), 4164);
    QCOMPARE(
        read(QString::fromStdString(all.output + ".json"))[QStringLiteral("rule")].toString(), QStringLiteral("whole-capture"));
}

LAMELLA_TEST(tst_ProfilerGold)
#include "tst_ProfilerGold.moc"
