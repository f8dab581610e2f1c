// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for tables. Each family of libraries has its own way to say what a kernel is; these are the ways we know.
#include "core/profile/KernelNames.h"
#include "core/profile/NameRules.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxShort = 60;
constexpr int kMaxWrappers = 6;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::string_view withoutEnd(std::string_view text, std::string_view end)
{
    return text.size() > end.size() && endsWith(text, end) ? text.substr(0, text.size() - end.size()) : text;
}

std::string_view shortType(const NameRules &rules, std::string_view word)
{
    const auto it = rules.types.find(word);
    return it == rules.types.end() ? std::string_view{} : std::string_view(it->second);
}

// "128x64" or "128x64x32" at `at`; empty if there is none.
std::string_view tileAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    int numbers = 0;
    while (end < text.size() && isDigit(text[end])) {
        while (end < text.size() && isDigit(text[end]))
            ++end;
        ++numbers;
        if (numbers == 3 || end + 1 >= text.size() || text[end] != 'x' || !isDigit(text[end + 1]))
            break;
        ++end;
    }
    // "1x2" is a cluster or a vector width.
    const bool wide = end > at + 1 && isDigit(text[at + 1]);
    return numbers >= 2 && wide ? text.substr(at, end - at) : std::string_view{};
}

std::string hipBlasLtName(std::string_view name)
{
    std::string out = "Cijk";
    const std::size_t tile = name.find("_MT");
    if (tile == std::string_view::npos)
        return std::string(name);
    for (const char c : tileAt(name, tile + 3))
        c == 'x' ? out += "×" : out += (endsWith(out, "Cijk") ? " MT" : "") + std::string(1, c);
    return out;
}

std::string ncclName(std::string_view name)
{
    const std::size_t kernel = name.find("Kernel_");
    const std::string_view rest = name.substr(kernel + 7);
    std::string out = "nccl";
    std::string tail;
    bool first = true;
    for (std::size_t at = 0; at <= rest.size();) {
        const std::size_t end = std::min(rest.find('_', at), rest.size());
        const std::string_view part = rest.substr(at, end - at);
        at = end + 1;
        if (first)
            out += part;
        else if (part == "RING" || part == "TREE" || part == "NVLS" || part == "COLLNET" || part == "LL" || part == "LL128"
            || part == "SIMPLE" || part == "DIRECT" || part == "CHAIN")
            tail += (tail.empty() ? " " : "_") + std::string(part);
        else if (part == "t" && !out.empty())
            out += "_t"; // int8_t
        else if (part != "Sum" && !part.empty())
            out += ' ' + std::string(part);
        first = false;
    }
    return out + tail;
}

// cuBLAS, xmma and CUTLASS 2 put everything into one identifier.
std::optional<std::string> tiledGemmName(std::string_view word)
{
    const std::size_t gemm = word.find("gemm");
    if (gemm == std::string_view::npos)
        return std::nullopt;
    std::string_view tile;
    std::string_view layout;
    std::string_view depth;
    std::string_view type;
    for (std::size_t at = 0; at <= word.size();) {
        const std::size_t end = std::min(word.find('_', at), word.size());
        std::string_view part = word.substr(at, end - at);
        at = end + 1;
        if (part.substr(0, 8) == "tilesize")
            part.remove_prefix(8);
        if (const std::string_view found = tileAt(part, 0); !found.empty()) {
            if (tile.empty())
                tile = found;
            else if (depth.empty() && std::count(tile.begin(), tile.end(), 'x') == 1)
                depth = found.substr(0, found.find('x'));
        } else if (layout.empty() && (part == "tn" || part == "nn" || part == "nt" || part == "tt")) {
            layout = part;
        }
        for (const std::string_view t : {"bf16", "fp16", "f16", "tf32", "f32", "e4m3", "s8", "i8"}) {
            if (type.empty() && part.substr(0, t.size()) == t)
                type = t;
        }
    }
    if (tile.empty())
        return std::nullopt;
    const bool single = gemm > 0 && contains("shdcz", word.substr(gemm - 1, 1)) && (gemm < 2 || word[gemm - 2] == '_');
    std::string out = (single ? std::string(1, word[gemm - 1]) : std::string()) + "gemm " + std::string(tile);
    if (!depth.empty())
        out += 'x' + std::string(depth);
    for (const std::string_view extra : {layout, single ? std::string_view{} : type}) {
        if (!extra.empty())
            out += ' ' + std::string(extra);
    }
    return out;
}

