// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/MemoryPicture.h"

#include "core/analysis/roofline/DevicePeaks.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace lamella::ui {

namespace {

constexpr std::size_t kGroup = 256; // events whose largest total is known

using Table = std::shared_ptr<const core::ReportTable>;

core::Result<Table> memoryBy(core::AnalysisSession &session, const char *by, const std::string &device, const core::JobControl &control)
{
    core::TableRequest request;
    request.table = "memory";
    request.by = by;
    request.device = device;
    return session.table(request, control);
}

// The device of the largest peak; all devices are listed, also those of which only blocks are known.
std::string chooseDevice(const core::ReportTable &time, const core::ReportTable &lifetimes, MemoryPicture &picture)
{
    std::map<std::string, std::int64_t, std::less<>> peaks;
    const auto peakOf = [&peaks](std::string_view device) -> std::int64_t & {
        const auto at = peaks.find(device);
        return at != peaks.end() ? at->second : peaks.emplace(std::string(device), 0).first->second;
    };
    const std::size_t held = lifetimes.columnIndex("at_peak_bytes");
    for (std::size_t r = 0; r < lifetimes.rowCount(); ++r)
        peakOf(lifetimes.text(r, lifetimes.columnIndex("device"))) += lifetimes.integer(r, held);
    const std::size_t device = time.columnIndex("device");
    const std::size_t allocated = time.columnIndex("allocated_bytes");
    for (std::size_t r = 0; r < time.rowCount(); ++r) {
        std::int64_t &peak = peakOf(time.text(r, device));
        if (!time.isMissing(r, allocated))
            peak = std::max(peak, time.integer(r, allocated));
    }
    std::string best;
    std::int64_t most = INT64_MIN;
    for (const auto &[name, peak] : peaks) {
        picture.devices.push_back(name);
        if (best.empty() || peak > most) {
            best = name;
            most = peak;
        }
    }
    return best;
}

// Rows of the device that state a total. Those without a time come first: they get the first time that there is; without any, the
// numbers of the events stand for it.
std::vector<std::size_t> drawnRows(const core::ReportTable &table, MemoryPicture &picture)
{
    const std::size_t device = table.columnIndex("device");
    const std::size_t time = table.columnIndex("time_ns");
    const std::size_t allocated = table.columnIndex("allocated_bytes");
    const std::size_t event = table.columnIndex("event");
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (table.text(r, device) == picture.device && !table.isMissing(r, allocated))
            rows.push_back(r);
    const auto timed = std::find_if(rows.begin(), rows.end(), [&](std::size_t r) { return !table.isMissing(r, time); });
    picture.byNumber = timed == rows.end() && !rows.empty();
    for (const std::size_t r : rows) {
        picture.events.push_back(table.integer(r, event));
        picture.time.push_back(picture.byNumber ? momentOfEvent(picture.events.back())
                : table.isMissing(r, time)      ? table.integer(*timed, time)
                                                : table.integer(r, time));
    }
    return rows;
}

void takeTotals(const core::ReportTable &table, MemoryPicture &picture)
{
    const std::size_t allocated = table.columnIndex("allocated_bytes");
    const std::size_t reserved = table.columnIndex("reserved_bytes");
    const std::size_t action = table.columnIndex("action");
    const std::size_t layer = table.columnIndex("layer");
    const std::size_t device = table.columnIndex("device");
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (table.isMissing(r, allocated) && !table.isMissing(r, reserved) && table.text(r, device) == picture.device)
            picture.processMax = std::max(picture.processMax, table.integer(r, reserved));
    bool anyReserved = false;
    for (const std::size_t r : drawnRows(table, picture)) {
        const std::size_t row = picture.allocated.size();
        if (table.text(r, action) == core::memoryActionName(core::MemoryAction::OutOfMemory))
            picture.failures.push_back(row);
        if (row == 0 || table.integer(r, allocated) > picture.allocated[picture.peak]) {
            picture.peak = row;
            picture.peakLayer = table.isMissing(r, layer) ? core::kNoLayer : static_cast<int>(table.integer(r, layer));
        }
        picture.rows.push_back(static_cast<std::uint32_t>(r));
        picture.allocated.push_back(table.integer(r, allocated));
        picture.targets.push_back(table.target(r));
        const bool known = !table.isMissing(r, reserved);
        anyReserved = anyReserved || known;
        picture.reserved.push_back(known ? table.integer(r, reserved) : picture.reserved.empty() ? 0 : picture.reserved.back());
    }
    if (!anyReserved)
        picture.reserved.clear();
    picture.eventCount = picture.time.size();
}

// Where most was allocated before the first event, that moment is a row of its own.
void takeBegin(const core::ReportTable &blocks, MemoryPicture &picture)
{
    if (picture.empty())
        return;
    const std::int64_t first = picture.events.front();
    const std::size_t begin = blocks.columnIndex("allocated_event");
    const std::size_t end = blocks.columnIndex("freed_event");
    const std::size_t bytes = blocks.columnIndex("bytes");
    std::int64_t before = picture.allocated.front();
    for (std::size_t r = 0; r < blocks.rowCount(); ++r) {
        if (!blocks.isMissing(r, begin) && blocks.integer(r, begin) == first)
            before -= blocks.integer(r, bytes);
        if (!blocks.isMissing(r, end) && blocks.integer(r, end) == first)
            before += blocks.integer(r, bytes);
    }
    if (before <= picture.allocated[picture.peak])
        return;
    picture.time.insert(picture.time.begin(), picture.time.front() - (picture.byNumber ? momentOfEvent(1) : 1));
    picture.events.insert(picture.events.begin(), -1);
    picture.allocated.insert(picture.allocated.begin(), before);
    picture.rows.insert(picture.rows.begin(), MemoryPicture::kNoRow);
    picture.targets.insert(picture.targets.begin(), core::Selection());
    if (!picture.reserved.empty())
        picture.reserved.insert(picture.reserved.begin(), picture.reserved.front());
    for (std::size_t &row : picture.failures)
        ++row;
    picture.peak = 0;
    picture.peakLayer = core::kNoLayer;
}

struct HostMoments { // of a pass or layer
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    void add(std::int64_t time)
    {
        first = std::min(first, time);
        last = std::max(last, time);
    }
};

// From its first event until the next one of the same pass begins; the last ends with its last event.
void addHostLayers(const std::map<int, HostMoments> &layers, core::Pass &pass, core::DeviceSegmentation &host)
{
    std::vector<std::pair<int, HostMoments>> order(layers.begin(), layers.end());
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second.first < b.second.first; });
    pass.firstLayer = static_cast<std::uint32_t>(host.layers.size());
    pass.layers = static_cast<int>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const HostMoments &own = order[i].second;
        const std::int64_t end = i + 1 < order.size() ? std::max(own.first, order[i + 1].second.first) : own.last;
        core::LayerSpan &span = host.layers.emplace_back();
        span.pass = pass.number;
        span.layer = order[i].first;
        span.range = {{own.first}, {std::max(end, own.first + 1)}};
    }
}

