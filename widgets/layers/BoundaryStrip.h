// SPDX-License-Identifier: GPL-3.0-or-later
// The visible range twice, one row above the other: the layers as they are, and as they would be. Where a boundary moves, a line
// runs from one row to the other.
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

    // Null: nothing to show in that row; `why` says the reason there.
    void setCuts(std::shared_ptr<const core::Segmentation> now, std::shared_ptr<const core::Segmentation> proposed);
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
