// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/RedirectFile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace lamella::ui {

namespace {

// Browsers installed as snaps cannot read temporary or hidden folders, only their own; other browsers can read all of the user's
// folders.
QString parentFolder()
{
    for (const char *browser : {"firefox", "chromium", "brave", "opera"}) {
        const QString own = QDir::homePath() + QStringLiteral("/snap/%1/common").arg(QLatin1String(browser));
        if (QFileInfo(own).isWritable())
            return own;
    }
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return runtime.isEmpty() ? QDir::tempPath() : runtime;
}

QByteArray page(const QUrl &target)
{
    const QByteArray address = QString::fromLatin1(target.toEncoded()).toHtmlEscaped().toLatin1();
    return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\n"
           "<meta http-equiv=\"refresh\" content=\"0; url="
        + address + "\">\n<title>Lamella</title></head>\n<body><a href=\"" + address + "\">Perfetto</a></body></html>\n";
}

} // namespace

RedirectFile::RedirectFile()
    : m_parent(parentFolder())
{
}

QUrl RedirectFile::write(const QUrl &target)
{
    if (!m_folder)
        m_folder = std::make_unique<QTemporaryDir>(m_parent + QStringLiteral("/lamella-XXXXXX")); // 0700
    if (!m_folder->isValid()) {
        m_problem = m_folder->errorString();
        m_folder.reset();
        return {};
    }
    QFile file(m_folder->filePath(QStringLiteral("show-%1.html").arg(++m_files)));
    const QByteArray text = page(target);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, QFile::ReadOwner | QFile::WriteOwner)
        || file.write(text) != text.size() || !file.flush()) {
        m_problem = file.errorString();
        return {};
    }
    return QUrl::fromLocalFile(file.fileName());
}

} // namespace lamella::ui
