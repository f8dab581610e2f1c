// SPDX-License-Identifier: GPL-3.0-or-later
// Below the curve of memory, on the same axis: the passes and layers as the host allocates for them, and the kernels of the main
// stream, which run later. Its parts are the passes and layers in view.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/memory/MemoryPicture.h"
#include "widgets/timeline/TimelineBands.h"
#include "widgets/timeline/TimelineData.h"

#include <memory>

namespace lamella::ui {

class MemoryLanes : public Chart {
    Q_OBJECT
public:
    explicit MemoryLanes(QWidget *parent = nullptr);

    // Null: nothing. The zero is that of the times of the picture.
    void setPicture(std::shared_ptr<const MemoryPicture> picture, std::int64_t zero);
    void setTimeline(TimelineDataPtr timeline); // for the kernels; null: none
    void setSelection(const Focus &focus, const core::Selection &selection);
    // `range` in ns from zero between the pixels `left` and `right`.
    void setView(core::TimeRange range, int left, int right);
    [[nodiscard]] core::TimeRange view() const { return m_view; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_passes.bands.size() + m_layers.bands.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] core::Selection targetOf(int part) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void paintEmpty(QPainter &painter) const override;

private:
    [[nodiscard]] const TimelineBand &band(int part) const;
    [[nodiscard]] bool isPass(int part) const { return part < static_cast<int>(m_passes.bands.size()); }
    [[nodiscard]] QRect rowRect(int row) const;
    void paintKernels(QPainter &painter) const;
    void paintLabel(QPainter &painter, int row, const QString &label, const QString &note = {}) const;

    std::shared_ptr<const MemoryPicture> m_picture;
    TimelineDataPtr m_timeline;
    std::int64_t m_zero = 0;
    Focus m_focus;
    core::Selection m_selection;
    core::TimeRange m_view;
    int m_left = 0;
    int m_right = 1;
    TimelineBands m_passes;
    TimelineBands m_layers;
};

} // namespace lamella::ui
