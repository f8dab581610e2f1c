// SPDX-License-Identifier: GPL-3.0-or-later
// What to look at, below the table of the roofline: the work with most headroom and what shows that less is possible, the work
// that is not modelled, and idle time. Each is a link to its row, its time, and one sentence from counted facts.
#pragma once

#include "core/model/Selection.h"
#include "widgets/roofline/RooflinePicture.h"

#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace lamella::ui {

struct RooflineHint {
    QString name;
    core::Selection target; // none: the name is no link
    std::int64_t ns = 0; // at best saved
    QString text;
};

[[nodiscard]] std::vector<RooflineHint> rooflineHints(const RooflinePicture &picture);
// Wall minus the time of all rows: negative where work overlaps. None where the rows are not those of one pass or layer.
[[nodiscard]] std::optional<std::int64_t> idleLessOverlap(const RooflinePicture &picture);

class RooflineHints : public QWidget {
    Q_OBJECT
public:
    explicit RooflineHints(QWidget *parent = nullptr);
    void setHints(std::vector<RooflineHint> hints);
    [[nodiscard]] const std::vector<RooflineHint> &hints() const { return m_hints; }

signals:
    void activated(const lamella::core::Selection &target);

private:
    std::vector<RooflineHint> m_hints;
    QWidget *m_list = nullptr;
};

} // namespace lamella::ui
