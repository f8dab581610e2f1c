// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TotalRow.h"

#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{24};
constexpr int kLeftColumn = 1;

} // namespace

TotalRow::TotalRow(QTableView &view, QWidget *parent)
    : QWidget(parent)
    , m_view(view)
{
    fixHeight(*this, kRowPx);
    connect(view.horizontalHeader(), &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
    connect(view.horizontalHeader(), &QHeaderView::geometriesChanged, this, qOverload<>(&QWidget::update));
    connect(view.horizontalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

void TotalRow::setTexts(const QMap<int, QString> &byColumn)
{
    m_texts = byColumn;
    setAccessibleName(tr("Total: %1").arg(listText(QStringList(byColumn.values()))));
    update();
}

void TotalRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(0, 0, width(), 1), theme.separatorStrong);
    const QFont font = Theme::strongFont();
    painter.setFont(font);
    painter.setPen(theme.text);
    const QHeaderView *header = m_view.horizontalHeader();
    for (auto at = m_texts.begin(); at != m_texts.end(); ++at) {
        if (header->isSectionHidden(at.key()))
            continue;
        QRect cell(header->sectionViewportPosition(at.key()) + 6, 1, header->sectionSize(at.key()) - 12, height() - 1);
        if (at.key() == kLeftColumn) {
            painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter,
                elided(QFontMetrics(font), at.value(), Qt::ElideRight, cell.width()));
            continue;
        }
        if (cell.left() < 0 || cell.right() >= width()) // scrolled out in part: half a number misleads
            continue;
        // Bold figures may need more than the column: numbers stand at its right, so there is room at the left.
        cell.setLeft(std::min(cell.left(), cell.right() - QFontMetrics(font).horizontalAdvance(at.value()) - 2));
        drawDigitGrid(painter, cell, at.value(), font);
    }
}

} // namespace lamella::ui
