// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for a model family or engine: which kernels mark layers, and which category a kernel name has. Built-in profiles are
// resources/profiles/*.json; a user's file of the same format overrides or extends them.
#pragma once

#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/profile/Category.h"
#include "core/profile/ModelConfig.h"
#include "core/profile/NamePattern.h"
#include "core/profile/NameRules.h"
#include "core/profile/RoleRule.h"
#include "core/profile/UserChoices.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class AnchorRole : std::uint8_t { Begins, Ends, Within };
[[nodiscard]] std::string_view anchorRoleName(AnchorRole role); // "begins", "ends", "within"
[[nodiscard]] std::optional<AnchorRole> anchorRoleFromName(std::string_view name);

struct AnchorRule {
    NamePattern pattern;
    AnchorRole role = AnchorRole::Within;
    int blocksPerLayer = 1;
    std::vector<NamePattern> leadIn; // kernels directly before the anchor that belong to its block
};

struct CategoryRule {
    NamePattern pattern;
    Category category = Category::Other;
};

struct ModelProfile {
    std::string name; // "qwen3_moe"
    std::vector<std::string> aliases; // other names accepted by --profile
    std::string title;
    std::string file; // ":/profiles/qwen3_moe.json" or the user's path
    std::string extends; // name of the profile whose anchors and rules follow its own; empty = none
    std::vector<std::string> modelTypes; // config.model_type values that it matches; "qwen3_5*" matches by prefix
    std::vector<std::string> configKeys; // all of these numbers must be present and > 0
    std::vector<std::string> traits; // all of these traits of the config are required
    // Kernel names that select the profile without a config: the profile with most of them in the trace wins. One that also names
    // kernels of related profiles wins only if one of its own kernels is present.
    std::vector<NamePattern> kernels;
    std::vector<AnchorRule> anchors; // tried in order: its own, then those of the profile it extends
    std::vector<CategoryRule> categories; // before the universal rules: its own, then those of the profile it extends
    NameRules names; // its own rules for short names
    NameRules inheritedNames; // inherited ones, after its own and before the universal ones
    int layers = 0; // default layer count, 0 = none
    std::size_t inheritedAnchors = 0; // the last n of anchors are inherited
    std::size_t inheritedCategories = 0;
    bool inheritsLayers = false;
    UserChoices choices; // of a profile saved from the window; else empty
    bool hasChoices = false; // the section is present, possibly empty
    std::vector<RoleRule> roles; // before the universal ones: its own, then those of the profile it extends
    std::size_t inheritedRoles = 0;

    // True if it contains nothing but the user's choices. The profile that it extends is then the one the choices were made with;
    // none means automatic detection.
    [[nodiscard]] bool onlyChoices() const
    {
        return hasChoices && anchors.size() == inheritedAnchors && categories.size() == inheritedCategories
            && roles.size() == inheritedRoles && (layers == 0 || inheritsLayers) && modelTypes.empty() && configKeys.empty() && traits.empty() && kernels.empty()
            && names.empty();
    }
};

// An error in a profile file: where it is, and what is allowed there.
struct ProfileFault {
    std::string file;
    std::string pointer; // RFC 6901: "/anchors/0/role"; "" = the whole file
    Message problem; // "must be begins, ends or within"
    std::int64_t offset = -1; // in bytes, -1 = none
    [[nodiscard]] Error error(ErrorCode code = ErrorCode::BadProfile) const;
};

struct ProfileFit {
    const ModelProfile *profile = nullptr;
    Message why; // "model_type qwen3_moe"; "fields: mla, moe (no profile names model_type foo)"
};

struct ProfileSet {
    std::vector<ModelProfile> profiles; // by name
    std::vector<CategoryRule> universalRules; // in order, first match wins
    NameRules names; // universal
    std::map<std::string, std::string, std::less<>> patterns; // definitions of "@name" in patterns
    std::vector<ProfileFault> faults; // of files that were skipped
    std::vector<RoleRule> universalRoles; // in order

    // By name, else by alias.
    [[nodiscard]] const ModelProfile *find(std::string_view name) const;
    // The profile that fits the config best, nullptr if none does.
    [[nodiscard]] const ModelProfile *match(const ModelConfig &config) const { return fit(config).profile; }
    [[nodiscard]] ProfileFit fit(const ModelConfig &config) const;
};

[[nodiscard]] const ProfileSet &builtinProfiles();
// Built-in profiles, then those of the standard data folders: $XDG_DATA_DIRS/lamella/profiles/*.json, then
// $XDG_DATA_HOME/lamella/profiles/*.json; a later file overrides an earlier one by name. Invalid files are skipped and listed in
// faults. Read again on each call.
[[nodiscard]] ProfileSet standardProfiles();
[[nodiscard]] std::string userProfileFolder(); // $XDG_DATA_HOME/lamella/profiles
// Standard profiles plus the user's file (which overrides by name). Errors: Io, Syntax (with offset), BadProfile (which field).
Result<ProfileSet> profilesWith(const std::string &userFile);
// All errors in the file (at most 200); empty = valid. Reads the standard profiles for what it extends.
[[nodiscard]] std::vector<ProfileFault> checkProfileFile(const std::string &path);
// Writes the profile's own part (inherited rules stay in the profile it extends), members in a fixed order, one per line for
// readable diffs; reading it back gives the same profile. Written to a temporary file and renamed. Errors: Io.
Result<void> writeProfile(const ModelProfile &profile, const std::string &path);
[[nodiscard]] std::string profileText(const ModelProfile &profile);

} // namespace lamella::core
