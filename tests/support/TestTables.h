// SPDX-License-Identifier: GPL-3.0-or-later
// Tables built from a TableInput without a session.
#pragma once

#include "core/analysis/gaps/GapList.h"
#include "core/analysis/gaps/HostCalls.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/analysis/source/CallTree.h"
#include "core/model/HostSamples.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/TableList.h"

#include <memory>
#include <utility>

namespace lamella::test {

// Launches as given, else joined from the document; no other parts.
class TestParts final : public core::TableParts {
public:
    TestParts(std::shared_ptr<const core::TraceDocument> document, std::shared_ptr<const core::LaunchJoin> launches)
        : m_document(std::move(document))
        , m_launches(std::move(launches))
    {
    }
    core::Result<std::shared_ptr<const core::LaunchJoin>> launches(const core::JobControl &) override { return m_launches; }
    core::Result<std::shared_ptr<const core::KernelsByLaunch>> kernelsByLaunch(const core::JobControl &) override
    {
        return std::make_shared<const core::KernelsByLaunch>(core::kernelsByLaunch(*m_document));
    }
    core::Result<std::shared_ptr<const core::KernelsByName>> kernelsByName(const core::JobControl &) override
    {
        return std::make_shared<const core::KernelsByName>(*m_document);
    }
    core::Result<std::shared_ptr<const core::EventTimes>> eventTimes(const core::JobControl &) override
    {
        return std::make_shared<const core::EventTimes>(m_document->events);
    }
    core::Result<std::shared_ptr<const core::Origins>> origins(const core::JobControl &) override
    {
        return std::make_shared<const core::Origins>(m_document, m_launches);
    }
    core::Result<std::shared_ptr<const core::CallTree>> callTree(
        const core::JobControl &control, const core::TimeRange *host) override
    {
        return std::make_shared<const core::CallTree>(
            core::callTree(core::Origins(m_document, m_launches), core::SourceRule(), control, host));
    }
    core::Result<std::shared_ptr<const core::HostSamples>> hostSamples(const core::JobControl &) override
    {
        return std::make_shared<const core::HostSamples>();
    }
    core::Result<std::shared_ptr<const std::vector<core::OpSum>>> opSums(
        const std::vector<core::DeviceId> &, const core::TableInput &) override
    {
        return none();
    }
    core::Result<std::shared_ptr<const core::GapList>> gaps(const core::TableInput &input) override
    {
        return std::make_shared<const core::GapList>(
            core::gapList(input.analysis(), core::HostCalls(*m_document), input.scope, false));
    }
    core::Result<std::shared_ptr<const std::vector<core::PassLevel>>> levels(
        core::DeviceId device, core::Stage stage, const core::TableInput &input) override
    {
        return std::make_shared<const std::vector<core::PassLevel>>(
            core::passLevels(input.segmentation->devices[device.value], stage));
    }
    core::Result<std::shared_ptr<const core::HostCalls>> hostCalls(const core::JobControl &) override
    {
        return std::make_shared<const core::HostCalls>(*m_document);
    }
    core::Result<std::shared_ptr<const core::AdviceWithRules>> advice(const core::TableInput &) override { return none(); }
    core::Result<std::shared_ptr<const core::KernelRoles>> roles(const core::TableInput &input) override
    {
        // Tests have kernel names of their own, but the roles of the built-in profiles.
        const core::ProfileSet &profiles = input.profiles ? *input.profiles : core::builtinProfiles();
        const std::vector<const core::RoleRule *> rules = core::roleRules(profiles, input.profile);
        return std::make_shared<const core::KernelRoles>(
            core::kernelRoles({input.analysis(), rules, m_launches.get(), input.config}, input.control));
    }
    core::Result<std::shared_ptr<const core::Roofline>> roofline(const core::TableInput &input) override
    {
        core::RooflineInput asked{input.analysis(), m_launches.get(), nullptr, input.config, {}};
        const auto known = roles(input);
        asked.roles = known->get();
        asked.peaks.resize(input.document->devices.size());
        auto made = core::roofline(asked, input.control);
        if (!made)
            return made.error();
        return std::make_shared<const core::Roofline>(*std::move(made));
    }
    core::Result<std::shared_ptr<const core::MemoryData>> memory(const core::TableInput &) override { return none(); }

private:
    static core::Error none() { return {core::ErrorCode::BadRequest, "not in this test", {}, -1}; }

    std::shared_ptr<const core::TraceDocument> m_document;
    std::shared_ptr<const core::LaunchJoin> m_launches;
};

// The table of that name, for the request in the input.
inline core::Result<core::ReportTable> builtTable(
    std::string_view name, core::TableInput input, std::shared_ptr<const core::LaunchJoin> launches = {})
{
    TestParts parts(
        input.document, launches ? std::move(launches) : std::make_shared<const core::LaunchJoin>(joinLaunches(*input.document)));
    input.request.table = name;
    input.parts = &parts;
    return core::findTable(name)->build(input);
}

} // namespace lamella::test
