// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of profiles: built-in, from the standard data folders, from a file; inheritance between them; which one fits a config.
#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/base/Resources.h"
#include "core/profile/JsonValue.h"
#include "core/profile/ModelProfile.h"
#include "core/profile/ProfileReader.h"
#include "core/system/Folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxFiles = 500; // per folder
constexpr std::size_t kMaxInherited = 100'000;
constexpr std::size_t kMaxListed = 60;
constexpr std::size_t kMaxParents = 16; // length of a chain of extended profiles

void append(std::string &text, const std::string &part)
{
    text += (text.empty() ? "" : ", ") + part;
}

void inherit(ModelProfile &profile, const ModelProfile &parent)
{
    const std::size_t own = profile.anchors.size();
    for (const AnchorRule &rule : parent.anchors) {
        // The profile's own rules for the same kernels take precedence.
        const bool said = std::any_of(profile.anchors.begin(), profile.anchors.begin() + static_cast<std::ptrdiff_t>(own),
            [&rule](const AnchorRule &o) { return o.pattern.text() == rule.pattern.text(); });
        if (!said)
            profile.anchors.push_back(rule);
    }
    profile.categories.insert(profile.categories.end(), parent.categories.begin(), parent.categories.end());
    profile.roles.insert(profile.roles.end(), parent.roles.begin(), parent.roles.end());
    profile.inheritedRoles = parent.roles.size();
    profile.inheritedAnchors = profile.anchors.size() - own;
    profile.inheritedCategories = parent.categories.size();
    profile.inheritedNames = parent.names;
    profile.inheritedNames.append(parent.inheritedNames);
    profile.inheritsLayers = profile.layers == 0;
    if (profile.inheritsLayers)
        profile.layers = parent.layers;
}

// Profiles of one layer whose parents are not resolved yet.
struct Waiting {
    ModelProfile profile;
    std::string pointer;
    std::int64_t offset = -1;
};

// Adds the profile to the set, with the parent's rules after its own.
void settle(Waiting &waiting, std::size_t &budget, ProfileSet &set, std::vector<ProfileFault> &faults)
{
    ModelProfile &profile = waiting.profile;
    const auto fault = [&](const Message &problem) {
        faults.push_back({profile.file, waiting.pointer + "/extends", problem, waiting.offset});
    };
    if (!profile.extends.empty()) {
        const ModelProfile *parent = set.find(profile.extends);
        if (!parent) {
            std::string known;
            for (std::size_t i = 0; i < std::min(set.profiles.size(), kMaxListed); ++i)
                append(known, set.profiles[i].name);
            return fault(msg("profile %1 is not known; known are %2", profile.extends, known));
        }
        const std::size_t rules = parent->anchors.size() + parent->categories.size() + parent->roles.size();
        if (rules > budget)
            return fault(msg("inherits too much: the profiles of a folder or file may have %1 rules from others", kMaxInherited));
        budget -= rules;
        inherit(profile, *parent);
    }
    const auto same =
        std::find_if(set.profiles.begin(), set.profiles.end(), [&](const ModelProfile &p) { return p.name == profile.name; });
    if (same != set.profiles.end())
        *same = std::move(profile);
    else
        set.profiles.push_back(std::move(profile));
}

ProfileSet readBuiltin()
{
    constexpr std::string_view kUniversal = "profiles/universal.json";
    ProfileSet set;
    std::vector<ProfileFile> layer;
    const auto add = [&](const Resource &file) {
        layer.push_back(readProfileFile(std::string(file.bytes), ":/" + std::string(file.path), set.patterns, set.faults));
    };
    add({kUniversal, resource(kUniversal).value()});
    set.patterns = layer.front().patterns; // available to all other files
    for (const Resource &file : resourcesIn("profiles/"))
        if (file.path != kUniversal && file.path != "profiles/profile.schema.json")
            add(file);
    addProfiles(std::move(layer), set, set.faults);
    // Our own files: a test reads each of them.
    return set;
}

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

// "/a:/b" -> folders, the most important last; relative entries are ignored, as the XDG Base Directory Specification requires.
std::vector<std::string> profileFolders()
{
    std::vector<std::string> folders;
    std::string shared = environment("XDG_DATA_DIRS");
    if (shared.empty())
        shared = "/usr/local/share:/usr/share";
    for (std::size_t at = 0; at <= shared.size();) {
        const std::size_t end = std::min(shared.find(':', at), shared.size());
        const std::string folder = shared.substr(at, end - at);
        if (!folder.empty() && folder.front() == '/')
            folders.insert(folders.begin(), folder + "/lamella/profiles");
        at = end + 1;
    }
    folders.push_back(userProfileFolder());
    return folders;
}

