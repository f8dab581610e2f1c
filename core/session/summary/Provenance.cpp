// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/Columns.h"
#include "core/session/summary/TraceReport.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kListed = 8;

// "570 (144 times), 571 (144 times) and 12 more"
std::string mostFrequent(const TraceDocument &document, const std::map<std::uint32_t, std::uint64_t> &counts)
{
    std::vector<std::pair<std::uint32_t, std::uint64_t>> all(counts.begin(), counts.end());
    std::sort(all.begin(), all.end(), [&document](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : document.text(StringId{a.first}) < document.text(StringId{b.first});
    });
    std::string out;
    for (std::size_t i = 0; i < std::min(all.size(), kListed); ++i)
        out += (i == 0 ? "" : ", ") + std::string(document.text(StringId{all[i].first})) + " (" + std::to_string(all[i].second)
            + (all[i].second == 1 ? " time)" : " times)");
    if (all.size() > kListed)
        out += " and " + std::to_string(all.size() - kListed) + " more";
    return out;
}

struct FactRow {
    std::string key;
    std::string value;
    std::string_view why; // why there is no value
};

std::vector<Column<FactRow>> factColumns()
{
    using namespace columns;
    return {text("key", "What", "Stable name", &FactRow::key),
        text(
            "value", "Value", "As recorded, or computed from the file", [](const FactRow &r) { return textOr(r.value, r.why); })};
}

} // namespace

Result<ReportTable> provenanceTable(const TraceDocument &document, const RunMetadata &metadata, FileHash &fileHash)
{
    RowTable<FactRow> table("provenance", "Provenance", factColumns());
    const auto row = [&table](const char *key, std::string_view value, const char *why) {
        table.append({key, std::string(value), why});
    };
    const auto hash = fileHash.hex();
    if (!hash)
        return hash.error();
    std::vector<std::uint64_t> runsOf(document.strings.size(), 0);
    std::vector<std::uint64_t> timesOf(document.operations.size(), 0);
    for (const EventChunk &chunk : document.events.chunks()) {
        const auto count = [&chunk](SparseKey key, std::vector<std::uint64_t> &times) {
            const auto &ids = chunk.sparse[static_cast<std::size_t>(key)].values;
            for (std::size_t i = 0; i < ids.size(); ++i)
                ++times[static_cast<std::size_t>(ids[i])];
        };
        count(SparseKey::RunId, runsOf);
        count(SparseKey::Operation, timesOf);
    }
    std::map<std::uint32_t, std::uint64_t> runs;
    std::map<std::uint32_t, std::uint64_t> sources;
    for (std::uint32_t id = 0; id < runsOf.size(); ++id)
        if (runsOf[id] > 0)
            runs[id] = runsOf[id];
    for (std::size_t id = 0; id < timesOf.size(); ++id)
        if (const StringId source = document.operations[id].source; timesOf[id] > 0 && source.value != 0)
            sources[source.value] += timesOf[id];
    row("file", document.source.path, "");
    row("sha256", *hash, "");
    row("format", document.metadata.format, "not told by the file");
    row("producer", document.metadata.producer, "not told by the file");
    row("run_ids", mostFrequent(document, runs), "no run ids recorded");
    row("run_ids_distinct", std::to_string(runs.size()), "");
    row("source_lines", mostFrequent(document, sources), "no source lines recorded");
    for (const auto &[key, value] : metadata)
        row(("meta." + key).c_str(), value, "empty");
    return table;
}

} // namespace lamella::core
