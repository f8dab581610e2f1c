// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that a view shows, for an export. They are copied when the table is made, on a worker: a million of them take longer
// than a frame.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <functional>
#include <memory>
#include <string>

namespace lamella::ui {

// Makes a table; called on a worker.
using TableMaker = std::function<core::Result<std::shared_ptr<const core::ReportTable>>(const core::JobControl &)>;

struct ShownRows {
    std::string table; // its id
    TableMaker make; // null: no table is shown
};

} // namespace lamella::ui
