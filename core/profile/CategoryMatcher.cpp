// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/CategoryMatcher.h"

#include "core/profile/RegexOptions.h"
#include "core/system/MemoryReserve.h"

#include <re2/set.h>

#include <algorithm>
#include <mutex>
#include <string>

namespace lamella::core {

namespace {

constexpr std::int64_t kMaxMemory = 64 << 20; // bytes for all patterns: 553 rules and 40,000 names take a few MB
// User patterns can need a new DFA state for nearly every byte, which is slow for a long name.
constexpr std::size_t kLongName = 16'384; // bytes

} // namespace

struct CategoryMatcher::Patterns {
    re2::RE2::Set set{regexOptions(kMaxMemory), re2::RE2::UNANCHORED};

    // Compiling the built-in rules takes over two milliseconds, more than all else that a small trace needs, and nearly all traces of a
    // process have the same rules: those compiled last are used again. Null: they exceed the memory limit.
    [[nodiscard]] static std::shared_ptr<const Patterns> of(std::vector<std::string> expressions);
};

std::shared_ptr<const CategoryMatcher::Patterns> CategoryMatcher::Patterns::of(std::vector<std::string> expressions)
{
    static std::mutex mutex;
    static std::vector<std::string> lastExpressions;
    static std::shared_ptr<const Patterns> last;
    const std::scoped_lock lock(mutex);
    if (last && lastExpressions == expressions)
        return last;
    const MemoryReserve reserve;
    auto patterns = std::make_shared<Patterns>();
    for (const std::string &expression : expressions)
        if (patterns->set.Add(expression, nullptr) < 0)
            return nullptr;
    if (!patterns->set.Compile())
        return nullptr;
    last = std::move(patterns);
    lastExpressions = std::move(expressions);
    return last;
}

CategoryMatcher::CategoryMatcher(const ProfileSet &profiles, const ModelProfile *profile)
{
    if (profile)
        for (const CategoryRule &rule : profile->categories)
            m_rules.push_back(&rule);
    for (const CategoryRule &rule : profiles.universalRules)
        m_rules.push_back(&rule);

    std::vector<std::string> expressions;
    for (const CategoryRule *rule : m_rules)
        expressions.push_back(rule->pattern.expression());
    m_patterns = Patterns::of(std::move(expressions));
}

CategoryMatcher::~CategoryMatcher() = default;

std::optional<Category> CategoryMatcher::match(std::string_view lowerCasedName) const
{
    if (!m_patterns || lowerCasedName.size() > kLongName)
        return matchOneByOne(lowerCasedName);
    const MemoryReserve reserve;
    std::vector<int> hits;
    re2::RE2::Set::ErrorInfo error{re2::RE2::Set::kNoError};
    if (m_patterns->set.Match(regexText(lowerCasedName), &hits, &error))
        return m_rules[static_cast<std::size_t>(*std::min_element(hits.begin(), hits.end()))]->category;
    if (error.kind != re2::RE2::Set::kNoError) // out of memory for the DFA
        return matchOneByOne(lowerCasedName);
    return std::nullopt;
}

std::optional<Category> CategoryMatcher::matchOneByOne(std::string_view lowerCasedName) const
{
    for (const CategoryRule *rule : m_rules)
        if (rule->pattern.matches(lowerCasedName))
            return rule->category;
    return std::nullopt;
}

} // namespace lamella::core
