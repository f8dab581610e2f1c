// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through everything the window shows: each control has a name and is reached by Tab, and nothing is cut off when all
// texts are two fifths longer.
#include "tests/support/PseudoTranslator.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/ClippedTexts.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/help/AboutDialog.h"
#include "widgets/settings/SettingsDialog.h"
#include "widgets/window/GoToDialog.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/ShellWiring.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

using namespace lamella;
using namespace lamella::ui;

class TestAccessibility : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { QVERIFY(showWindow({1280, 800})); }
    void everyViewHasNames();
    void everyViewIsReachedByTab();
    void dialogsHaveNamesAndAreReached();
    void emptyPageHasNamesAndIsReached();
    void longTextsFit();

private:
    // Each thing that is shown in turn, with its name: docks of the window, pages of the settings, dialogs.
    void eachView(const std::function<void(const QString &, QWidget &)> &look);
    void eachDialog(const std::function<void(const QString &, QWidget &)> &look);
    QString m_trace;
};

namespace {

QString nameOf(const QWidget &widget)
{
    return QStringLiteral("%1 '%2' in %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
            widget.parentWidget() != nullptr ? QString::fromLatin1(widget.parentWidget()->metaObject()->className()) : QString());
}

bool isInteractive(QAccessible::Role role)
{
    switch (role) {
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::List:
    case QAccessible::PageTab:
    case QAccessible::MenuItem:
    case QAccessible::Link:
    case QAccessible::Chart:
    case QAccessible::Graphic:
        return true;
    default:
        return false;
    }
}

// Readers meet these parts under the name of the whole.
bool isPartOfAnother(const QWidget &widget)
{
    return widget.objectName().startsWith(QStringLiteral("qt_"))
        || qobject_cast<const QAbstractSpinBox *>(widget.parentWidget()) != nullptr
        || qobject_cast<const QComboBox *>(widget.parentWidget()) != nullptr
        || qobject_cast<const QLineEdit *>(widget.parentWidget()) != nullptr || widget.inherits("QComboBoxPrivateContainer")
        || qobject_cast<const QHeaderView *>(&widget) != nullptr || widget.inherits("QTableCornerButton")
        || widget.inherits("QScrollBar");
}

void collectNameless(QAccessibleInterface *from, const QString &where, QStringList &nameless, int depth = 0)
{
    constexpr int kDeepest = 30;
    constexpr int kMaxChildren = 200; // of one table
    if (from == nullptr || depth > kDeepest)
        return;
    const auto *widget = qobject_cast<QWidget *>(from->object());
    if (from->state().invisible || (widget != nullptr && (!widget->isVisible() || isPartOfAnother(*widget))))
        return;
    if (const auto *bar = qobject_cast<const QTabBar *>(widget); bar != nullptr && bar->count() == 0)
        return;
    const bool decoration = qobject_cast<const QLabel *>(widget) != nullptr; // a picture beside words that say the same
    if (!decoration && isInteractive(from->role()) && from->text(QAccessible::Name).isEmpty()) {
        const QString what = widget != nullptr ? nameOf(*widget) : QStringLiteral("child of role %1").arg(from->role());
        nameless << where + QStringLiteral(": ") + what;
    }
    const bool view =
        from->role() == QAccessible::Table || from->role() == QAccessible::Tree || from->role() == QAccessible::List;
    const int count = view ? 0 : qMin(from->childCount(), kMaxChildren); // cells are named by what they hold
    for (int i = 0; i < count; ++i)
        collectNameless(from->child(i), where, nameless, depth + 1);
}

bool takesInput(const QWidget &widget)
{
    return qobject_cast<const QAbstractButton *>(&widget) != nullptr || qobject_cast<const QLineEdit *>(&widget) != nullptr
        || qobject_cast<const QComboBox *>(&widget) != nullptr || qobject_cast<const QAbstractSpinBox *>(&widget) != nullptr
        || qobject_cast<const QAbstractItemView *>(&widget) != nullptr
        || (widget.focusPolicy() != Qt::NoFocus && qobject_cast<const QScrollArea *>(&widget) == nullptr);
}

// By real keys, as a person would: round until the first comes again.
QSet<QWidget *> reachedByTab(QWidget &window)
{
    constexpr int kMaxSteps = 400;
    QSet<QWidget *> met;
    QApplication::setActiveWindow(&window); // nobody else does where there is no window manager
    if (QApplication::focusWidget() == nullptr || QApplication::focusWidget()->window() != &window)
        for (QWidget *at = window.nextInFocusChain(); at != &window; at = at->nextInFocusChain())
            if (at->window() == &window && at->isVisible() && at->isEnabled()
                && (at->focusPolicy() & Qt::TabFocus) == Qt::TabFocus) {
                at->setFocus(Qt::TabFocusReason);
                break;
            }
    for (int step = 0; step < kMaxSteps; ++step) {
        QWidget *now = QApplication::focusWidget();
        if (now == nullptr || (met.contains(now) && step > 200))
            break;
        met << now;
        QTest::keyClick(now, Qt::Key_Tab);
    }
    return met;
}

} // namespace

void TestAccessibility::initTestCase()
{
    QAccessible::setActive(true);
    m_trace = writeTrace({.passes = 4});
}

void TestAccessibility::eachView(const std::function<void(const QString &, QWidget &)> &look)
{
    QVERIFY(test::eachView(*m_window, [&](const QString &id, QWidget &) { look(id, *m_window); }));
}

