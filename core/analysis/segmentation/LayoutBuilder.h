// SPDX-License-Identifier: GPL-3.0-or-later
// Works out PassLayouts step by step; see layoutPasses.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/PassSplitter.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lamella::core {

class LayoutBuilder {
public:
    explicit LayoutBuilder(const LayoutInput &input);
    [[nodiscard]] std::vector<PassLayout> build();

private:
    // Boundary of a core's layer within its run; unset if it follows only from neighbours.
    struct Boundary {
        std::optional<std::uint32_t> begin;
        bool realigned = false;
        bool fixed = false; // not to be compared with others
    };

    void openInner(); // boundaries between cores of one run, by norms, roles or annotations
    void openDecoder(const PassRun &run);
    void learnTemplates();
    [[nodiscard]] std::vector<std::uint32_t> unevenBoundaries() const;
    void realignOutliers();
    void openByRepetition(); // no norms known, or layers do not begin with them: the first layer of each pass shows where they do
    void openBehindNorms(const PassRun &run);
    [[nodiscard]] std::optional<std::uint32_t> openingBetween(std::uint32_t before, std::uint32_t after) const;
    [[nodiscard]] PassLayout layoutRun(const PassRun &run, Span room);
    [[nodiscard]] std::uint32_t frontOfRun(const PassRun &run, Span room);
    [[nodiscard]] std::uint32_t endOfRun(const PassRun &run, Span room);
    [[nodiscard]] std::unordered_map<std::uint64_t, std::uint32_t> innerLayers() const;
    [[nodiscard]] std::vector<Span> ownTemplates(const PassRun &run, bool after, std::uint32_t nearCore) const;

    const LayoutInput &m_in;
    const MainSequence &m_seq;
    std::vector<Span> m_before; // templates of the trace, see SequenceAlignment.h
    std::vector<Span> m_after;
    std::vector<Boundary> m_boundary; // one a core: begin of its layer
    bool m_byRepetition = false; // first layers of passes have their begin too
};

} // namespace lamella::core
