// SPDX-License-Identifier: GPL-3.0-or-later
// Loads traces in the background and owns what the window shows: the session (trace + choices) and its segmentation.
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
    double seconds = 0; // since the start
    bool analysing = false; // the file is read, passes and layers are being found
};

class SessionController : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };

    explicit SessionController(QThreadPool &pool, QObject *parent = nullptr);
    ~SessionController() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString path() const { return m_path; } // of the trace that is shown
    [[nodiscard]] QString loadingPath() const { return m_loadingPath; } // of the one being read, or that failed
    [[nodiscard]] const core::Error &error() const { return m_error; } // of Failed
    [[nodiscard]] LoadProgress progress() const { return m_progress; }
    [[nodiscard]] QThreadPool &pool() const { return m_pool; }
    // Of the trace that is shown; stays while another one is being read, null when there is none.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> session() const { return m_session; }
    [[nodiscard]] std::shared_ptr<const core::TraceDocument> document() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentation() const { return m_segmentation; }
    [[nodiscard]] std::shared_ptr<const core::KernelNames> names() const { return m_names; }

    [[nodiscard]] const CacheUse &copyUse() const { return m_copyUse; } // of the trace that is shown

    void open(const QString &path, const core::SessionOptions &options = {});
    // The same with a reader of the caller's, for what is more than one file. `read` runs on a worker; its progress is shown.
    using SessionReader = std::function<core::Result<std::shared_ptr<core::AnalysisSession>>(const core::JobControl &)>;
    void openWith(const QString &path, SessionReader read);
    // A trace that is open already (another rank of the job) takes the place of the one that is shown.
    void showSession(const QString &path, std::shared_ptr<core::AnalysisSession> session,
        std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names);
    void cancelLoading(); // back to the trace before, or Empty
    void close();

    // Cuts the trace that is shown with other choices, in the background: what is shown stays until then, and a newer call takes
    // over. Ends with sessionChanged() or recutFailed().
    void recut(const core::SessionOptions &options);
    void adoptCut(PreparedSegmentation cut); // one that was worked out elsewhere, of the trace that is shown
    [[nodiscard]] bool isRecutting() const;
    // Within sessionChanged(): true when it is still the same trace, so that ranges and selections go on.
    [[nodiscard]] bool keepsTrace() const { return m_keepsTrace; }

signals:
    void stateChanged(lamella::ui::SessionController::State state);
    void progressChanged(const lamella::ui::LoadProgress &progress);
    void previewChanged(std::shared_ptr<const lamella::core::ImportPreview> preview);
    // While Loading: the trace is read, its passes are being found. What hangs on the trace alone can be prepared meanwhile;
    // nothing is to be shown of it before sessionChanged(), which may never come.
    void traceRead(std::shared_ptr<const lamella::core::TraceDocument> document);
    void sessionChanged(); // session(), segmentation() and names() are new (or null)
    void copyUseChanged(); // while the trace stays the same
    void loadFailed(const lamella::core::Error &error); // also when the trace before stays open
    void recuttingChanged();
    void recutFailed(const lamella::core::Error &error); // the cut before stays

private:
    using Loaded = PreparedSegmentation;
    void begin(const QString &path, const std::shared_ptr<TraceReading> &reading, SessionReader read);
    void cut(std::shared_ptr<core::AnalysisSession> session);
    void endLoading(core::Result<Loaded> loaded);
    void setState(State state);
    void poll();
    void adopt(Loaded loaded);
    void fail(const core::Error &error);
    // What is shown, taken away; goes to discard() once the views have let go of it.
    [[nodiscard]] Loaded take();
    void discard(Loaded loaded);
    void keepCopies(); // for reopening

    QThreadPool &m_pool;
    State m_state = State::Empty;
    QString m_path;
    QString m_loadingPath;
    core::Error m_error;
    LoadProgress m_progress;
    std::unique_ptr<JobSlot> m_load;
    std::unique_ptr<JobSlot> m_recut;
    bool m_keepsTrace = false;
    std::shared_ptr<TraceReading> m_reading; // what the reading thread leaves for the timer below
    QTimer m_poll;
    struct Copies; // for reopening, to be written of the trace that is shown
    std::unique_ptr<Copies> m_copies;
    CacheUse m_copyUse;
    std::shared_ptr<core::AnalysisSession> m_session;
    std::shared_ptr<const core::Segmentation> m_segmentation;
    std::shared_ptr<const core::KernelNames> m_names;
};

} // namespace lamella::ui