void TestAccessibility::eachDialog(const std::function<void(const QString &, QWidget &)> &look)
{
    SettingsDialog &settings = m_window->shell().showSettings();
    QVERIFY(QTest::qWaitForWindowActive(&settings));
    auto *pages = settings.findChild<QListWidget *>(QStringLiteral("settingsPages"));
    for (int page = 0; page < pages->count(); ++page) {
        pages->setCurrentRow(page);
        look(QStringLiteral("settings, ") + pages->item(page)->text(), settings);
    }
    settings.close();
    const auto show = [&look](const QString &name, QDialog *dialog) {
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        look(name, *dialog);
        delete dialog;
    };
    show(QStringLiteral("go to"), new GoToDialog(m_window->controller(), m_window->bus(), m_window.get()));
    show(QStringLiteral("about"), new AboutDialog(m_window.get()));
    for (const char *id : {"analyze.layers", "analyze.diagnostics", "analyze.annotated-ranges"}) {
        const QWidgetList before = QApplication::topLevelWidgets();
        m_window->shell().commands().find(QLatin1String(id))->action->trigger();
        QVERIFY(settled());
        const QWidgetList after = QApplication::topLevelWidgets();
        for (QWidget *window : after)
            if (qobject_cast<QDialog *>(window) != nullptr && window->isVisible() && !before.contains(window)) {
                look(QString::fromLatin1(id), *window);
                window->close();
            }
    }
}

void TestAccessibility::everyViewHasNames()
{
    QVERIFY(open(m_trace));
    QStringList nameless;
    eachView([&nameless](const QString &where, QWidget &window) {
        collectNameless(QAccessible::queryAccessibleInterface(&window), where, nameless);
    });
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestAccessibility::everyViewIsReachedByTab()
{
    QVERIFY(open(m_trace));
    QStringList unreached;
    eachView([&](const QString &where, QWidget &window) {
        const QSet<QWidget *> met = reachedByTab(window);
        const auto inside = window.findChildren<QWidget *>();
        for (QWidget *widget : inside) {
            if (!widget->isVisible() || !widget->isEnabled() || widget->window() != &window || widget->visibleRegion().isEmpty()
                || widget->testAttribute(Qt::WA_TransparentForMouseEvents) // a title without a menu
                || isPartOfAnother(*widget) || !takesInput(*widget) || met.contains(widget) || met.contains(widget->focusProxy()))
                continue;
            // Commands are reached by menu and key; workspaces by Ctrl+1…9.
            const auto *button = qobject_cast<QToolButton *>(widget);
            if (button != nullptr
                && (button->defaultAction() != nullptr || qobject_cast<QTabBar *>(button->parentWidget()) != nullptr
                    || widget->parentWidget()->inherits("QToolBar")))
                continue;
            if (qobject_cast<QTabBar *>(widget) != nullptr || widget->inherits("QMenuBar"))
                continue;
            // One of a group is enough: arrows lead to the others.
            const auto *one = qobject_cast<QAbstractButton *>(widget);
            if (one != nullptr && (one->autoExclusive() || one->group() != nullptr))
                continue;
            unreached << where + QStringLiteral(": ") + nameOf(*widget);
        }
    });
    unreached.removeDuplicates();
    QVERIFY2(unreached.isEmpty(), qPrintable(unreached.join(u'\n')));
}

void TestAccessibility::dialogsHaveNamesAndAreReached()
{
    QVERIFY(open(m_trace));
    QStringList wrong;
    eachDialog([&wrong](const QString &where, QWidget &dialog) {
        collectNameless(QAccessible::queryAccessibleInterface(&dialog), where, wrong);
        const QSet<QWidget *> met = reachedByTab(dialog);
        const auto inside = dialog.findChildren<QWidget *>();
        for (QWidget *widget : inside) {
            const auto *one = qobject_cast<QAbstractButton *>(widget);
            const bool grouped = one != nullptr && (one->autoExclusive() || one->group() != nullptr);
            if (widget->isVisible() && widget->isEnabled() && widget->window() == &dialog && !isPartOfAnother(*widget)
                && takesInput(*widget) && !grouped && !met.contains(widget) && !met.contains(widget->focusProxy()))
                wrong << where + QStringLiteral(", not reached: ") + nameOf(*widget);
        }
    });
    wrong.removeDuplicates();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestAccessibility::emptyPageHasNamesAndIsReached()
{
    QStringList nameless;
    collectNameless(QAccessible::queryAccessibleInterface(m_window.get()), QStringLiteral("empty"), nameless);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    bool button = false;
    for (QWidget *widget : reachedByTab(*m_window))
        button = button || qobject_cast<QAbstractButton *>(widget) != nullptr;
    QVERIFY(button);
}

void TestAccessibility::longTextsFit()
{
    test::PseudoTranslator longer;
    QCoreApplication::installTranslator(&longer);
    init(); // a window in that language
    QVERIFY(open(m_trace));
    QVERIFY(m_window->shell().commands().find(QStringLiteral("file.open"))->title().contains(QChar(0x0101))); // it speaks it
    QStringList clipped;
    const auto check = [&clipped](const QString &where, QWidget &window) {
        constexpr int kTurns = 4; // a row that breaks into lines asks for more height in the next turn
        for (int turn = 0; turn < kTurns; ++turn)
            QCoreApplication::processEvents();
        if (window.width() > 1280 || window.height() > 800)
            clipped
                << QStringLiteral("%1: %2 x %3 is larger than the screen").arg(where).arg(window.width()).arg(window.height());
        clipped << test::clippedTexts(where, window);
    };
    eachView(check);
    eachDialog(check);
    QCoreApplication::removeTranslator(&longer);
    clipped.removeDuplicates();
    QVERIFY2(clipped.isEmpty(), qPrintable(clipped.join(u'\n')));
}

LAMELLA_WIDGET_TEST(TestAccessibility)
#include "tst_Accessibility.moc"
