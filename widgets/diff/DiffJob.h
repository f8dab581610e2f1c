// SPDX-License-Identifier: GPL-3.0-or-later
// Contents of the diff panel for one comparison, made on a worker: table, the groups of its rows, categories, picture.
#pragma once

#include "core/session/DiffSession.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

// One bar of the picture: a kernel (comparison of two layers) or a layer (comparison of passes).
struct DiffBar {
    std::int64_t beginNs = 0; // from the start of the layer or pass
    std::int64_t endNs = 0;
    int row = -1; // of the table, -1 = none
    int partner = -1; // index of the matching bar on the other side
    int lane = 0; // 0 = main stream; others run concurrently
    core::DiffChange change = core::DiffChange::Same;
    core::Category category = core::Category::Other;
    std::string label;
};

struct DiffPicture {
    bool kernels = false; // bars are kernels, else layers
    std::vector<DiffBar> a;
    std::vector<DiffBar> b;
    int lanes = 1;
    [[nodiscard]] std::int64_t lengthNs() const;
};

struct DiffShown {
    std::shared_ptr<const core::DiffSession> session;
    std::shared_ptr<const core::DiffOutcome> outcome;
    std::shared_ptr<const core::ReportTable> table;
    core::DiffSummary rows; // group i is row i of the table
    core::DiffSummary categories;
    DiffPicture picture;
    bool ownIsA = true; // A is the side that follows the selection of the window; the controller may have swapped them since
    // The side is in the trace of the window.
    [[nodiscard]] bool isInWindow(bool ofA) const { return session->sameTrace() || ofA == ownIsA; }
};

// The row of the pair that this kernel or kernel name is in; nothing if it is in none, or the rows are no kernels.
[[nodiscard]] std::optional<std::size_t> rowOf(const DiffShown &shown, const core::Selection &selection);

// `session` may be null: then it is made from the two traces. ownIsA: see DiffShown. Errors: those of DiffSession.
core::Result<std::shared_ptr<const DiffShown>> makeDiffShown(std::shared_ptr<const core::DiffSession> session,
    const std::shared_ptr<core::AnalysisSession> &a, const std::shared_ptr<core::AnalysisSession> &b,
    const core::DiffRequest &request, bool ownIsA, const core::JobControl &control);

} // namespace lamella::ui
