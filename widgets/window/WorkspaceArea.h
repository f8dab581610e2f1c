// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of an open trace: overview strip, pass strip, timeline, the panels of the workspace shown, inspector. All panels
// are listed in WorkspaceList; those of a workspace are made when it is first shown or one of them is asked for. The layout is
// remembered for each workspace. GUI thread.
#pragma once

#include "widgets/window/WorkspaceSpec.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QActionGroup;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace lamella::ui {

class InspectorColumn;
class PanelSlot;
class WorkspacePage;

class WorkspaceArea : public QWidget {
    Q_OBJECT
public:
    explicit WorkspaceArea(QWidget *parent);
    ~WorkspaceArea() override;

    // Makes the parts of the frame and the first workspace; once.
    void build(const PanelContext &context);

    [[nodiscard]] const WorkspaceSpec &current() const;
    // Shows a panel or a workspace, by its id or that of a view of earlier versions, and gives it the focus. False: there is none
    // of this name.
    [[nodiscard]] bool show(const QString &wanted);
    // The same, but makes panels that are not there yet one by one, in turns of the event loop; what is shown stays until then.
    // `then` is called when it is shown, unless something else is shown before.
    bool showInTurns(const QString &wanted, const std::function<void()> &then = {});
    [[nodiscard]] bool isMaking() const { return static_cast<bool>(m_then); } // so that something else is shown
    // From now on this panel, of a workspace that is made already, stands above the timeline at full width, in place of the other
    // panels of its workspace; beside them where there is room for all. Nothing: none does any more.
    void putAbove(const QString &panel);
    void showPanels(); // instead of the panel above
    [[nodiscard]] QWidget *panel(const QString &id); // makes its workspace; null: unknown
    [[nodiscard]] bool has(const QString &wanted) const; // what show() accepts
    [[nodiscard]] QStringList panelIds() const;
    [[nodiscard]] QString titleOfPanel(const QString &id) const;
    // Of the workspaces that have been shown; null: not there yet.
    template <class Panel> [[nodiscard]] Panel *find() const
    {
        return findChild<Panel *>();
    }
    // Calls act(Panel &) for each widget of this class: now for those that are there, later for those of workspaces made then.
    template <class Panel, class Act> void forEach(QObject *receiver, Act act)
    {
        const auto visit = [act](QWidget *made) {
            if (auto *itself = qobject_cast<Panel *>(made))
                act(*itself);
            const auto inside = made->findChildren<Panel *>();
            for (Panel *one : inside)
                act(*one);
        };
        finishAll();
        visit(this);
        connect(this, &WorkspaceArea::made, receiver, visit);
    }

    // Checkable; in the order of the list. Disabled ones have nothing to show, and their tooltip gives the reason.
    [[nodiscard]] const std::vector<QAction *> &actions() const { return m_actions; }
    [[nodiscard]] bool isEnabled(const WorkspaceSpec &spec) const;
    [[nodiscard]] QString reasonText(const WorkspaceSpec &spec) const; // "Ranks: one rank in this file"; empty: it is enabled
    [[nodiscard]] QAction *inspectorAction() const { return m_inspectorAction; }
    bool leaveMode(); // from the comparison back to the workspace before; false: it is not shown
    bool removeKept(); // the copy of the inspector; false: none is shown
    void refreshReasons(); // after what the reasons are about has changed

    [[nodiscard]] std::vector<QWidget *> panes() const; // stops of F6, in order: strips, timeline, panels, inspector
    // The panel whose table is exported: that with the focus, else the main one of the workspace.
    [[nodiscard]] QWidget *exportedPanel();
    void reset();
    void save();

signals:
    void made(QWidget *part); // the panels of a workspace, its head or its inspector, all in their places
    void currentChanged();
    void reasonsChanged();
    void shownChanged(); // the area, with all panels, has become visible or hidden

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Workspace {
        const WorkspaceSpec *spec = nullptr;
        WorkspacePage *page = nullptr; // null: not made yet
        WorkspacePage *unfinished = nullptr; // while it is made
        QWidget *head = nullptr;
        QWidget *inspector = nullptr;
        int timelinePx = 0; // dragged by the user; 0: not
        int belowPx = 0; // the same, below the panel above
    };
    void makeActions();
    void make(std::size_t index); // its panels, unless they are there
    [[nodiscard]] bool makeNext(std::size_t index); // one of them; false: all are there
    void makeInTurns(std::size_t index, std::function<void()> then);
    void finish(Workspace &one);
    void finishAll(); // what is made in turns
    [[nodiscard]] std::optional<std::size_t> indexOf(const QString &wanted) const; // of the workspace that it shows
    [[nodiscard]] std::optional<std::size_t> workspaceOf(const QString &panel) const;
    void showWorkspace(std::size_t index);
    void fit(); // widths and heights for the size of the window
    void fitTimeline();
    void placeKept(); // the copy of the inspector, beside it
    void arrangeAbove();
    [[nodiscard]] bool isAboveShown() const;
    void restore();

    std::optional<PanelContext> m_context;
    std::vector<Workspace> m_workspaces;
    std::vector<QAction *> m_actions;
    QAction *m_inspectorAction = nullptr;
    std::size_t m_current = 0;
    std::size_t m_before = 0; // the workspace shown before it
    QWidget *m_overview = nullptr;
    QWidget *m_passes = nullptr;
    QWidget *m_main = nullptr;
    QVBoxLayout *m_heads = nullptr;
    QWidget *m_head = nullptr; // overview strip, or what a workspace has in its place
    QSplitter *m_body = nullptr; // the panel above, timeline, panels
    PanelSlot *m_above = nullptr;
    QString m_panelAbove; // its id
    bool m_hidesPanels = false; // the panel above is shown in place of the others
    QStackedWidget *m_pages = nullptr;
    InspectorColumn *m_inspector = nullptr;
    QWidget *m_usualInspector = nullptr;
    bool m_changing = false; // sizes, by this class
    QTimer m_turn;
    std::size_t m_coming = 0; // the workspace that is made
    std::function<void()> m_then; // once it is there; empty: none is made
};

} // namespace lamella::ui
