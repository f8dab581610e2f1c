// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/GapPanel.h"

#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/TableTools.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/delegates/CauseDelegate.h"
#include "widgets/idle/GapSummary.h"
#include "widgets/models/Roles.h"
#include "widgets/models/ShownRequest.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextSize.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr std::array<std::int64_t, 16> kMinNs{
    0, 100, 200, 500, 1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000, 200'000, 500'000, 1'000'000, 2'000'000, 5'000'000};
constexpr int kDefaultMin = 4;
constexpr TextPx kSideBySidePx{820};
constexpr TextPx kSummaryPx{330};
constexpr int kCauseColumn = 2;
constexpr TextPx kWholeListPx{890}; // all columns; in less, what the inspector says too is left out
constexpr TextPx kRoomyListPx{704}; // up to the column of the launch
constexpr std::array kLastColumns{8, 9}; // start and region
constexpr std::array kWorkColumns{5, 6}; // before and after
constexpr TextPx kMinWorkPx{92};
constexpr int kEdgePx = 6; // frame of the list, and the line beside it
struct Width {
    int column;
    int px;
    int narrowPx; // lengths without bars
};
constexpr std::array<Width, 2> kWidths{{{1, 106, 76}, {kCauseColumn, 128, 120}}};

std::vector<ViewColumn> gapColumns()
{
    return {{{}, QStringLiteral("#"), ColumnStyle::RowNumber, 38, {}}, {"dur_ns", {}, ColumnStyle::Bar, 106, {}},
        {"cause", {}, ColumnStyle::Text, 128, {}}, {"pass", {}, ColumnStyle::Number, 44, {}},
        {"layer", {}, ColumnStyle::Text, 46, {}}, {"before", {}, ColumnStyle::Secondary, 120, {}},
        {"after", {}, ColumnStyle::Text, 130, {}}, {"late_ns", GapPanel::tr("Late by", "a launch"), ColumnStyle::Number, 84, {}},
        {"start_ns", {}, ColumnStyle::Number, 104, {}}, {"region", {}, ColumnStyle::Secondary, 0, {}}};
}

} // namespace

GapPanel::GapPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_gaps(new TablePane(controller, gapColumns(), QStringLiteral("gaps"), this))
    , m_summary(new GapSummary(controller, this))
    , m_why(new ElidedLabel({}, ElidedLabel::Rank::Secondary, this))
{
    setObjectName(QStringLiteral("GapPanel"));
    m_gaps->view()->setObjectName(QStringLiteral("gapTable"));
    m_gaps->view()->setAccessibleName(tr("Gaps, longest first"));
    m_gaps->view()->setItemDelegateForColumn(kCauseColumn, new CauseDelegate(m_gaps->view()));
    m_gaps->setEmptyText(tr("No idle time"), tr("Something runs all the time in this part of the trace."));
    m_why->setElideMode(Qt::ElideRight);
    m_count = new ElidedLabel({}, ElidedLabel::Rank::Secondary, this);
    m_count->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(12);
    foot->addWidget(m_why, 1);
    foot->addWidget(m_count);
    auto *row = new QHBoxLayout;
    row->setSpacing(1);
    row->addWidget(m_gaps, 1);
    row->addWidget(m_summary);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    layout->addLayout(row, 1);
    layout->addLayout(foot); // below both, to leave room for the reason
    setFocusProxy(m_gaps);
    new PanelExport(*this, [this] { emit exportRequested(asShown(request(), *m_gaps->model())); });

    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_gaps->clear();
        m_summary->clear();
        fillStreams();
        m_scope->follow(m_bus.focus());
        reload();
    });
    connect(&bus, &NavigationBus::focusChanged, this, &GapPanel::followFocus);
    connect(&bus, &NavigationBus::selectionChanged, this, &GapPanel::followSelection);
    connect(m_gaps, &TablePane::tableChanged, this, [this] { followSelection(m_bus.selection(), nullptr); });
    connect(m_gaps->model(), &ReportTableModel::rowsChanged, this, [this] {
        showCount();
        arrange(); // numbers may have widened their columns
    });
    connect(m_gaps, &TablePane::activated, this, [this](const QModelIndex &index) {
        const auto target = index.data(kTargetRole).value<core::Selection>();
        if (!std::holds_alternative<std::monostate>(target))
            select(target);
        showWhy();
    });
    connect(m_gaps->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, &GapPanel::showWhy);
    connect(m_gaps->view(), &QTableView::doubleClicked, this, &GapPanel::rangeOpened);
    connect(m_gaps, &TablePane::menuRequested, this, &GapPanel::showMenu);
    connect(m_summary, &GapSummary::causeChosen, this, &GapPanel::setFilter);
    connect(m_summary, &GapSummary::lengthChosen, this, &GapPanel::setMinGap);
    connect(m_summary, &GapSummary::targetChosen, this, [this](const core::Selection &target) { select(target); });
    connect(m_summary, &GapSummary::menuRequested, this, [this](const core::TableRequest &part, const QPoint &position) {
        QMenu menu(this);
        menu.addAction(tr("&Export this table…"), this, [this, part] { emit exportRequested(part); });
        menu.exec(position);
    });
    fillStreams();
    m_scope->follow(bus.focus());
    arrange();
}

