// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/HostStacks.h"

#include "core/analysis/source/SampledStacks.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoStack = HostSamples::kNone;

} // namespace

HostStacks::HostStacks(const HostSamples &samples, const SourceRule &rule)
    : m_samples(samples)
{
    std::vector<bool> yours;
    std::unordered_map<std::string, std::uint32_t> known;
    for (std::uint32_t f = 0; f < samples.functions.size(); ++f) {
        const FrameLabel label = labelOfNative(samples.functions[f], rule);
        yours.push_back(label.yours);
        m_same.push_back(known.try_emplace(label.file + '\n' + label.text, f).first->second);
    }
    for (const HostSamples::Frame &frame : samples.frames)
        m_yours.push_back(yours[frame.function] ? frame.function : frame.caller == kNoStack ? kNoStack : m_yours[frame.caller]);
    for (std::uint32_t row = 0; row < samples.samples.size(); ++row) {
        const TrackId track = samples.samples[row].track;
        if (!track.valid())
            continue;
        if (track.value >= m_ofTrack.size())
            m_ofTrack.resize(track.value + 1);
        m_ofTrack[track.value].push_back(row);
    }
}

std::uint32_t HostStacks::sourceOfFrame(std::uint32_t frame) const
{
    return m_same[m_yours[frame] == kNoStack ? m_samples.frames[frame].function : m_yours[frame]];
}

SampledIn HostStacks::during(TrackId track, const TimeRange &time) const
{
    SampledIn found;
    if (!track.valid() || track.value >= m_ofTrack.size())
        return found;
    const std::vector<std::uint32_t> &rows = m_ofTrack[track.value];
    auto at = std::lower_bound(rows.begin(), rows.end(), time.begin.value,
        [this](std::uint32_t row, std::int64_t begin) { return m_samples.samples[row].time < begin; });
    std::unordered_map<std::uint32_t, std::size_t> placeOf;
    for (; at != rows.end() && m_samples.samples[*at].time <= time.end.value; ++at) {
        ++found.all;
        const std::uint32_t frame = m_samples.samples[*at].frame;
        if (frame == kNoStack) {
            ++found.withoutChain;
            continue;
        }
        const std::uint32_t source = sourceOfFrame(frame);
        const auto [place, added] = placeOf.try_emplace(source, found.functions.size());
        if (added)
            found.functions.push_back({source, 0});
        ++found.functions[place->second].samples;
    }
    std::stable_sort(found.functions.begin(), found.functions.end(),
        [](const SampledIn::Function &a, const SampledIn::Function &b) { return a.samples > b.samples; });
    return found;
}

std::uint32_t HostStacks::frameOf(EventId call) const
{
    const auto chain = std::lower_bound(m_samples.osChains.begin(), m_samples.osChains.end(), call,
        [](const HostSamples::Chain &a, EventId event) { return a.call < event; });
    return call.valid() && chain != m_samples.osChains.end() && chain->call == call ? chain->frame : kNoStack;
}

std::vector<std::uint32_t> HostStacks::around(EventId call) const
{
    std::vector<std::uint32_t> functions;
    for (std::uint32_t frame = frameOf(call); frame != kNoStack; frame = m_samples.frames[frame].caller)
        functions.push_back(m_same[m_samples.frames[frame].function]);
    return functions;
}

std::uint32_t HostStacks::sourceOf(EventId call) const
{
    const std::uint32_t frame = frameOf(call);
    return frame == kNoStack ? kNoStack : sourceOfFrame(frame);
}

std::string HostStacks::text(std::uint32_t function) const
{
    const FrameLabel label = labelOfNative(m_samples.functions[function], SourceRule());
    return label.text + " (" + label.file.substr(label.file.rfind('/') + 1) + ")";
}

} // namespace lamella::core
