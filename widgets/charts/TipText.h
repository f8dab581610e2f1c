// SPDX-License-Identifier: GPL-3.0-or-later
// Text of a tooltip: name, place, figures, one hint. It is also the accessible description of the item at the keyboard cursor.
#pragma once

#include <QPoint>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <utility>
#include <vector>

namespace lamella::ui {

struct TipText {
    QString name;
    QString where; // "KV cache · P0 · L4 · stream 3"
    std::vector<std::pair<QString, QString>> figures; // label, value
    QString hint;

    [[nodiscard]] bool isEmpty() const { return name.isEmpty() && where.isEmpty(); }
    [[nodiscard]] QString html() const;
    [[nodiscard]] QString plain() const;
};

// A tip without a name, of one sentence.
[[nodiscard]] TipText sentenceTip(const QString &sentence);

// Shows the tooltip to the right of `item` (widget coordinates), so that it never covers it; nothing while a menu is open.
void showTip(const TipText &tip, const QRect &item, QWidget *widget);
void hideTip();

[[nodiscard]] QString signedShare(double share); // "+4.1 %", with U+2212 as minus

inline constexpr int kTipDelayMs = 400;

} // namespace lamella::ui
