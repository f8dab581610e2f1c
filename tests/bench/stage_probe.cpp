// SPDX-License-Identifier: GPL-3.0-or-later
// stage_probe FILE WHAT [CACHE_FOLDER]: one step of the way from file to picture, timed in a process of its own, as one line of
// JSON:
// {"what":…,"wall":s,"cpu":s,"rss":bytes,…}. Times of the process before the step do not count.
//   inflate    the text, one thread                         parse      to columns, all threads (with inflating)
//   floor      the text and stage 1 of simdjson over it, all threads: what no reader of JSON can do without
//   open       the whole document                           segment    names, passes and layers
//   tables     every table as the command line shows it     csv        kernels --each as CSV
//   sort       kernels --each sorted by duration and filtered, on an index vector
//   keep       writing the copy for reopening               reopen     the document from it
//   args       single events: the last of the file first, then two hundred; with CACHE_FOLDER right after reopening
//   search     a text in the args of all events
//   sql        queries over all kernels, after one that makes the columns they read; at -O1, of 10^6 kernels, 0.12 s of processor
//   time
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenByteSource.h"
#include "core/import/chrome/ArgSearch.h"
#include "core/import/chrome/ParseStage.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/sql/SqlQuery.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace lamella::core;

namespace {

using Clock = std::chrono::steady_clock;

double processSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Line {
    std::string what;
    double wall = 0;
    double cpu = 0;
    std::string more;
};

Line timed(const std::string &what, const std::function<void(Line &)> &work)
{
    Line line;
    line.what = what;
    const double cpu = processSeconds();
    const auto begin = Clock::now();
    work(line);
    line.wall = line.wall > 0 ? line.wall : std::chrono::duration<double>(Clock::now() - begin).count();
    line.cpu = processSeconds() - cpu;
    return line;
}

void print(const Line &line)
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"what\":\"%s\",\"wall\":%.4f,\"cpu\":%.4f,\"rss\":%lld%s}\n", line.what.c_str(), line.wall, line.cpu,
        static_cast<long long>(usage.ru_maxrss) * 1024, line.more.c_str());
    std::fflush(stdout);
}

[[noreturn]] void fail(const Error &error)
{
    std::fprintf(stderr, "stage_probe: %s\n", error.message().c_str());
    std::exit(1);
}

template <class T> T good(Result<T> result)
{
    if (!result)
        fail(result.error());
    return std::move(*result);
}

constexpr std::size_t kBlock = std::size_t{512} << 10;

// One source under a mutex; each thread reads a block and, where asked, runs stage 1 over it.
void readAll(const std::string &file, unsigned threads, bool stage1)
{
    const std::unique_ptr<ByteSource> source = good(openByteSource(file, {}));
    std::mutex mutex;
    const auto work = [&] {
        simdjson::ondemand::parser parser;
        std::vector<char> block(kBlock + simdjson::SIMDJSON_PADDING);
        for (bool more = true; more;) {
            std::size_t got = 0;
            {
                const std::lock_guard lock(mutex);
                got = good(source->read(block.data(), kBlock));
            }
            more = got == kBlock;
            if (!stage1 || got == 0)
                continue;
            // A block begins and ends anywhere, so what it holds is no document; the pass over its bytes is the same.
            [[maybe_unused]] const auto ignored = parser.iterate(block.data(), got, block.size());
        }
    };
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i)
        pool.emplace_back(work);
    work();
}

std::shared_ptr<const TraceDocument> opened(const std::string &file)
{
    return good(openTrace(file));
}

std::string memoryOf(const TraceDocument &document)
{
    const double kernels = static_cast<double>(document.kernels.memoryBytes());
    const double events = static_cast<double>(document.memoryBytes()) - kernels;
    char text[200];
    std::snprintf(text, sizeof text,
        ",\"raw\":%llu,\"events\":%u,\"kernels\":%u,\"bytes_per_event\":%.1f,\"bytes_per_kernel\":%.1f",
        static_cast<unsigned long long>(document.source.rawBytes), document.events.size(), document.kernels.size(),
        events / std::max(1.0, static_cast<double>(document.events.size())),
        kernels / std::max(1.0, static_cast<double>(document.kernels.size())));
    return text;
}

