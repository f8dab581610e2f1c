// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/DiffSession.h"

#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/session/DiffNotes.h"
#include "core/session/memory/MemoryReader.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

Error badRequest(Message sentence)
{
    return {ErrorCode::BadRequest, std::move(sentence), {}, -1};
}

// Most that was allocated on a device, as in `info`.
std::optional<std::int64_t> peakBytes(AnalysisSession &session)
{
    TableRequest request;
    request.table = "info";
    const auto info = session.table(request);
    if (!info)
        return std::nullopt;
    const ReportTable &table = **info;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, 0) != "allocated_peak_bytes" || table.isMissing(row, 1))
            continue;
        const std::string_view digits = table.text(row, 1);
        std::int64_t bytes = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), bytes).ec == std::errc())
            return bytes;
    }
    return std::nullopt;
}

// Layers of the range that at least one of the passes has; head and tail unchanged.
std::vector<int> layersIn(const LayerRange &range, const std::vector<PassRef> &passes, const Segmentation &segmentation)
{
    std::vector<int> numbers;
    if (range.first < 0)
        return {range.first};
    for (const PassRef &ref : passes)
        for (const int number : layerList(segmentation, ref).numbers)
            if (number >= 0 && range.holds(number))
                numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

PassPairing pairDeviceByDevice(const KernelScope &a, const KernelScope &b)
{
    PassPairing all;
    const auto of = [](const KernelScope &scope, std::size_t device) {
        std::vector<PassRef> passes;
        for (const PassRef &ref : scope.passes)
            if (device < scope.devices.size() && ref.device == scope.devices[device])
                passes.push_back(ref);
        return passes;
    };
    for (std::size_t d = 0; d < std::max(a.devices.size(), b.devices.size()); ++d) {
        PassPairing one = pairPasses(of(a, d), of(b, d));
        all.pairs.insert(all.pairs.end(), one.pairs.begin(), one.pairs.end());
        all.onlyA.insert(all.onlyA.end(), one.onlyA.begin(), one.onlyA.end());
        all.onlyB.insert(all.onlyB.end(), one.onlyB.begin(), one.onlyB.end());
    }
    return all;
}

std::vector<KernelId> wholeDevices(
    const KernelScope &scope, const TraceDocument &document, const Segmentation &segmentation, const KernelIndex &index)
{
    KernelScope whole = scope;
    whole.wholeTrace = true;
    whole.layers.reset();
    return kernelsOf(whole, document, segmentation, index);
}

} // namespace

struct DiffSession::Scopes {
    KernelScope a;
    KernelScope b;
    std::optional<std::vector<LayerPair>> layers;
    bool byName = false;
    std::vector<Message> notes;
};

Result<DiffSession::Side> DiffSession::side(std::shared_ptr<AnalysisSession> session, const JobControl &control)
{
    auto segmentation = session->segmentation(control);
    if (!segmentation)
        return segmentation.error();
    Side made;
    made.document = session->sharedDocument();
    made.names = session->kernelNames();
    made.segmentation = *segmentation;
    made.index = std::make_shared<const KernelIndex>(*made.document, *made.segmentation);
    made.session = std::move(session);
    return made;
}

Result<std::shared_ptr<const DiffSession>> DiffSession::create(
    std::shared_ptr<AnalysisSession> a, std::shared_ptr<AnalysisSession> b, const JobControl &control)
{
    auto made = std::make_shared<DiffSession>();
    made->m_sameTrace = a == b;
    auto sideA = side(std::move(a), control);
    if (!sideA)
        return sideA.error();
    made->m_a = std::move(*sideA);
    if (made->m_sameTrace) {
        made->m_b = made->m_a;
    } else {
        auto sideB = side(std::move(b), control);
        if (!sideB)
            return sideB.error();
        made->m_b = std::move(*sideB);
    }
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    made->m_symbols =
        std::make_shared<const DiffSymbols>(*made->m_a.document, *made->m_a.names, *made->m_b.document, *made->m_b.names);
    return std::shared_ptr<const DiffSession>(std::move(made));
}

Error DiffSession::aboutB(Error error) const
{
    error.detail = msg("B: %1", error.detail);
    if (!m_sameTrace)
        error.source = m_b.document->source.path;
    return error;
}

