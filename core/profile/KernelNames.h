// SPDX-License-Identifier: GPL-3.0-or-later
// For each distinct kernel name: demangled text, short name for tables, category. Computed once per trace and rule set.
#pragma once

#include "core/model/TraceDocument.h"
#include "core/profile/ModelProfile.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lamella::core {

struct KernelName {
    std::string full; // demangled if the recorded name is mangled, else as recorded
    std::string shortName; // "paged_attention_ll4mi_QKV", "Cijk MT256×32×64": no return type, namespaces, arguments
    Category category = Category::Other;
    bool named = false; // false: no rule matched (category is Other by default)
};

class KernelNames {
public:
    // Classifies the names that occur in document.kernels. profile may be null (universal rules only). Elementwise kernels
    // launched only within norms (NormScopes.h) are classified as norm. Incomplete and unusable once a stop was requested.
    KernelNames(
        const TraceDocument &document, const ProfileSet &profiles, const ModelProfile *profile, const std::stop_token &stop = {});
    [[nodiscard]] const KernelName &operator[](StringId name) const;
    [[nodiscard]] Category category(StringId name) const { return (*this)[name].category; }
    // Every name of a kernel, in no order.
    [[nodiscard]] const std::unordered_map<StringId, KernelName> &all() const { return m_names; }

private:
    std::unordered_map<StringId, KernelName> m_names;
    KernelName m_unknown;
};

// "_ZN5aiter24add_..." -> "aiter::add_...<...>(...)"; anything else unchanged. Never throws, never fails.
[[nodiscard]] std::string demangledName(std::string_view recorded);
// By the built-in rules (NameRules.h).
[[nodiscard]] std::string shortKernelName(std::string_view demangled);

} // namespace lamella::core
