// SPDX-License-Identifier: GPL-3.0-or-later
// To the right of a comparison: how much longer the pair shown takes in B than in A, in all and by category.
#pragma once

#include "widgets/diff/DiffJob.h"

#include <QWidget>

#include <memory>

namespace lamella::ui {

class DiffSidebar : public QWidget {
    Q_OBJECT
public:
    explicit DiffSidebar(QWidget *parent = nullptr);
    void setShown(std::shared_ptr<const DiffShown> shown); // null = empty
    void setAnyWidth(); // instead of a fixed one
    // "B − A: −48.56 µs · −17.2 % of A's wall"; also the accessible description.
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] int paintHead(QPainter &painter) const;
    void paintCategories(QPainter &painter, int top) const;
    void paintLegend(QPainter &painter) const;

    std::shared_ptr<const DiffShown> m_shown;
};

} // namespace lamella::ui