void takeHost(const core::ReportTable &table, const core::DeviceSegmentation *device, MemoryPicture &picture)
{
    if (device == nullptr)
        return;
    const auto column = [&table](const char *id) { return table.columnIndex(id); };
    const std::size_t time = column("time_ns");
    const std::size_t pass = column("pass");
    const std::size_t layer = column("layer");
    std::map<int, HostMoments> passes;
    std::map<int, std::map<int, HostMoments>> layers;
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        if (table.text(r, column("device")) != picture.device || table.isMissing(r, time) || table.isMissing(r, pass))
            continue;
        const int number = static_cast<int>(table.integer(r, pass));
        passes[number].add(table.integer(r, time));
        if (!table.isMissing(r, layer) && table.integer(r, layer) >= 0)
            layers[number][static_cast<int>(table.integer(r, layer))].add(table.integer(r, time));
    }
    picture.host.device = device->device;
    for (const core::Pass &found : device->passes) {
        const auto own = passes.find(found.number);
        if (own == passes.end())
            continue;
        core::Pass &made = picture.host.passes.emplace_back();
        made.number = found.number;
        made.stage = found.stage;
        made.state = found.state;
        made.range = {{own->second.first}, {std::max(own->second.last, own->second.first + 1)}};
        addHostLayers(layers[found.number], made, picture.host);
    }
    std::stable_sort(picture.host.passes.begin(), picture.host.passes.end(),
        [](const core::Pass &a, const core::Pass &b) { return a.range.begin < b.range.begin; });
}

