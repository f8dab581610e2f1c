// SPDX-License-Identifier: GPL-3.0-or-later
// The role rules that a kernel matches on its own: by its name, category, operator, module and shape, regardless of its
// neighbours.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/origin/JoinedTexts.h"
#include "core/analysis/roles/KernelRoles.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// Kernels of one kind match the same rules.
struct RoleKind {
    Category category = Category::Other;
    std::vector<std::uint16_t> rules; // rows, ascending
    bool wholeNorm = false; // its name is that of a norm: neighbours are norms of their own
    bool latentAttention = false;
    bool gated = false;
    bool ungated = false;
};

class RoleKinds {
public:
    // devices: number of devices that share a layer; for `columns`.
    RoleKinds(const RoleInput &input, int devices);
    [[nodiscard]] std::uint32_t of(KernelId kernel); // not thread-safe
    [[nodiscard]] const RoleKind &operator[](std::uint32_t kind) const { return m_kinds[kind]; }
    [[nodiscard]] EventId module(KernelId kernel) const; // innermost; invalid = not recorded

private:
    // Name, operator, class of half and of innermost module or scope, shapes.
    using Key = std::array<StringId, 5>;
    struct KeyHash {
        std::size_t operator()(const Key &key) const;
    };
    // The launch of a kernel, in the trace or in a companion.
    struct Launched {
        const TraceDocument *document = nullptr; // null: not recorded
        const LaunchJoin *join = nullptr;
        std::size_t row = 0;
    };
    [[nodiscard]] Launched launchOf(KernelId kernel) const;
    [[nodiscard]] Key keyOf(KernelId kernel);
    [[nodiscard]] RoleKind make(const Key &key) const;
    [[nodiscard]] std::string moduleText(const Key &key) const;
    [[nodiscard]] bool columnsFit(const std::string &field, StringId dims) const;

    const RoleInput &m_input;
    const TraceDocument &m_document;
    JoinedTexts m_texts;
    int m_devices;
    bool m_asksShapes = false;
    bool m_asksScopes = false;
    std::vector<RoleKind> m_kinds;
    std::unordered_map<Key, std::uint32_t, KeyHash> m_found;
    std::vector<std::uint32_t> m_byName; // if nothing but the name is known; kNone = not yet
};

} // namespace lamella::core
