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
#include <map>
#include <optional>
#include <span>

namespace lamella::core {

namespace {

constexpr std::uint32_t kOutside = MemoryBlock::kOutside;
constexpr std::size_t kRowsBetweenPolls = 1U << 12;

bool isStated(std::int64_t total)
{
    return total != MemoryLog::kNone;
}

// What the rules share: made once, in a few walks through the log, however many devices there are.
struct MemoryWork {
    MemoryWork(const AdviceInput &asked, const JobControl &job);

    const AdviceInput &input;
    const MemoryData &data;
    const JobControl &control;
    std::map<std::int64_t, DeviceId> devices; // with recorded GPU work, by number
    std::map<std::int16_t, DeviceParts> parts;
    std::map<std::int16_t, std::vector<LineGrowth>> growth; // where a rule asks for it
    std::map<std::int16_t, std::vector<PassMemory>> passes;
};

MemoryWork::MemoryWork(const AdviceInput &asked, const JobControl &job)
    : input(asked)
    , data(*asked.memory)
    , control(job)
    , parts(partsByDevice(data, job))
{
    const auto &recorded = input.analysis.document.devices;
    for (std::size_t d = 0; d < recorded.size(); ++d)
        devices.try_emplace(recorded[d].number, DeviceId(static_cast<std::uint32_t>(d)));
    if (std::none_of(input.rules.begin(), input.rules.end(), [](const AdviceRule &r) { return r.kind == AdviceKind::Growth; }))
        return;
    for (LineGrowth &line : memoryGrowth(data, control))
        growth[line.device].push_back(std::move(line));
    for (const PassMemory &pass : memoryOfPasses(data, control))
        passes[pass.device].push_back(pass);
}

template <class Value> const Value &valueOf(const std::map<std::int16_t, Value> &map, std::int16_t device)
{
    static const Value none{};
    const auto at = map.find(device);
    return at == map.end() ? none : at->second;
}

// The memory of one device as rules see it.
struct DeviceView {
    const MemoryWork &work;
    const MemoryData &data;
    std::int16_t number;
    const DeviceMemory &use;
    const DeviceParts &parts;

