// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/EventScanner.h"

#include "core/base/ByteSearch.h"

#include <array>
#include <cstring>
#include <string_view>

namespace lamella::core {

namespace {

constexpr int kMaxNesting = 512;

// Position after the closing quote of the string at `from`, or null if the text ends before it.
const char *skipString(const char *from, const char *end)
{
    for (const char *p = from + 1; p < end; ++p) {
        if (*p == '\\')
            ++p;
        else if (*p == '"')
            return p + 1;
    }
    return nullptr;
}

bool isScalarByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte > ' ' && byte < 0x7F && std::strchr(",:[]{}\"", c) == nullptr;
}

// Skips blanks, ',' and blanks before the '{' at p. Returns the end of the previous event's '}', or null.
const char *beforeComma(const char *from, const char *p)
{
    while (p > from && isJsonBlank(p[-1]))
        --p;
    if (p == from || p[-1] != ',')
        return nullptr;
    --p;
    while (p > from && isJsonBlank(p[-1]))
        --p;
    return p;
}

bool startsWithKey(const char *brace, const char *end, std::string_view key)
{
    const char *p = skipBlanks(brace + 1, end);
    return static_cast<std::size_t>(end - p) >= key.size() && std::memcmp(p, key.data(), key.size()) == 0;
}

} // namespace

const char *lastEventBoundary(const char *from, const char *end, const char *firstKey, std::size_t firstKeyBytes)
{
    constexpr int kCandidates = 256;
    const std::string_view key{firstKey, firstKeyBytes};
    const char *fallback = nullptr;
    const char *p = end;
    for (int tried = 0; p > from && tried < kCandidates;) {
        p = findLast(from, p, '{');
        if (p == nullptr)
            break;
        const char *before = beforeComma(from, p);
        if (before == nullptr || before == from || before[-1] != '}')
            continue;
        ++tried;
        if (key.empty() || startsWithKey(p, end, key))
            return p;
        if (fallback == nullptr)
            fallback = p;
    }
    return fallback;
}

ScanResult scanObject(const char *from, const char *end)
{
    long depth = 0;
    for (const char *p = from; p < end;) {
        switch (*p) {
        case '"':
            p = skipString(p, end);
            if (p == nullptr)
                return {ScanStatus::Incomplete, end};
            continue;
        case '{':
        case '[':
            ++depth;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return {ScanStatus::Complete, p + 1};
            break;
        default:
            break;
        }
        ++p;
    }
    return {ScanStatus::Incomplete, end};
}

ScanResult checkObject(const char *from, const char *end)
{
    enum class Expect { KeyOrClose, Key, Colon, Value, ValueOrClose, CommaOrClose };
    std::array<char, kMaxNesting> open{};
    int depth = 0;
    bool hasPhase = false;
    bool hasEvents = false;
    Expect expect = Expect::Value;
    const char *p = from;
    const auto result = [&](ScanStatus status, const char *at) { return ScanResult{status, at, hasPhase, hasEvents}; };
    while (p < end) {
        const char c = *p;
        if (isJsonBlank(c)) {
            ++p;
        } else if (c == '"') {
            const bool isKey = expect == Expect::KeyOrClose || expect == Expect::Key;
            if (expect == Expect::Colon || expect == Expect::CommaOrClose)
                return result(ScanStatus::Violation, p);
            const char *const next = skipString(p, end);
            if (next == nullptr)
                return result(ScanStatus::Incomplete, end);
            if (isKey && depth == 1) {
                const std::string_view key(p + 1, static_cast<std::size_t>(next - p) - 2);
                hasPhase = hasPhase || key == "ph";
                hasEvents = hasEvents || key == "traceEvents";
            }
            expect = isKey ? Expect::Colon : Expect::CommaOrClose;
            p = next;
        } else if (c == '{' || c == '[') {
            if ((expect != Expect::Value && expect != Expect::ValueOrClose) || depth == kMaxNesting)
                return result(ScanStatus::Violation, p);
            open[static_cast<std::size_t>(depth++)] = c;
            expect = c == '{' ? Expect::KeyOrClose : Expect::ValueOrClose;
            ++p;
        } else if (c == '}' || c == ']') {
            const bool allowed =
                expect == Expect::CommaOrClose || (c == '}' ? expect == Expect::KeyOrClose : expect == Expect::ValueOrClose);
            if (!allowed || depth == 0 || open[static_cast<std::size_t>(depth - 1)] != (c == '}' ? '{' : '['))
                return result(ScanStatus::Violation, p);
            ++p;
            if (--depth == 0)
                return result(ScanStatus::Complete, p);
            expect = Expect::CommaOrClose;
        } else if (c == ',') {
            if (expect != Expect::CommaOrClose)
                return result(ScanStatus::Violation, p);
            expect = open[static_cast<std::size_t>(depth - 1)] == '{' ? Expect::KeyOrClose : Expect::ValueOrClose;
            ++p;
        } else if (c == ':') {
            if (expect != Expect::Colon)
                return result(ScanStatus::Violation, p);
            expect = Expect::Value;
            ++p;
        } else {
            if ((expect != Expect::Value && expect != Expect::ValueOrClose) || !isScalarByte(c))
                return result(ScanStatus::Violation, p);
            while (p < end && isScalarByte(*p))
                ++p;
            expect = Expect::CommaOrClose;
        }
    }
    return result(ScanStatus::Incomplete, end);
}

const char *nextEventStart(const char *from, const char *end)
{
    for (const char *p = from; p < end; ++p) {
        p = static_cast<const char *>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            return nullptr;
        if (beforeComma(from, p) == nullptr)
            continue;
        const ScanResult object = checkObject(p, end);
        if (object.status != ScanStatus::Violation && object.hasPhase)
            return p;
    }
    return nullptr;
}

} // namespace lamella::core
