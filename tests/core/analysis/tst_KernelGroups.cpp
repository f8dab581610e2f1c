// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelGroups.h"
#include "core/analysis/KernelIndex.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <array>
#include <random>
#include <set>
#include <string>
#include <utility>

using namespace lamella;
using namespace lamella::core;

namespace {

// Two devices with two streams each, equal times, no order of layers on the streams, work outside of passes, and launches of one,
// of several and of no kernel.
test::BuiltTrace oddTrace(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](unsigned n) { return random() % n; };
    constexpr std::array<const char *, 4> kNames{"gemm", "attn", "norm", "moe"};
    std::array<std::string, 4> streams;
    test::KernelPlaces places;
    int at = 0;
    for (int k = 0; k < 200; ++k) {
        at += static_cast<int>(below(3));
        streams[below(4)] += " " + std::string(kNames[below(4)]) + "@" + std::to_string(at) + "+" + std::to_string(below(40));
        const int pass = static_cast<int>(below(4)) - 1;
        places.emplace_back(pass, pass < 0 ? kNoLayer : static_cast<int>(below(7)) - 2);
    }
    test::BuiltTrace trace("0/7:" + streams[0] + "; 0/8:" + streams[1] + "; 1/7:" + streams[2] + "; 1/9:" + streams[3], places);
    test::addHost(*trace.document, "1: cudaGraphLaunch>3-17@0+5 cudaLaunchKernel>40@9+0; 2: cuLaunchKernel>199@3+9 aten::mm@0+9");
    return trace;
}

template <class Keys> std::vector<KernelId> withKey(const Keys &column, decltype(column[0]) key)
{
    std::vector<KernelId> found;
    for (std::uint32_t k = 0; k < column.size(); ++k)
        if (column[k] == key)
            found.emplace_back(k);
    return found;
}

std::vector<KernelId> copied(std::span<const KernelId> kernels)
{
    return {kernels.begin(), kernels.end()};
}

} // namespace

class TestKernelGroups : public QObject {
    Q_OBJECT
private slots:
    void sameAsLookingAtEach()
    {
        for (unsigned seed = 1; seed < 20; ++seed) {
            const test::BuiltTrace trace = oddTrace(seed);
            const TraceDocument &document = *trace.document;
            const KernelTable &table = document.kernels;
            const KernelsByName byName(document);
            std::set<StringId> names(table.name.begin(), table.name.end());
            QCOMPARE(byName.sums().size(), names.size());
            for (const StringId name : names) {
                const std::vector<KernelId> expected = withKey(table.name, name);
                QVERIFY(copied(byName.of(name)) == expected);
                std::int64_t sum = 0;
                for (const KernelId kernel : expected)
                    sum += table.duration[kernel.value];
                QCOMPARE(byName.sumNs(name), sum);
            }
            const KernelsByLaunch byLaunch = kernelsByLaunch(document);
            for (std::uint32_t event = 0; event < document.events.size(); ++event)
                QVERIFY(copied(byLaunch.of(EventId(event))) == withKey(table.launch, EventId(event)));
        }
    }

    void whatNoKernelHasIsEmpty()
    {
        const test::BuiltTrace trace = oddTrace(3);
        const KernelsByName byName(*trace.document);
        QVERIFY(byName.of(trace.document->strings.intern("no kernel")).empty());
        QCOMPARE(byName.sumNs(StringId()), 0);
        QVERIFY(kernelsByLaunch(*trace.document).of(EventId()).empty()); // most have none, which is no launch in common
        const test::BuiltTrace empty("", {});
        QVERIFY(KernelsByName(*empty.document).of(StringId(0)).empty());
        QVERIFY(kernelsByLaunch(*empty.document).of(EventId(0)).empty());
        QVERIFY(empty.index->ofLayer(DeviceId(0), 0, 0).kernels.empty());
    }

    void layersOfAPassSameAsLookingAtEach()
    {
        for (unsigned seed = 1; seed < 20; ++seed) {
            const test::BuiltTrace trace = oddTrace(seed);
            const KernelTable &table = trace.document->kernels;
            const Segmentation &segmentation = *trace.segmentation;
            std::size_t found = 0;
            for (std::uint32_t device = 0; device < 2; ++device)
                for (int pass = kNoPass; pass < 5; ++pass)
                    for (int layer = kNoLayer; layer < 6; ++layer) {
                        std::vector<KernelId> expected;
                        TimeRange range{{INT64_MAX}, {INT64_MIN}};
                        for (std::uint32_t k = 0; k < table.size(); ++k)
                            if (trace.document->deviceOf(KernelId(k)) == DeviceId(device) && segmentation.passOf[k] == pass
                                && segmentation.layerOf[k] == layer) {
                                expected.emplace_back(k);
                                range = range.united({{table.start[k]}, {table.end(k)}});
                            }
                        const IndexedLayer indexed = trace.index->ofLayer(DeviceId(device), pass, layer);
                        QVERIFY(copied(indexed.kernels) == expected);
                        QVERIFY(indexed.range == (expected.empty() ? TimeRange{} : range));
                        found += expected.size();
                    }
            QCOMPARE(found, std::size_t{table.size()});
            QVERIFY(trace.index->ofLayer(DeviceId(2), 0, 0).kernels.empty());
            QVERIFY(trace.index->ofLayer(DeviceId(), 0, 0).kernels.empty());
        }
    }
};

LAMELLA_TEST(TestKernelGroups)
#include "tst_KernelGroups.moc"
