// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for tables. Each family of libraries encodes the operation differently; these are the known conventions.
#include "core/profile/KernelNames.h"
#include "core/profile/NameParts.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

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

// "[CUDA memcpy Host-to-Device]" (Nsight Systems), "CopyHostToDevice" (roctracer), "MEMORY_COPY_HOST_TO_DEVICE" (rocprofiler),
// "MemcpyH2D" (XLA) -> "Memcpy HtoD", Kineto's form. Empty for anything else.
std::string copyName(std::string_view name)
{
    constexpr std::size_t kLongest = 64;
    if (name.size() > kLongest)
        return {};
    std::string letters;
    for (const char c : lowerCasedText(name))
        if (isDigit(c) || (c >= 'a' && c <= 'z'))
            letters.push_back(c);
    std::string_view rest = letters;
    const auto skip = [&rest](std::initializer_list<std::string_view> starts) {
        for (const std::string_view start : starts) {
            if (!rest.starts_with(start))
                continue;
            rest.remove_prefix(start.size());
            return start.front();
        }
        return '\0';
    };
    skip({"cuda", "hip"});
    const bool unified = skip({"unifiedmemory", "unified"}) != '\0';
    const std::string prefix = unified ? "Unified memory " : "";
    if (rest == "memset" && rest.size() < letters.size())
        return prefix + (unified ? "memset" : "Memset");
    if (skip({"memcpy", "memorycopy", "copy"}) == '\0')
        return {};
    const char from = skip({"host", "h", "device", "d", "peer", "p", "array", "a"});
    const bool to = skip({"to", "2"}) != '\0';
    const char into = skip({"host", "h", "device", "d", "peer", "p", "array", "a"});
    if (from == '\0' || !to || into == '\0' || !rest.empty())
        return {};
    const auto upper = [](char c) { return static_cast<char>(c - 'a' + 'A'); };
    return prefix + (unified ? "memcpy " : "Memcpy ") + upper(from) + "to" + upper(into);
}

std::string ncclName(const NameRules &rules, std::string_view name)
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
            out += ' ' + (typeText(rules, part).empty() ? std::string(part) : typeText(rules, part));
        first = false;
    }
    return out + tail;
}

bool isClass(const NameRules &rules, std::string_view argument)
{
    return !argument.empty() && !isDigit(argument.front()) && argument.front() != '(' && argument != "true" && argument != "false"
        && argument.back() != '*' && typeText(rules, argument).empty();
}

// "gfx950_t", "Sm90": the architecture that a launcher is compiled for, not part of the kernel's name.
bool isArchitecture(std::string_view argument)
{
    const std::string_view word = lastComponent(argument);
    const std::string lower = lowerCasedText(word);
    for (const std::string_view start : {"gfx", "sm"})
        if (lower.starts_with(start) && lower.size() > start.size() && isDigit(lower[start.size()]))
            return word.find('<') == std::string_view::npos;
    return false;
}

// Numbers and functions among the template arguments, at most three: tile sizes, head sizes, activations.
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

bool isLauncher(const NameRules &rules, std::string_view base)
{
    return rules.launchers.contains(base)
        || std::any_of(rules.launchers.begin(), rules.launchers.end(), [base](const std::string &l) {
               return l.size() > 1 && l.back() == '*' && base.starts_with(std::string_view(l).substr(0, l.size() - 1));
           });
}

std::string cppName(const NameRules &rules, std::string_view qualified, int wrappers)
{
    const std::string_view component = lastComponent(qualified);
    const TemplateName name = splitTemplate(component);
    if (auto gemm = tiledGemmName(name.base); gemm && (name.inside.empty() || contains(name.base, "cutlass_")))
        return std::move(*gemm);
    if (isAtenWrapper(name.base) && !name.inside.empty())
        return atenName(rules, name);
    if (name.base == "GemmUniversal" && !name.inside.empty())
        return cutlassName(rules, name);
    if (isLauncher(rules, name.base) && wrappers < kMaxWrappers) {
        for (const std::string_view argument : name.arguments) {
            if (isClass(rules, argument) && !isArchitecture(argument))
                return cppName(rules, argument, wrappers + 1);
        }
    }
    std::string out = std::string(withoutEnd(name.base, "_kernel")) + argumentText(name);
    // Sort and scan libraries have a separate type each for keys, values and offsets.
    const bool general = contains(qualified, "cub::") || contains(qualified, "thrust::") || contains(qualified, "rocprim::");
    std::string type = general ? std::string() : floatingType(rules, name.inside);
    if (type.empty() && !name.inside.empty() && contains(name.arguments.front(), "OpaqueType<"))
        type = typeText(rules, name.arguments.front());
    return type.empty() ? out : out + ' ' + type;
}

