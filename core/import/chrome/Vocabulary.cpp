// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/Vocabulary.h"

#include <algorithm>

namespace lamella::core {

void Vocabulary::classify(std::uint32_t name)
{
    if (name >= m_categories.size())
        m_categories.resize(name + 1);
    m_categories[name] = {classifyCategory(names.view(name)), true};
}

std::uint32_t Vocabulary::findTrack(std::uint64_t key)
{
    const auto [it, added] = m_trackIndex.try_emplace(key, static_cast<std::uint32_t>(m_tracks.size()));
    if (added)
        m_tracks.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)});
    return it->second;
}

std::uint32_t Vocabulary::findLane(const LocalLane &lane)
{
    const auto [it, added] = m_laneIndex.try_emplace(lane, static_cast<std::uint32_t>(m_lanes.size()));
    if (added)
        m_lanes.push_back(lane);
    return it->second;
}

std::uint32_t Vocabulary::operation(const LocalOperation &operation)
{
    const auto [it, added] = m_operationIndex.try_emplace(operation, static_cast<std::uint32_t>(m_operations.size()));
    if (added)
        m_operations.push_back(operation);
    return it->second;
}

std::uint32_t Vocabulary::findShape(const LaunchShape &shape)
{
    const auto [it, added] = m_shapeIndex.try_emplace(shape, static_cast<std::uint32_t>(m_shapes.size()));
    if (added)
        m_shapes.push_back(shape);
    return it->second;
}

bool Vocabulary::markSeen(IdSpace space, std::uint32_t id)
{
    const auto index = static_cast<std::size_t>(space);
    std::vector<bool> &seen = m_seen[index];
    if (id >= seen.size())
        seen.resize(std::max<std::size_t>(id + 1, seen.size() * 2));
    if (seen[id])
        return false;
    seen[id] = true;
    ++m_seenCount[index];
    return true;
}

std::uint64_t Vocabulary::memoryBytes() const
{
    constexpr std::uint64_t kNode = 64; // map node without key and value
    constexpr std::uint64_t kMadeOfTrack = 512;
    const std::uint64_t texts =
        names.memoryBytes() + rawTexts.memoryBytes() + labels.memoryBytes() + operationTexts.memoryBytes();
    return 2 * texts + m_categories.size() * sizeof(CachedCategory)
        + m_tracks.size() * (sizeof(LocalTrack) + kNode + kMadeOfTrack) + m_lanes.size() * 2 * (sizeof(LocalLane) + kNode)
        + m_shapes.size() * 2 * (2 * sizeof(LaunchShape) + kNode)
        + m_operations.size() * 2 * (2 * sizeof(LocalOperation) + kNode);
}

bool Vocabulary::anyUnseen() const
{
    // Id 0 of texts is the empty text, which is never marked as seen.
    return m_seenCount[0] + 1 < names.size() || m_seenCount[1] + 1 < rawTexts.size() || m_seenCount[2] < m_tracks.size();
}

} // namespace lamella::core
