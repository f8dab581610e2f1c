// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about the memory of a device over the whole trace, in bytes.
#include "core/analysis/advice/PassWork.h"
#include "core/analysis/memory/FreeSpace.h"
#include "core/analysis/memory/MemoryGrowth.h"
#include "core/analysis/roofline/DevicePeaks.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr std::uint32_t kOutside = MemoryBlock::kOutside;

bool isStated(std::int64_t total)
{
    return total != MemoryLog::kNone;
}

// The memory of one device as rules see it.
struct DeviceView {
    const AdviceInput &input;
    const MemoryData &data;
    const JobControl &control;
    std::int16_t number;
    const DeviceMemory &use;

    [[nodiscard]] const MemoryLog &log() const { return *data.log; }
    // Invalid where no GPU work of this device is recorded, as in a snapshot that opens alone.
    [[nodiscard]] DeviceId device() const
    {
        const auto &devices = input.analysis.document.devices;
        for (std::size_t d = 0; d < devices.size(); ++d)
            if (devices[d].number == number)
                return DeviceId(static_cast<std::uint32_t>(d));
        return {};
    }
    [[nodiscard]] AdviceFinding finding(const AdviceRule &rule) const
    {
        AdviceFinding made;
        made.rule = &rule;
        made.device = device();
        made.memory.emplace().device = number;
        made.places = 1;
        made.where = msg("device %1", static_cast<std::int64_t>(number));
        return made;
    }
};

void addMemoryFinding(AdviceFinding finding, Findings &out)
{
    const AdviceRule &rule = *finding.rule;
    AdviceMemory &memory = *finding.memory;
    memory.gainLowBytes = std::clamp<std::int64_t>(memory.gainLowBytes, 0, std::max<std::int64_t>(0, memory.gainHighBytes));
    const auto high = static_cast<double>(memory.gainHighBytes);
    if (memory.gainHighBytes > 0 && high >= rule.minBytes && high >= rule.minShare * static_cast<double>(memory.nowBytes)
        && finding.places >= rule.minCount)
        out.push_back(std::move(finding));
}

// The row after which most is reserved; kOutside: before the first.
std::uint32_t reservedPeakRow(const DeviceView &view)
{
    for (std::uint32_t row = 0; row < view.log().size(); ++row)
        if (view.log().device[row] == view.number && view.data.use.totals[row].reserved == view.use.reservedPeak)
            return row;
    return kOutside;
}

void findFragmentation(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const DeviceMemory &use = view.use;
    // XLA takes its pool at the start, whatever the program needs.
    const bool isXla = view.log().source == MemorySource::Events && view.data.document->source.protobuf;
    if (isXla || !isStated(use.peak) || !isStated(use.reservedPeak) || use.peak <= 0
        || static_cast<double>(use.reservedPeak) <= rule.factor * static_cast<double>(use.peak))
        return;
    AdviceFinding finding = view.finding(rule);
    finding.memory->nowBytes = use.reservedPeak;
    finding.memory->afterBytes = use.peak;
    finding.memory->gainHighBytes = use.reservedPeak - use.peak;
    finding.evidence = msg("%1 reserved at most where at most %2 are allocated at once: %3 more", formatBytes(use.reservedPeak),
        formatBytes(use.peak), formatShare(static_cast<double>(use.reservedPeak - use.peak) / static_cast<double>(use.peak)));
    const std::uint32_t row = reservedPeakRow(view);
    if (!view.log().segments.empty() && row != kOutside) {
        const FreeSpace space = freeSpaceAfter(view.data, view.number, row, view.control);
        finding.memory->gainLowBytes = space.emptySegments;
        finding.evidence.append("%1; %2", msg("then %1 are free in %2 ranges, the largest %3, and %4 in segments without a block",
            formatBytes(space.free), space.ranges, formatBytes(space.largest), formatBytes(space.emptySegments)));
    }
    finding.basis = view.log().segments.empty()
        ? msg("at best no more is reserved than is allocated at once; at worst nothing goes, if blocks in use lie in every segment")
        : msg("at best no more is reserved than is allocated at once; at worst only segments without a block go");
    if (row != kOutside)
        finding.target = view.data.targetOf(row);
    addMemoryFinding(std::move(finding), out);
}

