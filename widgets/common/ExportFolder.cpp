// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/ExportFolder.h"

#include "widgets/common/AppSettings.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace lamella::ui {

namespace {

const QLatin1String kExportKey("folders/export");
const QLatin1String kTraceKey("folders/trace");

} // namespace

QString exportFolder()
{
    const QSettings &settings = appSettings();
    for (const QLatin1String key : {kExportKey, kTraceKey}) {
        const QString folder = settings.value(key).toString();
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return folder;
    }
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() && documents != QDir::homePath() ? documents : QDir::currentPath();
}

void rememberExport(const QString &path)
{
    appSettings().setValue(kExportKey, QFileInfo(path).absolutePath());
}

void rememberTrace(const QString &path)
{
    appSettings().setValue(kTraceKey, QFileInfo(path).absolutePath());
}

} // namespace lamella::ui
