// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/PictureWiring.h"

#include "widgets/charts/CategoryMultiples.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/HeatMapPanel.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PictureExport.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/diff/HistoryPanel.h"
#include "widgets/diff/LayerDeltaChart.h"
#include "widgets/idle/GapHistogram.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/idle/OverlapChart.h"
#include "widgets/idle/OverlapPanel.h"
#include "widgets/memory/BlockMap.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/panels/TableDialog.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/ranks/RankHeatMap.h"
#include "widgets/ranks/RankSkewChart.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/source/FlameChart.h"
#include "widgets/source/SourcePanel.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/CompareWiring.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <set>

namespace lamella::ui {

PictureWiring::PictureWiring(QMainWindow &window, SessionController &controller, NavigationBus &bus,
    std::function<void(const QString &)> say, std::function<void(const core::Error &)> complain)
    : QObject(&window)
    , m_window(window)
    , m_controller(controller)
    , m_bus(bus)
    , m_say(std::move(say))
    , m_complain(std::move(complain))
{
}

void PictureWiring::attach(QWidget &timeline, WorkspaceArea &area, CompareWiring &menus)
{
    m_timeline = &timeline;
    watchCharts(area);
    // Charts with a menu for the item under the pointer get the entries below it.
    connect(&menus, &CompareWiring::menuMade, this, [this](QMenu *menu) {
        for (const Chart &chart : m_charts) {
            if (chart.view == m_last && m_last) {
                menu->addSeparator();
                addTo(*menu, chart);
            }
        }
        m_last.clear();
    });
    auto *save = new QAction(icon(QStringLiteral("export")), tr("Save &picture…"), this);
    save->setObjectName(QStringLiteral("file.save-picture"));
    save->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_P));
    save->setToolTip(tr("The chart with the focus, else the timeline, as PNG, SVG or PDF"));
    m_window.addAction(save);
    connect(save, &QAction::triggered, this, [this] {
        if (QWidget *view = focused())
            savePicture(*view);
    });
    const auto follow = [this, save] { save->setEnabled(m_controller.session() != nullptr); };
    connect(&m_controller, &SessionController::sessionChanged, save, follow);
    follow();
    const auto menuBar = m_window.menuBar()->actions();
    if (menuBar.isEmpty() || menuBar[0]->menu() == nullptr)
        return;
    // After the export of a table.
    QAction *before = nullptr;
    const auto entries = menuBar[0]->menu()->actions();
    for (qsizetype i = 0; i + 1 < entries.size(); ++i)
        if (entries[i]->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_E))
            before = entries[i + 1];
    menuBar[0]->menu()->insertAction(before, save);
}

core::TableRequest PictureWiring::ofFocus(const char *table) const
{
    core::TableRequest request;
    request.table = table;
    const auto document = m_controller.document();
    const Focus focus = m_bus.focus();
    if (document && focus.pass != core::kNoPass) {
        request.pass = std::to_string(focus.pass);
        request.device = deviceArgument(*document, focus.device);
    }
    return request;
}

void PictureWiring::watchCharts(WorkspaceArea &area)
{
    const TableOf layers = [this] { return ofFocus("layers"); };
    const auto named = [this](const char *name, const TableOf &table) {
        return [this, name, table](QWidget &chart) { watch(&chart, QString::fromLatin1(name), table); };
    };
    area.forEach<LayerBarsChart>(this, named("layers", layers));
    area.forEach<CategoryMultiples>(this, named("categories", layers));
    area.forEach<RankSkewChart>(this, named("rank-skew", {}));
    area.forEach<RankStripChart>(this, named("ranks", {}));
    // Panels with their own options provide the request for what they drew.
    area.forEach<HeatMapPanel>(this, [this](HeatMapPanel &panel) {
        for (QWidget *chart : std::initializer_list<QWidget *>{panel.chart(), panel.passMap()})
            watch(chart, QStringLiteral("heatmap"), [&panel] { return panel.request(); });
    });
    area.forEach<GapPanel>(this, [this](GapPanel &panel) {
        const auto histograms = panel.findChildren<GapHistogram *>();
        for (GapHistogram *chart : histograms)
            watch(chart, QStringLiteral("gaps"), [&panel] {
                core::TableRequest request = panel.request();
                request.by = "length";
                return request;
            });
    });
    area.forEach<OverlapPanel>(this, [this](OverlapPanel &panel) {
        const auto bars = panel.findChildren<OverlapChart *>();
        for (OverlapChart *chart : bars)
            watch(chart, QStringLiteral("overlap"), [&panel] { return panel.request(); });
    });
    area.forEach<RooflinePanel>(this, [this, layers](RooflinePanel &panel) {
        watch(panel.chart(), QStringLiteral("roofline"), [&panel] { return panel.request(); });
        watch(panel.layers(), QStringLiteral("roofline-layers"), layers);
    });
    area.forEach<HistoryPanel>(this, [this](HistoryPanel &panel) { watch(panel.chart(), QStringLiteral("history"), {}); });
    area.forEach<SourcePanel>(this,
        [this](SourcePanel &panel) { watch(panel.chart(), QStringLiteral("source"), [&panel] { return panel.request(); }); });
    area.forEach<LayerDeltaChart>(this, named("layer-differences", {}));
    area.forEach<DiffLanes>(this, named("compare", {}));
    area.forEach<RankHeatMap>(this, named("ranks-heatmap", {}));
    area.forEach<MemoryPanel>(this, [this](MemoryPanel &panel) {
        const auto by = [&panel](const char *what) {
            return [&panel, what] {
                core::TableRequest request;
                request.table = "memory";
                request.by = what;
                request.device = panel.picture().device;
                return request;
            };
        };
        watch(panel.chart(), QStringLiteral("memory"), by("time"));
        watch(panel.bars(), QStringLiteral("memory-layers"), by("layer"));
        watch(panel.segments(), QStringLiteral("memory-segments"));
    });
}

