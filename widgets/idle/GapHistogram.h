// SPDX-License-Identifier: GPL-3.0-or-later
// Number of gaps by length: bins of the table gaps_by_length, stacked by cause; heights are square roots, so that a few long gaps
// are visible beside thousands of short ones. Its parts are the bins.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/report/ReportTable.h"
#include "widgets/charts/Chart.h"

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

class GapHistogram : public Chart {
    Q_OBJECT
public:
    explicit GapHistogram(QWidget *parent = nullptr);
    void setBins(std::vector<GapBin> bins);
    [[nodiscard]] const std::vector<GapBin> &bins() const { return m_bins; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_bins.size()); }
    [[nodiscard]] QRect partRect(int bin) const override; // the bar
    [[nodiscard]] int hitAt(QPoint position) const override; // by the horizontal position alone
    void pressPart(int bin) override { emit binClicked(m_bins[static_cast<std::size_t>(bin)].fromNs); }

signals:
    void binClicked(qint64 fromNs); // request to show gaps from this length on

protected:
    [[nodiscard]] TipText tipOf(int bin) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] int heightOf(std::int64_t gaps) const;
    void paintAxis(QPainter &painter) const;

    std::vector<GapBin> m_bins;
    std::int64_t m_max = 1;
};

} // namespace lamella::ui
