// SPDX-License-Identifier: GPL-3.0-or-later
// Packs of databases, of tables with a timeline beside them and of summaries: the recorded file is in them, so that args and
// every version of the program find it, and what of them is damaged is said.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenByteSource.h"
#include "core/import/nsys/ReadDatabase.h"
#include "core/import/pack/PackFile.h"
#include "core/import/pack/PackLayout.h"
#include "core/session/memory/MemoryReader.h"
#include "core/session/sql/SqlQuery.h"
#include "tests/support/EveryTable.h"
#include "tests/support/Gzip.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <map>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

// Every table as CSV but for those about the file itself.
std::map<TableRequest, std::string> tablesOf(const std::shared_ptr<const TraceDocument> &document)
{
    std::map<TableRequest, std::string> all;
    everyTable(document, [&all](const TableRequest &request, const ReportTable &table) {
        if (request.table != "info" && request.table != "inspect")
            all[request] = writeTable(table, TableFormat::Csv);
    });
    return all;
}

// All that is said of memory, with the notes.
std::string memoryOf(const std::shared_ptr<const TraceDocument> &document)
{
    const auto session = AnalysisSession::create(document, {}).value();
    std::string all;
    for (const char *by :
        {"time", "layer", "module", "part", "line", "op", "block", "peak", "category", "pass", "growth", "segment"}) {
        TableRequest request;
        request.table = "memory";
        request.by = by;
        const auto table = session->table(request);
        all += table ? writeTable(**table, TableFormat::Csv) : table.error().message();
        if (table)
            for (const Message &note : (*table)->notes())
                all += note.english() + "\n";
    }
    return all;
}

PackFooter footerOf(const std::string &pack)
{
    return parsePackFooter(std::string_view(pack).substr(pack.size() - kPackFooterBytes)).value_or(PackFooter{});
}

const char *const kTable = "Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\n"
                           "2,mm,MatMulV2,AI_CORE,1060.123\t,4.500,\"\"\"16,8;8,4\"\"\"\n";
constexpr const char *kTimeline =
    R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}},
        {"ph":"M","name":"process_name","pid":3,"args":{"name":"Ascend Hardware"}},
        {"ph":"X","name":"aten::linear","pid":1,"tid":1,"ts":"1000.000","dur":50,"cat":"cpu_op","args":{}},
        {"ph":"X","name":"enqueue","pid":1,"tid":1,"ts":"1012.000","dur":3,"cat":"enqueue","args":{}},
        {"ph":"X","name":"mm","pid":3,"tid":2,"ts":"1060.123","dur":4.5,"cat":"","args":{}},
        {"ph":"s","bp":"e","name":"f","cat":"async_npu","id":1,"pid":1,"tid":1,"ts":"1013.000"},
        {"ph":"f","bp":"e","name":"f","cat":"async_npu","id":1,"pid":3,"tid":2,"ts":"1060.123"}])";

constexpr const char *kBlocks =
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
    "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),"
    "Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n"
    "aten::linear,4.0,1001.000\t,1030.000\t,,29,,1.0,2.0,1.0,0.5,2.0,0.5,1,NPU:0\n"
    "aten::empty,2048.0,1002.000\t,,,,,3.0,4.0,3.0,,,,1,NPU:0\n";
constexpr const char *kTotals =
    "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n"
    "PTA,1001.000\t,1.0,2.0,1.0,1,NPU:0\nPTA,1002.000\t,3.0,4.0,3.0,1,NPU:0\n";
constexpr const char *kOps = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                         "0,MatMulV2,AI_CORE,1,4.5,4.5,4.5,4.5,100\n";
constexpr const char *kSteps = "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                           "Communication(Not Overlapped and Exclude Receive),Preparing\n"
                           ",,4.5,0,0,0,0,4.5,0,0,0\n";
constexpr std::array kBeside{std::pair("trace_view.json", kTimeline), std::pair("operator_memory.csv", kBlocks),
    std::pair("memory_record.csv", kTotals), std::pair("op_statistic_0.csv", kOps), std::pair("step_trace_time.csv", kSteps)};

} // namespace

