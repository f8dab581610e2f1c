// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ArgSearch.h"

#include "core/base/AsciiCase.h"
#include "core/base/WorkerThreads.h"
#include "core/import/EventTextReader.h"
#include "core/import/chrome/ArgScanner.h"
#include "core/import/chrome/TextCursor.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kTextBytes = std::size_t{2} << 20; // read at once; more only for a larger event

struct TextRange {
    std::size_t firstChunk = 0;
    std::size_t lastChunk = 0; // exclusive
};

std::vector<TextRange> textRangesOf(const TraceDocument &document, std::int64_t bytes)
{
    std::vector<TextRange> ranges;
    const std::span<const EventChunk> chunks = document.events.chunks();
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (ranges.empty() || chunks[i].textOffset - begin >= bytes) {
            ranges.push_back({i, i});
            begin = chunks[i].textOffset;
        }
        ranges.back().lastChunk = i + 1;
    }
    return ranges;
}

// Receives the matches of sections in any order and passes them on in file order.
class Matches {
public:
    Matches(const ArgSearchOptions &options, const std::function<void(std::vector<ArgMatch> &&)> &found)
        : m_max(options.maxMatches)
        , m_found(found)
    {
    }
    // False if no more matches are wanted.
    bool add(std::size_t range, std::vector<ArgMatch> &&matches, bool last)
    {
        const std::lock_guard lock(m_mutex);
        Pending &pending = m_pending[range];
        std::move(matches.begin(), matches.end(), std::back_inserter(pending.matches));
        pending.last = last;
        while (!m_pending.empty() && m_pending.begin()->first == m_front) {
            Pending &front = m_pending.begin()->second;
            handOn(front.matches);
            if (!front.last)
                break;
            m_pending.erase(m_pending.begin());
            ++m_front;
        }
        return m_result.complete;
    }
    void fail(Error error)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = std::move(error);
    }
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] const ArgSearchResult &result() const { return m_result; }

private:
    struct Pending {
        std::vector<ArgMatch> matches;
        bool last = false;
    };
    void handOn(std::vector<ArgMatch> &matches)
    {
        if (matches.size() > m_max - m_result.matches) {
            matches.resize(m_max - m_result.matches);
            m_result.complete = false;
        }
        m_result.matches += matches.size();
        if (!matches.empty())
            m_found(std::move(matches));
        matches.clear();
    }

    std::mutex m_mutex;
    std::size_t m_max;
    const std::function<void(std::vector<ArgMatch> &&)> &m_found;
    std::map<std::size_t, Pending> m_pending; // by index of the section
    std::size_t m_front = 0;
    ArgSearchResult m_result;
    std::optional<Error> m_error;
};

class Search {
public:
    Search(const TraceDocument &document, const ArgQuery &query, const ArgSearchOptions &options,
        const std::function<void(std::vector<ArgMatch> &&)> &found, const JobControl &control)
        : m_document(document)
        , m_query(query)
        , m_max(options.maxMatches)
        , m_maxValueBytes(options.maxValueBytes)
        , m_control(control)
        , m_ranges(textRangesOf(document, options.rangeBytes))
        , m_matches(options, found)
    {
    }

    Result<ArgSearchResult> run(WorkersWanted workers)
    {
        workers.max = static_cast<unsigned>(std::clamp<std::size_t>(m_ranges.size(), 1, workers.max));
        runOnThreads(
            workers, [this](Worker &worker) { work(worker); }, [this] { m_ended = true; });
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_document.source.path};
        if (m_matches.error())
            return *m_matches.error();
        return m_matches.result();
    }

