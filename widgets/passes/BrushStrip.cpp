// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/passes/BrushStrip.h"

#include "widgets/common/Elide.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kHeightPx{88};
constexpr TextPx kLinePx{16};
constexpr TextPx kAbovePx{9}; // with room for the marks of outliers
constexpr TextPx kNumbersPx{20};

} // namespace

BrushStrip::BrushStrip(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : PassBars(tr("Passes in the brush"), controller, bus, parent)
{
    setObjectName(QStringLiteral("BrushStrip"));
    connect(&bus, &NavigationBus::focusChanged, this, &BrushStrip::describe);
    followTextSize(*this, [this] { setFixedHeight(kHeightPx); });
}

void BrushStrip::setPasses(PassStripData passes)
{
    m_layout.reset();
    m_data = std::move(passes);
    showRows({}, m_order);
}

void BrushStrip::showRows(std::vector<std::uint32_t> rows, StripOrder order)
{
    m_layout.reset();
    m_order = order;
    m_view = {0, static_cast<double>(std::max<std::size_t>(1, rows.size()))};
    setRows(std::move(rows));
    partsChanged();
}

QRect BrushStrip::barArea() const
{
    return {barsLeft(), kAbovePx, barsWidth(width()), std::max<int>(1, height() - kAbovePx - kNumbersPx)};
}

void BrushStrip::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    const int room = kLabelColumnPx - 14_px;
    int y = 7_px;
    const auto line = [&](const QString &text, const QFont &font, const QColor &colour) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRect(8_px, y, room, kLinePx), Qt::AlignVCenter | Qt::AlignLeft,
            elided(QFontMetrics(font), text, Qt::ElideRight, room));
        y += kLinePx;
    };
    const auto [first, last] = std::minmax_element(m_rows.begin(), m_rows.end());
    line(tr("In the brush"), Theme::strongFont(), theme.text);
    line(QStringLiteral("%1–%2").arg(passText(m_data.passes[*first].number), passText(m_data.passes[*last].number)),
        Theme::captionFont(), theme.text2);
    line(TraceWords::of(m_controller.document().get()).passCount(static_cast<std::int64_t>(m_rows.size())), Theme::captionFont(),
        theme.text2);
    painter.save();
    painter.setClipRect(QRect(kLabelColumnPx, 0, width() - kLabelColumnPx, height() - 1), Qt::IntersectClip);
    paintPasses(painter);
    painter.restore();
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

void BrushStrip::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_bus.brush().isEmpty())
        m_bus.setBrush({});
    else
        PassBars::keyPressEvent(event);
}

} // namespace lamella::ui
