// SPDX-License-Identifier: GPL-3.0-or-later
// The overview strip while a trace is read: the file, how much of it is read, how fast and for how long, and what is known only
// when all of it is read. The last cell stops reading, with what was read or without. GUI thread.
#pragma once

#include "widgets/overview/OverviewChart.h"
#include "widgets/session/SessionController.h"

namespace lamella::ui {

struct LoadingState {
    QString title; // file, or what several files are
    QString path;
    LoadProgress progress;
    std::uint64_t kernels = 0; // so far
};
[[nodiscard]] std::vector<OverviewCell> loadingCells(const LoadingState &state);

class LoadingOverview : public OverviewChart {
    Q_OBJECT
public:
    explicit LoadingOverview(QWidget *parent = nullptr);

    void start(const QString &path);
    void setTitle(const QString &title);
    void showProgress(const LoadProgress &progress);
    void showKernels(std::uint64_t kernels);

signals:
    void keepRequested();
    void cancelRequested();

protected:
    void act(OverviewAction action, const core::Selection &target, const QRect &from) override;

private:
    LoadingState m_state;
};

} // namespace lamella::ui
