// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/source/EditorLink.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/StatusBarOf.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QProcess>
#include <QUrl>

namespace lamella::ui {

namespace {

// Editors that need a terminal cannot be started from a window.
bool needsTerminal(const QString &program)
{
    const QString name = program.section(u'/', -1);
    return QStringList{QStringLiteral("vi"), QStringLiteral("vim"), QStringLiteral("nvim"), QStringLiteral("nano"),
        QStringLiteral("emacs"), QStringLiteral("ed"), QStringLiteral("hx"), QStringLiteral("micro"), QStringLiteral("joe")}
        .contains(name);
}

class EditorText {
    Q_DECLARE_TR_FUNCTIONS(EditorText)
};

} // namespace

QStringList editorCommand(const QString &command, const QString &file, std::int64_t line)
{
    QStringList words = QProcess::splitCommand(command);
    if (words.isEmpty())
        return {};
    const bool named = command.contains(QStringLiteral("%f"));
    for (qsizetype i = 1; i < words.size(); ++i)
        words[i].replace(QStringLiteral("%l"), QString::number(line)).replace(QStringLiteral("%f"), file);
    if (!named)
        words << QStringLiteral("+%1").arg(line) << file;
    return words;
}

QString editorAddress(const QString &file, std::int64_t line)
{
    QUrl url;
    url.setScheme(QStringLiteral("vscode"));
    url.setHost(QStringLiteral("file"));
    url.setPath((file.startsWith(u'/') ? file : u'/' + file) + u':' + QString::number(line));
    return url.toString(QUrl::FullyEncoded);
}

bool openInEditor(const QString &file, std::int64_t line, QWidget *from)
{
    QString command = appSettings().value(QStringLiteral("source/editor")).toString();
    for (const char *variable : {"VISUAL", "EDITOR"})
        if (command.isEmpty())
            if (const QString set = qEnvironmentVariable(variable); !set.isEmpty() && !needsTerminal(set.section(u' ', 0, 0)))
                command = set;
    const QStringList words = editorCommand(command, file, line);
    const bool opened = words.isEmpty() ? QDesktopServices::openUrl(QUrl(editorAddress(file, line)))
                                        : QProcess::startDetached(words.first(), words.mid(1));
    QStatusBar *const bar = opened ? nullptr : statusBarOf(from);
    if (bar != nullptr)
        bar->showMessage(words.isEmpty()
                ? EditorText::tr("No program opens %1: set the command of your editor in the settings")
                      .arg(editorAddress(file, line))
                : EditorText::tr("%1 could not be started: set the command of your editor in the settings").arg(words.first()),
            kToldMs);
    return opened;
}

} // namespace lamella::ui
