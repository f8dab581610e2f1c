// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/GapSummary.h"

#include "widgets/common/FlowRow.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/delegates/CauseDelegate.h"
#include "widgets/idle/GapHistogram.h"
#include "widgets/idle/StackedBar.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/GapColors.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

enum Page { kCausePage, kLengthPage, kLayerPage };

std::vector<ViewColumn> causeColumns()
{
    return {{"cause", {}, ColumnStyle::Text, 0, "meaning"}, {"gaps", {}, ColumnStyle::Number, 62, {}},
        {"sum_ns", {}, ColumnStyle::Number, 76, {}}, {"share", {}, ColumnStyle::Number, 60, {}}};
}

std::vector<ViewColumn> layerColumns()
{
    return {{"layer", {}, ColumnStyle::Text, 60, {}}, {"gaps", {}, ColumnStyle::Number, 56, {}},
        {"sum_ns", {}, ColumnStyle::Bar, 0, {}}, {"share", {}, ColumnStyle::Number, 60, {}},
        {"longest_ns", {}, ColumnStyle::Number, 76, {}}};
}

} // namespace

GapSummary::GapSummary(SessionController &controller, QWidget *parent)
    : QWidget(parent)
    , m_causes(new TablePane(controller, causeColumns(), QStringLiteral("gaps"), this))
    , m_layers(new TablePane(controller, layerColumns(), QStringLiteral("gaps"), this))
    , m_bar(new StackedBar(tr("Idle time by cause"), this))
    , m_histogram(new GapHistogram(this))
    , m_lengths(new TableLoader(controller, this))
    , m_which(new SegmentedControl({tr("Causes"), tr("Lengths"), tr("Layers")}, this))
    , m_stack(new QStackedWidget(this))
{
    m_which->setAccessibleName(tr("Idle time by"));
    m_causes->view()->setAccessibleName(tr("Idle time by cause"));
    m_layers->view()->setAccessibleName(tr("Idle time by layer"));
    m_causes->view()->setItemDelegateForColumn(0, new CauseDelegate(m_causes->view()));
    for (TablePane *pane : {m_causes, m_layers}) {
        pane->setEmptyText(tr("No idle time"), tr("Something runs all the time in this part of the trace."));
        connect(pane, &TablePane::menuRequested, this,
            [this, pane](const QModelIndex &, const QPoint &position) { emit menuRequested(pane->request(), position); });
    }
    auto *bar = new ViewBar(this);
    bar->row()->addWidget(m_which);
    bar->row()->addStretch(1);
    m_stack->addWidget(m_causes);
    m_stack->addWidget(m_histogram);
    m_stack->addWidget(m_layers);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    connect(m_which, &SegmentedControl::activated, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_causes, &TablePane::tableChanged, this, &GapSummary::showCauses);
    connect(m_causes, &TablePane::activated, this, [this](const QModelIndex &index) {
        const auto table = m_causes->table();
        const std::uint32_t row = m_causes->model()->tableRow(index.row());
        if (table && core::gapCauseFromId(table->text(row, 0)))
            emit causeChosen(qtext(table->text(row, 0)));
    });
    connect(m_layers, &TablePane::targetActivated, this, &GapSummary::targetChosen);
    connect(m_bar, &StackedBar::partClicked, this, [this](int part) {
        const auto table = m_causes->table();
        if (table && part < static_cast<int>(table->rowCount())
            && core::gapCauseFromId(table->text(static_cast<std::size_t>(part), 0)))
            emit causeChosen(qtext(table->text(static_cast<std::size_t>(part), 0)));
    });
    connect(m_lengths, &TableLoader::loaded, this,
        [this](const std::shared_ptr<const core::ReportTable> &table) { m_histogram->setBins(gapBinsFrom(*table)); });
    connect(m_lengths, &TableLoader::failed, this, [this] { m_histogram->setBins({}); });
    connect(m_histogram, &GapHistogram::binClicked, this, &GapSummary::lengthChosen);
}

void GapSummary::load(const core::TableRequest &request)
{
    core::TableRequest part = request;
    part.by = "cause";
    m_causes->load(part);
    part.by = "layer";
    m_layers->load(part);
    part.by = "length";
    if (part == m_lengthsOf)
        return;
    m_lengthsOf = part;
    m_lengths->load(part);
}

void GapSummary::clear()
{
    m_causes->clear();
    m_layers->clear();
    m_lengths->cancel();
    m_lengthsOf = {};
    m_histogram->setBins({});
    m_bar->setParts({});
}

void GapSummary::showCauses()
{
    std::vector<BarPart> parts;
    const Theme &theme = Theme::current();
    if (const auto table = m_causes->table()) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            const auto cause = core::gapCauseFromId(table->text(row, 0));
            parts.push_back({cause ? gapCauseTitle(*cause) : qtext(table->text(row, 0)),
                cause ? gapCauseFill(theme, *cause) : theme.track, table->integer(row, table->columnIndex("sum_ns"))});
        }
    }
    m_bar->setParts(std::move(parts));
}

} // namespace lamella::ui
