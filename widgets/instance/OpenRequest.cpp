// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/instance/OpenRequest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr qsizetype kMaxFiles = 1024;
constexpr qsizetype kMaxPath = 4096;
constexpr qsizetype kMaxWord = 256;
constexpr int kMaxNumber = 100'000'000;
constexpr int kMinLayer = -2; // head and tail are negative

bool isPath(const QString &path)
{
    return path.startsWith(u'/') && path.size() <= kMaxPath && !path.contains(QChar(0)) && !path.contains(u'\n');
}

bool isWord(const QString &word)
{
    return word.size() <= kMaxWord && std::all_of(word.begin(), word.end(), [](QChar letter) { return letter.isPrint(); });
}

} // namespace

QByteArray toLine(const OpenRequest &request)
{
    QJsonObject object{{QStringLiteral("lamella"), 1}, {QStringLiteral("files"), QJsonArray::fromStringList(request.files)},
        {QStringLiteral("config"), request.config}, {QStringLiteral("profile"), request.profile},
        {QStringLiteral("compare"), request.compare}, {QStringLiteral("view"), request.view},
        {QStringLiteral("pass"), request.pass}, {QStringLiteral("new_window"), request.newWindow}};
    if (request.layer)
        object.insert(QStringLiteral("layer"), *request.layer);
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<OpenRequest> requestFromLine(const QByteArray &line)
{
    if (line.size() > kMaxRequestBytes)
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object.value(QStringLiteral("lamella")).toInt() != 1 || !object.value(QStringLiteral("files")).isArray())
        return std::nullopt;
    OpenRequest request;
    const QJsonArray files = object.value(QStringLiteral("files")).toArray();
    if (files.size() > kMaxFiles)
        return std::nullopt;
    for (const auto &file : files) {
        if (!file.isString() || !isPath(file.toString()))
            return std::nullopt;
        request.files << file.toString();
    }
    request.config = object.value(QStringLiteral("config")).toString();
    request.compare = object.value(QStringLiteral("compare")).toString();
    request.profile = object.value(QStringLiteral("profile")).toString();
    request.view = object.value(QStringLiteral("view")).toString();
    for (const QString &path : {request.config, request.compare})
        if (!path.isEmpty() && !isPath(path))
            return std::nullopt;
    if (!isWord(request.view) || request.profile.size() > kMaxPath || request.profile.contains(QChar(0)))
        return std::nullopt;
    request.pass = object.value(QStringLiteral("pass")).toInt(-1);
    if (const QJsonValue layer = object.value(QStringLiteral("layer")); !layer.isUndefined())
        request.layer = layer.toInt(kMaxNumber + 1);
    if (request.pass < -1 || request.pass > kMaxNumber
        || (request.layer && (*request.layer < kMinLayer || *request.layer > kMaxNumber)))
        return std::nullopt;
    request.newWindow = object.value(QStringLiteral("new_window")).toBool();
    return request;
}

} // namespace lamella::ui
