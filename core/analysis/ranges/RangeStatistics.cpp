// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranges/RangeStatistics.h"

#include "core/base/AsciiCase.h"
#include "core/base/NearlySorted.h"
#include "core/base/ParallelFor.h"
#include "core/base/Saturate.h"
#include "core/model/EventCursor.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

// A million nested ranges over a million kernels would need 10^12 visits; this limit takes about a second.
constexpr std::uint64_t kMaxVisits = 200'000'000;
constexpr std::uint64_t kVisitsBetweenPolls = 1 << 20;
constexpr std::string_view kNvtx = "nvtx";

struct Op { // kept small: one per kernel, and memory dominates the cost
    std::uint32_t group = 0; // track, process, or 0 for all: must equal that of the range
    std::uint32_t kernel = 0; // the GPU work
    std::int64_t from = 0; // of the launch, or of the work itself
    std::int64_t to = 0;
};

struct Instance {
    std::uint32_t group = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    EventId event;
    TrackId track;
};

std::string_view domainOf(std::string_view category)
{
    return category.starts_with("nvtx:") ? category.substr(5) : std::string_view{};
}

class Counter {
public:
    Counter(
        const TraceDocument &document, Attribution attribution, const JobControl &control, const std::optional<TimeRange> &within)
        : m_document(document)
        , m_attribution(attribution)
        , m_control(control)
        , m_within(within)
    {
        std::map<std::string_view, std::uint32_t> processes;
        for (const Track &track : document.tracks)
            m_process.push_back(processes.try_emplace(track.process, static_cast<std::uint32_t>(processes.size())).first->second);
    }
    RangeStatistics run(std::size_t skip);

private:
    using Key = std::pair<std::string_view, std::string_view>; // name, domain
    void collectOps();
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> rangeRows() const;
    void collectInstances();
    [[nodiscard]] std::uint32_t groupOf(TrackId track) const
    {
        switch (m_attribution) {
        case Attribution::SameThread:
            return track.value;
        case Attribution::AnyThread:
            return m_process[track.value];
        case Attribution::Window:
            break;
        }
        return 0;
    }
    void count(const Instance &instance, RangeRow &row);
    [[nodiscard]] std::int64_t endOf(std::uint32_t kernel) const
    {
        return addSaturated(m_document.kernels.start[kernel], m_document.kernels.duration[kernel]);
    }
    [[nodiscard]] bool belongs(const Op &op, const Instance &instance) const
    {
        if (m_attribution == Attribution::Window)
            return op.from < instance.end && op.to > instance.start;
        return op.from >= instance.start && op.to <= instance.end;
    }

    const TraceDocument &m_document;
    Attribution m_attribution;
    const JobControl &m_control;
    std::optional<TimeRange> m_within;
    std::vector<std::uint32_t> m_process; // by track
    std::vector<Op> m_ops; // by (group, from)
    std::vector<std::int64_t> m_latest; // by window: latest `to` of the ops up to each
    std::map<Key, std::vector<Instance>> m_instances;
    std::uint64_t m_visits = 0;
    RangeStatistics m_result;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_spans; // of one instance
};

void Counter::collectOps()
{
    const KernelTable &kernels = m_document.kernels;
    m_ops.reserve(kernels.size());
    EventCursor launches(m_document.events);
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (m_attribution == Attribution::Window) {
            m_ops.push_back({0, k, kernels.start[k], endOf(k)});
            continue;
        }
        if (!kernels.launch[k].valid()) {
            ++m_result.opsWithoutLaunch;
            continue;
        }
        const EventChunk &chunk = launches.chunkOf(kernels.launch[k]);
        const std::uint32_t row = kernels.launch[k].value - chunk.firstEvent;
        const std::int64_t until = addSaturated(chunk.start[row], std::max<std::int64_t>(chunk.duration[row], 0));
        m_ops.push_back({groupOf(chunk.track[row]), k, chunk.start[row], until});
    }
    const auto earlier = [](const Op &a, const Op &b) { return a.group != b.group ? a.group < b.group : a.from < b.from; };
    sortNearlySorted(std::span(m_ops), earlier); // by window they are already sorted
    if (m_attribution != Attribution::Window)
        return;
    m_latest.reserve(m_ops.size());
    for (const Op &op : m_ops)
        m_latest.push_back(m_latest.empty() ? op.to : std::max(m_latest.back(), op.to));
}

// Rows of events that count as ranges, by chunk.
std::vector<std::vector<std::uint32_t>> Counter::rangeRows() const
{
    const std::span<const EventChunk> chunks = m_document.events.chunks();
    std::vector<std::vector<std::uint32_t>> rows(chunks.size());
    const WorkersWanted workers = workersWanted();
    std::vector<std::vector<signed char>> categories(workers.max); // per worker, by category; -1 = unknown
    parallelFor(workers, chunks.size(), m_control.stop, [&](std::size_t index, unsigned worker) {
        const EventChunk &chunk = chunks[index];
        std::vector<signed char> &known = categories[worker];
        known.resize(m_document.strings.size(), -1);
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const StringId category = chunk.category[row];
            if (chunk.duration[row] < 0 || chunk.start[row] == EventTable::kNoTime || category.value >= known.size())
                continue;
            signed char &is = known[category.value];
            if (is < 0)
                is = isRangeCategory(m_document.text(category)) ? 1 : 0;
            const TrackId track = chunk.track[row];
            // The copy of an annotation on a GPU track spans the work itself, so it only applies by window.
            if (is != 0 && track.valid() && m_document.tracks[track.value].kind != TrackKind::GpuStream)
                rows[index].push_back(row);
        }
    });
    return rows;
}

