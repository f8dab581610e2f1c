// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelFilter.h"

#include "core/base/AsciiCase.h"
#include "core/base/DurationText.h"
#include "core/base/Message.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxText = 16'384; // bytes; as for patterns of profiles
constexpr std::size_t kMaxExpression = 512;
constexpr std::size_t kMaxTerms = 64;
constexpr std::int64_t kLongest = INT64_MAX;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::vector<std::string_view> split(std::string_view list)
{
    std::vector<std::string_view> parts;
    for (std::size_t from = 0;;) {
        const std::size_t comma = list.find(',', from);
        parts.push_back(list.substr(from, comma == std::string_view::npos ? comma : comma - from));
        if (comma == std::string_view::npos)
            return parts;
        from = comma + 1;
    }
}

std::optional<std::int64_t> numberFrom(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// "7" or "3-5".
std::optional<std::pair<std::int64_t, std::int64_t>> stretchFrom(std::string_view text)
{
    const std::size_t dash = text.find('-', 1);
    const auto first = numberFrom(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : numberFrom(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    return std::pair{*first, *last};
}

struct FieldWord {
    std::string_view word;
    KernelFilter::Field field;
};
constexpr FieldWord kFieldWords[] = {{"cat", KernelFilter::Field::Category}, {"category", KernelFilter::Field::Category},
    {"stream", KernelFilter::Field::Stream}, {"device", KernelFilter::Field::Device}, {"stage", KernelFilter::Field::Stage},
    {"pass", KernelFilter::Field::Pass}, {"layer", KernelFilter::Field::Layer}};

// Quotes text that would otherwise parse as something else.
std::string inQuotes(std::string_view text)
{
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            all += '\\';
        all += c;
    }
    return all + '"';
}

} // namespace

class KernelFilterParser {
public:
    explicit KernelFilterParser(std::string_view text)
        : m_text(text)
    {
    }

    Result<void> run(std::vector<KernelFilter::Term> &terms);

private:
    using Term = KernelFilter::Term;
    using Field = KernelFilter::Field;

    [[nodiscard]] Error bad(const Message &sentence) const
    {
        return {ErrorCode::BadRequest, msg("filter: %1", sentence), {}, -1};
    }
    [[nodiscard]] std::size_t endOfWord(std::size_t from) const;
    [[nodiscard]] std::optional<std::size_t> endOfRegex(std::size_t from) const;
    void endPlain(std::vector<Term> &terms);
    Result<bool> structured(std::string_view word, Term &term);
    Result<void> categories(std::string_view list, Term &term) const;
    Result<void> stages(std::string_view list, Term &term) const;
    Result<void> numbers(std::string_view list, std::string_view word, Term &term) const;
    Result<bool> duration(std::string_view word, Term &term) const;
    Result<void> regex(std::string_view body, Term &term) const;
    std::string quotedFrom(std::size_t &at) const;
    Result<std::size_t> one(std::size_t at, bool negated, std::vector<Term> &terms);

    std::string_view m_text;
    // Adjacent plain words form one text, including the blanks between them.
    std::size_t m_plainBegin = 0;
    std::size_t m_plainEnd = 0;
    bool m_plainNegated = false;
};

std::size_t KernelFilterParser::endOfWord(std::size_t from) const
{
    while (from < m_text.size() && !isBlank(m_text[from]))
        ++from;
    return from;
}

// Position after the slash that ends the expression starting at `from`: an unescaped slash before a blank or the end of the text.
std::optional<std::size_t> KernelFilterParser::endOfRegex(std::size_t from) const
{
    for (std::size_t at = from + 2; at < m_text.size(); ++at)
        if (m_text[at] == '/' && m_text[at - 1] != '\\' && (at + 1 == m_text.size() || isBlank(m_text[at + 1])))
            return at + 1;
    return std::nullopt;
}

void KernelFilterParser::endPlain(std::vector<Term> &terms)
{
    if (m_plainEnd <= m_plainBegin)
        return;
    Term term;
    term.negated = m_plainNegated;
    term.written = m_text.substr(m_plainBegin, m_plainEnd - m_plainBegin);
    term.needle = asciiLowered(term.written);
    terms.push_back(std::move(term));
    m_plainBegin = m_plainEnd = 0;
}

Result<void> KernelFilterParser::categories(std::string_view list, Term &term) const
{
    std::string known;
    for (const CategoryInfo &info : categoryInfos())
        known += (known.empty() ? "" : ", ") + std::string(info.id);
    for (const std::string_view part : split(list)) {
        const std::string id = asciiLowered(part);
        if (const auto exact = categoryFromId(id)) {
            term.categories.push_back(*exact);
            continue;
        }
        const std::size_t before = term.categories.size();
        for (const CategoryInfo &info : categoryInfos())
            if (!id.empty() && info.id.substr(0, id.size()) == id)
                term.categories.push_back(info.category);
        if (term.categories.size() == before)
            return bad(id.empty() ? msg("cat: wants a category; use %1", known)
                                  : msg("category %1 is not known; use %2", id.substr(0, 60), known));
    }
    return {};
}

Result<void> KernelFilterParser::stages(std::string_view list, Term &term) const
{
    for (const std::string_view part : split(list)) {
        const auto stage = stageFromName(asciiLowered(part));
        if (!stage)
            return bad(part.empty()
                    ? Message("stage: wants a stage; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown")
                    : msg("stage %1 is not known; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown",
                        part.substr(0, 60)));
        term.stages.push_back(*stage);
    }
    return {};
}

Result<void> KernelFilterParser::numbers(std::string_view list, std::string_view word, Term &term) const
{
    for (const std::string_view part : split(list)) {
        const std::string low = asciiLowered(part);
        if (term.field == Field::Layer && (low == "head" || low == "tail")) {
            const std::int64_t layer = low == "head" ? kHeadLayer : kTailLayer;
            term.ranges.emplace_back(layer, layer);
            continue;
        }
        const auto stretch = stretchFrom(part);
        if (!stretch)
            return bad(msg(term.field == Field::Layer ? "%1: wants numbers, such as %2 or %3, head or tail"
                                                      : "%1: wants numbers, such as %2 or %3",
                word, std::string(word) + ":3", std::string(word) + ":3-5"));
        term.ranges.push_back(*stretch);
    }
    return {};
}

Result<bool> KernelFilterParser::duration(std::string_view word, Term &term) const
{
    const std::string low = asciiLowered(word.substr(0, 9));
    const std::size_t name = low.rfind("duration", 0) == 0 ? 8 : low.rfind("dur", 0) == 0 ? 3 : 0;
    if (name == 0 || name >= word.size() || std::string_view("<>=").find(word[name]) == std::string_view::npos)
        return false;
    const char sign = word[name];
    const bool orEqual = name + 1 < word.size() && word[name + 1] == '=' && sign != '=';
    const std::string_view value = word.substr(name + (orEqual ? 2 : 1));
    const auto length = durationFromText(value);
    if (!length)
        return bad(msg("%1 wants a length of time with its unit right behind it, such as 10us or 1.5ms",
            "dur" + std::string(1, sign) + (orEqual ? "=" : "")));
    term.field = Field::Duration;
    if (sign == '>')
        term.ranges.emplace_back(orEqual ? *length : *length + 1, kLongest);
    else if (sign == '<')
        term.ranges.emplace_back(INT64_MIN, orEqual ? *length : *length - 1);
    else
        term.ranges.emplace_back(*length, *length);
    return true;
}

// False if the word is plain text.
Result<bool> KernelFilterParser::structured(std::string_view word, Term &term)
{
    if (auto done = duration(word, term); !done || *done)
        return done;
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || (colon + 1 < word.size() && word[colon + 1] == ':')) // "cat::f" is a C++ name
        return false;
    const std::string key = asciiLowered(word.substr(0, colon));
    const auto *known = std::find_if(
        std::begin(kFieldWords), std::end(kFieldWords), [&key](const FieldWord &field) { return field.word == key; });
    if (known == std::end(kFieldWords))
        return false;
    term.field = known->field;
    const std::string_view list = word.substr(colon + 1);
    const Result<void> done = term.field == Field::Category ? categories(list, term)
        : term.field == Field::Stage                        ? stages(list, term)
                                                            : numbers(list, key, term);
    if (!done)
        return done.error();
    return true;
}

