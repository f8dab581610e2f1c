// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ImporterRegistry.h"

#include "core/import/DatabaseImporter.h"
#include "core/import/NonTraceFile.h"
#include "core/import/OpenByteSource.h"
#include "core/import/UserLimits.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/AscendImporter.h"
#include "core/import/ascend/AscendMemory.h"
#include "core/import/chrome/ChromeImporter.h"
#include "core/import/chrome/ParseStage.h"
#include "core/import/memory/MemoryTimelineImporter.h"
#include "core/import/nsys/NsysReport.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/import/pack/PackFile.h"
#include "core/import/pftrace/WrittenPftrace.h"
#include "core/import/rocm/RocprofCsvImporter.h"
#include "core/import/rocm/RocprofJsonImporter.h"
#include "core/import/snapshot/SnapshotImporter.h"
#include "core/import/xplane/XPlaneImporter.h"

namespace lamella::core {

namespace {
constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

struct Known {
    std::unique_ptr<TraceImporter> importer;
    bool oneFile; // the document depends on this one file only
};

const std::vector<Known> &importers()
{
    static const auto list = [] {
        std::vector<Known> all;
        all.push_back({std::make_unique<DatabaseImporter>(), false}); // a database may have a journal file beside it
        all.push_back({std::make_unique<SnapshotImporter>(), false}); // as fast to read again
        all.push_back({std::make_unique<AscendImporter>(), false});
        all.push_back({std::make_unique<AscendMemoryImporter>(), false}); // two tables
        all.push_back({std::make_unique<RocprofCsvImporter>(), false});
        all.push_back({std::make_unique<RocprofJsonImporter>(), true});
        all.push_back({std::make_unique<StatsImporter>(), false});
        all.push_back({std::make_unique<WrittenPftraceImporter>(), true});
        all.push_back({std::make_unique<XPlaneImporter>(), true});
        all.push_back({std::make_unique<MemoryTimelineImporter>(), false});
        all.push_back({std::make_unique<ChromeImporter>(), true});
        return all;
    }();
    return list;
}

bool usual(const ImportLimits &limits)
{
    const ImportLimits standard;
    return limits.maxRawBytes == standard.maxRawBytes && limits.maxRatio == standard.maxRatio
        && limits.maxEventBytes == standard.maxEventBytes && limits.maxEvents == standard.maxEvents;
}

// Reads through the cache, if enabled.
Result<OpenedTrace> readTrace(
    const Known &known, const std::string &path, const ImportOptions &options, const TraceCache &cache, const JobControl &control)
{
    CacheLookup lookup;
    if (cache.enabled() && known.oneFile && usual(options.limits))
        lookup = cache.find(path, known.importer->name(), options.workers, control);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (lookup.document) {
        control.report(lookup.document->source.fileBytes, lookup.document->source.fileBytes);
        return OpenedTrace{std::move(lookup.document), std::nullopt, true, lookup.stored, {}};
    }
    auto document = known.importer->read(path, options, control);
    if (!document)
        return document.error();
    if ((*document)->memory != nullptr || options.enough.stop_requested()) // the cache has no place for it; not the whole file
        lookup.ticket.reset();
    return OpenedTrace{std::move(*document), std::move(lookup.ticket), false, std::nullopt, std::move(lookup.note)};
}
} // namespace

Result<OpenedTrace> openTrace(
    const std::string &given, const ImportOptions &asked, const TraceCache &cache, const JobControl &control)
{
    // The byte sources and MemoryBudget apply the other user limits themselves.
    ImportOptions options = asked;
    options.limits.maxEventBytes = withUserLimits(asked.limits).maxEventBytes;
    // A folder that the Ascend profiler wrote for one rank: open the table in it.
    const std::vector<std::string> tables = ascendKernelTables(given);
    const std::string &path = tables.size() == 1 ? tables.front() : given;
    if (auto packed = openPackedDocument(path, options, control); !packed)
        return packed.error();
    else if (*packed)
        return OpenedTrace{std::move(*packed), std::nullopt, true, std::nullopt, {}};
    const Result<std::string> head = readHead(path, options.limits, kHeadBytes);
    if (!head)
        return head.error();
    for (const Known &known : importers())
        if (known.importer->sniff(path, *head))
            return readTrace(known, path, options, cache, control);
    if (isNsysReport(*head))
        return Error{ErrorCode::NotATrace, describeNsysReport(path, *head), path};
    return Error{ErrorCode::NotATrace, describeNonTrace(*head, {}), path};
}

Result<std::shared_ptr<const TraceDocument>> openTrace(
    const std::string &path, const ImportOptions &options, const JobControl &control)
{
    Result<OpenedTrace> opened = openTrace(path, options, TraceCache(), control);
    if (!opened)
        return opened.error();
    return std::move(opened->document);
}

} // namespace lamella::core
