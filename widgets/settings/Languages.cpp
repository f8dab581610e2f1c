// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/Languages.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace lamella::ui {

namespace {

const QString kFolder = QStringLiteral(":/i18n");
const QString kPrefix = QStringLiteral("lamella_");
const QString kSuffix = QStringLiteral(".qm");

bool loadOwn(QTranslator &translator, const QString &code)
{
    if (code.isEmpty() && translator.load(QLocale::system(), QStringLiteral("lamella"), QStringLiteral("_"), kFolder))
        return true;
    return translator.load(kPrefix + (code.isEmpty() ? QStringLiteral("en") : code) + kSuffix, kFolder);
}

void install(std::unique_ptr<QTranslator> translator)
{
    translator->setParent(QCoreApplication::instance());
    QCoreApplication::installTranslator(translator.release());
}

} // namespace

QStringList knownLanguages()
{
    QStringList codes;
    for (const QString &name : QDir(kFolder).entryList({kPrefix + u'*' + kSuffix}, QDir::Files, QDir::Name))
        codes << name.mid(kPrefix.size()).chopped(kSuffix.size());
    return codes;
}

QString knownLanguage(const QString &code)
{
    QString wanted = code;
    wanted.replace(u'-', u'_');
    for (const QString &known : knownLanguages()) {
        if (known.compare(wanted, Qt::CaseInsensitive) == 0)
            return known;
    }
    return {};
}

QString languageName(const QString &code)
{
    if (code == QStringLiteral("en"))
        return QStringLiteral("English"); // not the name with a country
    const QLocale locale(code);
    QString name = locale.nativeLanguageName();
    if (name.isEmpty())
        return code;
    name[0] = name[0].toUpper();
    return name;
}

void installLanguage(const QString &code)
{
    auto own = std::make_unique<QTranslator>();
    if (!loadOwn(*own, code))
        return;
    // Qt's own buttons and dialogs use the chosen language rather than the system's, so that a window has one language.
    auto toolkit = std::make_unique<QTranslator>();
    const bool found = toolkit->load(QLocale(own->language()), QStringLiteral("qtbase"), QStringLiteral("_"),
        QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (found)
        install(std::move(toolkit));
    install(std::move(own));
}

} // namespace lamella::ui
