// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ImporterRegistry.h"

#include "core/import/ByteSource.h"
#include "core/import/ChromeImporter.h"
#include "core/import/FileLooks.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/AscendImporter.h"
#include "core/import/nsys/NsysImporter.h"
#include "core/import/nsys/NsysReport.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/import/xplane/XPlaneImporter.h"

namespace lamella::core {

namespace {
constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

const std::vector<std::unique_ptr<TraceImporter>> &importers()
{
    static const auto list = [] {
        std::vector<std::unique_ptr<TraceImporter>> all;
        all.push_back(std::make_unique<NsysImporter>());
        all.push_back(std::make_unique<AscendImporter>());
        all.push_back(std::make_unique<StatsImporter>());
        all.push_back(std::make_unique<XPlaneImporter>());
        all.push_back(std::make_unique<ChromeImporter>());
        return all;
    }();
    return list;
}
} // namespace

Result<std::shared_ptr<const TraceDocument>> openTrace(
    const std::string &given, const ImportOptions &options, const JobControl &control)
{
    // A folder that the Ascend profiler wrote for one rank stands for the table in it.
    const std::vector<std::string> tables = ascendKernelTables(given);
    const std::string &path = tables.size() == 1 ? tables.front() : given;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, options.limits);
    if (!source)
        return source.error();
    std::string head(kHeadBytes, '\0');
    const Result<std::size_t> got = (*source)->read(head.data(), head.size());
    if (!got)
        return got.error();
    head.resize(*got);
    for (const std::unique_ptr<TraceImporter> &importer : importers())
        if (importer->sniff(path, head))
            return importer->read(path, options, control);
    if (isNsysReport(head))
        return Error{ErrorCode::NotATrace, describeNsysReport(path, head), path};
    return Error{ErrorCode::NotATrace, describeNonTrace(head, {}), path};
}

} // namespace lamella::core
