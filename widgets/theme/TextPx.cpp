// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/TextPx.h"

#include "widgets/theme/Theme.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr double kUsualBodyPx = 12;
constexpr double kPointsPerInch = 72;

double measured()
{
    const QScreen *screen = QGuiApplication::primaryScreen();
    if (screen == nullptr)
        return 1;
    const double body = Theme::bodyFont().pointSizeF() * screen->logicalDotsPerInchY() / kPointsPerInch;
    return std::max(1.0, body / kUsualBodyPx);
}

} // namespace

double textPxScale()
{
    // Called many times per frame, and creating a font is expensive: only measured again for a new text size.
    static double forTextScale = 0;
    static double scale = 1;
    if (forTextScale != Theme::textScale()) {
        forTextScale = Theme::textScale();
        scale = measured();
    }
    return scale;
}

} // namespace lamella::ui
