// SPDX-License-Identifier: GPL-3.0-or-later
// Trends over runs, on summaries whose levels are known by construction.
#include "core/session/history/RunHistory.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Eight steps around `decodeNs`, and one layer type of a thirtieth of it. decodeNs 0: no steps of this stage.
std::string summaryText(int decodeNs, int prefillNs)
{
    std::string rows;
    const auto add = [&rows](const char *stage, int ns) {
        for (int step = 0; step < 8 && ns > 0; ++step)
            rows += std::string(rows.empty() ? "" : ",") + R"({"program":")" + stage + R"(","wall_ns":)"
                + std::to_string(ns + (step % 2 == 0 ? 1000 : -1000)) + "}";
    };
    add("decode", decodeNs);
    add("prefill", prefillNs);
    return R"({"schema":"lamella.summary.v1","tables":{"steps":{"rows":[)" + rows
        + R"(]},"clusters":{"rows":[{"type":"A","layers":10,"avg_sum_ns":2000,"gemm_share":0.5,"modelled_share":0.9,"avg_wall_ns":)"
        + std::to_string(decodeNs / 30) + R"(}]}}})";
}

std::string stepRow(const char *program, int ns, const char *kind)
{
    return R"({"program":")" + std::string(program) + R"(","wall_ns":)" + std::to_string(ns) + ",\"class\":\"" + kind + "\"},";
}

std::string summaryOfSteps(const std::string &rows)
{
    return R"({"schema":"lamella.summary.v1","tables":{"steps":{"rows":[)" + rows + "]}}}";
}

struct Runs {
    explicit Runs(const std::vector<std::pair<int, int>> &walls)
    {
        for (std::size_t i = 0; i < walls.size(); ++i)
            writeFile(folder.filePath(QStringLiteral("run%1.json").arg(i)), summaryText(walls[i].first, walls[i].second));
    }
    [[nodiscard]] Result<RunHistory> open() const { return RunHistory::open({folder.path().toStdString()}, {}); }
    QTemporaryDir folder;
};

std::vector<RunFigure> figures(std::initializer_list<double> values)
{
    std::vector<RunFigure> all;
    for (const double value : values)
        all.push_back({value, 0});
    return all;
}

} // namespace

