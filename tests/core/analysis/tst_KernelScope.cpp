// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelScope.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

// Two devices. Device 4: passes 0 (head, layers 0-1, tail) and 1 (layers 0-1), one kernel outside. Device 9: pass 0 (layer 0).
constexpr std::string_view kText =
    "4/7: copy@0+1 gemm@10+5 attn@20+5 norm@30+5 gemm@50+5 attn@60+5 copy@90+1; 4/8: nccl@22+9; 9/7: gemm@11+5";
const test::KernelPlaces kPlaces{
    {kNoPass, kNoLayer}, {0, kHeadLayer}, {0, 0}, {0, 0}, {0, 1}, {0, kTailLayer}, {1, 0}, {1, 1}, {kNoPass, kNoLayer}};

test::BuiltTrace built()
{
    test::BuiltTrace trace(kText, kPlaces);
    DeviceSegmentation &device = trace.segmentation->devices[0];
    device.passes[0].stage = Stage::Prefill;
    device.passes[1].stage = Stage::Decode;
    device.passes[1].state = PassState::Steady;
    device.selectedPass = 1;
    device.selectedWhy = "the steady one";
    return trace;
}

std::string joined(const std::vector<KernelId> &kernels)
{
    std::string text;
    for (const KernelId kernel : kernels)
        text += (text.empty() ? "" : " ") + std::to_string(kernel.value);
    return text;
}

ScopeRequest request(const QString &words)
{
    ScopeRequest r;
    for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const std::string key = word.section(QLatin1Char('='), 0, 0).toStdString();
        const std::string value = word.section(QLatin1Char('='), 1).toStdString();
        (key == "pass"            ? r.pass
                : key == "layer"  ? r.layer
                : key == "device" ? r.device
                : key == "stream" ? r.stream
                                  : r.stage) = value;
        r.layerLists = r.layerLists || value.find(',') != std::string::npos;
    }
    return r;
}

} // namespace

