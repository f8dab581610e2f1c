// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/CoreMatcher.h"

#include <QCoreApplication>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxBytes = 2048;
constexpr std::size_t kMaxSentences = 12;
constexpr int kMaxDepth = 4;
constexpr std::size_t kLongestNumber = 40;
constexpr std::ptrdiff_t kMaxUnitLetters = 6;
constexpr std::string_view kMinus = "\xE2\x88\x92";

// Separators between sentences, and between the parts of an enumeration.
constexpr std::array<std::string_view, 3> kBetweenSentences{"; ", ". ", " | "};
constexpr std::array<std::string_view, 2> kBetweenParts{", ", " and "};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool beginsNumber(std::string_view text)
{
    if (text.starts_with(kMinus))
        text.remove_prefix(kMinus.size());
    else if (!text.empty() && (text.front() == '-' || text.front() == '+' || text.front() == '<'))
        text.remove_prefix(1);
    return !text.empty() && isDigit(text.front());
}

QString utf16(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

struct Piece {
    std::string_view text;
    std::string_view separator; // after the text; a full stop belongs to its sentence
};

std::vector<Piece> pieces(std::string_view text, std::span<const std::string_view> separators)
{
    std::vector<Piece> found;
    while (true) {
        std::size_t end = std::string_view::npos;
        std::string_view separator;
        for (const std::string_view each : separators) {
            const std::size_t at = text.find(each);
            if (at < end) {
                end = at;
                separator = each;
            }
        }
        if (end == std::string_view::npos)
            break;
        const std::size_t kept = separator == ". " ? 1 : 0;
        found.push_back({text.substr(0, end + kept), text.substr(end + kept, separator.size() - kept)});
        text.remove_prefix(end + separator.size());
        if (found.size() > kMaxSentences)
            return {};
    }
    found.push_back({text, {}});
    return found;
}

// The text from the first to the last piece, including separators.
std::string_view stretch(const Piece &first, const Piece &last)
{
    return {first.text.data(), static_cast<std::size_t>(last.text.data() + last.text.size() - first.text.data())};
}

QString separatorText(std::string_view separator)
{
    if (separator == "; ")
        return QCoreApplication::translate("Core", "%1; %2", "two sentences")
            .remove(QStringLiteral("%1"))
            .remove(QStringLiteral("%2"));
    if (separator == " ")
        return QCoreApplication::translate("Core", "%1 %2", "two sentences")
            .remove(QStringLiteral("%1"))
            .remove(QStringLiteral("%2"));
    if (separator == ", ")
        return QCoreApplication::translate("Core", "%1, %2", "two parts")
            .remove(QStringLiteral("%1"))
            .remove(QStringLiteral("%2"));
    if (separator == " and ")
        return QCoreApplication::translate("Core", "%1 and %2", "two parts")
            .remove(QStringLiteral("%1"))
            .remove(QStringLiteral("%2"));
    return utf16(separator);
}

} // namespace

bool looksLikeNumber(std::string_view part)
{
    return part.size() <= kLongestNumber && beginsNumber(part)
        && std::count_if(part.begin(), part.end(), isLetter) <= kMaxUnitLetters && part.find(';') == std::string_view::npos
        && part.find(", ") == std::string_view::npos;
}

CompiledTemplate::CompiledTemplate(const CoreTemplate &source)
    : m_text(source.text)
    , m_kinds(source.parts)
{
    m_literals.emplace_back();
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        if (m_text[i] == '%' && i + 1 < m_text.size() && m_text[i + 1] >= '1' && m_text[i + 1] <= '9') {
            m_numbers.push_back(static_cast<std::size_t>(m_text[++i] - '1'));
            m_literals.emplace_back();
        } else {
            m_literals.back() += m_text[i];
            ++m_literalBytes;
        }
    }
}

char CompiledTemplate::kindOf(std::size_t number) const
{
    return number < m_kinds.size() ? m_kinds[number] : 's';
}

bool CompiledTemplate::fits(std::string_view part, std::size_t number) const
{
    switch (kindOf(number)) {
    case 'n':
        return looksLikeNumber(part);
    case 'k':
        return true;
    default:
        return true;
    }
}

// Position of the literal after placeholder `at`. If the literal must be followed by a number, only such an occurrence counts.
std::size_t CompiledTemplate::findLiteral(std::string_view text, std::size_t at, std::size_t from, std::size_t limit) const
{
    const std::string &literal = m_literals[at + 1];
    const bool wantsNumber = kindOf(m_numbers[at + 1]) == 'n';
    std::size_t found = text.find(literal, from);
    while (found != std::string_view::npos && wantsNumber && !beginsNumber(text.substr(found + literal.size())))
        found = text.find(literal, found + 1);
    return found != std::string_view::npos && found + literal.size() <= limit ? found : std::string_view::npos;
}

