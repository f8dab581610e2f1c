// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

constexpr std::string_view kLambda = "[lambda(";
constexpr std::string_view kInstance = " (instance ";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Length of "(unsigned long)" if it casts an integer template argument; 0 elsewhere.
std::size_t castBefore(std::string_view text, std::size_t at)
{
    static constexpr std::array<std::string_view, 14> kTypes = {"bool", "char", "signed char", "unsigned char", "short",
        "unsigned short", "int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "__int64", "size_t"};
    const std::size_t close = text.find(')', at);
    if (close == std::string_view::npos || close + 1 >= text.size())
        return 0;
    const bool argument = at > 0 && (text[at - 1] == '<' || text[at - 1] == ' ' || text[at - 1] == ',');
    const bool number =
        isDigit(text[close + 1]) || (text[close + 1] == '-' && close + 2 < text.size() && isDigit(text[close + 2]));
    const std::string_view type = text.substr(at + 1, close - at - 1);
    return argument && number && std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end() ? close + 1 - at : 0;
}

// " (instance 12)]" -> "#12}"; returns the length read, 0 if there is none.
std::size_t appendInstance(std::string &out, std::string_view rest)
{
    std::size_t end = kInstance.size();
    while (end < rest.size() && isDigit(rest[end]))
        ++end;
    if (end == kInstance.size() || rest.substr(end, 2) != ")]")
        return 0;
    out.append("#").append(rest.substr(kInstance.size(), end - kInstance.size())).append("}");
    return end + 2;
}

} // namespace

std::string canonicalName(std::string_view demangled)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSpellings = {
        {{"<unnamed>", "(anonymous namespace)"}, {"operator ()", "operator()"}, {kLambda, "{lambda("}}};
    std::string out;
    out.reserve(demangled.size());
    for (std::size_t i = 0; i < demangled.size();) {
        const std::string_view rest = demangled.substr(i);
        const auto spelling = std::find_if(kSpellings.begin(), kSpellings.end(),
            [rest](const auto &pair) { return rest.substr(0, pair.first.size()) == pair.first; });
        std::size_t read = 0;
        if (spelling != kSpellings.end()) {
            out += spelling->second;
            read = spelling->first.size();
        } else if (rest.substr(0, kInstance.size()) == kInstance) {
            read = appendInstance(out, rest);
        } else if (rest.front() == '(') {
            read = castBefore(demangled, i);
            if (rest.substr(0, read) == "(bool)" && (rest[read] == '0' || rest[read] == '1')) {
                out += rest[read] == '1' ? "true" : "false";
                ++read;
            }
        }
        if (read == 0)
            out.push_back(demangled[i++]);
        i += read;
    }
    return out;
}

} // namespace lamella::core
