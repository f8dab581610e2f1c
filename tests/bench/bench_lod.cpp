// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a frame against the floor of the same run: one plain walk over the starts of all spans. `bench_lod [SPANS] [LANES]
// [WIDTH]`, by default ten million spans in two hundred lanes on a 4K screen.
#include "core/analysis/TimelineLod.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace lamella::core;

namespace {

double millisecondsOf(auto &&work)
{
    // Time of the processor: other programs on the machine do not count.
    const std::clock_t begin = std::clock();
    work();
    return static_cast<double>(std::clock() - begin) * 1000 / CLOCKS_PER_SEC;
}

std::uint32_t argument(int argc, char **argv, int index, std::uint32_t fallback)
{
    return argc > index ? static_cast<std::uint32_t>(std::strtoul(argv[index], nullptr, 10)) : fallback;
}

Lane madeUpLane(std::uint32_t count, std::uint32_t seed)
{
    std::mt19937 random(seed);
    Lane lane;
    lane.reserve(count);
    std::int64_t time = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        time += static_cast<std::int64_t>(random() % 4000);
        const std::int64_t start = time;
        time += static_cast<std::int64_t>(random() % 20'000);
        lane.append(start, time, i);
    }
    return lane;
}

struct Frame {
    std::size_t cells = 0;
    double milliseconds = 0;
};

Frame measure(const std::vector<LodLane> &lods, TimeRange range, int width)
{
    std::vector<LodCell> cells;
    Frame best{0, 1e9};
    for (int run = 0; run < 5; ++run) {
        std::size_t count = 0;
        const double took = millisecondsOf([&] {
            for (const LodLane &lod : lods) {
                cells.clear();
                lod.cells(TimeScale(range, width), cells);
                count += cells.size();
            }
        });
        if (took < best.milliseconds)
            best = {count, took};
    }
    return best;
}

} // namespace

int main(int argc, char **argv)
{
    const std::uint32_t spans = argument(argc, argv, 1, 10'000'000);
    const std::uint32_t laneCount = std::max(1u, argument(argc, argv, 2, 200));
    const int width = static_cast<int>(argument(argc, argv, 3, 3840));
    std::vector<Lane> lanes;
    for (std::uint32_t i = 0; i < laneCount; ++i)
        lanes.push_back(madeUpLane(spans / laneCount, i + 1));
    std::vector<LodLane> lods;
    const double indexing = millisecondsOf([&] {
        for (const Lane &lane : lanes) {
            std::vector<std::uint8_t> tags(lane.size());
            for (std::uint32_t i = 0; i < lane.size(); ++i)
                tags[i] = static_cast<std::uint8_t>(i * 7 % 17);
            lods.emplace_back(lane, std::move(tags), 17);
        }
    });
    std::int64_t sum = 0;
    const double floor = millisecondsOf([&] {
        for (const Lane &lane : lanes) {
            for (std::uint32_t row = 0; row < lane.size(); ++row)
                sum += lane.start(row) & 1;
        }
    });
    const std::int64_t end = lanes.front().end(lanes.front().size() - 1);
    std::printf("%u spans in %u lanes, %d px; index %.1f ms; floor: one walk over all starts %.2f ms (%lld)\n", spans, laneCount,
        width, indexing, floor, static_cast<long long>(sum));
    std::printf("%-22s %10s %10s %10s %10s\n", "view", "cells", "ms", "ns/cell", "x floor");
    for (const std::int64_t part : {1, 10, 100, 10'000}) {
        const std::int64_t length = end / part;
        const TimeRange range{{end / 2 - length / 2}, {end / 2 + length / 2}};
        const Frame frame = measure(lods, range, width);
        std::printf("1/%-20lld %10zu %10.3f %10.1f %10.3f\n", static_cast<long long>(part), frame.cells, frame.milliseconds,
            frame.milliseconds * 1e6 / static_cast<double>(std::max<std::size_t>(1, frame.cells)), frame.milliseconds / floor);
    }
    return 0;
}
