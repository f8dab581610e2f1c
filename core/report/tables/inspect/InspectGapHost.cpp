// SPDX-License-Identifier: GPL-3.0-or-later
// inspect of a gap: what the thread that launched the work after it did meanwhile.
#include "core/analysis/gaps/HostCalls.h"
#include "core/analysis/source/HostStacks.h"
#include "core/base/Counted.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>

namespace lamella::core {

void InspectRows::gapSystemCall(const HostCalls::Inside &call, const HostSamples &samples, const HostStacks &stacks)
{
    const std::vector<std::uint32_t> around = stacks.around(call.call);
    add({.section = "host",
        .key = "system",
        .what = Message::name(std::string(m_input.document->text(m_input.document->events.row(call.call).name))),
        .ns = call.ns,
        .value = "the longest call of the operating system in the wait",
        .target = EventSelection{call.call}});
    if (!samples.whyNone.empty()) {
        add({.section = "host", .key = "unknown", .value = "n/a, the call chains could not be read"});
        return;
    }
    if (around.empty()) {
        add({.section = "host", .key = "unknown", .value = "n/a, no call chain of it recorded"});
        return;
    }
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, around.size()); ++i)
        add({.section = "host", .key = "caller", .what = Message::name(stacks.text(around[i]))});
    if (around.size() > kShown)
        add({.section = "host",
            .key = "callers",
            .value = around.size() == kShown + 1 ? Message("1 function further out")
                                                 : msg("%1 functions further out", around.size() - kShown)});
}

void InspectRows::gapSamples(const SampledIn &sampled, const HostStacks &stacks)
{
    const auto said = [](std::int64_t samples) {
        return counted(static_cast<std::uint64_t>(samples), "%1 sample", "%1 samples");
    };
    add({.section = "host",
        .key = "samples",
        .what = "CPU samples of the thread",
        .count = sampled.all,
        .value = said(sampled.all)});
    std::int64_t others = sampled.all - sampled.withoutChain;
    const auto row = [&](std::string_view key, Message what, std::int64_t samples) {
        others -= key == "sampled" ? samples : 0;
        add({.section = "host",
            .key = key,
            .what = std::move(what),
            .share = static_cast<double>(samples) / static_cast<double>(sampled.all),
            .count = samples,
            .value = said(samples)});
    };
    for (std::size_t i = 0; i < std::min(kTopRows, sampled.functions.size()); ++i)
        row("sampled", Message::name(stacks.text(sampled.functions[i].function)), sampled.functions[i].samples);
    if (others > 0)
        row("sampled-others", "in other functions", others);
    if (sampled.withoutChain > 0)
        row("sampled-unknown", "without a call chain", sampled.withoutChain);
}

Result<void> InspectRows::gapOnHost(const Gap &gap, const GapHost &host)
{
    if (!host.launch.valid()) {
        none("host", "n/a, no launch recorded that says which thread it waited for");
        return {};
    }
    const auto samples = m_input.parts->hostSamples(m_input.control);
    if (!samples)
        return samples.error();
    const auto calls = m_input.parts->hostCalls(m_input.control);
    if (!calls)
        return calls.error();
    const HostCalls::Inside call = (*calls)->longestIn(host.thread, HostCall::System, host.wait);
    const HostStacks stacks(**samples, SourceRule(m_input.yours));
    const SampledIn sampled = stacks.during(host.thread, gap.range);
    if (call.call.valid())
        gapSystemCall(call, **samples, stacks);
    if (sampled.all > 0)
        gapSamples(sampled, stacks);
    if (!(*samples)->whyNone.empty())
        add({.section = "host", .key = "unknown", .value = msg("CPU samples could not be read: %1", (*samples)->whyNone)});
    else if (!call.call.valid() && sampled.all == 0)
        none("host",
            (*samples)->samples.empty() ? Message(
                "n/a, no CPU samples recorded, and no call of the operating system on the launching thread at that time")
                                        : Message("n/a, no sample of the launching thread in the gap"));
    return {};
}

} // namespace lamella::core
