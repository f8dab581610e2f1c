// SPDX-License-Identifier: GPL-3.0-or-later
// Writes cache entries of large traces in the background of every command; `cache` lists and removes them.
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "core/base/Format.h"
#include "core/session/CacheWriter.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

namespace lamella::cli {

namespace {

core::CacheWriter &keeper()
{
    static core::CacheWriter all;
    return all;
}

std::string utcText(std::int64_t ns)
{
    namespace time = std::chrono;
    const auto seconds = time::floor<time::seconds>(time::sys_time<time::nanoseconds>(time::nanoseconds(ns)));
    const auto day = time::floor<time::days>(seconds);
    const time::year_month_day date(day);
    const time::hh_mm_ss clock(seconds - day);
    char text[32] = "";
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
    return text;
}

int showCache(const CliOptions &options)
{
    using core::CellKind;
    const core::TraceCache cache(options.cache);
    core::ReportTable table("cache", core::msg("Traces in the cache"),
        {{"used", "Used", CellKind::Text, "When it was last written or read, UTC", -1},
            {"bytes", "Size", CellKind::Bytes, "On the disk", -1}, {"file", "File", CellKind::Text, "Cache entry", -1}});
    std::uint64_t sum = 0;
    for (const core::CacheEntry &entry : cache.entries()) {
        table.appendRow();
        table.setText(0, utcText(entry.usedNs));
        table.setInteger(1, static_cast<std::int64_t>(entry.bytes));
        table.setText(2, entry.path);
        sum += entry.bytes;
    }
    const auto bytes = [](std::uint64_t count) { return core::formatBytes(static_cast<std::int64_t>(count)); };
    table.addNote(cache.enabled() ? core::msg("%1 of at most %2 in %3; a trace with less than %4 of text is not cached",
                      bytes(sum), bytes(options.cache.maxBytes), options.cache.folder, bytes(options.cache.minRawBytes))
                                  : core::msg("no folder: nothing is cached"));
    const auto written = writeTable(options, table);
    return written ? kDone : fail(written.error());
}

int clearCache(const CliOptions &options)
{
    if (auto used = rejectUnused(options, "cache clear", "--cache-dir"); !used)
        return fail(used.error());
    const auto freed = core::TraceCache(options.cache).clear();
    if (!freed)
        return fail(freed.error());
    const auto written =
        say(core::msg("freed %1 in %2", core::formatBytes(static_cast<std::int64_t>(*freed)), options.cache.folder));
    return written ? kDone : fail(written.error());
}

} // namespace

void cacheTrace(const CliOptions &options, const core::OpenedTrace &opened)
{
    if (options.progress && !opened.note.empty())
        warn(core::msg("%1: %2", opened.document->source.path, core::Message(opened.note)));
    if (opened.ticket)
        keeper().cacheDocument(options.cache, opened.document, *opened.ticket);
}

void finishCaching(const CliOptions &options, const std::stop_token &stop)
{
    for (const std::shared_ptr<core::AnalysisSession> &session : leakedSessions())
        if (auto segmentation = session->takeSegmentationToCache())
            keeper().cacheSegmentation(std::move(*segmentation));
    keeper().finish(stop);
    for (const std::string &note : keeper().takeNotes())
        if (options.progress)
            warn(note);
}

int runCache(const CliOptions &options)
{
    const std::vector<std::string> &words = options.arguments;
    const std::string what = words.empty() ? "show" : words.front();
    if (what == "show" && words.size() <= 1)
        return showCache(options);
    if (what == "clear" && words.size() == 1)
        return clearCache(options);
    return fail(wrongUse(core::msg("use cache show or cache clear")));
}

} // namespace lamella::cli
