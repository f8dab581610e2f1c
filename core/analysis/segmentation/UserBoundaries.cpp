// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace lamella::core {

namespace {

// One boundary, as the position in the main sequence of what comes first behind it.
struct Bound {
    BoundaryPart part = BoundaryPart::LayerStart;
    std::size_t passRow = 0;
    int layer = 0; // of LayerStart
    std::int64_t at = 0;
    std::int64_t before = 0; // position found without the user
    std::int64_t gap = 0; // least distance to the next one: a layer keeps a kernel, head and tail may be empty
    const BoundaryEdit *edit = nullptr;
    bool follows = false; // moved with the boundary it stood on
};

using Key = std::tuple<int, BoundaryPart, int>; // pass, part, layer

Key keyOf(const BoundaryEdit &edit)
{
    return {edit.pass, edit.part, edit.part == BoundaryPart::LayerStart ? edit.layer : 0};
}

// The pattern has places for the boundary and where it was set.
Message complaint(const BoundaryEdit &edit, const char *pattern)
{
    return msg(pattern, boundaryText(edit), formatTime(edit.startNs));
}

class BoundaryMover {
public:
    BoundaryMover(const UserBoundaryInput &input, DeviceSegmentation &device, Segmentation &segmentation,
        std::vector<SegmentationCheck> &checks)
        : m_in(input)
        , m_device(device)
        , m_segmentation(segmentation)
        , m_checks(checks)
    {
    }
    void run(std::vector<PassLayout> &layouts)
    {
        const std::int64_t number = m_in.document.devices[m_device.device.value].number;
        std::map<Key, const BoundaryEdit *> own;
        for (const BoundaryEdit &edit : m_in.edits)
            if (edit.device == number)
                own[keyOf(edit)] = &edit;
        if (own.empty())
            return;
        collect();
        auto set = static_cast<std::size_t>(std::ranges::count_if(own, [this](const auto &edit) { return place(*edit.second); }));
        linkAbutting();
        set -= std::min(set, clamp());
        if (set > 0)
            m_checks.push_back({true,
                msg(set == 1 ? "%1 boundary is where the user set it" : "%1 boundaries are where the user set them", set)});
        rewrite(layouts);
    }

private:
    void collect()
    {
        std::map<int, Span> spans;
        for (std::uint32_t i = 0; i < m_in.sequence.size(); ++i) {
            const int pass = m_segmentation.passOf[m_in.sequence.kernel[i]];
            if (pass == kNoPass)
                continue;
            spans.try_emplace(pass, Span{i, i}).first->second.end = i + 1;
        }
        for (std::size_t row = 0; row < m_device.passes.size(); ++row)
            if (const auto it = spans.find(m_device.passes[row].number); it != spans.end())
                collectPass(row, it->second);
    }

    void collectPass(std::size_t row, Span span)
    {
        const int pass = m_in.shownAs.empty() ? m_device.passes[row].number : row < m_in.shownAs.size() ? m_in.shownAs[row] : -1;
        const auto add = [&](BoundaryPart part, int layer, std::uint32_t at, std::int64_t gap) {
            if (pass >= 0)
                m_boundOf.try_emplace({pass, part, layer}, m_bounds.size());
            m_bounds.push_back({part, row, layer, at, at, gap, nullptr, false});
        };
        std::set<int> seen;
        bool tail = false;
        add(BoundaryPart::PassStart, 0, span.begin, 0);
        for (std::uint32_t i = span.begin; i < span.end; ++i) {
            const int layer = m_segmentation.layerOf[m_in.sequence.kernel[i]];
            if (layer >= 0 && !tail && seen.insert(layer).second)
                add(BoundaryPart::LayerStart, layer, i, 1);
            if (layer == kTailLayer && !tail && !seen.empty()) {
                tail = true;
                add(BoundaryPart::LayerStart, kTailLayer, i, 0);
            }
        }
        if (seen.empty())
            m_bounds.back().gap = 1;
        else if (!tail)
            add(BoundaryPart::LayerStart, kTailLayer, span.end, 0);
        add(BoundaryPart::PassEnd, 0, span.end, 0);
    }

