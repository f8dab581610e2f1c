// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/HelpWiring.h"

#include "widgets/charts/Chart.h"
#include "widgets/common/Icons.h"
#include "widgets/common/Panel.h"
#include "widgets/help/HelpPages.h"
#include "widgets/help/HelpWindow.h"
#include "widgets/layers/LayersDialog.h"
#include "widgets/timeline/TimelinePanel.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QWhatsThis>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

struct HelpText {
    Q_DECLARE_TR_FUNCTIONS(HelpText)
};

// All windows share one manual and one command: the reading position is kept, and F1 is never ambiguous.
struct Shared {
    int windows = 0;
    QPointer<HelpWindow> manual;
    QPointer<QAction> action;
};

Shared &shared()
{
    static Shared one;
    return one;
}

void showManual(const QUrl &page)
{
    Shared &s = shared();
    if (s.manual.isNull()) {
        s.manual = new HelpWindow;
        s.manual->setAttribute(Qt::WA_QuitOnClose, false);
    }
    s.manual->showPage(page);
}

// Name of the view that contains the widget, and the view's widget.
std::pair<QString, const QWidget *> viewOf(const QWidget *widget)
{
    for (const QWidget *at = widget; at != nullptr; at = at->parentWidget()) {
        if (const QString id = panelId(at); !id.isEmpty())
            return {id, at};
        if (qobject_cast<const LayersDialog *>(at) != nullptr)
            return {QStringLiteral("layers-dialog"), at};
        if (qobject_cast<const TimelinePanel *>(at) != nullptr)
            return {QStringLiteral("timeline"), at};
    }
    return {};
}

void showPageOfView()
{
    showManual(helpFor(QApplication::focusWidget()));
}

// The section of the keys that the focused view has.
void showKeys()
{
    const QWidget *focused = QApplication::focusWidget();
    const char *const section = viewOf(focused).first == QStringLiteral("timeline") ? "timeline"
        : qobject_cast<const Chart *>(focused) != nullptr                           ? "charts"
                                                                                    : "anywhere";
    showManual(HelpPages::url(QStringLiteral("keyboard.md"), QString::fromLatin1(section)));
}

// Shows the first paragraph of the manual about the view, at the view.
void explainView()
{
    const auto [name, view] = viewOf(QApplication::focusWidget());
    const HelpPages &pages = HelpPages::bundled();
    const QUrl url = pages.ofView(name);
    const HelpPage *page = pages.page(url.fileName());
    if (view == nullptr || page == nullptr || url.fragment().isEmpty()) {
        showManual(url);
        return;
    }
    for (const HelpSection &section : page->sections) {
        if (section.anchor != url.fragment())
            continue;
        constexpr int kMax = 420;
        QString text = section.text.mid(name.size() + 2).trimmed(); // after the name in parentheses
        if (text.size() > kMax) {
            const qsizetype end = std::max(text.lastIndexOf(QStringLiteral(". "), kMax), text.lastIndexOf(u'。', kMax));
            text.truncate(end > 0 ? end + 1 : kMax);
        }
        constexpr int kInsetPx = 24;
        QWhatsThis::showText(view->mapToGlobal(QPoint(kInsetPx, kInsetPx)),
            QStringLiteral("<b>%1</b><p>%2</p><p>%3</p>")
                .arg(section.title.toHtmlEscaped(), text.toHtmlEscaped(), HelpText::tr("F1 opens the manual here")),
            const_cast<QWidget *>(view));
    }
}

// Triggers the action by a question mark that no view has taken: not a shortcut, which texts would lose.
class QuestionMark : public QObject {
public:
    explicit QuestionMark(QAction &action)
        : QObject(&action)
        , m_action(action)
    {
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent *>(event)->text() != QStringLiteral("?"))
            return QObject::eventFilter(watched, event);
        m_action.trigger();
        return true;
    }

private:
    QAction &m_action;
};

QAction *command()
{
    Shared &s = shared();
    if (!s.action.isNull())
        return s.action;
    auto *action = new QAction(HelpText::tr("&Manual"), qApp);
    action->setObjectName(QStringLiteral("help.manual"));
    action->setShortcut(QKeySequence::HelpContents);
    action->setShortcutContext(Qt::ApplicationShortcut); // also in dialogs
    action->setIcon(icon(QStringLiteral("info")));
    action->setToolTip(HelpText::tr("The manual, at the page of the view that has the focus (%1)")
                           .arg(action->shortcut().toString(QKeySequence::NativeText)));
    QObject::connect(action, &QAction::triggered, action, &showPageOfView);
    s.action = action;
    return action;
}

// Widgets must not outlive the application: closing the last window deletes the manual.
void forgetWindow()
{
    Shared &s = shared();
    if (--s.windows > 0)
        return;
    delete s.manual;
    delete s.action;
}

} // namespace

QUrl helpFor(const QWidget *widget)
{
    return HelpPages::bundled().ofView(viewOf(widget).first);
}

void addHelp(QMainWindow &window)
{
    ++shared().windows;
    QAction *action = command();
    window.addAction(action);
    QObject::connect(&window, &QObject::destroyed, &forgetWindow);
    const auto menus = window.menuBar()->actions();
    if (menus.isEmpty() || menus.last()->menu() == nullptr)
        return;
    QMenu *help = menus.last()->menu();
    const auto entries = help->actions();
    auto *what = new QAction(HelpText::tr("&What is this view?"), &window);
    what->setObjectName(QStringLiteral("help.what-is-this"));
    what->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F1));
    what->setToolTip(HelpText::tr("A few words on the view that has the focus"));
    window.addAction(what);
    QObject::connect(what, &QAction::triggered, what, &explainView);
    auto *keys = new QAction(HelpText::tr("K&eys of this view"), &window);
    keys->setObjectName(QStringLiteral("help.keys-of-view"));
    keys->setToolTip(HelpText::tr("The page of the manual with the keys of the view that has the focus (?)"));
    window.addAction(keys);
    QObject::connect(keys, &QAction::triggered, keys, &showKeys);
    window.installEventFilter(new QuestionMark(*keys));
    help->insertActions(entries.isEmpty() ? nullptr : entries.first(), {action, what, keys});
}

} // namespace lamella::ui
