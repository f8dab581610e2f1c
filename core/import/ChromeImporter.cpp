// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ChromeImporter.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/ExportCap.h"
#include "core/import/KernelOddities.h"
#include "core/import/KernelTableBuilder.h"
#include "core/import/LaneRegistry.h"
#include "core/import/MetadataReader.h"
#include "core/import/PairMatcher.h"
#include "core/import/ParseStage.h"
#include "core/import/ascend/AscendArrows.h"

namespace lamella::core {

namespace {

void noteSourceDamage(const ByteSource &source, std::uint64_t rawBytes, ImportDiagnostics &diagnostics)
{
    const auto offset = static_cast<std::int64_t>(rawBytes);
    switch (source.damage()) {
    case SourceDamage::None:
        break;
    case SourceDamage::TruncatedGzip:
        diagnostics.add(oddity::kTruncatedGzip, offset);
        break;
    case SourceDamage::DamagedGzip:
        diagnostics.add(oddity::kDamagedGzip, offset);
        break;
    case SourceDamage::TrailingBytes:
        diagnostics.add(oddity::kTrailingBytesAfterGzip, offset);
        break;
    }
}

// Columns of the blocks to a document; null when stopped.
std::shared_ptr<TraceDocument> finish(ParseStage &stage)
{
    ImportedBlocks &imported = stage.imported();
    BlockCutter &cutter = stage.cutter();
    auto document = std::make_shared<TraceDocument>();
    document->diagnostics = std::move(stage.diagnostics());
    imported.number();
    IdMerger ids(imported, document->strings, document->diagnostics);
    if (!ids.run())
        return nullptr;
    document->operations = ids.takeOperations();
    LaneRegistry lanes(imported, ids);
    lanes.build(*document);
    ImportBounds bounds;
    for (const ParsedBlock &block : imported.blocks)
        bounds.merge(block.bounds);
    matchPairs(imported, document->tracks, bounds, document->diagnostics);
    document->bounds = bounds.result();
    if (!buildKernelTable(imported, lanes, document->tracks, document->kernels))
        return nullptr;
    std::vector<EventChunk> chunks;
    chunks.reserve(imported.blocks.size());
    for (ParsedBlock &block : imported.blocks)
        chunks.push_back(std::move(block.chunk));
    imported.blocks.clear();
    document->events = EventTable(std::move(chunks));
    document->diagnostics.merge(cutter.scanner().diagnostics());
    joinAscendLaunches(*document);
    readMetadata(cutter.scanner(), *document);
    noteSourceDamage(cutter.source(), cutter.rawBytes(), document->diagnostics);
    document->source.path = cutter.path();
    document->source.fileBytes = cutter.source().stamp().bytes;
    document->source.modifiedNs = cutter.source().stamp().modifiedNs;
    document->source.rawBytes = cutter.rawBytes();
    document->source.compressed = cutter.source().compressed();
    noteKernelOddities(*document);
    noteExportCap(*document);
    return document;
}

} // namespace

bool ChromeImporter::sniff(const std::string &, std::string_view head) const
{
    if (head.substr(0, 3) == "\xEF\xBB\xBF")
        head.remove_prefix(3);
    const std::size_t first = head.find_first_not_of(" \n\r\t");
    return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

Result<std::shared_ptr<const TraceDocument>> ChromeImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    ParseStage stage(path, options, control);
    if (const Result<void> parsed = stage.run(); !parsed)
        return parsed.error();
    const std::shared_ptr<TraceDocument> document = finish(stage);
    if (!document || control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(document->source.fileBytes, document->source.fileBytes);
    return std::shared_ptr<const TraceDocument>(document);
}

} // namespace lamella::core
