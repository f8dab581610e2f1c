// SPDX-License-Identifier: GPL-3.0-or-later
// Loads traces in the background and owns what the window shows: the session (trace + choices) and its segmentation.
#pragma once

#include "core/import/TraceImporter.h"
#include "core/session/AnalysisSession.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <memory>

namespace lamella::ui {

class JobSlot;

struct LoadProgress {
    quint64 doneBytes = 0;
    quint64 totalBytes = 0;
    double seconds = 0;      // since the start
    bool analysing = false;  // the file is read, passes and layers are being found
};

class SessionController : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };

    explicit SessionController(QThreadPool &pool, QObject *parent = nullptr);
    ~SessionController() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] const core::Error &error() const { return m_error; }        // of Failed
    [[nodiscard]] LoadProgress progress() const { return m_progress; }
    [[nodiscard]] QThreadPool &pool() const { return m_pool; }
    // Null unless Ready.
    [[nodiscard]] std::shared_ptr<core::AnalysisSession> session() const { return m_session; }
    [[nodiscard]] std::shared_ptr<const core::TraceDocument> document() const;
    [[nodiscard]] std::shared_ptr<const core::Segmentation> segmentation() const { return m_segmentation; }
    [[nodiscard]] std::shared_ptr<const core::KernelNames> names() const { return m_names; }

    void open(const QString &path, const core::SessionOptions &options = {});
    void cancelLoading();   // back to the trace before, or Empty
    void close();

signals:
    void stateChanged(lamella::ui::SessionController::State state);
    void progressChanged(const lamella::ui::LoadProgress &progress);
    void previewChanged(std::shared_ptr<const lamella::core::ImportPreview> preview);
    void sessionChanged();   // session(), segmentation() and names() are new (or null)

private:
    QThreadPool &m_pool;
    State m_state = State::Empty;
    QString m_path;
    core::Error m_error;
    LoadProgress m_progress;
    std::unique_ptr<JobSlot> m_load;
    std::shared_ptr<core::AnalysisSession> m_session;
    std::shared_ptr<const core::Segmentation> m_segmentation;
    std::shared_ptr<const core::KernelNames> m_names;
};

} // namespace lamella::ui
