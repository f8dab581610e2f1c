// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CategoryLegend.h"

#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

namespace lamella::ui {

namespace {

constexpr TextPx kChipGapPx{6};
constexpr TextPx kEntryGapPx{12};
constexpr TextPx kChipPx{10};

} // namespace

CategoryLegend::CategoryLegend(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    setAccessibleName(tr("Categories"));
}

void CategoryLegend::setCategories(std::vector<core::Category> categories)
{
    m_categories = std::move(categories);
    QStringList names;
    for (const core::Category category : m_categories)
        names << categoryTitle(category);
    setToolTip(names.join(QStringLiteral(", ")));
    setAccessibleDescription(toolTip());
    update();
}

void CategoryLegend::changeEvent(QEvent *event)
{
    update();
    QWidget::changeEvent(event);
}

void CategoryLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(Theme::captionFont());
    painter.setPen(Theme::current().text2);
    const QFontMetrics metrics(painter.font());
    int x = 0;
    for (std::size_t i = 0; i < m_categories.size(); ++i) {
        const QString name = categoryTitle(m_categories[i]);
        const int wide = kChipPx + kChipGapPx + metrics.horizontalAdvance(name);
        const QString rest = QStringLiteral("+%1").arg(m_categories.size() - i);
        const bool isLast = i + 1 == m_categories.size();
        if (x + wide + (isLast ? 0 : kEntryGapPx + metrics.horizontalAdvance(rest)) > width()) {
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, rest);
            return;
        }
        paintCategoryChip(painter, QPoint(x, (height() - kChipPx) / 2), m_categories[i], devicePixelRatioF(), kChipPx);
        painter.setPen(Theme::current().text2);
        painter.drawText(QRect(x + kChipPx + kChipGapPx, 0, wide, height()), Qt::AlignVCenter, name);
        x += wide + kEntryGapPx;
    }
}

void paintCategoryChip(QPainter &painter, QPointF topLeft, core::Category category, qreal devicePixelRatio, double side)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().brush(category, devicePixelRatio));
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(side, side)), side / 5, side / 5);
    painter.restore();
}

} // namespace lamella::ui
