// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/RunName.h"

#include "core/base/Message.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

namespace lamella::core {

namespace {

template <class Number> std::optional<Number> wholeNumber(const std::string &digits)
{
    Number number = 0;
    const char *const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, number);
    return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

} // namespace

Result<RunNamePattern> RunNamePattern::parse(const std::string &pattern)
{
    Result<GroupPattern> compiled = GroupPattern::compile(pattern.empty() ? kUsual : pattern);
    if (!compiled) {
        const auto &[code, detail, source, offset] = compiled.error();
        return Error{ErrorCode::BadRequest,
            offset < 0 ? msg("invalid pattern: %1", detail) : msg("invalid pattern at character %1: %2", offset + 1, detail), {},
            -1};
    }
    for (const char *needed : {"model", "seq"}) {
        if (!compiled->hasGroup(needed))
            return Error{ErrorCode::BadRequest,
                msg("the pattern has no group (?<%1>…); it needs model and seq, and may have tag, mode and warm", needed), {},
                -1};
    }
    return RunNamePattern(std::move(*compiled));
}

std::optional<RunName> RunNamePattern::match(const std::string &fileName) const
{
    auto found = m_pattern.match(fileName);
    if (!found)
        return std::nullopt;
    const std::optional<std::int64_t> sequence = wholeNumber<std::int64_t>((*found)["seq"]);
    if (!sequence)
        return std::nullopt;
    RunName name{(*found)["tag"], (*found)["model"], (*found)["mode"], *sequence, wholeNumber<std::uint32_t>((*found)["warm"])};
    std::transform(name.mode.begin(), name.mode.end(), name.mode.begin(), upper);
    return name;
}

} // namespace lamella::core
