// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/AnalysisSession.h"

#include "core/analysis/roofline/DevicePeaks.h"
#include "core/base/Message.h"
#include "core/profile/ModelProfile.h"
#include "core/session/SharedParts.h"

namespace lamella::core {

namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 20; // cells of all stored tables together, about 20 MB
constexpr std::size_t kMaxCellsOfOne = std::size_t{1} << 16; // larger tables are not stored: nobody requests them repeatedly

Error cancelled()
{
    return {ErrorCode::Cancelled, "stopped", {}, -1};
}

// "x/y.json" or "y.json" is a file, "qwen3_moe" a name.
bool looksLikeFile(const std::string &profile)
{
    return profile.find('/') != std::string::npos || (profile.size() > 5 && profile.ends_with(".json"));
}

Error unknownProfile(const ProfileSet &profiles, const std::string &name)
{
    std::string known;
    for (const ModelProfile &profile : profiles.profiles)
        known += (known.empty() ? "" : ", ") + profile.name;
    return {ErrorCode::BadRequest,
        known.empty() ? msg("profile %1 is not known; use the path of a profile file", name)
                      : msg("profile %1 is not known; use %2 or the path of a file", name, known),
        {}, -1};
}

} // namespace

AnalysisSession::AnalysisSession()
    : m_ruleNames(std::make_shared<SharedResult<KernelNames>>())
    , m_tables(kMaxCells, kMaxCellsOfOne, [](const ReportTable &table) { return table.rowCount() * table.columns().size() + 1; })
{
}

AnalysisSession::~AnalysisSession() = default;

Result<std::shared_ptr<AnalysisSession>> AnalysisSession::create(
    std::shared_ptr<const TraceDocument> document, SessionOptions options)
{
    std::shared_ptr<AnalysisSession> session(new AnalysisSession);
    session->m_document = std::move(document);
    session->m_options = std::move(options);
    session->m_parts =
        std::make_unique<SharedParts>(session->m_document, session->m_options.companions, session->m_options.yours);
    const SessionOptions &o = session->m_options;
    if (!o.roofline.peaks.empty())
        if (const auto peaks = devicePeaks(*session->m_document, o.roofline.peaks); !peaks)
            return peaks.error();
    session->m_configSum = 0;
    if (!o.configPath.empty()) {
        const std::optional<std::uint64_t> before = fileChecksum(o.configPath);
        auto config = readModelConfig(o.configPath);
        if (!config)
            return config.error();
        session->m_config = std::move(*config);
        session->m_configSum = fileChecksum(o.configPath);
        if (session->m_configSum != before)
            session->m_configSum.reset();
    }
    if (o.profile.empty() || !looksLikeFile(o.profile)) {
        session->m_profiles = standardProfiles();
        session->m_profile = o.profile.empty() ? nullptr : session->m_profiles.find(o.profile);
    } else {
        auto profiles = profilesWith(o.profile);
        if (!profiles)
            return profiles.error();
        session->m_profiles = std::move(*profiles);
        for (const ModelProfile &profile : session->m_profiles.profiles)
            if (profile.file == o.profile)
                session->m_profile = &profile;
    }
    if (!o.profile.empty() && !session->m_profile)
        return unknownProfile(session->m_profiles, o.profile);
    if (session->m_profile)
        session->m_choices = session->m_profile->choices;
    if (session->m_profile && session->m_profile->onlyChoices()) {
        // Choices do not change which profile is used, so that tables stay those the choices were made with.
        const std::string extends = session->m_profile->extends;
        session->m_profile = extends.empty() ? nullptr : session->m_profiles.find(extends);
        if (!extends.empty() && !session->m_profile)
            return unknownProfile(session->m_profiles, extends);
    }
    session->m_profileAskedFor = session->m_profile != nullptr;
    if (!session->m_profile && session->m_config)
        session->m_profile = session->m_profiles.match(*session->m_config);
    return session;
}

Result<std::shared_ptr<AnalysisSession>> AnalysisSession::withOptions(SessionOptions options)
{
    const bool sameRules = options.profile == m_options.profile && options.configPath == m_options.configPath;
    auto made = create(m_document, std::move(options));
    if (!made)
        return made;
    const SessionOptions &other = (*made)->m_options;
    (*made)->m_parts = std::make_unique<SharedParts>(*m_parts, other.companions, other.yours);
    if (sameRules) {
        (*made)->m_ruleNames = m_ruleNames;
        if (const auto segmented = m_segmented.ready()) {
            (*made)->m_knownNames = segmented->names;
            (*made)->m_knownProfile = segmented->segmentation->profileName;
        }
    }
    return made;
}