void takePasses(const core::ReportTable &table, MemoryPicture &picture)
{
    const auto column = [&table](const char *id) { return table.columnIndex(id); };
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        if (table.text(r, column("device")) != picture.device)
            continue;
        MemoryPass &pass = picture.passes.emplace_back();
        pass.pass = static_cast<int>(table.integer(r, column("pass")));
        pass.begin = table.integer(r, column("begin_bytes"));
        pass.end = table.integer(r, column("end_bytes"));
        pass.peak = std::max({table.integer(r, column("peak_bytes")), pass.begin, pass.end});
        pass.target = table.target(r);
    }
}

void takeGrowth(const core::ReportTable &table, MemoryPicture &picture)
{
    const std::size_t grows = table.columnIndex("grows");
    const std::size_t kept = table.columnIndex("kept_bytes");
    const std::size_t name = table.columnIndex("name");
    GrowingLines &lines = picture.growing.emplace();
    std::int64_t most = 0;
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        if (table.text(r, grows) != "yes")
            continue;
        ++lines.count;
        lines.bytes = core::addSaturated(lines.bytes, table.integer(r, kept));
        if (table.integer(r, kept) > most) {
            most = table.integer(r, kept);
            lines.most = table.isMissing(r, name) ? std::string_view() : table.text(r, name);
        }
    }
}

LivingRows livingRows(const core::ReportTable &blocks, bool byNumber)
{
    const std::size_t begin = blocks.columnIndex(byNumber ? "allocated_event" : "allocated_ns");
    const std::size_t end = blocks.columnIndex(byNumber ? "freed_event" : "freed_ns");
    const auto at = [&](std::size_t row, std::size_t column) {
        return byNumber ? momentOfEvent(blocks.integer(row, column)) : blocks.integer(row, column);
    };
    std::vector<std::int64_t> begins(blocks.rowCount());
    std::vector<std::int64_t> ends(blocks.rowCount());
    for (std::size_t r = 0; r < blocks.rowCount(); ++r) {
        begins[r] = blocks.isMissing(r, begin) ? LivingRows::kAlways : at(r, begin);
        ends[r] = blocks.isMissing(r, end) ? LivingRows::kNever : at(r, end);
    }
    return {begins, ends};
}

// What the file says beside the events.
void takeFacts(
    const core::TraceDocument &document, const core::ReportTable &blocks, MemoryPicture &picture, const core::JobControl &control)
{
    picture.knowsModules = knowsOrigin(blocks, MemoryBy::Module, control);
    picture.knowsOperators = knowsOrigin(blocks, MemoryBy::Operator, control);
    picture.source = document.memory                     ? document.memory->source
        : document.metadata.format.starts_with("Ascend") ? core::MemorySource::Tables
                                                         : core::MemorySource::Events;
    for (std::uint32_t device = 0; device < document.devices.size(); ++device)
        if (std::to_string(document.devices[device].number) == picture.device)
            picture.deviceBytes = static_cast<std::int64_t>(core::deviceFacts(document, core::DeviceId(device)).memoryBytes);
    const std::size_t bytes = blocks.columnIndex("bytes");
    for (const std::uint32_t row : picture.blocksHeld())
        picture.heldAtEnd = core::addSaturated(picture.heldAtEnd, blocks.integer(row, bytes));
    if (picture.empty())
        return;
    const std::size_t layer = blocks.columnIndex("layer");
    const std::size_t category = blocks.columnIndex("category");
    const std::size_t allocated = blocks.columnIndex("allocated_ns");
    const std::span<const MemoryLayer> layers = picture.layersOf(core::kNoPass);
    const auto pass = std::find_if(picture.host.passes.begin(), picture.host.passes.end(),
        [&](const core::Pass &p) { return !layers.empty() && p.number == layers.front().pass; });
    if (pass == picture.host.passes.end())
        return;
    std::map<std::int64_t, std::int64_t> caches; // of the layers of the pass that allocates most
    for (const std::uint32_t row : picture.blocksAt(picture.time[picture.peak]))
        if (!blocks.isMissing(row, layer) && !blocks.isMissing(row, allocated)
            && pass->range.contains(core::TimeNs{blocks.integer(row, allocated)})
            && memoryPartOf(blocks.text(row, category)) == MemoryPart::KvCache)
            caches[blocks.integer(row, layer)] += blocks.integer(row, bytes);
    const bool alike = !caches.empty() && caches.size() == layers.size()
        && std::all_of(caches.begin(), caches.end(), [&](const auto &of) { return of.second == caches.begin()->second; });
    picture.cachePerLayer = alike ? caches.begin()->second : 0;
}

} // namespace

