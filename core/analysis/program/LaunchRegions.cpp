// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/LaunchRegions.h"

#include "core/analysis/ranges/RangeStatistics.h"
#include "core/base/Saturate.h"
#include "core/base/Utf8Cut.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";
constexpr std::uint32_t kRowsBetweenPolls = 1u << 16;
constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostHops = 256; // spans that ended before one inside of them are passed over
constexpr std::size_t kLongestPart = 256; // bytes
constexpr std::uint32_t kNone = 0xFFFFFFFFu;

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
    std::int64_t ended = INT64_MIN; // latest end of what was closed
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

std::vector<std::string> LaunchRegions::around(EventId event) const
{
    std::vector<std::string> parts;
    if (event.value >= m_document.events.size())
        return parts;
    const EventRow row = m_document.events.row(event);
    const std::vector<Span> &spans = m_byTrack[row.track.value].spans;
    const std::vector<Boundary> &boundaries = m_byTrack[row.track.value].boundaries;
    const auto behind = std::upper_bound(
        boundaries.begin(), boundaries.end(), row.start, [](std::int64_t t, const Boundary &b) { return t < b.time; });
    std::uint32_t at = behind == boundaries.begin() ? kNone : std::prev(behind)->innermost;
    for (std::size_t hops = 0; at < spans.size() && parts.size() < kDeepest && hops < kMostHops; at = spans[at].parent, ++hops) {
        if (spans[at].end <= row.start)
            continue;
        std::string_view name = m_document.text(spans[at].name);
        if (name.starts_with(kModule))
            name.remove_prefix(kModule.size());
        parts.emplace_back(cutUtf8(name, kLongestPart));
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
}

} // namespace lamella::core
