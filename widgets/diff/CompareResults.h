// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a comparison, for all parts of the workspace: the pair shown, and the verdict over the passes of both sides with
// their noise. The verdict is computed on a worker. GUI thread.
#pragma once

#include "core/analysis/diff/LayerDeltas.h"
#include "core/analysis/diff/RegressionGate.h"
#include "core/base/Error.h"
#include "widgets/diff/DiffJob.h"
#include "widgets/session/CompareController.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

class JobSlot;

// One pass of the stage compared, or the layer compared in it: a dot.
struct ComparedPass {
    core::DeviceId device;
    int pass = core::kNoPass;
    std::int64_t wallNs = 0; // of the layer where layers are compared
};

struct CompareVerdict {
    core::Stage stage = core::Stage::Unknown; // of the pair shown
    core::Figure figure; // medians over `a` and `b`, or over the layers compared in them
    int layerA = core::kNoLayer; // where two layers are compared
    int layerB = core::kNoLayer;
    bool ofPasses = false; // both sides are medians over passes, not the pair
    bool ofLevel = false; // over those at a level of their own, and the others of their stage
    bool againstMedian = false; // one of them is
    bool ownIsA = true; // see DiffShown; the verdict follows later than the pair shown
    bool noiseAssumed = false; // a side has too few passes to measure it
    // The passes of the figure: all that count for the median of their stage, those of a level, or the pass that was chosen.
    std::vector<ComparedPass> a;
    std::vector<ComparedPass> b;
    std::vector<core::StageComparison> others; // further stages on both sides
    std::vector<core::LayerDelta> layers; // paired as in the comparison of these passes
    // Of the passes with the layers compared, where two traces are compared; without `layers`. Null: this is of passes already.
    std::shared_ptr<const CompareVerdict> ofWholePasses;
    [[nodiscard]] std::size_t beyondNoise() const; // layers
    [[nodiscard]] bool ofLayer() const { return layerA != core::kNoLayer; }
};

// The whole passes of a pair of layers: the kernel name that changed most there.
struct CompareStep {
    std::string name;
    core::Selection target; // that name, where the window's trace has it
    std::uint64_t count = 0; // of B's kernels, of A's where B has none
    std::int64_t nameNs = 0; // difference of their sums
    std::int64_t wallNs = 0; // difference of the passes
};

class CompareResults : public QObject {
    Q_OBJECT
public:
    ~CompareResults() override;
    // Of this controller, which owns it; made at the first call.
    [[nodiscard]] static CompareResults &of(CompareController &compare);

    [[nodiscard]] CompareController &compare() const { return m_compare; }
    [[nodiscard]] const std::shared_ptr<const DiffShown> &shown() const { return m_shown; } // null: none yet
    // Whether a view shows the results beside the panel that makes them, which is hidden then.
    void setWatched(bool watched);
    [[nodiscard]] bool isWatched() const { return m_watched; }
    void setShown(std::shared_ptr<const DiffShown> shown); // by the panel, which makes it
    [[nodiscard]] const std::optional<CompareVerdict> &verdict() const { return m_verdict; }
    // Of a pair of layers; computed after the verdict.
    [[nodiscard]] const std::optional<CompareStep> &step() const { return m_step; }
    // The section `limit` of the table inspect about a side of the pair; null: not computed, or there is no such side.
    [[nodiscard]] const std::shared_ptr<const core::ReportTable> &limit(bool ofA) const { return ofA ? m_limitA : m_limitB; }
    [[nodiscard]] const std::optional<core::Error> &limitError() const { return m_limitError; } // why limit() is null
    // Shows this pass of the verdict's side, with the layer compared.
    void choosePass(bool ofA, const ComparedPass &pass);
    // A layer of the verdict in the pass of the pair that the window's trace has; nothing if it has no such layer.
    [[nodiscard]] std::optional<core::LayerSelection> selectionOf(const core::LayerDelta &layer) const;

signals:
    void changed();
    void watchedChanged();

private:
    explicit CompareResults(CompareController &compare);
    void judge();
    void findStep();
    void findLimits();

    CompareController &m_compare;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_stepJob;
    std::unique_ptr<JobSlot> m_limitsJob;
    std::shared_ptr<const DiffShown> m_shown;
    std::optional<CompareStep> m_step;
    std::optional<CompareVerdict> m_verdict;
    std::shared_ptr<const core::ReportTable> m_limitA;
    std::shared_ptr<const core::ReportTable> m_limitB;
    std::optional<core::Error> m_limitError;
    bool m_watched = false;
};

} // namespace lamella::ui
