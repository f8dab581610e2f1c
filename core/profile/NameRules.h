// SPDX-License-Identifier: GPL-3.0-or-later
// What short names leave out, as lists from profile files. Nothing is lost by it: the full name is kept beside the short one, and
// names that would become the same are told apart (KernelNames).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

struct NameRules {
    // Texts that are replaced wherever they stand in the full name, before anything else: {"ROCPRIM_400200_NS::", ""}.
    std::vector<std::pair<std::string, std::string>> replace;
    // Endings of the short name; '#' stands for a run of digits: ".#" makes "fusion.123" to "fusion".
    std::vector<std::string> dropEnd;
    std::map<std::string, std::string, std::less<>> types; // "BFloat16" -> "bf16"
    std::set<std::string, std::less<>> launchers; // templates whose own name says nothing: "device_kernel"
    std::set<std::string, std::less<>> wrapperWords; // template arguments that only wrap what the kernel computes
    std::vector<std::string> functorEnds; // "_kernel_cuda": noise at the end of what an elementwise kernel computes

    // Those of other behind these.
    void append(const NameRules &other);
    [[nodiscard]] bool empty() const;
};

// Of the built-in universal.json.
[[nodiscard]] const NameRules &builtinNameRules();
[[nodiscard]] std::string shortKernelName(std::string_view demangled, const NameRules &rules);

} // namespace lamella::core