class tst_PackDatabase : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        std::vector<MixedKernel> kernels;
        for (int i = 0; i < 6'000; ++i)
            kernels.push_back({1'000'000'000'000 + i * 1000LL, 100 + i % 7, i % 3 == 0 ? "gemm" : "norm"});
        writeNsightExport(path("nsight.sqlite"), kernels);
        writeRpd(path("rocm.rpd"), kernels);
    }
    void sameTablesAndArgs_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::newRow("nsight") << path("nsight.sqlite");
        QTest::newRow("rocm") << path("rocm.rpd");
        const QString shared = QStringLiteral(LAMELLA_SHARED_TRACES "/");
        for (const char *name : {"nsys/0x822a1.sqlite", "nsys/synth/benchmark__synth__medium__FWD__seq256__warm5.sqlite",
                 "nsys/stats_text/zx3xyy_nsys_stats_compile_ro.txt",
                 "ascend/level1_rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"})
            QTest::newRow(name) << shared + QString::fromLatin1(name);
    }
    void sameTablesAndArgs()
    {
        QFETCH(QString, trace);
        LAMELLA_NEED_SHARED(trace);
        const QString pack = packed(trace);
        const auto source = openTrace(trace.toStdString()).value();
        const auto opened = openTrace(pack.toStdString()).value();
        QVERIFY(tablesOf(opened) == tablesOf(source));
        QCOMPARE(opened->diagnostics.sorted().size(), source->diagnostics.sorted().size());
        for (std::uint32_t event = 0; event < source->events.size(); event += 1 + source->events.size() / 20) {
            const auto here = readEventArgs(*opened, EventId(event));
            const auto there = readEventArgs(*source, EventId(event));
            QCOMPARE(here.has_value(), there.has_value());
            if (here)
                QVERIFY(*here == *there);
        }
        // At most a tenth larger than gzip makes of the files.
        std::size_t gzip = gzipped(read(trace)).size();
        if (trace.endsWith(QStringLiteral("kernel_details.csv")))
            for (const char *name :
                {"trace_view.json", "operator_memory.csv", "memory_record.csv", "op_statistic.csv", "step_trace_time.csv"})
                gzip += gzipped(read(QFileInfo(trace).dir().filePath(QLatin1String(name)))).size();
        QVERIFY(static_cast<std::size_t>(QFileInfo(pack).size()) <= gzip * 11 / 10);
    }
    // The recorded bytes are in the pack: zstd gives them back, and another version reads them.
    void anotherVersionReadsTheDatabase()
    {
        for (const QString &trace : {path("nsight.sqlite"), path("rocm.rpd")}) {
            std::string bytes = read(packed(trace));
            QVERIFY(footerOf(bytes).documentBytes > 0);
            const auto source = openTrace(trace.toStdString()).value();
            bytes[bytes.size() - kPackFooterBytes + kSkippableHeadBytes + 8] ^= 64; // the version
            const QString other = writeFile(m_folder.filePath(QStringLiteral("other.zst")), bytes);
            const auto stored = openByteSource(other.toStdString(), {}).value();
            std::string text(std::size_t{64} << 20, '\0');
            text.resize(stored->read(text.data(), text.size()).value());
            QVERIFY(text == read(trace));
            const auto opened = openTrace(other.toStdString()).value();
            QVERIFY(tablesOf(opened) == tablesOf(source));
            QVERIFY(opened->diagnostics.empty());
            const auto args = readEventArgs(*opened, EventId(7));
            QVERIFY(args && *args == *readEventArgs(*source, EventId(7)));
        }
    }
    void compressedDatabases()
    {
        const QString trace = path("nsight.sqlite");
        const std::string bytes = read(trace);
        const QString gzip = writeFile(m_folder.filePath(QStringLiteral("nsight.sqlite.gz")), gzipped(bytes));
        const auto opened = openTrace(gzip.toStdString()).value();
        QVERIFY(tablesOf(opened) == tablesOf(openTrace(trace.toStdString()).value()));
        // What the compression lost is said.
        const std::string whole = gzipped(bytes);
        const QString cut = writeFile(m_folder.filePath(QStringLiteral("cut.sqlite.gz")), whole.substr(0, whole.size() - 20));
        const auto truncated = openTrace(cut.toStdString());
        QVERIFY(!truncated || (*truncated)->diagnostics.anyDataLoss());
    }
    // Where it ends, and what to do: SQLite opens no part of a database.
    void cutDatabases_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::addColumn<bool>("flipped");
        QTest::newRow("plain") << false << false;
        QTest::newRow("gzip") << true << false;
        QTest::newRow("damaged gzip") << true << true;
    }
    void cutDatabases()
    {
        QFETCH(bool, compressed);
        QFETCH(bool, flipped);
        const std::string whole = read(path("rocm.rpd"));
        std::string bytes = compressed ? gzipped(whole) : whole;
        if (flipped)
            bytes.replace(bytes.size() / 2, 64, std::string(64, '\xFF'));
        else
            bytes.resize(bytes.size() / 2);
        const auto opened = openTrace(writeFile(path("half.rpd"), bytes).toStdString());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, compressed ? ErrorCode::Decompress : ErrorCode::NotATrace);
        const std::string text = opened.error().message();
        QVERIFY2(text.find(flipped ? "is damaged" : "ends too early") != std::string::npos, text.c_str());
        QVERIFY2(text.find(std::to_string(whole.size()) + " bytes") != std::string::npos, text.c_str());
        if (!compressed)
            QVERIFY2(text.find(std::to_string(bytes.size())) != std::string::npos, text.c_str());
    }
    // However many events are asked for, by however many queries at a time.
    void isUnpackedOncePerQuery()
    {
        const std::uint64_t events = (*openTrace(path("nsight.sqlite").toStdString()))->events.size();
        const QString gzip = writeFile(path("args.sqlite.gz"), gzipped(read(path("nsight.sqlite"))));
        for (const std::uint64_t kept : {std::uint64_t{0}, std::uint64_t{256} << 20}) {
            setMaxKeptDatabase(kept);
            const std::uint64_t before = databasesUnpacked();
            const auto document = openTrace(gzip.toStdString()).value();
            QCOMPARE(databasesUnpacked() - before, std::uint64_t{1});
            const std::uint64_t opened = databasesUnpacked();
            const std::vector<SqlTrace> traces{{"t", 0, AnalysisSession::create(document, {}).value()}};
            const auto all = runSql(traces, "SELECT count(DISTINCT event) FROM args", {}, {});
            QVERIFY2(all, all ? "" : all.error().message().c_str());
            QCOMPARE(all->integer(0, 0), static_cast<std::int64_t>(events));
            QCOMPARE(databasesUnpacked() - opened, std::uint64_t{kept == 0 ? 1u : 0u});
            const auto joined =
                runSql(traces, "SELECT count(*) FROM args a JOIN args b USING (event, key) WHERE a.event < 20", {}, {});
            QVERIFY2(joined, joined ? "" : joined.error().message().c_str());
            QCOMPARE(databasesUnpacked() - opened, std::uint64_t{kept == 0 ? 2u : 0u});
        }
    }
    // Which profiler wrote it is found out by read(), with the limits and the stop of who opens it.
    void isNotUnpackedByLooking()
    {
        const QString gzip = writeFile(path("look.rpd.gz"), gzipped(read(path("rocm.rpd"))));
        const std::uint64_t before = databasesUnpacked();
        ImportOptions small;
        small.limits.maxRawBytes = static_cast<std::uint64_t>(QFileInfo(path("rocm.rpd")).size()) - 1;
        const auto limited = openTrace(gzip.toStdString(), small);
        QVERIFY(!limited);
        QCOMPARE(limited.error().code, ErrorCode::Limit);
        std::stop_source source;
        source.request_stop();
        const auto stopped = openTrace(gzip.toStdString(), {}, {source.get_token(), {}});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(databasesUnpacked(), before);
        QVERIFY(openTrace(gzip.toStdString()));
        QCOMPARE(databasesUnpacked(), before + 1);
    }
    // Damage of the recorded text is said at once, although the tables do not need it.
    void damagedTextIsDataLoss()
    {
        const QString trace = path("nsight.sqlite");
        const std::string good = read(packed(trace));
        const PackFooter footer = footerOf(good);
        for (const std::uint64_t at : {std::uint64_t{20}, footer.textEnd / 2, footer.textEnd - 1, footer.sizesOffset}) {
            std::string bytes = good;
            bytes[at] ^= 1;
            const TraceText file(bytes, QStringLiteral("trace.zst"));
            const auto opened = file.open().value();
            QCOMPARE(opened->diagnostics.count("damaged_pack_text"), std::uint64_t{1});
            QVERIFY(opened->diagnostics.anyDataLoss());
            QCOMPARE(opened->kernels.size(), 6'000u);
        }
        QVERIFY(!TraceText(good, QStringLiteral("trace.zst")).open().value()->diagnostics.anyDataLoss());
    }
    // The tables of a run of rocprofv3 are one trace, and one pack.
    void tablesOfARun()
    {
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath(QStringLiteral("rocprof")));
        const QString seeds = QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_rocm/");
        for (const char *name : {"kernel_trace.csv", "hip_api_trace.csv"})
            writeFile(folder.filePath(QStringLiteral("rocprof/7_") + QString::fromLatin1(name)),
                read(seeds + QString::fromLatin1(name)));
        const QString table = folder.filePath(QStringLiteral("rocprof/7_kernel_trace.csv"));
        const auto source = openTrace(table.toStdString()).value();
        const std::string good = read(packed(table));
        const auto opened = TraceText(good, QStringLiteral("run.zst")).open().value();
        QVERIFY(opened->kernels.launch[0].valid());
        QVERIFY(tablesOf(opened) == tablesOf(source));
        QVERIFY(opened->diagnostics.sorted().size() == source->diagnostics.sorted().size());
        // A pack of that pack holds as much.
        const QString first = folder.filePath(QStringLiteral("first.zst"));
        QVERIFY(QFile::copy(packed(table), first));
        const std::string second = read(packed(first));
        QVERIFY(footerOf(second).joined);
        QVERIFY(TraceText(second, QStringLiteral("second.zst")).open().value()->kernels.launch[0].valid());
        std::string bytes = good;
        bytes.back() ^= 1;
        const auto damaged = TraceText(bytes, QStringLiteral("damaged.zst")).open().value();
        QCOMPARE(damaged->kernels.size(), source->kernels.size());
        QVERIFY(!damaged->kernels.launch[0].valid());
        QCOMPARE(damaged->diagnostics.count("lost_pack_part"), std::uint64_t{1});
    }
    // An Ascend kernel table is less than the document, which was joined with the timeline beside it: its loss is said.
    void lossOfAJoinedDocumentIsSaid()
    {
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath(QStringLiteral("ascend")));
        const QString table = writeFile(folder.filePath(QStringLiteral("ascend/kernel_details.csv")), kTable);
        writeFile(folder.filePath(QStringLiteral("ascend/trace_view.json")), kTimeline);
        const std::string good = read(packed(table));
        const auto source = openTrace(table.toStdString()).value();
        QVERIFY(source->events.size() > 1);
        const auto whole = TraceText(good, QStringLiteral("whole.zst")).open().value();
        QCOMPARE(whole->events.size(), source->events.size());
        QCOMPARE(whole->diagnostics.sorted().size(), source->diagnostics.sorted().size());
        QVERIFY(!whole->diagnostics.anyDataLoss());
        const PackFooter footer = footerOf(good);
        QVERIFY(footer.joined && footer.documentBytes > 0);
        std::vector<std::size_t> places{static_cast<std::size_t>(footer.documentOffset + footer.documentBytes / 2)};
        for (std::size_t at = good.size() - kPackFooterBytes; at < good.size(); ++at)
            places.push_back(at);
        for (const std::size_t at : places) {
            std::string bytes = good;
            bytes[at] ^= 64;
            const auto opened = TraceText(bytes, QStringLiteral("damaged.zst")).open().value();
            QCOMPARE(opened->kernels.size(), 1u);
            QCOMPARE(opened->diagnostics.count("lost_pack_part"), std::uint64_t{1});
            QVERIFY(opened->diagnostics.anyDataLoss());
        }
    }
    void ascendFolder_data()
    {
        QTest::addColumn<QString>("trace");
        const QDir folder(path("npu"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        writeFile(folder.filePath(QStringLiteral("kernel_details.csv")), kTable);
        for (const auto &[name, text] : kBeside)
            writeFile(folder.filePath(QLatin1String(name)), text);
        const QString shared = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/");
        for (const QString &output :
            QStringList{folder.path(), shared + QStringLiteral("level1_rank0_ascend_pt/ASCEND_PROFILER_OUTPUT"),
                shared + QStringLiteral("level0/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT")})
            for (const char *name : {"kernel_details.csv", "trace_view.json", "operator_memory.csv", "memory_record.csv"})
                QTest::addRow("%s %s", qPrintable(QDir(output).dirName()), name) << output + u'/' + QLatin1String(name);
    }
    // Whatever lay in the folder and is read later is in the pack, and in a pack of the pack, which lies where none of it is.
    void ascendFolder()
    {
        QFETCH(QString, trace);
        LAMELLA_NEED_SHARED(trace);
        const auto source = openTrace(trace.toStdString()).value();
        QVERIFY(recordsMemory(*source));
        const auto tables = tablesOf(source);
        const std::string memory = memoryOf(source);
        QString from = trace;
        for (const char *name : {"once.zst", "twice.zst"}) {
            const QDir folder(path("elsewhere"));
            QVERIFY(folder.mkpath(QStringLiteral(".")));
            const QString pack = folder.filePath(QLatin1String(name));
            QFile::remove(pack);
            QVERIFY(QFile::copy(packed(from), pack));
            const auto opened = openTrace(pack.toStdString()).value();
            QVERIFY(!opened->diagnostics.anyDataLoss());
            QVERIFY(recordsMemory(*opened));
            QVERIFY(memoryOf(opened) == memory);
            const auto now = tablesOf(opened);
            QCOMPARE(now.size(), tables.size());
            for (const auto &[request, csv] : tables)
                QVERIFY2(now.at(request) == csv, request.table.c_str());
            from = pack;
        }
    }
    void attachedFilesHavePaths()
    {
        ascendFolder_data();
        const std::string pack = packed(path("npu/kernel_details.csv")).toStdString();
        for (const auto &[name, text] : kBeside) {
            const auto source = openByteSource(pack + "/" + name, {});
            const bool attached = std::string_view(name) != "trace_view.json"; // it is in the document
            QCOMPARE(source.has_value(), attached);
            if (!attached)
                continue;
            std::string bytes(4096, '\0');
            bytes.resize((*source)->read(bytes.data(), bytes.size()).value());
            QCOMPARE(bytes, std::string(text));
        }
        QVERIFY(!openByteSource(pack + "/other.csv", {}));
    }
    void damagedAttachmentIsSaid()
    {
        ascendFolder_data();
        for (const char *table : {"npu/kernel_details.csv", "npu/memory_record.csv"}) {
            const std::string good = read(packed(path(table)));
            const PackFooter footer = footerOf(good);
            const bool document = footer.documentBytes > 0;
            const std::uint64_t begin = document ? footer.documentOffset + footer.documentBytes : footer.textEnd;
            for (std::uint64_t at = begin; at < footer.sizesOffset - kSkippableHeadBytes; ++at) {
                std::string bytes = good;
                bytes[at] ^= 4;
                const TraceText file(bytes, QStringLiteral("damaged.zst"));
                const auto opened = file.open().value();
                QVERIFY2(opened->diagnostics.count(document ? "damaged_attachment" : "lost_pack_part") == 1,
                    qPrintable(QString::number(at)));
                static_cast<void>(memoryOf(opened));
            }
        }
    }

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString packed(const QString &trace)
    {
        const QString pack = m_folder.filePath(QStringLiteral("made.zst"));
        const auto document = openTrace(trace.toStdString());
        const auto written = document ? writePack(**document, pack.toStdString()) : Result<void>(document.error());
        if (!written)
            qFatal("%s", written.error().message().c_str());
        return pack;
    }

    QTemporaryDir m_folder;
};

LAMELLA_TEST(tst_PackDatabase)
#include "tst_PackDatabase.moc"
