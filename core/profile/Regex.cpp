// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Regex.h"

#include "core/profile/RegexOptions.h"
#include "core/system/MemoryReserve.h"

#ifdef ABSL_LTS_RELEASE_VERSION // RE2 of 2023 and newer
#include <absl/synchronization/mutex.h>
#endif

#include <string>

namespace lamella::core {

namespace {

// RE2 locks with Abseil's mutex. Debian compiles Abseil without NDEBUG, so that each lock is recorded to find deadlocks, in memory
// that is mapped for this; where the address space is limited (ulimit -v), that ends the program. Not recorded, no memory is mapped.
void recordNoLocks()
{
#ifdef ABSL_LTS_RELEASE_VERSION
    static const bool set = (absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore), true);
    static_cast<void>(set);
#endif
}

constexpr std::int64_t kMaxMemory = 2 << 20; // bytes per pattern: program and cached states

std::string reason(re2::RE2::ErrorCode code)
{
    using re2::RE2;
    switch (code) {
    case RE2::ErrorBadEscape:
        return "this escape is not supported (known: \\d \\w \\s \\b, their capitals, and \\ before punctuation)";
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
        return "an invalid range or class in [ ]";
    case RE2::ErrorMissingBracket:
        return "'[' without ']'";
    case RE2::ErrorMissingParen:
        return "'(' without ')'";
    case RE2::ErrorUnexpectedParen:
        return "')' without '('";
    case RE2::ErrorTrailingBackslash:
        return "'\\' at the end";
    case RE2::ErrorRepeatArgument:
        return "nothing to repeat before this";
    case RE2::ErrorRepeatOp:
        return "a repeat of a repeat";
    case RE2::ErrorRepeatSize:
        return "a repeat count above 1000, or backwards";
    case RE2::ErrorBadPerlOp:
    case RE2::ErrorBadNamedCapture:
        return "look-around and named groups are not supported; use ( ) or (?: )";
    default:
        return "the pattern is too complex; use smaller repeats or several rules";
    }
}

} // namespace

Error regexError(const re2::RE2 &compiled, std::string_view body)
{
    // RE2 reports the part that is wrong; if that is the whole pattern, there is no offset.
    const std::string &part = compiled.error_arg();
    const std::size_t at = part.empty() || part == body ? std::string_view::npos : body.find(part);
    const bool back = part.size() == 2 && part[0] == '\\' && part[1] >= '1' && part[1] <= '9';
    return {ErrorCode::BadProfile, back ? "back references are not supported" : reason(compiled.error_code()), {},
        at == std::string_view::npos ? -1 : static_cast<std::int64_t>(at)};
}

re2::RE2::Options regexOptions(std::int64_t maxMemory)
{
    recordNoLocks();
    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // names may contain any bytes
    options.set_case_sensitive(false);
    options.set_never_capture(true);
    options.set_log_errors(false);
    options.set_max_mem(maxMemory);
    return options;
}

Result<Regex> Regex::compile(std::string_view body)
{
    const MemoryReserve reserve;
    auto compiled = std::make_shared<const re2::RE2>(regexText(body), regexOptions(kMaxMemory));
    if (!compiled->ok())
        return regexError(*compiled, body);
    if (compiled->ProgramSize() > kMaxRegexProgram)
        return Error{ErrorCode::BadProfile, reason(re2::RE2::ErrorPatternTooLarge), {}, -1};
    Regex regex;
    regex.m_compiled = std::move(compiled);
    return regex;
}

bool Regex::search(std::string_view text) const
{
    const MemoryReserve reserve;
    return re2::RE2::PartialMatch(regexText(text), *m_compiled);
}

} // namespace lamella::core
