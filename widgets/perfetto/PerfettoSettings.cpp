// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/PerfettoSettings.h"

#include <QSettings>
#include <QUrl>

namespace lamella::ui {

namespace {

constexpr qint64 kMinHugeBytes = qint64{1} << 20;
constexpr qint64 kMaxHugeBytes = qint64{1} << 40;

} // namespace

std::optional<QString> originFromText(const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    const QString scheme = url.scheme();
    if (!url.isValid() || (scheme != QStringLiteral("http") && scheme != QStringLiteral("https")) || url.host().isEmpty())
        return std::nullopt;
    if (!url.userInfo().isEmpty() || url.hasQuery() || url.hasFragment()
        || (!url.path().isEmpty() && url.path() != QStringLiteral("/")))
        return std::nullopt;
    const QString host = url.host(QUrl::FullyEncoded);
    QString origin = scheme + QStringLiteral("://") + (host.contains(u':') ? u'[' + host + u']' : host);
    const int usual = scheme == QStringLiteral("https") ? 443 : 80;
    if (url.port(usual) != usual)
        origin += u':' + QString::number(url.port());
    return origin;
}

PerfettoSettings PerfettoSettings::load()
{
    const QSettings stored;
    PerfettoSettings settings;
    if (const auto origin = originFromText(stored.value(QStringLiteral("perfetto/origin")).toString()))
        settings.origin = *origin;
    settings.live = stored.value(QStringLiteral("perfetto/live"), false).toBool();
    bool ok = false;
    const qint64 huge = stored.value(QStringLiteral("perfetto/hugeBytes")).toLongLong(&ok);
    if (ok && huge >= kMinHugeBytes && huge <= kMaxHugeBytes)
        settings.hugeBytes = huge;
    return settings;
}

void PerfettoSettings::save() const
{
    QSettings stored;
    stored.setValue(QStringLiteral("perfetto/origin"), origin);
    stored.setValue(QStringLiteral("perfetto/live"), live);
    stored.setValue(QStringLiteral("perfetto/hugeBytes"), hugeBytes);
}

} // namespace lamella::ui
