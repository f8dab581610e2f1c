// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/OpenBegins.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kDeepSearch = 64;

std::uint64_t pairKey(std::uint32_t name, std::uint32_t category)
{
    return std::uint64_t{name} << 32 | category;
}

} // namespace

void OpenBegins::addToIndex(std::size_t at)
{
    const Entry &entry = m_entries[at];
    const Place place{static_cast<std::uint32_t>(at), entry.number};
    m_pairs[pairKey(entry.begin.name.value, entry.begin.category.value)].push_back(place);
    m_names[entry.begin.name.value].push_back(place);
    m_categories[entry.begin.category.value].push_back(place);
}

void OpenBegins::push(const OpenBegin &begin)
{
    m_notPassed.push_back(static_cast<std::uint32_t>(m_entries.size()));
    m_entries.push_back({begin, m_pushed++, false, false});
    if (m_isIndexed)
        addToIndex(m_entries.size() - 1);
}

// The last of the stack that is open; those behind it that are not are removed.
std::size_t OpenBegins::top(Stacks &stacks, std::uint64_t key, bool passedToo)
{
    const auto found = stacks.find(key);
    if (found == stacks.end())
        return kNone;
    std::vector<Place> &places = found->second;
    const auto isGone = [&](const Place &place) {
        if (place.at >= m_entries.size() || m_entries[place.at].number != place.number)
            return true;
        return m_entries[place.at].closed || (m_entries[place.at].passed && !passedToo);
    };
    while (!places.empty() && isGone(places.back()))
        places.pop_back();
    if (places.empty())
        stacks.erase(found);
    else
        return places.back().at;
    return kNone;
}

std::size_t OpenBegins::indexed(StringId name, StringId category)
{
    const std::uint32_t n = name.value;
    const std::uint32_t c = category.value;
    if (n == 0 && c == 0)
        return m_notPassed.empty() ? kNone : m_notPassed.back();
    std::size_t best = kNone;
    const auto look = [&](Stacks &stacks, std::uint64_t key, bool passedToo) {
        if (const std::size_t at = top(stacks, key, passedToo); at != kNone && (best == kNone || at > best))
            best = at;
    };
    if (n == 0) {
        look(m_categories, c, false);
        look(m_categories, 0, false);
    } else if (c == 0) {
        look(m_names, n, true);
        look(m_names, 0, false);
    } else {
        look(m_pairs, pairKey(n, c), true);
        look(m_pairs, pairKey(n, 0), true);
        look(m_pairs, pairKey(0, c), false);
        look(m_pairs, 0, false);
    }
    return best;
}

std::size_t OpenBegins::innermost(StringId name, StringId category)
{
    const auto closes = [&](const Entry &entry) {
        const bool sameName = name.value != 0 && name == entry.begin.name;
        const bool anyName = (name.value == 0 || entry.begin.name.value == 0) && !entry.passed;
        const bool fits = category.value == 0 || entry.begin.category.value == 0 || category == entry.begin.category;
        return !entry.closed && (sameName || anyName) && fits;
    };
    const std::size_t end = m_entries.size() - std::min(m_entries.size(), kDeepSearch);
    for (std::size_t at = m_entries.size(); at > end; --at) {
        ++m_comparisons;
        if (closes(m_entries[at - 1]))
            return at - 1;
    }
    if (end == 0)
        return kNone;
    for (std::size_t at = 0; at < m_entries.size() && !m_isIndexed; ++at)
        addToIndex(at);
    m_isIndexed = true;
    return indexed(name, category);
}

void OpenBegins::remove(std::size_t at)
{
    m_entries[at].closed = true;
    while (!m_notPassed.empty() && m_notPassed.back() >= at) {
        m_entries[m_notPassed.back()].passed = true;
        m_notPassed.pop_back();
    }
    while (!m_entries.empty() && m_entries.back().closed) {
        const OpenBegin begin = m_entries.back().begin;
        m_entries.pop_back();
        if (m_isIndexed)
            removeFromIndex(begin);
    }
}

// What is behind the last entry; stacks that no end asks for would grow with each begin.
void OpenBegins::removeFromIndex(const OpenBegin &begin)
{
    static_cast<void>(top(m_pairs, pairKey(begin.name.value, begin.category.value), true));
    static_cast<void>(top(m_names, begin.name.value, true));
    static_cast<void>(top(m_categories, begin.category.value, true));
}

std::optional<OpenBegin> OpenBegins::close(StringId name, StringId category)
{
    const std::size_t at = innermost(name, category);
    if (at == kNone)
        return std::nullopt;
    const OpenBegin begin = m_entries[at].begin;
    remove(at);
    return begin;
}

std::vector<OpenBegin> OpenBegins::open() const
{
    std::vector<OpenBegin> all;
    for (const Entry &entry : m_entries)
        if (!entry.closed)
            all.push_back(entry.begin);
    return all;
}

} // namespace lamella::core