// The first class named after the launcher; a lower-case name, which may be a namespace, only if no other follows.
std::string_view mangledClass(std::string_view name, std::size_t at)
{
    std::string_view lowerCase;
    while (at < name.size()) {
        if (!isDigit(name[at])) {
            ++at;
            continue;
        }
        std::size_t length = 0;
        while (at < name.size() && isDigit(name[at]) && length < name.size())
            length = length * 10 + static_cast<std::size_t>(name[at++] - '0');
        if (length < 4 || length > name.size() - at)
            continue;
        const std::string_view word = name.substr(at, length);
        if (const auto whole = identifiers(word, 1); whole.empty() || whole.front().size() != length || isArchitecture(word))
            continue;
        if (word.front() >= 'A' && word.front() <= 'Z')
            return word;
        lowerCase = lowerCase.empty() ? word : lowerCase;
        at += length;
    }
    return lowerCase;
}

// A name that could not be demangled: its path, or the class if the path is only a launcher.
std::string mangledName(const NameRules &rules, std::string_view name)
{
    const std::string path = mangledPath(name);
    const std::string_view last = lastComponent(path);
    if (!isLauncher(rules, last))
        return cppName(rules, path, 0);
    const std::string_view word = mangledClass(name, name.find(last) + last.size());
    return word.empty() ? path : std::string(word);
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

// Length of the text before an ending that matches the pattern ('#' = digits); npos = no match.
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
        return tensileName(name);
    if (const std::string_view qualified = qualifiedName(name); name.starts_with("nccl") && contains(qualified, "Kernel_"))
        return ncclName(rules, qualified);
    if (name.substr(0, 6) == "Memcpy" || name.substr(0, 6) == "Memset")
        return std::string(name);
    if (std::string copy = copyName(name); !copy.empty())
        return copy;
    if (name.substr(0, 2) == "_Z" && !mangledPath(name).empty())
        return mangledName(rules, name);
    if (name.find_first_of("<(:") != std::string_view::npos)
        return cppName(rules, qualifiedName(name), 0);
    return tiledGemmName(name).value_or(std::string(name));
}

} // namespace

std::string typeText(const NameRules &rules, std::string_view text)
{
    if (text.starts_with("const "))
        text.remove_prefix(6);
    if (text.ends_with(" const"))
        text.remove_suffix(6);
    if (const auto whole = rules.types.find(text); whole != rules.types.end())
        return whole->second;
    if (text.empty() || text.back() == '*' || text.back() == '&')
        return {};
    const TemplateName name = splitTemplate(lastComponent(text));
    if (name.base == "OpaqueType" && !name.inside.empty())
        return std::string(name.inside.substr(0, name.inside.find_first_not_of("0123456789"))) + 'B';
    if (name.base == "complex" && !name.inside.empty())
        return name.inside == "double" ? "c128" : "c64";
    const auto known =
        name.inside.empty() && text.find(' ') == std::string_view::npos ? rules.types.find(name.base) : rules.types.end();
    return known == rules.types.end() ? std::string() : known->second;
}

std::string floatingType(const NameRules &rules, std::string_view inside)
{
    constexpr std::size_t kMaxWords = 512;
    static constexpr std::array<std::string_view, 7> kFloating = {"fp4", "fp8", "bf16", "f16", "tf32", "f32", "f64"};
    std::set<std::string_view> types;
    for (const std::string_view word : identifiers(inside, kMaxWords)) {
        const auto known = rules.types.find(word);
        if (known != rules.types.end() && std::find(kFloating.begin(), kFloating.end(), known->second) != kFloating.end())
            types.insert(known->second);
    }
    if (types.size() > 1)
        types.erase("f32");
    return types.size() == 1 ? std::string(*types.begin()) : std::string();
}

void NameRules::append(const NameRules &other)
{
    replace.insert(replace.end(), other.replace.begin(), other.replace.end());
    dropEnd.insert(dropEnd.end(), other.dropEnd.begin(), other.dropEnd.end());
    types.insert(other.types.begin(), other.types.end()); // an existing entry takes precedence
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
    static constexpr std::size_t kMaxRead = 16'384; // the beginning of a longer name identifies it
    const std::string name = replacedAll(canonicalName(demangled.substr(0, kMaxRead)), rules);
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