void Counter::collectInstances()
{
    const std::vector<std::vector<std::uint32_t>> rows = rangeRows();
    if (m_control.stopRequested()) // rows may be missing
        m_result.complete = false;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        const EventChunk &chunk = m_document.events.chunks()[index];
        for (const std::uint32_t row : rows[index]) {
            const std::int64_t start = chunk.start[row];
            const std::int64_t end = addSaturated(start, chunk.duration[row]);
            if (m_within && (start < m_within->begin.value || end > m_within->end.value))
                continue;
            m_instances[{m_document.text(chunk.name[row]), domainOf(m_document.text(chunk.category[row]))}].push_back(
                {groupOf(chunk.track[row]), start, end, EventId{chunk.firstEvent + row}, chunk.track[row]});
        }
    }
}

void Counter::count(const Instance &instance, RangeRow &row)
{
    auto first = std::lower_bound(m_ops.begin(), m_ops.end(), instance,
        [](const Op &op, const Instance &i) { return std::pair(op.group, op.from) < std::pair(i.group, i.start); });
    if (m_attribution == Attribution::Window) {
        // Work that began before the range may still run in it.
        const auto latest = std::upper_bound(m_latest.begin(), m_latest.end(), instance.start);
        first = m_ops.begin() + (latest - m_latest.begin());
    }
    m_spans.clear();
    for (auto op = first; op != m_ops.end() && op->group == instance.group && op->from <= instance.end; ++op) {
        if (++m_visits % kVisitsBetweenPolls == 0 && m_control.stopRequested())
            m_visits = kMaxVisits;
        if (m_visits >= kMaxVisits) {
            m_result.complete = false;
            return;
        }
        if (belongs(*op, instance))
            m_spans.emplace_back(m_document.kernels.start[op->kernel], endOf(op->kernel));
    }
    if (m_spans.empty())
        return;
    sortNearlySorted(std::span(m_spans), std::less<>());
    std::int64_t end = m_spans.front().first;
    for (const auto &[from, to] : m_spans) {
        row.busyNs = addSaturated(row.busyNs, std::max<std::int64_t>(to - std::max(from, end), 0));
        end = std::max(end, to);
    }
    row.ops += m_spans.size();
    row.projectedNs.push_back(end - m_spans.front().first);
    row.track = row.projectedNs.size() == 1 || row.track == instance.track ? instance.track : TrackId{};
    if (!row.first.valid())
        row.first = instance.event;
}

RangeStatistics Counter::run(std::size_t skip)
{
    collectOps();
    collectInstances();
    for (auto &[key, instances] : m_instances) {
        std::stable_sort(
            instances.begin(), instances.end(), [](const Instance &a, const Instance &b) { return a.start < b.start; });
        RangeRow row;
        row.name = m_document.strings.find(key.first);
        row.domain = key.second;
        m_result.skipped += std::min(skip, instances.size());
        for (std::size_t i = skip; i < instances.size(); ++i)
            count(instances[i], row);
        if (!row.projectedNs.empty())
            m_result.rows.push_back(std::move(row));
    }
    const auto total = [](const RangeRow &row) {
        std::int64_t sum = 0;
        for (const std::int64_t ns : row.projectedNs)
            sum = addSaturated(sum, ns);
        return sum;
    };
    std::stable_sort(m_result.rows.begin(), m_result.rows.end(),
        [&total](const RangeRow &a, const RangeRow &b) { return total(a) > total(b); });
    return std::move(m_result);
}

} // namespace

bool isRangeCategory(std::string_view category)
{
    return category.starts_with(kNvtx) || category.find("user_annotation") != std::string_view::npos
        || category.starts_with("NVTX");
}

std::string_view attributionName(Attribution attribution)
{
    return attribution == Attribution::SameThread ? "same-thread"
        : attribution == Attribution::AnyThread   ? "any-thread"
                                                  : "window";
}

std::optional<Attribution> attributionFromName(std::string_view name)
{
    for (const Attribution a : {Attribution::SameThread, Attribution::AnyThread, Attribution::Window})
        if (attributionName(a) == asciiLowered(name))
            return a;
    return std::nullopt;
}

RangeStatistics rangeStatistics(const TraceDocument &document, Attribution attribution, std::size_t skip,
    const JobControl &control, const std::optional<TimeRange> &within)
{
    return Counter(document, attribution, control, within).run(skip);
}

} // namespace lamella::core
