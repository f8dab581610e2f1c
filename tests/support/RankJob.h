// SPDX-License-Identifier: GPL-3.0-or-later
// A small synthetic tensor-parallel job, rank by rank: layers of norm, attention and GEMM, an all-reduce that ends only after the
// last rank has arrived, and deliberately wrong clocks. Everything is determined by the numbers below.
#pragma once

#include "core/analysis/ranks/Collectives.h"
#include "tests/support/TraceBuilder.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lamella::test {

struct RankClockTruth {
    std::int64_t offsetNs = 0; // at time 0 of the job
    double drift = 0;
    [[nodiscard]] std::int64_t shown(std::int64_t t) const { return t + offsetNs + std::llround(static_cast<double>(t) * drift); }
};

struct RankJob {
    int passes = 6;
    int layers = 8;
    std::vector<RankClockTruth> clocks{{}, {}};
    int straggler = -1; // rank
    int stragglerLayer = -1; // -1 = all
    std::int64_t stragglerNs = 40'000; // additional GEMM time in that layer
    std::int64_t jitterNs = 2'000; // of compute; the ends of collectives get a quarter of it
    int firstPassMissingOf = -1; // rank with a recording that starts one pass late
    std::uint32_t seed = 1;

    [[nodiscard]] std::vector<std::unique_ptr<BuiltTrace>> build() const;
};

struct RankJobText {
    std::string text;
    KernelPlaces places;
};

inline std::vector<std::unique_ptr<BuiltTrace>> RankJob::build() const
{
    std::mt19937 random(seed);
    const auto noise = [&random](std::int64_t max) {
        return max <= 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(max));
    };
    const std::size_t ranks = clocks.size();
    std::vector<RankJobText> texts(ranks, RankJobText{"7: ", {}});
    std::vector<std::int64_t> now(ranks, 1'000'000);
    const auto put = [&](std::size_t r, int pass, int layer, const char *name, std::int64_t begin, std::int64_t end) {
        if (static_cast<int>(r) == firstPassMissingOf && pass == 0)
            return;
        const std::int64_t start = clocks[r].shown(begin);
        texts[r].text +=
            std::string(name) + "@" + std::to_string(start) + "+" + std::to_string(clocks[r].shown(end) - start) + " ";
        texts[r].places.emplace_back(static_cast<int>(r) == firstPassMissingOf ? pass - 1 : pass, layer);
    };
    for (int pass = 0; pass < passes; ++pass) {
        const std::int64_t idle = 300'000 + noise(200'000);
        for (std::size_t r = 0; r < ranks; ++r)
            now[r] += idle + noise(jitterNs);
        for (int layer = 0; layer < layers; ++layer) {
            std::int64_t last = 0;
            std::vector<std::int64_t> arrived(ranks);
            const std::int64_t work = 20'000 + 500 * (layer % 3) + noise(3'000);
            for (std::size_t r = 0; r < ranks; ++r) {
                std::int64_t gemm = work + noise(jitterNs);
                if (static_cast<int>(r) == straggler && (stragglerLayer < 0 || stragglerLayer == layer))
                    gemm += stragglerNs;
                put(r, pass, layer, "norm", now[r], now[r] + 2'000);
                put(r, pass, layer, "attn", now[r] + 2'500, now[r] + 12'000);
                put(r, pass, layer, "gemm", now[r] + 12'500, now[r] + 12'500 + gemm);
                arrived[r] = now[r] + 12'500 + gemm + 500;
                last = std::max(last, arrived[r]);
            }
            for (std::size_t r = 0; r < ranks; ++r) {
                const std::int64_t end = last + 8'000 + noise(jitterNs / 4);
                put(r, pass, layer, "nccl_allreduce", arrived[r], end);
                now[r] = end + 700;
            }
        }
    }
    std::vector<std::unique_ptr<BuiltTrace>> built;
    for (std::size_t r = 0; r < ranks; ++r)
        built.push_back(std::make_unique<BuiltTrace>(texts[r].text, texts[r].places, clocks[r].shown(0)));
    return built;
}

inline std::vector<core::RankView> views(const std::vector<std::unique_ptr<BuiltTrace>> &traces)
{
    std::vector<core::RankView> all;
    for (std::size_t r = 0; r < traces.size(); ++r)
        all.push_back({traces[r]->input(), core::DeviceId(0), static_cast<int>(r)});
    return all;
}

} // namespace lamella::test