    // False: fits nothing, and said so.
    bool place(const BoundaryEdit &edit)
    {
        const auto known = m_boundOf.find(keyOf(edit));
        if (known == m_boundOf.end()) {
            say(edit, "the %1 that was set at %2 no longer exists: this segmentation has no such pass or layer");
            return false;
        }
        const auto position = positionOf(edit.startNs);
        if (!position) {
            say(edit, "the %1 that was set at %2 fits no kernel of the main stream, so it stays where it was found");
            return false;
        }
        m_bounds[known->second].edit = &edit;
        m_bounds[known->second].at = *position;
        return true;
    }

    // Where one pass ends as the next one begins, both are one boundary to the user.
    void linkAbutting()
    {
        for (std::size_t i = 0; i + 1 < m_bounds.size(); ++i) {
            Bound &end = m_bounds[i];
            Bound &begin = m_bounds[i + 1];
            if (end.part != BoundaryPart::PassEnd || end.before != begin.before
                || (end.edit == nullptr) == (begin.edit == nullptr))
                continue;
            Bound &other = end.edit == nullptr ? end : begin;
            other.at = end.edit == nullptr ? begin.at : end.at;
            other.follows = true;
        }
    }

    // How many could not go where they were set.
    [[nodiscard]] std::size_t clamp()
    {
        const auto moved = [](const Bound &b) { return b.edit != nullptr || b.follows; };
        // The highest place for each one, from those behind it that stay.
        std::vector<std::int64_t> highest(m_bounds.size());
        std::int64_t limit = m_in.sequence.size();
        for (std::size_t i = m_bounds.size(); i-- > 0;) {
            limit = i + 1 == m_bounds.size() ? limit : limit - m_bounds[i].gap;
            highest[i] = limit;
            if (!moved(m_bounds[i]))
                limit = std::min(limit, m_bounds[i].at);
        }
        std::int64_t lowest = 0;
        std::size_t stopped = 0;
        for (std::size_t i = 0; i < m_bounds.size(); ++i) {
            Bound &bound = m_bounds[i];
            if (moved(bound)) {
                const std::int64_t wanted = bound.at;
                bound.at = std::max(lowest, std::min(wanted, highest[i]));
                if (bound.at != wanted && bound.edit != nullptr) {
                    say(*bound.edit, "the %1 that was set at %2 would pass the boundary next to it, so it stops there");
                    ++stopped;
                }
            }
            lowest = bound.at + bound.gap;
        }
        return stopped;
    }

    void rewrite(std::vector<PassLayout> &layouts)
    {
        std::vector<std::span<const Bound>> changed; // the bounds of a pass, its begin first and its end last
        for (auto first = m_bounds.begin(); first != m_bounds.end();) {
            const auto end = std::ranges::find(first, m_bounds.end(), BoundaryPart::PassEnd, &Bound::part) + 1;
            if (std::any_of(first, end, [](const Bound &b) { return b.edit != nullptr || b.at != b.before; }))
                changed.emplace_back(first, end);
            first = end;
        }
        // All old places first: a pass may have grown into the one before it.
        for (const std::span<const Bound> bounds : changed)
            for (std::int64_t i = bounds.front().before; i < bounds.back().before; ++i)
                assign(i, kNoPass, kNoLayer);
        for (const std::span<const Bound> bounds : changed)
            rewritePass(bounds, layouts.empty() ? nullptr : &layouts[bounds.front().passRow]);
    }

    void assign(std::int64_t position, int pass, int layer)
    {
        const std::uint32_t kernel = m_in.sequence.kernel[static_cast<std::size_t>(position)];
        m_segmentation.passOf[kernel] = pass;
        m_segmentation.layerOf[kernel] = layer;
    }

