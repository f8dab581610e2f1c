// SPDX-License-Identifier: GPL-3.0-or-later
// Frame of the panel and its Perfetto block; SelectionFacts.cpp has the facts for each kind of selection.
#include "widgets/panels/SelectionPanel.h"

#include "core/base/Format.h"
#include "widgets/commands/CommandReasons.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/Icons.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kLabelWidth = 84;
constexpr std::size_t kMaxArgs = 200; // a malicious event may contain millions

QVBoxLayout *block(QWidget *widget)
{
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins(8, 10, 8, 10);
    layout->setSpacing(6);
    return layout;
}

} // namespace

SelectionPanel::SelectionPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_lookUp(std::make_unique<JobSlot>(controller.pool()))
{
    m_empty = new EmptyView(QStringLiteral("info"), this);
    m_empty->setMessage(tr("Nothing selected"), tr("Click a pass, a bar, a row or a cell."));
    m_body = createBody();
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_body);
    connect(&bus, &NavigationBus::selectionChanged, this, &SelectionPanel::refresh);
    connect(&controller, &SessionController::sessionChanged, this, &SelectionPanel::refresh);
}

SelectionPanel::~SelectionPanel() = default;

QWidget *SelectionPanel::createBody()
{
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setAccessibleName(tr("Details of the selection"));
    auto *content = new QWidget(scroll);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto *facts = new QWidget(content);
    QVBoxLayout *layout = block(facts);
    m_title = sectionTitle({}, facts);
    m_title->setObjectName(QStringLiteral("selectionTitle"));
    m_subtitle = new ElidedLabel({}, ElidedLabel::Rank::Secondary, facts);
    setTextFont(*m_subtitle, &Theme::monoFont);
    m_subtitle->setElideMode(Qt::ElideRight);
    m_facts = new FactGrid(kLabelWidth, facts);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addSpacing(2);
    layout->addWidget(m_facts);
    column->addWidget(facts);

    m_perfettoBlock = createPerfettoBlock();
    column->addWidget(m_perfettoBlock);

    m_argsBlock = new QWidget(content);
    QVBoxLayout *args = block(m_argsBlock);
    args->setContentsMargins(0, 0, 0, 10);
    args->addWidget(separatorLine(m_argsBlock));
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(8, 4, 8, 0);
    inner->setSpacing(6);
    inner->addWidget(sectionTitle(tr("Recorded values"), m_argsBlock));
    m_args = new FactGrid(kLabelWidth + 20, m_argsBlock);
    inner->addWidget(m_args);
    args->addLayout(inner);
    column->addWidget(m_argsBlock);
    column->addStretch(1);
    scroll->setWidget(content);
    return scroll;
}

QWidget *SelectionPanel::createPerfettoBlock()
{
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 10);
    column->setSpacing(6);
    column->addWidget(separatorLine(box));
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(8, 4, 8, 0);
    inner->setSpacing(6);
    auto *heading = new QHBoxLayout;
    heading->addWidget(sectionTitle(tr("Perfetto range"), box), 1);
    auto *hint = new ElidedLabel(QStringLiteral("Ctrl+↵"), ElidedLabel::Rank::Tertiary, box);
    setTextFont(*hint, &Theme::captionFont);
    hint->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    heading->addWidget(hint);
    inner->addLayout(heading);
    m_range = new FactGrid(kLabelWidth, box);
    inner->addWidget(m_range);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    m_link = new QPushButton(icon(QStringLiteral("copy")), tr("Link"), box);
    m_link->setToolTip(tr("Copy a link that opens Perfetto at this range"));
    m_sql = new QPushButton(icon(QStringLiteral("copy")), tr("SQL"), box);
    m_sql->setToolTip(tr("Copy a query that finds this range in Perfetto"));
    m_show = new QPushButton(tr("Show"), box);
    m_show->setProperty("primary", true);
    m_show->setToolTip(tr("Open Perfetto in the browser at this range (Ctrl+Return)"));
    for (QPushButton *button : {m_link, m_sql, m_show})
        button->setAccessibleName(button->toolTip());
    buttons->addWidget(m_link);
    buttons->addWidget(m_sql);
    buttons->addStretch(1);
    buttons->addWidget(m_show);
    inner->addSpacing(2);
    inner->addLayout(buttons);
    column->addLayout(inner);
    connect(m_link, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_perfetto.url); });
    connect(m_sql, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_perfetto.sql); });
    connect(m_show, &QPushButton::clicked, this, &SelectionPanel::showInPerfettoRequested);
    return box;
}

