// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/NamesOverLayers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

using namespace lamella;
using Sums = std::vector<core::NamesOverLayers::Sum>;

class tst_NamesOverLayers : public QObject {
    Q_OBJECT
private slots:
    void sumsStandAtTheirLayers()
    {
        const test::BuiltTrace trace("7: embed@0+4 gemm@4+10 norm@14+2 gemm@16+5 gemm@21+6 head@27+3",
            {{0, core::kHeadLayer}, {0, 0}, {0, 1}, {0, 1}, {1, 0}, {1, core::kTailLayer}});
        const auto spread = core::namesOverLayers(*trace.document, *trace.segmentation, core::DeviceId(0), 0);
        QCOMPARE(spread.layers, (std::vector<int>{0, 1}));
        QCOMPARE(spread.sums.size(), std::size_t{2}); // embed is in no layer
        const auto of = [&](std::uint32_t kernel) { return spread.sums.at(trace.document->kernels.name[kernel]); };
        QCOMPARE(of(1), (Sums{{0, 10}, {1, 5}})); // not the gemm of the next pass
        QCOMPARE(of(2), (Sums{{1, 2}}));
    }
    void layersOutOfOrder() // possible with several streams
    {
        const test::BuiltTrace trace(
            "7: gemm@0+1 gemm@1+2 gemm@3+4 gemm@7+8 gemm@15+16", {{0, 1}, {0, 3}, {0, 0}, {0, 2}, {0, 1}});
        const auto spread = core::namesOverLayers(*trace.document, *trace.segmentation, core::DeviceId(0), 0);
        QCOMPARE(spread.layers, (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(spread.sums.at(trace.document->kernels.name[0]), (Sums{{0, 4}, {1, 17}, {2, 8}, {3, 2}}));
    }
    void aPassThatIsNotThere()
    {
        const test::BuiltTrace trace("7: gemm@0+10", {{0, 0}});
        QVERIFY(core::namesOverLayers(*trace.document, *trace.segmentation, core::DeviceId(0), 7).layers.empty());
        QVERIFY(core::namesOverLayers(*trace.document, *trace.segmentation, core::DeviceId(9), 0).sums.empty());
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_NamesOverLayers)
#include "tst_NamesOverLayers.moc"
