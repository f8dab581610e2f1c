// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/PrivateFolder.h"

#include <QDir>
#include <QFileInfo>

namespace lamella::ui {

bool makePrivateFolder(const QString &folder)
{
    const QFileInfo info(folder);
    if (!info.isDir()) {
        QDir().mkpath(info.path());
        QDir().mkdir(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    return QFileInfo(folder).isDir();
}

} // namespace lamella::ui
