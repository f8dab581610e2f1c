// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/PassesPanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/LossText.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/delegates/CellDelegates.h"
#include "widgets/models/PassTreeModel.h"
#include "widgets/models/Roles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/TextSize.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kHeaderHeight{24};
constexpr TextPx kPassPx{88}; // fits "L0 – L35" at two levels of indentation
constexpr TextPx kPassAndDevicePx{112};
constexpr TextPx kWallPx{92};
constexpr TextPx kNarrowWallPx{70};
constexpr TextPx kMinStatePx{40};
constexpr TextPx kRoomyPx{290}; // minimum width of the panel for wide columns

QTreeView *createTree(QAbstractItemModel *model, QWidget *parent)
{
    auto *view = new QTreeView(parent);
    view->setObjectName(QStringLiteral("passTree"));
    view->setAccessibleName(PassesPanel::tr("Passes of the trace"));
    view->setModel(model);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setIndentation(12);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setItemDelegate(new TextDelegate(view));
    view->setItemDelegateForColumn(PassTreeModel::kWall, new BarDelegate(view));
    view->setItemDelegateForColumn(PassTreeModel::kKernels, new NumberDelegate(view));
    QHeaderView *header = view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(PassTreeModel::kState, QHeaderView::Stretch);
    header->setMinimumSectionSize(40);
    header->resizeSection(PassTreeModel::kPass, kPassPx);
    header->resizeSection(PassTreeModel::kWall, kWallPx);
    header->resizeSection(PassTreeModel::kKernels, 54_px);
    fixHeight(*header, kHeaderHeight);
    return view;
}

} // namespace

PassesPanel::PassesPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_model(new PassTreeModel(this))
    , m_passLoader(new TableLoader(controller, this))
    , m_layerJob(std::make_unique<JobSlot>(controller.pool()))
{
    m_view = createTree(m_model, this);
    m_empty = new EmptyView(QStringLiteral("passes"), this);
    m_loss = new ElidedLabel({}, ElidedLabel::Rank::Warning, this);
    m_loss->setObjectName(QStringLiteral("passesLoss"));
    m_loss->setElideMode(Qt::ElideRight);
    m_loss->setContentsMargins(8, 3, 8, 3);
    m_loss->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_loss);
    m_stack = new QStackedLayout;
    column->addLayout(m_stack, 1);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);

    connect(&controller, &SessionController::sessionChanged, this, &PassesPanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, &PassesPanel::followSelection);
    connect(m_passLoader, &TableLoader::loaded, this, &PassesPanel::showPasses);
    connect(m_passLoader, &TableLoader::failed, this, [this](const core::Error &error) {
        m_empty->setMessage(tr("The passes cannot be listed"), errorText(error));
        m_stack->setCurrentWidget(m_empty);
    });
    connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) {
        if (!index.parent().isValid())
            fetchLayers(index.row());
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PassesPanel::activate);
    connect(m_view, &QTreeView::clicked, this, &PassesPanel::activate);
}

PassesPanel::~PassesPanel() = default;

void PassesPanel::reload()
{
    m_layerJob->cancel();
    m_fetching = -1;
    m_model->setPasses(nullptr);
    m_stack->setCurrentWidget(m_view);
    const auto document = m_controller.document();
    const QStringList losses = document ? lossTexts(*document) : QStringList();
    m_loss->setText(tr("A part of the file is missing"));
    m_loss->setToolTip(losses.join(u'\n'));
    m_loss->setVisible(!losses.isEmpty());
    core::TableRequest request;
    request.table = "passes";
    request.pass = "all";
    request.device = "all";
    m_passLoader->load(request);
}

