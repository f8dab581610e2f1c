// SPDX-License-Identifier: GPL-3.0-or-later
// Cancel must return at once: every stage that may take long stops quickly. Counts the work done (rows, names), not time.
#include "core/report/TableView.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <vector>

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

struct Builder {
    const char *test;
    TableRequest request; // with the table's name
};

TableRequest asked(const char *table, const char *by = "", const char *group = "", bool each = false)
{
    TableRequest request;
    request.table = table;
    request.by = by;
    request.group = group;
    request.each = each;
    request.scales = {"category:attention=2"}; // for whatif
    return request;
}

const std::vector<Builder> &builders()
{
    static const std::vector<Builder> all{
        {"passes", asked("passes")},
        {"layers", asked("layers")},
        {"clusters", asked("clusters")},
        {"heatmap", asked("heatmap")},
        {"overlap", asked("overlap")},
        {"overlap by layer", asked("overlap", "layer")},
        {"perfetto", asked("perfetto")},
        {"whatif", asked("whatif", "pass")},
        {"kernels", asked("kernels")},
        {"kernels by shape", asked("kernels", "", "shape")},
        {"kernels one by one", asked("kernels", "", "", true)},
        {"bottleneck", asked("bottleneck")},
        {"architecture", asked("architecture")},
        {"flow", asked("flow")},
    };
    return all;
}

ReportTable build(const TableRequest &request, const JobControl &control)
{
    TableInput input = inputOf(control);
    input.request = request;
    return builtTable(request.table, input).value();
}

} // namespace

class tst_StoppedStages : public QObject {
    Q_OBJECT
private slots:
    void tablesWriteNoRows_data()
    {
        QTest::addColumn<int>("builder");
        for (std::size_t b = 0; b < builders().size(); ++b)
            QTest::newRow(builders()[b].test) << static_cast<int>(b);
    }
    void tablesWriteNoRows()
    {
        QFETCH(int, builder);
        const TableRequest &request = builders()[static_cast<std::size_t>(builder)].request;
        QVERIFY(build(request, {}).rowCount() > 0);
        QCOMPARE(build(request, stoppedControl()).rowCount(), std::size_t(0));
    }

    void filterAndSortGiveUp()
    {
        const ReportTable table = build(asked("kernels"), {});
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