std::optional<CompiledTemplate::Parts> CompiledTemplate::match(std::string_view text) const
{
    if (m_numbers.empty() || text.size() < m_literalBytes + m_numbers.size() || !text.starts_with(m_literals.front())
        || !text.ends_with(m_literals.back()))
        return std::nullopt;
    Parts parts;
    const std::size_t limit = text.size() - m_literals.back().size();
    std::size_t from = m_literals.front().size();
    for (std::size_t at = 0; at < m_numbers.size(); ++at) {
        const bool last = at + 1 == m_numbers.size();
        const std::size_t end = last ? limit : findLiteral(text, at, from + 1, limit);
        if (end == std::string_view::npos || end <= from || !fits(text.substr(from, end - from), m_numbers[at]))
            return std::nullopt;
        parts[m_numbers[at]] = text.substr(from, end - from);
        from = end + m_literals[at + 1].size();
    }
    return parts;
}

CoreMatcher::CoreMatcher(std::span<const CoreTemplate> templates, Lookup lookup)
    : m_lookup(lookup)
{
    for (const CoreTemplate &each : templates) {
        if (std::optional<QString> translation = lookup(each.text))
            m_entries.push_back({CompiledTemplate(each), *std::move(translation)});
    }
    std::stable_sort(m_entries.begin(), m_entries.end(),
        [](const Entry &a, const Entry &b) { return a.pattern.literalBytes() > b.pattern.literalBytes(); });
}

std::optional<QString> CoreMatcher::translated(std::string_view text, int depth) const
{
    if (text.empty() || text.size() > kMaxBytes || depth > kMaxDepth || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (std::optional<QString> whole = m_lookup(text))
        return whole;
    if (std::optional<QString> one = byTemplate(text, true, depth))
        return one;
    if (std::optional<QString> joined = bySentences(text, kBetweenSentences, depth))
        return joined;
    if (std::optional<QString> one = byTemplate(text, false, depth))
        return one;
    return bySentences(text, kBetweenParts, depth);
}

std::optional<QString> CoreMatcher::byTemplate(std::string_view text, bool single, int depth) const
{
    for (const Entry &entry : m_entries) {
        const auto parts = entry.pattern.match(text);
        if (parts && (!single || holdsSingles(entry, *parts)))
            return filled(entry, *parts, depth);
    }
    return std::nullopt;
}

// True if no translated part consists of several sentences, unless an entry covers the whole part.
bool CoreMatcher::holdsSingles(const Entry &entry, const CompiledTemplate::Parts &parts) const
{
    for (std::size_t number = 0; number < parts.size(); ++number) {
        const std::string_view part = parts[number];
        const bool several = part.find("; ") != std::string_view::npos || part.find(". ") != std::string_view::npos;
        if (several && entry.pattern.kindOf(number) == 's' && !m_lookup(part))
            return false;
    }
    return true;
}

// Translates as many sentences at once as an entry covers. Sentences without an entry stay as they are, with their separators.
std::optional<QString> CoreMatcher::bySentences(
    std::string_view text, std::span<const std::string_view> separators, int depth) const
{
    const std::vector<Piece> list = pieces(text, separators);
    if (list.size() < 2)
        return std::nullopt;
    QString said;
    bool any = false;
    bool knownBefore = false;
    for (std::size_t first = 0; first < list.size();) {
        std::optional<QString> part;
        std::size_t last = first == 0 ? list.size() - 2 : list.size() - 1; // the whole text was tried before
        for (;; --last) {
            const std::string_view several = stretch(list[first], list[last]);
            part = m_lookup(several);
            if (!part)
                part = last == first ? translated(several, depth + 1) : byTemplate(several, true, depth + 1);
            if (part || last == first)
                break;
        }
        if (first > 0)
            said += part && knownBefore ? separatorText(list[first - 1].separator) : utf16(list[first - 1].separator);
        said += part ? *part : utf16(list[first].text);
        any = any || part;
        knownBefore = part.has_value();
        first = last + 1;
    }
    return any ? std::optional(said) : std::nullopt;
}

QString CoreMatcher::filled(const Entry &entry, const CompiledTemplate::Parts &parts, int depth) const
{
    QString said;
    const QString &form = entry.translation;
    for (qsizetype i = 0; i < form.size(); ++i) {
        const bool place = form[i] == u'%' && i + 1 < form.size() && form[i + 1] >= u'1' && form[i + 1] <= u'9';
        if (!place) {
            said += form[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(form[++i].unicode() - u'1');
        const std::string_view part = parts[number];
        std::optional<QString> words;
        if (entry.pattern.kindOf(number) == 's')
            words = translated(part, depth + 1);
        said += words ? *words : utf16(part);
    }
    return said;
}

} // namespace lamella::ui
