// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TotalRow.h"

#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{24};

} // namespace

TotalRow::TotalRow(QTableView &view, QWidget *parent)
    : TotalRow(view, Look::Total, 1, parent)
{
}

TotalRow::TotalRow(QTableView &view, Look look, int nameColumn, QWidget *parent)
    : QWidget(parent)
    , m_view(view)
    , m_look(look)
    , m_nameColumn(nameColumn)
{
    setAttribute(Qt::WA_OpaquePaintEvent); // else what is behind it is painted too
    fixHeight(*this, kRowPx);
    connect(view.horizontalHeader(), &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
    connect(view.horizontalHeader(), &QHeaderView::geometriesChanged, this, qOverload<>(&QWidget::update));
    connect(view.horizontalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

void TotalRow::setTexts(const QMap<int, QString> &byColumn)
{
    m_texts = byColumn;
    setAccessibleName(
        (m_look == Look::Total ? tr("Total: %1") : QStringLiteral("%1")).arg(listText(QStringList(byColumn.values()))));
    update();
}

// Right end of the name, which may lie over the columns behind it that have no total.
int TotalRow::nameRight() const
{
    const QHeaderView *header = m_view.horizontalHeader();
    int last = m_nameColumn;
    for (int visual = header->visualIndex(m_nameColumn) + 1; visual < header->count(); ++visual) {
        const int section = header->logicalIndex(visual);
        if (header->isSectionHidden(section))
            continue;
        if (m_texts.contains(section))
            break;
        last = section;
    }
    return std::min(width(), header->sectionViewportPosition(last) + header->sectionSize(last));
}

void TotalRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    const bool total = m_look == Look::Total;
    painter.fillRect(QRect(0, 0, width(), 1), total ? theme.separatorStrong : theme.separator);
    const QFont font = total ? Theme::strongFont() : Theme::bodyFont();
    painter.setFont(font);
    painter.setPen(total ? theme.text : theme.text2);
    const QHeaderView *header = m_view.horizontalHeader();
    int taken = 0; // by the texts so far
    for (auto at = m_texts.begin(); at != m_texts.end(); ++at) {
        if (header->isSectionHidden(at.key()))
            continue;
        QRect cell(header->sectionViewportPosition(at.key()) + 6, 1, header->sectionSize(at.key()) - 12, height() - 1);
        if (at.key() == m_nameColumn) {
            cell.setRight(nameRight() - 6);
            const bool whole = lineWidth(font, at.value()) <= cell.width();
            drawLine(painter, cell, Qt::AlignLeft,
                elidedLine(
                    font, whole ? at.value() : at.value().section(QStringLiteral(" · "), 0, 0), Qt::ElideRight, cell.width()));
            continue;
        }
        if (cell.left() < 0 || cell.right() >= width()) // scrolled out in part: half a number misleads
            continue;
        // Bold figures may need more than the column: numbers stand at its right, so there may be room at the left.
        for (const QFont &face : {font, Theme::bodyFont(), Theme::microFont()}) {
            const int wide = static_cast<int>(std::ceil(digitGridWidth(at.value(), face))) + 2;
            if (cell.right() - wide < taken) // half a number misleads: rather none, if it has no room in any face
                continue;
            cell.setLeft(cell.right() - wide);
            drawDigitGrid(painter, cell, at.value(), face);
            taken = cell.right() + 4;
            break;
        }
    }
}

} // namespace lamella::ui