std::string functorName(const NameRules &rules, std::string_view word)
{
    if (const std::size_t functor = word.find("CUDAFunctor"); functor == 0 && contains(word, "_"))
        return std::string(word.substr(word.find('_') + 1));
    for (const std::string &end : rules.functorEnds)
        word = withoutEnd(word, end);
    return std::string(word);
}

// "elementwise direct_copy bf16": how it runs, what it computes, on what type.
std::string atenName(const NameRules &rules, std::string_view base, std::string_view inside)
{
    std::string out(withoutEnd(base, "_kernel"));
    if (const std::size_t at = out.find("_elementwise"); at != std::string::npos && at > 0)
        out.erase(at, 12);
    if (out.substr(0, 18) == "elementwise_kernel")
        out = "elementwise";
    std::string_view what;
    std::string_view type;
    for (const std::string_view word : identifiers(inside, 48)) {
        if (const std::string_view known = shortType(rules, word); !known.empty()) {
            if (type.empty())
                type = known;
        } else if (what.empty() && !isDigit(word.front()) && !rules.wrapperWords.contains(word)) {
            what = word;
        }
        if (!what.empty() && !type.empty())
            break;
    }
    if (!what.empty())
        out += ' ' + functorName(rules, what);
    if (!type.empty())
        out += ' ' + std::string(type);
    return out;
}

bool isAtenWrapper(std::string_view base)
{
    return contains(base, "elementwise_kernel") || base == "reduce_kernel" || base == "multi_tensor_apply_kernel"
        || base == "tensor_kernel_scan_outer_dim" || base == "tensor_kernel_scan_innermost_dim";
}

bool isClass(const NameRules &rules, std::string_view argument)
{
    return !argument.empty() && !isDigit(argument.front()) && argument.front() != '(' && argument != "true" && argument != "false"
        && shortType(rules, lastComponent(argument)).empty() && argument.substr(0, 8) != "unsigned" && argument.back() != '*';
}

// Numbers and functions among the template arguments, three at most: tile sizes, head sizes, activations.
std::string argumentText(const TemplateName &name)
{
    std::string out;
    int count = 0;
    for (std::string_view argument : name.arguments) {
        while (!argument.empty() && (argument.back() == 'l' || argument.back() == 'u') && isDigit(argument.front()))
            argument.remove_suffix(1);
        if (!argument.empty() && argument.front() == '&') {
            while (!argument.empty() && (argument.front() == '&' || argument.front() == '('))
                argument.remove_prefix(1);
            argument = splitTemplate(lastComponent(qualifiedName(argument))).base;
            argument = argument.substr(0, argument.find_first_of(")( "));
        } else if (!allDigits(argument) || argument == "0" || argument == "1" || argument.size() > 9) {
            continue;
        }
        if (argument.empty() || ++count > 3)
            continue;
        out += (out.empty() ? "" : ",") + std::string(argument);
    }
    return out.empty() ? out : '<' + out + '>';
}

std::string cppName(const NameRules &rules, std::string_view qualified, int wrappers)
{
    const std::string_view component = lastComponent(qualified);
    const TemplateName name = splitTemplate(component);
    if (const auto gemm = tiledGemmName(name.base); gemm && (name.inside.empty() || contains(name.base, "cutlass_")))
        return *gemm;
    if (isAtenWrapper(name.base) && !name.inside.empty())
        return atenName(rules, name.base, name.inside);
    if (rules.launchers.contains(name.base) && wrappers < kMaxWrappers) {
        for (const std::string_view argument : name.arguments) {
            if (isClass(rules, argument))
                return cppName(rules, argument, wrappers + 1);
        }
    }
    return std::string(withoutEnd(name.base, "_kernel")) + argumentText(name);
}

