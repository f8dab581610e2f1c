// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of the way and the servers; PerfettoPlaces.cpp builds what is sent.
#include "widgets/perfetto/PerfettoLinker.h"

#include "core/base/Saturate.h"
#include "core/import/archive/ArchivePath.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/perfetto/BridgePage.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace lamella::ui {

PerfettoLinker::PerfettoLinker(SessionController &controller, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_settings(PerfettoSettings::load())
    , m_shot(this, kWaitMs)
    , m_bridge(this)
    , m_segmentation(std::make_unique<JobSlot>(controller.pool()))
{
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, [this] {
        if (m_waiting.isEmpty())
            return;
        m_shot.stop();
        m_shotPort = 0;
        m_waiting.clear();
        emit servingChanged();
        tell(PerfettoNews::Kind::Warning,
            tr("No browser has asked for the trace; it is no longer offered. Show it again to try once more."));
    });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_controller.keepsTrace())
            return;
        stop();
        m_way.reset();
    });
    connectServers();
}

PerfettoLinker::~PerfettoLinker() = default;

void PerfettoLinker::connectServers()
{
    connect(&m_shot, &LoopbackHost::started, this, &PerfettoLinker::onShotStarted);
    connect(&m_shot, &LoopbackHost::failed, this, [this](const QString &reason) {
        m_waiting.clear();
        serveLive(m_source, tr("Port %1 is taken (%2), so a page of Lamella hands over the trace.").arg(port()).arg(reason));
    });
    connect(&m_shot, &LoopbackHost::fileEnded, this, &PerfettoLinker::onShotEnded);
    connect(&m_bridge, &LoopbackHost::started, this, &PerfettoLinker::onBridgeStarted);
    connect(&m_bridge, &LoopbackHost::failed, this, &PerfettoLinker::onBridgeFailed);
    connect(&m_bridge, &LoopbackHost::listenersChanged, this, [this](int count) { m_listeners = count; });
    connect(&m_bridge, &LoopbackHost::fileEnded, this, [this](const QByteArray &path, ServeProblem problem) {
        if (m_bridgePort != 0 && path == m_bridgeTrace)
            onBridgeEnded(problem);
    });
    connect(&m_bridge, &LoopbackHost::reported, this, &PerfettoLinker::onBridgeReport);
    connect(&m_shot, &LoopbackHost::clientWaits, this, &PerfettoLinker::onClientWaits);
    connect(&m_shot, &LoopbackHost::otherUserRefused, this, &PerfettoLinker::onOtherUser);
    connect(&m_bridge, &LoopbackHost::otherUserRefused, this, &PerfettoLinker::onOtherUser);
    connect(&m_processor, &TraceProcessor::ready, this, [this] {
        openBrowser(QUrl(qtext(core::perfettoLink(request()))),
            tr("trace_processor has the trace. Answer “use loaded trace” in Perfetto."));
    });
    connect(
        &m_processor, &TraceProcessor::failed, this, [this](const QString &reason) { tell(PerfettoNews::Kind::Error, reason); });
}

void PerfettoLinker::setSettings(const PerfettoSettings &settings)
{
    if (settings.address != m_settings.address || settings.port != m_settings.port)
        stop();
    m_settings = settings;
    m_settings.save();
}

void PerfettoLinker::stop()
{
    m_segmentation->cancel();
    m_wait.stop();
    m_shot.stop();
    m_bridge.stop();
    m_processor.stop();
    m_redirect.remove();
    m_waiting.clear();
    m_piece.reset();
    m_written.reset();
    m_sibling.reset();
    m_folder.reset();
    m_source = {};
    m_shotPort = m_bridgePort = 0;
    m_bridgeRoutes.clear();
    m_bridgeAnyPort = false;
    m_listeners = 0;
    m_starting = m_bridgeSent = false;
    emit servingChanged();
}

void PerfettoLinker::showSelectionAs(PerfettoWay way)
{
    m_way = way;
    showSelection();
}

void PerfettoLinker::proceed()
{
    const auto document = m_controller.document();
    const Source whole{{document->source.path, document->source.fileBytes, document->source.modifiedNs}, document->bounds,
        document->source.rawBytes, false};
    const bool readable = core::perfettoReads(*document) && !core::archivePath(document->source.path);
    switch (m_way.value_or(PerfettoWay::Whole)) {
    case PerfettoWay::Whole:
        if (readable)
            serve(whole);
        else
            serveSiblingOrWritten();
        break;
    case PerfettoWay::Piece:
        cutAndServe();
        break;
    case PerfettoWay::Processor:
        if (!readable)
            return writeAndServe({});
        m_source = whole;
        runProcessor();
        break;
    case PerfettoWay::Written:
        writeAndServe({});
        break;
    }
}

