// SPDX-License-Identifier: GPL-3.0-or-later
// First hit in an ordered list of category rules, all of them looked for in one walk over the name (RE2::Set).
#pragma once

#include "core/profile/ModelProfile.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

// Any thread may match.
class CategoryMatcher {
public:
    // Rules of the profile (may be null) before the universal ones. Both must outlive the matcher.
    CategoryMatcher(const ProfileSet &profiles, const ModelProfile *profile);
    CategoryMatcher(const CategoryMatcher &) = delete;
    CategoryMatcher &operator=(const CategoryMatcher &) = delete;
    ~CategoryMatcher();
    // nullopt: no rule names it.
    [[nodiscard]] std::optional<Category> match(std::string_view lowerCasedName) const;

private:
    struct Patterns;

    [[nodiscard]] std::optional<Category> matchOneByOne(std::string_view lowerCasedName) const;

    std::vector<const CategoryRule *> m_rules;
    std::unique_ptr<const Patterns> m_patterns; // of m_rules, in their order; null: they do not fit into the memory for it
};

} // namespace lamella::core
