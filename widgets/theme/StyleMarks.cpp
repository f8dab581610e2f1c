// SPDX-License-Identifier: GPL-3.0-or-later
// LamellaStyle: check boxes, radio buttons, spin boxes and message box icons. Fusion derives their lines from the window colour,
// which makes them invisible in a dark theme.
#include "widgets/common/Icons.h"
#include "widgets/theme/LamellaStyle.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainterPath>
#include <QStyleOption>
#include <QWidget>

#include <array>

namespace lamella::ui {

namespace {

constexpr TextPx kMarkPx{14};

struct MarkColours {
    QColor fill;
    QColor border;
    QColor mark;
};

// The border is all that shows an empty box, so it keeps a contrast of 3:1 to its surroundings.
MarkColours coloursOf(const QStyleOption &option, bool on)
{
    const Theme &theme = Theme::current();
    if (!option.state.testFlag(QStyle::State_Enabled))
        return {on ? theme.track : QColor(), theme.separatorStrong, theme.disabled};
    if (on)
        return {theme.accent, theme.accent, theme.onAccent};
    const QColor fill = option.state.testFlag(QStyle::State_Sunken) ? theme.track
        : option.state.testFlag(QStyle::State_MouseOver)            ? theme.hover
                                                                    : theme.field;
    return {fill, theme.text3, theme.text};
}

QRectF markArea(const QRect &rect)
{
    const qreal size = qMin<qreal>(kMarkPx, static_cast<qreal>(qMin(rect.width(), rect.height())));
    const QPointF centre = QRectF(rect).center();
    return {qRound(centre.x() - size / 2) + 0.5, qRound(centre.y() - size / 2) + 0.5, size - 1, size - 1};
}

QPixmap messageIcon(QStyle::StandardPixmap which, qreal ratio)
{
    const Theme &theme = Theme::current();
    constexpr TextPx kSize{32};
    switch (which) {
    case QStyle::SP_MessageBoxCritical:
        return iconPixmap(QStringLiteral("error"), theme.error, kSize, ratio);
    case QStyle::SP_MessageBoxWarning:
        return iconPixmap(QStringLiteral("warning"), theme.warning, kSize, ratio);
    default:
        return iconPixmap(QStringLiteral("info"), theme.info, kSize, ratio);
    }
}

} // namespace

void LamellaStyle::drawCheck(const QStyleOption &option, QPainter &painter) const
{
    const bool partly = option.state.testFlag(State_NoChange);
    const bool on = partly || option.state.testFlag(State_On);
    const MarkColours colours = coloursOf(option, on);
    const QRectF box = markArea(option.rect);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colours.fill.isValid() ? QBrush(colours.fill) : QBrush(Qt::NoBrush));
    painter.setPen(QPen(colours.border, 1));
    painter.drawRoundedRect(box, 3, 3);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.mark, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](qreal x, qreal y) { return QPointF(box.left() + box.width() * x, box.top() + box.height() * y); };
    if (partly) {
        painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
    } else if (on) {
        const std::array points{at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.30)};
        painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    }
    painter.restore();
}

void LamellaStyle::drawRadio(const QStyleOption &option, QPainter &painter) const
{
    const bool on = option.state.testFlag(State_On);
    const MarkColours colours = coloursOf(option, on);
    const QRectF circle = markArea(option.rect);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colours.fill.isValid() ? QBrush(colours.fill) : QBrush(Qt::NoBrush));
    painter.setPen(QPen(colours.border, 1));
    painter.drawEllipse(circle);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.mark);
        painter.drawEllipse(circle.center(), circle.width() * 0.22, circle.height() * 0.22);
    }
    painter.restore();
}

void LamellaStyle::drawSpinBox(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(&option);
    if (spin == nullptr)
        return;
    const Theme &theme = Theme::current();
    const bool enabled = spin->state.testFlag(State_Enabled);
    if (spin->frame) {
        const bool focus = spin->state.testFlag(State_HasFocus);
        const QColor border = focus ? theme.accent : enabled ? theme.separatorStrong : theme.separator;
        drawBox(painter, spin->rect, enabled ? theme.field : theme.header, border, focus ? 2 : 1);
    }
    if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    constexpr TextPx kArrow{10};
    const auto draw = [&](SubControl part, const QString &name, bool possible) {
        const QRect area = proxy()->subControlRect(CC_SpinBox, spin, part, widget).adjusted(0, 1, -1, 0);
        const bool active = enabled && possible && spin->activeSubControls.testFlag(part);
        if (active)
            painter.fillRect(area.adjusted(0, 1, -1, -1), spin->state.testFlag(State_Sunken) ? theme.track : theme.hover);
        painter.drawPixmap(area.center().x() - kArrow / 2, area.center().y() - kArrow / 2,
            iconPixmap(name, enabled && possible ? theme.text2 : theme.disabled, kArrow, painter.device()->devicePixelRatioF()));
    };
    draw(SC_SpinBoxUp, QStringLiteral("chevron-up"), spin->stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled));
    draw(SC_SpinBoxDown, QStringLiteral("chevron-down"), spin->stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled));
}

QIcon LamellaStyle::standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    switch (which) {
    case SP_MessageBoxInformation:
    case SP_MessageBoxQuestion:
    case SP_MessageBoxWarning:
    case SP_MessageBoxCritical: {
        QIcon icon;
        for (const qreal ratio : {1.0, 2.0})
            icon.addPixmap(messageIcon(which, ratio));
        return icon;
    }
    default:
        return QProxyStyle::standardIcon(which, option, widget);
    }
}

} // namespace lamella::ui
