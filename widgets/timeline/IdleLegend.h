// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the strip of idle time: the causes that take the most of what is seen, in words.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "widgets/timeline/TimelineData.h"

#include <QWidget>

#include <vector>

namespace lamella::ui {

class IdleLegend : public QWidget {
    Q_OBJECT
public:
    explicit IdleLegend(QWidget *parent);

    void setData(const TimelineDataPtr &data); // hides itself where no cause is known
    void setRange(core::TimeRange range); // that is seen
    // Of the range, longest first.
    [[nodiscard]] const std::vector<core::GapCause> &causes() const { return m_causes; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 16}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();

    TimelineDataPtr m_data;
    core::TimeRange m_range;
    std::vector<core::GapCause> m_causes;
};

} // namespace lamella::ui
