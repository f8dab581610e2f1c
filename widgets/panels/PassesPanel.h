// SPDX-License-Identifier: GPL-3.0-or-later
// Tree of all passes of the trace, each with head, layers and tail. Follows and sets the selection.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

class QStackedLayout;
class QTreeView;

namespace lamella::core {
struct Error;
class ReportTable;
} // namespace lamella::core

namespace lamella::ui {

class ElidedLabel;
class EmptyView;
class JobSlot;
class NavigationBus;
class PassTreeModel;
class SessionController;
class TableLoader;

class PassesPanel : public QWidget {
    Q_OBJECT
public:
    PassesPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~PassesPanel() override;

    [[nodiscard]] QTreeView *view() const { return m_view; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void reload();
    void showPasses(const std::shared_ptr<const core::ReportTable> &passes);
    void fitColumns();
    void fetchLayers(int passRow);
    void showLayers(const std::vector<std::shared_ptr<const core::ReportTable>> &parts);
    void followSelection();
    void activate(const QModelIndex &index);

    SessionController &m_controller;
    NavigationBus &m_bus;
    PassTreeModel *m_model = nullptr;
    TableLoader *m_passLoader = nullptr;
    std::unique_ptr<JobSlot> m_layerJob;
    QTreeView *m_view = nullptr;
    ElidedLabel *m_loss = nullptr; // what is missing of the file, shown as long as the trace is open
    EmptyView *m_empty = nullptr;
    QStackedLayout *m_stack = nullptr;
    int m_fetching = -1; // pass whose layers are being fetched
    bool m_following = false;
    bool m_statesShown = true; // if there is room
};

} // namespace lamella::ui
