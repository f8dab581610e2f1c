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
    // Errors: Cancelled.
    [[nodiscard]] static Result<ProgramTableInput> of(const TableInput &base)
    {
        auto model = base.parts->program(base.control);
        if (!model)
            return model.error();
        return ProgramTableInput{base, std::move(*model), base.request.skip};
    }

    const TableInput &base; // its scope says which devices
    std::shared_ptr<const ProgramModel> model;
    std::size_t skip = 0; // steps left out as warm-up, by position
    // Operations of the devices in scope, added up; of the main device for findings. Null where the table asks for none.
    std::shared_ptr<const std::vector<OpSum>> sums = {};
    OpShapes shapes = {}; // for ops and families: of the inputs, where operations are kernels
    // For collectives whose sizes stand with the operators; null where none does.
    std::shared_ptr<const LaunchJoin> launches = {};
};

} // namespace lamella::core
