// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/WithinTable.h"

#include "core/analysis/PassMetrics.h"
#include "core/base/DurationText.h"
#include "core/base/Format.h"
#include "core/base/Interval.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <map>
#include <string>

namespace lamella::core {

namespace {

enum class By { Category, Kernel, Stream };
struct Part {
    std::uint32_t device = 0;
    std::uint32_t key = 0; // category, name or stream, depending on --by
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = INT64_MAX;
    std::int64_t maxNs = 0;
    std::int64_t busyNs = 0;
    std::vector<TimeRange> ranges;
};

std::uint32_t keyOf(By by, const TraceDocument &document, const KernelNames &names, std::uint32_t kernel)
{
    switch (by) {
    case By::Category:
        return static_cast<std::uint32_t>(names.category(document.kernels.name[kernel]));
    case By::Kernel:
        return document.kernels.name[kernel].value;
    case By::Stream:
        break;
    }
    return document.kernels.stream[kernel].value;
}

Result<std::vector<Part>> rangeParts(
    By by, const TraceDocument &document, const KernelNames &names, TimeRange range, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 1u << 14; // between two checks of the stop request
    std::map<std::pair<std::uint32_t, std::uint32_t>, Part> found;
    const KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size() && kernels.start[k] < range.end.value; ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        const std::int64_t begin = std::max(kernels.start[k], range.begin.value);
        const std::int64_t end = std::min(kernels.end(k), range.end.value);
        const bool moment = kernels.duration[k] == 0 && kernels.start[k] >= range.begin.value;
        if (end <= begin && !moment)
            continue;
        const std::uint32_t device = document.deviceOf(KernelId(k)).value;
        const std::uint32_t key = keyOf(by, document, names, k);
        Part &part = found[{device, key}];
        part.device = device;
        part.key = key;
        const std::int64_t inside = std::max<std::int64_t>(0, end - begin);
        ++part.count;
        part.sumNs = addSaturated(part.sumNs, inside);
        part.minNs = std::min(part.minNs, inside);
        part.maxNs = std::max(part.maxNs, inside);
        part.ranges.push_back({{begin}, {end}});
    }
    std::vector<Part> parts;
    for (auto &[key, part] : found) {
        part.busyNs = unionLength(std::move(part.ranges)).value;
        part.ranges = {};
        parts.push_back(std::move(part));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.sumNs > b.sumNs; });
    return parts;
}

// Data for the getters.
struct PartLookup {
    const TraceDocument &document;
    const KernelNames &names;
    By by;
    std::int64_t lengthNs; // of the time range
};

OrMissing<std::string> categoryText(const PartLookup &look, const Part &part)
{
    if (look.by == By::Stream)
        return Missing{"of any kind"};
    const Category category = look.by == By::Category ? static_cast<Category>(part.key) : look.names.category(StringId(part.key));
    return std::string(info(category).id);
}

OrMissing<std::string> nameText(const PartLookup &look, const Part &part, std::string KernelName::*text)
{
    if (look.by != By::Kernel)
        return Missing{look.by == By::Stream ? "of any kind" : "all of the category"};
    const std::string &name = look.names[StringId(part.key)].*text;
    return name.empty() ? std::string(look.document.text(StringId(part.key))) : name;
}

