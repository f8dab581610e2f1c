// SPDX-License-Identifier: GPL-3.0-or-later
// One pass as an SVG picture for readers without the window: its layers, and its streams by the families of categories.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/TableRequest.h"
#include "core/session/AnalysisSession.h"

#include <string>

namespace lamella::core {

class Catalogue;

// `request`: as of timelinePage(), and its errors. The picture is 1200 units wide; a unit is filled by the busy share of the
// device in it, and has the colour of the family with most of that time. A null language is English.
[[nodiscard]] Result<std::string> passPicture(
    AnalysisSession &session, const TableRequest &request, const Catalogue *language, const JobControl &control = {});

} // namespace lamella::core