void PictureWiring::watch(QWidget *view, const QString &name, TableOf table)
{
    view->installEventFilter(this);
    m_charts.push_back({view, name, std::move(table)});
    // If the chart does not handle the event, it propagates to the surrounding widget.
    if (QWidget *around = view->parentWidget())
        around->installEventFilter(this);
}

bool PictureWiring::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    for (const Chart &chart : m_charts) {
        if (chart.view == watched) {
            m_last = chart.view;
            // Only for this event and the widgets it propagates to: menus of other views do not concern the chart.
            QMetaObject::invokeMethod(
                this, [this] { m_last.clear(); }, Qt::QueuedConnection);
            return false;
        }
    }
    for (const Chart &chart : m_charts) {
        if (!chart.view || chart.view != m_last || chart.view->parentWidget() != watched)
            continue;
        auto *menu = new QMenu(&m_window);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (auto *perfetto = m_window.findChild<QAction *>(QStringLiteral("perfetto.show"))) {
            menu->addAction(perfetto);
            menu->addSeparator();
        }
        addTo(*menu, chart);
        menu->popup(static_cast<QContextMenuEvent *>(event)->globalPos());
        m_last.clear();
        return true;
    }
    return false;
}

void PictureWiring::addTo(QMenu &menu, const Chart &chart)
{
    QPointer<QWidget> view = chart.view;
    if (chart.table) {
        menu.addAction(icon(QStringLiteral("table")), tr("Show as &table"), this, [this, view] {
            for (const Chart &one : m_charts)
                if (one.view == view && view)
                    showTable(one);
        });
    }
    menu.addAction(icon(QStringLiteral("export")), tr("Save &picture…"), this, [this, view] {
        if (view)
            savePicture(*view);
    });
    menu.addAction(tr("Copy p&icture"), this, [this, view] {
        if (view)
            copyPicture(*view);
    });
}

void PictureWiring::showTable(const Chart &chart)
{
    auto *dialog = new TableDialog(m_controller, m_bus, chart.table(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TableDialog::failed, this, [this](const core::Error &error) { m_complain(error); });
    dialog->show();
}

QWidget *PictureWiring::focused() const
{
    QWidget *const focus = m_window.focusWidget();
    for (const Chart &chart : m_charts)
        if (chart.view && chart.view->isVisible() && focus != nullptr && (chart.view == focus || chart.view->isAncestorOf(focus)))
            return chart.view;
    return m_timeline;
}

void PictureWiring::savePicture(QWidget &chart)
{
    QString name = QStringLiteral("timeline");
    for (const Chart &one : m_charts)
        if (one.view == &chart)
            name = one.name;
    askForPicture(
        chart, traceStem(m_controller.path()) + u'-' + name, frameOf(chart), &m_window,
        [this](const QString &path) { m_say(tr("Exported to %1").arg(path)); },
        [this](const core::Error &error) { m_complain(error); });
}

PictureFrame PictureWiring::frameOf(QWidget &chart) const
{
    const auto document = m_controller.document();
    const auto names = m_controller.names();
    if (!document || !names)
        return {};
    PictureFrame frame;
    frame.title = QFileInfo(m_controller.path()).fileName();
    const Focus focus = m_bus.focus();
    if (focus.pass != core::kNoPass)
        frame.title += QStringLiteral(" · ") + passText(focus.pass);
    if (focus.layer != core::kNoLayer)
        frame.title += QStringLiteral(" · ") + layerText(focus.layer);
    frame.subtitle = chart.accessibleName();
    for (const RooflinePanel *panel : m_window.findChildren<RooflinePanel *>())
        if (panel->chart() == &chart)
            frame.legend = panel->legend();
    const bool byCategory = qobject_cast<const LayerBarsChart *>(&chart) != nullptr
        || qobject_cast<const CategoryMultiples *>(&chart) != nullptr || qobject_cast<const TimelineView *>(&chart) != nullptr;
    if (!byCategory)
        return frame;
    std::set<core::Category> used;
    for (const core::StringId name : document->kernels.name)
        used.insert(names->category(name));
    for (const core::CategoryInfo &info : core::categoryInfos())
        if (used.contains(info.category))
            frame.legend.emplace_back(
                Theme::current().brush(info.category, chart.devicePixelRatioF()), categoryTitle(info.category));
    return frame;
}

void PictureWiring::copyPicture(QWidget &chart)
{
    QApplication::clipboard()->setPixmap(chart.grab());
    m_say(tr("The picture is in the clipboard"));
}

} // namespace lamella::ui
