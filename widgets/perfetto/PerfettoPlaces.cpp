// SPDX-License-Identifier: GPL-3.0-or-later
// The shown place as a link, as an event for the page, and as text.
#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/perfetto/BridgePage.h"
#include "widgets/perfetto/PerfettoLinker.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lamella::ui {

namespace {

struct PlaceText {
    Q_DECLARE_TR_FUNCTIONS(PlaceText)
};

constexpr qsizetype kMaxLabel = 80; // names may have 200 000 characters

QString short80(const QString &text)
{
    return text.size() <= kMaxLabel ? text : text.left(kMaxLabel - 1) + u'…';
}

QString placeLabel(const core::Selection &selection, const core::TraceDocument &document, const core::KernelNames *names)
{
    if (const auto *pass = std::get_if<core::PassSelection>(&selection))
        return PlaceText::tr("pass %1").arg(pass->pass);
    if (const auto *layer = std::get_if<core::LayerSelection>(&selection))
        return PlaceText::tr("pass %1 · %2").arg(layer->pass).arg(layerText(layer->layer));
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        const core::StringId name = document.kernels.name[kernel->kernel.value];
        return short80(names != nullptr ? qtext((*names)[name].shortName) : qtext(document.text(name)));
    }
    if (const auto *event = std::get_if<core::EventSelection>(&selection))
        return short80(qtext(document.text(document.events.row(event->event).name)));
    const auto *range = std::get_if<core::RangeSelection>(&selection);
    const bool whole = range != nullptr && range->range.begin.value <= document.bounds.exactBegin
        && range->range.end.value >= document.bounds.exactEnd;
    return whole ? PlaceText::tr("the whole trace") : PlaceText::tr("the selected range");
}

} // namespace

// A moment is an event that nobody selected yet.
core::Selection PerfettoLinker::subject() const
{
    const InspectorContent *detail = m_bus.detail();
    if (detail != nullptr && !detail->moment.isEmpty())
        return detail->momentEvent;
    return detail != nullptr && !std::holds_alternative<std::monostate>(detail->subject) ? detail->subject : m_bus.selectionOrTrace();
}

// A kernel's name stands for its longest instance.
core::Selection PerfettoLinker::target() const
{
    core::Selection about = subject();
    const auto *name = std::get_if<core::NameSelection>(&about);
    const auto document = m_controller.document();
    if (name == nullptr || !document)
        return about;
    const core::KernelId longest = core::longestInstance(*document, name->name);
    return longest.valid() ? core::Selection(core::KernelSelection{longest}) : core::Selection();
}

bool PerfettoLinker::canShow() const
{
    const auto document = m_controller.document();
    const core::TimeRange range = m_bus.rangeOf(target());
    return document && range != core::TimeRange{} && core::perfettoWindow(range, document->bounds).has_value();
}

void PerfettoLinker::showSelection()
{
    const auto document = m_controller.document();
    if (!document)
        return;
    if (!canShow()) {
        tell(PerfettoNews::Kind::Warning, tr("Select a pass, a layer, a kernel or a range first"));
        return;
    }
    const core::Selection place = target();
    m_place = {place, m_bus.rangeOf(place), placeLabel(place, *document, m_controller.names().get())};
    if (!m_way && document->source.rawBytes > static_cast<std::uint64_t>(m_settings.hugeBytes)) {
        emit wayWanted(document->source.rawBytes);
        return;
    }
    proceed();
}

core::TimeRange PerfettoLinker::placeRange() const
{
    return m_source.sibling ? m_source.sibling->moved(m_place.range) : m_place.range;
}

core::PerfettoWindow PerfettoLinker::window() const
{
    const core::TraceBounds &bounds = m_source.bounds;
    return core::perfettoWindow(placeRange(), bounds).value_or(core::PerfettoWindow{bounds.perfettoBegin, bounds.perfettoEnd});
}

