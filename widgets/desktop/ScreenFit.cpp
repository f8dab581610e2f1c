// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/ScreenFit.h"

#include <algorithm>

namespace lamella::ui {

QRect fitted(const QRect &window, const QList<QRect> &screens)
{
    if (screens.isEmpty())
        return window;
    constexpr int kGripWidth = 160; // part of the title bar that must be visible
    constexpr int kGripHeight = 24;
    const QRect title(window.left(), window.top(), window.width(), kGripHeight);
    const auto seen = [&](const QRect &screen) {
        const QRect part = screen.intersected(title);
        return part.width() >= std::min(kGripWidth, title.width()) && part.height() >= kGripHeight;
    };
    if (std::any_of(screens.begin(), screens.end(), seen))
        return window;
    const QRect &room = screens.first();
    const QSize size = window.size().boundedTo(room.size());
    const QPoint at(std::clamp(window.left(), room.left(), room.right() + 1 - size.width()),
        std::clamp(window.top(), room.top(), room.bottom() + 1 - size.height()));
    return {at, size};
}

QRect centred(const QSize &window, const QRect &screen)
{
    constexpr int kFrameTopPx = 40; // title bar
    constexpr int kFrameSidePx = 8;
    const QRect room = screen.adjusted(kFrameSidePx, kFrameTopPx, -kFrameSidePx, -kFrameSidePx);
    const QPoint at(room.left() + std::max(0, room.width() - window.width()) / 2,
        room.top() + std::max(0, room.height() - window.height()) / 2);
    return {at, window};
}

} // namespace lamella::ui
