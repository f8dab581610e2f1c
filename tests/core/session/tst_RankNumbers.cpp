// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankNumbers.h"
#include "core/session/RankRoster.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>

using namespace lamella::core;

class TestRankNumbers : public QObject {
    Q_OBJECT
private slots:
    void hosts()
    {
        for (const auto &[path, host] : {std::pair("/t/node7_4711.1700000000000000000.pt.trace.json.gz", "node7"),
                 {"/t/gpu-a_b_12.1700000000000.pt.trace.json", "gpu-a_b"},
                 {"/t/node7_4711_20250109075043861_ascend_pt/ASCEND_PROFILER_OUTPUT", "node7"},
                 {"/t/worker_3.1700000000000.pt.trace.json", ""}, {"/t/rank0.1700000000000.pt.trace.json", ""},
                 {"/t/node7_4711.17.pt.trace.json", ""}, {"/t/4711.1700000000000.pt.trace.json", ""}, {"/t/trace.json", ""}})
            QCOMPARE(QString::fromStdString(hostFromPath(path)), QString::fromLatin1(host));
    }
    void names_data()
    {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QList<int>>("ranks"); // -1 = none
        const auto row = [](const char *name, const QStringList &paths, const QList<int> &ranks) {
            QTest::newRow(name) << paths << ranks;
        };
        const auto text = [](const char *paths) { return QString::fromLatin1(paths).split(QLatin1Char(' ')); };
        row("rank", text("/a/rank3.json /a/rank-0.json /a/x_RANK_12.json"), {3, 0, 12});
        row("tensor parallel", text("t-TP-1.json.gz t-TP-0.json.gz"), {1, 0});
        row("two indices", text("t-TP-0-DP-0.json t-TP-1-DP-0.json t-TP-0-DP-1.json t-TP-1-DP-1.json"), {0, 1, 2, 3});
        row("index that all share", text("t-TP-0-EP-0.json t-TP-1-EP-0.json"), {0, 1});
        row("size is no index", text("m_tp8_kineto_0.json m_tp8_kineto_1.json"), {0, 1});
        row("worker", text("h.worker0.1712345678.json h.worker1.1712345679.json"), {0, 1});
        row("folder", text("/d/rank0_ascend_pt/OUT/trace_view.json /d/rank1_ascend_pt/OUT/trace_view.json"), {0, 1});
        row("only difference", text("trace_0.json trace_1.json trace_10.json"), {0, 1, 10});
        row("dates are no ranks", text("run-20260102030405.json run-20260102030406.json"), {-1, -1});
        row("nothing in common", text("a.json b.json"), {-1, -1});
        row("word inside a word", text("frank3.json frank4.json"), {3, 4}); // by the numbers that differ, not by the word
        row("one file", text("/x/tp3.json"), {3});
        row("one file without a word", text("/x/trace_3.json"), {-1});
        row("no name at all", {QStringLiteral("/x/trace_3.json"), QString()}, {-1, -1});
        row("attention in data parallel", text("t-TP-0-DP-0.gz t-TP-1-DP-0.gz t-TP-2-DP-1.gz t-TP-3-DP-1.gz"), {0, 1, 2, 3});
        row("experts beside", text("t-TP-0-DP-0-EP-0-PP-0.gz t-TP-1-DP-0-EP-1-PP-0.gz t-TP-0-DP-0-EP-0-PP-1.gz"), {0, 1, 2});
        row("one of several indices", text("t-TP-3-DP-0-EP-3-PP-1.trace.json.gz"), {3});
        row("indices without dashes", text("tp0.json tp1.json tp2.json"), {0, 1, 2});
        row("sizes of a grid of runs", text("tp4.json tp8.json"), {-1, -1});
        row("size and rank", text("tp8_ep8_run/rank3.json tp8_ep8_run/rank4.json"), {3, 4});
        row("one file of a size", text("tp8_ep8_run.json"), {-1});
        row("ranks of other things", text("lora_rank_16.json"), {-1});
        row("twice", text("rank0.json rank0_again.json rank1.json"), {0, 0, 1});
    }
    void names()
    {
        QFETCH(QStringList, paths);
        QFETCH(QList<int>, ranks);
        std::vector<std::string> files;
        for (const QString &path : paths)
            files.push_back(path.toStdString());
        QList<int> found;
        for (const auto &rank : ranksFromNames(files))
            found << rank.value_or(-1);
        QCOMPARE(found, ranks);
    }
    void whatFilesSayWinsOverTheirNames()
    {
        std::vector<RankNote> notes;
        const std::vector<RosterFile> files{{"/a/rank1.json", {}, 0, 2, {}, {0}}, {"/a/rank0.json", {}, 1, 2, {}, {0}}};
        const RankRoster roster = rosterOf(files, notes);
        QCOMPARE(roster.members.size(), 2u);
        QCOMPARE(roster.members[0].file, 0u);
        QCOMPARE(roster.members[0].numberFrom, std::string("distributed info"));
        QCOMPARE(notes.size(), 1u);
        QCOMPARE(notes[0].sentence.english(),
            std::string("rank1.json says that it is rank 0 and its name says rank 1: the file is believed; the same in 1 more."));
    }
    void digitsAreOrderedAsNumbers()
    {
        std::vector<std::string> names{"rank10", "rank2", "a", "rank02", "rank", "rank2b"};
        std::sort(names.begin(), names.end(), [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
        QCOMPARE(names, (std::vector<std::string>{"a", "rank", "rank02", "rank2", "rank2b", "rank10"}));
    }
};

LAMELLA_TEST(TestRankNumbers)
#include "tst_RankNumbers.moc"
