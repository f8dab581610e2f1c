// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/ExtractFacts.h"

#include "core/analysis/KernelScope.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/tables/ParallelFacts.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

Error badRequest(std::string sentence)
{
    return {ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

// First number of the recorded shapes: "4112,5120;…" or "[[4112, 5120], …]".
std::int64_t firstDimension(std::string_view shapes)
{
    const std::size_t digit = shapes.find_first_of("0123456789");
    std::int64_t value = 0;
    if (digit != std::string_view::npos)
        std::from_chars(shapes.data() + digit, shapes.data() + shapes.size(), value);
    return value;
}

std::int64_t tokensOf(const TraceDocument &document, const LaunchJoin *launches, KernelId kernel)
{
    const auto own = document.events.sparse(document.kernels.event[kernel.value], SparseKey::InputDims);
    if (own)
        return firstDimension(document.text(StringId{static_cast<std::uint32_t>(*own)}));
    return launches != nullptr && launches->inputDims[kernel.value].valid()
        ? firstDimension(document.text(launches->inputDims[kernel.value]))
        : 0;
}

void addText(std::string &json, std::string_view key, std::string_view value)
{
    json += json.size() > 2 ? ",\n  \"" : "  \"";
    json += key;
    json += "\": ";
    appendJsonString(json, value);
}

void addNumber(std::string &json, std::string_view key, std::int64_t value)
{
    json += ",\n  \"" + std::string(key) + "\": " + std::to_string(value);
}

} // namespace

Result<ExtractFacts> findExtract(AnalysisSession &session, const ExtractRequest &request, const JobControl &control)
{
    const auto found = session.segmentation(control);
    if (!found)
        return found.error();
    const Segmentation &segmentation = **found;
    const TraceDocument &document = session.document();
    ScopeRequest scopeRequest;
    scopeRequest.pass = request.pass;
    scopeRequest.device = request.device;
    const auto scope = resolveScope(document, segmentation, scopeRequest);
    if (!scope)
        return scope.error();
    if (scope->passes.size() != 1)
        return badRequest(segmentation.whyNone.empty() ? "extract takes one pass; name it with --pass N" : segmentation.whyNone);
    const PassRef ref = scope->passes.front();
    const std::shared_ptr<const KernelNames> names = session.kernelNames();
    const Result<NamePattern> asked = NamePattern::parse(segmentation.anchorText);
    ExtractFacts facts;
    TimeRange anchors;
    KernelId first;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (segmentation.passOf[k] != ref.pass->number || document.deviceOf(KernelId{k}) != ref.device
            || segmentation.side[k] != 0)
            continue;
        const std::string &full = (*names)[document.kernels.name[k]].full;
        if (full != segmentation.anchorText && !(asked && asked->matches(lowerCasedText(full))))
            continue;
        const TimeRange range{
            {document.kernels.start[k]}, {addSaturated(document.kernels.start[k], document.kernels.duration[k])}};
        anchors = first.valid() ? anchors.united(range) : range;
        first = first.valid() ? first : KernelId{k};
        ++facts.anchorsFound;
    }
    const bool byAnchors = request.window == ExtractWindow::Anchors;
    if (byAnchors && facts.anchorsFound == 0)
        return badRequest("pass " + std::to_string(ref.pass->number)
            + " holds no kernel that is the anchor; name one with --anchor, or take --window pass");
    facts.window = byAnchors ? anchors : ref.pass->range;
    facts.source = document.source.path;
    facts.rank = parallelFacts(document).rank;
    facts.model = session.config() != nullptr ? session.config()->name : std::string{};
    facts.scenario = stageName(ref.pass->stage);
    facts.anchor = segmentation.anchorText;
    facts.rule = byAnchors ? "anchor-window" : "pass-window";
    facts.pass = ref.pass->number;
    facts.anchorsExpected = ref.pass->expectedLayers;
    const auto launches = session.launches(control);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", {}, -1};
    facts.tokens = first.valid() ? tokensOf(document, launches.get(), first) : 0;
    return facts;
}

std::string extractFactsJson(const ExtractFacts &facts)
{
    std::string json = "{\n";
    addText(json, "schema", "lamella.extract.v1");
    addText(json, "source", facts.source);
    addText(json, "rank", facts.rank);
    addText(json, "model", facts.model);
    addText(json, "scenario", facts.scenario);
    addNumber(json, "tokens", facts.tokens);
    addNumber(json, "pass", facts.pass);
    addText(json, "anchor", facts.anchor);
    addNumber(json, "anchors_expected", facts.anchorsExpected);
    addNumber(json, "anchors_found", facts.anchorsFound);
    addNumber(json, "window_start_ns", facts.window.begin.value);
    addNumber(json, "window_end_ns", facts.window.end.value);
    addText(json, "rule", facts.rule);
    addNumber(json, "rows", static_cast<std::int64_t>(facts.rows));
    addNumber(json, "rows_deduplicated", static_cast<std::int64_t>(facts.rowsDeduplicated));
    addNumber(json, "hcom_rows", static_cast<std::int64_t>(facts.hcomRows));
    addNumber(json, "hcom_rows_deduplicated", static_cast<std::int64_t>(facts.hcomRowsDeduplicated));
    addNumber(json, "events_left_out", static_cast<std::int64_t>(facts.eventsLeftOut));
    addNumber(json, "compute_ns", facts.computeNs);
    addNumber(json, "comm_ns", facts.commNs);
    addText(json, "tool_version", "lamella " LAMELLA_VERSION);
    return json + "\n}\n";
}

} // namespace lamella::core