void SelectionPanel::refresh()
{
    m_lookUp->cancel();
    const bool nothing = !m_controller.document() || std::holds_alternative<std::monostate>(m_bus.selection());
    m_perfetto = {};
    if (nothing) {
        m_stack->setCurrentWidget(m_empty);
    } else {
        showFacts(nullptr);
        showArgs(nullptr);
        m_stack->setCurrentWidget(m_body);
        startLookUp();
    }
    showPerfetto();
}

void SelectionPanel::startLookUp()
{
    const core::Selection &selection = m_bus.selection();
    const bool needed = std::holds_alternative<core::KernelSelection>(selection)
        || std::holds_alternative<core::EventSelection>(selection) || std::holds_alternative<core::NameSelection>(selection);
    if (!needed)
        return;
    m_lookUp->start<SelectionDetails>([session = m_controller.session(), selection](
                                          const core::JobControl &control) { return lookUp(*session, selection, control); },
        [this](const core::Result<SelectionDetails> &details) {
            if (!details)
                return;
            showFacts(&*details);
            showArgs(&*details);
        });
}

void SelectionPanel::showPerfetto()
{
    const auto document = m_controller.document();
    const core::TimeRange range = m_bus.selectedRange();
    const bool ranged = document && range != core::TimeRange{};
    m_perfettoBlock->setVisible(ranged);
    m_range->clear();
    if (!ranged)
        return;
    m_perfetto = perfettoText(*document, m_bus.selection(), range);
    const auto copyable = [](const QString &text) {
        FactOptions options;
        options.copyable = true;
        options.copyText = text;
        return options;
    };
    m_range->add(tr("Start"), m_perfetto.start, copyable(m_perfetto.start.section(QChar(0x00A0), 0, 0)));
    m_range->add(tr("End"), m_perfetto.end, copyable(m_perfetto.end.section(QChar(0x00A0), 0, 0)));
    m_range->add(tr("Start, ns"), qtext(core::formatCount(m_perfetto.startNs.toLongLong())), copyable(m_perfetto.startNs));
    m_range->add(tr("Length, ns"), qtext(core::formatCount(m_perfetto.lengthNs.toLongLong())), copyable(m_perfetto.lengthNs));
    const bool there = !m_perfetto.url.isEmpty();
    for (QPushButton *button : {m_link, m_sql, m_show}) {
        button->setEnabled(there);
        button->setToolTip(there ? button->accessibleName() : button->accessibleName() + u'\n' + reasonOfPerfetto(*document));
    }
}

void SelectionPanel::showArgs(const SelectionDetails *details)
{
    m_args->clear();
    const bool any = details != nullptr && (!details->args.empty() || details->argsError);
    m_argsBlock->setVisible(any);
    if (!any)
        return;
    if (details->argsError) {
        FactOptions missing;
        missing.rank = ElidedLabel::Rank::Tertiary;
        missing.tooltip = errorText(*details->argsError);
        m_args->add(tr("n/a"), missing.tooltip, missing);
        return;
    }
    for (std::size_t i = 0; i < std::min(details->args.size(), kMaxArgs); ++i)
        m_args->add(qtext(details->args[i].first), qtext(plainJson(details->args[i].second)));
    if (details->args.size() > kMaxArgs)
        m_args->add({}, tr("and %1 more").arg(details->args.size() - kMaxArgs));
}

} // namespace lamella::ui
