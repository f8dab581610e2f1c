// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/OpenBegins.h"

namespace lamella::core {

namespace {

constexpr std::size_t kDeepSearch = 64;

std::uint64_t pairKey(std::uint32_t name, std::uint32_t category)
{
    return std::uint64_t{name} << 32 | category;
}

bool fits(StringId a, StringId b)
{
    return a.value == 0 || b.value == 0 || a == b;
}

} // namespace

void OpenBegins::count(const OpenBegin &begin, std::uint32_t step)
{
    m_pairs[pairKey(begin.name.value, begin.category.value)] += step;
    m_names[begin.name.value] += step;
    m_categories[begin.category.value] += step;
}

void OpenBegins::push(const OpenBegin &begin)
{
    m_rows.push_back(begin);
    if (m_counted)
        count(begin, 1);
}

void OpenBegins::truncate(std::size_t size)
{
    for (std::size_t i = size; m_counted && i < m_rows.size(); ++i)
        count(m_rows[i], UINT32_MAX); // decrements
    m_rows.resize(size);
}

bool OpenBegins::anyClosedBy(StringId name, StringId category) const
{
    const auto any = [](const Counts &counts, std::uint64_t key) {
        const auto found = counts.find(key);
        return found != counts.end() && found->second > 0;
    };
    const std::uint32_t n = name.value;
    const std::uint32_t c = category.value;
    if (n == 0 && c == 0)
        return !m_rows.empty();
    if (c == 0)
        return any(m_names, n) || any(m_names, 0);
    if (n == 0)
        return any(m_categories, c) || any(m_categories, 0);
    return any(m_pairs, pairKey(n, c)) || any(m_pairs, pairKey(n, 0)) || any(m_pairs, pairKey(0, c)) || any(m_pairs, 0);
}

std::size_t OpenBegins::closedBy(StringId name, StringId category)
{
    for (std::size_t at = m_rows.size(); at > 0; --at) {
        if (m_rows.size() - at == kDeepSearch) {
            if (!m_counted)
                for (const OpenBegin &begin : m_rows)
                    count(begin, 1);
            m_counted = true;
            if (!anyClosedBy(name, category))
                return 0;
        }
        ++m_comparisons;
        if (fits(name, m_rows[at - 1].name) && fits(category, m_rows[at - 1].category))
            return at;
    }
    return 0;
}

} // namespace lamella::core
