// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorRanks.h"

#include "tests/support/TraceGeneratorHost.h"
#include "tests/support/TraceGeneratorJson.h"
#include "tests/support/TraceGeneratorKinds.h"
#include "tests/support/TraceGeneratorModels.h"
#include "tests/support/TraceGeneratorTimeline.h"

#include <algorithm>

namespace lamella::test {

namespace {

constexpr std::int64_t kZeroNs = 7'001'500'000'000'000;
constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr int kSlowPercent = 260; // of the straggler in its layer

// All ranks step by step: each runs alone until a collective, there they meet.
class Lockstep {
public:
    Lockstep(const RunPlan &plan, const RanksOptions &options, Random &random, GeneratedRanks &result)
        : m_plan(plan)
        , m_random(random)
        , m_result(result)
        , m_now(static_cast<std::size_t>(options.ranks), kZeroNs)
        , m_gpu(m_now.size())
    {
    }

    [[nodiscard]] std::vector<std::vector<GpuEvent>> run()
    {
        for (std::size_t pass = 0; pass < m_plan.passes.size(); ++pass) {
            const PassPlan &plan = m_plan.passes[pass];
            // The scheduler of one process starts the step on all ranks.
            const std::int64_t begin = *std::max_element(m_now.begin(), m_now.end()) + plan.gapBeforeNs;
            for (std::int64_t &now : m_now)
                now = begin + m_random.between(0, 25'000);
            for (const WorkItem &item : plan.items)
                place(item, plan, static_cast<int>(pass));
        }
        return std::move(m_gpu);
    }

private:
    void place(const WorkItem &item, const PassPlan &pass, int number)
    {
        std::vector<std::int64_t> start;
        std::vector<std::int64_t> end;
        for (std::size_t rank = 0; rank < m_now.size(); ++rank) {
            std::int64_t duration = m_random.around(item.typicalNs, 6) * pass.slownessPercent / 100;
            if (static_cast<int>(rank) == m_result.stragglerRank && item.layer == m_result.stragglerLayer && !item.collective)
                duration = duration * kSlowPercent / 100;
            start.push_back(m_now[rank] + m_random.around(m_plan.gapNs, 30));
            end.push_back(start.back() + std::max<std::int64_t>(duration, 400));
        }
        if (item.collective) {
            const auto last = std::max_element(start.begin(), start.end());
            MatchedCollective matched{
                number, item.layer, std::vector<std::size_t>(start.size()), start, 0, static_cast<int>(last - start.begin())};
            matched.endNs = *last + std::max<std::int64_t>(m_random.around(item.typicalNs, 10), 3'000);
            for (std::int64_t &time : end)
                time = matched.endNs + m_random.between(0, 900);
            m_result.collectives.push_back(std::move(matched));
        }
        for (std::size_t rank = 0; rank < m_now.size(); ++rank) {
            GpuEvent event;
            event.work = item;
            event.device = static_cast<int>(rank);
            event.stream = 7;
            event.startNs = start[rank];
            event.durationNs = end[rank] - start[rank];
            event.pass = number;
            event.layer = item.layer;
            event.shape = pass.shape;
            event.collective = item.collective ? static_cast<int>(m_result.collectives.size()) - 1 : -1;
            m_gpu[rank].push_back(std::move(event));
            m_now[rank] = end[rank];
        }
    }

    const RunPlan &m_plan;
    Random &m_random;
    GeneratedRanks &m_result;
    std::vector<std::int64_t> m_now; // by rank, common clock
    std::vector<std::vector<GpuEvent>> m_gpu;
};

std::int64_t localNs(const RankFile &file, std::int64_t commonNs)
{
    return commonNs + file.clockOffsetNs + (commonNs - kZeroNs) * file.driftPpm / 1'000'000;
}

void drawClocks(GeneratedRanks &result, int ranks, Random &random)
{
    for (int rank = 0; rank < ranks; ++rank) {
        RankFile file;
        file.rank = rank;
        file.fileName = "job-TP-" + std::to_string(rank) + ".trace.json";
        if (rank > 0) {
            file.clockOffsetNs = random.between(-6 * kSecondNs, 6 * kSecondNs);
            file.driftPpm = static_cast<int>(random.between(-40, 40));
        }
        result.files.push_back(std::move(file));
    }
}

void writeFile(RankFile &file, std::vector<GpuEvent> gpu, RunPlan plan, const RanksOptions &options, GeneratedRanks &result)
{
    for (GpuEvent &event : gpu) {
        const std::int64_t end = localNs(file, event.endNs());
        event.startNs = localNs(file, event.startNs);
        event.durationNs = end - event.startNs;
    }
    Timeline timeline;
    timeline.gpu = std::move(gpu);
    Random random(Random::hashed(options.seed, "host", static_cast<std::uint64_t>(file.rank)));
    addLaunches(timeline, plan, random);
    plan.rank = file.rank;
    plan.firstDevice = file.rank;
    plan.hostPid += 131 * file.rank;
    plan.groupArguments = options.groupArguments;
    file.trace.truth = truthOf(timeline);
    for (std::size_t row = 0; row < timeline.gpu.size(); ++row) // one stream: launch order is start order
        if (const int collective = timeline.gpu[row].collective; collective >= 0)
            result.collectives[static_cast<std::size_t>(collective)].rows[static_cast<std::size_t>(file.rank)] = row;
    file.trace.json = kinetoJson(timeline, plan, {options.cpuEvents, false, false});
    file.trace.config = configJson(plan.model);
    file.trace.configExpected = options.seed % 2 == 0;
    file.trace.description = "rank " + std::to_string(file.rank) + " of " + std::to_string(options.ranks) + ", seed "
        + std::to_string(options.seed) + ", " + std::string(plan.dialect.name());
}

} // namespace

GeneratedRanks generateRanks(const RanksOptions &options)
{
    const RunPlan plan = plannedRanks(options);
    Random random(Random::hashed(options.seed, "ranks"));
    GeneratedRanks result;
    result.zeroNs = kZeroNs;
    if (options.straggler) {
        result.stragglerRank = static_cast<int>(random.between(0, options.ranks - 1));
        result.stragglerLayer = static_cast<int>(random.between(1, plan.model.layers - 2));
    }
    drawClocks(result, options.ranks, random);
    std::vector<std::vector<GpuEvent>> gpu = Lockstep(plan, options, random, result).run();
    for (RankFile &file : result.files)
        writeFile(file, std::move(gpu[static_cast<std::size_t>(file.rank)]), plan, options, result);
    return result;
}

} // namespace lamella::test