void PassesPanel::showPasses(const std::shared_ptr<const core::ReportTable> &passes)
{
    const auto segmentation = m_controller.segmentation();
    m_model->setStateRule(segmentation && segmentation->mainDevice.valid()
            ? translated(segmentation->devices[segmentation->mainDevice.value].stateRule)
            : QString());
    m_model->setPasses(passes);
    if (m_model->passCount() == 0 && segmentation) {
        m_empty->setMessage(tr("No passes found"), asSentence(translated(segmentation->whyNone)));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    // A column with "unknown" in every row is hidden, to make room for names with a device.
    QHeaderView *header = m_view->header();
    const bool states = m_model->knowsStates() || !m_model->severalDevices();
    m_statesShown = states;
    header->setSectionResizeMode(PassTreeModel::kPass, states ? QHeaderView::Interactive : QHeaderView::Stretch);
    const bool narrow = m_model->severalDevices() || m_view->width() < kRoomyPx;
    if (states)
        header->resizeSection(PassTreeModel::kPass, m_model->severalDevices() ? kPassAndDevicePx : kPassPx);
    header->resizeSection(PassTreeModel::kWall, narrow ? kNarrowWallPx : kWallPx); // the state is a word, the bar can be shorter
    fitColumns();
    m_stack->setCurrentWidget(m_view);
    followSelection();
}

// In a narrow panel the state column is hidden rather than showing a scroll bar.
void PassesPanel::fitColumns()
{
    const QHeaderView *header = m_view->header();
    const int others = header->sectionSize(PassTreeModel::kPass) + header->sectionSize(PassTreeModel::kWall)
        + header->sectionSize(PassTreeModel::kKernels);
    m_view->setColumnHidden(PassTreeModel::kState, !m_statesShown || m_view->viewport()->width() - others < kMinStatePx);
}

void PassesPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_model->passCount() > 0)
        fitColumns();
}

void PassesPanel::fetchLayers(int passRow)
{
    const auto document = m_controller.document();
    if (!document || m_model->hasLayers(passRow) || m_fetching == passRow)
        return;
    const core::PassSelection pass = m_model->passAt(passRow);
    m_fetching = passRow;
    core::TableRequest request;
    request.table = "layers";
    request.pass = std::to_string(pass.pass);
    request.device = std::to_string(document->devices[pass.device.value].number);
    using Parts = std::vector<std::shared_ptr<const core::ReportTable>>;
    const auto work = [session = m_controller.session(), request](const core::JobControl &control) -> core::Result<Parts> {
        Parts parts;
        core::TableRequest part = request;
        for (const char *layer : {"head", "all", "tail"}) {
            part.layer = layer;
            auto table = session->table(part, control);
            if (table)
                parts.push_back(std::move(*table));
            else if (table.error().code == core::ErrorCode::Cancelled)
                return table.error(); // on any other error the pass has no such part
        }
        return parts;
    };
    m_layerJob->start<Parts>(work, [this](const core::Result<Parts> &parts) {
        if (parts)
            showLayers(*parts);
        else
            m_fetching = -1;
    });
}

void PassesPanel::showLayers(const std::vector<std::shared_ptr<const core::ReportTable>> &parts)
{
    if (m_fetching < 0 || m_fetching >= m_model->passCount())
        return;
    m_model->setLayers(m_fetching, parts);
    m_view->expand(m_model->index(m_fetching, 0));
    m_fetching = -1;
    followSelection();
}

void PassesPanel::followSelection()
{
    core::Selection selection = m_bus.selection();
    if (!std::holds_alternative<core::PassSelection>(selection) && !std::holds_alternative<core::LayerSelection>(selection)) {
        const Focus focus = m_bus.focus();
        if (focus.pass == core::kNoPass)
            selection = {};
        else if (focus.layer == core::kNoLayer)
            selection = core::PassSelection{focus.device, focus.pass};
        else
            selection = core::LayerSelection{focus.device, focus.pass, focus.layer};
    }
    const QModelIndex index = m_model->indexOf(selection);
    m_following = true;
    if (index.isValid()) {
        // A single pass is expanded: there is nothing else to choose from.
        if (m_model->passCount() == 1 && !m_model->hasLayers(0))
            fetchLayers(0);
        const bool shown = m_view->currentIndex().siblingAtColumn(0) == index;
        const bool visible = !index.parent().isValid() || m_view->isExpanded(index.parent());
        if (!shown && visible)
            m_view->setCurrentIndex(index);
        else if (!shown)
            m_view->setCurrentIndex(m_model->indexOf(core::PassSelection{m_bus.focus().device, m_bus.focus().pass}));
        bringIntoView(*m_view, m_view->currentIndex());
    } else {
        m_view->clearSelection();
    }
    m_following = false;
}

void PassesPanel::activate(const QModelIndex &index)
{
    if (m_following || !index.isValid())
        return;
    const auto target = index.siblingAtColumn(0).data(kTargetRole).value<core::Selection>();
    if (!std::holds_alternative<std::monostate>(target))
        m_bus.select(target, this);
}

} // namespace lamella::ui
