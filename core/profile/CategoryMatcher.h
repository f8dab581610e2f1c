// SPDX-License-Identifier: GPL-3.0-or-later
// First match in an ordered list of category rules; all patterns are searched in one pass over the name (RE2::Set).
#pragma once

#include "core/profile/ModelProfile.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

// match() can be called from any thread.
class CategoryMatcher {
public:
    // Rules of the profile (may be null) precede the universal ones. Both must outlive the matcher.
    CategoryMatcher(const ProfileSet &profiles, const ModelProfile *profile);
    CategoryMatcher(const CategoryMatcher &) = delete;
    CategoryMatcher &operator=(const CategoryMatcher &) = delete;
    ~CategoryMatcher();
    // nullopt: no rule matches.
    [[nodiscard]] std::optional<Category> match(std::string_view lowerCasedName) const;

private:
    struct Patterns;

    [[nodiscard]] std::optional<Category> matchOneByOne(std::string_view lowerCasedName) const;

    std::vector<const CategoryRule *> m_rules;
    std::shared_ptr<const Patterns> m_patterns; // the patterns of m_rules, in order; null: they exceed the memory limit
};

} // namespace lamella::core
