// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorPanel.h"

#include "widgets/advice/HiddenRules.h"
#include "widgets/charts/TipText.h"
#include "widgets/commands/CommandReasons.h"
#include "widgets/common/ChoiceList.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LineText.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/BrushSection.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/source/EditorLink.h"
#include "widgets/source/OriginContent.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMetaMethod>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr int kShowTitleMs = 100; // then the title of the new selection is shown without its sections
constexpr int kShowPartsMs = 16; // then what is there is shown without the parts that take longer
constexpr int kSidePx = 12;

bool isOfPasses(const core::Selection &selection)
{
    return std::holds_alternative<std::monostate>(selection) || std::holds_alternative<core::PassSelection>(selection);
}

} // namespace

InspectorPanel::InspectorPanel(
    SessionController &controller, NavigationBus &bus, QWidget *parent, const std::optional<core::Selection> &kept)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_kept(kept)
    , m_figuresJob(std::make_unique<JobSlot>(controller.pool()))
    , m_limitsJob(std::make_unique<JobSlot>(controller.pool()))
    , m_recordedJob(std::make_unique<JobSlot>(controller.pool()))
    , m_lineJob(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
{
    setObjectName(m_kept ? QStringLiteral("keptInspector") : QStringLiteral("inspector"));
    setAccessibleName(m_kept ? tr("Kept inspector") : tr("Inspector"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createHead());
    m_message = new MessageStrip(this);
    layout->addWidget(m_message);
    m_message->hide();
    m_body = new InspectorBody;
    m_scroll = scrollAreaOf(m_body, this);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(createFoot());
    setFocusProxy(m_body);

    m_late.setSingleShot(true);
    m_late.setInterval(kShowTitleMs);
    connect(&m_late, &QTimer::timeout, this, &InspectorPanel::showWaiting);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kShowPartsMs);
    connect(&m_soon, &QTimer::timeout, this, &InspectorPanel::showContent);
    connect(m_body, &Chart::activated, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_body, &Chart::opened, this, [this](const core::Selection &target) { m_bus.select(target, this); });
    connect(m_body, &InspectorBody::sourceRequested, this, &InspectorPanel::openSource);
    connect(m_body, &InspectorBody::againstChosen, &m_bus, &NavigationBus::setAgainst);
    connect(m_body, &InspectorBody::passesChosen, &m_bus, &NavigationBus::setBrush);
    connect(m_body, &InspectorBody::passWanted, this, &InspectorPanel::offerPasses);
    connect(m_body, &InspectorBody::levelChosen, this, &InspectorPanel::levelChosen);
    connect(m_body, &InspectorBody::viewRequested, this, [this](const QString &view) {
        if (m_kept)
            m_bus.select(*m_kept, this); // which the view shows
        emit viewRequested(view);
    });
    if (!m_kept) {
        connect(&bus, &NavigationBus::selectionChanged, this, &InspectorPanel::refresh);
        connect(&bus, &NavigationBus::detailChanged, this, &InspectorPanel::refresh);
    }
    connect(&bus, &NavigationBus::againstChanged, this, &InspectorPanel::refresh);
    connect(&bus, &NavigationBus::brushChanged, this, &InspectorPanel::showContent);
    connect(&HiddenRules::of(controller), &HiddenRules::changed, this, &InspectorPanel::showContent);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_kept && !(m_controller.keepsTrace() && m_bus.isThere(*m_kept))) {
            emit removeRequested();
            return;
        }
        m_rangeWith.reset();
        refresh();
    });
    refresh();
}

InspectorPanel::~InspectorPanel() = default;

const core::Selection &InspectorPanel::selection() const
{
    return m_kept ? *m_kept : m_bus.selection();
}

const InspectorContent *InspectorPanel::detail() const
{
    return m_kept ? nullptr : m_bus.detail();
}

