// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/RecentFiles.h"

#include "widgets/common/AppSettings.h"

#include <QFileInfo>

#include <algorithm>

namespace lamella::ui {

namespace {

QString canonical(const QString &path)
{
    const QFileInfo info(path);
    const QString real = info.canonicalFilePath();
    return real.isEmpty() ? info.absoluteFilePath() : real;
}

} // namespace

RecentFiles::RecentFiles(QObject *parent)
    : QObject(parent)
{
    QSettings &settings = appSettings();
    const int count = settings.beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < count && m_files.size() < kLimit; ++i) {
        settings.setArrayIndex(i);
        RecentFile file{settings.value(QStringLiteral("path")).toString(), settings.value(QStringLiteral("format")).toString(),
            settings.value(QStringLiteral("summary")).toString(), settings.value(QStringLiteral("opened")).toDateTime()};
        if (!file.path.isEmpty())
            m_files.push_back(std::move(file));
    }
    settings.endArray();
}

void RecentFiles::add(RecentFile file)
{
    file.path = canonical(file.path);
    std::erase_if(m_files, [&](const RecentFile &known) { return known.path == file.path; });
    m_files.insert(m_files.begin(), std::move(file));
    if (m_files.size() > kLimit)
        m_files.resize(kLimit);
    save();
    emit changed();
}

void RecentFiles::clear()
{
    m_files.clear();
    save();
    emit changed();
}

void RecentFiles::save() const
{
    QSettings &settings = appSettings();
    settings.remove(QStringLiteral("recent"));
    settings.beginWriteArray(QStringLiteral("recent"), static_cast<int>(m_files.size()));
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("path"), m_files[i].path);
        settings.setValue(QStringLiteral("format"), m_files[i].format);
        settings.setValue(QStringLiteral("summary"), m_files[i].summary);
        settings.setValue(QStringLiteral("opened"), m_files[i].opened);
    }
    settings.endArray();
}

} // namespace lamella::ui
