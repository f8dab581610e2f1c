// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/GzipCheckpoints.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace lamella::core {

std::shared_ptr<GzipCheckpoints> GzipCheckpoints::of(const FileStamp &stamp)
{
    constexpr std::size_t kFiles = 4;
    static std::mutex mutex;
    static std::deque<std::pair<FileStamp, std::shared_ptr<GzipCheckpoints>>> files; // most recently used first
    const std::lock_guard lock(mutex);
    auto found = std::find_if(files.begin(), files.end(), [&stamp](const auto &file) { return file.first == stamp; });
    auto points = found == files.end() ? std::make_shared<GzipCheckpoints>() : found->second;
    if (found != files.end())
        files.erase(found);
    files.emplace_front(stamp, points);
    if (files.size() > kFiles)
        files.pop_back();
    return points;
}

std::uint64_t GzipCheckpoints::nextAt() const
{
    const std::lock_guard lock(m_mutex);
    return (m_points.empty() ? 0 : m_points.back().raw) + m_step;
}

void GzipCheckpoints::add(GzipCheckpoint point)
{
    const std::lock_guard lock(m_mutex);
    if (point.raw < (m_points.empty() ? 0 : m_points.back().raw) + m_step)
        return;
    m_points.push_back(std::move(point));
    if (m_points.size() <= kMaxPoints)
        return;
    std::vector<GzipCheckpoint> kept;
    for (std::size_t i = 1; i < m_points.size(); i += 2)
        kept.push_back(std::move(m_points[i]));
    m_points = std::move(kept);
    m_step *= 2;
}

std::optional<GzipCheckpoint> GzipCheckpoints::before(std::uint64_t raw) const
{
    const std::lock_guard lock(m_mutex);
    const auto after = std::upper_bound(m_points.begin(), m_points.end(), raw,
        [](std::uint64_t offset, const GzipCheckpoint &point) { return offset < point.raw; });
    return after == m_points.begin() ? std::nullopt : std::optional(*(after - 1));
}

std::size_t GzipCheckpoints::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_points.size();
}

} // namespace lamella::core
