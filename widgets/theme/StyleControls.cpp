// SPDX-License-Identifier: GPL-3.0-or-later
// LamellaStyle: buttons, fields, combo boxes and scroll bars.
#include "widgets/common/Icons.h"
#include "widgets/theme/LamellaStyle.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QStyleOption>
#include <QWidget>

namespace lamella::ui {

namespace {

bool has(const QWidget *widget, const char *property)
{
    return widget != nullptr && widget->property(property).toBool();
}

// The focus ring is only for keyboard navigation; a mouse click shows its own effect.
bool keyboardFocus(const QStyleOption &option)
{
    return option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

QColor pressedOrHovered(const QStyleOption &option, const QColor &normal)
{
    const Theme &theme = Theme::current();
    if (!option.state.testFlag(QStyle::State_Enabled))
        return normal;
    if (option.state.testFlag(QStyle::State_Sunken))
        return theme.track;
    if (option.state.testFlag(QStyle::State_On))
        return theme.selection;
    return option.state.testFlag(QStyle::State_MouseOver) ? theme.hover : normal;
}

} // namespace

void LamellaStyle::drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const bool enabled = option.state.testFlag(State_Enabled);
    if (has(widget, "primary") && enabled) {
        QColor fill = theme.accent;
        if (option.state.testFlag(State_Sunken))
            fill = fill.darker(115);
        else if (option.state.testFlag(State_MouseOver))
            fill = theme.kind == ThemeKind::Light ? fill.lighter(112) : fill.lighter(106);
        drawBox(painter, option.rect, fill, {});
    } else {
        drawBox(painter, option.rect, pressedOrHovered(option, theme.field), enabled ? theme.separatorStrong : theme.separator);
    }
    if (keyboardFocus(option))
        drawBox(painter, option.rect, {}, theme.accent, 2);
}

void LamellaStyle::drawToolButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    if (has(widget, "outlined"))
        drawBox(painter, option.rect, pressedOrHovered(option, theme.field),
            option.state.testFlag(State_Enabled) ? theme.separatorStrong : theme.separator);
    else if (const QColor fill = pressedOrHovered(option, {}); fill.isValid())
        drawBox(painter, option.rect, fill, {});
}

void LamellaStyle::drawToolButtonLabel(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(&option);
    if (button == nullptr || button->toolButtonStyle != Qt::ToolButtonTextBesideIcon || button->icon.isNull()) {
        QProxyStyle::drawControl(CE_ToolButtonLabel, &option, &painter, widget);
        return;
    }
    constexpr TextPx kIcon{16};
    constexpr int kGap = 7;
    const Theme &theme = Theme::current();
    const bool enabled = button->state.testFlag(State_Enabled);
    const int width = kIcon + kGap + button->fontMetrics.horizontalAdvance(button->text);
    const int left = button->rect.left() + (button->rect.width() - width) / 2;
    const QIcon::Mode mode = !enabled ? QIcon::Disabled : button->state.testFlag(State_MouseOver) ? QIcon::Active : QIcon::Normal;
    const auto mirrored = [button](const QRect &rect) { return visualRect(button->direction, button->rect, rect); };
    button->icon.paint(
        &painter, mirrored({left, button->rect.center().y() - kIcon / 2 + 1, kIcon, kIcon}), Qt::AlignCenter, mode);
    painter.setPen(enabled ? theme.text : theme.disabled);
    painter.drawText(mirrored({left + kIcon + kGap, button->rect.top(), width - kIcon - kGap + 1, button->rect.height()}),
        Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, button->text);
}

