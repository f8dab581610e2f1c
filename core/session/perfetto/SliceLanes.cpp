// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/SliceLanes.h"

namespace lamella::core {

std::uint32_t SliceLanes::nested(std::int64_t start, std::int64_t end)
{
    for (std::uint32_t lane = 0; lane < kNestedLanes; ++lane) {
        if (lane == m_stacks.size())
            m_stacks.emplace_back();
        std::vector<std::int64_t> &open = m_stacks[lane];
        while (!open.empty() && open.back() <= start)
            open.pop_back();
        if (open.empty() || end <= open.back()) {
            open.push_back(end);
            return lane;
        }
    }
    return kNestedLanes + apart(start, end);
}

std::uint32_t SliceLanes::apart(std::int64_t start, std::int64_t end)
{
    while (!m_active.empty() && m_active.top().first <= start) {
        m_free.push(m_active.top().second);
        m_active.pop();
    }
    std::uint32_t lane = m_apart;
    if (m_free.empty()) {
        ++m_apart;
    } else {
        lane = m_free.top();
        m_free.pop();
    }
    m_active.emplace(end, lane);
    return lane;
}

} // namespace lamella::core