void addFolder(const std::string &path, ProfileSet &set)
{
    const std::vector<std::string> names = fileNamesIn(path, "", ".json");
    std::vector<ProfileFile> layer;
    for (std::size_t i = 0; i < std::min(names.size(), kMaxFiles); ++i) {
        const std::string file = path + '/' + names[i];
        std::vector<ProfileFault> faults;
        ProfileFile read;
        if (const Result<std::string> text = readSmallFile(file))
            read = readProfileFile(*text, file, set.patterns, faults);
        else
            faults.push_back({file, "", text.error().detail, -1});
        if (faults.empty())
            layer.push_back(std::move(read));
        set.faults.insert(set.faults.end(), faults.begin(), faults.end());
    }
    if (names.size() > kMaxFiles)
        set.faults.push_back({path, "", msg("more than %1 files: the others are not read", kMaxFiles), -1});
    addProfiles(std::move(layer), set, set.faults);
}

bool typeFits(const std::string &pattern, const std::string &type, bool &exact)
{
    exact = pattern == type;
    return exact || (pattern.size() > 1 && pattern.back() == '*' && type.starts_with(pattern.substr(0, pattern.size() - 1)));
}

struct Score {
    int points = 0;
    Message why;
};

std::string withoutUnderscores(std::string text)
{
    std::erase(text, '_');
    return asciiLowered(text);
}

// The model type that a class name implies: "DeepseekV4ForCausalLM" -> "deepseekv4"; empty if the name has no known ending.
std::string typeOfArchitecture(const std::string &architecture)
{
    std::size_t end = std::string::npos;
    for (const std::string_view ending : {"ForCausalLM", "ForConditionalGeneration", "LMHeadModel"})
        end = std::min(end, architecture.find(ending));
    return end == std::string::npos ? std::string() : withoutUnderscores(architecture.substr(0, end));
}

// For configs without a model type.
Score scoreOfArchitecture(const ModelProfile &profile, const ModelConfig &config)
{
    const std::string type = config.modelTypes.empty() ? typeOfArchitecture(config.architecture) : std::string();
    Score score;
    for (const std::string &pattern : profile.modelTypes) {
        bool exact = false;
        if (type.empty() || !typeFits(withoutUnderscores(pattern), type, exact))
            continue;
        const int points = 1000 + (exact ? 5 : 0);
        if (points > score.points)
            score = {points, msg("architecture %1", config.architecture)};
    }
    return score;
}

// A named model type outranks fields, an outer one (the product) outranks an inner one (what its text part derives from), an
// exact match outranks a prefix; more fields outrank fewer. 0 points = does not fit.
Score scoreOf(const ModelProfile &profile, const ModelConfig &config)
{
    const bool keys = std::all_of(
        profile.configKeys.begin(), profile.configKeys.end(), [&](const std::string &key) { return config.number(key) > 0; });
    const bool traits = std::all_of(
        profile.traits.begin(), profile.traits.end(), [&](const std::string &trait) { return config.hasTrait(trait); });
    Score score = scoreOfArchitecture(profile, config);
    for (std::size_t level = 0; level < config.modelTypes.size(); ++level) {
        for (const std::string &pattern : profile.modelTypes) {
            bool exact = false;
            if (!typeFits(pattern, config.modelTypes[level], exact))
                continue;
            const int points = 1000 + 10 * static_cast<int>(level) + (exact ? 5 : 0);
            if (points > score.points)
                score = {points, msg("model_type %1", config.modelTypes[level])};
        }
    }
    // Related models may share a type (deepseek_v3 and Kimi K2), so the fields must match as well if the profile has any.
    const bool fields = !profile.configKeys.empty() || !profile.traits.empty();
    if ((score.points > 0 && !profile.configKeys.empty() && !keys) || (score.points == 0 && !(fields && keys && traits)))
        return {};
    if (score.points > 0)
        return score;
    // Traits that many models have count less than rare ones; that there are layers counts nothing.
    score.points = 1;
    std::string found;
    for (const std::string &key : profile.configKeys) {
        if (key == "num_hidden_layers")
            continue;
        append(found, key);
        score.points += 3;
    }
    for (const std::string &trait : profile.traits) {
        append(found, trait);
        score.points += trait == "dense" || trait == "moe" || trait == "gqa" ? 1 : 3;
    }
    score.points = std::min(score.points, 999); // a named type outranks all of them
    score.why = found.empty() ? msg("any model") : msg("fields: %1", found);
    if (!config.modelType.empty())
        score.why = msg("%1 (no profile names model_type %2)", score.why, config.modelType);
    return score;
}

} // namespace

