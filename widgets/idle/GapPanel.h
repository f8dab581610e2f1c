// SPDX-License-Identifier: GPL-3.0-or-later
// Gap inspector: when nothing runs and why. Lists the gaps of a layer, a pass or all passes, of the device or of streams; their
// sums are shown beside them, or in their place if there is no room.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/NavigationBus.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QSlider;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;
class GapSummary;
class ScopeSwitch;
class SearchField;
class SessionController;
class TablePane;

class GapPanel : public QWidget {
    Q_OBJECT
public:
    GapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] core::TableRequest request() const;
    [[nodiscard]] TablePane *gaps() const { return m_gaps; }
    [[nodiscard]] GapSummary *summary() const { return m_summary; }
    void setMinGap(qint64 ns); // nearest slider step not above `ns`
    void setFilter(const QString &text);

signals:
    void exportRequested(const lamella::core::TableRequest &request);
    void rangeOpened(); // double click: zoom to the selected gap

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createBar();
    void fillStreams();
    void reload();
    void showCount();
    void showWhy();
    void followSelection(const core::Selection &selection, QObject *origin);
    void followFocus(const Focus &focus);
    void select(const core::Selection &target); // keeps the scope
    void arrange();
    void fitWork(int listPx);
    void showMenu(const QModelIndex &index, const QPoint &position);
    [[nodiscard]] std::optional<std::int64_t> cell(std::size_t row, const char *column) const;

    SessionController &m_controller;
    NavigationBus &m_bus;
    TablePane *m_gaps = nullptr;
    GapSummary *m_summary = nullptr;
    enum class Room { Unknown, Narrow, Roomy, Whole } m_room = Room::Unknown; // of the list
    bool m_selecting = false; // from here
    QComboBox *m_streams = nullptr;
    ScopeSwitch *m_scope = nullptr;
    QSlider *m_min = nullptr;
    ElidedLabel *m_minText = nullptr;
    SearchField *m_filter = nullptr;
    ElidedLabel *m_count = nullptr;
    QToolButton *m_sums = nullptr;
    ElidedLabel *m_why = nullptr;
};

} // namespace lamella::ui