SessionOptions AnalysisSession::effectiveOptions() const
{
    SessionOptions options = m_options;
    options.useProfileChoices = false; // the choices are part of the result
    if (!m_options.useProfileChoices)
        return options;
    const UserChoices &choices = m_choices;
    // The user's own anchor is another segmentation: role, blocks and boundaries of the profile belong to the profile's anchor.
    if (!options.anchor) {
        options.anchor = choices.anchor;
        options.role = options.role ? options.role : choices.role;
        options.blocksPerLayer = options.blocksPerLayer ? options.blocksPerLayer : choices.blocksPerLayer;
        if (options.boundaries.empty())
            options.boundaries = choices.boundaries;
        options.selectedPass = options.selectedPass ? options.selectedPass : choices.selectedPass;
        options.steadyPasses = options.steadyPasses ? options.steadyPasses : choices.steadyPasses;
    }
    options.layers = options.layers ? options.layers : choices.layers;
    return options;
}

ModelProfile AnalysisSession::asProfile(const std::string &name, const std::string &title) const
{
    const bool builtin =
        m_profileAskedFor && builtinProfiles().find(m_profile->name) != nullptr && m_profile->file.rfind(":/", 0) == 0;
    ModelProfile profile;
    if (m_profileAskedFor && !builtin) { // include the rules of the user's profile file
        profile = *m_profile;
    } else {
        profile.name = name;
        profile.extends = builtin ? m_profile->name : ""; // a built-in profile is known by name on every machine
    }
    profile.title = title;
    const SessionOptions options = effectiveOptions();
    profile.hasChoices = true;
    profile.choices = {options.anchor, options.role, options.blocksPerLayer, options.layers, options.selectedPass,
        options.steadyPasses, options.boundaries};
    return profile;
}

const ModelProfile *AnalysisSession::profile() const
{
    const auto segmented = m_segmented.ready();
    return segmented ? segmented->profile : m_profile;
}

std::shared_ptr<const KernelNames> AnalysisSession::kernelNames()
{
    const auto segmented = m_segmented.ready();
    return segmented ? segmented->names : *ruleNames({});
}

Result<std::shared_ptr<const KernelNames>> AnalysisSession::ruleNames(const JobControl &control)
{
    return m_ruleNames->get(control, [this](const JobControl &job) -> Result<KernelNames> {
        return KernelNames(*m_document, m_profiles, m_profile, job.stop);
    });
}

Result<std::shared_ptr<const AnalysisSession::Segmented>> AnalysisSession::segmented(const JobControl &control)
{
    return m_segmented.get(control, [this](const JobControl &job) { return computeSegmented(job); });
}

Result<std::shared_ptr<const Segmentation>> AnalysisSession::segmentation(const JobControl &control)
{
    const auto found = segmented(control);
    if (!found)
        return found.error();
    return (*found)->segmentation;
}

Result<AnalysisSession::Segmented> AnalysisSession::computeSegmented(const JobControl &control)
{
    const SessionOptions choices = effectiveOptions();
    if (choices.anchor)
        if (const auto pattern = NamePattern::parse(*choices.anchor); !pattern)
            return Error{
                ErrorCode::BadRequest, msg("invalid anchor pattern: %1; give TEXT or /REGEX/", pattern.error().detail), {}, -1};
    Segmented made;
    if (const auto key = segmentationCacheKey()) {
        made.segmentation = findSegmentation(*m_segmentationCache, *key, *m_document);
        if (!made.segmentation)
            made.toCache = SegmentationToCache{*m_segmentationCache, *key, nullptr};
    }
    if (!made.segmentation) {
        SegmentationOptions options;
        options.anchor = choices.anchor;
        options.role = choices.role;
        options.blocksPerLayer = choices.blocksPerLayer;
        options.layers = choices.layers;
        options.boundaries = choices.boundaries;
        options.selectedPass = choices.selectedPass;
        if (choices.steadyPasses)
            options.steadyPasses = PassRange{choices.steadyPasses->first, choices.steadyPasses->second};
        options.config = config();
        options.profile = m_profileAskedFor ? m_profile : nullptr;
        options.profiles = &m_profiles;
        const auto names = ruleNames(control);
        if (!names)
            return names.error();
        auto found = segmentTrace(*m_document, **names, options, control);
        if (!found)
            return found.error();
        made.segmentation = std::make_shared<const Segmentation>(std::move(*found));
    }
    if (const auto named = nameByFoundProfile(made, control); !named)
        return named.error();
    made.index = std::make_shared<const KernelIndex>(*m_document, *made.segmentation);
    if (made.toCache)
        made.toCache->segmentation = made.segmentation;
    return made;
}

