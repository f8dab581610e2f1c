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
    // Asked for many times in a frame, and a font costs more than a number: measured again only for another size of text.
    static double forTextScale = 0;
    static double scale = 1;
    if (forTextScale != Theme::textScale()) {
        forTextScale = Theme::textScale();
        scale = measured();
    }
    return scale;
}

} // namespace lamella::ui
