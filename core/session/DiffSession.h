// SPDX-License-Identifier: GPL-3.0-or-later
// Two sessions compared, or one with itself. Built once for a pair of sessions; then any comparison of their passes and layers.
// Safe from any thread. Swapping the sessions negates every difference.
#pragma once

#include "core/analysis/KernelScope.h"
#include "core/analysis/diff/DiffRollUp.h"
#include "core/base/Message.h"
#include "core/report/tables/CompareTable.h"
#include "core/session/AnalysisSession.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// Texts are those of the command line. What is empty on B's side is as on A's; `auto` in another trace is its own selected pass
// of the stage that A's has.
struct DiffRequest {
    std::string pass = "auto"; // auto | all | trace | steady | N | N-M
    std::string layer = "all"; // all | N | N-M | head | tail
    std::string device; // number as recorded, "all", or empty = the main one
    std::string stream;
    std::string stage;
    std::string withPass;
    std::string withLayer;
    std::string withDevice;
    std::string by =
        "auto"; // sequence | kernel | layer | type | category | replaced; auto = sequence for one pair of layers, else kernel
    std::string filter;
    std::string sort;
    std::size_t top = 0;
    auto operator<=>(const DiffRequest &) const = default;
};

// What a request means in these traces, and its result.
struct DiffOutcome {
    std::vector<PassDiff> passes; // empty where compared by name
    PassPairing pairing;
    bool byName = false; // one side has no passes, or all GPU work was asked for
    std::vector<KernelId> kernelsA; // byName: what is compared
    std::vector<KernelId> kernelsB;
    bool oneLayerPair = false;
    std::vector<Message> notes; // why this pass, what has no counterpart, what does not fit together
};

class DiffSession {
public:
    // b may be the same session. Errors: Cancelled, and those of AnalysisSession::segmentation.
    static Result<std::shared_ptr<const DiffSession>> create(
        std::shared_ptr<AnalysisSession> a, std::shared_ptr<AnalysisSession> b, const JobControl &control = {});

    // Errors: BadRequest (pass or layer that is not there, the same compared with itself), Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const DiffOutcome>> compare(
        const DiffRequest &request, const JobControl &control = {}) const;
    [[nodiscard]] DiffSummary summary(const DiffOutcome &outcome, DiffView view) const;
    // The table `diff` of the outcome; the request gives view, filter, sort, top and provenance. Errors: BadRequest.
    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> table(const DiffRequest &request, const DiffOutcome &outcome) const;
    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> table(
        const DiffRequest &request, const JobControl &control = {}) const;

    // The regression gate.
    struct Gate {
        Comparison comparison;
        std::shared_ptr<const ReportTable> table;
        bool failed = false;
    };
    // Device and stage of the request count. Errors: BadRequest, NotATrace (no GPU work).
    [[nodiscard]] Result<Gate> gate(const DiffRequest &request, const GateRule &rule) const;

    [[nodiscard]] bool sameTrace() const { return m_sameTrace; }
    // False between processors of different sorts: then views of kernels are not for showing, only layers, types and categories.
    [[nodiscard]] bool pairsKernels() const;
    [[nodiscard]] DiffView viewFor(DiffView wanted) const; // the category instead of a view of kernels where those do not pair
    [[nodiscard]] AnalysisInput inputA() const { return m_a.input(); }
    [[nodiscard]] AnalysisInput inputB() const { return m_b.input(); }
    [[nodiscard]] const DiffSymbols &symbols() const { return *m_symbols; }

private:
    struct Side {
        std::shared_ptr<AnalysisSession> session;
        std::shared_ptr<const TraceDocument> document;
        std::shared_ptr<const KernelNames> names;
        std::shared_ptr<const Segmentation> segmentation;
        std::shared_ptr<const KernelIndex> index;
        [[nodiscard]] AnalysisInput input() const { return {*document, *names, *segmentation, *index}; }
    };
    struct Scopes;
    static Result<Side> side(std::shared_ptr<AnalysisSession> session, const JobControl &control);
    [[nodiscard]] Result<Scopes> resolve(const DiffRequest &request) const;
    [[nodiscard]] Error aboutB(Error error) const;
    [[nodiscard]] Result<KernelScope> scopeOfB(
        const DiffRequest &request, const KernelScope &a, std::vector<Message> &notes) const;
    [[nodiscard]] Result<std::pair<DeviceId, DeviceId>> devicesOf(const DiffRequest &request) const;
    void noteFit(std::vector<Message> &notes) const;
    void notePairing(const Scopes &scopes, DiffOutcome &outcome) const;
    void addProvenance(ReportTable &table, const DiffRequest &request) const;

    Side m_a;
    Side m_b;
    bool m_sameTrace = false;
    std::shared_ptr<const DiffSymbols> m_symbols;
};

} // namespace lamella::core
