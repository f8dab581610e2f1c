// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/WhatIfPanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace lamella::ui {

namespace {

enum Kind { kCategoryKind, kNameKind, kTypeKind, kLayerKind };
constexpr std::array<const char *, 4> kKindIds{"category", "name", "type", "layer"};

std::vector<ViewColumn> whatIfViewColumns()
{
    return {{"scenario", {}, ColumnStyle::Text, 176, {}}, {"wall_ns", {}, ColumnStyle::Number, 72, {}},
        {"serial_ns", {}, ColumnStyle::Number, 72, {}}, {"stream_ns", {}, ColumnStyle::Bar, 104, {}},
        {"hidden_ns", WhatIfPanel::tr("Overlapped"), ColumnStyle::Number, 80, {}}, {"stream_share", {}, ColumnStyle::Number, 60, {}},
        {"stream_delta_ns", {}, ColumnStyle::Number, 84, {}}, {"changed", {}, ColumnStyle::Number, 64, {}},
        {"changed_ns", {}, ColumnStyle::Number, 76, {}}, {"pass", {}, ColumnStyle::Number, 0, {}}};
}

} // namespace

WhatIfPanel::WhatIfPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_pane(new TablePane(controller, whatIfViewColumns(), QStringLiteral("time"), this))
    , m_layers(new TableLoader(controller, this))
{
    setObjectName(QStringLiteral("WhatIfPanel"));
    m_pane->view()->setAccessibleName(tr("Wall if some work took longer or less"));
    m_pane->setEmptyText(tr("No GPU work here"), tr("Nothing was recorded on a GPU in this part of the trace."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    layout->addWidget(m_pane, 1);
    setFocusProxy(m_pane);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_pane->model())); });
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (!m_controller.keepsTrace())
            m_scales.clear();
        m_pane->clear();
        m_focus = m_bus.focus();
        fillChoices();
        setScales(m_scales);
    });
    connect(&bus, &NavigationBus::focusChanged, this, [this](const Focus &focus) {
        const bool moved = focus.pass != m_focus.pass || focus.device != m_focus.device;
        m_focus = focus;
        if (moved)
            reload();
    });
    connect(m_layers, &TableLoader::loaded, this,
        [this](const std::shared_ptr<const core::ReportTable> &table) { presentWalls(*table); });
    connect(m_layers, &TableLoader::failed, this, [this] { emit wallsChanged({}); });
    connect(m_pane, &TablePane::targetActivated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_pane->view(), &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        const auto table = m_pane->table(); // one of the scenarios listed while none is chosen
        if (table && m_scales.empty())
            setScales({std::string(table->text(m_pane->model()->tableRow(index.row()), 0))});
    });
    connect(m_pane, &TablePane::menuRequested, this,
        [this](const QModelIndex &, const QPoint &position) { PanelExport::runTableMenu(*this, *m_pane->view(), position); });
    fillChoices(); // the trace may be open already
}

QWidget *WhatIfPanel::createBar()
{
    auto *bar = new ViewBar(this);
    m_kind = new QComboBox(bar);
    m_kind->addItems({tr("Category"), tr("Kernel name"), tr("Layer type"), tr("Layer")});
    m_kind->setAccessibleName(tr("Kind of work to change"));
    m_kind->view()->setAccessibleName(m_kind->accessibleName());
    m_what = new QComboBox(bar);
    m_what->setAccessibleName(tr("Work to change"));
    m_what->view()->setAccessibleName(m_what->accessibleName());
    m_what->setMinimumContentsLength(12);
    m_factor = new QDoubleSpinBox(bar);
    m_factor->setAccessibleName(tr("How long it takes, of what was recorded"));
    m_factor->setRange(0, 1000);
    m_factor->setDecimals(0);
    m_factor->setSuffix(QStringLiteral("\u00A0%"));
    m_factor->setSpecialValueText(tr("removed"));
    m_add = new QPushButton(tr("Apply"), bar);
    auto *hide = new QPushButton(tr("Hide all communication"), bar);
    m_clear = new QPushButton(tr("Reset"), bar);
    m_chosen = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
    m_chosen->setElideMode(Qt::ElideRight);
    m_chosen->setText(tr("Each category removed, one after the other"));
    for (QWidget *part : std::initializer_list<QWidget *>{m_kind, m_what, m_factor, m_add, m_clear})
        bar->row()->addWidget(part);
    bar->row()->addWidget(hide);
    bar->row()->addWidget(m_chosen, 1);
    connect(m_kind, &QComboBox::activated, this, &WhatIfPanel::fillChoices);
    connect(m_add, &QPushButton::clicked, this, &WhatIfPanel::addScale);
    connect(hide, &QPushButton::clicked, this, [this] { setScales({"category:communication=0"}); });
    connect(m_clear, &QPushButton::clicked, this, [this] { setScales({}); });
    m_clear->setEnabled(false);
    return bar;
}

