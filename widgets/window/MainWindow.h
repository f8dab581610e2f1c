// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: creates the parts of the frame. WorkspaceArea has the panels and their layout, WindowActions the commands.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TimeRangeControl.h"

#include <QMainWindow>
#include <QTimer>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QStackedWidget;
class QVBoxLayout;

namespace lamella::ui {

class CompareWiring;
class EmptyPage;
class FilterControl;
class JobSlot;
class KernelTablePanel;
class LayerEditing;
class JobPage;
class LoadingPage;
class MainToolBar;
class MessageStrip;
class NotesController;
class PerfettoWiring;
class PictureWiring;
class RankController;
class RecentFiles;
class ShellWiring;
class SessionFiles;
class StatusFields;
class TableExport;
class TimelinePanel;
class WindowActions;
class WorkspaceArea;

// What to show once the trace is loaded, from the command line.
struct StartView {
    std::optional<int> pass;
    std::optional<int> layer;
    QString view;
};

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(QThreadPool &pool, RecentFiles &recent, QWidget *parent = nullptr);
    ~MainWindow() override;

    void openTrace(const QString &path, const core::SessionOptions &options = {}); // for a folder: the ranks in it
    // One file: same as openTrace(). `own`: choices of single files, by path.
    void openRanks(const QStringList &files, const core::SessionOptions &options = {},
        const std::map<std::string, core::SessionOptions> &own = {});
    void setStartView(const StartView &view) { m_startView = view; }
    void setRemembersFiles(bool remembers) { m_remembersFiles = remembers; } // in the recent files
    // Opens a second trace for comparison, once the first one is loaded.
    void compareWith(const QString &path);
    [[nodiscard]] CompareWiring &comparison() { return *m_compare; }
    [[nodiscard]] SessionController &controller() { return m_controller; }
    [[nodiscard]] NavigationBus &bus() { return m_bus; }
    [[nodiscard]] KernelTablePanel &kernelTable() const;
    [[nodiscard]] MessageStrip &message() { return *m_message; }
    [[nodiscard]] LayerEditing &layerEditing() { return *m_layerEditing; }
    [[nodiscard]] RankController &ranks() { return *m_ranks; }
    [[nodiscard]] PerfettoWiring &perfetto() { return *m_perfetto; }
    [[nodiscard]] ShellWiring &shell() { return *m_shell; }
    [[nodiscard]] TimeRangeControl &timeRange() { return m_range; }
    [[nodiscard]] PictureWiring &pictures() { return *m_pictures; }
    [[nodiscard]] SessionFiles &sessionFiles() { return *m_sessionFiles; }
    [[nodiscard]] WorkspaceArea &workspaces() { return *m_area; }
    // True if the command line specified a place in the trace shown.
    [[nodiscard]] bool startedAtPlace() const { return m_startedAtPlace; }
    // True if all visible views are laid out and show all their data: nothing is being read, computed or arranged.
    [[nodiscard]] bool isSettled() const;

signals:
    void newWindowRequested(const QString &path);
    void sameTraceRequested(const QString &path, const lamella::core::SessionOptions &options,
        const lamella::ui::StartView &view); // in another window

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void createCentre(RecentFiles &recent);
    void createPanels();
    void addCommands();
    void addExportMenu();
    [[nodiscard]] QString exportTitle() const; // "Kernels of P6 L30"
    void connectActions();
    void connectSteps();
    void connectLongest();
    void exportShownTable(); // of the panel with the focus, else of the workspace
    void copyShown(); // of the inspector or table with the focus, else of the workspace
    void connectSession();
    void showState();
    void showTrace();
    void showError(const core::Error &error);
    void rememberFile();
    void applyStartView();
    void showRange();
    void showOtherRank(core::TimeRange visibleBefore, core::TimeRange selectedBefore);
    void updateTitle();
    void showTimelineMenu(const QPoint &globalPosition);
    void openGrid(const QStringList &files, const std::string &first, const core::SessionOptions &options);
    struct FolderContent {
        bool summaries = false;
        std::vector<std::string> runs; // files that are named like runs of a grid
    };
    [[nodiscard]] static FolderContent contentOf(const QStringList &files);
    [[nodiscard]] static bool mayHoldRanks(const QString &path);
    void openSummaries(const QString &folder);
    void chooseFile();
    void search(const QString &text);
    void step(const std::optional<core::Selection> &target);

    SessionController m_controller;
    NavigationBus m_bus;
    TimeRangeControl m_range;
    RecentFiles &m_recent;
    WindowActions *m_actions = nullptr;
    MainToolBar *m_toolBar = nullptr;
    WorkspaceArea *m_area = nullptr;
    CompareWiring *m_compare = nullptr;
    PerfettoWiring *m_perfetto = nullptr;
    PictureWiring *m_pictures = nullptr;
    StatusFields *m_status = nullptr;
    TableExport *m_export = nullptr;
    JobSlot *m_looking = nullptr; // into folders, before it is known how to open them
    LayerEditing *m_layerEditing = nullptr;
    RankController *m_ranks = nullptr;
    NotesController *m_notes = nullptr;
    SessionFiles *m_sessionFiles = nullptr;
    QVBoxLayout *m_column = nullptr; // of the central widget: message, pages
    ShellWiring *m_shell = nullptr;
    QStackedWidget *m_pages = nullptr;
    MessageStrip *m_message = nullptr;
    EmptyPage *m_emptyPage = nullptr;
    LoadingPage *m_loadingPage = nullptr;
    JobPage *m_jobPage = nullptr; // made when summaries of ranks are opened
    TimelinePanel *m_timeline = nullptr;
    FilterControl *m_filter = nullptr;
    QTimer m_loadingDelay; // a small file is read before its page could be seen
    StartView m_startView;
    bool m_startedAtPlace = false;
    bool m_remembersFiles = true;
    core::SessionOptions m_options;
};

} // namespace lamella::ui
