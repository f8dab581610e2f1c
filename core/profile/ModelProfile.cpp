// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ModelProfile.h"

#include "core/profile/JsonValue.h"
#include "core/profile/ProfileReader.h"

#include <QDir>
#include <QString>

#include <algorithm>
#include <cassert>
#include <iterator>

namespace lamella::core {

namespace {

bool byName(const ModelProfile &a, const ModelProfile &b)
{
    return a.name < b.name;
}

ProfileSet readBuiltin()
{
    ProfileSet set;
    const QDir folder(QStringLiteral(":/profiles"));
    for (const QString &entry : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        const std::string path = folder.filePath(entry).toStdString();
        const Result<std::string> text = readSmallFile(path);
        if (!text)
            continue;
        Result<ProfileFile> file = readProfileFile(*text, path);
        assert(file.has_value()); // our own files; a test reads each of them
        if (!file)
            continue;
        std::move(file->profiles.begin(), file->profiles.end(), std::back_inserter(set.profiles));
        std::move(file->universalRules.begin(), file->universalRules.end(), std::back_inserter(set.universalRules));
    }
    std::sort(set.profiles.begin(), set.profiles.end(), byName);
    return set;
}

// How well a profile fits: named model type beats config keys, more keys beat fewer. 0 = does not fit.
std::size_t fit(const ModelProfile &profile, const ModelConfig &config)
{
    const auto &types = profile.modelTypes;
    const bool typed = std::any_of(types.begin(), types.end(), [&](const std::string &type) { return type == config.modelType; });
    const bool keyed = !profile.configKeys.empty()
        && std::all_of(
            profile.configKeys.begin(), profile.configKeys.end(), [&](const std::string &key) { return config.number(key) > 0; });
    if (!typed && !keyed)
        return 0;
    // A type alone may be shared by relatives (deepseek_v3 and Kimi K2); its keys, where given, have to agree.
    if (typed && !keyed && !profile.configKeys.empty())
        return 0;
    return (typed ? 100u : 0u) + (keyed ? profile.configKeys.size() : 0u) + 1u;
}

} // namespace

const ModelProfile *ProfileSet::find(std::string_view name) const
{
    const auto it = std::find_if(profiles.begin(), profiles.end(), [name](const ModelProfile &p) { return p.name == name; });
    return it == profiles.end() ? nullptr : &*it;
}

const ModelProfile *ProfileSet::match(const ModelConfig &config) const
{
    const ModelProfile *best = nullptr;
    std::size_t bestFit = 0;
    for (const ModelProfile &profile : profiles) {
        if (const std::size_t f = fit(profile, config); f > bestFit) {
            best = &profile;
            bestFit = f;
        }
    }
    return best;
}

const ProfileSet &builtinProfiles()
{
    static const ProfileSet set = readBuiltin();
    return set;
}

Result<ProfileSet> profilesWith(const std::string &userFile)
{
    const Result<std::string> text = readSmallFile(userFile);
    if (!text)
        return text.error();
    Result<ProfileFile> file = readProfileFile(*text, userFile);
    if (!file)
        return file.error();
    ProfileSet set = builtinProfiles();
    for (ModelProfile &profile : file->profiles) {
        const auto same =
            std::find_if(set.profiles.begin(), set.profiles.end(), [&](const ModelProfile &p) { return p.name == profile.name; });
        if (same != set.profiles.end())
            *same = std::move(profile);
        else
            set.profiles.push_back(std::move(profile));
    }
    std::sort(set.profiles.begin(), set.profiles.end(), byName);
    // The user's rules come first, so that they win.
    set.universalRules.insert(set.universalRules.begin(), std::make_move_iterator(file->universalRules.begin()),
        std::make_move_iterator(file->universalRules.end()));
    return set;
}

} // namespace lamella::core
