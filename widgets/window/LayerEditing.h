// SPDX-License-Identifier: GPL-3.0-or-later
// Manual correction of the segmentation, for one window: its commands and menu, the dialog, the edit mode of the timeline, the
// choices about passes, and the links from the popover about layers.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/Selection.h"
#include "widgets/session/ChoiceStack.h"

#include <QMenu>
#include <QObject>
#include <QPointer>

class QAction;
class QMainWindow;
class QMenuBar;

namespace lamella::ui {

class BoundaryEditor;
class LayersDialog;
class NavigationBus;
class ProfileSaver;
class SessionController;
class TableDialog;
class TimelinePanel;
class TimeRangeControl;
class WorkspaceArea;

class LayerEditing : public QObject {
    Q_OBJECT
public:
    LayerEditing(
        QMainWindow &window, SessionController &controller, NavigationBus &bus, TimeRangeControl &range, TimelinePanel &timeline);
    ~LayerEditing() override;

    void addToMenus(QMenuBar &bar);
    void followPanels(WorkspaceArea &area); // once it is built: strips, heat map, roofline

    [[nodiscard]] ChoiceStack &choices() { return m_choices; }
    [[nodiscard]] BoundaryEditor &boundaryEditor() { return *m_editor; }
    LayersDialog &showLayers(); // opens the dialog
    TableDialog &showTable(const std::string &table);
    void goToDiagnostic(const core::Diagnostic &diagnostic);
    void usePass(int pass); // as the representative pass
    void treatAsSteady(int first, int last);
    void forgetPassChoices();
    // Commands for a pass; the caller owns the menu.
    [[nodiscard]] QMenu *passMenu(const core::PassSelection &pass, QWidget *parent);

    QAction *undo, *redo, *layers, *editBoundaries, *saveProfile, *diagnostics, *ranges;

signals:
    void passMenuMade(QMenu *menu, const lamella::core::PassSelection &pass); // receivers may add entries
    void information(const QString &text);
    void failed(const lamella::core::Error &error);

private:
    void attachPassMenus();
    void chooseConfig();
    QAction *make(const char *id, const QString &text, const char *iconName, const QKeySequence &key, const QString &tip);
    void updateActions();
    void addSteadyMenu(QMenu &menu, const core::PassSelection &pass);

    QMainWindow &m_window;
    SessionController &m_controller;
    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    ChoiceStack m_choices;
    BoundaryEditor *m_editor = nullptr;
    ProfileSaver *m_saver = nullptr;
    QPointer<LayersDialog> m_dialog;
    QPointer<TableDialog> m_table;
};

} // namespace lamella::ui