    static Span spanOf(const Bound &from, const Bound &to)
    {
        return {static_cast<std::uint32_t>(from.at), static_cast<std::uint32_t>(to.at)};
    }

    void rewritePass(std::span<const Bound> bounds, PassLayout *layout)
    {
        Pass &pass = m_device.passes[bounds.front().passRow];
        const Span whole = spanOf(bounds.front(), bounds.back());
        const auto ofPass = std::span(m_device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
        std::size_t layers = 0;
        for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
            const int layer = bounds[b].part == BoundaryPart::PassStart ? kHeadLayer : bounds[b].layer;
            const Span span = spanOf(bounds[b], bounds[b + 1]);
            for (std::uint32_t i = span.begin; i < span.end; ++i)
                assign(i, pass.number, layer);
            if (layer < 0)
                continue;
            if (const auto found = std::ranges::find(ofPass, layer, &LayerSpan::layer); found != ofPass.end()) {
                found->range = rangeOf(m_in.document, m_in.sequence, span);
                found->kernels = span.size();
            }
            if (layout != nullptr && layers < layout->layers.size())
                layout->layers[layers++].span = span;
        }
        pass.range = rangeOf(m_in.document, m_in.sequence, whole);
        pass.kernels = whole.size();
        pass.evidence = Evidence::User;
        if (layout != nullptr) {
            layout->span = whole;
            layout->counted = false; // the user looked at it
        }
        const auto edits = std::ranges::count_if(bounds, [](const Bound &b) { return b.edit != nullptr; });
        if (edits > 0)
            pass.note.append("%1, %2", msg(edits == 1 ? "%1 boundary set by the user" : "%1 boundaries set by the user", edits));
    }

    [[nodiscard]] std::optional<std::int64_t> positionOf(std::int64_t startNs) const
    {
        const KernelTable &kernels = m_in.document.kernels;
        const std::vector<std::uint32_t> &sequence = m_in.sequence.kernel;
        const std::int64_t wanted = addSaturated(m_in.document.zero(), startNs);
        const auto it =
            std::ranges::lower_bound(sequence, wanted, {}, [&](std::uint32_t kernel) { return kernels.start[kernel]; });
        if (it != sequence.end() && kernels.start[*it] == wanted)
            return it - sequence.begin();
        const bool atEnd =
            it == sequence.end() && rangeOf(m_in.document, m_in.sequence, {0, m_in.sequence.size()}).end.value == wanted;
        return atEnd ? std::optional(std::ssize(sequence)) : std::nullopt;
    }
    void say(const BoundaryEdit &edit, const char *pattern) { m_checks.push_back({false, complaint(edit, pattern)}); }

    const UserBoundaryInput &m_in;
    DeviceSegmentation &m_device;
    Segmentation &m_segmentation;
    std::vector<SegmentationCheck> &m_checks;
    std::vector<Bound> m_bounds; // in time order
    std::map<Key, std::size_t> m_boundOf;
};

} // namespace

void applyUserBoundaries(const UserBoundaryInput &input, std::vector<PassLayout> &layouts, DeviceSegmentation &device,
    Segmentation &segmentation, std::vector<SegmentationCheck> &checks)
{
    if (!input.edits.empty())
        BoundaryMover(input, device, segmentation, checks).run(layouts);
}

void reportBoundariesWithoutDevice(const TraceDocument &document, std::span<const BoundaryEdit> edits,
    std::span<const DeviceSegmentation> devices, std::vector<SegmentationCheck> &checks)
{
    std::set<std::int64_t> cut;
    for (std::size_t d = 0; d < devices.size(); ++d)
        if (!devices[d].passes.empty())
            cut.insert(document.devices[d].number);
    for (const BoundaryEdit &edit : edits)
        if (cut.count(edit.device) == 0)
            checks.push_back(
                {false, complaint(edit, "the %1 that was set at %2 is not there: no passes were found on that device")});
}

} // namespace lamella::core
