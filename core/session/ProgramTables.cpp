// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AnalysisSession::table that is about programs and their operations.
#include "core/report/tables/ProgramTables.h"

#include "core/analysis/program/CollectiveRecords.h"
#include "core/session/AnalysisSession.h"

#include <memory>
#include <vector>

namespace lamella::core {

std::shared_ptr<const ProgramModel> AnalysisSession::programModel(const JobControl &control)
{
    if (m_program)
        return m_program;
    auto model = std::make_shared<ProgramModel>();
    model->ops = deviceOps(*m_document, *m_names, control);
    if (control.stopRequested())
        return nullptr; // what was stopped half-way is not kept
    const DeviceTimelines timelines = deviceTimelines(*m_document, model->ops);
    model->runs = programRuns(*m_document, *m_segmentation, model->ops, timelines, control);
    if (control.stopRequested())
        return nullptr;
    model->breakdown = timeBreakdown(model->ops, model->runs, timelines);
    m_program = std::move(model);
    return m_program;
}

std::shared_ptr<const std::vector<OpSum>> AnalysisSession::opSumsOf(const std::vector<DeviceId> &devices)
{
    if (!m_opSums || m_opSumsOf != devices) {
        m_opSums = std::make_shared<const std::vector<OpSum>>(opSums(*m_document, m_program->ops, m_program->runs, devices));
        m_opSumsOf = devices;
    }
    return m_opSums;
}

Result<ReportTable> AnalysisSession::buildProgramTable(
    const TableRequest &request, const TableInput &input, const JobControl &control)
{
    ProgramTableInput program{input, programModel(control), request.skip, nullptr, {}, nullptr};
    if (!program.model)
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    if (request.table == "steps")
        return stepsTable(program, request.by);
    if (request.table == "step-classes")
        return stepClassesTable(program);
    if (request.table == "breakdown")
        return breakdownTable(program);
    if (request.table == "regions")
        return regionsTable(program);
    if (request.table == "collectives") {
        if (asksOperators(*m_document, program.model->ops))
            program.launches = launches(control);
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        return collectivesTable(program);
    }
    if (request.table != "findings") {
        program.sums = opSumsOf(input.scope.devices);
        if (!program.model->ops.compiled) {
            const auto joined = launches(control);
            if (!control.stopRequested())
                program.shapes = opShapes(*m_document, *joined, input.scope.devices, control);
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        }
        return request.table == "ops" ? opsTable(program) : familiesTable(program);
    }
    if (m_document->devices.empty())
        return findingsTable(program, {});
    ScopeRequest whole; // findings look at the whole trace
    whole.pass = "trace";
    const auto resolved = resolveScope(*m_document, *m_segmentation, whole);
    if (!resolved)
        return resolved.error();
    const DeviceId main = m_segmentation->mainDevice;
    if (main.valid())
        program.sums = opSumsOf({main});
    return findingsTable(program, gapsBeforeOperations(input.analysis(), *resolved, main));
}

} // namespace lamella::core
