// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/profile/ModelProfile.h"
#include "core/profile/RegexOptions.h"

namespace lamella::core {

namespace {

constexpr std::size_t kMaxExpression = 512; // bytes of a /regex/ to compile
constexpr std::size_t kMaxText = 16'384; // template names are long, and the table of anchors gives them in full

// The part of "/regex/" between the slashes.
std::string_view bodyOf(std::string_view text)
{
    return text.substr(1, text.size() - 2);
}

std::string lowerCased(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

} // namespace

std::string_view anchorRoleName(AnchorRole role)
{
    switch (role) {
    case AnchorRole::Begins:
        return "begins";
    case AnchorRole::Ends:
        return "ends";
    case AnchorRole::Within:
        return "within";
    }
    return {};
}

std::optional<AnchorRole> anchorRoleFromName(std::string_view name)
{
    for (const AnchorRole role : {AnchorRole::Begins, AnchorRole::Ends, AnchorRole::Within}) {
        if (anchorRoleName(role) == name)
            return role;
    }
    return std::nullopt;
}

Result<NamePattern> NamePattern::parse(std::string_view text)
{
    const auto bad = [text](const Message &detail) {
        return Error{ErrorCode::BadProfile, msg("pattern \"%1\": %2", text.substr(0, 60), detail), {}, -1};
    };
    if (text.empty())
        return bad("empty, would match every kernel");
    const bool expression = text.front() == '/' && text.size() >= 2 && text.back() == '/';
    if (const std::size_t max = expression ? kMaxExpression : kMaxText; text.size() > max)
        return bad(msg("longer than %1 bytes", max));
    NamePattern pattern;
    pattern.m_text = text;
    if (!expression) {
        pattern.m_needle = lowerCased(text);
        return pattern;
    }
    Result<Regex> regex = Regex::compile(bodyOf(text));
    if (!regex) {
        const std::int64_t at = regex.error().byteOffset;
        return bad(at < 0 ? regex.error().detail : msg("%1 (at character %2)", regex.error().detail, at + 2));
    }
    if (regex->search(""))
        return bad("matches the empty name, and so every kernel");
    pattern.m_regex = *std::move(regex);
    return pattern;
}

bool NamePattern::matches(std::string_view lowerCasedName) const
{
    if (m_regex)
        return m_regex->search(lowerCasedName);
    return !m_needle.empty() && lowerCasedName.find(m_needle) != std::string_view::npos;
}

std::string NamePattern::expression() const
{
    return m_regex ? std::string(bodyOf(m_text)) : re2::RE2::QuoteMeta(m_needle);
}

} // namespace lamella::core