Result<void> KernelFilterParser::regex(std::string_view body, Term &term) const
{
    if (body.size() > kMaxExpression)
        return bad(msg("the regular expression is longer than %1 bytes", kMaxExpression));
    auto compiled = Regex::compile(body);
    if (!compiled)
        return bad(msg("/%1/: %2", body.substr(0, 60), compiled.error().detail));
    term.field = Field::Regex;
    term.regex = std::move(*compiled);
    return {};
}

// Reads from the quote at `at` and moves `at` past the closing one; an unclosed quote extends to the end of the text.
std::string KernelFilterParser::quotedFrom(std::size_t &at) const
{
    std::string inside;
    for (++at; at < m_text.size() && m_text[at] != '"'; ++at) {
        if (m_text[at] == '\\' && at + 1 < m_text.size())
            ++at;
        inside += m_text[at];
    }
    at = std::min(at + 1, m_text.size());
    return inside;
}

Result<std::size_t> KernelFilterParser::one(std::size_t at, bool negated, std::vector<Term> &terms)
{
    Term term;
    term.negated = negated;
    std::size_t end = endOfWord(at);
    if (m_text[at] == '"') {
        end = at;
        term.needle = quotedFrom(end);
        term.written = inQuotes(term.needle);
        term.needle = asciiLowered(term.needle);
        endPlain(terms);
        if (!term.needle.empty())
            terms.push_back(std::move(term));
        return end;
    }
    if (m_text[at] == '/') {
        if (const auto behind = endOfRegex(at)) {
            if (auto done = regex(m_text.substr(at + 1, *behind - at - 2), term); !done)
                return done.error();
            end = *behind;
        }
    }
    if (term.field == Field::Text) {
        const auto is = structured(m_text.substr(at, end - at), term);
        if (!is)
            return is.error();
    }
    if (term.field != Field::Text) {
        endPlain(terms);
        term.written = m_text.substr(at, end - at);
        terms.push_back(std::move(term));
        return end;
    }
    if (m_plainEnd <= m_plainBegin || negated || m_plainNegated) {
        endPlain(terms);
        m_plainBegin = at;
        m_plainNegated = negated;
    }
    m_plainEnd = end;
    return end;
}