void MemoryPicture::takeLayers(const core::ReportTable &table)
{
    const auto column = [&table](const char *id) { return table.columnIndex(id); };
    std::map<int, std::int64_t> sums;
    for (std::size_t r = 0; r < table.rowCount(); ++r) {
        if (table.text(r, column("device")) != device || table.isMissing(r, column("pass"))
            || table.isMissing(r, column("layer")))
            continue;
        MemoryLayer layer;
        layer.pass = static_cast<int>(table.integer(r, column("pass")));
        layer.layer = static_cast<int>(table.integer(r, column("layer")));
        layer.kept = table.integer(r, column("kept_bytes"));
        layer.net = table.integer(r, column("net_bytes"));
        layer.peak = std::max(layer.kept, table.integer(r, column("peak_bytes")));
        layer.target = table.target(r);
        if (layer.layer < 0)
            continue;
        sums[layer.pass] += table.integer(r, column("allocated_bytes"));
        layers.push_back(layer);
    }
    std::sort(layers.begin(), layers.end(),
        [](const MemoryLayer &a, const MemoryLayer &b) { return std::pair(a.pass, a.layer) < std::pair(b.pass, b.layer); });
    const auto largest = std::max_element(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    m_mainPass = largest == sums.end() ? core::kNoPass : largest->first;
}

core::Result<MemoryPicture> loadMemoryPicture(
    core::AnalysisSession &session, const std::string &device, const core::JobControl &control)
{
    MemoryPicture picture;
    const auto time = memoryBy(session, "time", {}, control);
    if (!time)
        return time.error();
    const auto lifetimes = memoryBy(session, "category", {}, control);
    if (!lifetimes)
        return lifetimes.error();
    const std::string best = chooseDevice(**time, **lifetimes, picture);
    picture.device = std::find(picture.devices.begin(), picture.devices.end(), device) != picture.devices.end() ? device : best;
    picture.timeTable = *time;
    if (picture.devices.empty())
        return picture;
    takeTotals(**time, picture);
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    takeHost(**time, (*segmentation)->mainDevice.valid() ? &(*segmentation)->devices[(*segmentation)->mainDevice.value] : nullptr,
        picture);
    const auto blocks = memoryBy(session, "block", picture.device, control);
    if (!blocks)
        return blocks.error();
    picture.blocks = *blocks;
    picture.m_living = livingRows(**blocks, picture.byNumber);
    takeBegin(**blocks, picture);
    auto lifetimeBands = bandsByLifetime(picture.moments(), **time, **blocks, control);
    if (!lifetimeBands)
        return lifetimeBands.error();
    picture.lifetimes = *std::move(lifetimeBands);
    const auto layers = memoryBy(session, "layer", picture.device, control);
    if (!layers)
        return layers.error();
    picture.takeLayers(**layers);
    takeFacts(session.document(), **blocks, picture, control);
    if (!picture.failures.empty()) {
        const auto failed = memoryBy(session, "oom", picture.device, control);
        if (!failed)
            return failed.error();
        if ((*failed)->rowCount() == picture.failures.size()) // else an event states no total
            picture.failed = *failed;
    }
    const auto passes = memoryBy(session, "pass", picture.device, control);
    if (!passes)
        return passes.error();
    takePasses(**passes, picture);
    constexpr std::size_t kPassesToGrow = 3; // without the last, as the table says
    if (picture.passes.size() > kPassesToGrow) {
        const auto growth = memoryBy(session, "growth", picture.device, control);
        if (!growth)
            return growth.error();
        takeGrowth(**growth, picture);
    }
    if (!picture.reserved.empty())
        picture.reservedMax = *std::max_element(picture.reserved.begin(), picture.reserved.end());
    for (std::size_t i = 0; i < picture.allocated.size(); ++i) {
        if (i % kGroup == 0)
            picture.m_largest.push_back(i);
        else if (picture.allocated[i] > picture.allocated[picture.m_largest.back()])
            picture.m_largest.back() = i;
    }
    return picture;
}

std::span<const MemoryLayer> MemoryPicture::layersOf(int pass) const
{
    const auto of = [this](int wanted) {
        const auto first =
            std::partition_point(layers.begin(), layers.end(), [wanted](const MemoryLayer &l) { return l.pass < wanted; });
        return std::span(
            first, std::partition_point(first, layers.end(), [wanted](const MemoryLayer &l) { return l.pass == wanted; }));
    };
    const std::span<const MemoryLayer> own = of(pass);
    return own.empty() ? of(m_mainPass) : own;
}

std::size_t MemoryPicture::rowAt(std::int64_t at) const
{
    const auto next = std::upper_bound(time.begin(), time.end(), at);
    return next == time.begin() ? 0 : static_cast<std::size_t>(next - time.begin()) - 1;
}

MemorySamples MemoryPicture::samples(const MemoryBands &bands, double begin, double end, int columns) const
{
    MemorySamples samples;
    samples.upper.resize(bands.bands.size());
    if (empty() || columns < 1 || !(end > begin))
        return samples;
    std::size_t row = rowAt(static_cast<std::int64_t>(begin));
    const double step = (end - begin) / columns;
    for (int c = 0; c <= columns; ++c) {
        const double from = begin + c * step;
        const auto until = static_cast<std::int64_t>(from + step);
        const auto after = static_cast<std::size_t>(std::upper_bound(time.begin() + static_cast<std::ptrdiff_t>(row), time.end(), until) - time.begin());
        std::size_t largest = row;
        for (std::size_t i = row + 1; i < after;) {
            if (i % kGroup == 0 && i + kGroup <= after) {
                if (allocated[m_largest[i / kGroup]] > allocated[largest])
                    largest = m_largest[i / kGroup];
                i += kGroup;
            } else {
                if (allocated[i] > allocated[largest])
                    largest = i;
                ++i;
            }
        }
        samples.time.push_back(from / kMemoryNsPerMs);
        double sum = 0;
        for (std::size_t b = 0; b < bands.bands.size(); ++b) {
            sum += static_cast<double>(bands.bands[b].held[largest]);
            samples.upper[b].push_back(sum);
        }
        if (!reserved.empty())
            samples.reserved.push_back(static_cast<double>(reserved[largest]));
        row = after > row ? after - 1 : row;
        if (row + 1 >= time.size() && from > static_cast<double>(time.back()))
            break; // nothing is recorded after the last event
    }
    return samples;
}

core::TimeRange MemoryPicture::hostRange(const core::Selection &selection) const
{
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        for (const core::Pass &own : host.passes)
            if (own.number == pass->pass && host.device == pass->device)
                return own.range;
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        for (const core::LayerSpan &own : host.layers)
            if (own.pass == layer->pass && own.layer == layer->layer && host.device == layer->device)
                return own.range;
    }
    return {};
}

} // namespace lamella::ui