// "held before pass 3 120 MiB, before pass 7 184 MiB"; empty without passes.
Message heldMessage(const DeviceView &view)
{
    std::vector<PassMemory> own;
    for (const PassMemory &pass : memoryOfPasses(view.data))
        if (pass.device == view.number && isStated(pass.begin))
            own.push_back(pass);
    if (own.size() < 2)
        return {};
    return msg("held before pass %1: %2, before pass %3: %4", static_cast<std::int64_t>(own.front().pass),
        formatBytes(own.front().begin), static_cast<std::int64_t>(own.back().pass), formatBytes(own.back().begin));
}

void findGrowth(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const LineGrowth *most = nullptr;
    std::int64_t kept = 0;
    std::int64_t lines = 0;
    const std::vector<LineGrowth> all = memoryGrowth(view.data);
    for (const LineGrowth &line : all) {
        if (line.device != view.number || !line.grows() || line.of < static_cast<std::uint32_t>(rule.minCount))
            continue;
        kept = addSaturated(kept, line.keptEarlier);
        ++lines;
        most = !most || line.keptEarlier > most->keptEarlier ? &line : most;
    }
    if (!most)
        return;
    AdviceFinding finding = view.finding(rule);
    finding.memory->nowBytes = isStated(view.use.end.allocated) ? std::max(view.use.end.allocated, kept) : kept;
    finding.memory->gainHighBytes = kept;
    finding.memory->afterBytes = finding.memory->nowBytes - kept;
    finding.places = rule.minCount; // of passes, which is held against the lines above
    finding.where.append("%1: %2", msg("lines or operators: %1", lines));
    const Message line = most->line.empty() ? Message("lines that are not recorded") : Message::name(most->line);
    const bool passes = !view.data.places.empty();
    finding.evidence = passes
        ? msg("%1 of %2 passes leave memory behind: %3 in all, %4 of it in blocks of %5", most->periods, most->of, formatBytes(kept),
            formatBytes(most->keptEarlier), line)
        : msg("%1 of %2 tenths of the time leave memory behind: %3 in all, %4 of it in blocks of %5", most->periods, most->of,
            formatBytes(kept), formatBytes(most->keptEarlier), line);
    if (Message held = heldMessage(view); !held.empty())
        finding.evidence.append("%1; %2", std::move(held));
    finding.basis = passes ? msg("at best none of it stays, without that of the last pass; at worst all of it is needed (a cache that fills)")
                           : msg("at best none of it stays, without that of the last tenth; at worst all of it is needed (a cache that fills)");
    if (most->firstRow != kOutside)
        finding.target = view.data.targetOf(most->firstRow);
    addMemoryFinding(std::move(finding), out);
}

// "activation 31.2 GiB": the largest part of what lives at the peak.
Message mostAtPeak(const DeviceView &view)
{
    std::array<std::int64_t, kLifetimes> sums{};
    for (std::size_t b = 0; b < view.data.lifetimes.size(); ++b) {
        const MemoryBlock &block = view.data.use.blocks[b];
        if (block.device == view.number && view.use.peakRow != kOutside && livesAfter(block, view.use.peakRow)) {
            std::int64_t &sum = sums[static_cast<std::size_t>(view.data.lifetimes[b])];
            sum = addSaturated(sum, block.bytes);
        }
    }
    const auto most = std::max_element(sums.begin(), sums.end());
    if (*most <= 0)
        return {};
    return msg("most of what lives at the peak is %1, %2", lifetimeName(static_cast<Lifetime>(most - sums.begin())), formatBytes(*most));
}

void findHeadroom(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const DeviceId device = view.device();
    const double has = device.valid() ? deviceFacts(view.input.analysis.document, device).memoryBytes : 0;
    const std::int64_t peak = isStated(view.use.reservedPeak) ? view.use.reservedPeak : view.use.peak;
    if (has <= 0 || !isStated(peak) || static_cast<double>(peak) <= rule.factor * has)
        return;
    AdviceFinding finding = view.finding(rule);
    finding.memory->nowBytes = peak;
    finding.memory->afterBytes = static_cast<std::int64_t>(rule.factor * has);
    finding.memory->gainHighBytes = peak - finding.memory->afterBytes;
    finding.memory->gainLowBytes = finding.memory->gainHighBytes;
    finding.evidence = msg("%1 of %2 of the device, %3", formatBytes(peak), formatBytes(static_cast<std::int64_t>(has)),
        formatShare(static_cast<double>(peak) / has));
    if (Message most = mostAtPeak(view); !most.empty())
        finding.evidence.append("%1; %2", std::move(most));
    finding.basis = msg("what has to go so that %1 of the device stay free", formatShare(1 - rule.factor));
    if (view.use.peakRow != kOutside)
        finding.target = view.data.targetOf(view.use.peakRow);
    addMemoryFinding(std::move(finding), out);
}

