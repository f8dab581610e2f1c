// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/TableList.h"

#include <array>

namespace lamella::core {

// Each is defined at the end of its builder's file.
extern const TableSpec kInfoTable, kDiagnosticsTable, kAnchorsTable, kPassesTable, kLayersTable, kClustersTable, kHeatmapTable,
    kKernelsTable, kFlowTable, kBottleneckTable, kArchitectureTable, kUnnamedTable, kOverlapTable, kGapsTable, kWhatIfTable,
    kRangesTable, kStatsTable, kOpStatisticTable, kStepTraceTimeTable, kConsistencyTable, kPipesTable, kPerfettoTable,
    kStepsTable, kStepClassesTable, kBreakdownTable, kRegionsTable, kOpsTable, kFamiliesTable, kCollectivesTable, kFindingsTable,
    kRooflineTable, kSourceTable, kMemoryTable, kAdviceTable, kInspectTable;

namespace {

constexpr std::array kTables{&kInfoTable, &kDiagnosticsTable, &kAnchorsTable, &kPassesTable, &kLayersTable, &kClustersTable,
    &kHeatmapTable, &kKernelsTable, &kFlowTable, &kBottleneckTable, &kArchitectureTable, &kUnnamedTable, &kOverlapTable,
    &kGapsTable, &kWhatIfTable, &kRangesTable, &kStatsTable, &kOpStatisticTable, &kStepTraceTimeTable, &kConsistencyTable,
    &kPipesTable, &kPerfettoTable, &kStepsTable, &kStepClassesTable, &kBreakdownTable, &kRegionsTable, &kOpsTable,
    &kFamiliesTable, &kCollectivesTable, &kFindingsTable, &kRooflineTable, &kSourceTable, &kMemoryTable, &kAdviceTable,
    &kInspectTable};

} // namespace

std::span<const TableSpec *const> tableList()
{
    return kTables;
}

const TableSpec *findTable(std::string_view name)
{
    for (const TableSpec *table : kTables)
        if (table->name == name)
            return table;
    return nullptr;
}

} // namespace lamella::core
