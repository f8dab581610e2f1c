// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/SharedParts.h"

#include "core/analysis/source/SampledStacks.h"
#include "core/import/nsys/NsysSamples.h"
#include "core/session/memory/MemoryReader.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxOpSums = 4; // a window requests several tables for the same devices
constexpr std::size_t kMaxGapLists = 2; // and for the same gaps
constexpr std::size_t kMaxLevels = 16; // stages of devices; each a few changes of level
constexpr std::size_t kMaxRooflines = 2;
constexpr std::size_t kMaxAdvice = 8; // passes that are looked at in turn

// Changes with the user's files of rules.
std::string stampOfRules()
{
    namespace fs = std::filesystem;
    std::vector<std::string> stamps;
    std::error_code code;
    for (fs::directory_iterator file(userAdviceFolder(), code), end; !code && file != end; file.increment(code)) {
        std::error_code unread;
        stamps.push_back(file->path().string() + ' ' + std::to_string(file->file_size(unread)) + ' '
            + std::to_string(file->last_write_time(unread).time_since_epoch().count()));
    }
    std::sort(stamps.begin(), stamps.end());
    std::string all;
    for (const std::string &stamp : stamps)
        all += stamp + '\n';
    return all;
}

} // namespace

SharedParts::SharedParts(std::shared_ptr<const TraceDocument> document, CompanionPaths companions, std::string yours)
    : m_document(std::move(document))
    , m_companions(std::move(companions))
    , m_yours(std::move(yours))
    , m_eventTimes(std::make_shared<SharedResult<EventTimes>>())
    , m_launches(std::make_shared<SharedResult<LaunchJoin>>())
    , m_byLaunch(std::make_shared<SharedResult<KernelsByLaunch>>())
    , m_byName(std::make_shared<SharedResult<KernelsByName>>())
    , m_origins(std::make_shared<SharedResult<Origins>>())
    , m_callTree(std::make_shared<SharedResult<CallTree>>())
    , m_hostSamples(std::make_shared<SharedResult<HostSamples>>())
    , m_opSums(kMaxOpSums, kMaxOpSums, [](const std::vector<OpSum> &) { return std::size_t{1}; })
    , m_gaps(kMaxGapLists, kMaxGapLists, [](const GapList &) { return std::size_t{1}; })
    , m_levels(kMaxLevels, kMaxLevels, [](const std::vector<PassLevel> &) { return std::size_t{1}; })
    , m_rooflines(kMaxRooflines, kMaxRooflines, [](const Roofline &) { return std::size_t{1}; })
    , m_advice(kMaxAdvice, kMaxAdvice, [](const AdviceWithRules &) { return std::size_t{1}; })
{
}

Result<std::shared_ptr<const LaunchJoin>> SharedParts::launches(const JobControl &control)
{
    return m_launches->get(
        control, [this](const JobControl &job) -> Result<LaunchJoin> { return joinLaunches(*m_document, job); });
}

Result<std::shared_ptr<const KernelsByLaunch>> SharedParts::kernelsByLaunch(const JobControl &control)
{
    return m_byLaunch->get(
        control, [this](const JobControl &) -> Result<KernelsByLaunch> { return core::kernelsByLaunch(*m_document); });
}

Result<std::shared_ptr<const KernelsByName>> SharedParts::kernelsByName(const JobControl &control)
{
    return m_byName->get(control, [this](const JobControl &) -> Result<KernelsByName> { return KernelsByName(*m_document); });
}

Result<std::shared_ptr<const EventTimes>> SharedParts::eventTimes(const JobControl &control)
{
    // Incomplete when stopped, and then not stored.
    return m_eventTimes->get(
        control, [this](const JobControl &job) -> Result<EventTimes> { return EventTimes(m_document->events, job); });
}

