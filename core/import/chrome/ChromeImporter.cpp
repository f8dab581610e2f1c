// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ChromeImporter.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentSource.h"
#include "core/import/KernelDiagnostics.h"
#include "core/import/ascend/AscendArrows.h"
#include "core/import/chrome/ExportCap.h"
#include "core/import/chrome/KernelTableBuilder.h"
#include "core/import/chrome/LaneRegistry.h"
#include "core/import/chrome/MetadataReader.h"
#include "core/import/chrome/PairMatcher.h"
#include "core/import/chrome/ParseStage.h"

namespace lamella::core {

namespace {

void noteSource(const ByteSource &source, std::uint64_t rawBytes, TraceDocument &document)
{
    noteSourceDamage(source, rawBytes, document.diagnostics);
    if (source.madeFrom().empty())
        return;
    document.metadata.format = source.madeFrom();
    document.bounds.perfettoExact = true; // protobuf holds nanoseconds
    document.bounds.perfettoBegin = document.bounds.exactBegin;
    document.bounds.perfettoEnd = document.bounds.exactEnd;
}

// Builds the document from the blocks; null if stopped.
std::shared_ptr<TraceDocument> finish(ParseStage &stage)
{
    ImportedBlocks &imported = stage.imported();
    BlockSplitter &splitter = stage.splitter();
    auto document = std::make_shared<TraceDocument>();
    document->diagnostics = std::move(stage.diagnostics());
    imported.number();
    IdMerger ids(imported, document->strings, document->diagnostics);
    if (!ids.run())
        return nullptr;
    document->operations = ids.takeOperations();
    LaneRegistry lanes(imported, ids);
    lanes.buildTracks(*document);
    ImportBounds bounds;
    for (const ParsedBlock &block : imported.blocks)
        bounds.merge(block.bounds);
    const std::vector<UnclosedBegin> unclosed = matchPairs(imported, document->tracks, bounds, document->diagnostics);
    lanes.addWork(*document);
    endUnclosed(unclosed, bounds.exactEnd(), imported, document->diagnostics);
    document->bounds = bounds.result();
    if (!buildKernelTable(imported, lanes, document->tracks, document->kernels))
        return nullptr;
    std::vector<EventChunk> chunks;
    chunks.reserve(imported.blocks.size());
    for (ParsedBlock &block : imported.blocks)
        chunks.push_back(std::move(block.chunk));
    imported.blocks.clear();
    document->events = EventTable(std::move(chunks));
    document->diagnostics.merge(splitter.scanner().diagnostics());
    joinAscendLaunches(*document);
    readMetadata(splitter.scanner(), *document);
    noteSource(splitter.source(), splitter.rawBytes(), *document);
    describeSource(*document, splitter.path(), splitter.source(), splitter.rawBytes());
    addKernelDiagnostics(*document);
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