std::shared_ptr<AnalysisSession> segmented(const std::string &file)
{
    auto session = good(AnalysisSession::create(opened(file), {}));
    (void)good(session->segmentation());
    return session;
}

void probeTables(const std::string &file)
{
    const auto session = segmented(file);
    for (const std::string &name : AnalysisSession::tableNames()) {
        for (const char *layer : {"all", "0"}) { // of the chosen pass, then of one layer; what the first made is kept
            TableRequest request;
            request.table = name;
            request.layer = layer;
            std::string rows;
            const Line line = timed("table " + name + (std::strcmp(layer, "0") == 0 ? " of a layer" : ""), [&](Line &) {
                const auto table = session->table(request);
                rows = table ? std::to_string((*table)->rowCount()) : "0";
            });
            Line told = line;
            told.more = ",\"rows\":" + rows;
            print(told);
        }
    }
}

TableRequest everyKernel()
{
    TableRequest request;
    request.table = "kernels";
    request.each = true;
    request.pass = "trace";
    return request;
}

void probeSort(const std::string &file)
{
    const auto session = segmented(file);
    TableRequest request = everyKernel();
    print(timed("kernels one by one", [&](Line &) { (void)session->table(request); }));
    request.sort = "-dur_ns";
    print(timed("sort", [&](Line &) { (void)session->table(request); }));
    request.sort.clear();
    request.filter = "mm";
    print(timed("filter", [&](Line &) { (void)session->table(request); }));
}

TraceCache cacheIn(const std::string &folder)
{
    CacheSettings settings;
    settings.folder = folder;
    settings.minRawBytes = 0;
    return TraceCache(settings);
}

// As clicks come: anywhere in the trace. The first one, on the event that lies furthest in the file, finds what opening has left.
void probeArgs(const std::string &file, const std::string &folder)
{
    constexpr std::size_t kClicks = 200;
    const OpenedTrace trace = good(openTrace(file, {}, folder.empty() ? TraceCache() : cacheIn(folder), {}));
    const auto &document = trace.document;
    std::mt19937 random(1);
    std::vector<double> seconds;
    Line first = timed("args of the last event, first",
        [&](Line &) { (void)good(readEventArgs(*document, EventId{document->events.size() - 1})); });
    first.more = std::string(",\"from_cache\":") + (trace.fromCache ? "true" : "false");
    print(first);
    const Line line = timed("args", [&](Line &) {
        for (std::size_t i = 0; i < kClicks; ++i) {
            const auto begin = Clock::now();
            (void)good(readEventArgs(*document, EventId{static_cast<std::uint32_t>(random() % document->events.size())}));
            seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
        }
    });
    std::sort(seconds.begin(), seconds.end());
    const std::array<std::pair<const char *, double>, 3> shown{{{"args of one event, median of 200", seconds[kClicks / 2]},
        {"args of one event, 99 of 100 below", seconds[kClicks * 99 / 100]},
        {"args of one event, longest of 200", seconds.back()}}};
    for (const auto &[what, wall] : shown) {
        Line told = line;
        told.what = what;
        told.wall = wall;
        told.cpu /= static_cast<double>(kClicks);
        print(told);
    }
}

// The whole trace looked through, with few and with many matches.
void probeSearch(const std::string &file)
{
    const auto document = opened(file);
    for (const char *query : {"no such text", "stream=7"}) {
        std::size_t rows = 0;
        Line line = timed(std::string("search args: ") + query, [&](Line &) {
            (void)good(searchArgs(*document, good(ArgQuery::parse(query)), {},
                [&rows](std::vector<ArgMatch> &&matches) { rows += matches.size(); }));
        });
        line.more = ",\"rows\":" + std::to_string(rows);
        print(line);
    }
}