SharedParts::SharedParts(const SharedParts &other, CompanionPaths companions, std::string yours)
    : SharedParts(other.m_document, std::move(companions), std::move(yours))
{
    m_eventTimes = other.m_eventTimes;
    m_launches = other.m_launches;
    m_byLaunch = other.m_byLaunch;
    m_byName = other.m_byName;
    m_hostSamples = other.m_hostSamples;
    if (m_companions == other.m_companions)
        m_origins = other.m_origins;
    if (m_companions == other.m_companions && m_yours == other.m_yours)
        m_callTree = other.m_callTree;
}

Result<std::shared_ptr<const Origins>> SharedParts::origins(const JobControl &control)
{
    return m_origins->get(control, [this](const JobControl &job) -> Result<Origins> {
        const auto joined = launches(job);
        if (!joined)
            return joined.error();
        return originsWith(m_companions, m_document, *joined, job);
    });
}

Result<std::shared_ptr<const CallTree>> SharedParts::callTree(const JobControl &control, const TimeRange *host)
{
    const auto built = [this, host](const JobControl &job) -> Result<CallTree> {
        const auto found = origins(job);
        if (!found)
            return found.error();
        const auto samples = hostSamples(job);
        if (!samples)
            return samples.error();
        CallTree tree = core::callTree(**found, SourceRule(m_yours), job, host);
        addNativeStacks(tree, **found, **samples, SourceRule(m_yours), job);
        return tree;
    };
    if (host == nullptr)
        return m_callTree->get(control, built);
    auto made = built(control);
    if (!made)
        return made.error();
    return std::make_shared<const CallTree>(std::move(*made));
}

Result<std::shared_ptr<const HostSamples>> SharedParts::hostSamples(const JobControl &control)
{
    return m_hostSamples->get(control, [this](const JobControl &job) -> Result<HostSamples> {
        Result<HostSamples> read = readHostSamples(*m_document, job);
        if (read || read.error().code == ErrorCode::Cancelled)
            return read;
        HostSamples none; // the tables of the trace do not need the file
        none.whyNone = read.error().detail;
        return none;
    });
}

Result<std::shared_ptr<const ProgramModel>> SharedParts::program(const TableInput &input)
{
    return m_program.get(input.control, [this, &input](const JobControl &job) -> Result<ProgramModel> {
        ProgramModel model;
        model.ops = deviceOps(*m_document, *input.names, job);
        if (job.stopRequested())
            return model; // incomplete: not stored
        const DeviceTimelines timelines = deviceTimelines(*m_document, model.ops);
        model.runs = programRuns(*m_document, *input.segmentation, model.ops, timelines, job);
        if (job.stopRequested())
            return model;
        if (model.runs.source == RunSource::Passes)
            for (std::uint32_t d = 0; d < m_document->devices.size(); ++d)
                model.edges.push_back(captureEdges(input.analysis(), DeviceId{d}));
        model.breakdown = timeBreakdown(model.ops, model.runs, timelines, model.edges);
        return model;
    });
}

Result<std::shared_ptr<const std::vector<OpSum>>> SharedParts::opSums(
    const std::vector<DeviceId> &devices, const TableInput &input)
{
    return m_opSums.get(devices, input.control, [&](const JobControl &) -> Result<std::vector<OpSum>> {
        return core::opSums(*m_document, input.program->ops, input.program->runs, devices);
    });
}

Result<std::shared_ptr<const HostCalls>> SharedParts::hostCalls(const JobControl &control)
{
    return m_hostCalls.get(control, [this](const JobControl &) -> Result<HostCalls> { return HostCalls(*m_document); });
}

Result<std::shared_ptr<const GapList>> SharedParts::gaps(const TableInput &input)
{
    // Gaps do not depend on the rest of the request.
    TableRequest key;
    key.table = input.request.table;
    key.pass = input.request.pass;
    key.layer = input.request.layer;
    key.device = input.request.device;
    key.stream = input.request.stream;
    key.stage = input.request.stage;
    return m_gaps.get(key, input.control, [this, &input](const JobControl &job) -> Result<GapList> {
        const auto calls = hostCalls(job);
        if (!calls)
            return calls.error();
        return gapList(input.analysis(), **calls, input.scope, input.request.stream == "all");
    });
}

