// SPDX-License-Identifier: GPL-3.0-or-later
// Picture of a gap in the inspector: the work before it, its parts in the colours of their causes, the work after it, and below, on
// the line of the CPU, the call that launched that work with an arrow to its start. The parts are to scale, the work is not.
#pragma once

#include "widgets/inspector/InspectorContent.h"

#include <QRect>

#include <vector>

class QPainter;

namespace lamella::ui {

[[nodiscard]] int gapPictureHeight();

// The marks of a section with Picture::Gap: the work before, the parts of the gap (with a cause), the work after, and the call
// that launched it, if recorded (its `ns` counts from the begin of the gap). One rectangle for each.
[[nodiscard]] std::vector<QRect> gapMarkRects(const InspectorSection &section, const QRect &picture);

[[nodiscard]] bool isCallOfGap(const InspectorSection &section, int mark);

void paintGapPicture(QPainter &painter, const InspectorSection &section, const QRect &picture);

} // namespace lamella::ui
