// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Appearance.h"

#include "widgets/common/AppSettings.h"

#include <QApplication>

#include <array>

namespace lamella::ui {

namespace {

// Qt 6.4 has no colour scheme; derived from the desktop's palette before ours replaced it.
ThemeKind desktopTheme()
{
    static const ThemeKind kind = [] {
        const QPalette palette = QApplication::palette();
        return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness() ? ThemeKind::Dark
                                                                                                             : ThemeKind::Light;
    }();
    return kind;
}

void applyChoice(ThemeChoice choice)
{
    const ThemeKind desktop = desktopTheme();
    Theme::apply(choice == ThemeChoice::System ? desktop : choice == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light);
}

constexpr std::array kFamilies{"gemm", "attention", "moe", "communication", "norm", "elementwise", "memory", "other"};

QString colourKey(ThemeKind kind, std::size_t family)
{
    return QStringLiteral("colours/%1/%2")
        .arg(kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"), QLatin1String(kFamilies[family]));
}

} // namespace

ThemeChoice themeChoice()
{
    const QString name = appSettings().value(QStringLiteral("theme")).toString();
    return name == QStringLiteral("light") ? ThemeChoice::Light
        : name == QStringLiteral("dark")   ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

void setThemeChoice(ThemeChoice choice)
{
    appSettings().setValue(QStringLiteral("theme"),
        choice == ThemeChoice::Light      ? QStringLiteral("light")
            : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                          : QStringLiteral("system"));
    applyChoice(choice);
}

void applyAppearance()
{
    const QSettings &settings = appSettings();
    Theme::setTextScale(settings.value(QStringLiteral("textScale"), 1.0).toDouble());
    applyChoice(themeChoice());
    Theme::setMotion(!settings.value(QStringLiteral("reducedMotion"), false).toBool());
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
        for (std::size_t family = 0; family < kFamilies.size(); ++family)
            if (const QColor fill(settings.value(colourKey(kind, family)).toString()); fill.isValid())
                Theme::setFamilyColor(kind, static_cast<core::CategoryFamily>(family), fill);
    Theme::setPatterns(settings.value(QStringLiteral("patterns")).toBool());
}

void setMotionChoice(bool on)
{
    appSettings().setValue(QStringLiteral("reducedMotion"), !on);
    Theme::setMotion(on);
}

void setTextScaleChoice(double scale)
{
    Theme::setTextScale(scale);
    appSettings().setValue(QStringLiteral("textScale"), Theme::textScale());
}

void setFamilyColorChoice(ThemeKind kind, core::CategoryFamily family, const QColor &fill)
{
    const QString key = colourKey(kind, static_cast<std::size_t>(family));
    if (fill.isValid() && fill != Theme::ownFamilyColor(kind, family))
        appSettings().setValue(key, fill.name());
    else
        appSettings().remove(key);
    Theme::setFamilyColor(kind, family, fill);
}

void setPatternChoice(bool on)
{
    appSettings().setValue(QStringLiteral("patterns"), on);
    Theme::setPatterns(on);
}

} // namespace lamella::ui