QHBoxLayout *InspectorPanel::createFigureRow(QWidget *head)
{
    auto *figure = new QHBoxLayout;
    figure->setContentsMargins(kSidePx, 8, kSidePx, 8);
    figure->setSpacing(6);
    m_figure = plainLabel({}, head);
    m_figure->setObjectName(QStringLiteral("inspectorFigure"));
    setTextFont(*m_figure, &Theme::titleFont);
    m_unit = new ElidedLabel({}, ElidedLabel::Rank::Secondary, head);
    m_unit->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_rank = new ElidedLabel({}, ElidedLabel::Rank::Text, head);
    m_rank->setAlignment(Qt::AlignRight);
    m_rank->setElideMode(Qt::ElideRight);
    figure->addWidget(m_figure);
    figure->addWidget(m_unit);
    figure->addWidget(m_rank, 1);
    return figure;
}

QWidget *InspectorPanel::createHead()
{
    auto *head = new QWidget(this);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(2);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(kSidePx, 0, 8, 0);
    top->setSpacing(6);
    m_icon = plainLabel({}, head);
    m_title = sectionTitle({}, head);
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_pin = m_kept ? iconButton(QStringLiteral("close"), tr("Remove this copy"), QStringLiteral("Esc"), head)
                   : iconButton(QStringLiteral("pin"), tr("Keep a copy of this beside it for comparison"), QStringLiteral("P"), head);
    m_pin->setCheckable(!m_kept);
    m_pin->setObjectName(QStringLiteral("inspectorPin"));
    connect(m_pin, &QToolButton::clicked, this, &InspectorPanel::togglePin);
    m_compare = iconButton(QStringLiteral("diff"), tr("Compare this with another"), {}, head);
    m_compare->hide();
    connect(m_compare, &QToolButton::clicked, this, &InspectorPanel::compareRequested);
    top->addWidget(m_icon);
    top->addWidget(m_title, 1);
    top->addWidget(m_compare);
    top->addWidget(m_pin);
    column->addLayout(top);
    auto *path = new QVBoxLayout;
    path->setContentsMargins(kSidePx, 0, kSidePx, 4);
    path->setSpacing(0);
    for (ElidedLabel **line : {&m_path, &m_pathRest}) {
        *line = new ElidedLabel({}, ElidedLabel::Rank::Secondary, head);
        (*line)->setElideMode(Qt::ElideRight);
        (*line)->setMaxLines(2);
        setTextFont(**line, &Theme::captionFont);
        path->addWidget(*line);
    }
    m_pathRest->hide();
    column->addLayout(path);
    m_busy = new QWidget(head);
    m_busy->setFixedHeight(2);
    m_busy->setAutoFillBackground(true);
    m_busy->setBackgroundRole(QPalette::Link);
    m_busy->hide();
    column->addWidget(m_busy);
    column->addWidget(separatorLine(head));
    column->addLayout(createFigureRow(head));
    column->addWidget(createRankBelow(head));
    column->addWidget(createPinRow(head));
    column->addWidget(separatorLine(head));
    return head;
}

QWidget *InspectorPanel::createRankBelow(QWidget *parent)
{
    m_rankBelow = new QWidget(parent);
    auto *below = new QHBoxLayout(m_rankBelow);
    below->setContentsMargins(kSidePx, 0, kSidePx, 8);
    m_longRank = new ElidedLabel({}, ElidedLabel::Rank::Text, m_rankBelow);
    m_longRank->setElideMode(Qt::ElideRight);
    m_longRank->setMaxLines(3);
    below->addWidget(m_longRank);
    m_rankBelow->hide();
    return m_rankBelow;
}

QWidget *InspectorPanel::createPinRow(QWidget *parent)
{
    m_pinRow = new QWidget(parent);
    auto *pinned = new QHBoxLayout(m_pinRow);
    pinned->setContentsMargins(kSidePx, 0, kSidePx, 6);
    m_pinText = new QPushButton(m_pinRow);
    m_pinText->setFlat(true);
    m_pinText->setToolTip(tr("Select what is kept"));
    m_pinText->setAccessibleName(m_pinText->toolTip());
    connect(m_pinText, &QPushButton::clicked, this, [this] {
        if (m_copy != nullptr)
            m_bus.select(*m_copy->m_kept, this);
    });
    pinned->addWidget(m_pinText, 1);
    m_pinRow->hide();
    return m_pinRow;
}

