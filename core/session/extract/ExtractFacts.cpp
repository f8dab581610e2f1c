// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/ExtractFacts.h"

#include "core/analysis/KernelScope.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/profile/NameText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/tables/ParallelFacts.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

Error badRequest(Message sentence)
{
    return {ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

// First dimension of recorded shapes: "4112,5120;…" or "[[4112, 5120], …]".
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

// Counts without duplicate collectives, by one of the two rules.
void addRule(std::string &json, std::string_view key, const ExtractFacts &facts, std::uint64_t hcomRows, std::int64_t commNs)
{
    json += ",\n  \"" + std::string(key) + "\": {\"rows_deduplicated\": " + std::to_string(facts.rows - facts.hcomRows + hcomRows)
        + ", \"hcom_rows_deduplicated\": " + std::to_string(hcomRows) + ", \"comm_ns\": " + std::to_string(commNs) + "}";
}

// Shared state for the pieces of one trace.
class Finder {
public:
    Finder(AnalysisSession &session, const Segmentation &segmentation, const JobControl &control)
        : m_session(session)
        , m_document(session.document())
        , m_segmentation(segmentation)
        , m_names(session.kernelNames())
        , m_launches(session.launches(control))
        , m_anchor(NamePattern::parse(segmentation.anchorText))
    {
    }
    [[nodiscard]] Result<ExtractFacts> ofPass(const PassRef &ref, ExtractWindow window, bool only) const;
    [[nodiscard]] ExtractFacts wholeCapture() const;

private:
    [[nodiscard]] bool isAnchor(std::uint32_t kernel) const;
    [[nodiscard]] std::uint32_t firstFrom(std::int64_t start) const; // first kernel with this start or later
    void addExactCollectives(ExtractFacts &facts) const;
    void addExcluded(const PassRef &ref, ExtractFacts &facts) const;

    AnalysisSession &m_session;
    const TraceDocument &m_document;
    const Segmentation &m_segmentation;
    std::shared_ptr<const KernelNames> m_names;
    std::shared_ptr<const LaunchJoin> m_launches;
    Result<NamePattern> m_anchor;
};

bool Finder::isAnchor(std::uint32_t kernel) const
{
    const std::string &full = (*m_names)[m_document.kernels.name[kernel]].full;
    return full == m_segmentation.anchorText || (m_anchor && m_anchor->matches(lowerCasedText(full)));
}

std::uint32_t Finder::firstFrom(std::int64_t start) const
{
    std::uint32_t low = 0;
    for (std::uint32_t high = m_document.kernels.size(); low < high;) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (m_document.kernels.start[middle] < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void Finder::addExactCollectives(ExtractFacts &facts) const
{
    const KernelTable &kernels = m_document.kernels;
    for (std::uint32_t k = firstFrom(facts.window.begin.value); k < kernels.size() && kernels.start[k] <= facts.window.end.value;
         ++k) {
        if (m_document.text(m_document.events.row(kernels.event[k]).category) != "communication"
            || addSaturated(kernels.start[k], kernels.duration[k]) > facts.window.end.value)
            continue;
        ++facts.exactHcomRows;
        facts.exactCommNs = addSaturated(facts.exactCommNs, kernels.duration[k]);
    }
}

void Finder::addExcluded(const PassRef &ref, ExtractFacts &facts) const
{
    const KernelTable &kernels = m_document.kernels;
    for (std::uint32_t k = firstFrom(ref.pass->range.begin.value);
         k < kernels.size() && kernels.start[k] <= ref.pass->range.end.value; ++k) {
        if (m_segmentation.passOf[k] != ref.pass->number || m_document.deviceOf(KernelId{k}) != ref.device)
            continue;
        facts.passNs = addSaturated(facts.passNs, kernels.duration[k]);
        if (kernels.start[k] < facts.window.begin.value)
            facts.beforeNs = addSaturated(facts.beforeNs, kernels.duration[k]);
        else if (addSaturated(kernels.start[k], kernels.duration[k]) > facts.window.end.value)
            facts.afterNs = addSaturated(facts.afterNs, kernels.duration[k]);
    }
}

ExtractFacts Finder::wholeCapture() const
{
    ExtractFacts facts;
    facts.window = {{m_document.bounds.exactBegin}, {m_document.bounds.exactEnd}};
    facts.source = m_document.source.path;
    facts.rank = parallelFacts(m_document).rank;
    facts.model = m_session.config() != nullptr ? m_session.config()->name : std::string{};
    facts.scenario = "capture";
    facts.rule = "whole-capture";
    addExactCollectives(facts);
    return facts;
}

Result<ExtractFacts> Finder::ofPass(const PassRef &ref, ExtractWindow window, bool only) const
{
    ExtractFacts facts = wholeCapture();
    facts.exactHcomRows = 0;
    facts.exactCommNs = 0;
    TimeRange anchors;
    KernelId first;
    const KernelTable &kernels = m_document.kernels;
    for (std::uint32_t k = firstFrom(ref.pass->range.begin.value);
         k < kernels.size() && kernels.start[k] <= ref.pass->range.end.value; ++k) {
        if (m_segmentation.passOf[k] != ref.pass->number || m_document.deviceOf(KernelId{k}) != ref.device
            || m_segmentation.side[k] != 0 || !isAnchor(k))
            continue;
        const TimeRange range{{kernels.start[k]}, {addSaturated(kernels.start[k], kernels.duration[k])}};
        anchors = first.valid() ? anchors.united(range) : range;
        first = first.valid() ? first : KernelId{k};
        ++facts.anchorsFound;
    }
    if (window == ExtractWindow::Anchors && facts.anchorsFound == 0 && only)
        return badRequest(
            msg("pass %1 has no kernel that matches the anchor; name one with --anchor, or use --window pass", ref.pass->number));
    const bool byAnchors = window == ExtractWindow::Anchors && facts.anchorsFound > 0;
    facts.window = byAnchors ? anchors : ref.pass->range;
    facts.scenario = stageName(ref.pass->stage);
    facts.anchor = m_segmentation.anchorText;
    facts.rule = byAnchors ? "anchor-window" : "pass-window";
    facts.pass = ref.pass->number;
    facts.anchorsExpected = ref.pass->expectedLayers;
    facts.tokens = first.valid() ? tokensOf(m_document, m_launches.get(), first) : 0;
    addExactCollectives(facts);
    addExcluded(ref, facts);
    return facts;
}

} // namespace

Result<std::vector<ExtractFacts>> findExtracts(AnalysisSession &session, const ExtractRequest &request, const JobControl &control)
{
    const auto found = session.segmentation(control);
    if (!found)
        return found.error();
    const Segmentation &segmentation = **found;
    const Finder finder(session, segmentation, control);
    std::vector<ExtractFacts> pieces;
    if (request.pass == "trace") {
        pieces.push_back(finder.wholeCapture());
        return pieces;
    }
    ScopeRequest scopeRequest;
    scopeRequest.pass = request.pass;
    scopeRequest.device = request.device;
    const auto scope = resolveScope(session.document(), segmentation, scopeRequest);
    if (!scope)
        return scope.error();
    if (scope->passes.empty())
        return badRequest(segmentation.whyNone.empty() ? "extract takes passes; name them with --pass" : segmentation.whyNone);
    for (const PassRef &ref : scope->passes) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", {}, -1};
        Result<ExtractFacts> facts = finder.ofPass(ref, request.window, scope->passes.size() == 1);
        if (!facts)
            return facts.error();
        pieces.push_back(std::move(*facts));
    }
    return pieces;
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
    addRule(json, "as_source", facts, facts.hcomRowsDeduplicated, facts.commNs);
    addRule(json, "exact", facts, facts.exactHcomRows, facts.exactCommNs);
    addNumber(json, "pass_sum_ns", facts.passNs);
    addNumber(json, "excluded_before_ns", facts.beforeNs);
    addNumber(json, "excluded_after_ns", facts.afterNs);
    addText(json, "tool_version", "lamella " LAMELLA_VERSION);
    return json + "\n}\n";
}

} // namespace lamella::core
