// SPDX-License-Identifier: GPL-3.0-or-later
// A window on a folder into which traces are written: opens the newest, then each that arrives, compared with the pinned baseline
// or a given trace. If several arrive at the same time, the ranks of one job are opened together. `lamella DIR --watch`.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/CompareController.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace lamella::ui {

class FolderWatch;
class JobSlot;
class MainWindow;

class LiveFolder : public QObject {
    Q_OBJECT
public:
    // baseline: a trace that each is compared with until a place is pinned; may be empty.
    LiveFolder(MainWindow &window, const QString &folder, const QString &baseline, const core::SessionOptions &options);

    ~LiveFolder() override;

    void stop();
    [[nodiscard]] FolderWatch &watch() { return *m_watch; }

private:
    struct Arrived {
        QStringList job; // the ranks of one job, or one trace
        QStringList others; // that were complete at the same time
    };
    [[nodiscard]] static Arrived sorted(const QStringList &files);
    void takeArrived(const QStringList &files);
    void open(const QStringList &files, bool arrived, const QStringList &others = {});
    void takePinned(const QStringList &files, bool arrived);
    void showPlace();
    void tell(const QString &text);

    MainWindow &m_window;
    core::SessionOptions m_options;
    FolderWatch *m_watch = nullptr;
    std::unique_ptr<JobSlot> m_sort;
    QStringList m_waiting; // arrived, but not yet sorted by job
    QString m_baseline; // path of the trace to compare with
    std::optional<ComparePlace> m_place; // in it
    bool m_placeWaits = false; // until both traces are there
};

} // namespace lamella::ui
