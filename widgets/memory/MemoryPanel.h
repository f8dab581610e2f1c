// SPDX-License-Identifier: GPL-3.0-or-later
// Memory over time: what is allocated by lifetime, what is reserved, the peak; below it what each layer keeps and holds (of a
// snapshot its segments), and the blocks at the cursor. A click in the chart moves the cursor. Times are those of the host:
// allocation runs ahead of the kernels.
#pragma once

#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "widgets/memory/MemoryPicture.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QStackedWidget;
class QTableView;

namespace lamella::ui {

class AxisPlot;
class BlockMap;
class DeferUntilVisible;
class ElidedLabel;
class EmptyView;
class JobSlot;
class NavigationBus;
class PlotLegend;
class ReportTableModel;
class SegmentedControl;
class SessionController;
class ViewBar;

class MemoryPanel : public QWidget {
    Q_OBJECT
public:
    MemoryPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~MemoryPanel() override;

    [[nodiscard]] const MemoryPicture &picture() const { return *m_picture; }
    [[nodiscard]] std::int64_t cursor() const { return m_cursor; } // ns from zero
    void setCursor(std::int64_t ns);
    [[nodiscard]] AxisPlot *chart() const { return m_chart; }
    [[nodiscard]] ReportTableModel *blocks() const { return m_model; }

signals:
    void exportRequested(const lamella::core::TableRequest &request);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    QWidget *makeChart();
    QWidget *makeBelow();
    void reload();
    void present(core::Result<MemoryPicture> picture);
    void draw(); // the chart, for the part in view
    void drawLayers();
    void showBlocks();
    void sayTotals();
    void showLegend();
    [[nodiscard]] static QString partText(MemoryPart part);
    void follow(const core::Selection &selection, QObject *origin);
    void applyLook();

    SessionController &m_controller;
    NavigationBus &m_bus;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
    std::unique_ptr<MemoryPicture> m_picture;
    QStackedWidget *m_stack = nullptr;
    EmptyView *m_empty = nullptr;
    ViewBar *m_bar = nullptr;
    ElidedLabel *m_what = nullptr;
    PlotLegend *m_legend = nullptr;
    QComboBox *m_device = nullptr;
    AxisPlot *m_chart = nullptr;
    AxisPlot *m_layers = nullptr;
    BlockMap *m_map = nullptr;
    QStackedWidget *m_left = nullptr;
    ElidedLabel *m_leftTitle = nullptr;
    SegmentedControl *m_which = nullptr;
    ElidedLabel *m_blockTitle = nullptr;
    ReportTableModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    std::int64_t m_cursor = 0;
};

} // namespace lamella::ui