// Kernel names may have selected a profile, whose category rules apply from now on.
Result<void> AnalysisSession::nameByFoundProfile(Segmented &segmented, const JobControl &control)
{
    const std::string &found = segmented.segmentation->profileName;
    segmented.profile = m_profile || found.empty() ? m_profile : m_profiles.find(found);
    if (m_profile == nullptr && segmented.profile != nullptr) {
        if (m_knownNames && m_knownProfile == segmented.profile->name) {
            segmented.names = m_knownNames;
            return {};
        }
        if (!segmented.profile->categories.empty()) {
            segmented.names = std::make_shared<const KernelNames>(*m_document, m_profiles, segmented.profile, control.stop);
            return control.stopRequested() ? Result<void>(cancelled()) : Result<void>();
        }
    }
    const auto names = ruleNames(control);
    if (!names)
        return names.error();
    segmented.names = *names;
    return {};
}

void AnalysisSession::useCachedSegmentations(CacheSettings settings, const OpenedTrace &opened)
{
    if (opened.stored || opened.ticket)
        m_segmentationCache = CacheLocation{std::move(settings), opened.stored, opened.ticket};
}

std::optional<SegmentationToCache> AnalysisSession::takeSegmentationToCache()
{
    // Never waits, because the GUI thread calls this. A segmentation still being computed is not cached and will be recomputed.
    const auto segmented = m_segmented.ready();
    if (!segmented || !segmented->toCache || m_segmentationTaken.exchange(true))
        return std::nullopt;
    return segmented->toCache;
}

std::optional<std::uint64_t> AnalysisSession::segmentationCacheKey() const
{
    if (!m_segmentationCache || !m_configSum)
        return std::nullopt;
    return segmentationKey(effectiveOptions(), m_profiles, m_profileAskedFor ? m_profile->name : std::string(), *m_configSum);
}

Result<TableInput> AnalysisSession::wholeTrace(const JobControl &control)
{
    const auto found = segmented(control);
    if (!found)
        return found.error();
    TableInput input;
    input.document = m_document;
    input.names = (*found)->names;
    input.segmentation = (*found)->segmentation;
    input.index = (*found)->index;
    input.config = config();
    input.profiles = &m_profiles;
    input.profile = (*found)->profile;
    input.control = control;
    return input;
}

Result<std::shared_ptr<const KernelRoles>> AnalysisSession::roles(const JobControl &control)
{
    const auto input = wholeTrace(control);
    if (!input)
        return input.error();
    return m_parts->roles(*input);
}

Result<void> AnalysisSession::prepareSelections(const JobControl &control)
{
    const auto ofAll = roles(control);
    if (!ofAll)
        return ofAll.error();
    if (const auto made = m_parts->kernelsByName(control); !made)
        return made.error();
    if (const auto made = m_parts->kernelsByLaunch(control); !made)
        return made.error();
    if (const auto made = m_parts->eventTimes(control); !made)
        return made.error();
    if (const auto made = m_parts->hostCalls(control); !made)
        return made.error();
    if (const auto made = m_parts->callTree(control, nullptr); !made)
        return made.error();
    return {};
}

Result<std::shared_ptr<const Roofline>> AnalysisSession::roofline(const JobControl &control)
{
    auto input = wholeTrace(control);
    if (!input)
        return input.error();
    input->request = withInputs({});
    return m_parts->roofline(*input);
}

std::shared_ptr<const LaunchJoin> AnalysisSession::launches(const JobControl &control)
{
    auto joined = m_parts->launches(control);
    return joined ? *joined : nullptr;
}

Result<std::shared_ptr<const KernelsByName>> AnalysisSession::kernelsByName(const JobControl &control)
{
    return m_parts->kernelsByName(control);
}

Result<std::shared_ptr<const Origins>> AnalysisSession::origins(const JobControl &control)
{
    return m_parts->origins(control);
}

Result<std::shared_ptr<const CallTree>> AnalysisSession::callTree(const JobControl &control)
{
    return m_parts->callTree(control, nullptr);
}

} // namespace lamella::core