class TestKernelScope : public QObject {
    Q_OBJECT
private slots:
    void kernels_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        // In start order: 0 copy, 1 gemm, 2 gemm (device 9), 3 attn, 4 nccl, 5 norm, 6 gemm, 7 attn, 8 copy.
        QTest::newRow("auto is the selected pass of the main device") << ""
                                                                      << "6 7";
        QTest::newRow("auto on all devices") << "device=all"
                                             << "2 6 7";
        QTest::newRow("all passes") << "pass=all"
                                    << "1 3 4 5 6 7";
        QTest::newRow("trace holds what is outside too") << "pass=trace"
                                                         << "0 1 3 4 5 6 7 8";
        QTest::newRow("trace of all devices is in start order") << "pass=trace device=all"
                                                                << "0 1 2 3 4 5 6 7 8";
        QTest::newRow("one pass") << "pass=0"
                                  << "1 3 4 5";
        QTest::newRow("range of passes") << "pass=0-1"
                                         << "1 3 4 5 6 7";
        QTest::newRow("steady") << "pass=steady"
                                << "6 7";
        QTest::newRow("one layer") << "pass=0 layer=0"
                                   << "3";
        QTest::newRow("range of layers") << "pass=0 layer=0-1"
                                         << "3 4";
        QTest::newRow("list of layers") << "pass=0 layer=1,0-0"
                                        << "3 4";
        QTest::newRow("list of one layer twice") << "pass=0 layer=1,1"
                                                 << "4";
        QTest::newRow("tail") << "pass=0 layer=tail"
                              << "5";
        QTest::newRow("head") << "pass=0 layer=head"
                              << "1";
        QTest::newRow("stream") << "pass=0 stream=8"
                                << "4";
        QTest::newRow("stage") << "pass=all stage=prefill"
                               << "1 3 4 5";
        QTest::newRow("auto within a stage") << "stage=prefill"
                                             << "1 3 4 5";
        QTest::newRow("device by its number") << "device=9 pass=all"
                                              << "2";
    }
    void kernels()
    {
        QFETCH(QString, words);
        QFETCH(QString, expected);
        const test::BuiltTrace trace = built();
        const auto scope = resolveScope(*trace.document, *trace.segmentation, request(words));
        QVERIFY2(scope.has_value(), scope ? "" : scope.error().detail.english().c_str());
        QCOMPARE(QString::fromStdString(joined(kernelsOf(*scope, *trace.document, *trace.segmentation, *trace.index))), expected);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("pass beyond the last") << "pass=99"
                                              << "pass 99 is not in this trace; there are passes 0 to 1";
        QTest::newRow("range beyond the last") << "pass=1-7"
                                               << "pass 1-7 is not in this trace; there are passes 0 to 1";
        QTest::newRow("negative pass")
            << "pass=-1"
            << "pass -1 is not a pass; use auto, all, trace, steady, N or N-M (there are passes 0 to 1)";
        QTest::newRow("backward range")
            << "pass=1-0"
            << "pass 1-0 is not a pass; use auto, all, trace, steady, N or N-M (there are passes 0 to 1)";
        QTest::newRow("pass that is no number")
            << "pass=x"
            << "pass x is not a pass; use auto, all, trace, steady, N or N-M (there are passes 0 to 1)";
        QTest::newRow("number that does not fit")
            << "pass=99999999999999999999"
            << "pass 99999999999999999999 is not a pass; use auto, all, trace, steady, N or N-M (there are passes 0 to 1)";
        QTest::newRow("layer beyond the last") << "layer=2"
                                               << "layer 2 is not there; the chosen passes have layers 0 to 1, head and tail";
        QTest::newRow("negative layer")
            << "layer=-1"
            << "layer -1 is not a layer; use all, N, N-M, head or tail (the chosen passes have layers 0 to 1, head and tail)";
        QTest::newRow("list with a layer beyond the last")
            << "layer=0,2"
            << "layer 0,2 is not there; the chosen passes have layers 0 to 1, head and tail";
        QTest::newRow("list that ends with a comma") << "layer=0,"
                                                     << "layer 0, is not a layer; use all, N, N-M, a list of those, head or tail "
                                                        "(the chosen passes have layers 0 to 1, head and tail)";
        QTest::newRow("unknown device") << "device=3"
                                        << "device 3 is not in this trace; it has 4, 9";
        QTest::newRow("unknown stream") << "stream=3"
                                        << "stream 3 is not on the chosen device; it has 7, 8";
        QTest::newRow("unknown stage")
            << "stage=warm"
            << "stage warm is not known; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown";
        QTest::newRow("stage that no pass has") << "stage=draft"
                                                << "no chosen pass is of stage draft; there are passes 0 to 1";
        QTest::newRow("steady passes of a stage without any") << "pass=steady stage=prefill"
                                                              << "no pass is steady; there are passes 0 to 1";
    }
    void refusals()
    {
        QFETCH(QString, words);
        QFETCH(QString, sentence);
        const test::BuiltTrace trace = built();
        const auto scope = resolveScope(*trace.document, *trace.segmentation, request(words));
        QVERIFY(!scope.has_value());
        QCOMPARE(scope.error().code, ErrorCode::BadRequest);
        QCOMPARE(QString::fromStdString(scope.error().detail.english()), sentence);
    }

    // Idle time and walls need adjacent layers, so tables of those accept no list.
    void listsAreForTablesOfSingleLayers()
    {
        const test::BuiltTrace trace = built();
        ScopeRequest wanted;
        wanted.layer = "0,1";
        const auto scope = resolveScope(*trace.document, *trace.segmentation, wanted);
        QVERIFY(!scope.has_value());
        QVERIFY(scope.error().detail.english().starts_with("layer 0,1 is not a layer; use all, N, N-M, head or tail"));
        const LayerRange list{2, 42, {{2, 3}, {38, 42}}};
        QVERIFY(list.holds(3) && !list.holds(4) && !list.holds(37) && list.holds(38) && !list.holds(43));
    }
    void autoWithoutPassesIsTheTrace()
    {
        test::BuiltTrace trace("7: gemm@0+5 attn@10+5", {});
        trace.segmentation->whyNone = "nothing repeats";
        const auto scope = resolveScope(*trace.document, *trace.segmentation, {});
        QVERIFY(scope.has_value());
        QVERIFY(scope->wholeTrace);
        QCOMPARE(scope->why.english(), std::string("no passes were found, so this is the whole trace (nothing repeats)"));
        const auto numbered = resolveScope(*trace.document, *trace.segmentation, request(QStringLiteral("pass=0")));
        QVERIFY(!numbered.has_value());
        QCOMPARE(numbered.error().detail.english(),
            std::string("pass 0 is not in this trace; no passes were found (nothing repeats)"));
    }
    void traceWithoutGpuWorkIsEmpty()
    {
        const test::BuiltTrace trace("", {});
        const auto scope = resolveScope(*trace.document, *trace.segmentation, {});
        QVERIFY(scope.has_value());
        QVERIFY(kernelsOf(*scope, *trace.document, *trace.segmentation, *trace.index).empty());
        QVERIFY(!resolveScope(*trace.document, *trace.segmentation, request(QStringLiteral("device=0"))).has_value());
    }
    void automaticChoiceSaysWhy()
    {
        const test::BuiltTrace trace = built();
        const auto scope = resolveScope(*trace.document, *trace.segmentation, {});
        QVERIFY(scope.has_value());
        QCOMPARE(scope->why.english(), std::string("pass 1: the steady one"));
    }
};

LAMELLA_TEST(TestKernelScope)
#include "tst_KernelScope.moc"
