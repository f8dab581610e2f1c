// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankNumbers.h"

#include <QTest>

#include <algorithm>

using namespace lamella::core;

class TestRankNumbers : public QObject {
    Q_OBJECT
private slots:
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
        row("word inside a word", text("frank3.json frank4.json"), {3, 4}); // by the difference, not by the word
        row("one file", text("/x/tp3.json"), {3});
        row("one file without a word", text("/x/trace_3.json"), {-1});
        row("no name at all", {QStringLiteral("/x/trace_3.json"), QString()}, {-1, -1});
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
    void digitsAreOrderedAsNumbers()
    {
        std::vector<std::string> names{"rank10", "rank2", "a", "rank02", "rank", "rank2b"};
        std::sort(names.begin(), names.end(), [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
        QCOMPARE(names, (std::vector<std::string>{"a", "rank", "rank02", "rank2", "rank2b", "rank10"}));
    }
};

QTEST_APPLESS_MAIN(TestRankNumbers)
#include "tst_RankNumbers.moc"
