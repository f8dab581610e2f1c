// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/advice/AdvicePanel.h"

#include "core/session/AnalysisSession.h"
#include "widgets/advice/AdviceCards.h"
#include "widgets/advice/AdviceDetail.h"
#include "widgets/advice/AdviceOverview.h"
#include "widgets/advice/HiddenRules.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr int kSidePx = 12;

int rankOf(const std::string &certainty)
{
    return certainty == "certain" ? 0 : certainty == "likely" ? 1 : 2;
}

} // namespace

AdvicePanel::AdvicePanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_hidden(HiddenRules::of(controller))
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_seen(new DeferUntilVisible(this))
{
    setObjectName(QStringLiteral("AdvicePanel"));
    auto *inside = new QWidget;
    m_cards = new AdviceCards(inside);
    m_silent = plainLabel({}, inside);
    m_silent->setObjectName(QStringLiteral("adviceSilent"));
    m_silent->setWordWrap(true);
    m_silent->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_silent->setFocusPolicy(Qt::NoFocus);
    m_silent->setForegroundRole(QPalette::PlaceholderText);
    m_silent->setContentsMargins(kSidePx, kSidePx, kSidePx, kSidePx / 2);
    m_hiddenRow = new QWidget(inside);
    new FlowRow(m_hiddenRow);
    m_hiddenRow->setContentsMargins(kSidePx, 0, kSidePx, kSidePx);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_cards);
    column->addWidget(m_silent);
    column->addWidget(m_hiddenRow);
    column->addStretch(1);
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    inside->setBackgroundRole(QPalette::Base);
    inside->setAutoFillBackground(true);
    m_scroll->setWidget(inside);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_scroll, 1);
    setFocusProxy(m_cards);
    new PanelExport(*this, [this] { emit exportRequested(request()); });
    connectCards();
    connect(&m_hidden, &HiddenRules::changed, this, &AdvicePanel::arrange);
    connect(&controller, &SessionController::sessionChanged, this, &AdvicePanel::reload);
    connect(&bus, &NavigationBus::selectionChanged, this, [this](const core::Selection &, QObject *origin) {
        if (origin != this)
            follow();
    });
    reload();
}

AdvicePanel::~AdvicePanel() = default;

void AdvicePanel::connectCards()
{
    connect(m_cards, &AdviceCards::chosen, this, &AdvicePanel::choose);
    connect(m_cards, &AdviceCards::showRequested, this, [this](int card) {
        choose(card);
        emit showRequested();
    });
    connect(m_cards, &AdviceCards::compareRequested, this, [this](int card) {
        m_bus.select(m_cards->cards()[static_cast<std::size_t>(card)].compared, this);
        emit compareRequested();
    });
    connect(m_cards, &AdviceCards::sourceRequested, this, [this](int card) {
        m_bus.select(core::KernelSelection{m_cards->cards()[static_cast<std::size_t>(card)].launched}, this);
        emit sourceRequested();
    });
    connect(m_cards, &AdviceCards::hideRequested, this, [this](int card) {
        const QString rule = qtext(m_cards->cards()[static_cast<std::size_t>(card)].rule);
        m_hidden.hide(rule, titleOf(rule));
    });
}

QWidget *AdvicePanel::makeBar()
{
    auto *bar = new ViewBar(this);
    bar->setObjectName(QStringLiteral("viewBar"));
    m_what = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    m_what->setObjectName(QStringLiteral("adviceWhat"));
    m_what->setElideMode(Qt::ElideRight);
    m_about = new SegmentedControl({tr("all"), tr("kernels"), tr("idle"), tr("communication"), tr("memory")}, bar);
    m_order = new SegmentedControl({tr("by gain"), tr("by certainty")}, bar);
    auto *save = new LinkButton(tr("Export…"), bar);
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_about);
    bar->row()->addWidget(m_what, 1);
    bar->row()->addWidget(m_order);
    auto *hide = new QAction(tr("Hide rule"), this);
    hide->setToolTip(tr("Hides what the rule of the current card finds, in every trace"));
    connect(hide, &QAction::triggered, this, &AdvicePanel::hideCurrent);
    QAction *undo = m_hidden.undoStack().createUndoAction(this, tr("Undo"));
    QAction *redo = m_hidden.undoStack().createRedoAction(this, tr("Redo"));
    for (QAction *action : {hide, undo, redo}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        auto *button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        bar->row()->addWidget(button);
        if (action != hide) {
            button->setVisible(action->isEnabled());
            connect(action, &QAction::changed, button, [button, action] { button->setVisible(action->isEnabled()); });
        }
    }
    bar->row()->addWidget(save);
    connect(save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
    connect(m_about, &SegmentedControl::activated, this, &AdvicePanel::arrange);
    connect(m_order, &SegmentedControl::activated, this, &AdvicePanel::arrange);
    return bar;
}

core::TableRequest AdvicePanel::request() const
{
    core::TableRequest request;
    request.table = "advice";
    return request;
}

void AdvicePanel::reload()
{
    m_job->cancel();
    m_picture = {};
    arrange();
    const auto session = m_controller.session();
    if (!session) {
        m_seen->forget();
        m_cards->setReason(tr("Open a trace to see what could be changed."));
        return;
    }
    m_cards->setReason(tr("Looking…"));
    m_seen->ask([this, session, asked = request()] {
        m_job->start<AdvicePicture>(
            [session, asked](const core::JobControl &control) { return loadAdvicePicture(*session, asked, control); },
            [this](core::Result<AdvicePicture> made) { present(std::move(made)); });
    });
}

