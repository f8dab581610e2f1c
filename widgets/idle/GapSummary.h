// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of the gaps: by cause (bar and table), by length (histogram), by layer (table). Each from a table of the session.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QWidget>

class QStackedWidget;

namespace lamella::ui {

class GapHistogram;
class SegmentedControl;
class SessionController;
class StackedBar;
class TablePane;
class TableLoader;

class GapSummary : public QWidget {
    Q_OBJECT
public:
    explicit GapSummary(SessionController &controller, QWidget *parent = nullptr);

    // Sums the gaps of this request (table "gaps", one row per gap).
    void load(const core::TableRequest &request);
    void clear();
    [[nodiscard]] TablePane *causes() const { return m_causes; }
    [[nodiscard]] TablePane *layers() const { return m_layers; }
    [[nodiscard]] GapHistogram *histogram() const { return m_histogram; }
    [[nodiscard]] StackedBar *bar() const { return m_bar; }

signals:
    void causeChosen(const QString &id); // request to show gaps of this cause
    void lengthChosen(qint64 fromNs); // request to show gaps from this length on
    void targetChosen(const lamella::core::Selection &target);
    void menuRequested(const lamella::core::TableRequest &request, const QPoint &globalPosition);

private:
    void showCauses();

    TablePane *m_causes = nullptr;
    TablePane *m_layers = nullptr;
    StackedBar *m_bar = nullptr;
    GapHistogram *m_histogram = nullptr;
    TableLoader *m_lengths = nullptr;
    SegmentedControl *m_which = nullptr;
    QStackedWidget *m_stack = nullptr;
    core::TableRequest m_lengthsOf;
};

} // namespace lamella::ui
