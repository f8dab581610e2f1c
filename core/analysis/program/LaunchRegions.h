// SPDX-License-Identifier: GPL-3.0-or-later
// Modules and ranges (nn.Module frames, record_function, NVTX) open on a thread at a given moment, outermost first.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

class LaunchRegions {
public:
    explicit LaunchRegions(const TraceDocument &document, const JobControl &control = {});

    [[nodiscard]] bool empty() const { return m_spans == 0; }
    // Regions around the start of the event, on its thread; empty if none was open. At most 256 bytes of each name.
    [[nodiscard]] std::vector<std::string> around(EventId event) const;
    // The same as a path number, in order of first use: millions of launches share few paths. kNone if none was open.
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    [[nodiscard]] std::uint32_t pathAround(EventId event);
    [[nodiscard]] std::vector<std::string> partsOf(std::uint32_t path) const;

private:
    static constexpr std::size_t kDeepest = 64;
    using Names = std::array<StringId, kDeepest>;
    struct Span {
        std::int64_t start = 0;
        std::int64_t end = 0;
        StringId name;
        std::uint32_t parent = 0xFFFFFFFFu; // row in the same track
    };
    // From `time` until the next boundary, this is the innermost open span.
    struct Boundary {
        std::int64_t time = 0;
        std::uint32_t innermost = 0xFFFFFFFFu;
    };
    struct Line { // of a track
        std::vector<Span> spans; // in start order, longest first
        std::vector<Boundary> boundaries; // ascending; of several at one time the last applies
        std::size_t behind = 0; // index after the last look-up, because launches mostly ascend
    };
    struct NamesHash {
        using is_transparent = void;
        std::size_t operator()(std::span<const StringId> names) const noexcept
        {
            std::uint64_t hash = names.size();
            for (const StringId name : names)
                hash = (hash ^ name.value) * 0x9E3779B97F4A7C15u;
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };
    struct NamesEqual {
        using is_transparent = void;
        bool operator()(std::span<const StringId> a, std::span<const StringId> b) const noexcept
        {
            return std::equal(a.begin(), a.end(), b.begin(), b.end());
        }
    };
    static void nest(Line &line);
    // Collects the names open at `time`, innermost first; returns their number.
    static std::size_t namesFrom(const Line &line, std::uint32_t innermost, std::int64_t time, Names &names);
    [[nodiscard]] std::vector<std::string> partsFrom(std::span<const StringId> names) const;

    const TraceDocument &m_document;
    std::vector<Line> m_byTrack;
    std::size_t m_spans = 0;
    std::unordered_map<std::vector<StringId>, std::uint32_t, NamesHash, NamesEqual> m_paths; // innermost first
    std::vector<std::span<const StringId>> m_pathNames; // keys of m_paths, by number
};

} // namespace lamella::core
