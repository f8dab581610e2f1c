// SPDX-License-Identifier: GPL-3.0-or-later
// Results that several tables of a session share, each computed once.
#pragma once

#include "core/analysis/memory/MemoryData.h"
#include "core/analysis/origin/Origins.h"
#include "core/analysis/program/OpSums.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/analysis/source/CallTree.h"
#include "core/model/HostSamples.h"
#include "core/report/tables/AdviceTable.h"
#include "core/report/tables/GapTables.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/SharedResult.h"
#include "core/session/companions/Companions.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

class SharedParts final : public TableParts {
public:
    SharedParts(std::shared_ptr<const TraceDocument> document, CompanionPaths companions, std::string yours);
    // Of another session over the same document: shares the launches, and what is by the same files and rule.
    SharedParts(const SharedParts &other, CompanionPaths companions, std::string yours);

    Result<std::shared_ptr<const LaunchJoin>> launches(const JobControl &control) override;
    Result<std::shared_ptr<const KernelsByLaunch>> kernelsByLaunch(const JobControl &control) override;
    Result<std::shared_ptr<const KernelsByName>> kernelsByName(const JobControl &control) override;
    Result<std::shared_ptr<const EventTimes>> eventTimes(const JobControl &control) override;
    Result<std::shared_ptr<const Origins>> origins(const JobControl &control) override;
    Result<std::shared_ptr<const CallTree>> callTree(const JobControl &control, const TimeRange *host) override;
    Result<std::shared_ptr<const HostSamples>> hostSamples(const JobControl &control) override;
    Result<std::shared_ptr<const ProgramModel>> program(const TableInput &input); // `input` needs names and segmentation
    Result<std::shared_ptr<const std::vector<OpSum>>> opSums(
        const std::vector<DeviceId> &devices, const TableInput &input) override;
    Result<std::shared_ptr<const GapList>> gaps(const TableInput &input) override;
    Result<std::shared_ptr<const std::vector<PassLevel>>> levels(DeviceId device, Stage stage, const TableInput &input) override;
    Result<std::shared_ptr<const KernelRoles>> roles(const TableInput &input) override;
    Result<std::shared_ptr<const HostCalls>> hostCalls(const JobControl &control) override;
    Result<std::shared_ptr<const Roofline>> roofline(const TableInput &input) override;
    Result<std::shared_ptr<const AdviceWithRules>> advice(const TableInput &input) override;
    Result<std::shared_ptr<const MemoryData>> memory(const TableInput &input) override;

private:
    std::shared_ptr<const TraceDocument> m_document;
    CompanionPaths m_companions;
    std::string m_yours;
    std::shared_ptr<SharedResult<EventTimes>> m_eventTimes;
    std::shared_ptr<SharedResult<LaunchJoin>> m_launches;
    std::shared_ptr<SharedResult<KernelsByLaunch>> m_byLaunch;
    std::shared_ptr<SharedResult<KernelsByName>> m_byName;
    std::shared_ptr<SharedResult<Origins>> m_origins;
    std::shared_ptr<SharedResult<CallTree>> m_callTree;
    std::shared_ptr<SharedResult<HostSamples>> m_hostSamples;
    SharedResult<HostCalls> m_hostCalls;
    SharedResult<ProgramModel> m_program;
    SharedResult<MemoryData> m_memory;
    SharedResults<std::vector<DeviceId>, std::vector<OpSum>> m_opSums;
    SharedResults<TableRequest, GapList> m_gaps; // by the fields that determine the scope
    SharedResults<std::pair<DeviceId, Stage>, std::vector<PassLevel>> m_levels;
    SharedResult<KernelRoles> m_roles;
    SharedResults<TableRequest, Roofline> m_rooflines; // by peaks, tokens and context
    SharedResults<TableRequest, AdviceWithRules> m_advice; // also by passes, and by the user's files of rules
};

} // namespace lamella::core
