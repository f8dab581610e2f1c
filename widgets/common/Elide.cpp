// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Elide.h"

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr QChar kDots(0x2026);
constexpr qsizetype kMinChars = 64;

QString firstOf(const QString &text, qsizetype count)
{
    return text.left(count > 0 && text[count - 1].isHighSurrogate() ? count - 1 : count);
}

QString lastOf(const QString &text, qsizetype count)
{
    const qsizetype from = text.size() - count;
    return text.mid(from < text.size() && text[from].isLowSurrogate() ? from + 1 : from);
}

} // namespace

QString shortened(const QString &text, Qt::TextElideMode mode, qsizetype max)
{
    if (text.size() <= max)
        return text;
    switch (mode) {
    case Qt::ElideLeft:
        return kDots + lastOf(text, max);
    case Qt::ElideMiddle:
        return firstOf(text, max / 2) + kDots + lastOf(text, max / 2);
    case Qt::ElideRight:
    case Qt::ElideNone:
        break;
    }
    return firstOf(text, max) + kDots;
}

QString elided(const QFontMetrics &metrics, const QString &text, Qt::TextElideMode mode, int width)
{
    // Assumes at least one pixel per character; narrower text is cut slightly too early.
    return metrics.elidedText(shortened(text, mode, std::max<qsizetype>(kMinChars, width)), mode, width);
}

QString elidedPath(const QFontMetrics &metrics, const QString &path, int width)
{
    QString rest = path.right(std::max<qsizetype>(kMinChars, width)); // at least one pixel per character
    qsizetype slash = rest.size() < path.size() ? rest.indexOf(u'/') : -1;
    while (true) {
        if (slash >= 0)
            rest.remove(0, slash + 1);
        if (metrics.horizontalAdvance(rest) <= width)
            return rest;
        slash = rest.indexOf(u'/');
        if (slash < 0)
            return metrics.elidedText(rest, Qt::ElideLeft, width);
    }
}

} // namespace lamella::ui