// It may be made when the trace is open already.
void GapPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

QWidget *GapPanel::createBar()
{
    auto *bar = new ViewBar(this);
    m_streams = new QComboBox(bar);
    m_streams->setAccessibleName(tr("Gaps of"));
    m_streams->view()->setAccessibleName(m_streams->accessibleName());
    m_streams->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_streams->setMinimumContentsLength(7);
    m_scope = new ScopeSwitch(tr("All passes"), bar);
    m_scope->followBrush(m_bus);
    m_scope->want(ScopeSwitch::kLayer); // follows the selection: the layer, else the pass
    m_scope->setObjectName(QStringLiteral("gapScope"));
    m_scope->setAccessibleName(tr("Scope of the gaps"));
    m_min = new QSlider(Qt::Horizontal, bar);
    m_min->setObjectName(QStringLiteral("gapThreshold"));
    m_min->setAccessibleName(tr("Shortest gap that is listed"));
    m_min->setToolTip(tr("Shorter gaps are added up in one row"));
    m_min->setRange(0, static_cast<int>(kMinNs.size()) - 1);
    m_min->setPageStep(3);
    m_min->setValue(kDefaultMin);
    fixWidth(*m_min, 64_px);
    m_minText = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
    fixWidth(*m_minText, 66_px);
    m_filter = new SearchField(QStringLiteral("filter"), tr("Filter by kernel or cause"), bar);
    m_filter->setMinimumWidth(64);
    m_sums = new QToolButton(bar);
    m_sums->setIcon(icon(QStringLiteral("table")));
    m_sums->setCheckable(true);
    m_sums->setAutoRaise(true);
    m_sums->setToolTip(tr("What the gaps add up to"));
    m_sums->setAccessibleName(m_sums->toolTip());
    for (QWidget *part : std::initializer_list<QWidget *>{m_streams, m_scope, m_min, m_minText})
        bar->row()->addWidget(part);
    bar->row()->addWidget(m_filter, 1);
    bar->row()->addWidget(m_sums);
    connect(m_streams, &QComboBox::activated, this, &GapPanel::reload);
    connect(m_scope, &ScopeSwitch::scopeChanged, this, &GapPanel::reload);
    connect(m_min, &QSlider::valueChanged, this, &GapPanel::reload);
    connect(m_filter, &QLineEdit::textChanged, m_gaps->model(), &ReportTableModel::setFilter);
    connect(m_gaps->model(), &ReportTableModel::filterFailed, m_filter, &SearchField::setProblem);
    connect(m_sums, &QToolButton::toggled, this, &GapPanel::arrange);
    return bar;
}

void GapPanel::fillStreams()
{
    const QString before = m_controller.keepsTrace() ? m_streams->currentData().toString() : QString();
    m_streams->clear();
    m_streams->addItem(tr("Device"), QString());
    m_streams->addItem(tr("Each stream"), QStringLiteral("all"));
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    if (!document || !segmentation)
        return;
    for (const core::Stream &stream : document->streams) {
        if (stream.device != segmentation->mainDevice)
            continue;
        m_streams->addItem(
            stream.recorded() ? tr("Stream %1").arg(stream.number) : qtext(document->tracks[stream.track.value].thread),
            QString::number(stream.number));
    }
    m_streams->setCurrentIndex(std::max(0, m_streams->findData(before)));
}

