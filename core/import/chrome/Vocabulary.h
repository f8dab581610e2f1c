// SPDX-License-Identifier: GPL-3.0-or-later
// The ids that one worker has assigned: texts, tracks, GPU lanes, launch shapes. No locks; others read it after the join.
#pragma once

#include "core/import/chrome/EventCategory.h"
#include "core/import/chrome/NameInterner.h"
#include "core/import/chrome/ParsedBlock.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct LocalTrack {
    std::uint32_t process = 0; // ids of Vocabulary::labels
    std::uint32_t thread = 0;
};

// The place at which GPU work ran, as recorded; values missing in args are derived from the track.
struct LocalLane {
    std::uint32_t track = 0;
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> stream;
    auto operator<=>(const LocalLane &) const = default;
};

// Ids of Vocabulary::operationTexts.
struct LocalOperation {
    std::uint32_t scope = 0;
    std::uint32_t longName = 0;
    std::uint32_t category = 0;
    std::uint32_t source = 0;
    std::uint32_t module = 0;
    std::int64_t flops = -1;
    std::int64_t bytes = -1;
    bool operator==(const LocalOperation &) const = default;
};

struct LocalOperationHash {
    std::size_t operator()(const LocalOperation &operation) const noexcept
    {
        std::uint64_t hash =
            static_cast<std::uint64_t>(operation.flops) * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(operation.bytes);
        for (const std::uint32_t part :
            {operation.scope, operation.longName, operation.category, operation.source, operation.module})
            hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(hash ^ hash >> 32);
    }
};

class Vocabulary {
public:
    NameInterner names; // escaped bytes of names, categories, texts
    NameInterner rawTexts; // JSON text of values (input dims)
    NameInterner labels; // pid and tid tokens without quotes
    NameInterner operationTexts; // escaped bytes

    [[nodiscard]] const EventCategory &category(std::uint32_t name)
    {
        if (name >= m_categories.size() || !m_categories[name].known)
            classify(name);
        return m_categories[name].category;
    }
    [[nodiscard]] std::uint32_t track(std::string_view process, std::string_view thread)
    {
        const std::uint64_t key = std::uint64_t{labels.intern(process)} << 32 | labels.intern(thread);
        CachedTrack &cached = m_trackCache[(key ^ key >> 32) % m_trackCache.size()];
        if (cached.key != key)
            cached = {key, findTrack(key)};
        return cached.track;
    }
    // The same; `place`, unless null, identifies both names for as long as this object is used.
    [[nodiscard]] std::uint32_t track(std::string_view process, std::string_view thread, const void *place)
    {
        if (place == nullptr)
            return track(process, thread);
        KeptTrack &kept = m_keptTracks[NameInterner::addressHash(place) % m_keptTracks.size()];
        if (kept.place != place)
            kept = {place, track(process, thread)};
        return kept.track;
    }
    [[nodiscard]] std::uint32_t lane(const LocalLane &lane)
    {
        if (!m_lanes.empty() && m_lanes[m_lastLane] == lane)
            return m_lastLane;
        return m_lastLane = findLane(lane);
    }
    [[nodiscard]] std::uint32_t operation(const LocalOperation &operation);
    [[nodiscard]] std::uint32_t shape(const LaunchShape &shape)
    {
        if (!m_shapes.empty() && m_shapes[m_lastShape] == shape)
            return m_lastShape;
        return m_lastShape = findShape(shape);
    }
    // True on the first call for an id of that space.
    [[nodiscard]] bool markSeen(IdSpace space, std::uint32_t id);
    // True if some assigned id has not occurred in an accepted block yet.
    [[nodiscard]] bool anyUnseen() const;

    [[nodiscard]] bool isAnnotation(std::uint32_t name) const
    {
        return name < m_categories.size() && m_categories[name].category.annotation;
    }
    // Includes what the finish stage builds from it: the texts again for all workers, and tracks with their names.
    [[nodiscard]] std::uint64_t memoryBytes() const;
    [[nodiscard]] const std::vector<LocalTrack> &tracks() const { return m_tracks; }
    [[nodiscard]] const std::vector<LocalLane> &lanes() const { return m_lanes; }
    [[nodiscard]] const std::vector<LaunchShape> &shapes() const { return m_shapes; }
    [[nodiscard]] const std::vector<LocalOperation> &operations() const { return m_operations; }

private:
    struct CachedCategory {
        EventCategory category;
        bool known = false;
    };
    struct CachedTrack {
        std::uint64_t key = ~std::uint64_t{0};
        std::uint32_t track = 0;
    };
    struct KeptTrack {
        const void *place = nullptr;
        std::uint32_t track = 0;
    };
    [[gnu::noinline]] void classify(std::uint32_t name);
    [[gnu::noinline]] std::uint32_t findTrack(std::uint64_t key);
    [[gnu::noinline]] std::uint32_t findLane(const LocalLane &lane);
    [[gnu::noinline]] std::uint32_t findShape(const LaunchShape &shape);

    std::vector<CachedCategory> m_categories;
    std::array<CachedTrack, 64> m_trackCache;
    std::array<KeptTrack, 64> m_keptTracks;
    std::unordered_map<std::uint64_t, std::uint32_t> m_trackIndex;
    std::vector<LocalTrack> m_tracks;
    std::map<LocalLane, std::uint32_t> m_laneIndex;
    std::vector<LocalLane> m_lanes;
    std::map<LaunchShape, std::uint32_t> m_shapeIndex;
    std::vector<LaunchShape> m_shapes;
    std::unordered_map<LocalOperation, std::uint32_t, LocalOperationHash> m_operationIndex;
    std::vector<LocalOperation> m_operations;
    std::uint32_t m_lastLane = 0;
    std::uint32_t m_lastShape = 0;
    std::array<std::vector<bool>, 3> m_seen;
    std::array<std::size_t, 3> m_seenCount{};
};

} // namespace lamella::core