void findFailures(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    constexpr std::int64_t kMaxExplained = 64; // each walks back through the whole log
    const MemoryLog &log = view.log();
    AdviceFinding finding = view.finding(rule);
    finding.places = 0;
    for (std::uint32_t row = 0; row < log.size(); ++row) {
        if (log.device[row] != view.number || log.action[row] != MemoryAction::OutOfMemory || ++finding.places > kMaxExplained)
            continue;
        const FreeSpace space = freeSpaceAfter(view.data, view.number, row, view.control);
        const auto driver = static_cast<std::int64_t>(std::min<std::uint64_t>(log.address[row], INT64_MAX));
        const std::int64_t most = std::max(driver, space.largest);
        const std::int64_t missing = subtractSaturated(log.bytes[row], most);
        if (missing <= finding.memory->gainHighBytes)
            continue;
        *finding.memory = {view.number, log.bytes[row], most, missing, missing};
        finding.target = view.data.targetOf(row);
        finding.evidence = msg("%1 asked for where the driver has %2 and the largest free block %3; %4 are free in %5 ranges",
            formatBytes(log.bytes[row]), formatBytes(driver), formatBytes(space.largest), formatBytes(space.free), space.ranges);
    }
    finding.where.append("%1: %2", msg("failed allocations: %1", finding.places));
    finding.basis = "the largest request that there was room for; as much has to be released, or asked for in smaller pieces";
    addMemoryFinding(std::move(finding), out);
}

void findChurn(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const MemoryLog &log = view.log();
    std::int64_t back = 0; // at the driver, that was reserved before
    std::int64_t given = 0;
    std::int64_t again = 0;
    AdviceFinding finding = view.finding(rule);
    finding.places = 0;
    for (std::uint32_t row = 0; row < log.size(); ++row) {
        if (log.device[row] != view.number)
            continue;
        const MemoryAction action = log.action[row];
        if (action == MemoryAction::SegmentFree || action == MemoryAction::SegmentUnmap) {
            back = addSaturated(back, log.bytes[row]);
            given = addSaturated(given, log.bytes[row]);
        } else if ((action == MemoryAction::SegmentAlloc || action == MemoryAction::SegmentMap) && back > 0) {
            const std::int64_t own = std::min(back, log.bytes[row]);
            back -= own;
            again = addSaturated(again, own);
            if (finding.places++ == 0)
                finding.target = view.data.targetOf(row);
        }
    }
    finding.memory->nowBytes = again;
    finding.memory->gainHighBytes = again;
    finding.where.append("%1: %2", msg("requests: %1", finding.places));
    finding.evidence = msg("%1 requests to the driver for %2 of the %3 that had gone back to it; each waits for the device",
        finding.places, formatBytes(again), formatBytes(given));
    finding.basis = "at best nothing goes back; at worst others need it in between. These bytes are moved, not saved";
    addMemoryFinding(std::move(finding), out);
}

} // namespace

void findMemory(const AdviceInput &input, const AdviceRule &rule, const JobControl &control, Findings &out)
{
    for (const auto &[number, use] : input.memory->use.devices) {
        if (number == MemoryLog::kHost || control.stopRequested())
            continue;
        const DeviceView view{input, *input.memory, control, number, use};
        switch (rule.kind) {
        case AdviceKind::Fragmentation:
            findFragmentation(view, rule, out);
            break;
        case AdviceKind::Growth:
            findGrowth(view, rule, out);
            break;
        case AdviceKind::Headroom:
            findHeadroom(view, rule, out);
            break;
        case AdviceKind::OutOfMemory:
            findFailures(view, rule, out);
            break;
        default:
            findChurn(view, rule, out);
        }
    }
}

} // namespace lamella::core
