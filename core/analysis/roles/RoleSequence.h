// SPDX-License-Identifier: GPL-3.0-or-later
// Applies role rules to the kernels of one layer, head or tail.
#pragma once

#include "core/profile/RoleRule.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// One kernel: its own conditions in rules, and the conditions of its neighbours.
struct RoleItem {
    Category category = Category::Other;
    const std::vector<std::uint16_t> *rules = nullptr; // rows of rules whose own conditions it meets, in order
    bool continues = false; // launched within the same innermost module as the kernel before it
};

struct RoleOf {
    const std::string *name = nullptr; // of a rule; null = none
    bool joined = false;
};

struct RoleScope {
    RolePart part = RolePart::Layer;
    RoleStage stage = RoleStage::Forward;
    LayerTraits traits = 0;
};

// Row = row of `items`, which are in start order.
[[nodiscard]] std::vector<RoleOf> rolesOfSequence(
    std::span<const RoleRule *const> rules, std::span<const RoleItem> items, const RoleScope &scope);

} // namespace lamella::core
