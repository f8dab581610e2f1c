// SPDX-License-Identifier: GPL-3.0-or-later
// What short names omit, as lists from profile files. The full name is kept beside the short one, and names that would become
// equal are distinguished (KernelNames).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

struct NameRules {
    // Replacements anywhere in the full name, applied first: {"ROCPRIM_400200_NS::", ""}.
    std::vector<std::pair<std::string, std::string>> replace;
    // Endings to remove from the short name; '#' matches a run of digits: ".#" turns "fusion.123" into "fusion".
    std::vector<std::string> dropEnd;
    std::map<std::string, std::string, std::less<>> types; // "BFloat16" -> "bf16"
    std::set<std::string, std::less<>> launchers; // templates whose own name is meaningless: "device_kernel"
    std::set<std::string, std::less<>> wrapperWords; // template arguments that only wrap the kernel's operation
    std::vector<std::string> functorEnds; // "_kernel_cuda": suffixes to remove from an elementwise operation

    // Appends the rules of `other`.
    void append(const NameRules &other);
    [[nodiscard]] bool empty() const;
};

// The rules of the built-in universal.json.
[[nodiscard]] const NameRules &builtinNameRules();
[[nodiscard]] std::string shortKernelName(std::string_view demangled, const NameRules &rules);

} // namespace lamella::core