Result<std::shared_ptr<const std::vector<PassLevel>>> SharedParts::levels(DeviceId device, Stage stage, const TableInput &input)
{
    return m_levels.get({device, stage}, input.control, [&](const JobControl &) -> Result<std::vector<PassLevel>> {
        return passLevels(input.segmentation->devices[device.value], stage);
    });
}

Result<std::shared_ptr<const KernelRoles>> SharedParts::roles(const TableInput &input)
{
    return m_roles.get(input.control, [this, &input](const JobControl &job) -> Result<KernelRoles> {
        const auto joined = launches(job);
        if (!joined)
            return joined.error();
        const std::vector<const RoleRule *> rules = roleRules(*input.profiles, input.profile);
        std::shared_ptr<const Origins> known;
        if (m_companions.any()) {
            const auto found = origins(job);
            if (!found)
                return found.error();
            known = *found;
        }
        return kernelRoles({input.analysis(), rules, joined->get(), input.config, known.get()}, job);
    });
}

Result<std::shared_ptr<const Roofline>> SharedParts::roofline(const TableInput &input)
{
    TableRequest key;
    key.peaks = input.request.peaks;
    key.tokens = input.request.tokens;
    key.context = input.request.context;
    return m_rooflines.get(key, input.control, [this, &input, &key](const JobControl &job) -> Result<Roofline> {
        auto peaks = devicePeaks(*m_document, key.peaks);
        if (!peaks)
            return peaks.error();
        RooflineInput asked{
            input.analysis(), nullptr, nullptr, input.config, std::move(*peaks), nullptr, key.tokens, key.context};
        std::shared_ptr<const KernelRoles> ofLayers;
        if (input.config) {
            TableInput forAll = input; // the caller whose input this is may stop while others wait
            forAll.control = job;
            const auto found = roles(forAll);
            if (!found)
                return found.error();
            ofLayers = *found;
        }
        asked.roles = ofLayers.get();
        std::shared_ptr<const Origins> known;
        if (recordsOperators(*m_document) || m_companions.any()) {
            const auto found = origins(job);
            if (!found)
                return found.error();
            known = *found;
            asked.launches = &known->launches();
            asked.origins = known.get();
        }
        return core::roofline(asked, job);
    });
}

Result<std::shared_ptr<const AdviceWithRules>> SharedParts::advice(const TableInput &input)
{
    TableRequest key;
    key.table = "advice";
    for (const PassRef &pass : input.scope.passes)
        key.pass += ',' + std::to_string(pass.device.value) + ':' + std::to_string(pass.pass->number);
    key.filter = stampOfRules();
    key.peaks = input.request.peaks;
    key.tokens = input.request.tokens;
    key.context = input.request.context;
    return m_advice.get(key, input.control, [this, &input](const JobControl &job) -> Result<AdviceWithRules> {
        const auto times = eventTimes(job);
        if (!times)
            return times.error();
        TableInput asked = input;
        asked.control = job;
        return adviceOf(asked, **times);
    });
}

Result<std::shared_ptr<const MemoryData>> SharedParts::memory(const TableInput &input)
{
    return m_memory.get(input.control, [this, &input](const JobControl &job) -> Result<MemoryData> {
        Result<MemoryData> read = readMemory(m_document, job);
        if (!read)
            return read.error();
        std::shared_ptr<const LaunchJoin> joined;
        if (input.segmentation && !read->log->track.empty()) {
            const auto found = launches(job);
            if (!found)
                return found.error();
            joined = *found;
        }
        read->places = memoryPlaces(*m_document, *read->log, input.segmentation.get(), joined.get(), job);
        read->lifetimes = lifetimesOf(*read, input.segmentation.get());
        return std::move(*read);
    });
}

} // namespace lamella::core
