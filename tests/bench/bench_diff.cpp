// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing passes against the floor of the same run: one walk over the names of both. `bench_diff`: two made-up passes of 40
// layers and 10 000 kernels each, from equal to nothing in common. `bench_diff FILE`: a trace with itself, all passes paired,
// every view.
#include "core/import/ImporterRegistry.h"
#include "core/session/DiffSession.h"

#include <cstdio>
#include <ctime>
#include <memory>
#include <random>
#include <string>

using namespace lamella::core;

namespace {

constexpr int kLayers = 40;
constexpr int kKernelsPerLayer = 250;

double millisecondsOf(auto &&work)
{
    const std::clock_t begin = std::clock(); // time of the processor: other programs on the machine do not count
    work();
    return static_cast<double>(std::clock() - begin) * 1000 / CLOCKS_PER_SEC;
}

std::uint32_t below(std::mt19937 &random, std::uint32_t n)
{
    return static_cast<std::uint32_t>(random() % n);
}

struct Made {
    TraceDocument document;
    Segmentation segmentation;
};

// Two passes; of every `oneIn` kernels of the second one is another, one is missing and one is new. 0 = both alike.
std::unique_ptr<Made> madeUp(std::uint32_t oneIn, std::uint32_t names)
{
    auto owner = std::make_unique<Made>();
    Made &made = *owner;
    made.document.devices.push_back({0, {}});
    made.document.streams.push_back({DeviceId(0), 7, {}});
    DeviceSegmentation device;
    device.device = DeviceId(0);
    device.mainStream = StreamId(0);
    device.modelLayers = kLayers;
    std::vector<StringId> ids;
    for (std::uint32_t n = 0; n < names; ++n)
        ids.push_back(made.document.strings.intern("kernel_" + std::string(1 + n / 26, static_cast<char>('a' + n % 26))));
    std::mt19937 random(1);
    std::int64_t clock = 0;
    KernelTable &kernels = made.document.kernels;
    const auto add = [&](int pass, int layer, StringId name) {
        kernels.start.push_back(clock);
        kernels.duration.push_back(1000 + below(random, 9000));
        clock += kernels.duration.back() + below(random, 2000);
        kernels.name.push_back(name);
        kernels.event.push_back(EventId(kernels.size()));
        kernels.stream.push_back(StreamId(0));
        kernels.kind.push_back(KernelKind::Kernel);
        kernels.shape.push_back({});
        kernels.correlation.push_back(0);
        kernels.launch.emplace_back();
        made.segmentation.passOf.push_back(pass);
        made.segmentation.layerOf.push_back(layer);
        made.segmentation.side.push_back(0);
    };
    for (int p = 0; p < 2; ++p) {
        Pass pass;
        pass.number = p;
        pass.stage = Stage::Decode;
        pass.layers = pass.expectedLayers = kLayers;
        pass.complete = true;
        pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
        const std::int64_t begin = clock;
        for (int layer = 0; layer < kLayers; ++layer) {
            std::mt19937 same(static_cast<std::uint32_t>(layer));
            const std::int64_t layerBegin = clock;
            for (int k = 0; k < kKernelsPerLayer; ++k) {
                const StringId name = ids[below(same, names)];
                const std::uint32_t what = p == 0 || oneIn == 0 ? 99 : below(random, oneIn);
                if (what == 0)
                    continue;
                if (what == 1)
                    add(p, layer, ids[below(random, names)]);
                add(p, layer, what == 2 ? ids[below(random, names)] : name);
            }
            device.layers.push_back({p, layer, -1, {{layerBegin}, {clock}}, kKernelsPerLayer});
        }
        pass.range = {{begin}, {clock}};
        device.passes.push_back(pass);
    }
    made.segmentation.devices.push_back(device);
    made.segmentation.mainDevice = DeviceId(0);
    return owner;
}

void measureMadeUp(const char *what, std::uint32_t oneIn, std::uint32_t names)
{
    const std::unique_ptr<Made> owner = madeUp(oneIn, names);
    const Made &made = *owner;
    const KernelNames kernelNames(made.document, builtinProfiles(), nullptr);
    const KernelIndex index(made.document, made.segmentation);
    const DiffSide side{{made.document, kernelNames, made.segmentation, index}, nullptr};
    const auto &passes = made.segmentation.devices[0].passes;
    double best = 1e9;
    double bestFloor = 1e9;
    std::size_t pairs = 0;
    std::uint64_t sink = 0;
    for (int run = 0; run < 5; ++run) {
        best = std::min(best, millisecondsOf([&] {
            const DiffSymbols symbols(made.document, kernelNames, made.document, kernelNames);
            const auto diff = diffPasses(side, side, symbols, {{{{DeviceId(0), &passes[0]}, {DeviceId(0), &passes[1]}}}, {}});
            pairs = diff->front().pairs.size();
            sink += summarise(*diff, side, side, symbols, DiffView::Kernel).groups.size();
        }));
        bestFloor = std::min(bestFloor, millisecondsOf([&] {
            for (int again = 0; again < 100; ++again)
                for (const StringId name : made.document.kernels.name)
                    sink += name.value;
        }) / 100);
    }
    std::printf(
        "%-34s %7zu rows %9.2f ms  %8.0f x floor%s\n", what, pairs, best, best / std::max(bestFloor, 1e-6), sink == 0 ? "!" : "");
}

int measureFile(const char *path)
{
    auto document = openTrace(path, {}, {});
    if (!document) {
        std::fprintf(stderr, "%s\n", document.error().message().c_str());
        return 1;
    }
    auto a = AnalysisSession::create(*document, {}).value();
    auto b = AnalysisSession::create(*document, {}).value();
    const double segmented = millisecondsOf([&] {
        (void)a->segmentation();
        (void)b->segmentation();
    });
    std::shared_ptr<const DiffSession> session;
    const double made = millisecondsOf([&] { session = DiffSession::create(a, b).value(); });
    DiffRequest request;
    request.pass = "all";
    std::shared_ptr<const DiffOutcome> outcome;
    const double compared = millisecondsOf([&] { outcome = session->compare(request).value(); });
    std::printf("%u kernels, %zu pairs of passes: cutting %.0f ms, preparing %.0f ms, comparing %.0f ms\n",
        (*document)->kernels.size(), outcome->passes.size(), segmented, made, compared);
    for (const char *view : {"sequence", "kernel", "layer", "type", "category", "replaced"}) {
        request.by = view;
        std::size_t rows = 0;
        const double took = millisecondsOf([&] { rows = session->table(request, *outcome).value()->rowCount(); });
        std::printf("  table by %-9s %8zu rows %8.0f ms\n", view, rows, took);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1)
        return measureFile(argv[1]);
    measureMadeUp("the same kernels", 0, 60);
    measureMadeUp("3 of 300 changed", 300, 60);
    measureMadeUp("3 of 30 changed", 30, 60);
    measureMadeUp("3 of 6 changed", 6, 60);
    measureMadeUp("nothing but changes", 3, 60);
    return 0;
}
