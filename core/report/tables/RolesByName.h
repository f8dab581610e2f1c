// SPDX-License-Identifier: GPL-3.0-or-later
// The role of a kernel, and that which all kernels of a name share, as cells.
#pragma once

#include "core/analysis/roles/KernelRoles.h"
#include "core/report/tables/TableBuilders.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace lamella::core {

// Of the kernels that were added. It must outlive its cells.
class RolesByName {
public:
    RolesByName(std::shared_ptr<const TraceDocument> document, std::shared_ptr<const KernelRoles> roles)
        : m_document(std::move(document))
        , m_roles(std::move(roles))
    {
    }
    void add(KernelId kernel)
    {
        const RoleId role = m_roles->id(kernel);
        const auto [found, added] = m_byName.try_emplace(m_document->kernels.name[kernel.value], role);
        if (!added && found->second != role)
            found->second = kSeveral;
    }
    void add(std::span<const KernelId> kernels)
    {
        for (const KernelId kernel : kernels)
            add(kernel);
    }
    [[nodiscard]] OrMissing<KeptText> of(StringId name) const
    {
        const auto found = m_byName.find(name);
        if (found != m_byName.end() && found->second == kSeveral)
            return Missing{"several roles: kernels --each has each"};
        return cell(found == m_byName.end() ? 0 : found->second);
    }
    [[nodiscard]] OrMissing<KeptText> of(KernelId kernel) const { return cell(m_roles->id(kernel)); }

private:
    static constexpr std::uint32_t kSeveral = 0xFFFFFFFFU;
    [[nodiscard]] OrMissing<KeptText> cell(std::uint32_t role) const
    {
        if (role == 0)
            return Missing{kNoKernelRole};
        return KeptText{m_roles->names[role]};
    }

    std::shared_ptr<const TraceDocument> m_document;
    std::shared_ptr<const KernelRoles> m_roles;
    std::unordered_map<StringId, std::uint32_t> m_byName;
};

} // namespace lamella::core
