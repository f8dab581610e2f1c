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
    core::ReportTable table("cache", "Traces in the cache",
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
    table.addNote(cache.enabled() ? core::formatBytes(static_cast<std::int64_t>(sum)) + " of at most "
                + core::formatBytes(static_cast<std::int64_t>(options.cache.maxBytes)) + " in " + options.cache.folder
                + "; a trace with less than " + core::formatBytes(static_cast<std::int64_t>(options.cache.minRawBytes))
                + " of text is not cached"
                                  : std::string("no folder: nothing is cached"));
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
    const auto written = writeStandardOutput(
        "freed " + core::formatBytes(static_cast<std::int64_t>(*freed)) + " in " + options.cache.folder + "\n");
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
    return fail(wrongUse("use cache show or cache clear"));
}

} // namespace lamella::cli
