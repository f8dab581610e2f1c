// SPDX-License-Identifier: GPL-3.0-or-later
// One bar per category: which part of its busy time is exposed (filled) and which is hidden behind other work (outlined). The
// table beside it has the same numbers.
#pragma once

#include "core/profile/Category.h"
#include "core/report/ReportTable.h"
#include "widgets/charts/Chart.h"

#include <vector>

namespace lamella::ui {

struct OverlapBar {
    core::Category category = core::Category::Other;
    std::int64_t exposedNs = 0;
    std::int64_t hiddenNs = 0;
};
// From the table `overlap`; rows of one category are summed.
[[nodiscard]] std::vector<OverlapBar> overlapBarsFrom(const core::ReportTable &table);

class OverlapChart : public Chart {
    Q_OBJECT
public:
    explicit OverlapChart(QWidget *parent = nullptr);
    void setBars(std::vector<OverlapBar> bars);
    [[nodiscard]] const std::vector<OverlapBar> &bars() const { return m_bars; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_bars.size()); }
    [[nodiscard]] QRect partRect(int row) const override; // the whole bar; the exposed part is the left exposedPx()

protected:
    [[nodiscard]] TipText tipOf(int row) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    [[nodiscard]] static QString valueText(const OverlapBar &bar);
    [[nodiscard]] int exposedPx(int row) const;
    [[nodiscard]] double pitch() const;
    [[nodiscard]] int lines() const; // lines that fit; if fewer than bars, the last shows how many are missing

    std::vector<OverlapBar> m_bars;
    std::int64_t m_longest = 1;
    int m_labelPx = 0; // widths of the texts beside the bars, without the space between them
    int m_valuePx = 0;
};

} // namespace lamella::ui
