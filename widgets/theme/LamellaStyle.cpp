// SPDX-License-Identifier: GPL-3.0-or-later
// Which code draws which element, and the sizes. Drawing is in StyleControls.cpp and StyleItems.cpp.
#include "widgets/theme/LamellaStyle.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>

namespace lamella::ui {

namespace {

constexpr TextPx kControlHeight{24};
constexpr TextPx kRowHeight{22};
constexpr TextPx kHeaderHeight{24};
constexpr TextPx kTabHeight{26};
constexpr int kComboLeftPx = 8; // of the text of a combo box
constexpr TextPx kComboArrowPx{22};
constexpr TextPx kMenuPartPx{18}; // of a button that does something and has a menu beside it

void drawBranch(const QStyleOption &option, QPainter &painter)
{
    if (!option.state.testFlag(QStyle::State_Children))
        return;
    const QString name =
        option.state.testFlag(QStyle::State_Open) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
    constexpr TextPx kSize{12};
    const QPixmap image = iconPixmap(name, Theme::current().text3, kSize, painter.device()->devicePixelRatioF());
    const QPoint centre = option.rect.center();
    painter.drawPixmap(centre.x() - kSize / 2 + 1, centre.y() - kSize / 2 + 1, image);
}

// Lines between parts, and the frame of a popover. False: not drawn.
bool drawFrame(const QStyleOptionFrame &option, QPainter &painter)
{
    const Theme &theme = Theme::current();
    const QRect r = option.rect;
    switch (option.frameShape) {
    case QFrame::HLine:
        painter.fillRect(QRect(r.left(), r.center().y(), r.width(), 1), theme.separator);
        return true;
    case QFrame::VLine:
        painter.fillRect(QRect(r.center().x(), r.top(), 1, r.height()), theme.separator);
        return true;
    case QFrame::Box:
        painter.save();
        painter.setPen(theme.separatorStrong);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(r.adjusted(0, 0, -1, -1));
        painter.restore();
        return true;
    default:
        return false;
    }
}

// The shape of an icon in one colour.
QIcon tinted(const QIcon &icon, const QSize &size, const QColor &colour, qreal ratio)
{
    QPixmap picture = icon.pixmap(size, ratio);
    if (picture.isNull())
        return {};
    QPainter painter(&picture);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(picture.rect(), colour);
    painter.end();
    return QIcon(picture);
}

} // namespace

LamellaStyle::LamellaStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
    setObjectName(QStringLiteral("lamella"));
}

int LamellaStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
        return 16_px;
    case PM_SplitterWidth: // gets a grab area of 5 px from Qt when it is 1 px wide
        return 1;
    case PM_DefaultFrameWidth:
        return qobject_cast<const QAbstractItemView *>(widget) != nullptr ? 0 : 1;
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
        return 0;
    case PM_ToolBarItemSpacing:
        return 4;
    case PM_MenuBarHMargin:
        return 4;
    case PM_MenuBarItemSpacing:
        return 2;
    case PM_TabBarTabHSpace:
        return 20_px;
    case PM_TabBarTabVSpace:
        return 8;
    case PM_ScrollBarExtent:
        return 10_px;
    case PM_ScrollBarSliderMin:
        return 24;
    case PM_MenuButtonIndicator:
        return kMenuPartPx;
    case PM_HeaderMarkSize:
        return 10_px;
    case PM_HeaderMargin:
        return 6;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    case PM_FocusFrameHMargin: // texts of rows begin where the labels of the header do
        return qobject_cast<const QAbstractItemView *>(widget) != nullptr ? 5 : QProxyStyle::pixelMetric(metric, option, widget);
    case PM_HeaderDefaultSectionSizeVertical:
        return qMax<int>(kRowHeight, (widget != nullptr ? widget->fontMetrics() : QFontMetrics(Theme::bodyFont())).height() + 6);
    case PM_MessageBoxIconSize:
        return 32_px;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int LamellaStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_ScrollBar_LeftClickAbsolutePosition:
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_UnderlineShortcut: // mnemonics show while Alt is held
        return hint == SH_UnderlineShortcut ? QProxyStyle::styleHint(hint, option, widget, data) : 0;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    case SH_Widget_Animation_Duration: // the timeline alone moves
        return Theme::motion() && widget != nullptr && widget->inherits("lamella::ui::TimelineView") ? 120 : 0;
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons: // words are enough
    case SH_Widget_Animate:
        return 0;
    case SH_Table_GridLineColor:
        return static_cast<int>(Theme::current().separator.rgb());
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize LamellaStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize s = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int text = option != nullptr ? option->fontMetrics.height() : 0;
    switch (type) {
    case CT_PushButton:
        s = {size.width() + 16, qMax<int>(kControlHeight, text + 8)};
        break;
    case CT_ToolButton:
        s = {size.width() + (size.width() > 24_px ? 14_px : 10_px), qMax<int>(26_px, size.height() + 8)};
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option); button != nullptr
            && button->features.testFlag(QStyleOptionToolButton::HasMenu)
            && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup))
            s.rwidth() += kMenuArrowPx;
        break;
    case CT_ComboBox:
        s.setWidth(qMax(
            s.width(), size.width() + kComboLeftPx + kComboArrowPx + 4)); // as subControlRect() divides it; advances are rounded
        [[fallthrough]];
    case CT_LineEdit:
    case CT_SpinBox:
        s.setHeight(qMax<int>(kControlHeight, text + 8));
        break;
    case CT_ItemViewItem:
        s.setHeight(qMax<int>(kRowHeight, text + 6));
        break;
    case CT_HeaderSection:
        s.setHeight(qMax<int>(kHeaderHeight, text + 8));
        break;
    case CT_TabBarTab:
        s.setHeight(qMax<int>(kTabHeight, text + 10));
        break;
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
            item != nullptr && (item->menuItemType != QStyleOptionMenuItem::Separator || !item->text.isEmpty()))
            s.setHeight(qMax<int>(24_px, text + 8));
        break;
    case CT_MenuBarItem:
        s.setHeight(qMax<int>(26_px, text + 10));
        break;
    default:
        break;
    }
    return s;
}

