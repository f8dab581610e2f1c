// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table inspect about a pass: where the run changes its level.
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <string>

using namespace lamella;
using namespace lamella::core;

namespace {

// As tables hold it.
std::string shown(double share)
{
    return withPlainBlanks(formatShare(share));
}

// Decode passes of one kernel each, 1000 ns apart: 100 ns, of fifteen from P20 on 130 ns.
test::BuiltTrace levelledTrace(int passes = 60, int slow = 15)
{
    std::string text = "7:";
    test::KernelPlaces places;
    for (int pass = 0; pass < passes; ++pass) {
        text += " gemm@" + std::to_string(pass * 1000) + "+" + std::to_string(pass >= 20 && pass < 20 + slow ? 130 : 100);
        places.push_back({pass, 0});
    }
    test::BuiltTrace trace(text, places);
    for (Pass &pass : trace.segmentation->devices[0].passes) {
        pass.stage = Stage::Decode;
        pass.state = PassState::Steady;
        pass.complete = true;
    }
    return trace;
}

ReportTable inspected(const test::BuiltTrace &trace, const std::string &pass)
{
    TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
    ScopeRequest scope;
    scope.pass = pass;
    input.scope = resolveScope(*input.document, *input.segmentation, scope).value();
    input.request.pass = pass;
    input.request.by = "figures";
    return test::builtTable("inspect", input).value();
}

} // namespace

class TestInspectLevels : public QObject {
    Q_OBJECT
private slots:
    // Idle time stands among the parts by its size, is named, and links to its gap.
    void theLargestPartComesFirstAlsoIfItIsIdle()
    {
        std::string text = "7:";
        test::KernelPlaces places;
        for (int pass = 0; pass < 4; ++pass) {
            const int at = pass * 10'000;
            text += " gemm@" + std::to_string(at) + "+100 attn@" + std::to_string(at + (pass == 3 ? 5100 : 110)) + "+"
                + std::to_string(pass == 3 ? 53 : 50);
            places.insert(places.end(), 2, {pass, 0});
        }
        test::BuiltTrace trace(text, places);
        for (Pass &pass : trace.segmentation->devices[0].passes) {
            pass.stage = Stage::Decode;
            pass.complete = true;
            pass.state = pass.number == 3 ? PassState::Outlier : PassState::Steady;
        }
        const ReportTable table = inspected(trace, "3");
        std::vector<std::string> keys;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("section")) != "why")
                continue;
            keys.emplace_back(table.text(row, table.columnIndex("key")));
            if (keys.back() == "rest")
                QVERIFY((table.target(row) == Selection(GapSelection{{{30'100}, {35'100}}, KernelId(6), KernelId(7)})));
            if (keys.back() == "sentence")
                QVERIFY(std::string(table.text(row, table.columnIndex("value"))).find("one gap of 5.000") != std::string::npos);
        }
        QCOMPARE(keys.front(), std::string("rest"));
        QCOMPARE(keys.back(), std::string("sentence"));
    }
    void withoutAChangeTheReasonIsSaid()
    {
        const auto reason = [](const test::BuiltTrace &trace) {
            const ReportTable table = inspected(trace, "3");
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                if (table.text(row, table.columnIndex("section")) == "else")
                    return std::string(table.text(row, table.columnIndex("key"))) + ": "
                        + std::string(table.text(row, table.columnIndex("value")));
            return std::string();
        };
        QCOMPARE(reason(levelledTrace(15, 0)),
            std::string("none: too few decode passes to tell changes of level: at least 16 are needed"));
        QCOMPARE(reason(levelledTrace(16, 0)),
            "none: no change of level at once: no 8 or more decode passes in a row run " + shown(0.03)
                + " slower or faster than the others");
        // Of more than 2000 passes groups are compared: of 2 here.
        QCOMPARE(reason(levelledTrace(2001, 0)),
            "none: no change of level at once: no 16 or more decode passes in a row run " + shown(0.03)
                + " slower or faster than the others");
        test::BuiltTrace partial = levelledTrace(20, 0);
        for (Pass &pass : partial.segmentation->devices[0].passes)
            pass.complete = false;
        QCOMPARE(reason(partial),
            std::string("none: too few whole decode passes to tell changes of level: at least 16 are needed"));
    }

    void aChangeOfLevelHasFourRows()
    {
        const test::BuiltTrace trace = levelledTrace();
        for (const char *pass : {"25", "3"}) { // in it, and outside
            const ReportTable table = inspected(trace, pass);
            std::vector<std::size_t> rows;
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                if (table.text(row, table.columnIndex("section")) == "else")
                    rows.push_back(row);
            QCOMPARE(rows.size(), std::size_t{4});
            const auto text = [&](std::size_t row, const char *column) {
                return std::string(table.text(rows[row], table.columnIndex(column)));
            };
            const auto number = [&](std::size_t row, const char *column) {
                return table.integer(rows[row], table.columnIndex(column));
            };
            QCOMPARE(text(0, "what"), "P20 to P34 run " + shown(0.3) + " slower");
            QCOMPARE(text(0, "value"), std::string("15 decode passes in a row"));
            QCOMPARE(number(0, "dur_ns"), 130);
            QCOMPARE(number(0, "delta_ns"), 30);
            QCOMPARE(number(0, "count"), 15);
            QCOMPARE(number(1, "at_ns"), 20'000);
            QCOMPARE(number(2, "at_ns"), 34'130);
            QCOMPARE(number(3, "dur_ns"), 100);
            QVERIFY(table.target(rows[1]) == Selection(PassSelection{DeviceId(0), 20}));
            QVERIFY(table.target(rows[2]) == Selection(PassSelection{DeviceId(0), 34}));
        }
    }
};

LAMELLA_TEST(TestInspectLevels)
#include "tst_InspectLevels.moc"
