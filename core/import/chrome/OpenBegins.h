// SPDX-License-Identifier: GPL-3.0-or-later
// The B (or b) events of one track that are still open. Slices may overlap: an end closes the begin of its name, and those that
// began after it stay open.
#pragma once

#include "core/base/Ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct OpenBegin {
    std::uint32_t block = 0;
    std::uint32_t row = 0;
    StringId name;
    StringId category;
};

// A search through all open events for each end would be quadratic, so after one deep search an index answers them instead.
class OpenBegins {
public:
    void push(const OpenBegin &begin);
    // Removes the innermost begin that an end with this name and category closes. A missing name or category on either side
    // matches anything; but a begin that was open when one before it was closed is closed by an end of its own name alone.
    std::optional<OpenBegin> close(StringId name, StringId category);
    // Those that are open, in order.
    [[nodiscard]] std::vector<OpenBegin> open() const;
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    struct Entry {
        OpenBegin begin;
        std::uint32_t number = 0; // of all that were pushed
        bool closed = false;
        bool passed = false; // one before it was closed
    };
    struct Place { // of an entry that may have been removed since
        std::uint32_t at = 0;
        std::uint32_t number = 0;
    };
    using Stacks = std::unordered_map<std::uint64_t, std::vector<Place>>;
    static constexpr std::size_t kNone = SIZE_MAX;

    void addToIndex(std::size_t at);
    [[nodiscard]] std::size_t innermost(StringId name, StringId category);
    [[nodiscard]] std::size_t indexed(StringId name, StringId category);
    [[nodiscard]] std::size_t top(Stacks &stacks, std::uint64_t key, bool passedToo);
    void remove(std::size_t at);
    void removeFromIndex(const OpenBegin &begin);

    std::vector<Entry> m_entries; // the last one is open
    std::vector<std::uint32_t> m_notPassed; // open entries
    std::uint32_t m_pushed = 0;
    bool m_isIndexed = false; // the stacks below are maintained
    Stacks m_pairs;
    Stacks m_names;
    Stacks m_categories;
    std::uint64_t m_comparisons = 0;
};

} // namespace lamella::core