std::vector<Column<Part>> partColumns(const PartLookup *look)
{
    using namespace columns;
    return {rowNumber<Part>("rank", "1 = longest sum"),
        column(device(), [look](const Part &p) { return look->document.devices[p.device].number; }),
        integer("stream", "Stream", "As recorded",
            [look](const Part &p) -> OrMissing<std::int64_t> {
                if (look->by != By::Stream)
                    return Missing{"on any stream"};
                return streamNumber(look->document.streams[p.key]);
            }),
        text("category", "Category", "What the kernels do", [look](const Part &p) { return categoryText(*look, p); }),
        text("short_name", "Kernel", "Name without return type, namespaces and arguments",
            [look](const Part &p) { return nameText(*look, p, &KernelName::shortName); }),
        integer("count", "Count", "Kernels that run in the time range, also those that cross its ends", &Part::count),
        duration("sum_ns", "Sum", "Sum of the parts of their durations inside the time range", &Part::sumNs),
        duration("busy_ns", "Busy", "Length of the union of these parts", &Part::busyNs),
        ifRoom(duration("idle_ns", "Idle", "Length of the time range minus busy",
            [look](const Part &p) { return look->lengthNs - p.busyNs; })),
        share("share", "Busy share", "Busy, of the length of the time range",
            [look](const Part &p) { return ratio(p.busyNs, look->lengthNs, "the time range has no length"); }),
        ifRoom(duration(
            "avg_ns", "Avg", "Mean of the parts inside the time range", [](const Part &p) { return meanNs(p.sumNs, p.count); })),
        ifRoom(duration("min_ns", "Min", "Shortest of these parts", &Part::minNs)),
        ifRoom(duration("max_ns", "Max", "Longest of these parts", &Part::maxNs)),
        onRequest(text(
            "name", "Name", "Whole name, demangled", [look](const Part &p) { return nameText(*look, p, &KernelName::full); }))};
}

} // namespace

std::vector<ReportColumn> withinColumns()
{
    return headings<partColumns>();
}

Result<ReportTable> withinTable(const std::shared_ptr<const TraceDocument> &document,
    const std::shared_ptr<const KernelNames> &names, TimeRange range, std::string_view by, const JobControl &control)
{
    By what = By::Category;
    if (by == "kernel" || by == "stream")
        what = by == "kernel" ? By::Kernel : By::Stream;
    else if (!by.empty() && by != "category")
        return Error{
            ErrorCode::BadRequest, msg("a time range cannot be summed by %1; use category, kernel or stream", by), {}, -1};
    std::int64_t length = 0;
    if (__builtin_sub_overflow(range.end.value, range.begin.value, &length) || length <= 0)
        return Error{ErrorCode::BadRequest, "the time range has no length", {}, -1};
    const auto parts = rangeParts(what, *document, *names, range, control);
    if (!parts)
        return parts.error();
    const PartLookup look{*document, *names, what, length};
    RowTable<Part> table("within", "In the time range", partColumns(&look));
    for (const Part &part : *parts) {
        Selection target;
        if (what == By::Kernel)
            target = NameSelection{StringId(part.key)};
        table.append(part, target);
    }
    const std::int64_t zero = document->zero();
    table.addNote(msg("From %1 to %2, %3; kernels that cross an end count with the part inside.",
        formatTime(range.begin.value - zero), formatTime(range.end.value - zero), formatDuration(length)));
    noteUnrecorded(table, *document, range);
    table.addProvenance("tool", "lamella " LAMELLA_VERSION);
    table.addProvenance("file", document->source.path);
    table.addProvenance("format", document->metadata.format);
    if (!document->metadata.producer.empty())
        table.addProvenance("producer", document->metadata.producer);
    table.addProvenance("from_ns", std::to_string(range.begin.value - zero));
    table.addProvenance("to_ns", std::to_string(range.end.value - zero));
    table.addProvenance("by", what == By::Category ? "category" : std::string(by));
    return table;
}

void noteUnrecorded(ReportTable &table, const TraceDocument &document, TimeRange range)
{
    const TimeRange recorded{{document.bounds.exactBegin}, {document.bounds.exactEnd}};
    if (range.begin < recorded.begin || range.end > recorded.end)
        table.addNote(msg("The trace lasts from %1 to %2; nothing was recorded outside of it.",
            formatTime(recorded.begin.value - document.zero()), formatTime(recorded.end.value - document.zero())));
}

constexpr std::int64_t kLongestTrace = std::int64_t{1000} * 24 * kHourNs; // longer times are rejected

std::optional<TimeRange> timeRangeFromText(std::string_view text)
{
    const std::size_t dash = text.find('-', 1);
    if (dash == std::string_view::npos)
        return std::nullopt;
    const auto from = durationFromText(text.substr(0, dash), kLongestTrace);
    const auto to = durationFromText(text.substr(dash + 1), kLongestTrace);
    if (!from || !to || *to <= *from)
        return std::nullopt;
    return TimeRange{{*from}, {*to}};
}

} // namespace lamella::core
