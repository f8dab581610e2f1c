// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/GeneralPage.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/AppSettings.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/settings/Languages.h"
#include "widgets/settings/SettingsRow.h"
#include "widgets/theme/Appearance.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace lamella::ui {

namespace {

template <class Change> void change(Change what)
{
    GeneralSettings settings = GeneralSettings::load();
    what(settings);
    settings.save();
}

} // namespace

GeneralPage::GeneralPage(const CommandRegistry &commands, QWidget *parent)
    : QWidget(parent)
{
    QFormLayout *form = settingsForm(this);
    addLanguage(*form);
    addTheme(*form, commands);
    addStart(*form);
    addFiles(*form);
}

QComboBox *GeneralPage::addChoice(QFormLayout &form, const QString &label, const char *name, const QStringList &texts, int now)
{
    auto *combo = new QComboBox(this);
    combo->setObjectName(QString::fromLatin1(name));
    combo->addItems(texts);
    combo->setCurrentIndex(now);
    combo->setMinimumWidth(kSettingWidthPx);
    form.addRow(label, combo);
    return combo;
}

void GeneralPage::addLanguage(QFormLayout &form)
{
    const QStringList codes = knownLanguages();
    QStringList names{tr("Like the system")};
    for (const QString &code : codes)
        names << languageName(code);
    const qsizetype now = codes.indexOf(GeneralSettings::load().language) + 1;
    QComboBox *combo = addChoice(form, tr("&Language:"), "languageChoice", names, static_cast<int>(now));
    auto *note = settingsNote(tr("Takes effect at the next start."), this);
    note->hide();
    form.addRow(QString(), note);
    connect(combo, &QComboBox::activated, this, [codes, note](int at) {
        change([&](GeneralSettings &settings) { settings.language = at == 0 ? QString() : codes.value(at - 1); });
        note->show();
    });
}

void GeneralPage::addTheme(QFormLayout &form, const CommandRegistry &commands)
{
    QComboBox *combo = addChoice(
        form, tr("&Theme:"), "themeChoice", {tr("Like the desktop"), tr("Light"), tr("Dark")}, static_cast<int>(themeChoice()));
    connect(combo, &QComboBox::activated, this, [&commands](int at) {
        const QString id = at == 1 ? QStringLiteral("view.theme-light")
            : at == 2              ? QStringLiteral("view.theme-dark")
                                   : QStringLiteral("view.theme-system");
        if (const Command *command = commands.find(id); command != nullptr && command->action)
            command->action->trigger(); // updates the menu, too
    });
}

void GeneralPage::addStart(QFormLayout &form)
{
    const GeneralSettings now = GeneralSettings::load();
    addHeading(form, tr("At start"), this);
    QComboBox *start = addChoice(
        form, tr("&Open at start:"), "startChoice", {tr("Nothing"), tr("What was open last")}, static_cast<int>(now.atStart));
    connect(start, &QComboBox::activated, this,
        [](int at) { change([at](GeneralSettings &settings) { settings.atStart = static_cast<AtStart>(at); }); });
    QComboBox *second = addChoice(form, tr("&When started again:"), "secondStartChoice",
        {tr("Open in the window that is there"), tr("Open another window")}, static_cast<int>(now.secondStart));
    connect(second, &QComboBox::activated, this,
        [](int at) { change([at](GeneralSettings &settings) { settings.secondStart = static_cast<SecondStart>(at); }); });
}

void GeneralPage::addFiles(QFormLayout &form)
{
    const GeneralSettings now = GeneralSettings::load();
    addHeading(form, tr("Files"), this);
    QComboBox *onChange = addChoice(form, tr("When an open file &changes:"), "onChangeChoice",
        {tr("Ask whether to reload it"), tr("Reload it"), tr("Do nothing")}, static_cast<int>(now.onChange));
    connect(onChange, &QComboBox::activated, this,
        [](int at) { change([at](GeneralSettings &settings) { settings.onChange = static_cast<OnChange>(at); }); });
    auto *places = new QCheckBox(tr("&Remember where I was in a trace"), this);
    places->setObjectName(QStringLiteral("rememberPlaces"));
    places->setToolTip(tr("Selection and zoom, by the content of the file, in the data folder of the program"));
    places->setChecked(now.rememberPlaces);
    form.addRow(QString(), places);
    connect(places, &QCheckBox::toggled, this,
        [](bool on) { change([on](GeneralSettings &settings) { settings.rememberPlaces = on; }); });
    auto *editor = new QLineEdit(appSettings().value(QStringLiteral("source/editor")).toString(), this);
    editor->setObjectName(QStringLiteral("sourceEditor"));
    editor->setPlaceholderText(QStringLiteral("code -g %f:%l"));
    editor->setToolTip(tr("Command that opens a source line: %f is the file, %l the line. Empty: $VISUAL or $EDITOR"));
    editor->setMinimumWidth(kSettingWidthPx);
    form.addRow(tr("&Editor for source lines:"), editor);
    connect(editor, &QLineEdit::editingFinished, this,
        [editor] { appSettings().setValue(QStringLiteral("source/editor"), editor->text().trimmed()); });
}

} // namespace lamella::ui
