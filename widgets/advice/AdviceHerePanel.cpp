// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdviceHerePanel.h"

#include "widgets/advice/HiddenRules.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace lamella::ui {

namespace {

std::vector<ViewColumn> hereColumns()
{
    return {{{}, QStringLiteral("#"), ColumnStyle::RowNumber, 30, {}}, {"title", {}, ColumnStyle::Text, -200, "change"},
        {"where", {}, ColumnStyle::Secondary, 190, {}}, {"certainty", {}, ColumnStyle::Secondary, 70, {}},
        {"gain_low_ns", {}, ColumnStyle::Number, 84, {}}, {"gain_high_ns", {}, ColumnStyle::Bar, 140, {}}};
}

// Those of all findings of the pass that the inspector lists for the selection.
core::ReportTable foundHere(const core::ReportTable &all, const core::ReportTable &inspected, const QStringList &hidden)
{
    std::vector<std::uint32_t> rows;
    const auto text = [](const core::ReportTable &table, std::size_t row, const char *column) {
        const std::size_t at = table.columnIndex(column);
        return table.isMissing(row, at) ? std::string_view() : table.text(row, at);
    };
    for (std::size_t row = 0; row < all.rowCount(); ++row) {
        const std::string_view rule = text(all, row, "rule");
        bool here = false;
        for (std::size_t r = 0; r < inspected.rowCount() && !here; ++r)
            here = text(inspected, r, "section") == "advice" && text(inspected, r, "value") == rule
                && inspected.target(r) == all.target(row);
        if (here && !hidden.contains(qtext(rule)))
            rows.push_back(static_cast<std::uint32_t>(row));
    }
    return all.withRows(rows);
}

} // namespace

AdviceHerePanel::AdviceHerePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_hidden(HiddenRules::of(controller))
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
    , m_model(new ReportTableModel(hereColumns(), controller.pool(), this))
{
    setObjectName(QStringLiteral("AdviceHerePanel"));
    auto *bar = new ViewBar(this);
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setElideMode(Qt::ElideRight);
    auto *all = new LinkButton(tr("all advice"), bar);
    all->setFocusPolicy(Qt::TabFocus);
    connect(all, &QToolButton::clicked, this, &AdviceHerePanel::allRequested);
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(all);
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("adviceHereTable"));
    m_view->setAccessibleName(tr("Advice about the selection"));
    setUpTable(*m_view, *m_model);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
    new PanelExport(
        *this, [this] { emit tableExportRequested(m_model->shownRows()); }, [this] { return m_model->rowCount() > 0; });
    const auto select = [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            m_bus.select(target, this);
    };
    connect(m_view, &QTableView::clicked, this, select);
    connect(m_view, &QTableView::activated, this, select);
    connect(&m_hidden, &HiddenRules::changed, this, &AdviceHerePanel::reload);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_model->setTable(nullptr); // a click on its rows would select in another trace
        m_what->setText({});
        reload();
    });
    connect(&bus, &NavigationBus::selectionChanged, this, [this](const core::Selection &, QObject *origin) {
        if (origin != this) // a click keeps the rows
            reload();
    });
    reload();
}

AdviceHerePanel::~AdviceHerePanel() = default;

core::TableRequest AdviceHerePanel::request() const
{
    core::TableRequest request;
    request.table = "advice";
    const auto document = m_controller.document();
    if (const Focus focus = m_bus.focus(); document && focus.pass != core::kNoPass) {
        request.pass = std::to_string(focus.pass);
        request.device = deviceArgument(*document, focus.device);
    }
    return request;
}

void AdviceHerePanel::reload()
{
    m_job->cancel();
    m_seen->forget();
    const auto session = m_controller.session();
    const auto document = m_controller.document();
    const auto inspect
        = document ? inspectRequest(*document, m_bus.selection(), m_bus.against()) : std::optional<core::TableRequest>();
    if (!session || !inspect) {
        m_model->setTable(nullptr);
        m_what->setText({});
        return;
    }
    m_seen->ask([this, session, about = *inspect, all = request(), hidden = m_hidden.ids()] {
        using Found = std::shared_ptr<const core::ReportTable>;
        m_job->start<Found>(
            [session, about, all, hidden](const core::JobControl &control) -> core::Result<Found> {
                const auto inspected = session->table(about, control);
                if (!inspected)
                    return inspected.error();
                const auto found = session->table(all, control);
                if (!found)
                    return found.error();
                return std::make_shared<const core::ReportTable>(foundHere(**found, **inspected, hidden));
            },
            [this](const core::Result<Found> &found) { present(found); });
    });
}

void AdviceHerePanel::present(const core::Result<std::shared_ptr<const core::ReportTable>> &found)
{
    m_model->setTable(found ? *found : nullptr);
    m_what->setText(!found                    ? errorText(found.error())
            : (*found)->rowCount() == 0 ? tr("nothing found about what is selected")
                                        : tr("gain of the pass, low to high"));
}

} // namespace lamella::ui
