// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two sessions, or one with itself. Created once per pair of sessions; then compares any of their passes and layers.
// Thread-safe. Swapping the sessions negates every difference.
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

// Values as on the command line. Empty fields of B take A's value; `auto` in another trace means B's representative pass of the
// stage of A's pass.
struct DiffRequest {
    std::string pass = "auto"; // auto | all | trace | steady | N | N-M
    std::string layer = "all"; // all | N | N-M | head | tail
    std::string device; // number as recorded, "all", or empty = the main device
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

// A request resolved for the two traces, with its result.
struct DiffOutcome {
    std::vector<PassDiff> passes; // empty if compared by name
    PassPairing pairing;
    bool byName = false; // one side has no passes, or all GPU work was requested
    std::vector<KernelId> kernelsA; // byName: the kernels compared
    std::vector<KernelId> kernelsB;
    bool oneLayerPair = false;
    std::vector<Message> notes; // reason for these passes, parts without a counterpart, differences in kind between the traces
};

class DiffSession {
public:
    // `b` may be `a`. Errors: Cancelled, and those of AnalysisSession::segmentation.
    static Result<std::shared_ptr<const DiffSession>> create(
        std::shared_ptr<AnalysisSession> a, std::shared_ptr<AnalysisSession> b, const JobControl &control = {});

    // Errors: BadRequest (no such pass or layer, or both sides are the same), Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const DiffOutcome>> compare(
        const DiffRequest &request, const JobControl &control = {}) const;
    [[nodiscard]] DiffSummary summary(const DiffOutcome &outcome, DiffView view) const;
    // The table `diff` of an outcome. The request gives view, filter, sort, top and provenance. Errors: BadRequest.
    // Errors also: those of companions that do not fit.
    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> table(
        const DiffRequest &request, const DiffOutcome &outcome, const JobControl &control = {}) const;
    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> table(
        const DiffRequest &request, const JobControl &control = {}) const;

    // The regression gate.
    struct Gate {
        Comparison comparison;
        std::shared_ptr<const ReportTable> table;
        bool failed = false;
    };
    // Compares every device (those of one number, then the others in order), or those that the request names, in the stages that
    // it names. Errors: BadRequest, NotATrace (no GPU work).
    [[nodiscard]] Result<Gate> gate(const DiffRequest &request, const GateRule &rule) const;

    [[nodiscard]] bool sameTrace() const { return m_sameTrace; }
    // False for different kinds of processors: then only the views by layer, type and category are useful.
    [[nodiscard]] bool pairsKernels() const;
    [[nodiscard]] DiffView viewFor(DiffView wanted) const; // the category view instead of a kernel view if kernels do not pair
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
    [[nodiscard]] Result<Scopes> withCounterparts(Scopes scopes, const std::vector<int> &ofA) const;
    [[nodiscard]] Error aboutB(Error error) const;
    [[nodiscard]] Result<KernelScope> scopeOfB(
        const DiffRequest &request, const KernelScope &a, std::vector<Message> &notes) const;
    struct GateDevices;
    [[nodiscard]] Result<GateDevices> devicesOf(const DiffRequest &request) const;
    [[nodiscard]] DeviceComparison compareDevices(const DiffRequest &request, DeviceId ofA, DeviceId ofB) const;
    void noteFit(std::vector<Message> &notes) const;
    void notePairing(const Scopes &scopes, DiffOutcome &outcome) const;
    void addProvenance(ReportTable &table, const DiffRequest &request) const;

    Side m_a;
    Side m_b;
    bool m_sameTrace = false;
    std::shared_ptr<const DiffSymbols> m_symbols;
};

} // namespace lamella::core
