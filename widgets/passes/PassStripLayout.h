// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of the pass strip: the form of passes at each width, the positions of their bars, and the passes that a pixel
// represents where several share one. Pure; pixels count from the left end of the bars.
#pragma once

#include "widgets/passes/PassStripData.h"

#include <cstdint>
#include <vector>

namespace lamella::ui {

enum class SlotForm {
    Named, // bar, name, wall, stage or state in three lines
    Narrow, // the same with a narrower bar and two decimals
    Numbered, // bar with its number below
    Bars, // bars, some with a number below
    Columns // one pixel for several passes
};

// How passes are ordered from left to right.
enum class StripOrder { Time, Wall };

// The part of the passes in view, in positions of the order: [first, last), at least one pass wide.
struct StripView {
    double first = 0;
    double last = 0;
    bool operator==(const StripView &) const = default;
};

// The passes that one pixel represents.
struct StripColumn {
    std::size_t slowest = 0; // position of the longest pass of the main stage, or of any stage if there is none
    bool hasMain = false;
    bool hasPrefill = false; // a pass of another stage, drawn as a line of full height
    std::size_t other = 0; // its position
};

// Outliers whose marks would touch share one.
struct OutlierMark {
    double x = 0;
    std::size_t position = 0; // of the longest of them
    int count = 1;
};

class PassStripLayout {
public:
    // `order`: row of PassStripData::passes for each position.
    PassStripLayout(const PassStripData &data, const std::vector<std::uint32_t> &order, StripView view, int widthPx);

    [[nodiscard]] SlotForm form() const { return m_form; }
    [[nodiscard]] double slotPx() const { return m_slotPx; }
    [[nodiscard]] double left(std::size_t position) const; // of its slot; may lie outside of the view
    [[nodiscard]] int barPx() const; // width of a bar
    [[nodiscard]] int barInset() const; // from the left end of the slot
    // Positions that touch the view.
    [[nodiscard]] std::size_t firstPosition() const;
    [[nodiscard]] std::size_t lastPosition() const; // exclusive
    // Interval at which numbers of passes are written in the forms Numbered and below.
    [[nodiscard]] std::size_t numberStep(int numberPx) const;
    // Only in the form Columns; one for each pixel with a pass, and its pixel is the index.
    [[nodiscard]] const std::vector<StripColumn> &columns() const { return m_columns; }
    [[nodiscard]] const std::vector<OutlierMark> &outliers() const { return m_outliers; }
    // Position at a pixel; of several the one that is drawn, an outlier within `snapPx` before all others.
    [[nodiscard]] std::optional<std::size_t> positionAt(double x, double snapPx) const;
    // Height of a bar of `fullPx`, and whether it is cut at the top.
    struct Height {
        int px = 0;
        bool cut = false;
    };
    [[nodiscard]] Height heightOf(std::int64_t wallNs, int fullPx) const;
    [[nodiscard]] int medianPx(int fullPx) const; // 0 = no median

private:
    void findColumns();
    void findOutliers();

    const PassStripData &m_data;
    const std::vector<std::uint32_t> &m_order;
    StripView m_view;
    int m_width;
    double m_slotPx;
    double m_topNs; // wall of a bar of full height
    SlotForm m_form;
    std::vector<StripColumn> m_columns;
    std::vector<OutlierMark> m_outliers;
};

// Rows of the passes by time, or the longest first.
[[nodiscard]] std::vector<std::uint32_t> stripOrder(const PassStripData &data, StripOrder order);
// The view after a step of zoom around `position`, limited to the passes and to at least kMinShownPasses of them.
inline constexpr double kMinShownPasses = 4;
[[nodiscard]] StripView zoomedView(StripView view, double position, double factor, std::size_t passes);

} // namespace lamella::ui
