// SPDX-License-Identifier: GPL-3.0-or-later
// What tables about programs and their operations share.
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/report/tables/TableBuilders.h"
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

} // namespace lamella::core
