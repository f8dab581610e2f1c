// SPDX-License-Identifier: GPL-3.0-or-later
// The tables as scripts see them: columns in the agreed order, one row for each thing, the same bytes wherever they are written.
#include "core/session/AnalysisSession.h"
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <simdjson.h>

#include <QDir>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

// Four kernels that no rule takes for layers.
constexpr const char *kSmall = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":10.5,"dur":4,"args":{"device":0,"stream":7,"correlation":1,"grid":[1,2,3],"block":[32,1,1]}},
{"ph":"X","cat":"kernel","name":"a<int, 2>","pid":0,"tid":7,"ts":20,"dur":1,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":30,"dur":2.001,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":31,"dur":3,"args":{"device":0,"stream":8,"correlation":4}}
]})";

constexpr const char *kIndented = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::k","pid":1,"tid":1,"ts":0,"dur":9,"args":{"Input Dims":[
    [
        16,
        559
    ],
    [],
	"a b,c"
]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":2,"args":{"correlation":9}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":2,"args":{"device":0,"stream":7,"correlation":9}}
]})";

} // namespace

class TestCliTables : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString file(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)); }
    CliResult table(const char *words, const QStringList &more = {}) const
    {
        QStringList arguments = QString::fromLatin1(words).split(QLatin1Char(' '));
        for (QString &argument : arguments)
            if (argument.startsWith(QLatin1Char('@')))
                argument = m_dir.filePath(argument.mid(1));
        return runCli(arguments + more);
    }

