// SPDX-License-Identifier: GPL-3.0-or-later
// Loads traces in the background and owns what the window shows: the session (trace and choices) and its segmentation.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/session/AnalysisSession.h"
#include "widgets/session/CacheUse.h"
#include "widgets/session/PreparedSegmentation.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>

namespace lamella::ui {

class JobSlot;
struct TraceReading;

struct LoadProgress {
    quint64 doneBytes = 0;
    quint64 totalBytes = 0;
    double seconds = 0; // since the start of loading
    bool analysing = false; // the file is read; segmentation is running
};

class SessionController : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };

    explicit SessionController(QThreadPool &pool, QObject *parent = nullptr);
    ~SessionController() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString path() const { return m_path; } // of the current trace
    [[nodiscard]] QString loadingPath() const { return m_loadingPath; } // of the trace being read, or that failed
    [[nodiscard]] const core::Error &error() const { return m_error; } // valid in state Failed
    [[nodiscard]] LoadProgress progress() const { return m_progress; }
    [[nodiscard]] QThreadPool &pool() const { return m_pool; }
    // Of the current trace; unchanged while another one is being read, null without one.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> session() const { return m_session; }
    [[nodiscard]] std::shared_ptr<const core::TraceDocument> document() const;
    [[nodiscard]] bool hasGpuWork() const; // without it nothing could begin a layer
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentation() const { return m_segmentation; }
    [[nodiscard]] std::shared_ptr<const core::KernelNames> names() const { return m_names; }

    [[nodiscard]] const CacheUse &cacheUse() const { return m_cacheUse; } // of the current trace

    void open(const QString &path, const core::SessionOptions &options = {});
    // The same with a custom reader, for traces of several files. `read` runs on a worker; its progress is shown.
    using SessionReader = std::function<core::Result<std::shared_ptr<core::AnalysisSession>>(const core::JobControl &)>;
    void openWith(const QString &path, SessionReader read);
    // Shows a trace that is already open (another rank of the job).
    void showSession(const QString &path, std::shared_ptr<core::AnalysisSession> session,
        std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names);
    // Reads the file no further and opens the trace with what has been read. False, and nothing happens, if there is nothing to
    // keep: no kernels are known yet, all is read, it was asked before, or it is the trace that is open already, read again.
    bool keepRead();
    void cancelLoading(); // back to the previous trace, or to Empty
    void close();

    // Segments the current trace with other choices in the background. The current segmentation is shown until then; a newer call
    // replaces this one. Results in sessionChanged() or segmentationFailed().
    void segmentAgain(const core::SessionOptions &options);
    void adoptSegmentation(PreparedSegmentation prepared); // shows a segmentation computed elsewhere, for the current trace
    [[nodiscard]] bool isSegmenting() const;
    // During sessionChanged(): true if the trace is the same, so that ranges and selections stay valid.
    [[nodiscard]] bool keepsTrace() const { return m_keepsTrace; }

signals:
    void stateChanged(lamella::ui::SessionController::State state);
    void progressChanged(const lamella::ui::LoadProgress &progress);
    void previewChanged(std::shared_ptr<const lamella::core::ImportPreview> preview);
    // While Loading: the trace is read and being segmented. Work that depends on the trace only can be prepared now, but must not
    // be shown before sessionChanged(), which may never come.
    void traceRead(std::shared_ptr<const lamella::core::TraceDocument> document);
    void sessionChanged(); // session(), segmentation() and names() have changed (or are null)
    void cacheUseChanged(); // for the same trace
    void loadFailed(const lamella::core::Error &error); // also if the previous trace stays open
    void segmentingChanged();
    void segmentationFailed(const lamella::core::Error &error); // the previous segmentation stays

private:
    using Loaded = PreparedSegmentation;
    void begin(const QString &path, const std::shared_ptr<TraceReading> &reading, SessionReader read);
    void segment(std::shared_ptr<core::AnalysisSession> session);
    void endLoading(core::Result<Loaded> loaded);
    void setState(State state);
    void poll();
    void adopt(Loaded loaded);
    void fail(const core::Error &error);
    // Takes the current trace out; pass it to discard() once the views have released it.
    [[nodiscard]] Loaded take();
    void discard(Loaded loaded);
    void writeCache(); // writes cache entry, gzip index and segmentation
    void prepareSelections(); // once the views have what they asked for

    QThreadPool &m_pool;
    State m_state = State::Empty;
    QString m_path;
    QString m_loadingPath;
    core::Error m_error;
    LoadProgress m_progress;
    bool m_hasKernels = false; // among what has been read
    std::unique_ptr<JobSlot> m_load;
    std::unique_ptr<JobSlot> m_segmentAgain;
    std::unique_ptr<JobSlot> m_prepare;
    QTimer m_prepareSoon;
    bool m_keepsTrace = false;
    std::shared_ptr<TraceReading> m_reading; // data from the reading thread for m_poll
    QTimer m_poll;
    struct CacheData; // cache data of the current trace, to be written
    std::unique_ptr<CacheData> m_cacheData;
    CacheUse m_cacheUse;
    std::shared_ptr<core::AnalysisSession> m_session;
    std::shared_ptr<const core::Segmentation> m_segmentation;
    std::shared_ptr<const core::KernelNames> m_names;
};

} // namespace lamella::ui
