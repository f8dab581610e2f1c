// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/PerfettoWiring.h"

#include "core/analysis/PerfettoRange.h"
#include "widgets/common/Icons.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PlainText.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/perfetto/PerfettoDialogs.h"
#include "widgets/perfetto/PerfettoLinker.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/CompareWiring.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>

namespace lamella::ui {

PerfettoWiring::PerfettoWiring(
    SessionController &controller, NavigationBus &bus, QAction &show, QAction &copyLink, QMainWindow &window)
    : QObject(&window)
    , m_controller(controller)
    , m_bus(bus)
    , m_window(window)
    , m_show(show)
    , m_copyLink(copyLink)
    , m_linker(new PerfettoLinker(controller, bus, this))
{
    connect(&m_show, &QAction::triggered, this, [this] {
        selectMoment();
        m_linker->showSelection();
    });
    connect(&m_copyLink, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(text().url); });
    connect(m_linker, &PerfettoLinker::news, this, &PerfettoWiring::tell);
    connect(m_linker, &PerfettoLinker::wayWanted, this, &PerfettoWiring::askForWay);
}

PerfettoWiring::~PerfettoWiring() = default;

void PerfettoWiring::attach(QMenu &goMenu, QToolBar &tools, MessageStrip &messages, CompareWiring &menus)
{
    m_messages = &messages;
    m_menu = new QMenu(tr("In Perfe&tto"), &m_window);
    m_menu->setToolTipsVisible(true);
    m_menu->addAction(&m_show);
    m_live = add("perfetto.keep-one-tab", tr("Keep Perfetto in &one page"),
        tr("A page of Lamella in the browser holds Perfetto, and further places move it"), [this] {
            PerfettoSettings settings = m_linker->settings();
            settings.live = m_live->isChecked();
            m_linker->setSettings(settings);
        });
    m_live->setCheckable(true);
    m_piece = add("perfetto.show-only-this-pass", tr("Show only this p&ass"),
        tr("Extracts the pass as a trace with the same zero, and shows that"), [this] { showAs(PerfettoWay::Piece); });
    m_layers = add("perfetto.show-with-layers", tr("Show with &layers"),
        tr("Writes the trace for Perfetto, with passes, layers and roles as tracks of their own"),
        [this] { showAs(PerfettoWay::Written); });
    m_processor = add("perfetto.show-through-trace-processor", tr("Show through &trace_processor…"),
        tr("For traces that are too large for a browser"), [this] { askForProcessor(); });
    m_menu->addSeparator();
    addCopies();
    m_menu->addSeparator();
    m_stop =
        add("perfetto.stop", tr("Stop o&ffering the trace"), tr("Ends the server on 127.0.0.1"), [this] { m_linker->stop(); });
    add("perfetto.settings", tr("Perfetto &settings…"), tr("Address of a self-hosted Perfetto, one tab or many, large traces"),
        [] {}); // the window opens its settings page instead
    goMenu.addMenu(m_menu);
    const auto buttons = tools.findChildren<QToolButton *>();
    for (QToolButton *button : buttons) {
        if (button->defaultAction() != &m_show)
            continue;
        button->setMenu(m_menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
    connect(&menus, &CompareWiring::menuMade, this, [this](QMenu *menu, const core::Selection &target) {
        QAction *show = menu->addAction(icon(QStringLiteral("external")), m_show.text(), this, [this, target] {
            m_bus.select(target, this);
            m_linker->showSelection();
        });
        const auto document = m_controller.document();
        show->setEnabled(document && document->kernels.size() > 0);
    });
    connect(&m_bus, &NavigationBus::selectionChanged, this, &PerfettoWiring::update);
    connect(&m_bus, &NavigationBus::detailChanged, this, &PerfettoWiring::update);
    connect(&m_controller, &SessionController::sessionChanged, this, &PerfettoWiring::update);
    connect(m_linker, &PerfettoLinker::servingChanged, this, &PerfettoWiring::update);
    connect(m_menu, &QMenu::aboutToShow, this, &PerfettoWiring::update);
    update();
}

QAction *PerfettoWiring::add(const char *id, const QString &text, const QString &tip, std::function<void()> run)
{
    QAction *action = m_menu->addAction(text);
    action->setObjectName(QString::fromLatin1(id));
    action->setToolTip(tip);
    m_window.addAction(action);
    connect(action, &QAction::triggered, this, std::move(run));
    return action;
}

void PerfettoWiring::addCopies()
{
    const auto copy = [this](const char *id, const QString &title, const QString &tip, QString (*what)(const PerfettoText &)) {
        m_copies << add(id, title, tip, [this, what] { QApplication::clipboard()->setText(what(text())); });
    };
    copy("perfetto.copy-range-in-seconds", tr("Copy range in s&econds"),
        tr("Start and end from zero, as Perfetto's ruler shows them"), [](const PerfettoText &range) {
            return QString(range.start.section(QChar(0x00A0), 0, 0) + u' ' + range.end.section(QChar(0x00A0), 0, 0));
        });
    copy("perfetto.copy-range-in-nanoseconds", tr("Copy range in &nanoseconds"), tr("Start and end from zero"),
        [](const PerfettoText &range) {
            return QString(range.startNs + u' ' + QString::number(range.startNs.toLongLong() + range.lengthNs.toLongLong()));
        });
    copy("perfetto.copy-range-on-its-clock", tr("Copy range on the trace's own cloc&k"),
        tr("Start and end in nanoseconds, as Perfetto's raw time format shows them"),
        [](const PerfettoText &range) { return QString(range.rawBegin + u' ' + range.rawEnd); });
    m_menu->addAction(&m_copyLink);
    copy("perfetto.copy-sql", tr("Copy S&QL"), tr("A query that finds this range in Perfetto"),
        [](const PerfettoText &range) { return range.sql; });
}

void PerfettoWiring::selectMoment()
{
    const InspectorContent *detail = m_bus.detail();
    if (detail != nullptr && !detail->moment.isEmpty())
        m_bus.select(core::Selection(detail->momentEvent), this); // a copy: the detail ends with the selection
}

void PerfettoWiring::showAs(PerfettoWay way)
{
    selectMoment();
    m_linker->showSelectionAs(way);
}

PerfettoText PerfettoWiring::text() const
{
    const auto document = m_controller.document();
    const core::Selection subject = m_linker->subject();
    const core::TimeRange range = m_bus.rangeOf(subject);
    return document && range != core::TimeRange{} ? perfettoText(*document, subject, range) : PerfettoText{};
}

void PerfettoWiring::update()
{
    const bool range = m_controller.document() && m_bus.rangeOf(m_linker->subject()) != core::TimeRange{};
    const bool can = m_linker->canShow();
    for (QAction *action : {&m_show, m_piece, m_layers, m_processor})
        action->setEnabled(can);
    const auto document = m_controller.document();
    const bool linked =
        can && document && core::perfettoReads(*document); // else the times are of a trace that is not written yet
    m_copyLink.setEnabled(linked);
    for (QAction *action : std::as_const(m_copies))
        action->setEnabled(range);
    m_copies.last()->setEnabled(linked);
    m_live->setChecked(m_linker->settings().live);
    m_stop->setEnabled(m_linker->isServing());
}

void PerfettoWiring::tell(const PerfettoNews &news)
{
    const auto kind = news.kind == PerfettoNews::Kind::Info ? MessageStrip::Kind::Info
        : news.kind == PerfettoNews::Kind::Warning          ? MessageStrip::Kind::Warning
                                                            : MessageStrip::Kind::Error;
    if (news.link.isEmpty())
        m_messages->show(kind, news.text);
    else
        m_messages->show(kind, news.text, tr("Copy link"), [link = news.link] { QApplication::clipboard()->setText(link); });
}

void PerfettoWiring::askForWay(quint64 rawBytes)
{
    auto *dialog = new PerfettoWayDialog(
        rawBytes, m_linker->traceProcessor().isEmpty() ? QString() : m_linker->traceProcessorCommand(), &m_window);
    connect(dialog, &PerfettoWayDialog::chosen, m_linker, &PerfettoLinker::showSelectionAs);
    dialog->open();
}

void PerfettoWiring::askForProcessor()
{
    if (m_linker->traceProcessor().isEmpty()) {
        showAs(PerfettoWay::Processor); // reports what is missing
        return;
    }
    QMessageBox *box = plainQuestion(tr("Show through trace_processor"),
        tr("Start this program? It ends when the trace is closed."), m_linker->traceProcessorCommand(), &m_window);
    QPushButton *start = box->addButton(tr("&Start"), QMessageBox::AcceptRole);
    box->setDefaultButton(start);
    connect(start, &QPushButton::clicked, this, [this] { showAs(PerfettoWay::Processor); });
    box->open();
}

} // namespace lamella::ui