QRect LamellaStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_HeaderArrow) {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (header != nullptr) // directly after the label; see drawHeaderLabel
            rect = {};
    }
    if (element == SE_ItemViewItemFocusRect) // includes the icon: the row has the focus, not its text
        return option->rect;
    return rect;
}

QRect LamellaStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        const QRect r = option->rect;
        if (part == SC_ComboBoxArrow)
            return visualRect(option->direction, r, QRect(r.right() - kComboArrowPx + 1, r.top(), kComboArrowPx, r.height()));
        if (part == SC_ComboBoxEditField)
            return visualRect(option->direction, r, r.adjusted(kComboLeftPx, 1, -kComboArrowPx, -1));
    }
    if (control == CC_ScrollBar) { // no arrow buttons: groove and slider only
        const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (slider == nullptr)
            return {};
        const bool horizontal = slider->orientation == Qt::Horizontal;
        const int length = horizontal ? slider->rect.width() : slider->rect.height();
        const auto range = static_cast<qint64>(slider->maximum) - slider->minimum;
        int handle = length;
        if (range > 0)
            handle = qMax(pixelMetric(PM_ScrollBarSliderMin, option, widget),
                static_cast<int>(static_cast<qint64>(slider->pageStep) * length / (range + slider->pageStep)));
        handle = qMin(handle, length);
        const int start = sliderPositionFromValue(
            slider->minimum, slider->maximum, slider->sliderPosition, length - handle, slider->upsideDown);
        const auto along = [&](int from, int to) {
            return horizontal ? QRect(slider->rect.left() + from, slider->rect.top(), to - from, slider->rect.height())
                              : QRect(slider->rect.left(), slider->rect.top() + from, slider->rect.width(), to - from);
        };
        switch (part) {
        case SC_ScrollBarGroove:
            return slider->rect;
        case SC_ScrollBarSlider:
            return along(start, start + handle);
        case SC_ScrollBarSubPage:
            return along(0, start);
        case SC_ScrollBarAddPage:
            return along(start + handle, length);
        default:
            return {};
        }
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

void LamellaStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (auto *view = qobject_cast<QAbstractItemView *>(widget)) {
        view->setAttribute(Qt::WA_Hover);
        view->viewport()->setAttribute(Qt::WA_Hover);
    }
    if (qobject_cast<QHeaderView *>(widget) != nullptr && !widget->testAttribute(Qt::WA_SetFont))
        setTextFont(*widget, &Theme::captionFont);
    if (qobject_cast<QTabBar *>(widget) != nullptr || qobject_cast<QComboBox *>(widget) != nullptr
        || qobject_cast<QToolButton *>(widget) != nullptr)
        widget->setAttribute(Qt::WA_Hover);
}

void LamellaStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    switch (element) {
    case PE_PanelButtonCommand:
        return drawButton(*option, *painter, widget);
    case PE_PanelButtonTool:
        return drawToolButton(*option, *painter, widget);
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        if (element == PE_PanelLineEdit)
            drawField(*option, *painter, widget);
        return;
    case PE_PanelItemViewRow:
        return;
    case PE_PanelItemViewItem:
        return drawRow(*option, *painter, widget);
    case PE_FrameFocusRect:
        if (qobject_cast<const QAbstractButton *>(widget) != nullptr)
            drawBox(*painter, widget->rect(), {}, theme.accent, 2);
        else
            drawBox(*painter, option->rect, {}, theme.accent);
        return;
    case PE_IndicatorHeaderArrow: // drawHeaderLabel puts it after the label
        return;
    case PE_IndicatorBranch:
        return drawBranch(*option, *painter);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheck(*option, *painter);
    case PE_IndicatorRadioButton:
        return drawRadio(*option, *painter);
    case PE_PanelScrollAreaCorner:
        return painter->fillRect(option->rect, theme.base);
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, theme.window);
        painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), theme.separator);
        return;
    case PE_FrameStatusBarItem:
    case PE_IndicatorToolBarHandle:
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
        return;
    case PE_IndicatorToolBarSeparator: {
        const QRect r = option->rect;
        painter->fillRect(QRect(r.center().x(), r.center().y() - 9, 1, 18), theme.separator);
        return;
    }
    case PE_PanelTipLabel:
        drawBox(*painter, option->rect, theme.tooltip, theme.separatorStrong);
        return;
    case PE_Frame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame != nullptr && frame->lineWidth > 0)
            drawBox(*painter, option->rect, {}, theme.separator);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void LamellaStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::current();
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option); button != nullptr && widget != nullptr
            && widget->property("primary").toBool() && button->state.testFlag(State_Enabled)) {
            QStyleOptionButton onAccent(*button);
            onAccent.palette.setColor(QPalette::ButtonText, theme.onAccent);
            onAccent.icon = tinted(button->icon, button->iconSize, theme.onAccent, painter->device()->devicePixelRatioF());
            return QProxyStyle::drawControl(element, &onAccent, painter, widget);
        }
        return QProxyStyle::drawControl(element, option, painter, widget);
    case CE_ComboBoxLabel:
        return drawComboLabel(*option, *painter, widget);
    case CE_ToolButtonLabel:
        return drawToolButtonLabel(*option, *painter, widget);
    case CE_TabBarTabShape:
        return drawTab(*option, *painter);
    case CE_HeaderSection:
        return drawHeaderSection(*option, *painter);
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, theme.base);
        return hairlineBottom(*painter, option->rect, theme.separator);
    case CE_HeaderLabel:
        return drawHeaderLabel(*option, *painter);
    case CE_Splitter:
        return painter->fillRect(option->rect, theme.separator);
    case CE_ToolBar:
        painter->fillRect(option->rect, theme.window);
        return hairlineBottom(*painter, option->rect, theme.separator);
    case CE_MenuBarEmptyArea:
        return painter->fillRect(option->rect, theme.window);
    case CE_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            painter->fillRect(item->rect, theme.window);
            const bool active = item->state.testFlag(State_Selected);
            if (active)
                drawBox(*painter, item->rect.adjusted(0, 2, 0, -2),
                    item->state.testFlag(State_Sunken) ? theme.selection : theme.track, {});
            drawItemText(painter, item->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine,
                item->palette, item->state.testFlag(State_Enabled), item->text, QPalette::WindowText);
        }
        return;
    case CE_ShapedFrame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame == nullptr || !drawFrame(*frame, *painter))
            QProxyStyle::drawControl(element, option, painter, widget);
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void LamellaStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ComboBox)
        return drawCombo(*option, *painter, widget);
    if (control == CC_ScrollBar)
        return drawScrollBar(*option, *painter);
    if (control == CC_SpinBox)
        return drawSpinBox(*option, *painter, widget);
    if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        control == CC_ToolButton && button != nullptr && button->features.testFlag(QStyleOptionToolButton::HasMenu))
        return drawMenuButton(*button, *painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace lamella::ui
