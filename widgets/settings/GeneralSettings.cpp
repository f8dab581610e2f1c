// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/GeneralSettings.h"

#include "widgets/common/AppSettings.h"


namespace lamella::ui {

GeneralSettings GeneralSettings::load()
{
    const QSettings &stored = appSettings();
    const auto word = [&stored](const char *key) { return stored.value(QLatin1String(key)).toString(); };
    GeneralSettings settings;
    if (word("start/open") == QStringLiteral("last"))
        settings.atStart = AtStart::LastSession;
    if (word("start/second") == QStringLiteral("same"))
        settings.secondStart = SecondStart::SameWindow;
    const QString change = word("files/onChange");
    if (change == QStringLiteral("reload"))
        settings.onChange = OnChange::Reload;
    else if (change == QStringLiteral("ignore"))
        settings.onChange = OnChange::Ignore;
    settings.language = word("language");
    settings.rememberPlaces = stored.value(QStringLiteral("files/rememberPlaces"), true).toBool();
    return settings;
}

void GeneralSettings::save() const
{
    QSettings &stored = appSettings();
    stored.setValue(
        QStringLiteral("start/open"), atStart == AtStart::LastSession ? QStringLiteral("last") : QStringLiteral("nothing"));
    stored.setValue(
        QStringLiteral("start/second"), secondStart == SecondStart::SameWindow ? QStringLiteral("same") : QStringLiteral("new"));
    stored.setValue(QStringLiteral("files/onChange"),
        onChange == OnChange::Reload       ? QStringLiteral("reload")
            : onChange == OnChange::Ignore ? QStringLiteral("ignore")
                                           : QStringLiteral("ask"));
    stored.setValue(QStringLiteral("language"), language);
    stored.setValue(QStringLiteral("files/rememberPlaces"), rememberPlaces);
}

} // namespace lamella::ui