    [[nodiscard]] const MemoryLog &log() const { return *data.log; }
    // Invalid where no GPU work of this device is recorded, as in a snapshot that opens alone.
    [[nodiscard]] DeviceId device() const
    {
        const auto at = work.devices.find(number);
        return at == work.devices.end() ? DeviceId() : at->second;
    }
    // The log says what was reserved and free at each of its rows.
    [[nodiscard]] bool isWhole() const { return data.use.walkedBack; }
    [[nodiscard]] std::vector<FreeSpace> freeAfter(std::span<const std::uint32_t> rows) const
    {
        return freeSpaceAfter(data, parts, rows, work.control);
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
    const bool isAny = memory.gainHighBytes > 0 || rule.kind == AdviceKind::OutOfMemory; // which may fail although there is room
    if (isAny && high >= rule.minBytes && high >= rule.minShare * static_cast<double>(memory.nowBytes)
        && finding.places >= rule.minCount)
        out.push_back(std::move(finding));
}

// The row after which most is reserved; kOutside: before the first.
std::uint32_t reservedPeakRow(const DeviceView &view)
{
    for (const std::uint32_t row : view.parts.rows)
        if (view.log().action[row] != MemoryAction::Other && view.data.use.totals[row].reserved == view.use.reservedPeak)
            return row;
    return kOutside;
}

Message fragmentationBasis(const DeviceView &view)
{
    Message basis = view.isWhole()
        ? msg("at best no more is reserved than is allocated at once while recorded; at worst only segments go in which no block lies "
              "while recorded")
        : msg("at best no more is reserved than is allocated at once while recorded; at worst nothing goes, if blocks in use lie in "
              "every segment");
    // What is reserved at the begin belongs to a peak that the log does not have.
    if (!view.isWhole() || view.use.begin.reserved != 0)
        basis.append("%1; %2", "what was needed before the recording is not known");
    return basis;
}

void findFragmentation(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const DeviceMemory &use = view.use;
    // XLA takes its pool at the start, whatever the program needs.
    const bool isXla = view.log().source == MemorySource::Events && view.data.document->source.protobuf;
    const bool isOneMoment = view.parts.rows.empty(); // segments without a history
    if (isXla || isOneMoment || !isStated(use.peak) || !isStated(use.reservedPeak) || use.peak <= 0
        || static_cast<double>(use.reservedPeak) <= rule.factor * static_cast<double>(use.peak))
        return;
    AdviceFinding finding = view.finding(rule);
    finding.memory->nowBytes = use.reservedPeak;
    finding.memory->afterBytes = use.peak;
    finding.memory->gainHighBytes = use.reservedPeak - use.peak;
    finding.evidence = msg("while recorded, %1 reserved at most where at most %2 are allocated at once: %3 more",
        formatBytes(use.reservedPeak), formatBytes(use.peak),
        formatShare(static_cast<double>(use.reservedPeak - use.peak) / static_cast<double>(use.peak)));
    const std::uint32_t row = reservedPeakRow(view);
    if (view.isWhole())
        finding.memory->gainLowBytes = neverUsedAtPeak(view.data, view.parts, use, view.work.control);
    if (view.isWhole() && row != kOutside) {
        const FreeSpace space = view.freeAfter({&row, 1}).front();
        finding.evidence.append("%1; %2", msg("then %1 are free in %2 ranges, the largest %3, and %4 in segments without a block",
            formatBytes(space.free), space.ranges, formatBytes(space.largest), formatBytes(space.emptySegments)));
    }
    finding.basis = fragmentationBasis(view);
    if (row != kOutside)
        finding.target = view.data.targetOf(row);
    addMemoryFinding(std::move(finding), out);
}

// "held before pass 3 120 MiB, before pass 7 184 MiB"; empty without passes.
Message heldMessage(const DeviceView &view)
{
    std::vector<PassMemory> own;
    for (const PassMemory &pass : valueOf(view.work.passes, view.number))
        if (isStated(pass.begin))
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
    const bool passes = !view.data.places.empty();
    for (const LineGrowth &line : valueOf(view.work.growth, view.number)) {
        // A model that is loaded allocates in most tenths of the time.
        const bool isLoad = !passes && line.weights > line.kept / 2;
        if (isLoad || !line.grows() || line.of < static_cast<std::uint32_t>(rule.minCount))
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
    const std::string own = formatBytes(most->keptEarlier);
    finding.evidence = passes ? msg("in %1 of %2 passes blocks of %3 stay: %4 in all", most->periods, most->of, line, own)
                              : msg("in %1 of %2 tenths of the time blocks of %3 stay: %4 in all", most->periods, most->of, line, own);
    if (lines > 1)
        finding.evidence.append("%1; %2", msg("of all %1 lines or operators together %2", lines, formatBytes(kept)));
    if (Message held = heldMessage(view); !held.empty())
        finding.evidence.append("%1; %2", std::move(held));
    finding.basis = passes ? msg("at best none of it stays, without that of the last pass; at worst all of it is needed (a cache that fills)")
                           : msg("at best none of it stays, without that of the last tenth; at worst all of it is needed (a cache that fills)");
    if (most->firstRow != kOutside)
        finding.target = view.data.targetOf(most->firstRow);
    addMemoryFinding(std::move(finding), out);
}

// "activation 31.2 GiB": the largest part of the memory allocated at the peak.
Message mostAtPeak(const DeviceView &view)
{
    std::array<std::int64_t, kLifetimes> sums{};
    for (const std::uint32_t b : view.parts.blocks) {
        const MemoryBlock &block = view.data.use.blocks[b];
        if (b < view.data.lifetimes.size() && view.use.peakRow != kOutside && livesAfter(block, view.use.peakRow)) {
            std::int64_t &sum = sums[static_cast<std::size_t>(view.data.lifetimes[b])];
            sum = addSaturated(sum, block.bytes);
        }
    }
    const auto most = std::max_element(sums.begin(), sums.end());
    if (*most <= 0)
        return {};
    return msg("the largest part of the memory allocated at the peak is %1, %2",
        lifetimeName(static_cast<Lifetime>(most - sums.begin())), formatBytes(*most));
}

void findHeadroom(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    const DeviceId device = view.device();
    const double has = device.valid() ? deviceFacts(view.work.input.analysis.document, device).memoryBytes : 0;
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

// What there was room for when an allocation failed, as far as it is known.
struct Room {
    std::optional<std::int64_t> driver;
    std::optional<FreeSpace> space;

    [[nodiscard]] bool isKnown() const { return driver && space; }
    [[nodiscard]] std::int64_t largest() const { return std::max(driver.value_or(0), space ? space->largest : 0); }
};

// At each of `rows`.
std::vector<Room> roomAt(const DeviceView &view, std::span<const std::uint32_t> rows)
{
    std::vector<Room> rooms(rows.size());
    const std::vector<FreeSpace> spaces = view.isWhole() ? view.freeAfter(rows) : std::vector<FreeSpace>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rooms[i].driver = view.log().driverFreeAt(rows[i]);
        if (!spaces.empty())
            rooms[i].space = spaces[i];
    }
    return rooms;
}

Message failureEvidence(std::int64_t asked, const Room &room)
{
    const std::string bytes = formatBytes(asked);
    if (room.isKnown())
        return msg("%1 asked for where the driver has %2 and the largest free block %3; %4 are free in %5 ranges", bytes,
            formatBytes(*room.driver), formatBytes(room.space->largest), formatBytes(room.space->free), room.space->ranges);
    if (room.space)
        return msg("%1 asked for where the largest free block has %2; %3 are free in %4 ranges; what the driver has is not recorded",
            bytes, formatBytes(room.space->largest), formatBytes(room.space->free), room.space->ranges);
    if (room.driver)
        return msg("%1 asked for where the driver has %2; which blocks are free is not recorded", bytes, formatBytes(*room.driver));
    return msg("%1 asked for; what is free is not recorded", bytes);
}

Message failureBasis(std::int64_t asked, const Room &room)
{
    if (asked <= room.largest())
        return "there was room, but not for this request (limit, stream or pool)";
    return room.isKnown() ? "the largest request that there was room for; as much has to be released, or asked for in smaller pieces"
                          : "at most this much was lacking; what was free is not all recorded";
}

void findFailures(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    constexpr std::int64_t kMaxExplained = 64; // each looks at all that lives at its moment
    const MemoryLog &log = view.log();
    AdviceFinding finding = view.finding(rule);
    finding.places = 0;
    std::vector<std::uint32_t> failed;
    for (std::size_t i = 0; i < view.parts.rows.size(); ++i) {
        if (i % kRowsBetweenPolls == 0 && view.work.control.stopRequested())
            return;
        const std::uint32_t row = view.parts.rows[i];
        if (log.action[row] == MemoryAction::OutOfMemory && ++finding.places <= kMaxExplained)
            failed.push_back(row);
    }
    const std::vector<Room> rooms = roomAt(view, failed);
    for (std::size_t i = 0; i < failed.size(); ++i) {
        const std::int64_t asked = log.bytes[failed[i]];
        const Room &room = rooms[i];
        const std::int64_t missing = std::max<std::int64_t>(0, subtractSaturated(asked, room.largest()));
        if (i > 0 && missing <= finding.memory->gainHighBytes)
            continue;
        *finding.memory = {AdviceBytes::Lacking, view.number, asked, asked - missing, room.isKnown() ? missing : 0, missing};
        finding.target = view.data.targetOf(failed[i]);
        finding.evidence = failureEvidence(asked, room);
        finding.basis = failureBasis(asked, room);
    }
    if (finding.places == 0)
        return;
    finding.where.append("%1: %2", msg("failed allocations: %1", finding.places));
    if (finding.places > kMaxExplained)
        finding.evidence.append("%1; %2", msg("%1 more were not looked at", finding.places - kMaxExplained));
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
    for (std::size_t i = 0; i < view.parts.rows.size(); ++i) {
        if (i % kRowsBetweenPolls == 0 && view.work.control.stopRequested())
            return;
        const std::uint32_t row = view.parts.rows[i];
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
    finding.memory->bytes = AdviceBytes::Moved;
    finding.memory->nowBytes = again;
    finding.memory->gainHighBytes = again;
    finding.where.append("%1: %2", msg("requests: %1", finding.places));
    finding.evidence = msg("%1 requests to the driver for %2 of the %3 that had gone back to it", finding.places,
        formatBytes(again), formatBytes(given));
    finding.basis = "at best nothing goes back; at worst others need it in between. These bytes are moved, not saved";
    addMemoryFinding(std::move(finding), out);
}

void runMemoryRule(const DeviceView &view, const AdviceRule &rule, Findings &out)
{
    switch (rule.kind) {
    case AdviceKind::Fragmentation:
        return findFragmentation(view, rule, out);
    case AdviceKind::Growth:
        return findGrowth(view, rule, out);
    case AdviceKind::Headroom:
        return findHeadroom(view, rule, out);
    case AdviceKind::OutOfMemory:
        return findFailures(view, rule, out);
    default:
        return findChurn(view, rule, out);
    }
}

} // namespace

std::string_view adviceBytesName(AdviceBytes bytes)
{
    constexpr std::array<std::string_view, 3> kNames{"saved", "lacking", "moved"}; // in enum order
    return kNames[static_cast<std::size_t>(bytes)];
}

void findMemory(const AdviceInput &input, const JobControl &control, Findings &out)
{
    if (std::none_of(input.rules.begin(), input.rules.end(), [](const AdviceRule &rule) { return isAboutMemory(rule.kind); }))
        return;
    const MemoryWork work(input, control);
    for (const AdviceRule &rule : input.rules) {
        if (!isAboutMemory(rule.kind))
            continue;
        for (const auto &[number, use] : work.data.use.devices) {
            if (control.stopRequested())
                return;
            if (number != MemoryLog::kHost)
                runMemoryRule({work, work.data, number, use, valueOf(work.parts, number)}, rule, out);
        }
    }
}

} // namespace lamella::core