class tst_RunHistory : public QObject {
    Q_OBJECT

private slots:
    void levels()
    {
        QVERIFY(levelChanges(figures({100, 100, 100, 100, 100, 100})).empty());
        const auto changes = levelChanges(figures({100, 101, 100, 99, 120, 121, 120, 119}));
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].at, std::size_t(4));
        QCOMPARE(changes[0].before.median, 100.0);
        QCOMPARE(changes[0].after.median, 120.0);
        // There and back.
        const auto two = levelChanges(figures({100, 100, 100, 150, 150, 150, 100, 100, 100}));
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].at, std::size_t(3));
        QCOMPARE(two[1].at, std::size_t(6));
        // One slow run in the middle is no level; the newest one may begin one.
        QVERIFY(levelChanges(figures({100, 100, 100, 150, 100, 100, 100})).empty());
        QCOMPARE(levelChanges(figures({100, 100, 100, 100, 150})).size(), std::size_t(1));
    }

    // As compare and step-classes do; of a program with nothing else the warm-up counts.
    void warmUpLeftOut()
    {
        const QTemporaryDir folder;
        for (int run = 0; run < 2; ++run) {
            std::string rows;
            for (const int ns : {900'000, 800'000, 700'000, 600'000})
                rows += stepRow("decode", ns, "warm-up");
            for (const int ns : {100'000, 101'000, 102'000})
                rows += stepRow("decode", ns, "typical");
            rows += stepRow("sample", 5000, "warm-up");
            rows.pop_back();
            writeFile(folder.filePath(QStringLiteral("run%1.json").arg(run)), summaryOfSteps(rows));
        }
        const auto history = RunHistory::open({folder.path().toStdString()}, {});
        QVERIFY(history.has_value());
        const ReportTable table = history->table("run").value();
        std::map<std::string, std::int64_t, std::less<>> values;
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            values[std::string(table.text(r, table.columnIndex("name")))] = table.integer(r, table.columnIndex("value_ns"));
        QCOMPARE(values["decode"], 101'000);
        QCOMPARE(values["sample"], 5000);
    }

    void noiseIsNoChange()
    {
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937 random(seed);
            std::vector<RunFigure> runs;
            for (int i = 0; i < 30; ++i)
                runs.push_back({1000 + 3 * std::normal_distribution<double>()(random), 3});
            QVERIFY2(levelChanges(runs).empty(), qPrintable(QStringLiteral("seed %1").arg(seed)));
            for (std::size_t i = 20; i < runs.size(); ++i)
                runs[i].value += 100;
            const auto changes = levelChanges(runs);
            QCOMPARE(changes.size(), std::size_t(1));
            QCOMPARE(changes[0].at, std::size_t(20));
        }
    }

    void theNewestRunIsJudged()
    {
        const Runs slower({{900'000, 0}, {900'000, 0}, {1'000'000, 0}, {1'001'000, 0}, {999'000, 0}, {1'100'000, 0}});
        const auto history = slower.open();
        QVERIFY(history);
        QCOMPARE(history->files().size(), std::size_t(6));
        QCOMPARE(history->regressions(0.05, false).size(), std::size_t(1)); // 10 % above the level of 1 ms, not of 0.9
        QVERIFY(history->regressions(0.05, false)[0].english().find("10.0") != std::string::npos);
        QVERIFY(history->regressions(0.15, false).empty());
        const auto table = history->table("");
        QVERIFY(table);
        QCOMPARE(table->rowCount(), std::size_t(3)); // stage, type, category
        QCOMPARE(table->text(0, table->columnIndex("name")), std::string_view("decode"));
        QCOMPARE(table->integer(0, table->columnIndex("level_ns")), std::int64_t(1'000'000));
        QCOMPARE(table->integer(0, table->columnIndex("newest_ns")), std::int64_t(1'100'000));
        QCOMPARE(table->text(0, table->columnIndex("verdict")), std::string_view("slower"));
        QVERIFY(table->text(0, table->columnIndex("changes")).find("run2.json") != std::string_view::npos);
        QCOMPARE(table->text(2, table->columnIndex("verdict")), std::string_view("unchanged"));
        QCOMPARE(table->integer(2, table->columnIndex("newest_ns")), std::int64_t(10'000)); // 10 layers, half of 2000 ns
        const auto byRun = history->table("run");
        QVERIFY(byRun);
        QCOMPARE(byRun->rowCount(), std::size_t(18));
        QVERIFY(!history->table("week"));
    }

    void aStageThatIsGone()
    {
        const Runs gone({{1'000'000, 2'000'000}, {1'000'000, 2'000'000}, {1'000'000, 0}});
        const auto history = gone.open();
        QVERIFY(history);
        QCOMPARE(history->regressions(0.05, false).size(), std::size_t(1));
        QVERIFY(history->regressions(0.05, true).empty());
    }

    void filesThatAreNone()
    {
        const Runs one({{1'000'000, 0}});
        QVERIFY(!one.open());
        const Runs two({{1'000'000, 0}, {1'000'000, 0}});
        writeFile(two.folder.filePath(QStringLiteral("run9.json")), "{\"schema\":\"lamella.summary.v1\",\"tables\":");
        const auto history = two.open();
        QVERIFY(history);
        QCOMPARE(history->files().size(), std::size_t(2));
        const auto table = history->table("");
        QCOMPARE(table->warnings().size(), std::size_t(1));
        QVERIFY(table->warnings()[0].english().find("run9.json") != std::string::npos);
        // The newest run is the one that cannot be read: no gate holds by the one before it.
        QCOMPARE(history->regressions(0.05, false).size(), std::size_t(1));
        QVERIFY(history->regressions(0.05, false)[0].english().find("run9.json") != std::string::npos);
        QVERIFY(history->regressions(0.05, true).empty());
        // Not the newest one: it is left out.
        writeFile(two.folder.filePath(QStringLiteral("run10.json")), summaryText(1'000'000, 0));
        const auto newer = two.open();
        QVERIFY(newer);
        QVERIFY(newer->regressions(0.05, false).empty());
    }
};

LAMELLA_TEST(tst_RunHistory)
#include "tst_RunHistory.moc"
