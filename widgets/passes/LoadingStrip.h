// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the pass strip while a trace is read: the kernel time read so far, by time. Passes are not known before the whole
// file is read. GUI thread.
#pragma once

#include "core/import/TraceImporter.h"

#include <QWidget>

namespace lamella::ui {

class LoadingStrip : public QWidget {
    Q_OBJECT
public:
    explicit LoadingStrip(QWidget *parent = nullptr);

    void start();
    void showPreview(const core::ImportPreview &preview);
    // Of the kernel time of each slice, the share of its length; at most 1.
    [[nodiscard]] const std::vector<double> &shares() const { return m_shares; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QString note() const;

    core::TimeRange m_range;
    std::vector<double> m_shares;
};

} // namespace lamella::ui
