// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/ScopePath.h"

#include "core/analysis/program/HloText.h"
#include "core/base/AsciiCase.h"
#include "core/base/Utf8Truncate.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLongestPart = 256; // bytes, because paths are copied for each operation

std::string_view bare(std::string_view part)
{
    const auto worthless = [](char c) { return c == ' ' || c == ':'; };
    while (!part.empty() && worthless(part.front()))
        part.remove_prefix(1);
    while (!part.empty() && worthless(part.back()))
        part.remove_suffix(1);
    return part;
}

bool isWrapper(std::string_view word)
{
    constexpr std::array kWrappers{std::string_view("jit"), std::string_view("jvp"), std::string_view("transpose"),
        std::string_view("vmap"), std::string_view("pjit"), std::string_view("named_call"), std::string_view("remat"),
        std::string_view("checkpoint"), std::string_view("custom_jvp"), std::string_view("custom_vjp")};
    return std::find(kWrappers.begin(), kWrappers.end(), word) != kWrappers.end();
}

// "transpose(jvp(attn))" -> "attn"; empty for an empty wrapper.
std::string_view unwrapped(std::string_view part)
{
    for (;;) {
        part = bare(part);
        const std::size_t open = part.find('(');
        if (open == std::string_view::npos)
            return isWrapper(part) ? std::string_view{} : part;
        if (!part.ends_with(')') || !isWrapper(part.substr(0, open)))
            return part;
        part = part.substr(open + 1, part.size() - open - 2);
    }
}

// True for names of the framework's machinery rather than of parts of the program.
bool isMachinery(std::string_view part)
{
    std::string word;
    for (const char c : asciiLowered(part)) {
        const bool keeps = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (keeps)
            word += c;
        else if (word.empty() || word.back() != '_')
            word += '_';
    }
    constexpr std::array kExact{std::string_view("xla"), std::string_view("pallas_call"), std::string_view("shard_map"),
        std::string_view("call"), std::string_view("execute"), std::string_view("launch"), std::string_view("command_buffer")};
    constexpr std::array kPrefix{
        std::string_view("pjrt"), std::string_view("xla_"), std::string_view("tpu_"), std::string_view("stream_executor")};
    constexpr std::array kInside{
        std::string_view("launch"), std::string_view("execute"), std::string_view("thunk"), std::string_view("runtime")};
    return std::find(kExact.begin(), kExact.end(), word) != kExact.end()
        || std::any_of(kPrefix.begin(), kPrefix.end(), [&](std::string_view p) { return word.starts_with(p); })
        || std::any_of(kInside.begin(), kInside.end(), [&](std::string_view p) { return word.find(p) != std::string::npos; });
}

void take(std::string_view part, std::vector<std::string> &parts)
{
    part = unwrapped(part);
    // "dynamic_donated_arg.model.params.blocks[0]": skip the prefix for the donated argument.
    if (part.starts_with("dynamic_donated") && part.find('.') != std::string_view::npos)
        part.remove_prefix(part.find('.') + 1);
    part = truncateUtf8(part, kLongestPart);
    if (!part.empty() && parts.size() < kDeepest && !isMachinery(part))
        parts.emplace_back(part);
}

// Splits at '/' outside parentheses.
std::vector<std::string> onePath(std::string_view path)
{
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= path.size(); ++i) {
        const char c = i < path.size() ? path[i] : '/';
        depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
        if (c == '/' && (depth == 0 || i == path.size())) {
            take(path.substr(from, i - from), parts);
            from = i + 1;
        }
    }
    return parts;
}

} // namespace

std::vector<std::string> scopeParts(std::string_view recorded)
{
    std::vector<std::string> common;
    bool first = true;
    while (!recorded.empty()) {
        const std::size_t end = std::min(recorded.find(';'), recorded.size());
        const std::vector<std::string> path = onePath(recorded.substr(0, end));
        recorded.remove_prefix(std::min(end + 1, recorded.size()));
        if (path.empty())
            continue;
        if (first) {
            common = path;
            first = false;
            continue;
        }
        const auto same = std::mismatch(common.begin(), common.end(), path.begin(), path.end());
        if (same.first != common.begin())
            common.erase(same.first, common.end());
    }
    return common;
}

std::vector<std::string> scopePartsOfName(std::string_view name)
{
    std::vector<std::string> parts;
    for (const std::string_view separator : {std::string_view("=>"), std::string_view("::")}) {
        if (name.find(separator) == std::string_view::npos)
            continue;
        std::string_view rest = name;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(separator), rest.size());
            take(rest.substr(0, end), parts);
            rest.remove_prefix(std::min(end + separator.size(), rest.size()));
        }
        break;
    }
    if (parts.empty())
        parts.emplace_back(canonicalOpName(name));
    return parts;
}

std::string joinScope(const std::vector<std::string> &parts)
{
    std::string out;
    for (const std::string &part : parts)
        out += (out.empty() ? "" : "=>") + part;
    return out;
}

} // namespace lamella::core
