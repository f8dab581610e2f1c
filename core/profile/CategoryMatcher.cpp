// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/CategoryMatcher.h"

#include <algorithm>

namespace lamella::core {

CategoryMatcher::CategoryMatcher(const ProfileSet &profiles, const ModelProfile *profile)
{
    if (profile) {
        for (const CategoryRule &rule : profile->categories)
            m_rules.push_back(&rule);
    }
    for (const CategoryRule &rule : profiles.universalRules)
        m_rules.push_back(&rule);

    for (const CategoryRule *rule : m_rules) {
        for (const char c : rule->pattern.requiredText()) {
            std::uint8_t &column = m_class[static_cast<unsigned char>(c)];
            if (column == 0)
                column = static_cast<std::uint8_t>(m_classes++); // at most 230: capitals are folded
        }
    }
    m_next.assign(m_classes, 0);
    m_best.assign(1, kNoRule);
    m_met.assign(1, 0);
    for (std::uint32_t i = 0; i < m_rules.size(); ++i) {
        const std::string &needle = m_rules[i]->pattern.needle();
        if (needle.empty()) {
            addExpression(i);
        } else {
            std::uint32_t &best = m_best[addText(needle)];
            best = std::min(best, i);
        }
    }
    link();
}

void CategoryMatcher::addExpression(std::uint32_t rule)
{
    constexpr int kMaxGates = 64;
    Expression expression{rule, 0};
    const std::string &text = m_rules[rule]->pattern.requiredText();
    if (!text.empty() && m_gates < kMaxGates) {
        expression.gate = std::uint64_t{1} << m_gates++;
        m_met[addText(text)] |= expression.gate;
    }
    m_expressions.push_back(expression);
}

// The state in which the text ends.
std::uint32_t CategoryMatcher::addText(std::string_view text)
{
    std::uint32_t state = 0;
    for (const char c : text) {
        const std::size_t cell = state * m_classes + m_class[static_cast<unsigned char>(c)];
        if (m_next[cell] == 0) {
            m_next[cell] = static_cast<std::uint32_t>(m_best.size());
            m_best.push_back(kNoRule);
            m_met.push_back(0);
            m_next.resize(m_best.size() * m_classes, 0);
        }
        state = m_next[cell];
    }
    return state;
}

// Breadth first: a missing edge goes where the longest proper suffix goes; its rule counts as ending here too.
void CategoryMatcher::link()
{
    std::vector<std::uint32_t> suffix(m_best.size(), 0);
    std::vector<std::uint32_t> order;
    for (std::size_t column = 0; column < m_classes; ++column) {
        if (m_next[column] != 0)
            order.push_back(m_next[column]);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t state = order[i];
        const std::uint32_t back = suffix[state];
        m_best[state] = std::min(m_best[state], m_best[back]);
        m_met[state] |= m_met[back];
        for (std::size_t column = 0; column < m_classes; ++column) {
            std::uint32_t &edge = m_next[state * m_classes + column];
            const std::uint32_t fallback = m_next[back * m_classes + column];
            if (edge == 0) {
                edge = fallback;
            } else {
                suffix[edge] = fallback;
                order.push_back(edge);
            }
        }
    }
}

std::optional<Category> CategoryMatcher::match(std::string_view lowerCasedName) const
{
    std::uint32_t best = kNoRule;
    std::uint64_t met = 0;
    std::uint32_t state = 0;
    for (const char c : lowerCasedName) {
        state = m_next[state * m_classes + m_class[static_cast<unsigned char>(c)]];
        best = std::min(best, m_best[state]);
        met |= m_met[state];
    }
    for (const auto &[rule, gate] : m_expressions) {
        if (rule > best)
            break;
        if ((gate == 0 || (met & gate) != 0) && m_rules[rule]->pattern.matches(lowerCasedName)) {
            best = rule;
            break;
        }
    }
    if (best == kNoRule)
        return std::nullopt;
    return m_rules[best]->category;
}

} // namespace lamella::core
