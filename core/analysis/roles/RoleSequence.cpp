// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roles/RoleSequence.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

// Kernels that `previous` and `next` mean: the main work of a layer, without the small kernels around it.
bool isMain(Category category)
{
    switch (category) {
    case Category::Gemm:
    case Category::Attention:
    case Category::LinearAttention:
    case Category::Moe:
    case Category::MoeRouting:
        return true;
    default:
        return false;
    }
}

bool contains(const std::vector<std::string> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

class Sequence {
public:
    Sequence(std::span<const RoleItem> items, const RoleScope &scope)
        : m_items(items)
        , m_scope(scope)
        , m_roles(items.size())
        , m_first(items.size())
    {
    }
    // candidates: rows of the items that the rule fits by themselves, ascending.
    void apply(const RoleRule &rule, const std::vector<std::uint32_t> &candidates);
    // Gives joined kernels the role of the one that they belong to.
    std::vector<RoleOf> finish();

private:
    using Run = std::pair<std::size_t, std::size_t>; // [first, last]
    struct Extent { // of a role that was given
        const std::string *name;
        std::size_t first;
        std::size_t last;
    };
    [[nodiscard]] bool fits(const RoleRule &rule, std::size_t at);
    [[nodiscard]] bool inSection(RoleSection section, std::size_t at) const;
    [[nodiscard]] bool someRoleBefore(const std::vector<std::string> &names, std::size_t at) const;
    [[nodiscard]] bool someRoleBehind(const std::vector<std::string> &names, std::size_t at) const;
    [[nodiscard]] bool neighbourFits(const std::vector<std::string> &names, std::size_t neighbour, std::string_view none) const;
    void findNeighbours();
    void give(const RoleRule &rule, const Run &run, const std::string &name);
    [[nodiscard]] LayerTraits traits() const
    {
        return m_scope.traits | (m_first < m_items.size() ? traitBit(LayerTrait::Core) : 0);
    }

    std::span<const RoleItem> m_items;
    RoleScope m_scope;
    std::vector<RoleOf> m_roles;
    std::vector<Extent> m_given;
    std::vector<std::size_t> m_previous; // nearest main kernel; m_items.size() = none; empty = not found yet
    std::vector<std::size_t> m_next;
    std::size_t m_first; // of the core; m_items.size() = none yet
    std::size_t m_last = 0;
};

bool Sequence::inSection(RoleSection section, std::size_t at) const
{
    if (section == RoleSection::Anywhere)
        return true;
    if (m_first == m_items.size())
        return false;
    const RoleSection place = at < m_first ? RoleSection::Before : at > m_last ? RoleSection::Behind : RoleSection::Inside;
    return place == section;
}

bool Sequence::someRoleBefore(const std::vector<std::string> &names, std::size_t at) const
{
    return names.empty()
        || std::any_of(m_given.begin(), m_given.end(), [&](const Extent &e) { return e.first < at && contains(names, *e.name); });
}

bool Sequence::someRoleBehind(const std::vector<std::string> &names, std::size_t at) const
{
    return names.empty()
        || std::any_of(m_given.begin(), m_given.end(), [&](const Extent &e) { return e.last > at && contains(names, *e.name); });
}

void Sequence::findNeighbours()
{
    m_previous.assign(m_items.size(), m_items.size());
    m_next.assign(m_items.size(), m_items.size());
    const auto main = [this](std::size_t i) { return isMain(m_items[i].category) && !m_roles[i].joined; };
    for (std::size_t i = 1; i < m_items.size(); ++i)
        m_previous[i] = main(i - 1) ? i - 1 : m_previous[i - 1];
    for (std::size_t i = m_items.size(); i-- > 1;)
        m_next[i - 1] = main(i) ? i : m_next[i];
}

bool Sequence::neighbourFits(const std::vector<std::string> &names, std::size_t neighbour, std::string_view none) const
{
    if (neighbour == m_items.size())
        return contains(names, none);
    const std::string *role = m_roles[neighbour].name;
    return (role && contains(names, *role)) || contains(names, info(m_items[neighbour].category).id);
}

bool Sequence::fits(const RoleRule &rule, std::size_t at)
{
    if (m_roles[at].name || m_roles[at].joined || !inSection(rule.section, at) || !someRoleBefore(rule.after, at)
        || !someRoleBehind(rule.before, at))
        return false;
    if ((!rule.previous.empty() || !rule.next.empty()) && m_previous.empty())
        findNeighbours();
    return (rule.previous.empty() || neighbourFits(rule.previous, m_previous[at], "start"))
        && (rule.next.empty() || neighbourFits(rule.next, m_next[at], "end"));
}

void Sequence::give(const RoleRule &rule, const Run &run, const std::string &name)
{
    for (std::size_t i = run.first; i <= run.second; ++i)
        m_roles[i].name = &name;
    const auto given = std::find_if(m_given.begin(), m_given.end(), [&name](const Extent &e) { return *e.name == name; });
    if (given == m_given.end())
        m_given.push_back({&name, run.first, run.second});
    else
        *given = {given->name, std::min(given->first, run.first), std::max(given->last, run.second)};
    if (!rule.core)
        return;
    m_first = std::min(m_first, run.first);
    m_last = std::max(m_last, run.second);
}

void Sequence::apply(const RoleRule &rule, const std::vector<std::uint32_t> &candidates)
{
    if ((rule.part != m_scope.part && rule.part != RolePart::Any) || rule.stage != m_scope.stage
        || (traits() & rule.when) != rule.when || (traits() & rule.unless) != 0)
        return;
    std::vector<Run> runs;
    for (const std::size_t i : candidates) {
        if (!fits(rule, i))
            continue;
        if (rule.joins) {
            m_roles[i].joined = true;
            m_previous.clear();
        }
        // Neighbours are one run, except where a module begins: two norms may follow one another.
        else if (rule.runs && !runs.empty() && runs.back().second + 1 == i && m_items[i].continues)
            runs.back().second = i;
        else
            runs.emplace_back(i, i);
    }
    if (rule.list) {
        if (runs.size() == rule.roles.size())
            for (std::size_t i = 0; i < runs.size(); ++i)
                give(rule, runs[i], rule.roles[i]);
        return;
    }
    if (rule.joins || rule.roles.empty())
        return;
    const auto count = static_cast<std::int64_t>(runs.size());
    const std::int64_t chosen = rule.nth < 0 ? count + rule.nth : rule.nth - 1;
    for (std::int64_t i = 0; i < count; ++i)
        if (rule.nth == 0 || i == chosen)
            give(rule, runs[static_cast<std::size_t>(i)], rule.roles.front());
}

std::vector<RoleOf> Sequence::finish()
{
    std::array<const std::string *, kCategories> last{}; // role of the latest kernel of each category
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const std::string *&before = last[static_cast<std::size_t>(m_items[i].category)];
        if (m_roles[i].joined)
            m_roles[i] = {before, before != nullptr};
        else
            before = m_roles[i].name;
    }
    return std::move(m_roles);
}

} // namespace

std::vector<RoleOf> rolesOfSequence(
    std::span<const RoleRule *const> rules, std::span<const RoleItem> items, const RoleScope &scope)
{
    Sequence sequence(items, scope);
    std::vector<std::vector<std::uint32_t>> candidates(rules.size()); // items by rule
    for (std::size_t i = 0; i < items.size(); ++i)
        for (const std::uint16_t row : *items[i].rules)
            candidates[row].push_back(static_cast<std::uint32_t>(i));
    for (std::size_t row = 0; row < rules.size(); ++row)
        if (!candidates[row].empty())
            sequence.apply(*rules[row], candidates[row]);
    return sequence.finish();
}

} // namespace lamella::core