QWidget *InspectorPanel::createFoot()
{
    auto *foot = new QWidget(this);
    auto *column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(separatorLine(foot));
    m_rangeRow = new QWidget(foot);
    auto *range = new QHBoxLayout(m_rangeRow);
    range->setContentsMargins(kSidePx, 6, 8, 6);
    m_range = new ElidedLabel({}, ElidedLabel::Rank::Secondary, m_rangeRow);
    m_range->setObjectName(QStringLiteral("inspectorRange"));
    setTextFont(*m_range, &Theme::captionFont);
    m_range->setDigitGrid(true);
    m_copyRange = iconButton(QStringLiteral("copy"), tr("Copy start and end in seconds"), {}, m_rangeRow);
    connect(m_copyRange, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_copied); });
    range->addWidget(m_range, 1);
    range->addWidget(m_copyRange);
    column->addWidget(m_rangeRow);
    column->addWidget(separatorLine(foot));
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(kSidePx, 8, kSidePx, 8);
    buttons->setSpacing(6);
    m_show = new QPushButton(icon(QStringLiteral("external")), tr("Show in Perfetto"), foot);
    m_show->setProperty("primary", true);
    m_show->setAccessibleName(tr("Open Perfetto in the browser at this range (Ctrl+Return)"));
    m_link = new QPushButton(icon(QStringLiteral("copy")), tr("Link"), foot);
    m_link->setAccessibleName(tr("Copy a link that opens Perfetto at this range"));
    m_sql = new QPushButton(tr("SQL"), foot);
    m_sql->setAccessibleName(tr("Copy a query that finds this range in Perfetto"));
    connect(m_show, &QPushButton::clicked, this, [this] {
        const InspectorContent *const shown = detail();
        if (shown != nullptr && !shown->moment.isEmpty())
            m_bus.select(core::Selection(shown->momentEvent), this); // whose range is shown
        else if (m_kept)
            m_bus.select(*m_kept, this);
        emit showInPerfettoRequested();
    });
    connect(m_link, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_perfetto.url); });
    connect(m_sql, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_perfetto.sql); });
    for (QPushButton *button : {m_show, m_link, m_sql})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    return foot;
}

void InspectorPanel::showEvent(QShowEvent *event)
{
    m_compare->setVisible(isSignalConnected(QMetaMethod::fromSignal(&InspectorPanel::compareRequested)));
    QWidget::showEvent(event);
}

void InspectorPanel::refresh()
{
    for (JobSlot *job : {m_figuresJob.get(), m_limitsJob.get(), m_recordedJob.get(), m_lineJob.get()})
        job->cancel();
    m_seen->forget();
    m_late.stop();
    m_soon.stop();
    m_busy->hide();
    m_message->hide();
    m_figures.reset();
    m_limits.reset();
    m_recorded.reset();
    m_figureNs = 0; // not that of what was shown before
    const auto document = m_controller.document();
    showRange();
    if (!document || !m_controller.session()) {
        m_content = {};
        m_content.title = tr("No trace");
        m_body->setContent({}, m_bus.against());
        showContent();
        return;
    }
    if (const InspectorContent *shown = detail()) {
        m_content = *shown;
        m_body->setContent(m_content, m_bus.against());
        showContent();
        return;
    }
    if (const auto *event = std::get_if<core::EventSelection>(&selection())) {
        if (event->event.value < document->events.size())
            m_content = eventContent(*document, event->event);
        m_figureNs = m_bus.rangeOf(selection()).length().value;
        m_body->setContent(m_content, m_bus.against());
        showContent();
        loadRecorded();
        return;
    }
    m_late.start();
    m_seen->ask([this, request = inspectRequest(*document, selection(), m_bus.against(), rangeWith())] {
        if (request)
            load(*request);
        loadRecorded();
    });
}

// What was chosen, if the trace still has that pass and the window shows its device.
std::optional<core::PassSelection> InspectorPanel::rangeWith() const
{
    const auto segmentation = m_controller.segmentation();
    const bool holds = m_rangeWith && segmentation && m_bus.focus().device == m_rangeWith->device
        && segmentation->pass(m_rangeWith->device, m_rangeWith->pass) != nullptr;
    return holds ? m_rangeWith : std::nullopt;
}

