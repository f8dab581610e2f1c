// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/PlaceStore.h"

#include "core/system/RegularFile.h"
#include "widgets/common/PrivateFolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxBytes = 16'384; // per place

QString fileOf(const QString &folder, const std::string &fingerprint)
{
    return folder + u'/' + QString::fromStdString(fingerprint) + QStringLiteral(".json");
}

} // namespace

QString placeFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/places");
}

std::optional<TracePlace> readPlace(const QString &folder, const std::string &fingerprint)
{
    const std::string text = core::firstBytes(QFile::encodeName(fileOf(folder, fingerprint)).toStdString(), kMaxBytes);
    return placeFromJson(QByteArray::fromStdString(text));
}

core::Result<bool> writePlace(const QString &folder, const std::string &fingerprint, const TracePlace &place, int max)
{
    const QString name = fileOf(folder, fingerprint);
    const bool known = QFileInfo::exists(name);
    makePrivateFolder(folder);
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(toJson(place)) < 0 || !file.commit())
        return core::Error{core::ErrorCode::Io, "cannot be written: " + file.errorString().toStdString(), name.toStdString(), -1};
    if (!known) {
        const QFileInfoList all = QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time); // newest first
        for (qsizetype i = max; i < all.size(); ++i)
            QFile::remove(all[i].filePath());
    }
    return true;
}

} // namespace lamella::ui