// Fills the lists with what occurs in this trace; names are typed, as text or /regex/.
void WhatIfPanel::fillChoices()
{
    m_what->clear();
    const int kind = m_kind->currentIndex();
    m_what->setEditable(kind == kNameKind);
    const auto segmentation = m_controller.segmentation();
    if (!segmentation)
        return;
    if (kind == kNameKind) {
        m_what->lineEdit()->setPlaceholderText(tr("text or /regex/"));
    } else if (kind == kCategoryKind) {
        for (const core::CategoryInfo &category : core::categoryInfos())
            m_what->addItem(categoryTitle(category.category), qtext(category.id));
        m_what->setCurrentIndex(static_cast<int>(core::Category::Communication));
    } else if (segmentation->mainDevice.valid()) {
        const core::DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
        if (kind == kTypeKind)
            for (const std::string &type : device.typeNames)
                m_what->addItem(qtext(type), qtext(type));
        for (int layer = 0; kind == kLayerKind && layer < device.modelLayers; ++layer)
            m_what->addItem(layerText(layer), QString::number(layer));
    }
}

void WhatIfPanel::addScale()
{
    const QString what = m_kind->currentIndex() == kNameKind ? m_what->currentText() : m_what->currentData().toString();
    if (what.isEmpty())
        return;
    std::vector<std::string> scales = m_scales;
    scales.push_back(std::string(kKindIds[static_cast<std::size_t>(m_kind->currentIndex())]) + ":" + stdtext(what) + "="
        + std::to_string(static_cast<int>(m_factor->value())) + "%");
    setScales(scales);
}

void WhatIfPanel::setScales(const std::vector<std::string> &scales)
{
    m_scales = scales;
    QStringList said;
    for (const std::string &scale : m_scales)
        said << qtext(scale);
    m_chosen->setText(said.isEmpty() ? tr("Each category removed, one after the other") : said.join(QStringLiteral(" · ")));
    m_clear->setEnabled(!m_scales.empty());
    reload();
}

core::TableRequest WhatIfPanel::request() const
{
    core::TableRequest request;
    request.table = "whatif";
    request.scales = m_scales;
    const auto document = m_controller.document();
    if (document && m_focus.pass != core::kNoPass) {
        request.pass = std::to_string(m_focus.pass);
        request.device = deviceArgument(*document, m_focus.device);
    }
    return request;
}

// It may be made when the trace is open already.
void WhatIfPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_focus = m_bus.focus();
    reload();
}

void WhatIfPanel::reload()
{
    if (!m_controller.session())
        return;
    m_pane->load(request());
    if (m_scales.empty() || m_focus.pass == core::kNoPass) {
        m_layers->cancel();
        emit wallsChanged({});
        return;
    }
    core::TableRequest layers = request();
    layers.by = "layer";
    m_layers->load(layers);
}

void WhatIfPanel::presentWalls(const core::ReportTable &table)
{
    WhatIfWalls walls;
    walls.device = m_focus.device;
    walls.pass = m_focus.pass;
    const std::size_t layer = table.columnIndex("layer");
    const std::size_t wall = table.columnIndex("stream_ns");
    for (std::size_t row = 0; row < table.rowCount() && layer != core::ReportTable::npos; ++row)
        if (!table.isMissing(row, layer))
            walls.streamNs[static_cast<int>(table.integer(row, layer))] = table.integer(row, wall);
    emit wallsChanged(walls);
}

} // namespace lamella::ui