const ModelProfile *ProfileSet::find(std::string_view name) const
{
    auto it = std::find_if(profiles.begin(), profiles.end(), [name](const ModelProfile &p) { return p.name == name; });
    if (it == profiles.end())
        it = std::find_if(profiles.begin(), profiles.end(),
            [name](const ModelProfile &p) { return std::find(p.aliases.begin(), p.aliases.end(), name) != p.aliases.end(); });
    return it == profiles.end() ? nullptr : &*it;
}

ProfileFit ProfileSet::fit(const ModelConfig &config) const
{
    ProfileFit best;
    int points = 0;
    for (const ModelProfile &profile : profiles) {
        if (Score score = scoreOf(profile, config); score.points > points) {
            points = score.points;
            best = {&profile, std::move(score.why)};
        }
    }
    return best;
}

void addProfiles(std::vector<ProfileFile> layer, ProfileSet &set, std::vector<ProfileFault> &faults)
{
    std::vector<Waiting> waiting;
    for (ProfileFile &file : layer) {
        for (std::size_t i = 0; i < file.profiles.size(); ++i)
            waiting.push_back({std::move(file.profiles[i]), file.pointers[i], file.extendsOffsets[i]});
        // Later files come first, so that they take precedence.
        set.universalRules.insert(set.universalRules.begin(), std::make_move_iterator(file.universalRules.begin()),
            std::make_move_iterator(file.universalRules.end()));
        set.universalRoles.insert(set.universalRoles.begin(), std::make_move_iterator(file.universalRoles.begin()),
            std::make_move_iterator(file.universalRoles.end()));
        NameRules names = std::move(file.names);
        names.append(set.names);
        set.names = std::move(names);
    }
    std::map<std::string, int> pending;
    for (const Waiting &w : waiting)
        ++pending[w.profile.name];
    std::size_t budget = kMaxInherited;
    for (std::size_t round = 0; round <= kMaxParents && !waiting.empty(); ++round) {
        std::vector<Waiting> left;
        for (Waiting &next : waiting) {
            // A profile that overrides one of the same name extends the previous one.
            const std::string name = next.profile.name;
            const bool parentWaits =
                !next.profile.extends.empty() && next.profile.extends != name && pending.contains(next.profile.extends);
            if (parentWaits) {
                left.push_back(std::move(next));
                continue;
            }
            settle(next, budget, set, faults);
            if (--pending[name] == 0)
                pending.erase(name);
        }
        waiting = std::move(left);
    }
    for (const Waiting &w : waiting)
        faults.push_back({w.profile.file, w.pointer + "/extends",
            msg("extends itself through %1, or more than %2 profiles deep", w.profile.extends, kMaxParents), w.offset});
    std::sort(
        set.profiles.begin(), set.profiles.end(), [](const ModelProfile &a, const ModelProfile &b) { return a.name < b.name; });
}

const ProfileSet &builtinProfiles()
{
    static const ProfileSet set = readBuiltin();
    return set;
}

const NameRules &builtinNameRules()
{
    return builtinProfiles().names;
}

std::string userProfileFolder()
{
    std::string data = environment("XDG_DATA_HOME");
    if (data.empty() || data.front() != '/')
        data = (std::filesystem::path(environment("HOME")) / ".local/share").string();
    return data + "/lamella/profiles";
}

ProfileSet standardProfiles()
{
    ProfileSet set = builtinProfiles();
    for (const std::string &folder : profileFolders())
        addFolder(folder, set);
    return set;
}

Result<ProfileSet> profilesWith(const std::string &userFile)
{
    const Result<std::string> text = readSmallFile(userFile);
    if (!text)
        return text.error();
    if (const Result<JsonValue> json = parseProfile(*text, userFile); !json)
        return json.error();
    ProfileSet set = standardProfiles();
    std::vector<ProfileFault> faults;
    std::vector<ProfileFile> layer;
    layer.push_back(readProfileFile(*text, userFile, set.patterns, faults));
    if (faults.empty())
        addProfiles(std::move(layer), set, faults);
    if (!faults.empty())
        return faults.front().error();
    return set;
}

std::vector<ProfileFault> checkProfileFile(const std::string &path)
{
    std::vector<ProfileFault> faults;
    const Result<std::string> text = readSmallFile(path);
    if (!text) {
        faults.push_back({path, "", text.error().detail, -1});
        return faults;
    }
    ProfileSet set = standardProfiles();
    std::vector<ProfileFile> layer;
    layer.push_back(readProfileFile(*text, path, set.patterns, faults));
    addProfiles(std::move(layer), set, faults);
    return faults;
}

} // namespace lamella::core