void AdvicePanel::present(core::Result<AdvicePicture> picture)
{
    if (!picture) {
        m_cards->setReason(errorText(picture.error()));
        return;
    }
    m_picture = std::move(*picture);
    arrange();
    follow();
}

void AdvicePanel::sayOverview()
{
    emit overviewChanged(isVisible() ? adviceCells(m_picture, m_hiddenCards) : std::vector<OverviewCell>());
}

void AdvicePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    sayOverview();
}

void AdvicePanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    sayOverview();
}

void AdvicePanel::followOverviewLink()
{
    m_scroll->ensureWidgetVisible(m_silent);
}

bool AdvicePanel::isHidden(const AdviceCard &card) const
{
    return m_hidden.ids().contains(qtext(card.rule));
}

QString AdvicePanel::titleOf(const QString &rule) const
{
    if (!m_picture.rules)
        return rule;
    const core::ReportTable &rules = *m_picture.rules;
    for (std::size_t row = 0; row < rules.rowCount(); ++row)
        if (qtext(rules.text(row, rules.columnIndex("rule"))) == rule)
            return translatedCell(rules, row, rules.columnIndex("title"));
    return rule; // of a file that is no longer there
}

void AdvicePanel::arrange()
{
    std::vector<AdviceCard> shown;
    const int about = m_about->current();
    std::size_t hidden = 0;
    std::array<int, 5> counts{};
    for (const AdviceCard &card : m_picture.cards) {
        if (isHidden(card)) {
            ++hidden;
            continue;
        }
        ++counts[0];
        ++counts[static_cast<std::size_t>(card.about) + 1];
        if (about <= 0 || about == static_cast<int>(card.about) + 1)
            shown.push_back(card);
    }
    if (m_order->current() == 1)
        std::stable_sort(shown.begin(), shown.end(),
            [](const AdviceCard &a, const AdviceCard &b) { return rankOf(a.certainty) < rankOf(b.certainty); });
    m_about->setLabel(0, m_picture.table ? tr("all %1").arg(counts[0]) : tr("all"));
    if (m_picture.table)
        m_cards->setReason(hidden > 0 && counts[0] == 0 ? tr("All that was found is of hidden rules.")
                : !m_picture.cards.empty()              ? tr("Nothing of this kind was found.")
                                           : tr("No rule found anything to change in this pass, or no passes were found."));
    m_cards->setCards(std::move(shown), m_picture.table.get());
    m_hiddenCards = static_cast<int>(hidden);
    sayOverview();
    m_cards->setFocusPolicy(m_cards->partCount() > 0 ? Qt::StrongFocus : Qt::NoFocus);
    showRules();
    tell();
    follow();
}

// Silence is evidence: what was looked for and not found.
void AdvicePanel::showRules()
{
    QStringList silent;
    if (m_picture.rules) {
        const core::ReportTable &rules = *m_picture.rules;
        for (std::size_t row = 0; row < rules.rowCount(); ++row)
            if (rules.integer(row, rules.columnIndex("findings")) == 0
                && !m_hidden.ids().contains(qtext(rules.text(row, rules.columnIndex("rule")))))
                silent << translatedCell(rules, row, rules.columnIndex("title"));
    }
    m_silent->setText(silent.isEmpty() ? QString()
                                       : tr("Gains are upper bounds by the streams of this trace; what overlaps is counted once "
                                            "in their sum. %n rule(s) found nothing: ",
                                             nullptr, static_cast<int>(silent.size()))
                + silent.join(QStringLiteral(" · ")));
    m_silent->setVisible(!silent.isEmpty());
    while (QLayoutItem *item = m_hiddenRow->layout()->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    auto *row = static_cast<FlowRow *>(m_hiddenRow->layout());
    if (!m_hidden.ids().isEmpty())
        row->addWidget(plainLabel(tr("Hidden rules, click to show again:"), m_hiddenRow));
    for (const QString &rule : m_hidden.ids()) {
        auto *link = new LinkButton(titleOf(rule), m_hiddenRow);
        link->setFocusPolicy(Qt::TabFocus);
        connect(link, &QToolButton::clicked, this, [this, rule] { m_hidden.show(rule, titleOf(rule)); });
        row->addWidget(link);
    }
    m_hiddenRow->setVisible(!m_hidden.ids().isEmpty());
}

void AdvicePanel::tell()
{
    const QStringList notes = m_picture.table ? noteTexts(*m_picture.table) : QStringList();
    m_what->setText(notes.isEmpty() ? QString() : notes.constFirst()); // the sum is in the strip
    m_what->setToolTip(notes.join(u'\n'));
}

void AdvicePanel::choose(int card)
{
    const AdviceCard &chosen = m_cards->cards()[static_cast<std::size_t>(card)];
    m_cards->setCurrent(card);
    const QRect rect = m_cards->partRect(card);
    m_scroll->ensureVisible(rect.center().x(), rect.center().y(), 0, rect.height() / 2);
    if (!std::holds_alternative<std::monostate>(chosen.target))
        m_bus.select(chosen.target, this);
    m_bus.showDetail(std::make_shared<const InspectorContent>(adviceDetail(chosen, *m_picture.table)));
}

// The card of what is selected elsewhere; without one, the card before stays.
void AdvicePanel::follow()
{
    const auto &cards = m_cards->cards();
    for (std::size_t i = 0; i < cards.size(); ++i)
        if (core::sameSubject(cards[i].target, m_bus.selection())) {
            m_cards->setCurrent(static_cast<int>(i));
            return;
        }
}

void AdvicePanel::hideCurrent()
{
    if (const int current = m_cards->selectedPart(); current >= 0)
        emit m_cards->hideRequested(current);
}

} // namespace lamella::ui
