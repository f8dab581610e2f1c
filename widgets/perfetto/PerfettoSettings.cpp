// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/PerfettoSettings.h"

#include "core/analysis/PerfettoRange.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/UiText.h"

#include <QUrl>

namespace lamella::ui {

namespace {

constexpr qint64 kMinHugeBytes = qint64{1} << 20;
constexpr qint64 kMaxHugeBytes = qint64{1} << 40;

} // namespace

std::optional<QString> addressFromText(const QString &text)
{
    const std::string address = core::perfettoAddress(stdtext(text));
    return address.empty() ? std::nullopt : std::optional(qtext(address));
}

QString PerfettoSettings::origin() const
{
    return qtext(core::perfettoOrigin(stdtext(address)));
}

bool PerfettoSettings::onlyLive() const
{
    const QUrl url(address);
    const QString host = url.host();
    const bool here =
        host == QStringLiteral("localhost") || host.startsWith(QStringLiteral("127.")) || host == QStringLiteral("::1");
    return url.scheme() == QStringLiteral("http") && !here;
}

PerfettoSettings PerfettoSettings::load()
{
    const QSettings &stored = appSettings();
    PerfettoSettings settings;
    if (const auto address = addressFromText(stored.value(QStringLiteral("perfetto/origin")).toString()))
        settings.address = *address;
    settings.live = stored.value(QStringLiteral("perfetto/live"), settings.live).toBool();
    bool ok = false;
    const int port = stored.value(QStringLiteral("perfetto/port")).toInt(&ok);
    if (ok && port > 0 && port < 65536)
        settings.port = static_cast<quint16>(port);
    const qint64 huge = stored.value(QStringLiteral("perfetto/hugeBytes")).toLongLong(&ok);
    if (ok && huge >= kMinHugeBytes && huge <= kMaxHugeBytes)
        settings.hugeBytes = huge;
    return settings;
}

void PerfettoSettings::save() const
{
    QSettings &stored = appSettings();
    stored.setValue(QStringLiteral("perfetto/origin"), address);
    stored.setValue(QStringLiteral("perfetto/port"), port);
    stored.setValue(QStringLiteral("perfetto/live"), live);
    stored.setValue(QStringLiteral("perfetto/hugeBytes"), hugeBytes);
}

} // namespace lamella::ui