// A file beside the trace that Perfetto reads, if it has the same times; else a written one.
void PerfettoLinker::serveSiblingOrWritten()
{
    if (m_sibling && m_sibling->sibling) {
        const core::PerfettoSibling &found = *m_sibling->sibling;
        const core::TraceSource &file = found.source;
        if (!m_way && file.rawBytes > static_cast<std::uint64_t>(m_settings.hugeBytes))
            emit wayWanted(file.rawBytes);
        else
            serve({{file.path, file.fileBytes, file.modifiedNs}, found.bounds, file.rawBytes, true, m_sibling->sibling});
        return;
    }
    const std::string path = core::perfettoSiblingPath(*m_controller.document());
    if (m_sibling || path.empty()) {
        writeAndServe({});
        return;
    }
    tell(PerfettoNews::Kind::Info,
        tr("Comparing %1 with the trace…").arg(QFile::decodeName(QByteArray::fromStdString(path)).section(u'/', -1)));
    m_segmentation->start<core::SiblingSearch>(
        [document = m_controller.document()](
            const core::JobControl &control) { return core::findPerfettoSibling(*document, control); },
        [this](const core::Result<core::SiblingSearch> &search) {
            if (!search) {
                tell(PerfettoNews::Kind::Error, errorText(search.error()));
                return;
            }
            m_sibling = *search;
            serveSiblingOrWritten();
        });
}

bool PerfettoLinker::makeFolder()
{
    if (!m_folder)
        m_folder = std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/lamella-XXXXXX"));
    if (!m_folder->isValid())
        tell(PerfettoNews::Kind::Error, tr("No space for a piece of the trace: %1").arg(m_folder->errorString()));
    return m_folder->isValid();
}

// The pass around the place, plus a tenth of it on each side, or the place itself.
std::optional<core::TimeRange> PerfettoLinker::pieceWindow() const
{
    core::TimeRange window = m_place.range;
    if (m_bus.focus().pass != core::kNoPass) {
        const core::TimeRange pass = m_bus.rangeOf(core::PassSelection{m_bus.focus().device, m_bus.focus().pass});
        if (pass.length().value > 0)
            window = window.united(pass);
    }
    if (m_piece && m_piece->window.begin <= window.begin && window.end <= m_piece->window.end)
        return std::nullopt;
    const std::int64_t margin = std::max<std::int64_t>(core::subtractSaturated(window.end.value, window.begin.value) / 10, 1000);
    window.begin.value = core::addSaturated(window.begin.value, -margin);
    window.end.value = core::addSaturated(window.end.value, margin);
    return window;
}

void PerfettoLinker::cutAndServe()
{
    const std::optional<core::TimeRange> window = pieceWindow();
    if (!window) {
        servePiece(*m_piece);
        return;
    }
    if (!core::perfettoReads(*m_controller.document())) {
        writeAndServe(window);
        return;
    }
    if (!makeFolder())
        return;
    QString name = QStringLiteral("piece-%1-%2").arg(++m_pieces).arg(fileName());
    if (name.endsWith(QStringLiteral(".gz")))
        name.chop(3); // the piece is plain text
    const std::string path = QFile::encodeName(m_folder->filePath(QString::fromLatin1(safeFileName(name)))).toStdString();
    tell(PerfettoNews::Kind::Info, tr("Extracting %1…").arg(m_place.label));
    m_segmentation->start<TracePiece>(
        [document = m_controller.document(), names = m_controller.names(), window = *window, path](
            const core::JobControl &control) { return writeTracePiece(*document, *names, window, path, control); },
        [this](const core::Result<TracePiece> &piece) {
            if (!piece) {
                tell(PerfettoNews::Kind::Error, errorText(piece.error()));
                return;
            }
            m_piece = *piece;
            servePiece(*m_piece);
        });
}

// Writes the trace, or a window of it, as one of Perfetto's own, and serves that.
void PerfettoLinker::writeAndServe(const std::optional<core::TimeRange> &window)
{
    if (!window && m_written) {
        servePiece(*m_written);
        return;
    }
    const auto session = m_controller.session();
    if (!session || !makeFolder())
        return;
    const QString name =
        (window ? QStringLiteral("piece-%1-").arg(++m_pieces) : QString()) + fileName() + QStringLiteral(".pftrace");
    const std::string path = QFile::encodeName(m_folder->filePath(QString::fromLatin1(safeFileName(name)))).toStdString();
    tell(PerfettoNews::Kind::Info, tr("Writing the trace for Perfetto…"));
    m_segmentation->start<TracePiece>(
        [session, window, path](const core::JobControl &control) { return writeNativePiece(*session, window, path, control); },
        [this, window](const core::Result<TracePiece> &piece) {
            if (!piece) {
                tell(PerfettoNews::Kind::Error, errorText(piece.error()));
                return;
            }
            (window ? m_piece : m_written) = *piece;
            servePiece(*piece);
        });
}

