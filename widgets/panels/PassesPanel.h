// SPDX-License-Identifier: GPL-3.0-or-later
// All passes of the trace, each with head, layers and tail. Follows and makes the selection.
#pragma once

#include <QWidget>

#include <memory>

class QStackedLayout;
class QTreeView;

namespace lamella::core {
struct Error;
class ReportTable;
} // namespace lamella::core

namespace lamella::ui {

class EmptyView;
class NavigationBus;
class PassTreeModel;
class SessionController;
class TableLoader;

class PassesPanel : public QWidget {
    Q_OBJECT
public:
    PassesPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);

    [[nodiscard]] QTreeView *view() const { return m_view; }

private:
    void reload();
    void showPasses(const std::shared_ptr<const core::ReportTable> &passes);
    void fetchLayers(int passRow);
    void showLayers(const core::ReportTable &layers);
    void followSelection();
    void activate(const QModelIndex &index);

    SessionController &m_controller;
    NavigationBus &m_bus;
    PassTreeModel *m_model = nullptr;
    TableLoader *m_passLoader = nullptr;
    TableLoader *m_layerLoader = nullptr;
    QTreeView *m_view = nullptr;
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    int m_fetching = -1; // pass whose layers are on their way
    bool m_following = false;
};

} // namespace lamella::ui
