// SPDX-License-Identifier: GPL-3.0-or-later
// The visible range twice, one row above the other: the current layers, and the proposed ones. A line connects the rows where a
// boundary moves.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Time.h"
#include "widgets/session/NavigationBus.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace lamella::ui {

class BoundaryStrip : public QWidget {
    Q_OBJECT
public:
    explicit BoundaryStrip(QWidget *parent = nullptr);

    // Null: that row is empty and shows the reason `why`.
    void setSegmentations(std::shared_ptr<const core::Segmentation> now, std::shared_ptr<const core::Segmentation> proposed);
    void setWhy(const QString &why);
    void setView(core::TimeRange range, const Focus &focus);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::shared_ptr<const core::Segmentation> m_now;
    std::shared_ptr<const core::Segmentation> m_proposed;
    QString m_why;
    core::TimeRange m_range;
    Focus m_focus;
};

} // namespace lamella::ui