// A name that could not be demangled: its path is readable; where that only launches a class, the first class named after it.
std::string mangledName(const NameRules &rules, std::string_view name)
{
    std::string path = mangledPath(name);
    const std::string_view last = lastComponent(path);
    if (!rules.launchers.contains(last))
        return cppName(rules, path, 0);
    std::size_t at = name.find(last) + last.size();
    for (; at < name.size(); ++at) {
        std::size_t length = 0;
        while (at < name.size() && isDigit(name[at]) && length < name.size())
            length = length * 10 + static_cast<std::size_t>(name[at++] - '0');
        if (length >= 4 && at + length <= name.size() && identifiers(name.substr(at, length), 1).size() == 1)
            return std::string(name.substr(at, length));
    }
    return path;
}

std::string replacedAll(std::string_view text, const NameRules &rules)
{
    std::string out(text);
    for (const auto &[from, to] : rules.replace) {
        for (std::size_t at = out.find(from); at != std::string::npos && !from.empty(); at = out.find(from, at + to.size()))
            out.replace(at, from.size(), to);
    }
    return out;
}

// Length of the text before an ending that fits the pattern ('#' = digits); npos = does not end so.
std::size_t beforeEnd(std::string_view text, std::string_view pattern)
{
    std::size_t at = text.size();
    for (std::size_t i = pattern.size(); i-- > 0;) {
        if (pattern[i] == '#') {
            const std::size_t end = at;
            while (at > 0 && isDigit(text[at - 1]))
                --at;
            if (at == end)
                return std::string_view::npos;
        } else if (at == 0 || text[--at] != pattern[i]) {
            return std::string_view::npos;
        }
    }
    return at;
}

void dropEnds(std::string &text, const NameRules &rules)
{
    for (const std::string &pattern : rules.dropEnd) {
        const std::size_t length = beforeEnd(text, pattern);
        if (length != std::string_view::npos && length > 0)
            text.resize(length);
    }
}

std::string structuredName(std::string_view name, const NameRules &rules)
{
    if (name.substr(0, 5) == "Cijk_")
        return hipBlasLtName(name);
    if (name.substr(0, 4) == "nccl" && contains(name, "Kernel_"))
        return ncclName(qualifiedName(name));
    if (name.substr(0, 6) == "Memcpy" || name.substr(0, 6) == "Memset")
        return std::string(name);
    if (name.substr(0, 2) == "_Z" && !mangledPath(name).empty())
        return mangledName(rules, name);
    if (name.find_first_of("<(:") != std::string_view::npos)
        return cppName(rules, qualifiedName(name), 0);
    return tiledGemmName(name).value_or(std::string(name));
}

} // namespace

void NameRules::append(const NameRules &other)
{
    replace.insert(replace.end(), other.replace.begin(), other.replace.end());
    dropEnd.insert(dropEnd.end(), other.dropEnd.begin(), other.dropEnd.end());
    types.insert(other.types.begin(), other.types.end()); // the first meaning stays
    launchers.insert(other.launchers.begin(), other.launchers.end());
    wrapperWords.insert(other.wrapperWords.begin(), other.wrapperWords.end());
    functorEnds.insert(functorEnds.end(), other.functorEnds.begin(), other.functorEnds.end());
}

bool NameRules::empty() const
{
    return replace.empty() && dropEnd.empty() && types.empty() && launchers.empty() && wrapperWords.empty()
        && functorEnds.empty();
}

std::string shortKernelName(std::string_view demangled, const NameRules &rules)
{
    static constexpr std::size_t kMaxRead = 16'384; // of a longer name, the beginning says what it is
    const std::string name = replacedAll(demangled.substr(0, kMaxRead), rules);
    std::string out = structuredName(name, rules);
    dropEnds(out, rules);
    if (out.empty())
        out = demangled.substr(0, kMaxRead);
    return elidedMiddle(out, kMaxShort);
}

std::string shortKernelName(std::string_view demangled)
{
    return shortKernelName(demangled, builtinNameRules());
}

} // namespace lamella::core