private:
    void work(Worker &worker)
    {
        TextCursor text(m_document.source);
        ArgScanner scanner(m_document, m_query, m_maxValueBytes);
        for (std::size_t at = m_next++; at < m_ranges.size() && goesOn(); at = m_next++) {
            std::vector<ArgMatch> found; // not passed on yet
            std::size_t left = m_max + 1; // one more than wanted shows that there are more
            for (std::size_t i = m_ranges[at].firstChunk; i < m_ranges[at].lastChunk && goesOn(); ++i) {
                const EventChunk &chunk = m_document.events.chunks()[i];
                std::uint32_t row = 0;
                while (row < chunk.size() && left > 0 && goesOn()) {
                    if (const Result<void> read = scanSome(chunk, row, left, text, scanner, found); !read)
                        return fail(read.error());
                    left -= std::min(left, found.size());
                    if (!m_matches.add(at, std::move(found), false))
                        m_ended = true;
                    found.clear();
                }
                report(chunk);
            }
            if (goesOn() && !m_matches.add(at, {}, true))
                m_ended = true;
            if (m_next.load(std::memory_order_relaxed) < m_ranges.size())
                worker.spawnMoreWorkers();
        }
    }
    [[nodiscard]] bool goesOn() const { return !m_ended.load(std::memory_order_relaxed) && !m_control.stopRequested(); }
    void fail(const Error &error)
    {
        m_matches.fail(error);
        m_ended = true;
    }
    void report(const EventChunk &chunk)
    {
        const std::unique_lock lock(m_reportMutex, std::try_to_lock);
        if (!lock)
            return;
        m_furthest = std::max(m_furthest, chunk.textOffset);
        m_control.report(static_cast<std::uint64_t>(m_furthest), m_document.source.rawBytes);
    }

    // Scans the events from `row` on whose text is within a few megabytes; advances `row` past them.
    Result<void> scanSome(const EventChunk &chunk, std::uint32_t &row, std::size_t max, TextCursor &text, ArgScanner &scanner,
        std::vector<ArgMatch> &found) const
    {
        std::vector<ArgScanner::Place> places;
        std::uint32_t begin = 0;
        std::size_t end = 0;
        for (; row < chunk.size(); ++row) {
            if (chunk.length[row] == 0)
                continue; // has no text in the file
            const std::uint32_t from = chunk.offset[row];
            if (places.empty())
                begin = from;
            const std::size_t behind = std::size_t{from} + chunk.length[row];
            if (!places.empty() && (from < begin + places.back().offset || behind - begin > kTextBytes))
                break;
            places.push_back({EventId{chunk.firstEvent + row}, from - begin, chunk.length[row]});
            end = std::max(end, behind);
        }
        if (places.empty())
            return {};
        const Result<std::string_view> read =
            text.read(static_cast<std::uint64_t>(chunk.textOffset + begin), end - begin, m_control);
        if (!read)
            return read.error();
        scanner.scan(*read, places, max, found);
        return {};
    }

    const TraceDocument &m_document;
    const ArgQuery &m_query;
    std::size_t m_max;
    std::size_t m_maxValueBytes;
    const JobControl &m_control;
    std::vector<TextRange> m_ranges;
    Matches m_matches;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_ended{false};
    std::mutex m_reportMutex;
    std::int64_t m_furthest = 0;
};

} // namespace

Result<ArgQuery> ArgQuery::parse(std::string_view text)
{
    const std::string lowered = asciiLowered(text);
    const std::size_t equals = lowered.find('=');
    ArgQuery query;
    query.text = equals == std::string::npos ? lowered : lowered.substr(equals + 1);
    if (equals != std::string::npos)
        query.key = lowered.substr(0, equals);
    if (query.key.empty() && query.text.empty())
        return Error{ErrorCode::BadRequest, "nothing to look for in the args; give TEXT or KEY=TEXT", {}, -1};
    return query;
}

Result<ArgSearchResult> searchArgs(const TraceDocument &document, const ArgQuery &query, const ArgSearchOptions &options,
    const std::function<void(std::vector<ArgMatch> &&)> &found, const JobControl &control)
{
    if (!hasEventText(document))
        return Error{ErrorCode::BadRequest,
            document.source.protobuf ? "args of XSpace are no text that can be searched; export the trace as JSON"
                                     : "args are columns of a database here; ask it with sqlite3",
            document.source.path};
    // Creates checkpoints, so that every worker can start in the middle.
    if (const Result<void> prepared = prepareEventText(document, {control.stop, {}}); !prepared)
        return prepared.error();
    return Search(document, query, options, found, control).run(workersWanted(std::min(options.workers, kMaxWorkers)));
}

} // namespace lamella::core