// The first line is the median pass.
void InspectorPanel::offerPasses(const core::PassSelection &own, const QRect &link)
{
    const auto segmentation = m_controller.segmentation();
    if (!segmentation)
        return;
    const std::vector<core::Pass> &passes = segmentation->devices[own.device.value].passes;
    const auto passAt = [segmentation, &passes](
                            int at) -> const core::Pass & { return passes[static_cast<std::size_t>(at) - 1]; };
    const auto current = std::find_if(
        passes.begin(), passes.end(), [with = rangeWith()](const core::Pass &pass) { return with && pass.number == with->pass; });
    auto *list = new ChoiceList(
        {static_cast<int>(passes.size()) + 1,
            [passAt, first = tr("the median pass")](int at) { return at == 0 ? first : passLine(passAt(at)); }},
        current == passes.end() ? 0 : static_cast<int>(current - passes.begin()) + 1,
        [this, passAt, own](int at) {
            m_rangeWith = at == 0 ? std::nullopt : std::optional(core::PassSelection{own.device, passAt(at).number});
            refresh();
        },
        this);
    list->popupBelow(*m_body, link);
}

void InspectorPanel::load(const core::TableRequest &request)
{
    using Table = std::shared_ptr<const core::ReportTable>;
    const auto session = m_controller.session();
    const auto start = [&](JobSlot &slot, const char *by, Table InspectorPanel::*member) {
        core::TableRequest part = request;
        part.by = by;
        slot.start<Table>([session, part](const core::JobControl &control) { return session->table(part, control); },
            [this, member](const core::Result<Table> &table) {
                if (table)
                    this->*member = *table;
                else
                    showError(table.error());
                m_late.stop();
                showParts();
            });
    };
    start(*m_figuresJob, "figures", &InspectorPanel::m_figures);
    start(*m_limitsJob, "limit", &InspectorPanel::m_limits);
}

// What is there stays; without figures nothing of the selection before may stand under the new range.
void InspectorPanel::showError(const core::Error &error)
{
    m_message->show(MessageStrip::Kind::Error, errorText(error));
    if (m_figures)
        return;
    m_content = {};
    m_content.title = tr("Not known");
    m_body->setContent({}, m_bus.against());
}

// A line around the launch of a kernel: what it costs. From there, and from other details, it is opened in the editor.
void InspectorPanel::openSource(const QString &file, qint64 line)
{
    const auto segmentation = m_controller.segmentation();
    if (detail() != nullptr || !segmentation) {
        openInEditor(file, line, this);
        return;
    }
    const core::FrameLabel label{core::FrameKind::Line, {}, stdtext(file), line, false};
    const OriginPlace place = originPlace({core::SourceBy::Line, label}, m_bus.focus(), *segmentation);
    m_lineJob->start<OriginFacts>([session = m_controller.session(), place](
                                      const core::JobControl &control) { return originFacts(*session, place, control); },
        [this, file, line](const core::Result<OriginFacts> &facts) {
            if (facts && facts->here.withKernels > 0)
                m_bus.showDetail(std::make_shared<const InspectorContent>(originContent(*facts, *m_controller.names())));
            else
                openInEditor(file, line, this); // a line of a compiler is in no call stack
        });
}

void InspectorPanel::loadRecorded()
{
    const core::Selection &shown = selection();
    if (!std::holds_alternative<core::KernelSelection>(shown) && !std::holds_alternative<core::EventSelection>(shown))
        return;
    m_recordedJob->start<RecordedValues>(
        [session = m_controller.session(), shown](
            const core::JobControl &control) { return recordedValues(*session, shown, control); },
        [this](const core::Result<RecordedValues> &values) {
            if (!values)
                return;
            m_recorded = recordedSection(*values);
            showParts();
        });
}

// Parts that arrive within a frame are laid out and painted once, together.
void InspectorPanel::showParts()
{
    if (!m_figuresJob->running() && !m_limitsJob->running() && !m_recordedJob->running()) {
        m_soon.stop();
        showContent();
    } else if (!m_soon.isActive()) {
        m_soon.start();
    }
}