Result<KernelScope> DiffSession::scopeOfB(const DiffRequest &request, const KernelScope &a, std::vector<Message> &notes) const
{
    ScopeRequest scope;
    scope.pass = request.withPass.empty() ? request.pass : request.withPass;
    scope.layer = request.withLayer.empty() ? "all" : request.withLayer; // else the counterparts of the layers of A
    scope.device = request.withDevice.empty() ? request.device : request.withDevice;
    scope.stream = request.stream;
    scope.stage = request.stage;
    const bool chooses = scope.pass == "auto" && scope.stage.empty() && !a.passes.empty() && !a.wholeTrace;
    if (!chooses)
        return resolveScope(*m_b.document, *m_b.segmentation, scope);
    const std::string stage(stageName(a.passes.front().pass->stage));
    scope.stage = stage;
    auto sameStage = resolveScope(*m_b.document, *m_b.segmentation, scope);
    if (sameStage && (!sameStage->passes.empty() || sameStage->wholeTrace))
        return sameStage;
    scope.stage.clear();
    auto any = resolveScope(*m_b.document, *m_b.segmentation, scope);
    if (any && !any->passes.empty() && !any->wholeTrace)
        notes.push_back(msg("B has no pass of the stage of A's pass (%1), so this compares different stages.", Message(stage)));
    return any;
}

Result<DiffSession::Scopes> DiffSession::resolve(const DiffRequest &request) const
{
    Scopes scopes;
    const auto a = resolveScope(*m_a.document, *m_a.segmentation,
        {request.pass, request.layer, request.device, request.stream, request.stage, false, false, false});
    if (!a)
        return a.error();
    scopes.a = *a;
    const auto b = scopeOfB(request, scopes.a, scopes.notes);
    if (!b)
        return aboutB(b.error());
    scopes.b = *b;
    if (m_sameTrace && request.withPass.empty() && request.withLayer.empty() && request.withDevice.empty())
        return badRequest(
            "there is nothing to compare with; name another trace (--with FILE), pass (--with-pass) or layer (--with-layer)");
    scopes.byName = scopes.a.wholeTrace || scopes.b.wholeTrace || scopes.a.passes.empty() || scopes.b.passes.empty();
    if (scopes.byName && scopes.a.layers)
        return badRequest("layers need a pass of B; leave out --layer, or name a pass with --with-pass");
    if (scopes.byName)
        return scopes;
    if (!request.withLayer.empty() && scopes.a.layers.has_value() != scopes.b.layers.has_value())
        return badRequest(scopes.b.layers ? "--with-layer names layers of B; name those of A with --layer"
                                          : "--layer names layers of A; name those of B with --with-layer");
    if (scopes.a.layers) {
        const std::vector<int> ofA = layersIn(*scopes.a.layers, scopes.a.passes, *m_a.segmentation);
        if (request.withLayer.empty())
            return withCounterparts(std::move(scopes), ofA);
        const std::vector<int> ofB = layersIn(*scopes.b.layers, scopes.b.passes, *m_b.segmentation);
        if (ofA.size() != ofB.size())
            return badRequest(
                msg("--layer names %1 layers and --with-layer %2; name as many on both sides", ofA.size(), ofB.size()));
        scopes.layers.emplace();
        for (std::size_t i = 0; i < ofA.size(); ++i)
            scopes.layers->push_back({ofA[i], ofB[i]});
    }
    return scopes;
}

// The layers of A with those that they are paired with where whole passes are compared.
Result<DiffSession::Scopes> DiffSession::withCounterparts(Scopes scopes, const std::vector<int> &ofA) const
{
    const auto most = [](const std::vector<PassRef> &passes) { // a partial pass lacks layers
        return *std::max_element(
            passes.begin(), passes.end(), [](const PassRef &x, const PassRef &y) { return x.pass->layers < y.pass->layers; });
    };
    const auto severalDevices = [](const std::vector<PassRef> &passes) {
        return std::ranges::any_of(passes, [&passes](const PassRef &pass) { return pass.device != passes.front().device; });
    };
    scopes.layers.emplace();
    if (severalDevices(scopes.a.passes)) { // each with layers of its own, which have the same numbers in B
        for (const int layer : ofA)
            scopes.layers->push_back({layer, layer});
        return scopes;
    }
    const LayerList a = layerList(*m_a.segmentation, most(scopes.a.passes));
    const LayerList b = layerList(*m_b.segmentation, most(scopes.b.passes));
    bool any = false;
    for (const int layer : ofA) {
        scopes.layers->push_back({layer, counterpartOf(layer, a, b)});
        any = any || scopes.layers->back().b != kNoCounterpart;
    }
    if (!any && !ofA.empty() && ofA.front() < 0)
        return badRequest("B has nothing before its first layer, or behind its last one, to compare with");
    if (!any && !ofA.empty())
        return badRequest(msg("layer %1 of A has no counterpart in B; name one with --with-layer", ofA.front()));
    return scopes;
}

