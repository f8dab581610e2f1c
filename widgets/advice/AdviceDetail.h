// SPDX-License-Identifier: GPL-3.0-or-later
// One finding as the inspector shows it: evidence, result of the change, certainty, and the change. Pure; texts in the language
// of the window.
#pragma once

#include "widgets/advice/AdvicePicture.h"
#include "widgets/inspector/InspectorContent.h"

namespace lamella::ui {

[[nodiscard]] InspectorContent adviceDetail(const AdviceCard &card, const core::ReportTable &table);

} // namespace lamella::ui
