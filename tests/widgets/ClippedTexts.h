// SPDX-License-Identifier: GPL-3.0-or-later
// What of the texts of a window has no room, and what of it lies over something else.
#pragma once

#include "widgets/common/DigitGrid.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/delegates/CellDelegates.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QStackedLayout>
#include <QStringList>
#include <QStyleOptionComboBox>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

namespace lamella::test {

inline QString widgetName(const QWidget &widget)
{
    return QStringLiteral("%1 '%2' in %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
            widget.parentWidget() != nullptr ? QString::fromLatin1(widget.parentWidget()->metaObject()->className()) : QString());
}

// Pixels that the text of a label or a button lacks; 0 or less where it has room, or says with dots that there is more.
inline int missingPx(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget); label != nullptr && !label->text().isEmpty()) {
        if (qobject_cast<const ui::ElidedLabel *>(&widget) != nullptr)
            return 0;
        return label->wordWrap() ? label->heightForWidth(label->width()) - label->height()
                                 : label->sizeHint().width() - label->width();
    }
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget);
        combo != nullptr && !combo->isEditable() && combo->sizeAdjustPolicy() == QComboBox::AdjustToContents) {
        QStyleOptionComboBox option;
        option.initFrom(combo);
        const QRect field = combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
        return combo->fontMetrics().horizontalAdvance(combo->currentText()) - field.width();
    }
    if (const auto *box = qobject_cast<const QCheckBox *>(&widget))
        return box->sizeHint().width() - box->width();
    if (const auto *tool = qobject_cast<const QToolButton *>(&widget)) {
        const bool text = tool->toolButtonStyle() != Qt::ToolButtonIconOnly && !tool->text().isEmpty();
        return text ? tool->fontMetrics().horizontalAdvance(tool->text()) - tool->width() : 0;
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget); button != nullptr && !button->text().isEmpty())
        return button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width() - button->width();
    return 0;
}

// One line for each text that is cut off.
inline QStringList clippedTexts(const QString &where, const QWidget &window)
{
    constexpr int kRoundingPx = 1;
    QStringList clipped;
    const auto inside = window.findChildren<QWidget *>();
    for (const QWidget *widget : inside) {
        if (!widget->isVisible() || widget->window() != &window || widget->visibleRegion().isEmpty())
            continue;
        if (const int missing = missingPx(*widget); missing > kRoundingPx)
            clipped << QStringLiteral("%1: %2 lacks %3 px").arg(where, widgetName(*widget)).arg(missing);
    }
    return clipped;
}

// One line for each column of numbers in a table that is narrower than one of them.
inline QStringList cutNumbers(const QString &where, QWidget &window)
{
    constexpr int kPaddingPx = 12;
    constexpr int kMaxRows = 2'000;
    QList<QTableView *> tables = window.findChildren<QTableView *>();
    if (auto *own = qobject_cast<QTableView *>(&window))
        tables << own;
    QStringList cut;
    for (QTableView *table : std::as_const(tables)) {
        if (!table->isVisible() || table->window() != window.window())
            continue;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (table->isColumnHidden(column)
                || qobject_cast<ui::NumberDelegate *>(table->itemDelegateForColumn(column)) == nullptr)
                continue;
            for (int row = 0; row < std::min(kMaxRows, table->model()->rowCount()); ++row) {
                const QString text = table->model()->index(row, column).data().toString();
                if (table->columnSpan(row, column) == 1
                    && ui::digitGridWidth(text, table->font()) + kPaddingPx > table->columnWidth(column)) {
                    cut << QStringLiteral("%1: “%2” in column “%3” of %4")
                               .arg(where, text, table->model()->headerData(column, Qt::Horizontal).toString(),
                                   widgetName(*table));
                    break;
                }
            }
        }
    }
    return cut;
}

// One line for each pair of neighbours in a layout that lie over each other.
inline QStringList overlaps(const QString &where, const QWidget &window)
{
    QStringList found;
    const auto inside = window.findChildren<QWidget *>();
    for (const QWidget *widget : inside) {
        const QLayout *layout = widget->layout();
        if (!widget->isVisible() || widget->window() != &window || layout == nullptr
            || qobject_cast<const QStackedLayout *>(layout) != nullptr)
            continue;
        QList<const QWidget *> shown;
        for (int i = 0; i < layout->count(); ++i)
            if (const QWidget *one = layout->itemAt(i)->widget(); one != nullptr && one->isVisible())
                shown << one;
        for (qsizetype i = 0; i < shown.size(); ++i)
            for (qsizetype k = i + 1; k < shown.size(); ++k)
                if (shown[i]->geometry().intersects(shown[k]->geometry()))
                    found << QStringLiteral("%1: %2 over %3").arg(where, widgetName(*shown[i]), widgetName(*shown[k]));
    }
    return found;
}

} // namespace lamella::test
