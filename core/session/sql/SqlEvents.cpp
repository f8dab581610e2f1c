// SPDX-License-Identifier: GPL-3.0-or-later
// events: everything that the file records, one row an event; tracks: the threads and streams it is on.
#include "core/base/OneLineJson.h"
#include "core/base/Saturate.h"
#include "core/model/EventCursor.h"
#include "core/session/sql/SqlKernels.h"

#include <array>

namespace lamella::core {

namespace {

using Row = std::uint32_t;
using Text = std::optional<std::string_view>;

enum class SparseText { No, Plain, Json };
struct SparseName {
    const char *name;
    SparseKey key;
    SparseText text = SparseText::No;
};
constexpr std::array kSparse{SparseName{"correlation", SparseKey::Correlation}, SparseName{"external_id", SparseKey::ExternalId},
    SparseName{"bytes", SparseKey::Bytes}, SparseName{"flops", SparseKey::Flops},
    SparseName{"input_dims", SparseKey::InputDims, SparseText::Json},
    SparseName{"input_types", SparseKey::InputTypes, SparseText::Json},
    SparseName{"concrete_inputs", SparseKey::ConcreteInputs, SparseText::Json}, SparseName{"sequence", SparseKey::Sequence},
    SparseName{"collective", SparseKey::CollectiveName, SparseText::Plain},
    SparseName{"collective_type", SparseKey::CollectiveType, SparseText::Plain},
    SparseName{"collective_group", SparseKey::CollectiveGroup, SparseText::Plain},
    SparseName{"collective_ranks", SparseKey::CollectiveRanks, SparseText::Json},
    SparseName{"collective_group_size", SparseKey::CollectiveGroupSize},
    SparseName{"collective_sequence", SparseKey::CollectiveSequence},
    SparseName{"collective_elements", SparseKey::CollectiveElements},
    SparseName{"collective_out_elements", SparseKey::CollectiveOutElements},
    SparseName{"run_id", SparseKey::RunId, SparseText::Plain}};

// The texts of a track, each with a key.
struct TrackKeys {
    explicit TrackKeys(const std::vector<Track> &tracks)
    {
        for (const Track &track : tracks) {
            process.push_back(processes.key(track.process));
            processName.push_back(processNames.key(track.processName));
            thread.push_back(threads.key(track.thread));
            threadName.push_back(threadNames.key(track.threadName));
        }
    }
    SqlTextKeys processes, processNames, threads, threadNames;
    std::vector<std::uint32_t> process, processName, thread, threadName; // by TrackId
};

struct EventFacts {
    explicit EventFacts(std::shared_ptr<const TraceDocument> from)
        : document(std::move(from))
        , tracks(document->tracks)
        , cursor(document->events)
    {
        for (int c = 0; c < 256; ++c)
            letters[static_cast<std::size_t>(c)] = static_cast<char>(c);
        for (std::size_t c = 0; c < letters.size(); ++c)
            phases.key({&letters[c], c == 0 ? std::size_t{0} : std::size_t{1}});
    }
    [[nodiscard]] std::pair<const EventChunk *, Row> at(Row event)
    {
        const EventChunk &chunk = cursor.chunkOf(EventId(event));
        return {&chunk, event - chunk.firstEvent};
    }
    Text json(std::int64_t text)
    {
        const auto [it, added] = m_json.try_emplace(text);
        if (added)
            it->second = oneLineJson(document->text(StringId(static_cast<std::uint32_t>(text))));
        return it->second;
    }

