// SPDX-License-Identifier: GPL-3.0-or-later
// What tables about idle time share.
#include "core/report/tables/GapTables.h"
#include "core/session/AnalysisSession.h"

namespace lamella::core {

std::shared_ptr<const GapList> AnalysisSession::gapsOf(const TableRequest &request, const TableInput &input)
{
    // What the scope was resolved from; the rest of the request changes nothing about the gaps.
    TableRequest key;
    key.table = request.table;
    key.pass = request.pass;
    key.layer = request.layer;
    key.device = request.device;
    key.stream = request.stream;
    key.stage = request.stage;
    if (m_gaps && key == m_gapsOf)
        return m_gaps;
    if (!m_hostCalls)
        m_hostCalls = std::make_shared<const HostCalls>(*m_document);
    const bool perStream = request.stream == "all";
    m_gaps = std::make_shared<const GapList>(gapList(input.analysis(), *m_hostCalls, input.scope, perStream));
    m_gapsOf = key;
    return m_gaps;
}

} // namespace lamella::core
