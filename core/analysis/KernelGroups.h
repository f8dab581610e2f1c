// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels grouped by a column of their table: those of one name or of one launch are found without a walk over all of them. Built
// once for a trace; immutable and thread-safe. 4 bytes per kernel.
#pragma once

#include "core/base/Saturate.h"
#include "core/model/TraceDocument.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

// The column has to outlive it.
template <class Key> class KernelGroups {
public:
    // `keys`: number of keys. Kernels with another one (not recorded) are in no group.
    KernelGroups(const ColumnVector<Key> &column, std::size_t keys)
        : m_column(&column)
    {
        // Counting sort: keeps the start order of kernels within a group.
        std::vector<std::uint32_t> next(keys + 1, 0);
        for (const Key key : column)
            if (key.value < keys)
                ++next[key.value + 1];
        for (std::size_t key = 0; key < keys; ++key)
            next[key + 1] += next[key];
        m_kernels.resize(next[keys]);
        for (std::uint32_t k = 0; k < column.size(); ++k)
            if (column[k].value < keys)
                m_kernels[next[column[k].value]++] = KernelId(k);
    }
    // In start order; empty for a key that no kernel has. Costs a binary search.
    [[nodiscard]] std::span<const KernelId> of(Key key) const
    {
        const ColumnVector<Key> &column = *m_column;
        const auto begin = std::lower_bound(
            m_kernels.begin(), m_kernels.end(), key, [&column](KernelId k, Key wanted) { return column[k.value] < wanted; });
        const auto end =
            std::upper_bound(begin, m_kernels.end(), key, [&column](Key wanted, KernelId k) { return wanted < column[k.value]; });
        return {begin, end};
    }
    // All of them, group by group in the order of the keys.
    [[nodiscard]] std::span<const KernelId> all() const { return m_kernels; }

private:
    const ColumnVector<Key> *m_column;
    std::vector<KernelId> m_kernels;
};

// The document has to outlive it.
class KernelsByName : public KernelGroups<StringId> {
public:
    explicit KernelsByName(const TraceDocument &document)
        : KernelGroups(document.kernels.name, document.strings.size())
    {
        for (const KernelId kernel : all()) {
            std::int64_t &sum = m_sums[document.kernels.name[kernel.value]];
            sum = addSaturated(sum, document.kernels.duration[kernel.value]);
        }
    }
    // Durations of each name that a kernel has; they saturate.
    [[nodiscard]] const std::map<StringId, std::int64_t> &sums() const { return m_sums; }
    [[nodiscard]] std::int64_t sumNs(StringId name) const
    {
        const auto found = m_sums.find(name);
        return found == m_sums.end() ? 0 : found->second;
    }

private:
    std::map<StringId, std::int64_t> m_sums;
};

// Those of one name. Keeps what it looks into.
class KernelsOfName {
public:
    KernelsOfName(std::shared_ptr<const TraceDocument> document, std::shared_ptr<const KernelsByName> byName, StringId name)
        : m_document(std::move(document))
        , m_byName(std::move(byName))
        , m_name(name)
    {
    }
    [[nodiscard]] const TraceDocument *document() const { return m_document.get(); }
    [[nodiscard]] bool holds(KernelId kernel) const { return m_document->kernels.name[kernel.value] == m_name; }
    // True if a kernel of the stream with an id in [first, last] has the name.
    [[nodiscard]] bool anyBetween(StreamId stream, std::uint32_t first, std::uint32_t last) const
    {
        const std::span<const KernelId> all = m_byName->of(m_name);
        auto at = std::lower_bound(all.begin(), all.end(), KernelId(first));
        while (at != all.end() && at->value <= last && m_document->kernels.stream[at->value] != stream)
            ++at;
        return at != all.end() && at->value <= last;
    }
    bool operator==(const KernelsOfName &) const = default;

private:
    std::shared_ptr<const TraceDocument> m_document;
    std::shared_ptr<const KernelsByName> m_byName;
    StringId m_name;
};

// By launch call; a graph replay launches many. The document has to outlive it.
using KernelsByLaunch = KernelGroups<EventId>;
[[nodiscard]] inline KernelsByLaunch kernelsByLaunch(const TraceDocument &document)
{
    return {document.kernels.launch, document.events.size()};
}

} // namespace lamella::core
