// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/ParallelFacts.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class TestParallelFacts : public QObject {
    Q_OBJECT
private slots:
    void facts_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("rank"); // as recorded; -1: not recorded
        QTest::addColumn<int>("world");
        QTest::addColumn<QString>("groups"); // "tp 8": recorded process groups
        QTest::addColumn<QString>("expected"); // rank (source) | parallel (source)
        const auto row = [](const char *path, int rank, int world, const char *groups, const char *expected) {
            const std::string name = std::string(path) + " " + std::to_string(rank) + "/" + std::to_string(world) + " " + groups;
            QTest::newRow(name.c_str()) << QString::fromUtf8(path) << rank << world << QString::fromUtf8(groups)
                                        << QString::fromUtf8(expected);
        };
        row("tp8_ep8_run.json", -1, -1, "", " () | TP 8, EP 8 (file name)");
        row("x-TP-3.trace.json.gz", -1, -1, "",
            "3 (index within tensor parallelism in the file name) | indices TP 3 (file name)");
        row("x-TP-3-DP-0-EP-3-PP-1.trace.json.gz", -1, -1, "",
            "3 (index within tensor parallelism in the file name) | indices TP 3, EP 3, PP 1, DP 0 (file name)");
        row("vllm_rank3.json", -1, -1, "", "3 (file name) |  ()");
        row("worker3.json", -1, -1, "", "3 (number of the worker in the file name) |  ()");
        row("host_1234.1712345678901.pt.trace.json", -1, -1, "", " () |  ()");
        row("megatron_tp8_kineto_0.json", 0, 8, "",
            "0 (recorded with the trace) | world 8, TP 8 (distributed info of the file and file name)");
        row("megatron_tp8_kineto_0.json", 0, 8, "tp 8",
            "0 (recorded with the trace) | world 8, TP 8 (distributed info of the file)");
        row("x-TP-3-PP-1.json", 11, 16, "",
            "11 (recorded with the trace) | world 16, indices TP 3, PP 1 (distributed info of the file and file name)");
        row("rank3.json", 1, 4, "",
            "1 (recorded with the trace; the file name says rank 3, which the recorded facts contradict) | "
            "world 4 (distributed info of the file)");
        row("x-TP-9.json", 1, 4, "",
            "1 (recorded with the trace) | world 4 (distributed info of the file; the file name says TP 9, which the recorded "
            "facts "
            "contradict)");
        row("run_tp8.json", 1, 4, "",
            "1 (recorded with the trace) | world 4 (distributed info of the file; the file name says TP 8, which the recorded "
            "facts "
            "contradict)");
        row("run_tp8.json", 1, 8, "tp 4",
            "1 (recorded with the trace) | world 8, TP 4 (distributed info of the file; the file name says TP 8, which the "
            "recorded facts "
            "contradict)");
    }
    void facts()
    {
        QFETCH(QString, path);
        QFETCH(int, rank);
        QFETCH(int, world);
        QFETCH(QString, groups);
        QFETCH(QString, expected);
        TraceDocument document;
        document.source.path = path.toStdString();
        if (rank >= 0)
            document.metadata.rank = rank;
        if (world >= 0)
            document.metadata.worldSize = world;
        if (const QStringList group = groups.split(QLatin1Char(' ')); group.size() == 2)
            document.metadata.other.emplace_back("distributedInfo",
                R"({"pg_config":[{"pg_desc":")" + group[0].toStdString() + R"(","pg_size":)" + group[1].toStdString() + "}]}");
        const ParallelFacts facts = parallelFacts(document);
        const std::string found =
            facts.rank + " (" + facts.rankSource.english() + ") | " + facts.parallel + " (" + facts.source.english() + ")";
        QCOMPARE(QString::fromStdString(found), expected);
    }
};

LAMELLA_TEST(TestParallelFacts)
#include "tst_ParallelFacts.moc"
