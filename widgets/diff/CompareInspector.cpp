// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareInspector.h"

#include "widgets/commands/CommandReasons.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/Icons.h"
#include "widgets/common/PlainText.h"
#include "widgets/diff/CompareContent.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/panels/PerfettoText.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kSidePx = 12;

} // namespace

CompareInspector::CompareInspector(CompareResults &results, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_results(results)
    , m_bus(bus)
    , m_body(new InspectorBody)
{
    setObjectName(QStringLiteral("CompareInspector"));
    setAccessibleName(tr("What changed"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(createHead());
    column->addWidget(scrollAreaOf(m_body, this), 1);
    column->addWidget(createFoot());
    setFocusProxy(m_body);
    connect(m_body, &Chart::activated, this, &CompareInspector::choose);
    connect(m_body, &InspectorBody::dotChosen, this, &CompareInspector::chooseDot);
    auto *seen = new DeferUntilVisible(this); // nothing is computed while another workspace is shown
    const auto ask = [this, seen] { seen->ask([this] { follow(); }); };
    connect(&results, &CompareResults::changed, this, ask);
    connect(&bus, &NavigationBus::selectionChanged, this, ask);
    follow();
}

QWidget *CompareInspector::createHead()
{
    auto *head = new QWidget(this);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(2);
    const auto padded = [column](int below) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSidePx, 0, kSidePx, below);
        row->setSpacing(6);
        column->addLayout(row);
        return row;
    };
    auto *top = padded(0);
    auto *sign = plainLabel({}, head);
    followTextSize(*sign,
        [sign] { sign->setPixmap(iconPixmap(QStringLiteral("diff"), Theme::current().text2, 16, sign->devicePixelRatioF())); });
    m_title = sectionTitle({}, head);
    m_title->setObjectName(QStringLiteral("compareTitle"));
    top->addWidget(sign);
    top->addWidget(m_title, 1);
    m_path = new ElidedLabel({}, ElidedLabel::Rank::Secondary, head);
    m_path->setElideMode(Qt::ElideRight);
    m_path->setMaxLines(2);
    setTextFont(*m_path, &Theme::captionFont);
    padded(4)->addWidget(m_path);
    column->addWidget(separatorLine(head));
    column->addSpacing(6);
    auto *figure = padded(0);
    m_figure = plainLabel({}, head);
    m_figure->setObjectName(QStringLiteral("compareFigure"));
    setTextFont(*m_figure, &Theme::titleFont);
    m_unit = new ElidedLabel({}, ElidedLabel::Rank::Secondary, head);
    m_unit->setElideMode(Qt::ElideRight);
    figure->addWidget(m_figure);
    figure->addWidget(m_unit, 1);
    m_rank = new ElidedLabel({}, ElidedLabel::Rank::Text, head);
    m_rank->setElideMode(Qt::ElideRight);
    m_rank->setMaxLines(3);
    padded(8)->addWidget(m_rank);
    column->addWidget(separatorLine(head));
    return head;
}

QWidget *CompareInspector::createFoot()
{
    auto *foot = new QWidget(this);
    auto *column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(separatorLine(foot));
    auto *range = new QHBoxLayout;
    range->setContentsMargins(kSidePx, 6, 8, 6);
    m_range = new ElidedLabel({}, ElidedLabel::Rank::Secondary, foot);
    setTextFont(*m_range, &Theme::captionFont);
    m_range->setDigitGrid(true);
    m_copyRange = iconButton(QStringLiteral("copy"), tr("Copy start and end in seconds"), {}, foot);
    connect(m_copyRange, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_range->text()); });
    range->addWidget(m_range, 1);
    range->addWidget(m_copyRange);
    column->addLayout(range);
    column->addWidget(separatorLine(foot));
    m_show = new QPushButton(icon(QStringLiteral("external")), tr("Show in Perfetto"), foot);
    m_show->setProperty("primary", true);
    m_link = new QPushButton(icon(QStringLiteral("copy")), tr("Link"), foot);
    m_link->setObjectName(QStringLiteral("compareLink"));
    m_link->setAccessibleName(tr("Copy a link that opens Perfetto at this range"));
    m_save = new QPushButton(tr("Export…"), foot);
    auto *buttons = new QWidget(foot);
    auto *actions = new FlowRow(buttons); // words of some languages are long
    actions->setContentsMargins(kSidePx, 8, kSidePx, 8);
    actions->setSpacing(6);
    actions->addWidget(m_show);
    actions->addWidget(m_link);
    actions->addWidget(m_save);
    column->addWidget(buttons);
    connect(m_show, &QPushButton::clicked, this, &CompareInspector::showInPerfettoRequested);
    connect(m_link, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_url); });
    connect(m_save, &QPushButton::clicked, this, &CompareInspector::exportRequested);
    return foot;
}

void CompareInspector::follow()
{
    const auto &shown = m_results.shown();
    const InspectorContent content = compareContent(m_results, shown ? rowOf(*shown, m_bus.selection()) : std::nullopt);
    m_title->setText(content.title);
    m_path->setText(content.path);
    m_figure->setText(content.figure);
    m_unit->setText(content.unit);
    m_rank->setText(content.rank);
    m_rank->setVisible(!content.rank.isEmpty());
    m_body->setContent(content, m_bus.against());
    m_show->setEnabled(shown != nullptr);
    m_save->setEnabled(shown != nullptr);
    m_save->setToolTip(shown ? tr("Export this comparison…") : tr("Nothing is compared yet: choose A and B first"));
    showRange();
}

// Of the selection, which Show in Perfetto opens.
void CompareInspector::showRange()
{
    const auto document = m_results.compare().first().document();
    const core::TimeRange range = m_bus.selectedRange();
    const bool any = document && range != core::TimeRange{};
    const PerfettoText text = any ? perfettoText(*document, m_bus.selection(), range) : PerfettoText{};
    const QString none = tr("The selection has no range of its own");
    m_range->setText(any ? text.start + QStringLiteral(" → ") + text.end : none);
    m_copyRange->setEnabled(any);
    m_url = text.url;
    m_link->setEnabled(!m_url.isEmpty());
    const QString reason = !any ? none : m_url.isEmpty() ? reasonOfPerfetto(*document) : QString();
    m_link->setToolTip(reason.isEmpty() ? m_link->accessibleName() : m_link->accessibleName() + u'\n' + reason);
}

// A layer becomes the one compared; a name is selected where it is.
void CompareInspector::choose(const core::Selection &target)
{
    if (const auto *layer = std::get_if<core::LayerSelection>(&target))
        m_results.compare().compareLayer(*layer);
    else
        m_results.compare().selectFromComparison(target);
}

void CompareInspector::chooseDot(int mark)
{
    const auto &verdict = m_results.verdict();
    if (!verdict)
        return;
    const auto at = static_cast<std::size_t>(mark);
    const bool ofA = at < verdict->a.size();
    if (const std::size_t own = ofA ? at : at - verdict->a.size(); own < (ofA ? verdict->a : verdict->b).size())
        m_results.choosePass(ofA, ComparedPass((ofA ? verdict->a : verdict->b)[own]));
}

void CompareInspector::copyText()
{
    QApplication::clipboard()->setText(m_body->content().asText());
}

void CompareInspector::contextMenuEvent(QContextMenuEvent *event)
{
    popUpInspectorMenu(*this, event->globalPos(), [this] { copyText(); }, {m_copyRange, m_show, m_link, m_save});
}

void CompareInspector::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copyText();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lamella::ui
