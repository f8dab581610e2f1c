// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/PlotLegend.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QPen>
#include <QStringList>

namespace lamella::ui {

namespace {

constexpr int kChipPx = 10;
constexpr int kGapPx = 6; // between chip and word
constexpr int kBetweenPx = 14;

} // namespace

PlotLegend::PlotLegend(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PlotLegend::setEntries(const PlotLook &look, const QVector<PlotLegendEntry> &entries)
{
    m_look = look;
    m_entries = entries;
    QStringList words;
    for (const PlotLegendEntry &entry : entries)
        words << entry.text;
    setAccessibleName(words.join(QCoreApplication::translate("Word", ", ")));
    updateGeometry();
    update();
}

QSize PlotLegend::sizeHint() const
{
    const QFontMetrics metrics(m_look.caption);
    int width = 0;
    for (const PlotLegendEntry &entry : m_entries)
        width += kChipPx + kGapPx + metrics.horizontalAdvance(entry.text) + kBetweenPx;
    return {width, metrics.height() + 4};
}

void PlotLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(m_look.caption);
    const QFontMetrics metrics(m_look.caption);
    int x = 0;
    for (const PlotLegendEntry &entry : m_entries) {
        const int middle = height() / 2;
        if (entry.dashed) {
            painter.setPen(QPen(entry.color, 1, Qt::DashLine));
            painter.drawLine(x, middle, x + kChipPx, middle);
        } else {
            painter.fillRect(QRect(x, middle - kChipPx / 2, kChipPx, kChipPx), entry.color);
        }
        x += kChipPx + kGapPx;
        painter.setPen(m_look.text2);
        painter.drawText(QRect(x, 0, metrics.horizontalAdvance(entry.text) + 1, height()), Qt::AlignVCenter, entry.text);
        x += metrics.horizontalAdvance(entry.text) + kBetweenPx;
    }
}

} // namespace lamella::ui
