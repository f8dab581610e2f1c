// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/ArgsPanel.h"

#include "core/base/Format.h"
#include "core/import/EventTextReader.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconButton.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/search/ArgsSearch.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/TextSize.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lamella::ui {

namespace {

std::vector<ViewColumn> argsViewColumns()
{
    return {
        {{}, QStringLiteral("#"), ColumnStyle::RowNumber, 38, {}},
        {"start_ns", {}, ColumnStyle::Number, 108, {}},
        {"name", {}, ColumnStyle::Text, 140, {}},
        {"arg", {}, ColumnStyle::Secondary, 84, {}},
        {"value", {}, ColumnStyle::Text, -136, {}},
        {"dur_ns", {}, ColumnStyle::Number, 76, {}},
        {"category", {}, ColumnStyle::Secondary, 96, {}},
        {"process", {}, ColumnStyle::Secondary, 96, {}},
        {"thread", {}, ColumnStyle::Secondary, 110, {}},
    };
}

QString number(std::size_t count)
{
    return qtext(core::formatCount(static_cast<std::int64_t>(count)));
}

// Handles Shift+Return in the field; the field itself handles Return.
class BackwardKey : public QObject {
public:
    BackwardKey(SearchField &field, std::function<void()> back)
        : QObject(&field)
        , m_back(std::move(back))
    {
        field.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (!isReturn || (key->modifiers() & ~Qt::KeypadModifier) != Qt::ShiftModifier)
            return false;
        m_back();
        return true;
    }

private:
    std::function<void()> m_back;
};

} // namespace

ArgsPanel::ArgsPanel(SessionController &controller, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_search(new ArgsSearch(controller, this))
    , m_model(new ReportTableModel(argsViewColumns(), controller.pool(), this))
{
    setObjectName(QStringLiteral("ArgsPanel"));
    createBar();
    createTable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_field);
    new PanelExport(
        *this,
        [this] { emit exportRequested([table = m_search->table()](const core::JobControl &) { return core::Result(table); }); },
        [this] { return m_search->table() != nullptr; });
    connect(m_search, &ArgsSearch::found, this, &ArgsPanel::takeTable);
    connect(m_search, &ArgsSearch::stateChanged, this, &ArgsPanel::present);
    connect(m_search, &ArgsSearch::progressed, this, &ArgsPanel::showStatus);
    connect(m_model, &ReportTableModel::rowsChanged, this, [this] {
        followSelection();
        present();
        emit matchesChanged();
    });
    connect(&bus, &NavigationBus::selectionChanged, this, [this] {
        followSelection();
        showStatus();
    });
    connect(&controller, &SessionController::sessionChanged, this, &ArgsPanel::followTrace);
    followTrace();
}

ArgsPanel::~ArgsPanel() = default;

void ArgsPanel::createBar()
{
    m_bar = new ViewBar(this);
    m_field = new SearchField(QStringLiteral("search"), tr("Text, or key=text"), m_bar);
    m_field->setObjectName(QStringLiteral("argsText"));
    m_field->setAccessibleName(tr("Text to look for in the args of all events"));
    m_field->setToolTip(tr("Return searches the args of all events; “Input Dims=4096” only args of that name"));
    followTextSize(*m_field, [field = m_field] { field->setMinimumWidth(field->fontMetrics().averageCharWidth() * 34); });
    m_status = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, m_bar);
    m_status->setObjectName(QStringLiteral("argsStatus"));
    m_status->setElideMode(Qt::ElideRight);
    const auto addLink = [this](const QString &text, const QString &tip) {
        auto *link = new LinkButton(text, m_bar);
        link->setToolTip(tip);
        link->setFocusPolicy(Qt::TabFocus);
        return link;
    };
    m_stop = addLink(tr("Stop"), tr("Read no further; what was found stays (Esc)"));
    m_stop->setObjectName(QStringLiteral("argsStop"));
    m_save = addLink(tr("Export…"), tr("The events that are listed, as a file"));
    const auto addStep = [this](const QString &iconName, const QString &text, const QString &keys, int by) {
        QToolButton *button = iconButton(iconName, text, keys, m_bar);
        connect(button, &QToolButton::clicked, this, [this, by] { step(by); });
        return button;
    };
    m_previous = addStep(QStringLiteral("chevron-up"), tr("Previous event that matches"), QStringLiteral("Ctrl+Shift+F3"), -1);
    m_next = addStep(QStringLiteral("chevron-down"), tr("Next event that matches"), QStringLiteral("Ctrl+F3"), 1);
    m_bar->row()->addWidget(m_field, 2);
    m_bar->row()->addWidget(m_status, 3);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_stop, m_previous, m_next, m_save})
        m_bar->row()->addWidget(widget);
    new BackwardKey(*m_field, [this] { send(-1); });
    connect(m_field, &QLineEdit::returnPressed, this, [this] { send(1); });
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty())
            m_search->clear();
    });
    connect(m_field, &SearchField::escaped, this, &ArgsPanel::left);
    connect(m_stop, &QToolButton::clicked, m_search, &ArgsSearch::stop);
    connect(m_save, &QToolButton::clicked, this, [this] { (void)PanelExport::run(this); });
}

void ArgsPanel::createTable()
{
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("argsTable"));
    m_view->setAccessibleName(tr("Events whose args contain the text"));
    setUpTable(*m_view, *m_model);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_empty = new EmptyView(QStringLiteral("search"), this);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ArgsPanel::showMenu);
    connect(m_view, &QTableView::clicked, this, &ArgsPanel::select);
    connect(m_view, &QTableView::activated, this, &ArgsPanel::select);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        const bool byKey = m_view->hasFocus() && m_view->selectionModel()->isRowSelected(index.row()); // clicks are handled above
        if (!m_following && byKey)
            select(index);
    });
    connect(m_empty, &EmptyView::linkActivated, this, [this] { m_field->setFocus(); });
}

