// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/LayerTemplates.h"

#include <algorithm>
#include <limits>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxTemplates = 12; // templates tried for one boundary
constexpr std::size_t kDistinct = 4096; // kept while learning; a trace without structure must not cost quadratic time

Alignment worst()
{
    return {0, std::numeric_limits<double>::max()};
}

// The best match of the pass's own templates; of the frequent ones too where none of them fits well.
template <class Align>
Alignment bestMatch(
    const MainSequence &sequence, Span room, const std::vector<Span> &own, const std::vector<Span> &frequent, Align align)
{
    constexpr double kFitsWell = 1.5; // edits
    Alignment best = worst();
    for (const std::vector<Span> *templates : {&own, &frequent}) {
        if (templates == &frequent && best.cost <= kFitsWell)
            break;
        for (const Span &t : *templates) {
            const Alignment a = align(symbols(sequence, room), symbols(sequence, t));
            if (a.cost < best.cost)
                best = a;
        }
    }
    best.boundary += room.begin;
    return best;
}

} // namespace

void LayerTemplates::add(std::vector<Entry> &entries, Span span)
{
    if (span.size() == 0 || span.size() > kMaxAligned)
        return;
    const std::uint64_t h = contentHash(*m_sequence, span);
    const auto at =
        std::lower_bound(entries.begin(), entries.end(), h, [](const Entry &e, std::uint64_t value) { return e.hash < value; });
    if (at != entries.end() && at->hash == h)
        ++at->count;
    else if (entries.size() < kDistinct)
        entries.insert(at, Entry{span, 1, h});
}

void LayerTemplates::finish()
{
    const auto frequent = [](const std::vector<Entry> &entries) {
        std::vector<Entry> sorted = entries;
        std::sort(sorted.begin(), sorted.end(),
            [](const Entry &a, const Entry &b) { return a.count != b.count ? a.count > b.count : a.span.begin < b.span.begin; });
        std::vector<Span> spans;
        for (std::size_t i = 0; i < std::min(kMaxTemplates, sorted.size()); ++i)
            spans.push_back(sorted[i].span);
        return spans;
    };
    m_frequentBefore = frequent(m_before);
    m_frequentAfter = frequent(m_after);
}

Alignment LayerTemplates::frontOf(Span head, const std::vector<Span> &own) const
{
    return bestMatch(*m_sequence, head, own, m_frequentBefore, alignSuffix);
}

Alignment LayerTemplates::endOf(Span rest, const std::vector<Span> &own) const
{
    return bestMatch(*m_sequence, rest, own, m_frequentAfter, alignPrefix);
}

Alignment LayerTemplates::between(Span block, const std::vector<Span> &after, const std::vector<Span> &before) const
{
    Alignment best = worst();
    for (const Span &a : after) {
        for (const Span &b : before) {
            const Alignment joint = alignJoint(symbols(*m_sequence, block), symbols(*m_sequence, a), symbols(*m_sequence, b));
            if (joint.cost < best.cost)
                best = joint;
        }
    }
    best.boundary += block.begin;
    return best;
}

} // namespace lamella::core
