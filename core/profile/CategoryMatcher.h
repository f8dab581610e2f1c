// SPDX-License-Identifier: GPL-3.0-or-later
// First hit in an ordered list of category rules. All plain texts are looked for in one walk over the name (Aho-Corasick);
// expressions are tried only where they stand before the best plain hit.
#pragma once

#include "core/profile/ModelProfile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

class CategoryMatcher {
public:
    // Rules of the profile (may be null) before the universal ones. Both must outlive the matcher.
    CategoryMatcher(const ProfileSet &profiles, const ModelProfile *profile);
    // nullopt: no rule names it.
    [[nodiscard]] std::optional<Category> match(std::string_view lowerCasedName) const;

private:
    static constexpr std::uint32_t kNoRule = 0xFFFFFFFFu;

    void addNeedle(std::string_view needle, std::uint32_t rule);
    void link();

    std::vector<const CategoryRule *> m_rules;
    std::vector<std::uint32_t> m_expressions; // rules that are no plain text, ascending
    std::array<std::uint8_t, 256> m_class{}; // byte -> column; 0 = occurs in no text
    std::size_t m_classes = 1;
    std::vector<std::uint32_t> m_next; // [state * m_classes + class]
    std::vector<std::uint32_t> m_best; // first rule whose text ends in the state
};

} // namespace lamella::core