// Return starts the search for the typed text; after that it steps from match to match.
void ArgsPanel::send(int by)
{
    const QString text = m_field->text().trimmed();
    if (text.isEmpty())
        return;
    if (m_search->text() == text && m_search->state() != ArgsSearch::State::Failed)
        step(by);
    else
        m_search->start(text);
}

void ArgsPanel::search(const QString &text)
{
    m_field->setText(text);
    m_field->setFocus();
    if (!text.trimmed().isEmpty())
        m_search->start(text);
}

void ArgsPanel::step(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    const int at = m_model->viewRowOf(m_bus.selection());
    const int next = at < 0 ? (by > 0 ? 0 : rows - 1) : (at + by + rows) % rows;
    select(m_model->index(next, 0));
}

bool ArgsPanel::hasMatches() const
{
    return m_model->rowCount() > 0;
}

QString ArgsPanel::statusText() const
{
    return m_status->text();
}

void ArgsPanel::followTrace()
{
    const auto document = m_controller.document();
    m_field->setEnabled(document && core::hasEventText(*document));
    present();
}

// Rows may arrive while the user reads the list: keep its scroll position.
void ArgsPanel::takeTable()
{
    const int top = m_view->verticalScrollBar()->value();
    const bool more = m_search->table() && m_model->table();
    m_following = true;
    m_model->setTable(m_search->table());
    m_following = false;
    if (more)
        m_view->verticalScrollBar()->setValue(top);
}

void ArgsPanel::present()
{
    const ArgsSearch::State state = m_search->state();
    m_stop->setVisible(state == ArgsSearch::State::Running);
    m_field->setInvalid(state == ArgsSearch::State::Done && m_search->count() == 0);
    for (QWidget *button : std::initializer_list<QWidget *>{m_previous, m_next, m_save})
        button->setEnabled(m_model->rowCount() > 0);
    showStatus();
    showEmpty();
    m_stack->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget *>(m_view) : m_empty);
}

void ArgsPanel::showStatus()
{
    using State = ArgsSearch::State;
    const State state = m_search->state();
    const std::size_t count = m_search->count();
    QString text;
    if (state == State::Running) {
        const int percent = static_cast<int>(m_search->share() * 100);
        text = percent == 0 ? tr("Searching…") : tr("Searching… %1\u00A0%").arg(percent);
        if (count > 0)
            text += QStringLiteral(" · ") + tr("%1 so far", "events").arg(eventCount(static_cast<std::int64_t>(count)));
    } else if (state == State::Done || state == State::Stopped) {
        const int at = m_model->viewRowOf(m_bus.selection());
        if (count > 0)
            text = at >= 0 ? tr("%1 of %2").arg(number(static_cast<std::size_t>(at) + 1), number(count))
                           : eventCount(static_cast<std::int64_t>(count));
        const QString dot = text.isEmpty() ? QString() : QStringLiteral(" · ");
        if (state == State::Stopped)
            text += dot + tr("stopped at %1\u00A0% of the file").arg(static_cast<int>(m_search->share() * 100));
        else if (!m_search->isComplete())
            text += dot + tr("there are more: a longer text says which");
    }
    m_status->setRank(state == State::Done && m_search->isComplete() ? ElidedLabel::Rank::Secondary
            : state == State::Running                                ? ElidedLabel::Rank::Secondary
                                                                     : ElidedLabel::Rank::Warning);
    m_status->setText(text);
}

void ArgsPanel::showEmpty()
{
    using State = ArgsSearch::State;
    const auto document = m_controller.document();
    if (document && !core::hasEventText(*document)) {
        m_empty->setMessage(tr("The args of this trace cannot be searched"),
            tr("They are not text in its file. Select an event to see its recorded values."));
        return;
    }
    switch (m_search->state()) {
    case State::Idle:
        m_empty->setMessage(tr("Look for a text in the args of all events"),
            tr("Shapes, types, groups of ranks, whatever was recorded with an event. The file is read again for it, in the "
               "background."));
        break;
    case State::Running:
        m_empty->setMessage(tr("Nothing found so far"), tr("The file is being read."));
        break;
    case State::Done:
        m_empty->setMessage(tr("No event has “%1” in its args").arg(m_search->text()), {}, tr("Look for another text"));
        break;
    case State::Stopped:
        m_empty->setMessage(tr("Nothing was found before the search was stopped"), {}, tr("Look for another text"));
        break;
    case State::Failed:
        m_empty->setMessage(tr("The args could not be searched"), errorText(m_search->error()));
        break;
    }
}

void ArgsPanel::select(const QModelIndex &index)
{
    const auto target = index.data(kTargetRole).value<core::Selection>();
    if (!std::holds_alternative<std::monostate>(target))
        m_bus.select(target, this);
}

// Shows the row of the selection, whatever set it, without emitting a signal.
void ArgsPanel::followSelection()
{
    m_following = true;
    const int row = m_model->viewRowOf(m_bus.selection());
    if (row >= 0) {
        m_view->selectRow(row);
        bringIntoView(*m_view, m_model->index(row, 0));
    } else {
        m_view->clearSelection();
        if (m_model->rowCount() > 0 && !m_view->currentIndex().isValid())
            m_view->selectionModel()->setCurrentIndex(m_model->index(0, 0), QItemSelectionModel::NoUpdate);
    }
    m_following = false;
}

void ArgsPanel::showMenu(const QPoint &position)
{
    PanelExport::runTableMenu(*this, *m_view, m_view->viewport()->mapToGlobal(position));
}

} // namespace lamella::ui
