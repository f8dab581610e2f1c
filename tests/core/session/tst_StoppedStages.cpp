// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever presses Cancel gets the window back at once: every stage that may take long does next to nothing when asked to stop.
// What counts here is the work done (rows, names), not the time it took.
#include "core/report/TableView.h"
#include "core/report/tables/ArchitectureTable.h"
#include "core/report/tables/BottleneckTable.h"
#include "core/report/tables/FlowTable.h"
#include "core/report/tables/TableBuilders.h"
#include "core/report/tables/WhatIfTable.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <functional>

using namespace lamella::core;
using namespace lamella::test;

namespace {

JobControl stoppedControl()
{
    std::stop_source source;
    source.request_stop();
    JobControl control;
    control.stop = source.get_token();
    return control;
}

const BuiltTrace &trace()
{
    static const BuiltTrace built("7: norm@0+1 attn@2+5 gemm@8+4 norm@20+1 attn@22+5 gemm@28+4 norm@40+1 attn@42+5 gemm@48+4 "
                                  "norm@60+1 attn@62+5 gemm@68+4; 8: nccl@9+9 nccl@30+5",
        {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {1, 0}, {1, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 1}});
    return built;
}

TableInput inputOf(const JobControl &control)
{
    TableInput input{trace().document, trace().names, trace().segmentation, trace().index, nullptr, {}, {}};
    ScopeRequest request;
    request.pass = "all";
    request.layer = "all";
    auto scope = resolveScope(*input.document, *input.segmentation, request);
    if (!scope)
        qFatal("%s", scope.error().message().c_str());
    input.scope = std::move(*scope);
    input.control = control;
    return input;
}

using Build = std::function<ReportTable(const TableInput &)>;

const std::vector<std::pair<const char *, Build>> &builders()
{
    static const LaunchJoin joined = joinLaunches(*trace().document);
    static const std::vector<std::pair<const char *, Build>> all{
        {"passes", [](const TableInput &i) { return passesTable(i); }},
        {"layers", [](const TableInput &i) { return layersTable(i); }},
        {"clusters", [](const TableInput &i) { return clustersTable(i); }},
        {"heatmap", [](const TableInput &i) { return *heatmapTable(i, "wall"); }},
        {"overlap", [](const TableInput &i) { return *overlapTable(i, "pass"); }},
        {"overlap by layer", [](const TableInput &i) { return *overlapTable(i, "layer"); }},
        {"perfetto", [](const TableInput &i) { return perfettoTable(i); }},
        {"whatif", [](const TableInput &i) { return *whatIfTable(i, {"category:attention=2"}, "pass"); }},
        {"kernels", [](const TableInput &i) { return kernelsTable(i); }},
        {"kernels by shape", [](const TableInput &i) { return shapeKernelsTable(i, joined); }},
        {"kernels one by one",
            [](const TableInput &i) { return eachKernelTable(i, std::make_shared<const LaunchJoin>(joined)); }},
        {"bottleneck", [](const TableInput &i) { return bottleneckTable(i); }},
        {"architecture", [](const TableInput &i) { return architectureTable(i, joined); }},
        {"flow", [](const TableInput &i) { return *flowTable(i, std::make_shared<const LaunchJoin>(joined), {}); }},
    };
    return all;
}

} // namespace

class tst_StoppedStages : public QObject {
    Q_OBJECT
private slots:
    void tablesWriteNoRows_data()
    {
        QTest::addColumn<int>("builder");
        for (std::size_t b = 0; b < builders().size(); ++b)
            QTest::newRow(builders()[b].first) << static_cast<int>(b);
    }
    void tablesWriteNoRows()
    {
        QFETCH(int, builder);
        const Build &build = builders()[static_cast<std::size_t>(builder)].second;
        QVERIFY(build(inputOf({})).rowCount() > 0);
        QCOMPARE(build(inputOf(stoppedControl())).rowCount(), std::size_t(0));
    }

    void filterAndSortGiveUp()
    {
        const ReportTable table = kernelsTable(inputOf({}));
        QVERIFY(viewRows(table, {"attn", "-sum_ns", 0}));
        for (const TableView &view : {TableView{"attn", {}, 0}, TableView{{}, "-sum_ns", 0}}) {
            const auto rows = viewRows(table, view, stoppedControl());
            QVERIFY(!rows);
            QCOMPARE(rows.error().code, ErrorCode::Cancelled);
        }
    }

    void namesAreNotWorkedOut()
    {
        const JobControl stopped = stoppedControl();
        const KernelNames names(*trace().document, testProfiles(), nullptr, stopped.stop);
        for (const StringId name : trace().document->kernels.name)
            QVERIFY(names[name].full.empty());
    }

    void segmentationIsCancelled()
    {
        SegmentationOptions options;
        options.profiles = &testProfiles();
        QVERIFY(segmentTrace(*trace().document, *trace().names, options));
        const auto stopped = segmentTrace(*trace().document, *trace().names, options, stoppedControl());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_StoppedStages)
#include "tst_StoppedStages.moc"
