// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of C++ names as text. Internal to core/profile. Nothing here fails: unparsable names are returned unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// "void a::(anonymous namespace)::f<x, y>(int)" -> "a::(anonymous namespace)::f<x, y>": no return type, no parameters.
[[nodiscard]] std::string_view qualifiedName(std::string_view demangled);
// The part after the last "::" outside < >.
[[nodiscard]] std::string_view lastComponent(std::string_view qualified);

// The name in the form of the Itanium demangler: Nsight Systems writes "(int)4", "(bool)1", "<unnamed>", "operator ()" and
// "[lambda(float) (instance 1)]" for "4", "true", "(anonymous namespace)", "operator()" and "{lambda(float)#1}".
[[nodiscard]] std::string canonicalName(std::string_view demangled);

struct TemplateName {
    std::string_view base; // "f"
    std::string_view inside; // "x, y"
    std::vector<std::string_view> arguments; // "x", "y"; at most 64
};
[[nodiscard]] TemplateName splitTemplate(std::string_view component);
// "a, b<c, d>" -> "a", "b<c, d>"; at most 64.
[[nodiscard]] std::vector<std::string_view> splitArguments(std::string_view list);

// The path in a mangled name "_ZN1a1b…": "a::b"; empty if there is none. For names that the runtime cannot demangle.
[[nodiscard]] std::string mangledPath(std::string_view mangled);

// At most `limit` characters, with the middle replaced by "…"; never splits a UTF-8 sequence.
[[nodiscard]] std::string elidedMiddle(std::string_view text, std::size_t limit);
[[nodiscard]] std::string lowerCasedText(std::string_view text);
// Words of letters, digits and '_'.
[[nodiscard]] std::vector<std::string_view> identifiers(std::string_view text, std::size_t limit);

} // namespace lamella::core
