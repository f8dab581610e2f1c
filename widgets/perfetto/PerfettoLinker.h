// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a place of the trace in Perfetto. Chooses how the trace gets there (a file server for one request, a page that keeps one
// tab, a piece of the trace, trace_processor), starts it only on the user's request, and stops it with the trace. Every failure
// is reported as one sentence with what to do next.
#pragma once

#include "core/analysis/PerfettoLink.h"
#include "core/base/Error.h"
#include "core/model/Selection.h"
#include "core/session/perfetto/PerfettoSibling.h"
#include "widgets/loopback/LoopbackHost.h"
#include "widgets/perfetto/PerfettoSettings.h"
#include "widgets/perfetto/RedirectFile.h"
#include "widgets/perfetto/TracePiece.h"
#include "widgets/perfetto/TraceProcessor.h"

#include <QDesktopServices>
#include <QObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lamella::ui {

class JobSlot;
class NavigationBus;
class SessionController;

struct PerfettoNews {
    enum class Kind { Info, Warning, Error };
    Kind kind = Kind::Info;
    QString text;
    QString link; // offered for copying; may be empty
};

// The data sent to the browser: the file (or, if Perfetto does not read it, one beside it that it reads), a smaller trace, the
// file through trace_processor, or a trace that Lamella writes, with passes, layers and roles as tracks.
enum class PerfettoWay { Whole, Piece, Processor, Written };

class PerfettoLinker : public QObject {
    Q_OBJECT
public:
    static constexpr int kWaitMs = 5 * 60 * 1000; // also while the browser asks its user for permission

    // External dependencies, which tests replace.
    struct Environment {
        std::function<bool(const QUrl &)> openInBrowser = &QDesktopServices::openUrl;
        std::function<QString()> traceProcessor = &TraceProcessor::program; // empty without trace_processor
        std::optional<quint16> port; // in place of that of the settings
        int waitMs = kWaitMs; // for the request of the browser
    };

    PerfettoLinker(SessionController &controller, NavigationBus &bus, QObject *parent = nullptr);
    ~PerfettoLinker() override;
    void setEnvironment(const Environment &environment) { m_environment = environment; }

    void showSelection(); // the subject
    void showSelectionAs(PerfettoWay way); // also applies to later calls for this trace
    [[nodiscard]] bool canShow() const; // the subject can be shown in Perfetto
    [[nodiscard]] core::Selection subject() const; // what the inspector describes, which may be more than the selection
    [[nodiscard]] PerfettoSettings settings() const { return m_settings; }
    void setSettings(const PerfettoSettings &settings); // another address stops what is being served
    [[nodiscard]] QString traceProcessor() const { return m_environment.traceProcessor(); }
    [[nodiscard]] bool isServing() const { return m_shotPort != 0 || m_bridgePort != 0 || m_starting; }
    [[nodiscard]] QString traceProcessorCommand() const;
    void stop(); // stops servers and programs, and removes pieces

signals:
    void news(const lamella::ui::PerfettoNews &news);
    // The trace exceeds the size above which the user chooses; answer with showSelectionAs().
    void wayWanted(quint64 rawBytes);
    void servingChanged();

private:
    struct Place {
        core::Selection selection;
        core::TimeRange range;
        QString label;
    };
    struct Source {
        ServedFile file;
        core::TraceBounds bounds;
        std::uint64_t rawBytes = 0;
        bool plain = false; // its name identifies it: a piece of the trace, one that was written, or one beside it
        std::shared_ptr<const core::PerfettoSibling> sibling = nullptr; // if it is one beside the trace
        std::vector<core::Message> losses = {}; // events that a written trace lacks
        bool operator==(const Source &other) const
        {
            return file.path == other.file.path && file.modifiedNs == other.file.modifiedNs;
        }
    };
    [[nodiscard]] quint16 port() const { return m_environment.port.value_or(m_settings.port); }
    void connectServers();
    [[nodiscard]] core::Selection target() const; // the part of the subject that is shown
    void proceed();
    void serveSiblingOrWritten();
    void cutAndServe();
    void writeAndServe(const std::optional<core::TimeRange> &window);
    [[nodiscard]] std::optional<core::TimeRange> pieceWindow() const; // none: the current piece contains the place
    [[nodiscard]] bool makeFolder(); // for pieces; false, which is said, if there is no space
    void serve(const Source &source);
    void servePiece(const TracePiece &piece);
    void serveOnce(const Source &source);
    void onShotStarted(quint16 port);
    void serveLive(const Source &source, const QString &why);
    void onBridgeStarted(quint16 port);
    void onBridgeFailed(const QString &reason);
    void tellBridge();
    void onShotEnded(const QByteArray &path, ServeProblem problem);
    void onBridgeEnded(ServeProblem problem);
    void onBridgeReport(const QByteArray &path);
    void onClientWaits();
    void onOtherUser(const QString &name);
    void runProcessor();
    [[nodiscard]] core::TimeRange placeRange() const; // on the clock of the served file
    [[nodiscard]] core::PerfettoWindow window() const;
    [[nodiscard]] core::PerfettoLinkRequest request() const; // for a tab: shows the range, or selects the one event
    [[nodiscard]] QString frameUrl() const; // for a frame: selects; the range follows as a message
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] QString problemText(ServeProblem problem) const;
    [[nodiscard]] QString withNote(
        const QString &text) const; // and which trace Perfetto gets in place of the file, or what that lacks
    void openBrowser(const QUrl &url, const QString &text);
    void tell(PerfettoNews::Kind kind, const QString &text, const QString &link = {});

    SessionController &m_controller;
    NavigationBus &m_bus;
    Environment m_environment;
    PerfettoSettings m_settings;
    LoopbackHost m_shot;
    LoopbackHost m_bridge;
    RedirectFile m_redirect; // the file that the browser is opened with
    TraceProcessor m_processor;
    std::unique_ptr<JobSlot> m_segmentation;
    QTimer m_wait;
    Place m_place;
    std::optional<PerfettoWay> m_way; // chosen for this trace
    Source m_source; // what is being served
    std::unique_ptr<QTemporaryDir> m_folder; // for pieces
    std::optional<TracePiece> m_piece;
    std::optional<TracePiece> m_written; // the whole trace
    std::optional<core::SiblingSearch> m_sibling; // none: not searched yet
    int m_pieces = 0;
    bool m_starting = false;
    bool m_otherUserTold = false; // reported once per shown place
    quint16 m_shotPort = 0; // 0 = not listening
    QByteArray m_shotPath; // requested last
    QSet<QByteArray> m_waiting; // paths not fetched yet
    std::vector<LoopbackRoute> m_bridgeRoutes; // of the start that is under way
    bool m_bridgeAnyPort = false; // the chosen port was taken
    quint16 m_bridgePort = 0;
    QByteArray m_bridgeRoot;
    QByteArray m_bridgeTrace; // path of the page's trace
    QString m_bridgeWhy; // reason shown when the page opens
    int m_listeners = 0;
    int m_jumps = 0;
    bool m_bridgeSent = false; // the page has the trace
};

} // namespace lamella::ui
