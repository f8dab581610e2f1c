// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/WorkspaceList.h"

#include <QCoreApplication>

namespace lamella::ui {

extern const WorkspaceSpec kExploreWorkspace;
extern const WorkspaceSpec kCompareWorkspace;
extern const WorkspaceSpec kIdleWorkspace;
extern const WorkspaceSpec kSourceWorkspace;
extern const WorkspaceSpec kRooflineWorkspace;
extern const WorkspaceSpec kMemoryWorkspace;
extern const WorkspaceSpec kRanksWorkspace;
extern const WorkspaceSpec kProgramsWorkspace;
extern const WorkspaceSpec kReportWorkspace;
extern const WorkspaceSpec kRunsWorkspace;
extern const WorkspaceSpec kSqlWorkspace;

const std::vector<const WorkspaceSpec *> &workspaces()
{
    static const std::vector<const WorkspaceSpec *> all{
        &kExploreWorkspace, // Ctrl+1
        &kCompareWorkspace, // Ctrl+2
        &kIdleWorkspace, // Ctrl+3
        &kRooflineWorkspace, // Ctrl+4
        &kSourceWorkspace, // Ctrl+5
        &kMemoryWorkspace, // Ctrl+6
        &kRanksWorkspace, // Ctrl+7
        &kProgramsWorkspace, // Ctrl+8
        &kReportWorkspace, // Ctrl+9
        &kRunsWorkspace,
        &kSqlWorkspace,
    };
    return all;
}

QString titleOf(const WorkspaceSpec &spec)
{
    return QCoreApplication::translate("Workspaces", spec.title);
}

QString titleOf(const PanelSpec &spec)
{
    return QCoreApplication::translate("Workspaces", spec.title);
}

} // namespace lamella::ui
