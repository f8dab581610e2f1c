// SPDX-License-Identifier: GPL-3.0-or-later
// Building blocks of the settings pages.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QString>

class QFormLayout;
class QLabel;
class QWidget;

namespace lamella::ui {

inline constexpr TextPx kSettingWidthPx{260}; // of a control with choices

// Form of a page: labels on the left, controls at their natural width.
[[nodiscard]] QFormLayout *settingsForm(QWidget *page);
// A sentence below a control, in secondary text.
[[nodiscard]] QLabel *settingsNote(const QString &text, QWidget *page);
// Heading of a group of rows.
void addHeading(QFormLayout &form, const QString &text, QWidget *page);

} // namespace lamella::ui