// The new selection has no sections yet: the old ones must not stand under its range.
void InspectorPanel::showWaiting()
{
    if (m_figures)
        return;
    m_content = {};
    m_content.title = tr("Working…");
    m_figureNs = m_bus.rangeOf(selection()).length().value;
    m_content.figure = m_figureNs > 0 ? durationText(m_figureNs) : QString();
    m_body->setContent({}, m_bus.against());
    showContent();
    m_busy->show();
}

void InspectorPanel::showContent()
{
    const bool event = std::holds_alternative<core::EventSelection>(selection());
    if (m_figures && !event) {
        m_content = inspectorContent(m_figures.get(), m_limits.get(), m_bus.against(), HiddenRules::of(m_controller).ids());
        const std::size_t section = m_figures->columnIndex("section");
        const std::size_t duration = m_figures->columnIndex("dur_ns");
        m_figureNs = 0;
        for (std::size_t row = 0; row < m_figures->rowCount() && m_figureNs == 0; ++row)
            if (m_figures->text(row, section) == "figure" && !m_figures->isMissing(row, duration))
                m_figureNs = m_figures->integer(row, duration);
        if (m_recorded)
            m_content.sections.push_back(*m_recorded);
        if (const auto segmentation = m_controller.segmentation();
            isOfPasses(selection()) && !m_bus.brush().isEmpty() && segmentation)
            m_content.sections.push_back(brushSection(*segmentation, m_bus.brush()));
        const int position = m_scroll->verticalScrollBar()->value();
        m_body->setContent(m_content, m_bus.against());
        m_scroll->verticalScrollBar()->setValue(position);
        m_busy->setVisible(!m_limits && m_limitsJob->running() && m_busy->isVisible());
    } else if (event && m_recorded) {
        InspectorContent content = m_content;
        content.sections = {*m_recorded};
        m_body->setContent(content, m_bus.against());
        m_content = std::move(content);
    }
    const QString iconName = m_content.icon.isEmpty() ? QStringLiteral("info") : m_content.icon;
    m_icon->setPixmap(iconPixmap(iconName, Theme::current().text2, 16, devicePixelRatioF()));
    m_title->setText(m_content.title);
    fitPath();
    m_figure->setText(m_content.figure);
    m_unit->setText(m_content.unit);
    for (ElidedLabel *rank : {m_rank, m_longRank})
        rank->setRank(m_content.isWarning ? ElidedLabel::Rank::Warning : ElidedLabel::Rank::Text);
    fitRank();
    showPinned();
    emit shown();
}

// One line, or two where it would be cut.
void InspectorPanel::fitPath()
{
    const QString between = QStringLiteral(" · ");
    QStringList rest = m_content.path.split(between);
    QString first = rest.takeFirst();
    while (!rest.isEmpty() && lineAdvance(m_path->font(), first + between + rest.front()) <= width() - 2 * kSidePx)
        first += between + rest.takeFirst();
    m_path->setText(first);
    m_pathRest->setText(rest.join(between));
    m_pathRest->setVisible(!rest.isEmpty());
}

// Beside the figure, or below it where it would be cut.
void InspectorPanel::fitRank()
{
    constexpr int kGaps = 2 * 6;
    const int used = m_figure->sizeHint().width() + m_unit->fontMetrics().horizontalAdvance(m_unit->text());
    const bool fits = used + kGaps + m_rank->fontMetrics().horizontalAdvance(m_content.rank) + 2 <= width() - 2 * kSidePx;
    m_rank->setText(fits ? m_content.rank : QString());
    m_longRank->setText(fits ? QString() : m_content.rank);
    m_rankBelow->setVisible(!fits);
}

void InspectorPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitPath();
    fitRank();
}

