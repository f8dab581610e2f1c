// SPDX-License-Identifier: GPL-3.0-or-later
// Tables about programs and their operations: steps, step-classes, breakdown, regions, ops, families, collectives, findings. Of
// XLA a program is a compiled module; elsewhere its launches are the forward passes and its operations the kernels.
#pragma once

#include "core/analysis/program/Findings.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/report/tables/TableBuilders.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lamella::core {

struct ProgramTableInput {
    const TableInput &base; // its scope says which devices
    std::shared_ptr<const ProgramModel> model;
    std::size_t skip = 0; // steps left out as warm-up, by position
    // Operations of the devices in scope, added up; of the main device for findings. Null where the table asks for none.
    std::shared_ptr<const std::vector<OpSum>> sums;
    OpShapes shapes = {}; // for ops and families: of the inputs, where operations are kernels
    // For collectives whose sizes stand with the operators; null where none does.
    std::shared_ptr<const LaunchJoin> launches = {};
};

[[nodiscard]] std::vector<ReportColumn> stepsColumns();
[[nodiscard]] std::vector<ReportColumn> stepClassesColumns();
[[nodiscard]] std::vector<ReportColumn> breakdownColumns();
[[nodiscard]] std::vector<ReportColumn> regionsColumns();
[[nodiscard]] std::vector<ReportColumn> opsColumns();
[[nodiscard]] std::vector<ReportColumn> familiesColumns();
[[nodiscard]] std::vector<ReportColumn> collectivesColumns();
[[nodiscard]] std::vector<ReportColumn> findingsColumns();

// by: step (also empty) or program. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> stepsTable(const ProgramTableInput &input, std::string_view by);
[[nodiscard]] ReportTable stepClassesTable(const ProgramTableInput &input);
[[nodiscard]] ReportTable breakdownTable(const ProgramTableInput &input);
[[nodiscard]] ReportTable regionsTable(const ProgramTableInput &input);
[[nodiscard]] ReportTable opsTable(const ProgramTableInput &input);
[[nodiscard]] ReportTable familiesTable(const ProgramTableInput &input);
[[nodiscard]] ReportTable collectivesTable(const ProgramTableInput &input);
// gaps: of the main device.
[[nodiscard]] ReportTable findingsTable(const ProgramTableInput &input, const std::vector<GapsBefore> &gaps);

// "program" or "forward pass": what a step is of this trace, for notes.
[[nodiscard]] std::string_view stepWord(RunSource source);

} // namespace lamella::core
