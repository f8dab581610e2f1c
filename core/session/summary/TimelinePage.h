// SPDX-License-Identifier: GPL-3.0-or-later
// One pass as a page with a timeline that works without a network (report --interactive). It contains the tables kernels --each
// and layers as the command line writes them, and its texts in the language of the user; its script draws them and computes
// nothing.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/TableRequest.h"
#include "core/session/AnalysisSession.h"

#include <memory>
#include <string>

namespace lamella::core {

class Catalogue;

struct OnePass {
    std::string pass; // its number
    std::shared_ptr<const ReportTable> layers;
    std::shared_ptr<const ReportTable> kernels; // one by one
};
// The tables of the requested pass. Errors: as timelinePage().
[[nodiscard]] Result<OnePass> tablesOfOnePass(AnalysisSession &session, const TableRequest &request, const JobControl &control);

// File and pass, as heading of a page or picture.
[[nodiscard]] Message titleOf(const AnalysisSession &session, const OnePass &one);

// `request`: pass (one; auto is the representative one) and device. Errors: those of the tables; BadRequest for a trace without
// passes or for several passes; Limit for more than 200 000 kernels. A null language is English.
[[nodiscard]] Result<std::string> timelinePage(
    AnalysisSession &session, const TableRequest &request, const Catalogue *language, const JobControl &control = {});

} // namespace lamella::core
