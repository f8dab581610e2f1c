// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AnalysisSession::table that is about programs and their operations.
#include "core/report/tables/ProgramTables.h"

#include "core/analysis/gaps/HostCalls.h"
#include "core/session/AnalysisSession.h"

namespace lamella::core {

std::shared_ptr<const ProgramModel> AnalysisSession::programModel(const JobControl &control)
{
    if (m_program)
        return m_program;
    auto model = std::make_shared<ProgramModel>();
    model->ops = deviceOps(*m_document, *m_names, control);
    if (control.stopRequested())
        return nullptr; // what was stopped half-way is not kept
    model->runs = programRuns(*m_document, *m_segmentation, model->ops, control);
    if (control.stopRequested())
        return nullptr;
    m_program = std::move(model);
    return m_program;
}

Result<ReportTable> AnalysisSession::buildProgramTable(
    const TableRequest &request, const TableInput &input, const JobControl &control)
{
    const ProgramTableInput program{input, programModel(control), request.skip};
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
    if (request.table == "ops")
        return opsTable(program);
    if (request.table == "families")
        return familiesTable(program);
    if (request.table == "collectives")
        return collectivesTable(program);
    if (m_document->devices.empty())
        return findingsTable(program, GapList{});
    TableRequest whole; // findings look at the whole trace
    whole.table = "gaps";
    whole.pass = "trace";
    ScopeRequest scope;
    scope.pass = whole.pass;
    TableInput everything = input;
    auto resolved = resolveScope(*m_document, *m_segmentation, scope);
    if (!resolved)
        return resolved.error();
    everything.scope = std::move(*resolved);
    return findingsTable(program, *gapsOf(whole, everything));
}

} // namespace lamella::core
