// SPDX-License-Identifier: GPL-3.0-or-later
// The role of each kernel in its layer: "qkv", "experts gate_up", "norm mlp"; by the rules of profiles, from its launch, its name
// and its position (help/roofline.md). A kernel without a matching rule has none. Immutable; any thread may read.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/PassMetrics.h"
#include "core/base/JobControl.h"
#include "core/profile/RoleRule.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class Origins;

using RoleId = std::uint16_t; // row of KernelRoles::names; 0 = no role

struct KernelRoles {
    std::vector<std::string> names; // names[0] is empty
    std::vector<RoleId> roleOf; // by KernelId
    std::vector<bool> joined; // by KernelId: part of the kernel before it with the same role, as the reduction of split products

    [[nodiscard]] RoleId id(KernelId kernel) const { return kernel.value < roleOf.size() ? roleOf[kernel.value] : RoleId{0}; }
    [[nodiscard]] std::string_view of(KernelId kernel) const // empty: none
    {
        return names.empty() ? std::string_view() : std::string_view(names[id(kernel)]);
    }
    [[nodiscard]] bool isJoined(KernelId kernel) const { return kernel.value < joined.size() && joined[kernel.value]; }
};

struct RoleInput {
    AnalysisInput analysis;
    std::span<const RoleRule *const> rules; // in order
    const LaunchJoin *launches = nullptr; // null: nothing about launches is recorded
    const ModelConfig *config = nullptr; // null: none given; not used on devices with the layers of another model
    const Origins *origins = nullptr; // for the data of companions about graph replays; null: there are none
};

// Rules of the profile (may be null), then the universal ones.
[[nodiscard]] std::vector<const RoleRule *> roleRules(const ProfileSet &profiles, const ModelProfile *profile);

// Layers with the same kernels have the same roles, so each distinct sequence is evaluated once: linear in kernels. Returns
// early, incomplete, on a stop request.
[[nodiscard]] KernelRoles kernelRoles(const RoleInput &input, const JobControl &control = {});

} // namespace lamella::core
