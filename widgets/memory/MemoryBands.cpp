// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryBands.h"

#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/model/MemoryLog.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxNamed = 6; // bands with a name of their own
constexpr std::int64_t kMinShare = 200; // of the peak, as a divisor: what never holds as much can hardly be seen
constexpr std::size_t kRowsBetweenLooks = 4096; // for a request to stop

struct Change {
    std::int64_t event = 0; // its number; -1: before the first
    std::uint32_t band = 0;
    std::int64_t bytes = 0;
};

core::Error cancelled()
{
    return {core::ErrorCode::Cancelled, "cancelled", {}, -1};
}

const char *columnOf(MemoryBy by)
{
    return by == MemoryBy::Module ? "part" : "op";
}

bool stops(std::size_t row, const core::JobControl &control)
{
    return row % kRowsBetweenLooks == 0 && control.stopRequested();
}

// Those of equal events in their order. False: stopped.
bool byEvent(std::vector<Change> &changes, const core::JobControl &control)
{
    return core::stoppableSort(
        changes.begin(), changes.end(), [](const Change &a, const Change &b) { return a.event < b.event; }, control.stop);
}

// What each band holds after each moment, at most what is allocated: where frees were lost, blocks add up to more, and the upper
// bands, of what lives shortest, give way. `bands[0]` is what no other explains. False: stopped.
bool fill(MemoryBands &made, std::vector<Change> changes, const MemoryMoments &moments, const core::JobControl &control)
{
    if (!byEvent(changes, control))
        return false;
    std::vector<MemoryBand> &bands = made.bands;
    for (MemoryBand &band : bands)
        band.held.resize(moments.events.size());
    std::vector<std::int64_t> held(bands.size(), 0);
    std::size_t next = 0;
    for (std::size_t i = 0; i < moments.events.size(); ++i) {
        if (stops(i, control))
            return false;
        for (; next < changes.size() && changes[next].event <= moments.events[i]; ++next)
            held[changes[next].band] = core::addSaturated(held[changes[next].band], changes[next].bytes);
        std::int64_t left = std::max<std::int64_t>(moments.allocated[i], 0);
        bool tooMuch = false;
        for (std::size_t b = 1; b < bands.size(); ++b) {
            bands[b].held[i] = std::clamp<std::int64_t>(held[b], 0, left);
            tooMuch = tooMuch || held[b] > left;
            left -= bands[b].held[i];
        }
        bands[0].held[i] = left;
        made.cutMoments += tooMuch ? 1 : 0;
    }
    std::erase_if(bands, [](const MemoryBand &band) {
        return std::none_of(band.held.begin(), band.held.end(), [](std::int64_t bytes) { return bytes > 0; });
    });
    return true;
}

// Those of a raw timeline, by their category. False: stopped.
bool addTimeline(
    const core::ReportTable &time, const std::string &device, std::vector<Change> &changes, const core::JobControl &control)
{
    const std::size_t action = time.columnIndex("action");
    const std::size_t of = time.columnIndex("device");
    const std::size_t category = time.columnIndex("category");
    const std::size_t event = time.columnIndex("event");
    const std::size_t bytes = time.columnIndex("bytes");
    const std::string_view change = core::memoryActionName(core::MemoryAction::Change);
    const std::string_view move = core::memoryActionName(core::MemoryAction::Move);
    const std::string_view existing = core::memoryActionName(core::MemoryAction::Existing);
    for (std::size_t r = 0; r < time.rowCount(); ++r) {
        if (stops(r, control))
            return false;
        const std::string_view did = time.text(r, action);
        if ((did == change || did == move || did == existing) && time.text(r, of) == device)
            changes.push_back({did == existing ? -1 : time.integer(r, event),
                static_cast<std::uint32_t>(memoryPartOf(time.text(r, category))), time.integer(r, bytes)});
    }
    return true;
}

// The origins of blocks that were allocated in the trace, each with a number.
struct Origins {
    std::vector<std::string_view> names; // [0] is empty: not recorded
    std::vector<Change> changes; // `band` is the number
    std::vector<std::int64_t> most; // at one time, by number
};

core::Result<Origins> originsOf(const core::ReportTable &blocks, MemoryBy by, const core::JobControl &control)
{
    const std::size_t origin = blocks.columnIndex(columnOf(by));
    const std::size_t begin = blocks.columnIndex("allocated_event");
    const std::size_t end = blocks.columnIndex("freed_event");
    const std::size_t bytes = blocks.columnIndex("bytes");
    Origins found;
    found.names.emplace_back();
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    for (std::size_t r = 0; r < blocks.rowCount(); ++r) {
        if (stops(r, control))
            return cancelled();
        if (blocks.isMissing(r, begin))
            continue;
        std::uint32_t number = 0;
        if (!blocks.isMissing(r, origin)) {
            const auto [at, isNew] = numbers.try_emplace(blocks.text(r, origin), static_cast<std::uint32_t>(found.names.size()));
            if (isNew)
                found.names.push_back(at->first);
            number = at->second;
        }
        const std::int64_t size = blocks.integer(r, bytes);
        found.changes.push_back({blocks.integer(r, begin), number, size});
        if (!blocks.isMissing(r, end))
            found.changes.push_back({blocks.integer(r, end), number, -size});
    }
    if (!byEvent(found.changes, control))
        return cancelled();
    std::vector<std::int64_t> held(found.names.size(), 0);
    found.most.resize(found.names.size(), 0);
    for (std::size_t i = 0; i < found.changes.size(); ++i) {
        if (stops(i, control))
            return cancelled();
        const Change &change = found.changes[i];
        held[change.band] = core::addSaturated(held[change.band], change.bytes);
        found.most[change.band] = std::max(found.most[change.band], held[change.band]);
    }
    return found;
}

} // namespace

