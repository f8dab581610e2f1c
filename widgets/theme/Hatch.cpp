// SPDX-License-Identifier: GPL-3.0-or-later
// Category hatches: 6 px tiles drawn at device pixels, because Qt's own patterns neither scale nor cover.
#include "widgets/theme/HatchSwitch.h"
#include "widgets/theme/Theme.h"

#include <QHash>
#include <QPainter>
#include <QPixmap>

#include <cmath>
#include <utility>

namespace lamella::ui {

namespace {

enum class Hatch : std::uint8_t { Solid, BDiag, FDiag, DiagCross, Hor, Ver, Cross, Dots };

Hatch hatchOf(core::Category category)
{
    const core::CategoryInfo &info = core::info(category);
    if (Theme::patterns())
        return static_cast<Hatch>(info.family);
    if (info.member == 0)
        return Hatch::Solid;
    if (info.member == 1)
        return Hatch::BDiag;
    return info.member == 2 ? Hatch::DiagCross : Hatch::Hor;
}

void drawDiagonals(QPainter &painter, double size, bool rising)
{
    for (int step = -1; step <= 1; ++step) { // also in neighbouring tiles, so that tiles join without a gap
        const double x = step * size;
        if (rising)
            painter.drawLine(QPointF(x - 1, size + 1), QPointF(x + size + 1, -1));
        else
            painter.drawLine(QPointF(x - 1, -1), QPointF(x + size + 1, size + 1));
    }
}

void drawHatch(QPainter &painter, Hatch hatch, double size)
{
    const double middle = size / 2;
    if (hatch == Hatch::BDiag || hatch == Hatch::DiagCross)
        drawDiagonals(painter, size, true);
    if (hatch == Hatch::FDiag || hatch == Hatch::DiagCross)
        drawDiagonals(painter, size, false);
    if (hatch == Hatch::Hor || hatch == Hatch::Cross)
        painter.drawLine(QPointF(0, middle), QPointF(size, middle));
    if (hatch == Hatch::Ver || hatch == Hatch::Cross)
        painter.drawLine(QPointF(middle, 0), QPointF(middle, size));
    if (hatch == Hatch::Dots)
        painter.drawPoint(QPointF(middle, middle));
}

QPixmap tile(const Theme &theme, core::Category category, Hatch hatch, qreal ratio)
{
    constexpr int kTile = 6;
    const int pixels = qMax(kTile, static_cast<int>(std::lround(kTile * ratio)));
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(theme.fill(category));
    QPainter painter(&pixmap);
    QColor line = theme.label(category);
    line.setAlphaF(line.lightnessF() > 0.5 ? 0.55F : 0.5F);
    const double scale = static_cast<double>(pixels) / kTile;
    const bool diagonal = hatch == Hatch::BDiag || hatch == Hatch::FDiag || hatch == Hatch::DiagCross;
    painter.setRenderHint(QPainter::Antialiasing, diagonal);
    painter.setPen(QPen(line, (hatch == Hatch::Dots ? 2.0 : 1.2) * scale, Qt::SolidLine, Qt::FlatCap));
    drawHatch(painter, hatch, pixels);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

bool Theme::hatched(core::Category category) const
{
    return hatchOf(category) != Hatch::Solid;
}

QBrush Theme::brush(core::Category category, qreal devicePixelRatio) const
{
    if (!hatchesDrawn())
        return fill(category);
    const Hatch hatch = hatchOf(category);
    if (hatch == Hatch::Solid)
        return fill(category);
    static QHash<std::pair<quint64, QRgb>, QBrush> cache; // safe: only the GUI thread paints
    const auto ratio = static_cast<quint64>(std::lround(devicePixelRatio * 64));
    const std::pair key(
        (ratio << 32) | (static_cast<quint64>(kind) << 24) | (static_cast<quint64>(category) << 8) | static_cast<quint64>(hatch),
        fill(category).rgb());
    const auto found = cache.constFind(key);
    if (found != cache.constEnd())
        return *found;
    return *cache.insert(key, QBrush(tile(*this, category, hatch, devicePixelRatio)));
}

} // namespace lamella::ui