core::TableRequest GapPanel::request() const
{
    core::TableRequest request;
    request.table = "gaps";
    request.pass = "trace";
    const auto document = m_controller.document();
    const auto segmentation = m_controller.segmentation();
    if (document && segmentation && segmentation->mainDevice.valid()
        && !segmentation->devices[segmentation->mainDevice.value].passes.empty())
        request.pass = "all";
    if (document) {
        if (m_scope->focus().pass != core::kNoPass)
            request.device = deviceArgument(*document, m_scope->focus().device);
        m_scope->narrow(request, *document);
    }
    request.stream = m_streams->currentData().toString().toStdString();
    request.minGapNs = kMinNs[static_cast<std::size_t>(m_min->value())];
    return request;
}

void GapPanel::reload()
{
    const std::int64_t min = kMinNs[static_cast<std::size_t>(m_min->value())];
    m_minText->setText(min == 0 ? tr("all") : QStringLiteral("≥ ") + durationText(min));
    if (!m_controller.session())
        return;
    m_gaps->load(request());
    m_summary->load(request());
}

void GapPanel::showCount()
{
    const auto table = m_gaps->table();
    if (!table) {
        m_count->setText({});
        return;
    }
    std::int64_t gaps = 0;
    std::int64_t idle = 0;
    const std::size_t count = table->columnIndex("gaps");
    const std::size_t length = table->columnIndex("dur_ns");
    for (int row = 0; row < m_gaps->model()->rowCount(); ++row) {
        gaps += table->integer(m_gaps->model()->tableRow(row), count);
        idle += table->integer(m_gaps->model()->tableRow(row), length);
    }
    m_count->setText(tr("%1 · %2 idle").arg(gapCount(gaps), durationText(idle)));
    m_filter->setInvalid(m_gaps->model()->rowCount() == 0 && table->rowCount() > 0);
    showWhy();
}

std::optional<std::int64_t> GapPanel::cell(std::size_t row, const char *column) const
{
    const auto table = m_gaps->table();
    const std::size_t at = table ? table->columnIndex(column) : core::ReportTable::npos;
    if (at == core::ReportTable::npos || row >= table->rowCount() || table->isMissing(row, at))
        return std::nullopt;
    return table->integer(row, at);
}

// One line on how the cause of the current gap was determined.
void GapPanel::showWhy()
{
    const QModelIndex current = m_gaps->view()->currentIndex();
    const auto table = m_gaps->table();
    QString why;
    if (table && current.isValid() && m_gaps->view()->selectionModel()->isRowSelected(current.row())) {
        const std::uint32_t row = m_gaps->model()->tableRow(current.row());
        if (const auto cause = core::gapCauseFromId(table->text(row, table->columnIndex("cause")))) {
            // Facts about this gap come first and the general meaning of the cause last, because the line may be too short for
            // both.
            QStringList facts;
            const auto textOf = [&](const char *column) {
                const std::size_t at = table->columnIndex(column);
                return table->isMissing(row, at) ? QString() : qtext(table->text(row, at));
            };
            if (const auto late = cell(row, "late_ns"); late && *late > 0)
                facts << tr("launched %1 after the gap began").arg(durationText(*late));
            if (const std::size_t fact = table->columnIndex("why"); !table->isMissing(row, fact))
                facts << translatedCell(*table, row, fact);
            if (const QString evidence = textOf("evidence"); !evidence.isEmpty())
                facts << tr("evidence: %1").arg(evidence);
            if (const QString call = textOf("host_call"); !call.isEmpty())
                facts << tr("meanwhile on the host: %1").arg(call);
            if (const QString frame = textOf("host_frame"); !frame.isEmpty())
                facts << frame;
            facts << gapCauseMeaning(*cause);
            why = gapCauseTitle(*cause) + QStringLiteral(": ") + facts.join(QStringLiteral(" · "));
        }
    }
    m_why->setText(why);
}

