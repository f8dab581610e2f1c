// SPDX-License-Identifier: GPL-3.0-or-later
// Our rules for a model family or engine: which kernels mark layers, and how kernels are named by category.
// Built-in profiles are resources/profiles/*.json; a file of the same form from the user overrides or extends them.
#pragma once

#include "core/base/Result.h"
#include "core/profile/Category.h"
#include "core/profile/ModelConfig.h"
#include "core/profile/PatternDfa.h"
#include "core/profile/UserChoices.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class AnchorRole : std::uint8_t { Begins, Ends, Within };
[[nodiscard]] std::string_view anchorRoleName(AnchorRole role);   // "begins", "ends", "within"
[[nodiscard]] std::optional<AnchorRole> anchorRoleFromName(std::string_view name);

// Text to look for in a kernel name: lower-cased substring, or /regex/ (case-insensitive, linear time: see PatternDfa).
class NamePattern {
public:
    static Result<NamePattern> parse(std::string_view text);   // BadProfile on a bad regex
    [[nodiscard]] bool matches(std::string_view lowerCasedName) const;
    [[nodiscard]] const std::string &text() const { return m_text; }
    [[nodiscard]] const std::string &needle() const { return m_needle; }   // empty for a /regex/
    // Text that every name that matches holds; empty where a /regex/ gives none.
    [[nodiscard]] const std::string &requiredText() const { return m_regex ? m_regex->literal() : m_needle; }

private:
    std::string m_text;
    std::string m_needle;
    std::shared_ptr<const PatternDfa> m_regex;   // null: m_needle is looked for
};

struct AnchorRule {
    NamePattern pattern;
    AnchorRole role = AnchorRole::Within;
    int blocksPerLayer = 1;
    std::vector<NamePattern> leadIn;     // kernels just before the anchor that belong to its block
};

struct CategoryRule {
    NamePattern pattern;
    Category category = Category::Other;
};

struct ModelProfile {
    std::string name;                    // "qwen3_moe"
    std::string title;
    std::string file;                    // ":/profiles/qwen3_moe.json" or the user's path
    std::vector<std::string> modelTypes; // config.model_type values it fits
    std::vector<std::string> configKeys; // all of these numbers must be present and > 0
    std::vector<NamePattern> kernels;    // kernel names that speak for it when there is no config
    std::vector<AnchorRule> anchors;     // tried in order
    std::vector<CategoryRule> categories;// before the universal rules
    int layers = 0;                      // default layer count, 0 = none
    std::string extends;                 // name of the profile that its choices were made with; empty = found as without it
    UserChoices choices;                 // of a profile that was saved from the window; else empty
    bool hasChoices = false;             // the section is there, if only to say that there are none

    // True when it says nothing but what its user chose.
    [[nodiscard]] bool onlyChoices() const { return hasChoices && anchors.empty() && categories.empty() && layers == 0; }
};

struct ProfileSet {
    std::vector<ModelProfile> profiles;        // by name
    std::vector<CategoryRule> universalRules;  // in order, first hit wins

    [[nodiscard]] const ModelProfile *find(std::string_view name) const;
    // The profile that fits the config best, nullptr when none does.
    [[nodiscard]] const ModelProfile *match(const ModelConfig &config) const;
};

[[nodiscard]] const ProfileSet &builtinProfiles();
// Built-in profiles plus the user's file (override by name). Errors: Io, Syntax (with offset), BadProfile (which field).
Result<ProfileSet> profilesWith(const std::string &userFile);

} // namespace lamella::core