void InspectorPanel::showRange()
{
    const auto document = m_controller.document();
    m_perfetto = {};
    QString reason;
    const InspectorContent *shown = detail();
    const QString moment = shown != nullptr ? shown->moment : QString();
    const bool isMore = shown != nullptr && !std::holds_alternative<std::monostate>(shown->subject);
    const core::Selection subject = !moment.isEmpty() ? core::Selection(shown->momentEvent)
        : isMore                                      ? shown->subject
        : m_kept                                      ? selection()
                                                      : m_bus.selectionOrTrace();
    const core::TimeRange range = m_bus.rangeOf(subject);
    if (!document)
        reason = tr("No trace is open");
    else if (!moment.isEmpty() && range == core::TimeRange{})
        reason = tr("This is about a moment at which the trace has no event");
    else if (range == core::TimeRange{})
        reason = std::holds_alternative<core::NameSelection>(selection())
            ? tr("All kernels of a name have no range of their own; select one, or a pass")
            : tr("Select a pass, a layer or a kernel first");
    QString noLink = reason; // a trace that is written for Perfetto has no address
    if (reason.isEmpty()) {
        m_perfetto = perfettoText(*document, subject, range);
        m_range->setText(m_perfetto.start + QStringLiteral(" → ") + m_perfetto.end);
        m_copied = m_perfetto.start + QStringLiteral(" – ") + m_perfetto.end;
        if (m_perfetto.url.isEmpty())
            noLink = reasonOfPerfetto(*document);
    } else {
        m_range->setText(moment.isEmpty() ? reason : moment);
        m_copied = moment;
    }
    m_copyRange->setEnabled(!m_copied.isEmpty());
    for (QPushButton *button : {m_show, m_link, m_sql}) {
        const QString &why = button == m_show ? reason : noLink;
        button->setEnabled(why.isEmpty());
        button->setToolTip(why.isEmpty() ? button->accessibleName() : button->accessibleName() + u'\n' + why);
    }
}

void InspectorPanel::togglePin()
{
    if (m_kept) {
        emit removeRequested();
        return;
    }
    if (m_copy != nullptr) {
        const bool hadFocus = m_copy->isAncestorOf(window()->focusWidget());
        std::exchange(m_copy, nullptr)->deleteLater();
        if (hadFocus)
            setFocus();
    } else if (canKeep()) {
        m_copy = new InspectorPanel(m_controller, m_bus, this, selection());
        m_copy->hide(); // until it has its place
        connect(m_copy, &InspectorPanel::removeRequested, this, &InspectorPanel::togglePin);
        connect(m_copy, &InspectorPanel::shown, this, &InspectorPanel::showPinned);
        connect(m_copy, &InspectorPanel::showInPerfettoRequested, this, &InspectorPanel::showInPerfettoRequested);
        connect(m_copy, &InspectorPanel::levelChosen, this, &InspectorPanel::levelChosen);
        connect(m_copy, &InspectorPanel::viewRequested, this, &InspectorPanel::viewRequested);
    }
    emit copyChanged();
    showPinned();
}

// A finding or a moment that is shown in place of the selection is not computed here and cannot be again.
bool InspectorPanel::canKeep() const
{
    return detail() == nullptr && m_controller.session() != nullptr;
}

// Beside the copy, how much longer the selection takes: of the same kind, by the same figure.
void InspectorPanel::showPinned()
{
    if (m_kept)
        return;
    m_pin->setChecked(m_copy != nullptr);
    const bool can = m_copy != nullptr || canKeep();
    m_pin->setEnabled(can);
    m_pin->setToolTip(can ? m_pin->accessibleName() : m_pin->accessibleName() + u'\n' + tr("Only a selection can be kept"));
    const bool both = m_copy != nullptr && *m_copy->m_kept != selection() && m_figureNs > 0 && m_copy->m_figureNs > 0
        && m_copy->m_kept->index() == selection().index() && m_copy->m_content.unit == m_content.unit;
    m_pinRow->setVisible(both);
    if (both)
        m_pinText->setText(tr("%1 against the copy").arg(deltaText(m_figureNs - m_copy->m_figureNs)));
}

void InspectorPanel::copyText()
{
    QApplication::clipboard()->setText(m_content.asText());
}

void InspectorPanel::contextMenuEvent(QContextMenuEvent *event)
{
    popUpInspectorMenu(*this, event->globalPos(), [this] { copyText(); }, {m_compare, m_pin, m_copyRange, m_show, m_link, m_sql});
}

void InspectorPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copyText();
    else if (event->modifiers() == Qt::NoModifier
        && (event->key() == Qt::Key_P || (event->key() == Qt::Key_Escape && (m_kept || m_copy != nullptr))))
        togglePin();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lamella::ui