private slots:
    void initTestCase()
    {
        writeFile(file("small.json"), kSmall);
        writeFile(file("indented.json"), kIndented);
        writeFile(file("config.json"), R"({"model_type":"qwen3","num_hidden_layers":4,"hidden_size":64})");
        writeFile(file("dense.json"), bytesOf(generatedTrace(TraceKind::Dense, {.passes = 3}).json));
    }

    void header_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("header"); // how the first line begins
        QTest::newRow("info") << "info" << QByteArray("key,value");
        QTest::newRow("diagnostics") << "diagnostics" << QByteArray("id,severity,count,first_offset,sample,meaning");
        QTest::newRow("anchors") << "anchors"
                                 << QByteArray("rank,anchor,role,count,blocks_per_layer,layers,passes,confidence,why");
        QTest::newRow("passes")
            << "passes"
            << QByteArray(
                   "pass,device,stage,state,layers,complete,start_ns,end_ns,wall_ns,busy_ns,sum_ns,idle_ns,kernels,avg_layer_ns,"
                   "first_layer_ns,evidence,note,confidence,confidence_why");
        QTest::newRow("layers") << "layers"
                                << QByteArray("pass,layer,type,start_ns,end_ns,wall_ns,busy_ns,sum_ns,kernels,collectives");
        QTest::newRow("clusters") << "clusters" << QByteArray("type,layers,avg_wall_ns,avg_busy_ns,avg_sum_ns");
        QTest::newRow("heatmap") << "heatmap" << QByteArray("pass,layer_0_ns,layer_1_ns");
        QTest::newRow("kernels") << "kernels"
                                 << QByteArray("rank,category,short_name,count,sum_ns,share,avg_ns,min_ns,max_ns,median_ns,name");
        QTest::newRow("kernels --each")
            << "kernels --each"
            << QByteArray(
                   "index,pass,layer,part,side,device,stream,category,short_name,start_ns,dur_ns,share,input_dims,grid,block,"
                   "correlation,cpu_op,module,name");
        QTest::newRow("flow") << "flow"
                              << QByteArray("pass,layer,type,row,part,category,short_name,dur_ns,share,start_ns,input_dims,"
                                            "in_layer_ns,idle_before_ns,stream,side,index,name");
        QTest::newRow("bottleneck") << "bottleneck"
                                    << QByteArray("rank,type,layers,category,time_ns,share,per_layer_ns,kernel,kernel_ns");
        QTest::newRow("architecture") << "architecture" << QByteArray("key,value,source");
        QTest::newRow("overlap") << "overlap" << QByteArray("pass,category,sum_ns,busy_ns,exposed_ns,hidden_ns");
        QTest::newRow("overlap --by layer") << "overlap --by layer"
                                            << QByteArray("pass,category,sum_ns,busy_ns,exposed_ns,hidden_ns");
        QTest::newRow("gaps") << "gaps"
                              << QByteArray("rank,pass,layer,device,stream,start_ns,dur_ns,before,after,cause,launch_ns,region");
        QTest::newRow("gaps --by cause") << "gaps --by cause" << QByteArray("cause,gaps,sum_ns,share,longest_ns");
        QTest::newRow("gaps --by layer") << "gaps --by layer" << QByteArray("layer,gaps,sum_ns,share,longest_ns,inside_ns");
        QTest::newRow("whatif") << "whatif"
                                << QByteArray(
                                       "scenario,pass,changed,changed_ns,changed_to_ns,wall_ns,serial_ns,stream_ns,hidden_ns");
        QTest::newRow("kernels --group shape")
            << "kernels --group shape"
            << QByteArray(
                   "rank,category,short_name,count,sum_ns,share,avg_ns,min_ns,max_ns,median_ns,name,input_dims,grid,block");
        QTest::newRow("perfetto") << "perfetto" << QByteArray("pass,layer,start_s,end_s,start_ns,end_ns,url");
    }
    void header()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, header);
        const CliResult result = table((words + QStringLiteral(" @dense.json --format csv")).toLatin1().constData());
        QVERIFY2(result.code == 0, result.err);
        QVERIFY2(result.out.startsWith(header), result.out.left(300));
        QVERIFY(!result.out.contains('\r'));
        const CliResult json = table((words + QStringLiteral(" @dense.json --format json")).toLatin1().constData());
        simdjson::dom::parser parser;
        simdjson::dom::element document;
        QVERIFY(parser.parse(json.out.toStdString()).get(document) == simdjson::SUCCESS);
        QCOMPARE(static_cast<qsizetype>(document["rows"].get_array().value().size()) + 1, result.out.count('\n'));
    }
    void kernelsOfTheTraceByteForByte()
    {
        QCOMPARE(table("kernels @small.json --pass trace --format csv").out,
            QByteArray("rank,category,short_name,count,sum_ns,share,avg_ns,min_ns,max_ns,median_ns,name,role\n"
                       "1,other,b,3,9001,0.900010,3000,2001,4000,3000,b,\n"
                       "2,other,a<2>,1,1000,0.099990,1000,1000,1000,1000,\"a<int, 2>\",\n"));
    }
    void eachKernelByteForByte()
    {
        QCOMPARE(table("kernels --each @small.json --pass trace --stream 7 --sort -dur_ns --top 2 --format csv").out,
            QByteArray("index,pass,layer,part,side,device,stream,category,short_name,start_ns,dur_ns,share,input_dims,grid,block,"
                       "correlation,cpu_op,module,name,launch_ns,delay_ns,launched,input_types,role,source_line,origin\n"
                       "0,,,,no,0,7,other,b,0,4000,0.399960,,\"1,2,3\",\"32,1,1\",1,,,b,,,,,,,none\n"
                       "2,,,,no,0,7,other,b,19500,2001,0.200080,,,,3,,,b,,,,,,,none\n"));
    }
    // Files that were indented hold lists over many lines; a cell is one.
    void inputDimsAreOneLine()
    {
        QCOMPARE(table("kernels --each @indented.json --pass trace --format csv").out.split('\n').value(1),
            QByteArray("0,,,,no,0,7,other,k,5000,2000,1.000000,\"[[16, 559], [], \"\"a b,c\"\"]\",,,9,aten::k,,k,1000,4000,1,,,,launch"));
    }
    void infoHasEveryKeyOnce()
    {
        const QByteArray out = table("info @dense.json --config @config.json --format csv").out;
        QSet<QByteArray> keys;
        for (const QByteArray &line : out.trimmed().split('\n')) {
            const QByteArray key = line.left(line.indexOf(','));
            QVERIFY2(!keys.contains(key), key);
            keys.insert(key);
        }
        QVERIFY(keys.contains("model"));
        QVERIFY(keys.contains("num_layers"));
    }
    void traceIsTheDefaultWithoutPasses()
    {
        QCOMPARE(table("kernels @small.json --format csv").out, table("kernels @small.json --pass trace --format csv").out);
    }
    void infoHasEveryKeyInOrder()
    {
        const QByteArray out = table("info @small.json --format csv").out;
        qsizetype last = -1;
        for (const char *key : {"file", "format", "producer", "raw_bytes", "events", "gpu_events", "kernels", "devices",
                 "streams", "zero_ns", "end_ns", "duration_ns", "model", "profile", "anchor", "evidence", "confidence", "layers",
                 "passes", "steady_pass", "unnamed_share", "gpu", "rank", "parallel", "serving_mode"}) {
            const qsizetype at = out.indexOf(QByteArray(QByteArray("\n") + key + ","));
            QVERIFY2(at > last, key);
            last = at;
        }
        QVERIFY(out.contains("\nzero_ns,10500,"));
        QVERIFY(out.contains("\nend_ns,34000,"));
        QVERIFY(out.contains("\nkernels,4,"));
        const auto problems = table("diagnostics @small.json --format csv").out.count('\n') - 1;
        QVERIFY(problems > 0 && out.contains(QByteArray("\ndiagnostics," + QByteArray::number(problems) + ",")));
    }
    void fileHasTheBytesOfStandardOutput_data()
    {
        QTest::addColumn<QString>("format");
        for (const char *format : {"text", "csv", "json", "markdown", "html"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }
    void fileHasTheBytesOfStandardOutput()
    {
        QFETCH(QString, format);
        const QStringList with{QStringLiteral("--format"), format};
        const QByteArray printed = table("passes @dense.json", with).out;
        const CliResult saved = table("passes @dense.json --output @saved", with);
        QCOMPARE(saved.code, 0);
        QCOMPARE(saved.out, QByteArray());
        QFile written(file("saved"));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), printed);
        QVERIFY(!printed.isEmpty());
    }
    void passRangeSelectsRows()
    {
        QCOMPARE(table("passes @dense.json --format csv").out.count('\n'), 4);
        QCOMPARE(table("passes @dense.json --pass 1-2 --format csv").out.count('\n'), 3);
        QCOMPARE(table("layers @dense.json --pass 0 --layer 1 --format csv").out.count('\n'), 2);
    }
    void exportWritesEveryTable()
    {
        const CliResult result = table("export @dense.json --output @tables");
        QVERIFY2(result.code == 0, result.err);
        const QStringList files = QDir(file("tables")).entryList(QDir::Files | QDir::Hidden, QDir::Name);
        // CSV and JSON of every table, of kernels one by one, and of ranks by layer, pass, rank, group and host.
        QCOMPARE(files.size(), static_cast<qsizetype>(2 * (lamella::core::AnalysisSession::tableNames().size() + 6)));
        QVERIFY(files.contains(QStringLiteral("kernels_each.csv")));
        QVERIFY(files.contains(QStringLiteral("ranks_by_group.csv")));
        QFile passes(file("tables/passes.csv"));
        QVERIFY(passes.open(QIODevice::ReadOnly));
        QCOMPARE(passes.readAll(), table("passes @dense.json --format csv").out);
        QFile ranks(file("tables/ranks_by_rank.csv"));
        QVERIFY(ranks.open(QIODevice::ReadOnly));
        QCOMPARE(ranks.readAll(), table("ranks @dense.json --by rank --format csv").out);
    }
    void wordsOfIdleTables()
    {
        QCOMPARE(table("gaps @dense.json --min-gap 1h").code, 2);
        QCOMPARE(table("kernels @dense.json --group colour").code, 2);
        for (const char *words :
            {"gaps @dense.json --by colour", "overlap @dense.json --by colour", "whatif @dense.json --by colour",
                "whatif @dense.json --scale category:colour=0", "whatif @dense.json --scale gemm"}) {
            const CliResult result = table(words);
            QVERIFY2(result.code != 0 && result.err.contains("use "), result.err);
        }
    }
    void helpNamesColumnsAndOptions()
    {
        for (const char *words : {"passes --help", "help passes"}) {
            const CliResult result = table(words);
            QCOMPARE(result.code, 0);
            QVERIFY(result.out.contains("first_layer_ns"));
            QVERIFY(result.out.contains("--pass auto|all|trace|steady|N|N-M"));
            QVERIFY(result.out.contains("Example: lamella-cli passes"));
        }
        QVERIFY(table("--help").out.contains("perfetto"));
        QVERIFY(table("--version").out.contains("simdjson "));
    }
    void profilesCanBeListedAndShown()
    {
        const CliResult list = table("profiles list --format csv");
        QVERIFY2(list.code == 0, list.err);
        QVERIFY(list.out.startsWith("name,title,layers,anchors,model_types,file,source,extends,traits\n"));
        const QByteArray name = list.out.split('\n').at(1).split(',').at(0);
        const CliResult shown = table("profiles show", {QString::fromUtf8(name)});
        QVERIFY2(shown.code == 0, shown.err);
        QVERIFY(shown.out.trimmed().startsWith('{'));
    }
};

LAMELLA_TEST(TestCliTables)
#include "tst_CliTables.moc"
