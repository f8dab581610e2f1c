// SPDX-License-Identifier: GPL-3.0-or-later
// Number of gaps by length: bins of the table gaps_by_length, stacked by cause; heights are square roots, so that a few long gaps
// are visible beside thousands of short ones.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/report/ReportTable.h"

#include <QWidget>

#include <array>
#include <vector>

namespace lamella::ui {

struct GapBin {
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    std::int64_t gaps = 0;
    std::int64_t sumNs = 0;
    std::array<std::int64_t, core::kGapCauses> byCause{};
};
// Excludes the row of gaps below the threshold.
[[nodiscard]] std::vector<GapBin> gapBinsFrom(const core::ReportTable &table);

class GapHistogram : public QWidget {
    Q_OBJECT
public:
    explicit GapHistogram(QWidget *parent = nullptr);
    void setBins(std::vector<GapBin> bins);
    [[nodiscard]] const std::vector<GapBin> &bins() const { return m_bins; }
    [[nodiscard]] QRect barOf(int bin) const;
    [[nodiscard]] int binAt(QPoint position) const; // -1 = none

signals:
    void binClicked(qint64 fromNs); // request to show gaps from this length on

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] int heightOf(std::int64_t gaps) const;
    void paintAxis(QPainter &painter) const;
    [[nodiscard]] QString tipOf(const GapBin &bin) const;

    std::vector<GapBin> m_bins;
    std::int64_t m_most = 1;
};

} // namespace lamella::ui
