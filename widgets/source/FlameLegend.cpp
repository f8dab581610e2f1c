// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/FlameLegend.h"

#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <array>

namespace lamella::ui {

namespace {

constexpr TextPx kMarkPx{10};
constexpr TextPx kWordGapPx{5}; // between a mark and its word
constexpr TextPx kEntryGapPx{12};

struct Entry {
    QString word;
    QColor fill;
};

std::array<Entry, 3> entries()
{
    const Theme &theme = Theme::current();
    return {{{FlameLegend::tr("yours"), theme.selection}, {FlameLegend::tr("module"), theme.track},
        {FlameLegend::tr("library"), theme.window}}};
}

int marksWidth(const QFontMetrics &metrics)
{
    int width = 0;
    for (const Entry &entry : entries())
        width += kMarkPx + kWordGapPx + metrics.horizontalAdvance(entry.word) + kEntryGapPx;
    return width;
}

} // namespace

FlameLegend::FlameLegend(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("flameLegend"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Colours of the flame graph: yours, module, library; kernels in their category"));
}

QSize FlameLegend::sizeHint() const
{
    const QFontMetrics metrics(Theme::captionFont());
    return {marksWidth(metrics) + metrics.horizontalAdvance(tr("kernels in their category")), metrics.height() + 2};
}

QSize FlameLegend::minimumSizeHint() const
{
    const QFontMetrics metrics(Theme::captionFont());
    return {marksWidth(metrics), metrics.height() + 2};
}

void FlameLegend::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    int x = 0;
    for (const Entry &entry : entries()) {
        const QRect mark(x, (height() - kMarkPx) / 2, kMarkPx, kMarkPx);
        painter.fillRect(mark, theme.separatorStrong);
        painter.fillRect(mark.adjusted(1, 1, -1, -1), entry.fill);
        x += kMarkPx + kWordGapPx;
        const int wide = metrics.horizontalAdvance(entry.word);
        painter.setPen(theme.text2);
        painter.drawText(QRect(x, 0, wide + 1, height()), Qt::AlignVCenter, entry.word);
        x += wide + kEntryGapPx;
    }
    const QString kernels = tr("kernels in their category");
    if (x + metrics.horizontalAdvance(kernels) <= width())
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, kernels);
}

void FlameLegend::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace lamella::ui
