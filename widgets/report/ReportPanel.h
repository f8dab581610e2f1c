// SPDX-License-Identifier: GPL-3.0-or-later
// The whole report as it would be saved, for reading in the window. Made when first visible, because it reads the file again.
#pragma once

#include "core/base/Error.h"
#include "core/base/Result.h"
#include "core/session/summary/TraceReport.h"

#include <QWidget>

#include <memory>

class QStackedLayout;
class QTextBrowser;

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
struct ReadableReport;
class SessionController;

class ReportPanel : public QWidget {
    Q_OBJECT
public:
    ReportPanel(SessionController &controller, QWidget *parent = nullptr);
    ~ReportPanel() override;

    [[nodiscard]] QTextBrowser *text() const { return m_text; }
    void ask(); // asks for a file name, then calls save() or saveTimeline()
    void save(const QString &path); // HTML, Markdown, text or PDF, by suffix
    void saveTimeline(const QString &path); // the representative pass as a page with a timeline

signals:
    void written(const QString &path);
    void failed(const lamella::core::Error &error);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void make();
    void present(ReadableReport shown);
    void savePdf(const QString &path);
    void tell(const core::Result<QString> &done);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_write;
    std::shared_ptr<const core::TraceReport> m_report;
    ElidedLabel *m_note = nullptr;
    QTextBrowser *m_text = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    bool m_stale = true; // the report is of another trace or segmentation
};

} // namespace lamella::ui
