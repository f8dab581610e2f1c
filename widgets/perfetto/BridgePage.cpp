// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/BridgePage.h"

#include "core/base/Format.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <array>
#include <utility>

namespace lamella::ui {

namespace {

struct BridgeText {
    Q_DECLARE_TR_FUNCTIONS(BridgeText)
};

constexpr std::array<std::pair<const char *, BridgeReport>, 7> kReports{{{"opened", BridgeReport::Opened},
    {"waiting", BridgeReport::Waiting}, {"blocked", BridgeReport::Blocked}, {"closed", BridgeReport::Closed},
    {"unreachable", BridgeReport::Unreachable}, {"memory", BridgeReport::NoMemory}, {"ended", BridgeReport::Ended}}};

QString originOf(const QString &address)
{
    return qtext(core::perfettoOrigin(stdtext(address)));
}

// Scripts only from this server, frames only of Perfetto, and no framing of the page. No Cross-Origin-Opener-Policy, because the
// page needs its reference to the tab it opens.
QByteArray policy(const QString &address)
{
    const QByteArray origin = originOf(address).toUtf8();
    return "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' " + origin
        + "; frame-src " + origin + "; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";
}

QByteArray resource(const QString &name)
{
    QFile file(QStringLiteral(":/perfetto/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray page()
{
    const std::pair<const char *, QString> texts[] = {
        {"lang", QLocale().bcp47Name()},
        {"title", BridgeText::tr("Lamella — Perfetto")},
        {"heading", BridgeText::tr("Show in Perfetto")},
        {"explanation",
            BridgeText::tr(
                "Opens Perfetto and hands it the trace. After that, “Show in Perfetto” in Lamella moves it. Keep this page "
                "open. The trace stays on this machine.")},
        {"open", BridgeText::tr("Open Perfetto")},
        {"connecting", BridgeText::tr("Waiting for Lamella…")},
        {"shown", BridgeText::tr("Shown so far")},
        {"ready", BridgeText::tr("Ready.")},
        {"sending", BridgeText::tr("The trace is on its way to Perfetto…")},
        {"following", BridgeText::tr("Perfetto follows Lamella.")},
        {"blocked", BridgeText::tr("The browser has blocked the new tab. Allow pop-ups for this page, then try again.")},
        {"closed", BridgeText::tr("The Perfetto tab was closed.")},
        {"unreachable",
            BridgeText::tr("Perfetto is not reachable. Check the network, or set another address of Perfetto in Lamella.")},
        {"reloaded",
            BridgeText::tr("The Perfetto tab has been reloaded and has no trace now. “Open Perfetto” hands it over again.")},
        {"memory", BridgeText::tr("The browser has not enough memory for this trace. Show a pass of it instead.")},
        {"changed", BridgeText::tr("The file has changed since Lamella read it. Reload it in Lamella.")},
        {"ended", BridgeText::tr("Lamella has closed this trace. This page can be closed.")},
    };
    QByteArray html = resource(QStringLiteral("bridge.html"));
    for (const auto &[key, text] : texts)
        html.replace(QByteArray("{{" + QByteArray(key) + "}}"), text.toHtmlEscaped().toUtf8());
    return html;
}

} // namespace

std::vector<LoopbackRoute> bridgeRoutes(const QByteArray &root, const QString &address)
{
    std::vector<LoopbackRoute> routes;
    const QByteArray headers = policy(address);
    const auto add = [&](const QByteArray &name, const QByteArray &type, const QByteArray &bytes, LoopbackRoute::Kind kind) {
        LoopbackRoute route;
        route.path = root + '/' + name;
        route.kind = kind;
        route.access = LoopbackRoute::Access::Page;
        route.contentType = type;
        route.bytes = bytes;
        route.headers = headers;
        routes.push_back(route);
    };
    add("", "text/html; charset=utf-8", page(), LoopbackRoute::Kind::Bytes);
    routes.back().access = LoopbackRoute::Access::Entry;
    add("bridge.js", "text/javascript; charset=utf-8", resource(QStringLiteral("bridge.js")), LoopbackRoute::Kind::Bytes);
    add("bridge.css", "text/css; charset=utf-8", resource(QStringLiteral("bridge.css")), LoopbackRoute::Kind::Bytes);
    add("events", {}, {}, LoopbackRoute::Kind::Events);
    for (const auto &[name, report] : kReports)
        add(QByteArray("report/") + name, {}, {}, LoopbackRoute::Kind::Report);
    return routes;
}

std::optional<BridgeReport> bridgeReport(const QByteArray &root, const QByteArray &path)
{
    for (const auto &[name, report] : kReports)
        if (path == root + "/report/" + name)
            return report;
    return std::nullopt;
}

QByteArray bridgeDocument(const BridgeTrace &trace)
{
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("path"), QString::fromLatin1(trace.path)},
                             {QStringLiteral("title"), trace.fileName},
                             {QStringLiteral("fileName"), trace.fileName},
                             {QStringLiteral("bytes"), static_cast<qint64>(trace.bytes)},
                             {QStringLiteral("rawBytes"), static_cast<qint64>(trace.rawBytes)},
                             {QStringLiteral("size"), qtext(core::formatBytes(static_cast<std::int64_t>(trace.bytes)))},
                             {QStringLiteral("origin"), originOf(trace.address)},
                             {QStringLiteral("address"), trace.address},
                             {QStringLiteral("tabUrl"), trace.tabUrl},
                             {QStringLiteral("frameUrl"), trace.frameUrl},
                             {QStringLiteral("serial"), trace.serial},
                         })
        .toJson(QJsonDocument::Compact);
}

QByteArray bridgeJump(const BridgeJump &jump)
{
    // Perfetto's message takes seconds as a double and converts them back into nanoseconds.
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("serial"), jump.serial},
                             {QStringLiteral("timeStart"), static_cast<double>(jump.window.beginNs) / 1e9},
                             {QStringLiteral("timeEnd"), static_cast<double>(jump.window.endNs) / 1e9},
                             {QStringLiteral("label"), jump.label},
                             {QStringLiteral("range"), jump.range},
                             {QStringLiteral("frameUrl"), jump.frameUrl},
                         })
        .toJson(QJsonDocument::Compact);
}

} // namespace lamella::ui