void probeSql(const std::string &file)
{
    const auto session = segmented(file);
    for (const auto &[what, query] : {std::pair("sql: columns", "SELECT count(*) FROM kernels WHERE \"index\" < 1"),
             std::pair("sql: sum by name", "SELECT name, count(*), sum(dur_ns) FROM kernels GROUP BY name"),
             std::pair("sql: of one name", "SELECT count(*), max(dur_ns) FROM kernels WHERE name = 'k' AND pass IS NOT NULL")}) {
        std::size_t rows = 0;
        const char *const sql = query; // clang 14 captures no structured binding
        Line line = timed(what, [&](Line &) { rows = good(runSql({{file, 0, session}}, sql, {})).rowCount(); });
        line.more = ",\"kernels\":" + std::to_string(session->document().kernels.size()) + ",\"rows\":" + std::to_string(rows);
        print(line);
    }
}

void probeKeep(const std::string &file, const std::string &folder, bool write)
{
    const TraceCache cache = cacheIn(folder);
    if (!write) {
        OpenedTrace trace;
        Line line = timed("reopen", [&](Line &) { trace = good(openTrace(file, {}, cache, {})); });
        line.more = std::string(",\"from_cache\":") + (trace.fromCache ? "true" : "false");
        print(line);
        return;
    }
    const OpenedTrace trace = good(openTrace(file, {}, cache, {}));
    if (!trace.ticket)
        return;
    print(timed("keep", [&](Line &) { (void)good(cache.store(*trace.document, *trace.ticket, {})); }));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr,
            "stage_probe FILE inflate|floor|parse|open|segment|tables|csv|sort|keep|reopen|args|search|sql [CACHE_FOLDER]\n");
        return 2;
    }
    const std::string file = argv[1];
    const std::string what = argv[2];
    const std::string folder = argc > 3 ? argv[3] : "";
    const unsigned threads = workersWanted().max;
    const std::map<std::string, std::function<void()>> steps{
        {"inflate", [&] { print(timed(what, [&](Line &) { readAll(file, 1, false); })); }},
        {"floor", [&] { print(timed(what, [&](Line &) { readAll(file, threads, true); })); }},
        {"parse",
            [&] {
                const ImportOptions options;
                const JobControl control;
                print(timed(what, [&](Line &) {
                    ParseStage stage(file, options, control);
                    if (const Result<void> done = stage.run(); !done)
                        fail(done.error());
                }));
            }},
        {"open",
            [&] {
                print(timed(what, [&](Line &line) {
                    const auto begin = Clock::now();
                    const auto document = opened(file);
                    line.wall = std::chrono::duration<double>(Clock::now() - begin).count();
                    line.more = memoryOf(*document);
                }));
            }},
        {"segment",
            [&] {
                auto session = good(AnalysisSession::create(opened(file), {}));
                print(timed(what, [&](Line &) { (void)good(session->segmentation()); }));
            }},
        {"tables", [&] { probeTables(file); }},
        {"csv",
            [&] {
                const auto session = segmented(file);
                const auto table = good(session->table(everyKernel()));
                std::size_t bytes = 0;
                print(timed(what, [&](Line &) {
                    (void)writeTable(*table, TableFormat::Csv, [&bytes](std::string_view text) {
                        bytes += text.size();
                        return true;
                    });
                }));
            }},
        {"sort", [&] { probeSort(file); }},
        {"keep", [&] { probeKeep(file, folder, true); }},
        {"reopen", [&] { probeKeep(file, folder, false); }},
        {"args", [&] { probeArgs(file, folder); }},
        {"sql", [&] { probeSql(file); }},
        {"search", [&] { probeSearch(file); }},
    };
    const auto step = steps.find(what);
    if (step == steps.end())
        return 2;
    step->second();
    std::fflush(stdout);
    std::_Exit(0); // giving memory back page by page is no part of any step
}
