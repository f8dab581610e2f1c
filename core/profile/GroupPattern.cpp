// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/GroupPattern.h"

#include "core/profile/RegexOptions.h"
#include "core/system/MemoryReserve.h"

#include <vector>

namespace lamella::core {

namespace {

// (?<name> as (?P<name>, which is all that RE2 before 2023-09 knows. (?<= and (?<! are look-behind.
std::string withOldGroupNames(std::string_view pattern)
{
    constexpr std::string_view kGroup = "(?<";
    std::string text;
    bool inClass = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\' && i + 1 < pattern.size()) {
            text += c;
            text += pattern[++i];
            continue;
        }
        if (!inClass && pattern.substr(i).starts_with(kGroup) && pattern.substr(i + kGroup.size()).find_first_of("=!") != 0) {
            text += "(?P<";
            i += kGroup.size() - 1;
            continue;
        }
        inClass = inClass ? c != ']' : c == '[';
        text += c;
    }
    return text;
}

} // namespace

Result<GroupPattern> GroupPattern::compile(std::string_view pattern)
{
    const MemoryReserve reserve;
    re2::RE2::Options options;
    options.set_log_errors(false);
    auto compiled = std::make_shared<const re2::RE2>(regexText(withOldGroupNames(pattern)), options);
    const bool twice = compiled->CapturingGroupNames().size() != compiled->NamedCapturingGroups().size();
    if (compiled->error_code() == re2::RE2::ErrorBadNamedCapture || twice)
        return Error{ErrorCode::BadProfile, "names of groups have letters, digits and _, and each name occurs once", {}, -1};
    if (compiled->error_code() == re2::RE2::ErrorBadPerlOp)
        return Error{ErrorCode::BadProfile, "look-around is not supported", {}, -1};
    if (!compiled->ok())
        return regexError(*compiled, pattern);
    GroupPattern result;
    result.m_compiled = std::move(compiled);
    return result;
}

bool GroupPattern::hasGroup(const std::string &name) const
{
    return m_compiled->NamedCapturingGroups().contains(name);
}

std::optional<std::map<std::string, std::string>> GroupPattern::match(std::string_view text) const
{
    const MemoryReserve reserve;
    std::vector<re2::StringPiece> found(static_cast<std::size_t>(m_compiled->NumberOfCapturingGroups()) + 1);
    if (!m_compiled->Match(regexText(text), 0, text.size(), re2::RE2::ANCHOR_BOTH, found.data(), static_cast<int>(found.size())))
        return std::nullopt;
    std::map<std::string, std::string> groups;
    for (const auto &[name, index] : m_compiled->NamedCapturingGroups()) {
        const re2::StringPiece &part = found[static_cast<std::size_t>(index)];
        groups.emplace(name, std::string(part.data(), part.size()));
    }
    return groups;
}

} // namespace lamella::core
