// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SequenceAlignment.h"

#include "core/analysis/segmentation/PassLayout.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxTemplates = 12; // tried for one boundary
constexpr double kFitsWell = 1.5; // edits
constexpr Alignment kWorst{0, std::numeric_limits<double>::max()};

} // namespace

std::vector<Span> frequentTemplates(const MainSequence &sequence, const std::vector<Span> &spans)
{
    struct Kind {
        Span first;
        std::uint32_t count = 0;
    };
    std::unordered_map<std::uint64_t, Kind> kinds; // by content
    for (const Span &span : spans) {
        if (span.size() > 0 && span.size() <= kMaxAligned)
            ++kinds.try_emplace(contentHash(sequence, span), Kind{span}).first->second.count;
    }
    std::vector<Kind> sorted;
    for (const auto &[hash, kind] : kinds)
        sorted.push_back(kind);
    std::sort(sorted.begin(), sorted.end(),
        [](const Kind &a, const Kind &b) { return a.count != b.count ? a.count > b.count : a.first.begin < b.first.begin; });
    std::vector<Span> frequent;
    for (std::size_t i = 0; i < std::min(kMaxTemplates, sorted.size()); ++i)
        frequent.push_back(sorted[i].first);
    return frequent;
}

Alignment bestMatch(const MainSequence &sequence, Span room, const std::vector<Span> &own, const std::vector<Span> &frequent,
    Alignment (*align)(SymbolSpan, SymbolSpan))
{
    Alignment best = kWorst;
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

Alignment bestJoint(const MainSequence &sequence, Span block, const std::vector<Span> &after, const std::vector<Span> &before)
{
    Alignment best = kWorst;
    for (const Span &a : after) {
        for (const Span &b : before) {
            const Alignment joint = alignJoint(symbols(sequence, block), symbols(sequence, a), symbols(sequence, b));
            if (joint.cost < best.cost)
                best = joint;
        }
    }
    best.boundary += block.begin;
    return best;
}

} // namespace lamella::core