void PerfettoLinker::servePiece(const TracePiece &piece)
{
    serve({piece.file, piece.bounds, piece.file.bytes, true, nullptr, piece.losses});
}

void PerfettoLinker::serve(const Source &source)
{
    const bool same = source == m_source;
    m_source = source;
    if (m_bridgePort != 0 && m_listeners > 0) {
        if (!same || m_bridgeTrace.isEmpty())
            serveLive(source, {});
        else
            tellBridge();
        return;
    }
    if (m_settings.live || m_settings.onlyLive())
        serveLive(source, {});
    else
        serveOnce(source);
}

void PerfettoLinker::serveOnce(const Source &source)
{
    if (m_starting) // a second click: the pending start will use the newest place
        return;
    LoopbackRoute route;
    // A piece is plain, whatever the trace was.
    const QString name =
        source.plain ? QFile::decodeName(QByteArray::fromStdString(source.file.path)).section(u'/', -1) : fileName();
    route.path = randomPath() + '/' + safeFileName(name);
    route.kind = LoopbackRoute::Kind::File;
    route.file = source.file;
    m_shotPath = route.path;
    m_waiting.insert(route.path);
    m_starting = true;
    m_wait.stop(); // the timeout for the browser starts when the server is ready
    m_shot.start(port(), m_settings.origin().toUtf8(), {route});
    emit servingChanged();
}

void PerfettoLinker::onShotStarted(quint16 port)
{
    m_starting = false;
    m_shotPort = port;
    m_wait.start(m_environment.waitMs);
    emit servingChanged();
    core::PerfettoLinkRequest link = request();
    link.traceUrl = "http://127.0.0.1:" + std::to_string(port) + m_shotPath.toStdString();
    openBrowser(QUrl(qtext(core::perfettoLink(link))),
        withNote(
            tr("Perfetto opens at %1 and fetches the trace from this machine. If the browser asks, allow access to the local "
               "network.")
                .arg(m_place.label)));
}

void PerfettoLinker::onShotEnded(const QByteArray &path, ServeProblem problem)
{
    if (!m_waiting.contains(path))
        return;
    if (problem == ServeProblem::ClientLeft) {
        tell(PerfettoNews::Kind::Warning, problemText(problem));
        return; // the file may reappear
    }
    if (m_source.sibling && (problem == ServeProblem::FileGone || problem == ServeProblem::FileChanged))
        m_sibling.reset(); // looked for anew
    m_waiting.remove(path);
    m_shot.removeRoute(path);
    if (m_waiting.isEmpty()) {
        m_wait.stop();
        m_shot.stopListening();
        m_shotPort = 0;
        emit servingChanged();
    }
    tell(problem == ServeProblem::None ? PerfettoNews::Kind::Info : PerfettoNews::Kind::Error, problemText(problem));
}

// A browser connects before it asks its user whether the page may do so.
void PerfettoLinker::onClientWaits()
{
    if (!m_waiting.isEmpty())
        tell(PerfettoNews::Kind::Info, tr("The browser waits for your permission: allow Perfetto's page to access this device."));
}

void PerfettoLinker::onOtherUser(const QString &name)
{
    if (m_otherUserTold || !isServing())
        return;
    m_otherUserTold = true;
    tell(PerfettoNews::Kind::Warning,
        name.isEmpty()
            ? tr("A program that is not yours connected to the port where the trace is offered, and was turned away.")
            : tr("A program of the user %1 connected to the port where the trace is offered, and was turned away.").arg(name));
}

void PerfettoLinker::runProcessor()
{
    const QString program = m_environment.traceProcessor();
    if (program.isEmpty()) {
        tell(PerfettoNews::Kind::Error,
            tr("trace_processor is not on the PATH. Get it from perfetto.dev, or send a part of the trace."));
        return;
    }
    if (m_processor.serves(m_controller.path())) { // it serves one tab at a time; this opens a new one
        openBrowser(QUrl(qtext(core::perfettoLink(request()))),
            tr("trace_processor has the trace. Answer “use loaded trace” in Perfetto."));
        return;
    }
    m_shot.stop(); // both need the same port
    m_shotPort = 0;
    m_waiting.clear();
    tell(PerfettoNews::Kind::Info, tr("trace_processor reads the trace…"));
    m_processor.start(program, m_controller.path(), port(), m_settings.origin());
}

QString PerfettoLinker::withNote(const QString &text) const
{
    const bool asWhole = m_way.value_or(PerfettoWay::Whole) == PerfettoWay::Whole;
    QString all = text;
    if (m_sibling && asWhole && !m_sibling->note.empty())
        all += u' ' + translated(m_sibling->note);
    for (const core::Message &loss : m_source.losses)
        all += u' ' + translated(loss);
    return all;
}

void PerfettoLinker::tell(PerfettoNews::Kind kind, const QString &text, const QString &link)
{
    emit news({kind, text, link});
}

} // namespace lamella::ui