    std::shared_ptr<const TraceDocument> document;
    TrackKeys tracks;
    EventCursor cursor;
    std::array<char, 256> letters{};
    SqlTextKeys phases;

private:
    std::unordered_map<std::int64_t, std::string> m_json;
};

// A text of the pool; different ids are different texts.
SqlRowColumn pooled(const char *name, EventFacts *f, std::function<std::uint32_t(Row)> id)
{
    SqlRowColumn column{{name, SqlType::Text, false}};
    column.key = std::move(id);
    column.textOfKey = [f](std::uint32_t key) { return f->document->text(StringId(key)); };
    column.keyOfText = [f](std::string_view text) { return f->document->strings.find(text).value; };
    return column;
}

SqlRowColumn ofTrack(const char *name, EventFacts *f, SqlTextKeys TrackKeys::*texts, std::vector<std::uint32_t> TrackKeys::*keys)
{
    return sqlKeyed(name, f->tracks.*texts, [f, keys](Row r) {
        const auto [chunk, row] = f->at(r);
        const TrackId track = chunk->track[row];
        return track.valid() ? (f->tracks.*keys)[track.value] : kSqlNoKey;
    });
}

std::vector<SqlRowColumn> eventColumns(EventFacts *f)
{
    const auto start = [f](Row r) {
        const auto [chunk, row] = f->at(r);
        return chunk->start[row];
    };
    const auto duration = [f](Row r) {
        const auto [chunk, row] = f->at(r);
        return chunk->duration[row] < 0 ? kSqlNull : chunk->duration[row];
    };
    const auto fromZero = [f](std::int64_t time) {
        return time == kSqlNull ? kSqlNull : subtractSaturated(time, f->document->zero());
    };
    std::vector<SqlRowColumn> all{sqlNumber(
                                      "event", [](Row r) { return std::int64_t{r}; }, true),
        pooled("name", f,
            [f](Row r) {
                const auto [chunk, row] = f->at(r);
                return chunk->name[row].value;
            }),
        pooled("category", f,
            [f](Row r) {
                const auto [chunk, row] = f->at(r);
                return chunk->category[row].value;
            }),
        sqlKeyed("phase", f->phases,
            [f](Row r) {
                const auto [chunk, row] = f->at(r);
                return static_cast<std::uint32_t>(static_cast<unsigned char>(chunk->phase[row]));
            }),
        sqlNumber("track",
            [f](Row r) {
                const auto [chunk, row] = f->at(r);
                const TrackId track = chunk->track[row];
                return track.valid() ? std::int64_t{track.value} : kSqlNull;
            }),
        ofTrack("process", f, &TrackKeys::processes, &TrackKeys::process),
        ofTrack("process_name", f, &TrackKeys::processNames, &TrackKeys::processName),
        ofTrack("thread", f, &TrackKeys::threads, &TrackKeys::thread),
        ofTrack("thread_name", f, &TrackKeys::threadNames, &TrackKeys::threadName),
        sqlNumber("start_ns", [start, fromZero](Row r) { return fromZero(start(r)); }), sqlNumber("dur_ns", duration),
        sqlNumber("end_ns", [start, duration, fromZero](Row r) {
            const std::int64_t from = start(r);
            const std::int64_t length = duration(r);
            return from == kSqlNull || length == kSqlNull ? kSqlNull : fromZero(addSaturated(from, length));
        })};
    for (const SparseName &sparse : kSparse) {
        const auto value = [f, key = sparse.key](Row r) {
            const auto [chunk, row] = f->at(r);
            return chunk->sparseValue(key, row);
        };
        if (sparse.text == SparseText::No)
            all.push_back(sqlNumber(sparse.name, [value](Row r) { return value(r).value_or(kSqlNull); }));
        else
            all.push_back(sqlText(sparse.name, [f, value, isJson = sparse.text == SparseText::Json](Row r) {
                const auto id = value(r);
                if (!id)
                    return Text();
                return isJson ? f->json(*id) : Text(f->document->text(StringId(static_cast<std::uint32_t>(*id))));
            }));
    }
    return all;
}

struct TrackFacts {
    std::shared_ptr<const TraceDocument> document;
    TrackKeys keys;
};

} // namespace

Result<std::shared_ptr<const SqlRows>> sqlEventRows(const SqlTrace &trace, const SqlScope &, SqlRun &)
{
    const auto facts = std::make_shared<EventFacts>(trace.session->sharedDocument());
    return std::make_shared<const SqlRows>(facts->document->events.size(), eventColumns(facts.get()), facts);
}

Result<std::shared_ptr<const SqlRows>> sqlTrackRows(const SqlTrace &trace, const SqlScope &, SqlRun &)
{
    const std::shared_ptr<const TraceDocument> document = trace.session->sharedDocument();
    const auto facts = std::make_shared<TrackFacts>(TrackFacts{document, TrackKeys(document->tracks)});
    const TrackFacts *const f = facts.get();
    const auto stream = [f](Row r) -> const Stream * {
        const StreamId id = f->document->tracks[r].stream;
        return id.valid() ? &f->document->streams[id.value] : nullptr;
    };
    std::vector<SqlRowColumn> columns{sqlNumber(
                                          "track", [](Row r) { return std::int64_t{r}; }, true),
        sqlKeyed("process", f->keys.processes, [f](Row r) { return f->keys.process[r]; }),
        sqlKeyed("process_name", f->keys.processNames, [f](Row r) { return f->keys.processName[r]; }),
        sqlKeyed("thread", f->keys.threads, [f](Row r) { return f->keys.thread[r]; }),
        sqlKeyed("thread_name", f->keys.threadNames, [f](Row r) { return f->keys.threadName[r]; }),
        sqlText("kind",
            [f](Row r) {
                static constexpr std::array<std::string_view, 3> kKinds{"cpu", "gpu", "other"};
                return Text(kKinds[static_cast<std::size_t>(f->document->tracks[r].kind)]);
            }),
        sqlNumber("device",
            [f, stream](Row r) {
                const Stream *const on = stream(r);
                return on ? f->document->devices[on->device.value].number : kSqlNull;
            }),
        sqlNumber("stream", [stream](Row r) {
            const Stream *const on = stream(r);
            return on && on->recorded() ? on->number : kSqlNull;
        })};
    return std::make_shared<const SqlRows>(static_cast<std::uint32_t>(document->tracks.size()), std::move(columns), facts);
}

} // namespace lamella::core
