// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/AnalysisSession.h"

#include "core/profile/ModelProfile.h"
#include "core/session/TableCache.h"

namespace lamella::core {

namespace {

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
        "profile " + name + " is not known; use "
            + (known.empty() ? "the path of a profile file" : known + " or the path of a file"),
        {}, -1};
}

} // namespace

AnalysisSession::AnalysisSession()
    : m_tables(std::make_unique<TableCache>())
{
}

AnalysisSession::~AnalysisSession() = default;

Result<std::shared_ptr<AnalysisSession>> AnalysisSession::create(
    std::shared_ptr<const TraceDocument> document, SessionOptions options)
{
    std::shared_ptr<AnalysisSession> session(new AnalysisSession);
    session->m_document = std::move(document);
    session->m_options = std::move(options);
    const SessionOptions &o = session->m_options;
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
        // Choices change nothing about which profile is in use, so that the tables are those they were made with.
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
    const std::lock_guard lock(m_mutex);
    (*made)->m_launches = m_launches;
    if (sameRules && m_segmentation) {
        (*made)->m_names = m_segmentationNames;
        (*made)->m_knownNames = m_names;
        (*made)->m_knownProfile = m_segmentation->profileName;
    }
    return made;
}

SessionOptions AnalysisSession::effectiveOptions() const
{
    SessionOptions options = m_options;
    options.useProfileChoices = false; // they are in it from here on
    if (!m_options.useProfileChoices)
        return options;
    const UserChoices &choices = m_choices;
    // An anchor of one's own is another cut: role, blocks and boundaries of the profile belong to the profile's anchor.
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
    if (m_profileAskedFor && !builtin) { // the rules of a file of the user's go along
        profile = *m_profile;
    } else {
        profile.name = name;
        profile.extends = builtin ? m_profile->name : ""; // known by its name everywhere
    }
    profile.title = title;
    const SessionOptions options = effectiveOptions();
    profile.hasChoices = true;
    profile.choices = {options.anchor, options.role, options.blocksPerLayer, options.layers, options.selectedPass,
        options.steadyPasses, options.boundaries};
    return profile;
}

std::shared_ptr<const KernelNames> AnalysisSession::kernelNames()
{
    const std::lock_guard lock(m_mutex);
    nameKernels({});
    return m_names;
}

bool AnalysisSession::nameKernels(const JobControl &control)
{
    if (m_names)
        return true;
    auto names = std::make_shared<const KernelNames>(*m_document, m_profiles, m_profile, control.stop);
    if (control.stopRequested())
        return false; // what was stopped half-way is not kept
    m_names = std::move(names);
    return true;
}

Result<std::shared_ptr<const Segmentation>> AnalysisSession::segmentation(const JobControl &control)
{
    const std::lock_guard lock(m_mutex);
    if (m_segmentation)
        return m_segmentation;
    const SessionOptions choices = effectiveOptions();
    if (choices.anchor)
        if (const auto pattern = NamePattern::parse(*choices.anchor); !pattern)
            return Error{
                ErrorCode::BadRequest, "the anchor is no good: " + pattern.error().detail + "; give TEXT or /REGEX/", {}, -1};
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
    if (takeCachedSegmentation(control))
        return m_segmentation;
    if (!nameKernels(control))
        return cancelled();
    m_segmentationNames = m_names;
    auto found = segmentTrace(*m_document, *m_names, options, control);
    if (!found)
        return found.error();
    if (!nameByFoundProfile(*found, control))
        return cancelled();
    setSegmentation(std::make_shared<const Segmentation>(std::move(*found)));
    if (m_segmentationToCache)
        m_segmentationToCache->cut = m_segmentation;
    return m_segmentation;
}

// The kernel names may have spoken for a profile: its category rules count from then on.
bool AnalysisSession::nameByFoundProfile(const Segmentation &found, const JobControl &control)
{
    if (m_profile || found.profileName.empty())
        return true;
    m_profile = m_profiles.find(found.profileName);
    if (m_profile && m_knownNames && m_knownProfile == m_profile->name) {
        m_names = m_knownNames;
    } else if (m_profile && !m_profile->categories.empty()) {
        m_names.reset();
        if (!nameKernels(control)) {
            m_profile = nullptr;
            return false;
        }
    }
    return true;
}

void AnalysisSession::setSegmentation(std::shared_ptr<const Segmentation> segmentation)
{
    m_segmentation = std::move(segmentation);
    m_index = std::make_shared<const KernelIndex>(*m_document, *m_segmentation);
}

void AnalysisSession::useCachedSegmentations(CacheSettings settings, const OpenedTrace &opened)
{
    const std::lock_guard lock(m_mutex);
    if (opened.kept || opened.ticket)
        m_segmentationCache = CacheLocation{std::move(settings), opened.kept, opened.ticket};
}

std::optional<SegmentationToCache> AnalysisSession::takeSegmentationToCache()
{
    // A window asks, which must not wait for what is being computed; then this cut is made anew next time.
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    std::optional<SegmentationToCache> taken;
    if (lock && m_segmentationToCache && m_segmentationToCache->cut)
        std::swap(taken, m_segmentationToCache);
    return taken;
}

bool AnalysisSession::takeCachedSegmentation(const JobControl &control)
{
    const auto key = m_segmentationCache && m_configSum
        ? segmentationKey(effectiveOptions(), m_profiles, m_profileAskedFor ? m_profile->name : std::string(), *m_configSum)
        : std::nullopt;
    if (!key)
        return false;
    const std::shared_ptr<const Segmentation> segmentation = findSegmentation(*m_segmentationCache, *key, *m_document);
    if (!segmentation) {
        m_segmentationToCache = SegmentationToCache{*m_segmentationCache, *key, nullptr};
        return false;
    }
    if (!nameByFoundProfile(*segmentation, control) || !nameKernels(control))
        return false;
    setSegmentation(segmentation);
    return true;
}

std::shared_ptr<const LaunchJoin> AnalysisSession::launches(const JobControl &control)
{
    const std::lock_guard lock(m_mutex);
    if (m_launches)
        return m_launches;
    auto joined = std::make_shared<const LaunchJoin>(joinLaunches(*m_document, control));
    if (!control.stopRequested())
        m_launches = joined; // what was stopped half-way is not kept
    return joined;
}

} // namespace lamella::core
