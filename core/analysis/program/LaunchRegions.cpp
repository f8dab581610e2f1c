// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/LaunchRegions.h"

#include "core/analysis/ranges/RangeStatistics.h"
#include "core/base/Saturate.h"
#include "core/base/Utf8Truncate.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";
constexpr std::uint32_t kRowsBetweenPolls = 1u << 16;
constexpr std::size_t kMaxHops = 256; // limit on skipping spans that ended before a span nested in them
constexpr std::size_t kLongestPart = 256; // bytes

enum : std::uint8_t { kUnasked, kNo, kModuleFrame, kRange };

} // namespace

LaunchRegions::LaunchRegions(const TraceDocument &document, const JobControl &control)
    : m_document(document)
    , m_byTrack(document.tracks.size())
{
    std::vector<std::uint8_t> categories(document.strings.size(), kUnasked);
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (row % kRowsBetweenPolls == 0 && control.stopRequested())
                return;
            std::uint8_t &kind = categories[chunk.category[row].value];
            if (kind == kUnasked) {
                const std::string_view category = document.text(chunk.category[row]);
                kind = category == "python_function" ? kModuleFrame : isRangeCategory(category) ? kRange : kNo;
            }
            const bool span = chunk.phase[row] == 'X' || chunk.phase[row] == 'B';
            if (kind == kNo || !span || chunk.duration[row] < 0 || chunk.start[row] == EventTable::kNoTime)
                continue;
            if (kind == kModuleFrame && !document.text(chunk.name[row]).starts_with(kModule))
                continue;
            m_byTrack[chunk.track[row].value].spans.push_back(
                {chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]), chunk.name[row], 0xFFFFFFFFu});
            ++m_spans;
        }
    }
    for (Line &line : m_byTrack)
        nest(line);
}

void LaunchRegions::nest(Line &line)
{
    std::vector<Span> &spans = line.spans;
    std::sort(spans.begin(), spans.end(),
        [](const Span &a, const Span &b) { return std::tuple(a.start, -a.end) < std::tuple(b.start, -b.end); });
    std::vector<std::uint32_t> open;
    std::int64_t ended = INT64_MIN; // latest end among closed spans
    const auto close = [&](std::int64_t until) {
        while (!open.empty() && spans[open.back()].end <= until) {
            ended = std::max(ended, spans[open.back()].end);
            open.pop_back();
            line.boundaries.push_back({ended, open.empty() ? kNone : open.back()});
        }
    };
    for (std::uint32_t i = 0; i < spans.size(); ++i) {
        close(spans[i].start);
        if (!open.empty())
            spans[i].parent = open.back();
        open.push_back(i);
        line.boundaries.push_back({spans[i].start, i});
    }
    close(INT64_MAX);
}

std::size_t LaunchRegions::namesFrom(const Line &line, std::uint32_t innermost, std::int64_t time, Names &names)
{
    std::size_t count = 0;
    std::uint32_t at = innermost;
    for (std::size_t hops = 0; at < line.spans.size() && count < kDeepest && hops < kMaxHops; at = line.spans[at].parent, ++hops)
        if (line.spans[at].end > time)
            names[count++] = line.spans[at].name;
    return count;
}

std::vector<std::string> LaunchRegions::partsFrom(std::span<const StringId> names) const
{
    std::vector<std::string> parts;
    for (std::size_t i = names.size(); i > 0; --i) {
        std::string_view name = m_document.text(names[i - 1]);
        if (name.starts_with(kModule))
            name.remove_prefix(kModule.size());
        parts.emplace_back(truncateUtf8(name, kLongestPart));
    }
    return parts;
}

std::vector<std::string> LaunchRegions::around(EventId event) const
{
    if (event.value >= m_document.events.size())
        return {};
    const EventRow row = m_document.events.row(event);
    const Line &line = m_byTrack[row.track.value];
    const auto behind = std::upper_bound(
        line.boundaries.begin(), line.boundaries.end(), row.start, [](std::int64_t t, const Boundary &b) { return t < b.time; });
    if (behind == line.boundaries.begin())
        return {};
    Names names;
    return partsFrom(std::span(names).first(namesFrom(line, std::prev(behind)->innermost, row.start, names)));
}

std::uint32_t LaunchRegions::pathAround(EventId event)
{
    constexpr std::size_t kSteps = 16; // beyond this distance, binary search
    if (event.value >= m_document.events.size())
        return kNone;
    const EventRow row = m_document.events.row(event);
    Line &line = m_byTrack[row.track.value];
    const std::vector<Boundary> &all = line.boundaries;
    std::size_t behind = line.behind;
    for (std::size_t step = 0; step < kSteps && behind < all.size() && all[behind].time <= row.start; ++step)
        ++behind;
    const bool after = behind == 0 || all[behind - 1].time <= row.start;
    const bool before = behind == all.size() || row.start < all[behind].time;
    if (!after || !before)
        behind = static_cast<std::size_t>(
            std::upper_bound(all.begin(), all.end(), row.start, [](std::int64_t t, const Boundary &b) { return t < b.time; })
            - all.begin());
    line.behind = behind;
    if (behind == 0)
        return kNone;
    Names names;
    const auto open = std::span<const StringId>(names).first(namesFrom(line, all[behind - 1].innermost, row.start, names));
    if (open.empty())
        return kNone;
    auto found = m_paths.find(open);
    if (found == m_paths.end()) {
        found =
            m_paths.emplace(std::vector<StringId>(open.begin(), open.end()), static_cast<std::uint32_t>(m_paths.size())).first;
        m_pathNames.emplace_back(found->first);
    }
    return found->second;
}

std::vector<std::string> LaunchRegions::partsOf(std::uint32_t path) const
{
    return path < m_pathNames.size() ? partsFrom(m_pathNames[path]) : std::vector<std::string>();
}

} // namespace lamella::core
