// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/ProgramLaunches.h"

#include "core/base/Saturate.h"
#include "core/model/XlaLines.h"

#include <algorithm>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxCalls = std::size_t{4} << 20; // of a group; a file that asks for more gets no such group
constexpr double kMainShare = 0.05; // of the time of all programs of a device; smaller ones prepare and sample

// "jit_step(5120112285394406626)" -> "jit_step"
std::string_view programOf(std::string_view name)
{
    return name.substr(0, name.find('('));
}

} // namespace

ProgramLaunches::ProgramLaunches(const TraceDocument &document)
    : m_document(document)
    , m_lines(document.tracks.size(), Line::None)
{
    for (std::size_t t = 0; t < document.tracks.size(); ++t) {
        const Track &track = document.tracks[t];
        if (!track.processName.starts_with("/device:"))
            continue;
        m_lines[t] = track.threadName == kXlaModules ? Line::Modules : track.threadName == kXlaSteps ? Line::Steps : Line::None;
        m_any = m_any || m_lines[t] != Line::None;
    }
    for (const Stream &stream : document.streams) {
        if (m_any && stream.track.valid() && stream.track.value < document.tracks.size())
            m_streams[document.tracks[stream.track.value].process].push_back(stream.track);
    }
    for (auto &[process, tracks] : m_streams) { // several streams may share a track
        std::sort(tracks.begin(), tracks.end());
        tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
    }
}

bool ProgramLaunches::take(const EventChunk &chunk, std::uint32_t row)
{
    const TrackId track = chunk.track[row];
    if (!m_any || !track.valid() || track.value >= m_lines.size() || m_lines[track.value] == Line::None)
        return false;
    if (chunk.duration[row] > 0 && chunk.start[row] != EventTable::kNoTime) {
        (m_lines[track.value] == Line::Modules ? m_modules : m_steps)
            .push_back({chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]), track, 0, chunk.name[row]});
    }
    return true;
}

std::vector<AnnotatedCall> ProgramLaunches::mainPrograms() const
{
    std::map<TrackId, double> all;
    std::map<std::pair<TrackId, std::string_view>, double> ofProgram;
    for (const AnnotatedCall &launch : m_modules) {
        const auto time = static_cast<double>(launch.end - launch.begin);
        all[launch.track] += time;
        ofProgram[{launch.track, programOf(m_document.text(launch.name))}] += time;
    }
    std::vector<AnnotatedCall> kept = m_modules;
    std::erase_if(kept, [&](const AnnotatedCall &launch) {
        return ofProgram[{launch.track, programOf(m_document.text(launch.name))}] < kMainShare * all[launch.track];
    });
    return kept;
}

void ProgramLaunches::add(const std::vector<AnnotatedCall> &launches, const char *label, std::vector<CallGroup> &groups) const
{
    CallGroup group;
    group.label = label;
    group.onePass = true;
    for (const AnnotatedCall &launch : launches) {
        const auto streams = m_streams.find(m_document.tracks[launch.track.value].process);
        if (streams == m_streams.end())
            continue;
        if (streams->second.size() > kMaxCalls - group.calls.size())
            return;
        for (const TrackId stream : streams->second)
            group.calls.push_back({launch.begin, launch.end, stream, 0, launch.name});
    }
    std::sort(group.calls.begin(), group.calls.end());
    if (!group.calls.empty())
        groups.push_back(std::move(group));
}

std::set<StringId> ProgramLaunches::programs() const
{
    std::set<StringId> names;
    for (const AnnotatedCall &launch : m_modules)
        names.insert(launch.name);
    return names;
}

std::vector<CallGroup> ProgramLaunches::groups() const
{
    std::vector<CallGroup> groups;
    add(mainPrograms(), "XLA programs", groups);
    add(m_steps, "XLA steps", groups);
    return groups;
}

} // namespace lamella::core
