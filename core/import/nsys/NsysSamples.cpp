// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysSamples.h"

#include "core/base/Typical.h"
#include "core/import/JsonText.h"
#include "core/import/MemoryBudget.h"
#include "core/import/nsys/NsysStrings.h"
#include "core/import/nsys/ReadDatabase.h"
#include "core/import/nsys/SqliteTable.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNone = HostSamples::kNone;
constexpr std::size_t kPollRows = 1U << 14;
constexpr std::size_t kMinIntervals = 8; // to call their median a period
constexpr std::size_t kMaxDepth = 4096; // of a chain; outer functions beyond are left out

// A function of a chain, as recorded.
struct ChainRow {
    std::int64_t chain = 0;
    std::int64_t depth = 0;
    std::uint32_t function = 0;
    friend bool operator<(const ChainRow &a, const ChainRow &b)
    {
        return a.chain != b.chain ? a.chain < b.chain : a.depth < b.depth;
    }
};

class SampleReader {
public:
    SampleReader(const TraceDocument &document, const SqliteFile &file, const JobControl &control)
        : m_document(document)
        , m_file(file)
        , m_control(control)
        , m_budget(ImportLimits())
    {
        m_budget.boundByFile(document.source.fileBytes);
    }
    Result<HostSamples> run();

private:
    using Chains = std::unordered_map<std::int64_t, std::uint32_t>; // innermost frame by number of the chain

    void readTexts();
    [[nodiscard]] std::string text(std::optional<std::int64_t> id) const;
    // A row can ask for much: the budget is looked at for each.
    [[nodiscard]] bool goOn() { return !m_budget.exceeded() && (++m_rows % kPollRows != 0 || !m_control.stopRequested()); }
    void close(const SqliteRows &rows) { m_damaged = m_damaged || rows.damaged(); }
    Chains readChains(std::string_view table);
    void readSamples();
    [[nodiscard]] std::vector<HostSamples::Chain> readCalls(std::string_view calls, std::string_view chainsOfCalls);
    std::uint32_t function(std::int64_t symbol, std::int64_t module, bool resolved);
    std::uint32_t frameOf(std::uint32_t caller, std::uint32_t function);
    void measurePeriod();

    const TraceDocument &m_document;
    const SqliteFile &m_file;
    const JobControl &m_control;
    MemoryBudget m_budget;
    HostSamples m_made;
    std::size_t m_rows = 0;
    bool m_damaged = false; // rows are missing
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> m_functions; // by symbol (-1: none) and module
    std::unordered_map<std::uint64_t, std::uint32_t> m_frames; // by caller and function
};

void SampleReader::readTexts()
{
    SqliteRows rows = m_file.rows("StringIds", {"id", "value"});
    while (goOn() && rows.next()) {
        m_budget.hold(rows.text(1).size() + 64);
        m_texts.emplace(rows.integer(0), rows.text(1));
    }
    close(rows);
}

std::string SampleReader::text(std::optional<std::int64_t> id) const
{
    const auto found = id ? m_texts.find(*id) : m_texts.end();
    return found == m_texts.end() ? std::string() : cleanSample(found->second, found->second.size() * 3);
}

// Addresses without a symbol are one function of their library.
std::uint32_t SampleReader::function(std::int64_t symbol, std::int64_t module, bool resolved)
{
    const auto [found, added] =
        m_functions.try_emplace({resolved ? symbol : -1, module}, static_cast<std::uint32_t>(m_made.functions.size()));
    if (added) {
        m_made.functions.push_back({resolved ? text(symbol) : std::string(), text(module)});
        m_budget.hold(sizeof(NativeFunction) + 64 + m_made.functions.back().name.size() + m_made.functions.back().library.size());
    }
    return found->second;
}

std::uint32_t SampleReader::frameOf(std::uint32_t caller, std::uint32_t function)
{
    const auto [found, added] =
        m_frames.try_emplace(std::uint64_t{caller} << 32 | function, static_cast<std::uint32_t>(m_made.frames.size()));
    if (added) {
        m_budget.hold(sizeof(HostSamples::Frame) + 48);
        m_made.frames.push_back({caller, function});
    }
    return found->second;
}

SampleReader::Chains SampleReader::readChains(std::string_view table)
{
    std::vector<ChainRow> all;
    SqliteRows rows = m_file.rows(table, {"id", "stackDepth", "symbol", "module", "unresolved"});
    while (goOn() && rows.next()) {
        const auto chain = rows.optionalInteger(0);
        const auto depth = rows.optionalInteger(1);
        if (!chain || !depth) {
            ++m_made.unplaced;
            continue;
        }
        m_budget.hold(sizeof(ChainRow));
        all.push_back({*chain, *depth, function(rows.integer(2, -1), rows.integer(3, -1), rows.integer(4) == 0)});
    }
    close(rows);
    if (!std::is_sorted(all.begin(), all.end()))
        std::stable_sort(all.begin(), all.end());
    Chains chains;
    for (std::size_t begin = 0; begin < all.size() && goOn();) {
        std::size_t end = begin;
        while (end < all.size() && all[end].chain == all[begin].chain)
            ++end;
        m_made.deep += end - begin > kMaxDepth ? 1 : 0;
        std::uint32_t frame = kNone;
        for (std::size_t at = std::min(end, begin + kMaxDepth); at-- > begin;)
            frame = frameOf(frame, all[at].function);
        chains.emplace(all[begin].chain, frame);
        m_budget.hold(48);
        begin = end;
    }
    return chains;
}

