// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/LaunchRegions.h"

#include "core/analysis/ranges/RangeStatistics.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";
constexpr std::uint32_t kRowsBetweenPolls = 1u << 16;
constexpr std::size_t kDeepest = 64;

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
            m_byTrack[chunk.track[row].value].push_back(
                {chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]), chunk.name[row], 0xFFFFFFFFu});
            ++m_spans;
        }
    }
    for (std::vector<Span> &spans : m_byTrack) {
        std::sort(spans.begin(), spans.end(),
            [](const Span &a, const Span &b) { return std::tuple(a.start, -a.end) < std::tuple(b.start, -b.end); });
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = 0; i < spans.size(); ++i) {
            while (!open.empty() && spans[open.back()].end <= spans[i].start)
                open.pop_back();
            if (!open.empty())
                spans[i].parent = open.back();
            open.push_back(i);
        }
    }
}

std::vector<std::string> LaunchRegions::around(EventId event) const
{
    std::vector<std::string> parts;
    if (event.value >= m_document.events.size())
        return parts;
    const EventRow row = m_document.events.row(event);
    const std::vector<Span> &spans = m_byTrack[row.track.value];
    const auto behind =
        std::upper_bound(spans.begin(), spans.end(), row.start, [](std::int64_t t, const Span &s) { return t < s.start; });
    auto at = static_cast<std::uint32_t>(behind - spans.begin()) - 1;
    for (; at < spans.size() && parts.size() < kDeepest; at = spans[at].parent) {
        if (spans[at].end <= row.start)
            continue;
        std::string_view name = m_document.text(spans[at].name);
        if (name.starts_with(kModule))
            name.remove_prefix(kModule.size());
        parts.emplace_back(name);
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
}

} // namespace lamella::core
