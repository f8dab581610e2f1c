// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of an ordinary layer before its core (from its input norm on) and after it: the reference for layers whose own
// boundary cannot be seen (first and last of a pass, missing or fused norms).
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <vector>

namespace lamella::core {

class LayerTemplates {
public:
    explicit LayerTemplates(const MainSequence &sequence)
        : m_sequence(&sequence)
    {
    }
    void addBefore(Span span) { add(m_before, span); }
    void addAfter(Span span) { add(m_after, span); }
    // The kMax most frequent distinct ones of the trace.
    void finish();

    // Best of `own` (templates near the place in question) and the frequent ones of the trace.
    [[nodiscard]] Alignment frontOf(Span head, const std::vector<Span> &own) const; // begin of the part before a core
    [[nodiscard]] Alignment endOf(Span rest, const std::vector<Span> &own) const; // end of the part after a core
    [[nodiscard]] Alignment between(Span block, const std::vector<Span> &after, const std::vector<Span> &before) const;
    [[nodiscard]] const std::vector<Span> &before() const { return m_frequentBefore; }
    [[nodiscard]] const std::vector<Span> &after() const { return m_frequentAfter; }

private:
    struct Entry {
        Span span;
        std::uint32_t count = 0;
        std::uint64_t hash = 0;
    };
    void add(std::vector<Entry> &entries, Span span);

    const MainSequence *m_sequence;
    std::vector<Entry> m_before;
    std::vector<Entry> m_after;
    std::vector<Span> m_frequentBefore;
    std::vector<Span> m_frequentAfter;
};

} // namespace lamella::core
