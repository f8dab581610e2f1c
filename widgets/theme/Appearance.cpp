// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Appearance.h"

#include <QApplication>
#include <QSettings>

namespace lamella::ui {

namespace {

// Qt 6.4 has no colour scheme; the palette that the desktop gave before ours replaced it tells.
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

} // namespace

ThemeChoice themeChoice()
{
    const QString name = QSettings().value(QStringLiteral("theme")).toString();
    return name == QStringLiteral("light") ? ThemeChoice::Light
        : name == QStringLiteral("dark")   ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

void setThemeChoice(ThemeChoice choice)
{
    QSettings().setValue(QStringLiteral("theme"),
        choice == ThemeChoice::Light      ? QStringLiteral("light")
            : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                          : QStringLiteral("system"));
    applyChoice(choice);
}

void applyAppearance()
{
    applyChoice(themeChoice());
    Theme::setPatterns(QSettings().value(QStringLiteral("patterns")).toBool());
}

void setPatternChoice(bool on)
{
    QSettings().setValue(QStringLiteral("patterns"), on);
    Theme::setPatterns(on);
}

} // namespace lamella::ui