const MemoryBand *MemoryBands::lifetime(MemoryPart part) const
{
    const auto at = std::find_if(bands.begin(), bands.end(),
        [part](const MemoryBand &band) { return band.kind == MemoryBand::Kind::Lifetime && band.part == part; });
    return at == bands.end() ? nullptr : &*at;
}

MemoryPart memoryPartOf(std::string_view category)
{
    static constexpr std::array<std::pair<std::string_view, MemoryPart>, 13> kNames{{{"before", MemoryPart::Before},
        {"weights", MemoryPart::Weights}, {"parameter", MemoryPart::Weights}, {"optimizer", MemoryPart::Optimizer},
        {"optimizer_state", MemoryPart::Optimizer}, {"kv_cache", MemoryPart::KvCache}, {"gradient", MemoryPart::Gradient},
        {"kept", MemoryPart::Kept}, {"input", MemoryPart::Input}, {"activation", MemoryPart::Activation},
        {"autograd_detail", MemoryPart::Autograd}, {"temporary", MemoryPart::Temporary}, {"unknown", MemoryPart::Unknown}}};
    const auto *known =
        std::find_if(kNames.begin(), kNames.end(), [category](const auto &name) { return name.first == category; });
    return known == kNames.end() ? MemoryPart::Unknown : known->second;
}

core::Result<MemoryBands> bandsByLifetime(
    const MemoryMoments &moments, const core::ReportTable &time, const core::ReportTable &blocks, const core::JobControl &control)
{
    const std::size_t begin = blocks.columnIndex("allocated_event");
    const std::size_t end = blocks.columnIndex("freed_event");
    const std::size_t bytes = blocks.columnIndex("bytes");
    const std::size_t category = blocks.columnIndex("category");
    std::vector<Change> changes;
    for (std::size_t r = 0; r < blocks.rowCount(); ++r) {
        if (stops(r, control))
            return cancelled();
        const auto part = static_cast<std::uint32_t>(memoryPartOf(blocks.text(r, category)));
        if (part == 0)
            continue; // explained by nothing else
        changes.push_back({blocks.isMissing(r, begin) ? -1 : blocks.integer(r, begin), part, blocks.integer(r, bytes)});
        if (!blocks.isMissing(r, end))
            changes.push_back({blocks.integer(r, end), part, -blocks.integer(r, bytes)});
    }
    MemoryBands made;
    made.bands.resize(kMemoryParts);
    for (std::size_t p = 0; p < kMemoryParts; ++p)
        made.bands[p].part = static_cast<MemoryPart>(p);
    if (!addTimeline(time, moments.device, changes, control) || !fill(made, std::move(changes), moments, control))
        return cancelled();
    return made;
}

core::Result<MemoryBands> bandsByOrigin(
    const MemoryMoments &moments, const core::ReportTable &blocks, MemoryBy by, const core::JobControl &control)
{
    core::Result<Origins> origins = originsOf(blocks, by, control);
    if (!origins)
        return origins.error();
    std::vector<std::uint32_t> order(origins->names.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(
        order.begin() + 1, order.end(), [&](std::uint32_t a, std::uint32_t b) { return origins->most[a] > origins->most[b]; });
    const std::int64_t peak =
        moments.allocated.empty() ? 0 : *std::max_element(moments.allocated.begin(), moments.allocated.end());
    const auto seen = static_cast<std::size_t>(std::count_if(
        order.begin() + 1, order.end(), [&](std::uint32_t origin) { return origins->most[origin] >= peak / kMinShare; }));
    const std::size_t named = std::min(seen, kMaxNamed);
    // From below: before, not recorded, the named from the largest on, others.
    MemoryBands made;
    made.by = by;
    made.bands.resize(named + 3);
    made.bands[0].kind = MemoryBand::Kind::Before;
    made.bands[1].kind = MemoryBand::Kind::NotRecorded;
    made.bands.back().kind = MemoryBand::Kind::Others;
    std::vector<std::uint32_t> bandOf(order.size(), static_cast<std::uint32_t>(named + 2));
    bandOf[0] = 1;
    for (std::size_t i = 1; i <= named; ++i) {
        bandOf[order[i]] = static_cast<std::uint32_t>(i + 1);
        made.bands[i + 1].kind = MemoryBand::Kind::Named;
        made.bands[i + 1].name = origins->names[order[i]];
    }
    for (Change &change : origins->changes)
        change.band = bandOf[change.band];
    if (!fill(made, std::move(origins->changes), moments, control))
        return cancelled();
    return made;
}

bool knowsOrigin(const core::ReportTable &blocks, MemoryBy by, const core::JobControl &control)
{
    const std::size_t origin = blocks.columnIndex(columnOf(by));
    for (std::size_t r = 0; r < blocks.rowCount() && !stops(r, control); ++r)
        if (!blocks.isMissing(r, origin))
            return true;
    return false;
}

} // namespace lamella::ui