core::PerfettoLinkRequest PerfettoLinker::request() const
{
    core::PerfettoLinkRequest link;
    link.address = stdtext(m_settings.address);
    const core::TraceDocument &document = *m_controller.document();
    const core::PerfettoTarget target = m_source.sibling
        ? m_source.sibling->target(document, m_place.selection, m_place.range)
        : core::perfettoTarget(document, m_place.selection, m_place.range, m_source.bounds);
    const bool oneEvent = std::holds_alternative<core::KernelSelection>(m_place.selection)
        || std::holds_alternative<core::EventSelection>(m_place.selection);
    link.slice = target.slice;
    if (!oneEvent || !target.slice)
        link.window = window();
    link.pinnedTracks = target.tracks;
    link.note = stdtext(m_place.label);
    link.noteNs = std::max(m_source.bounds.perfettoTime(placeRange().begin.value), m_source.bounds.perfettoBegin);
    return link;
}

QString PerfettoLinker::frameUrl() const
{
    core::PerfettoLinkRequest link = request();
    link.embedded = true;
    link.window.reset();
    return qtext(core::perfettoLink(link));
}

QString PerfettoLinker::fileName() const
{
    return QFileInfo(m_controller.path()).fileName();
}

QString PerfettoLinker::problemText(ServeProblem problem) const
{
    switch (problem) {
    case ServeProblem::FileGone:
        return tr("%1 no longer exists, so Perfetto cannot read it").arg(m_controller.path());
    case ServeProblem::FileChanged:
        return tr("%1 has changed since it was read, so Perfetto did not get it. Reload it here first.").arg(m_controller.path());
    case ServeProblem::Unreadable:
        return tr("%1 cannot be read, so Perfetto did not get it").arg(m_controller.path());
    case ServeProblem::ClientLeft:
        return tr("The browser has closed the connection. If it asked for access to the local network, allow it and try again.");
    case ServeProblem::None:
        break;
    }
    return tr("The browser has the trace. Nothing has left this machine.");
}

QString PerfettoLinker::traceProcessorCommand() const
{
    QStringList words = TraceProcessor::arguments(m_controller.path(), port(), m_settings.origin());
    words.prepend(m_environment.traceProcessor());
    return words.join(u' ');
}

void PerfettoLinker::openBrowser(const QUrl &url, const QString &text)
{
    m_otherUserTold = false;
    const QString link = QString::fromLatin1(url.toEncoded());
    const QUrl page = m_redirect.write(url);
    if (page.isEmpty())
        tell(PerfettoNews::Kind::Warning,
            tr("The page that leads to Perfetto cannot be written (%1). Copy the link and open it in a browser.")
                .arg(m_redirect.problem()),
            link);
    else if (m_environment.openInBrowser(page))
        tell(PerfettoNews::Kind::Info, text, link);
    else
        tell(PerfettoNews::Kind::Warning, tr("No browser could be started. Copy the link and open it in one."), link);
}

void PerfettoLinker::serveLive(const Source &source, const QString &why)
{
    LoopbackRoute route;
    route.kind = LoopbackRoute::Kind::File;
    route.access = LoopbackRoute::Access::Page;
    route.file = source.file;
    std::vector<LoopbackRoute> routes;
    if (m_bridgePort == 0) {
        m_bridgeRoot = randomPath();
        routes = bridgeRoutes(m_bridgeRoot, m_settings.address);
    } else if (!m_bridgeTrace.isEmpty()) {
        m_bridge.removeRoute(m_bridgeTrace);
    }
    m_bridgeTrace = m_bridgeRoot + randomPath();
    route.path = m_bridgeTrace;
    routes.push_back(route);
    m_bridgeSent = false;
    m_bridgeWhy = why;
    m_starting = true;
    m_bridgeRoutes = routes;
    m_bridge.start(m_bridgeAnyPort ? 0 : m_settings.pagePort(), m_settings.origin().toUtf8(), routes);
    emit servingChanged();
}

// A port that the user has chosen may be taken, for example by another window of Lamella.
void PerfettoLinker::onBridgeFailed(const QString &reason)
{
    if (m_settings.pagePort() != 0 && !m_bridgeAnyPort) {
        m_bridgeAnyPort = true;
        m_bridgeWhy = tr("Port %1 is taken (%2), so the page has another one.").arg(m_settings.port).arg(reason);
        m_bridge.start(0, m_settings.origin().toUtf8(), m_bridgeRoutes);
        return;
    }
    m_starting = false;
    emit servingChanged();
    tell(PerfettoNews::Kind::Error,
        tr("The trace cannot be offered to a browser (%1). Open %2 in Perfetto by hand; the link leads to the range.")
            .arg(reason, m_controller.path()),
        qtext(core::perfettoLink(request())));
}

