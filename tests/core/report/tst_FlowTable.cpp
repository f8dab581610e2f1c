// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RepresentativeLayers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Two layers of type A (walls 20 and 30) and one of type B (wall 100) in pass 0; layer 1 has work on a side stream.
const BuiltTrace &trace()
{
    static const BuiltTrace *const built = [] {
        auto *made = new BuiltTrace("7: norm@100+2 attn@104+6 norm@112+1 gemm@113+7 "
                                    "norm@120+2 attn@124+6 norm@135+1 gemm@140+10 "
                                    "norm@150+5 moe@160+90; 8: nccl@126+3",
            {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 2}, {0, 2}}, 100);
        DeviceSegmentation &device = made->segmentation->devices.front();
        device.typeNames = {"A", "B"};
        for (LayerSpan &layer : device.layers)
            layer.type = layer.layer == 2 ? 1 : 0;
        return made;
    }();
    return *built;
}

TableInput inputOf(const std::string &layer, const BuiltTrace &built = trace(), const ScopeRequest &of = {})
{
    TableInput input{built.document, built.names, built.segmentation, built.index, nullptr, {}, {}};
    ScopeRequest request = of;
    request.pass = "all";
    request.layer = layer;
    auto scope = resolveScope(*input.document, *input.segmentation, request);
    if (!scope)
        qFatal("%s", scope.error().message().c_str());
    input.scope = std::move(*scope);
    return input;
}

ReportTable flow(const std::string &layer, std::string_view by = {})
{
    TableInput input = inputOf(layer);
    input.request.by = by;
    return builtTable("flow", input).value();
}

std::string names(const ReportTable &table)
{
    std::string all;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        all += (r > 0 ? " " : "") + std::string(table.text(r, table.columnIndex("short_name")));
    return all;
}

} // namespace

class tst_FlowTable : public QObject {
    Q_OBJECT
private slots:
    void hottestFirstByDefault()
    {
        const ReportTable table = flow("1");
        QCOMPARE(names(table), std::string("gemm attn nccl norm norm"));
        QCOMPARE(table.integer(0, table.columnIndex("row")), 1);
        QCOMPARE(table.integer(4, table.columnIndex("row")), 5);
        QCOMPARE(table.real(0, table.columnIndex("share")), 10.0 / 22.0);
        QCOMPARE(table.integer(0, table.columnIndex("start_ns")), 40); // zero is 100
        QCOMPARE(table.integer(0, table.columnIndex("in_layer_ns")), 20);
        QCOMPARE(names(flow("1", "heat")), names(table));
    }
    void inTheOrderOfExecution()
    {
        const ReportTable table = flow("1", "execution");
        QCOMPARE(names(table), std::string("norm attn nccl norm gemm"));
        const std::size_t idle = table.columnIndex("idle_before_ns");
        QVERIFY(table.isMissing(0, idle)); // first kernel of its layer
        QCOMPARE(table.integer(1, idle), 2);
        QCOMPARE(table.integer(2, idle), 0); // attention runs
        QCOMPARE(table.integer(3, idle), 5);
        QCOMPARE(table.text(2, table.columnIndex("side")), std::string_view("yes"));
        QCOMPARE(table.integer(2, table.columnIndex("stream")), 8);
    }
    void streamsAreOfTheWholeLayer()
    {
        ScopeRequest stream;
        stream.stream = "8";
        const ReportTable table = builtTable("flow", inputOf("1", trace(), stream)).value();
        QCOMPARE(names(table), std::string("nccl"));
        QCOMPARE(table.real(0, table.columnIndex("share")), 3.0 / 22.0);
        QCOMPARE(table.integer(0, table.columnIndex("in_layer_ns")), 6);
        QCOMPARE(table.integer(0, table.columnIndex("idle_before_ns")), 0); // attention runs on the other stream
    }
    void severalDevicesAreTold()
    {
        const BuiltTrace two("0/7: gemm@100+10; 1/7: attn@105+20", {{0, 0}, {0, 0}});
        ScopeRequest devices;
        devices.device = "all";
        const ReportTable table = builtTable("flow", inputOf("all", two, devices)).value();
        const std::size_t device = table.columnIndex("device");
        QCOMPARE(device, table.columns().size() - 1);
        QCOMPARE(table.rowCount(), std::size_t{2});
        QCOMPARE(table.integer(0, device), 0);
        QCOMPARE(table.integer(1, device), 1);
        QVERIFY(table.notes()[1].english().find("of device 1") != std::string::npos);
        QCOMPARE(flow("1").columnIndex("device"), ReportTable::npos);
    }
    void halvesAreThoseOfTheLayer()
    {
        const ReportTable table = flow("0", "execution");
        const std::size_t part = table.columnIndex("part");
        QCOMPARE(table.text(0, part), std::string_view("attn"));
        QCOMPARE(table.text(1, part), std::string_view("attn"));
        QCOMPARE(table.text(2, part), std::string_view("ffn"));
        QCOMPARE(table.text(3, part), std::string_view("ffn"));
        QVERIFY(flow("2").isMissing(0, part)); // no attention in the layer
    }
    void oneLayerStandsForEachType()
    {
        const ReportTable table = flow("all");
        const std::size_t layer = table.columnIndex("layer");
        // B takes 100 of 150, so it comes first. Of the two layers of A the shorter one is the lower median.
        QCOMPARE(table.integer(0, layer), 2);
        QCOMPARE(table.text(0, table.columnIndex("type")), std::string_view("B"));
        QCOMPARE(table.integer(table.rowCount() - 1, layer), 0);
        QCOMPARE(table.rowCount(), std::size_t{6});
        QCOMPARE(table.integer(2, table.columnIndex("row")), 1); // numbered per layer
        QCOMPARE(table.notes().size(), std::size_t{2});
        QVERIFY(table.notes()[0].english().find("Layer 2 is the only layer of type B") != std::string::npos);
        QVERIFY(table.notes()[1].english().find("Layer 0 represents the 2 layers of type A") != std::string::npos);
    }
    void rangesGiveEveryLayer()
    {
        const ReportTable table = flow("0-1", "execution");
        QCOMPARE(table.rowCount(), std::size_t{9});
        QCOMPARE(table.integer(3, table.columnIndex("layer")), 0);
        QCOMPARE(table.integer(4, table.columnIndex("layer")), 1);
        QVERIFY(std::holds_alternative<KernelSelection>(table.target(4)));
    }
    void otherOrdersAreRefused()
    {
        TableInput input = inputOf("1");
        input.request.by = "name";
        const auto table = builtTable("flow", input);
        QVERIFY(!table.has_value());
        QVERIFY(table.error().detail.english().find("heat or execution") != std::string::npos);
    }
    void medianIsTheMiddleOfOddCounts()
    {
        const BuiltTrace three("7: a@0+30 b@30+10 c@40+20", {{0, 0}, {0, 1}, {0, 2}});
        const PassRef ref{DeviceId{0}, &three.segmentation->devices.front().passes.front()};
        const auto found = representativeLayers(layerMetrics(three.input(), {}, ref));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].layer, 2);
        QCOMPARE(found[0].layers, 3U);
        QCOMPARE(found[0].wallNs, 20);
        QCOMPARE(found[0].typeWallNs, 60);
    }
};

LAMELLA_TEST(tst_FlowTable)
#include "tst_FlowTable.moc"