Result<std::shared_ptr<const DiffOutcome>> DiffSession::compare(const DiffRequest &request, const JobControl &control) const
{
    auto scopes = resolve(request);
    if (!scopes)
        return scopes.error();
    auto outcome = std::make_shared<DiffOutcome>();
    outcome->notes = scopes->notes;
    noteFit(outcome->notes);
    outcome->byName = scopes->byName;
    if (outcome->byName) {
        outcome->kernelsA = wholeDevices(scopes->a, *m_a.document, *m_a.segmentation, *m_a.index);
        outcome->kernelsB = wholeDevices(scopes->b, *m_b.document, *m_b.segmentation, *m_b.index);
        noteByName(*m_a.segmentation, *m_b.segmentation, request.pass == "trace" || request.withPass == "trace", outcome->notes);
        return std::shared_ptr<const DiffOutcome>(std::move(outcome));
    }
    outcome->pairing = pairDeviceByDevice(scopes->a, scopes->b);
    if (outcome->pairing.pairs.empty())
        return badRequest("no pass of A has a counterpart of the same stage in B; name the passes with --pass and --with-pass");
    const AnalysisInput a = m_a.input();
    const AnalysisInput b = m_b.input();
    const auto streams = [](const KernelScope &scope) { return scope.streams ? &*scope.streams : nullptr; };
    auto passes = diffPasses(
        {a, streams(scopes->a)}, {b, streams(scopes->b)}, *m_symbols, {outcome->pairing.pairs, scopes->layers}, control);
    if (!passes)
        return passes.error();
    outcome->passes = std::move(*passes);
    outcome->oneLayerPair = outcome->passes.size() == 1 && scopes->layers && scopes->layers->size() == 1;
    notePairing(*scopes, *outcome);
    return std::shared_ptr<const DiffOutcome>(std::move(outcome));
}

void DiffSession::noteFit(std::vector<Message> &notes) const
{
    if (m_sameTrace)
        return;
    lamella::core::noteFit(*m_a.document, m_a.session->config(), *m_b.document, m_b.session->config(), notes);
    if (!recordsMemory(*m_a.document) || !recordsMemory(*m_b.document))
        return;
    const std::optional<std::int64_t> a = peakBytes(*m_a.session);
    const std::optional<std::int64_t> b = peakBytes(*m_b.session);
    if (a && b)
        notes.push_back(msg("Memory: at most %1 allocated in A, %2 in B; B - A is %3.", formatBytes(*a), formatBytes(*b),
            formatBytes(subtractSaturated(*b, *a))));
}

void DiffSession::notePairing(const Scopes &scopes, DiffOutcome &outcome) const
{
    const auto why = [&outcome](const char *side, const KernelScope &scope) {
        if (!scope.why.empty())
            outcome.notes.push_back(msg(side, scope.why));
    };
    why("A: %1.", scopes.a);
    why("B: %1.", scopes.b);
    lamella::core::notePairing(outcome.pairing, outcome.notes);
    noteLayers(outcome.passes, outcome.notes);
}

bool DiffSession::pairsKernels() const
{
    return m_sameTrace || processorOf(*m_a.document) == processorOf(*m_b.document);
}

DiffView DiffSession::viewFor(DiffView wanted) const
{
    const bool ofKernels = wanted == DiffView::Sequence || wanted == DiffView::Kernel || wanted == DiffView::Replaced;
    return ofKernels && !pairsKernels() ? DiffView::Category : wanted;
}

DiffSummary DiffSession::summary(const DiffOutcome &outcome, DiffView view) const
{
    const AnalysisInput a = m_a.input();
    const AnalysisInput b = m_b.input();
    if (outcome.byName)
        return summariseByName(outcome.kernelsA, outcome.kernelsB, a, b, *m_symbols, view);
    return summarise(outcome.passes, {a, nullptr}, {b, nullptr}, *m_symbols, view);
}

} // namespace lamella::core