void SampleReader::readSamples()
{
    if (!m_file.has("COMPOSITE_EVENTS"))
        return;
    const Chains chains = readChains("SAMPLING_CALLCHAINS");
    std::map<std::pair<std::string, std::string>, TrackId> tracks;
    for (std::uint32_t t = 0; t < m_document.tracks.size(); ++t)
        tracks.emplace(std::pair(m_document.tracks[t].process, m_document.tracks[t].thread), TrackId(t));
    std::unordered_map<std::int64_t, TrackId> ofThread;
    SqliteRows rows = m_file.rows("COMPOSITE_EVENTS", {"id", "start", "globalTid"});
    while (goOn() && rows.next()) {
        const auto time = rows.optionalInteger(1);
        if (!time) {
            ++m_made.unread;
            continue;
        }
        const std::int64_t thread = rows.integer(2);
        const auto [known, added] = ofThread.try_emplace(thread);
        if (added)
            if (const auto track = tracks.find({std::to_string(nsysProcess(thread)), std::to_string(nsysThread(thread))});
                track != tracks.end())
                known->second = track->second;
        // With what the maps of threads and measurePeriod() take.
        m_budget.hold(sizeof(HostSamples::Sample) + 24 + (added ? 160 : 0));
        const auto sample = rows.optionalInteger(0);
        const auto chain = sample ? chains.find(*sample) : chains.end();
        const std::uint32_t frame = chain == chains.end() ? kNone : chain->second;
        m_made.shallow += frame != kNone && m_made.frames[frame].caller == kNone ? 1 : 0;
        m_made.samples.push_back({*time, known->second, frame});
    }
    close(rows);
    std::stable_sort(m_made.samples.begin(), m_made.samples.end(),
        [](const HostSamples::Sample &a, const HostSamples::Sample &b) { return a.time < b.time; });
}

// Files record a nominal period of clock cycles or of time, and do not say which: the times tell.
void SampleReader::measurePeriod()
{
    std::unordered_map<std::int64_t, std::int64_t> last; // by thread
    std::vector<std::int64_t> intervals;
    SqliteRows rows = m_file.rows("COMPOSITE_EVENTS", {"start", "globalTid"});
    std::vector<std::pair<std::int64_t, std::int64_t>> times;
    while (goOn() && rows.next())
        if (const auto time = rows.optionalInteger(0))
            times.emplace_back(*time, rows.integer(1));
    close(rows);
    std::sort(times.begin(), times.end());
    for (const auto &[time, thread] : times) {
        const auto [before, first] = last.try_emplace(thread, time);
        std::int64_t interval = 0;
        if (!first && !__builtin_sub_overflow(time, before->second, &interval) && interval > 0)
            intervals.push_back(interval);
        before->second = time;
    }
    if (intervals.size() < kMinIntervals)
        return;
    m_made.periodNs = middleValue(std::move(intervals));
}

// Calls with a chain, found by the row that their event keeps. Chain 0 is none: the call was too short for one.
std::vector<HostSamples::Chain> SampleReader::readCalls(std::string_view calls, std::string_view chainsOfCalls)
{
    std::vector<HostSamples::Chain> made;
    if (!m_file.has(calls) || !m_file.has(chainsOfCalls))
        return made;
    const std::string stored = m_file.stored(calls);
    const auto &tables = m_file.tables();
    const auto number = static_cast<std::uint32_t>(1 + (std::find(tables.begin(), tables.end(), stored) - tables.begin()));
    const Chains chains = readChains(chainsOfCalls);
    std::unordered_map<std::int64_t, std::uint32_t> ofRow;
    SqliteRows rows = m_file.rows(calls, {"rowid", "callchainId"});
    while (goOn() && rows.next()) {
        const auto chain = rows.optionalInteger(1);
        if (!chain || *chain == 0)
            continue;
        const auto frame = chains.find(*chain);
        if (frame == chains.end()) {
            ++m_made.lost;
            continue;
        }
        m_budget.hold(48 + sizeof(HostSamples::Chain));
        ofRow.emplace(rows.integer(0), frame->second);
    }
    close(rows);
    for (std::uint32_t e = 0; e < m_document.events.size() && !ofRow.empty() && goOn(); ++e) {
        const auto [row, table] = m_document.events.text(EventId(e));
        if (table != number)
            continue;
        if (const auto frame = ofRow.find(row); frame != ofRow.end())
            made.push_back({EventId(e), frame->second});
    }
    return made;
}

Result<HostSamples> SampleReader::run()
{
    readTexts();
    readSamples();
    measurePeriod();
    m_made.chains = readCalls("CUPTI_ACTIVITY_KIND_RUNTIME", "CUDA_CALLCHAINS");
    m_made.osChains = readCalls("OSRT_API", "OSRT_CALLCHAINS");
    if (m_control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", m_document.source.path};
    if (m_budget.exceeded())
        return m_budget.limitError(m_document.source.path);
    if (m_damaged || m_file.unreadable())
        return Error{ErrorCode::Io, "a table of samples is damaged", m_document.source.path};
    return std::move(m_made);
}

} // namespace

Result<HostSamples> readHostSamples(const TraceDocument &document, const JobControl &control)
{
    if (!document.metadata.format.starts_with("Nsight Systems SQLite"))
        return HostSamples();
    const Result<std::unique_ptr<SqliteFile>> file = reopenDatabase(document, control);
    if (!file)
        return file.error();
    if (std::none_of(kNsysSampleTables.begin(), kNsysSampleTables.end(),
            [&file](const NsysSampleTable &table) { return (*file)->has(table.name); }))
        return HostSamples();
    return SampleReader(document, **file, control).run();
}

} // namespace lamella::core
