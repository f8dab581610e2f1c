// SPDX-License-Identifier: GPL-3.0-or-later
// First hit in an ordered list of category rules. All plain texts are looked for in one walk over the name (Aho-Corasick);
// expressions are tried only where they stand before the best plain hit and the walk has met the text that they need.
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

    struct Expression {
        std::uint32_t rule = 0;
        std::uint64_t gate = 0; // bit that the walk must have met; 0 = try it always
    };

    std::uint32_t addText(std::string_view text);
    void addExpression(std::uint32_t rule);
    void link();

    std::vector<const CategoryRule *> m_rules;
    std::vector<Expression> m_expressions; // rules that are no plain text, in order
    int m_gates = 0;
    std::array<std::uint8_t, 256> m_class{}; // byte -> column; 0 = occurs in no text
    std::size_t m_classes = 1;
    std::vector<std::uint32_t> m_next; // [state * m_classes + class]
    std::vector<std::uint32_t> m_best; // first rule whose text ends in the state
    std::vector<std::uint64_t> m_met; // gates whose text ends in the state
};

} // namespace lamella::core
