// SPDX-License-Identifier: GPL-3.0-or-later
// Page shown while a trace is read: progress, speed, time left, and the GPU work found so far.
#pragma once

#include "core/session/RankSet.h"
#include "widgets/common/StillFrame.h"
#include "widgets/session/SessionController.h"

#include <memory>

namespace lamella::ui {

class ElidedLabel;
class FactGrid;
class IconRow;
class LoadingOverview;
class LoadingStrip;
class ReportTableModel;

class LoadingPage : public StillFrame {
    Q_OBJECT
public:
    explicit LoadingPage(SessionController &controller, QWidget *parent = nullptr);

    void start(const QString &path);
    // One row per file if several are read concurrently; empty = a single file.
    void showFiles(const std::vector<core::RankLoad> &files);

signals:
    void keepRequested(); // to read no further, and open what was read
    void cancelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *createContent(QThreadPool &pool);
    QWidget *createTable(QThreadPool &pool);
    QWidget *createSteps();
    void showProgress(const LoadProgress &progress);
    void showPreview(const core::ImportPreview &preview);

    LoadingOverview *m_overview = nullptr;
    LoadingStrip *m_strip = nullptr;
    ElidedLabel *m_preliminary = nullptr;
    QWidget *m_soFar = nullptr; // kernels of the file being read
    QWidget *m_fileList = nullptr;
    std::vector<IconRow *> m_files;
    IconRow *m_read = nullptr;
    IconRow *m_analyse = nullptr;
    FactGrid *m_found = nullptr;
    ReportTableModel *m_model = nullptr;
};

} // namespace lamella::ui