void GapPanel::followSelection(const core::Selection &selection, QObject *origin)
{
    if (origin == this)
        return;
    m_gaps->selectTarget(selection);
    showWhy();
}

void GapPanel::followFocus(const Focus &focus)
{
    if (m_selecting) { // a click in this panel keeps what it lists
        m_scope->keep(focus);
        return;
    }
    m_scope->follow(focus);
    reload();
}

void GapPanel::select(const core::Selection &target)
{
    m_selecting = true;
    m_bus.select(target, this);
    m_selecting = false;
}

void GapPanel::setMinGap(qint64 ns)
{
    int step = 0;
    while (step + 1 < static_cast<int>(kMinNs.size()) && kMinNs[static_cast<std::size_t>(step) + 1] <= ns)
        ++step;
    m_min->setValue(step);
}

void GapPanel::setFilter(const QString &text)
{
    m_filter->setText(m_filter->text() == text ? QString() : text); // the same cause again resets the filter
}

void GapPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// Side by side if there is room, else the sums replace the list on request.
void GapPanel::arrange()
{
    const bool wide = width() >= kSideBySidePx;
    m_sums->setVisible(!wide);
    m_summary->setMaximumWidth(wide ? kSummaryPx : QWIDGETSIZE_MAX);
    m_summary->setMinimumWidth(wide ? kSummaryPx : 0);
    m_summary->setVisible(wide || m_sums->isChecked());
    m_gaps->setVisible(wide || !m_sums->isChecked());
    const int list = width() - (wide ? int(kSummaryPx) : 0);
    const Room room = list < kRoomyListPx ? Room::Narrow : list < kWholeListPx ? Room::Roomy : Room::Whole;
    if (room != m_room) {
        m_room = room;
        for (const Width &one : kWidths)
            m_gaps->view()->setColumnWidth(one.column, TextPx(room == Room::Narrow ? one.narrowPx : one.px));
        for (const int column : kLastColumns)
            TableTools::of(*m_gaps->view())->setOffered(column, room == Room::Whole); // the user may have hidden it, too
    }
    fitWork(list);
}

// The names of the work share the room that is left.
void GapPanel::fitWork(int listPx)
{
    const QHeaderView &header = *m_gaps->view()->horizontalHeader();
    int others = 0;
    for (int column = 0; column < kLastColumns.front(); ++column)
        if (std::find(kWorkColumns.begin(), kWorkColumns.end(), column) == kWorkColumns.end())
            others += header.sectionSize(column);
    const int left = listPx - others - m_gaps->view()->verticalScrollBar()->sizeHint().width() - kEdgePx;
    for (const int column : kWorkColumns)
        m_gaps->view()->setColumnWidth(column, m_room == Room::Whole ? 125_px : std::max<int>(kMinWorkPx, left / 2));
}

void GapPanel::showMenu(const QModelIndex &index, const QPoint &position)
{
    QMenu menu(this);
    if (index.isValid()) {
        const std::uint32_t row = m_gaps->model()->tableRow(index.row());
        const auto jump = [&](const QString &text, const core::Selection &target) {
            menu.addAction(text, this, [this, target] { select(target); });
        };
        const auto kernel = [](std::int64_t number) {
            return core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(number))};
        };
        if (const auto before = cell(row, "before_index"))
            jump(tr("Select the work &before"), kernel(*before));
        if (const auto after = cell(row, "after_index"))
            jump(tr("Select the work &after"), kernel(*after));
        const auto document = m_controller.document();
        if (const auto after = cell(row, "after_index"); after && document)
            if (const core::EventId launch = document->kernels.launch[static_cast<std::size_t>(*after)]; launch.valid())
                jump(tr("Select the &launch"), core::EventSelection{launch});
        if (const auto evidence = cell(row, "evidence_index"))
            jump(tr("Select the e&vidence"), kernel(*evidence));
        if (const auto evidence = cell(row, "evidence_event"))
            jump(tr("Select the e&vidence"), core::EventSelection{core::EventId(static_cast<std::uint32_t>(*evidence))});
    }
    PanelExport::runTableMenu(*this, *m_gaps->view(), position, &menu);
}

} // namespace lamella::ui