void PerfettoLinker::onBridgeStarted(quint16 port)
{
    m_starting = false;
    m_bridgeRoutes.clear();
    m_bridgePort = port;
    emit servingChanged();
    BridgeTrace trace;
    trace.path = m_bridgeTrace;
    trace.fileName = m_source.sibling
        ? QFile::decodeName(QByteArray::fromStdString(m_source.sibling->source.path)).section(u'/', -1)
        : fileName();
    trace.bytes = m_source.file.bytes;
    trace.rawBytes = m_source.rawBytes;
    trace.address = m_settings.address;
    trace.tabUrl = qtext(core::perfettoLink(request()));
    trace.frameUrl = frameUrl();
    trace.serial = m_jumps + 1;
    m_bridge.sendEvent("document", bridgeDocument(trace));
    tellBridge();
}

void PerfettoLinker::tellBridge()
{
    const std::int64_t zero = m_controller.document()->zero();
    BridgeJump jump;
    jump.serial = ++m_jumps;
    jump.window = window();
    jump.frameUrl = frameUrl();
    jump.label = m_place.label;
    jump.range = qtext(core::formatTime(m_place.range.begin.value - zero)) + QStringLiteral(" – ")
        + qtext(core::formatTime(m_place.range.end.value - zero));
    m_bridge.sendEvent("jump", bridgeJump(jump));
    if (m_listeners > 0) {
        tell(PerfettoNews::Kind::Info,
            m_bridgeSent ? tr("Perfetto moves to %1").arg(m_place.label)
                         : tr("Lamella's page in the browser hands over the trace."));
        return;
    }
    const QString page = QStringLiteral("http://127.0.0.1:%1%2/").arg(m_bridgePort).arg(QString::fromLatin1(m_bridgeRoot));
    const QString open = withNote(tr("A page of Lamella opens in the browser, with Perfetto at %1.").arg(m_place.label));
    openBrowser(QUrl(page), m_bridgeWhy.isEmpty() ? open : m_bridgeWhy + u' ' + open);
}

void PerfettoLinker::onBridgeEnded(ServeProblem problem)
{
    m_bridgeSent = m_bridgeSent || problem == ServeProblem::None;
    if (problem != ServeProblem::None)
        tell(PerfettoNews::Kind::Error, problemText(problem));
}

void PerfettoLinker::onBridgeReport(const QByteArray &path)
{
    using Kind = PerfettoNews::Kind;
    const std::optional<BridgeReport> report = bridgeReport(m_bridgeRoot, path);
    if (!report || m_bridgePort == 0)
        return;
    switch (*report) {
    case BridgeReport::Opened:
        tell(Kind::Info,
            withNote(tr("Perfetto has the trace and moves to %1. Nothing has left this machine.").arg(m_place.label)));
        break;
    case BridgeReport::Waiting:
        tell(Kind::Info, tr("Press “Open Perfetto” on Lamella's page in the browser; after that, its tab follows."));
        break;
    case BridgeReport::Blocked:
        tell(Kind::Warning, tr("The browser has blocked the new tab. Allow pop-ups for Lamella's page, then try again."));
        break;
    case BridgeReport::Closed:
        tell(Kind::Info, tr("The tab with Perfetto was closed. “Show in Perfetto” opens it again."));
        break;
    case BridgeReport::Unreachable:
        tell(Kind::Error,
            tr("Perfetto is not reachable: the browser finds no page at %1. Check the network, or set another address.")
                .arg(m_settings.address),
            qtext(core::perfettoLink(request())));
        break;
    case BridgeReport::NoMemory:
        tell(Kind::Error, tr("The browser has not enough memory for this trace. Show a pass of it instead."));
        break;
    case BridgeReport::Ended:
        break; // problemText() has said why
    }
}

} // namespace lamella::ui