// One frame around both parts of a button with a menu of its own; the arrow stands in the middle of the height, behind the text.
void LamellaStyle::drawMenuButton(const QStyleOptionToolButton &option, QPainter &painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    constexpr TextPx kArrowSizePx{10};
    constexpr int kInset = 4; // of arrow and text
    const bool split = option.features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
    const int menuPx = split ? pixelMetric(PM_MenuButtonIndicator, &option, widget) : kArrowSizePx + kInset;
    const QRect all = option.rect;
    const auto mirrored = [&](const QRect &rect) { return visualRect(option.direction, all, rect); };
    const QRect menu = mirrored({all.right() + 1 - menuPx, all.top(), menuPx, all.height()});
    drawToolButton(option, painter, widget);
    if (split)
        painter.fillRect(mirrored({all.right() + 1 - menuPx, all.top() + 1, 1, all.height() - 2}), theme.separator);
    QStyleOptionToolButton label(option);
    label.rect = mirrored({all.left(), all.top(), all.width() - menuPx, all.height()});
    drawControl(CE_ToolButtonLabel, &label, &painter, widget);
    const int left =
        split ? menu.center().x() - kArrowSizePx / 2 + 1 : mirrored({all.right() + 1 - menuPx, 0, kArrowSizePx, 1}).left();
    painter.drawPixmap(left, all.center().y() - kArrowSizePx / 2 + 1,
        iconPixmap(QStringLiteral("chevron-down"), option.state.testFlag(State_Enabled) ? theme.text2 : theme.disabled,
            kArrowSizePx, painter.device()->devicePixelRatioF()));
    if (option.state.testFlag(State_HasFocus))
        drawPrimitive(PE_FrameFocusRect, &option, &painter, widget);
}

void LamellaStyle::drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    // The editor inside a combo or spin box is already framed.
    if (widget != nullptr && widget->parentWidget() != nullptr
        && (qobject_cast<const QComboBox *>(widget->parentWidget()) != nullptr
            || qobject_cast<const QAbstractSpinBox *>(widget->parentWidget()) != nullptr))
        return;
    const Theme &theme = Theme::current();
    const bool enabled = option.state.testFlag(State_Enabled);
    QColor border = theme.separatorStrong;
    qreal width = 1;
    if (has(widget, "invalid")) {
        border = theme.error;
    } else if (option.state.testFlag(State_HasFocus)) {
        border = theme.accent;
        width = 2;
    }
    drawBox(painter, option.rect, enabled ? theme.field : theme.header, border, width);
}

void LamellaStyle::drawCombo(const QStyleOptionComplex &option, QPainter &painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    const bool enabled = option.state.testFlag(State_Enabled);
    QColor fill = theme.field;
    if (enabled && option.state.testFlag(State_MouseOver))
        fill = theme.hover;
    const bool focus = keyboardFocus(option);
    drawBox(
        painter, option.rect, fill, focus ? theme.accent : (enabled ? theme.separatorStrong : theme.separator), focus ? 2 : 1);
    constexpr TextPx kSize{14};
    const QRect arrow = subControlRect(CC_ComboBox, &option, SC_ComboBoxArrow, widget);
    painter.drawPixmap(arrow.center().x() - kSize / 2, arrow.center().y() - kSize / 2 + 1,
        iconPixmap(QStringLiteral("chevron-down"), enabled ? theme.text2 : theme.disabled, kSize,
            painter.device()->devicePixelRatioF()));
}

void LamellaStyle::drawComboLabel(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(&option);
    if (combo == nullptr)
        return;
    QStyleOptionComboBox fitting(*combo);
    if (!combo->editable && combo->currentIcon.isNull()) {
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2;
        fitting.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
    }
    QProxyStyle::drawControl(CE_ComboBoxLabel, &fitting, &painter, widget);
}

void LamellaStyle::drawScrollBar(const QStyleOptionComplex &option, QPainter &painter) const
{
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(&option);
    if (slider == nullptr)
        return;
    const Theme &theme = Theme::current();
    painter.fillRect(option.rect, theme.base);
    if (slider->maximum <= slider->minimum)
        return;
    const bool active = option.activeSubControls.testFlag(SC_ScrollBarSlider) && option.state.testFlag(State_MouseOver);
    QRect handle = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, nullptr);
    handle = slider->orientation == Qt::Horizontal ? handle.adjusted(1, 3, -1, -2) : handle.adjusted(3, 1, -2, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(active || option.state.testFlag(State_Sunken) ? theme.text3 : theme.separatorStrong);
    painter.drawRoundedRect(handle, 2.5, 2.5);
    painter.restore();
}

} // namespace lamella::ui
