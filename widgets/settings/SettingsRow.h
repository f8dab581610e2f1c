// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts that the pages of the settings are made of.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QString>

class QFormLayout;
class QLabel;
class QWidget;

namespace lamella::ui {

inline constexpr TextPx kSettingWidthPx{260}; // of a choice

// Form of a page: labels left, controls as wide as they need.
[[nodiscard]] QFormLayout *settingsForm(QWidget *page);
// A sentence below a control, in secondary text.
[[nodiscard]] QLabel *settingsNote(const QString &text, QWidget *page);
// Heading of a group of rows.
void addHeading(QFormLayout &form, const QString &text, QWidget *page);

} // namespace lamella::ui