Result<void> KernelFilterParser::run(std::vector<KernelFilter::Term> &terms)
{
    if (m_text.size() > kMaxText)
        return bad(msg("longer than %1 bytes", kMaxText));
    for (std::size_t at = 0; at < m_text.size();) {
        if (isBlank(m_text[at])) {
            ++at;
            continue;
        }
        const bool negated = m_text[at] == '!' && at + 1 < m_text.size() && !isBlank(m_text[at + 1]);
        const auto end = one(at + (negated ? 1 : 0), negated, terms);
        if (!end)
            return end.error();
        at = *end;
        if (terms.size() > kMaxTerms)
            return bad(msg("more than %1 terms", kMaxTerms));
    }
    endPlain(terms);
    return {};
}

Result<KernelFilter> KernelFilter::parse(std::string_view text)
{
    KernelFilter filter;
    if (auto done = KernelFilterParser(text).run(filter.m_terms); !done)
        return done.error();
    return filter;
}

bool KernelFilter::Term::holdsNumber(std::int64_t value) const
{
    return std::any_of(
        ranges.begin(), ranges.end(), [value](const auto &range) { return value >= range.first && value <= range.second; });
}

bool KernelFilter::Term::holdsText(std::string_view text) const
{
    if (field == Field::Text)
        return std::search(text.begin(), text.end(), needle.begin(), needle.end(), [](char a, char b) {
            return asciiLower(a) == b;
        }) != text.end();
    return regex->search(text);
}

KernelFilter KernelFilter::aboutNames() const
{
    KernelFilter part;
    std::copy_if(
        m_terms.begin(), m_terms.end(), std::back_inserter(part.m_terms), [](const Term &term) { return term.isAboutName(); });
    return part;
}

KernelFilter KernelFilter::aboutWork() const
{
    KernelFilter part;
    std::copy_if(
        m_terms.begin(), m_terms.end(), std::back_inserter(part.m_terms), [](const Term &term) { return !term.isAboutName(); });
    return part;
}

KernelFilter KernelFilter::with(const KernelFilter &other) const
{
    KernelFilter both = *this;
    both.m_terms.insert(both.m_terms.end(), other.m_terms.begin(), other.m_terms.end());
    return both;
}

std::string KernelFilter::text() const
{
    std::string all;
    for (std::size_t i = 0; i < m_terms.size(); ++i) {
        const Term &term = m_terms[i];
        // Adjacent plain texts would merge, and "/a" before another "/" would parse as an expression.
        const bool besides = term.field == Field::Text && term.written.front() != '"'
            && (term.negated || term.written.find('/') != std::string::npos || (i > 0 && m_terms[i - 1].field == Field::Text));
        all += (i > 0 ? " " : "") + std::string(term.negated ? "!" : "") + (besides ? inQuotes(term.written) : term.written);
    }
    return all;
}

} // namespace lamella::core
