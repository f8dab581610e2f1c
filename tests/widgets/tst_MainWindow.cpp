// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the bundled sample trace: opens it, links its views, says errors in core's words, can be used by key and
// reader.
#include "core/import/ImporterRegistry.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/panels/EmptyPage.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/PerfettoText.h"
#include "widgets/panels/RecentRow.h"
#include "widgets/panels/TableExport.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/window/GoTo.h"
#include "widgets/window/WorkspaceSpec.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>

using namespace lamella;

class tst_MainWindow : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init() { QVERIFY(sharesWindow({"findsPlaces"}) || showWindow()); }
    void opensATraceAndShowsItsPasses();
    void memoryAloneOpensInMemory();
    void menusKeepTheirEntries();
    void aButtonWithTheFocusHasNoMenu();
    void aStartViewHasTheFocus();
    void aStartViewIsMadeInTurns();
    void aStartLayerTakesMoreThanHalfOfTheView();
    void whatTakesLongestIsFoundByAWorker();
    void commandsFollowTheMemoryView();
    void theInspectorIsCopiedAsText();
    void recentFilesCanBeRead();
    void selectionGoesThroughHistory();
    void errorHasTheWordsOfCore();
    void failedOpenKeepsTheTraceBefore();
    void cancelGoesBackToEmpty();
    void escapeCancelsLoading();
    void escapeLeavesTheComparisonAndTheRange();
    void thePathLeadsToTheWholeTrace();
    void closeForgetsTheTrace();
    void exportHasTheBytesOfTheCommandLine();
    void everythingThatTakesFocusHasAName();
    void layoutComesToRest_data();
    void layoutComesToRest();
    void findsPlaces_data();
    void findsPlaces();
    void recentFilesAreTenAndUnique();
};

void tst_MainWindow::opensATraceAndShowsItsPasses()
{
    QVERIFY(open(test::sampleTrace()));
    const auto segmentation = m_window->controller().segmentation();
    const std::size_t passes = segmentation->devices[segmentation->mainDevice.value].passes.size();
    QVERIFY(passes > 0);
    QCOMPARE(find<ui::PassStrip>().partCount(), static_cast<int>(passes));
    QVERIFY(m_window->bus().focus().pass != core::kNoPass);
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("lamella-sample.trace.json.gz — P")));
    QCOMPARE(m_recent->files().size(), std::size_t{1});
}

// Ten rows of two lines, with and without a message above, at the least height and with large text: none is cut.
// A file of memory alone opens where it is shown; nothing in it could begin a layer. The next trace opens in Explore.
void tst_MainWindow::memoryAloneOpensInMemory()
{
    QVERIFY(open(write(QStringLiteral("memory.json"), "[[-1, 1, 1000, 0], [5000, 2, 300, 4], [6000, 3, -300, 4]]")));
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), QStringLiteral("memory"));
    const auto *layers = m_window->findChild<QAction *>(QStringLiteral("analyze.layers"));
    QVERIFY(!layers->isEnabled());
    QVERIFY2(layers->toolTip().contains(QStringLiteral("no GPU work")), qPrintable(layers->toolTip()));
    QVERIFY(open(writeTrace()));
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), QStringLiteral("explore"));
    QVERIFY(layers->isEnabled());
    QVERIFY(!layers->toolTip().contains(QStringLiteral("no GPU work")));
}

// The letter that pins belongs to charts and tables: a menu would show it.
void tst_MainWindow::menusKeepTheirEntries()
{
    QVERIFY(open(writeTrace()));
    const auto before = m_window->menuBar()->actions();
    m_window->menuBar()->setFocusPolicy(Qt::StrongFocus);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->menuBar()->setFocus(Qt::MenuBarFocusReason);
    QTRY_COMPARE(QApplication::focusWidget(), m_window->menuBar());
    QCOMPARE(m_window->menuBar()->actions(), before);
}

// Nor does a button of the tool bar get an arrow that opens a menu of them.
void tst_MainWindow::aButtonWithTheFocusHasNoMenu()
{
    QVERIFY(open(writeTrace()));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto buttons = find<QToolBar>("mainToolBar").findChildren<QToolButton *>();
    const auto found = std::find_if(buttons.begin(), buttons.end(),
        [this](const QToolButton *one) { return one->defaultAction() == &find<QAction>("file.open"); });
    QVERIFY(found != buttons.end());
    QToolButton *button = *found;
    const QSize before = button->sizeHint();
    button->setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(QApplication::focusWidget(), button);
    QCOMPARE(button->actions(), QList<QAction *>{button->defaultAction()});
    QCOMPARE(button->sizeHint(), before);
}

// Where the workspace asked for has no timeline, its panel gets the keys.
void tst_MainWindow::aStartViewHasTheFocus()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    ui::StartView start;
    start.view = QStringLiteral("sql");
    m_window->setStartView(start);
    QVERIFY(open(writeTrace()));
    const QWidget *focus = QApplication::focusWidget();
    QVERIFY(focus != nullptr);
    QCOMPARE(focus->objectName(), QStringLiteral("sqlQuery"));
}

// One panel a turn, as after a click, so that the window answers in between.
void tst_MainWindow::aStartViewIsMadeInTurns()
{
    m_window->setStartView({.pass = {}, .layer = {}, .view = QStringLiteral("idle")});
    m_window->openTrace(writeTrace());
    const auto panels = [this] {
        const auto all = m_window->findChildren<QWidget *>();
        return std::count_if(all.begin(), all.end(), [](const QWidget *one) { return !ui::panelId(one).isEmpty(); });
    };
    QVERIFY(QTest::qWaitFor([this] { return m_window->workspaces().isMaking(); }));
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), QStringLiteral("explore"));
    int turns = 0;
    for (; m_window->workspaces().isMaking(); ++turns) {
        const auto before = panels();
        QCoreApplication::processEvents();
        QVERIFY(panels() <= before + 1);
    }
    QVERIFY(turns >= 3); // gaps, overlap, what if
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), QStringLiteral("idle"));
}

// With a layer from the command line the timeline shows that layer and parts of its neighbours.
void tst_MainWindow::aStartLayerTakesMoreThanHalfOfTheView()
{
    m_window->setStartView({.pass = 1, .layer = 4, .view = {}});
    QVERIFY(open(writeTrace()));
    const core::TimeRange layer = m_window->bus().selectedRange();
    QVERIFY(std::holds_alternative<core::LayerSelection>(m_window->bus().selection()));
    const double share =
        static_cast<double>(layer.length().value) / static_cast<double>(m_window->timeRange().visibleRange().length().value);
    QVERIFY2(std::abs(share - 0.55) < 0.01, qPrintable(QString::number(share)));
}

// It may be one of millions of kernels: the step is there when a worker has found it, unless something else is selected
// meanwhile.
void tst_MainWindow::whatTakesLongestIsFoundByAWorker()
{
    QVERIFY(open(writeTrace()));
    const auto document = m_window->controller().document();
    const core::KernelTable &kernels = document->kernels;
    const std::uint32_t first = kernels.size() / 3;
    std::uint32_t longest = first;
    for (std::uint32_t k = 0; k < kernels.size(); ++k)
        if (kernels.name[k] == kernels.name[first]
            && document->deviceOf(core::KernelId(k)) == document->deviceOf(core::KernelId(first))
            && (kernels.duration[k] > kernels.duration[longest]
                || (kernels.duration[k] == kernels.duration[longest] && k < longest)))
            longest = k;
    const core::Selection from = core::KernelSelection{core::KernelId(first)};
    QAction &slowest = find<QAction>("go.slowest-of-its-kind");
    m_window->bus().select(from, nullptr);
    QVERIFY(settled());
    slowest.trigger();
    QVERIFY(m_window->bus().selection() == from && !m_window->isSettled());
    QVERIFY(settled());
    QVERIFY(m_window->bus().selection() == core::Selection(core::KernelSelection{core::KernelId(longest)}));

    m_window->bus().select(from, nullptr);
    slowest.trigger();
    const core::Selection pass = core::PassSelection{m_window->bus().focus().device, 1};
    m_window->bus().select(pass, nullptr);
    QVERIFY(settled());
    QVERIFY(m_window->bus().selection() == pass);
}

// Rows of the list with the focus, not those of the kernels; and the moment at the cursor is what a link of Perfetto leads to.
void tst_MainWindow::commandsFollowTheMemoryView()
{
    const std::string kernel =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}},)";
    const std::string event =
        R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":12,"args":{"Total Allocated":600,)"
        R"("Bytes":100,"Addr":1,"Device Id":0,"Device Type":1}}]})";
    QVERIFY(open(write(QStringLiteral("allocator.json"), kernel + event)));
    QVERIFY(m_window->workspaces().show(QStringLiteral("memory")));
    QVERIFY(test::settles(*m_window));
    auto *list = m_window->findChild<QTableView *>(QStringLiteral("memoryGroups"));
    QTRY_COMPARE(list->model()->rowCount(), 1);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    list->setFocus();
    m_window->findChild<QAction *>(QStringLiteral("edit.copy-rows"))->trigger();
    QVERIFY2(QApplication::clipboard()->text().contains(QStringLiteral("kept\t")), qPrintable(QApplication::clipboard()->text()));
    QTRY_VERIFY(m_window->bus().detail() != nullptr && !m_window->bus().detail()->moment.isEmpty());
    const core::Selection moment = m_window->bus().detail()->momentEvent;
    const core::TimeRange range = m_window->bus().rangeOf(moment);
    const QString link = ui::perfettoText(*m_window->controller().document(), moment, range).url;
    QVERIFY(!link.isEmpty());
    m_window->findChild<QAction *>(QStringLiteral("perfetto.copy-perfetto-link"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), link);
}

// The command has the key; it copies what has the focus.
void tst_MainWindow::theInspectorIsCopiedAsText()
{
    QVERIFY(open(writeTrace()));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    for (const char *view : {"selection", "kernels"}) {
        QVERIFY(m_window->workspaces().show(QString::fromLatin1(view)));
        QVERIFY(test::settles(*m_window));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);
        const QString title = m_window->findChild<ui::InspectorPanel *>()->content().title;
        QVERIFY(!title.isEmpty());
        QCOMPARE(QApplication::clipboard()->text().startsWith(title), view == std::string("selection"));
    }
}

void tst_MainWindow::recentFilesCanBeRead()
{
    QTemporaryDir folder;
    for (int i = 0; i < 10; ++i) {
        const QString path = folder.filePath(QStringLiteral("trace-%1.json").arg(i));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        m_recent->add({path, QStringLiteral("Chrome trace"), QStringLiteral("40 layers"), QDateTime::currentDateTime()});
    }
    m_window->resize(1280, 800);
    for (const bool message : {false, true}) {
        m_window->message().setVisible(message);
        if (message)
            m_window->message().show(ui::MessageStrip::Kind::Error, QStringLiteral("cannot be opened"));
        QApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        const auto rows = m_window->findChildren<ui::RecentRow *>();
        int seen = 0;
        int below = -1;
        for (const ui::RecentRow *row : rows) {
            if (!row->isVisible())
                continue;
            ++seen;
            QVERIFY2(row->height() >= row->sizeHint().height(), qPrintable(QString::number(row->height())));
            const int top = row->mapTo(m_window.get(), QPoint()).y();
            QVERIFY(top > below);
            below = top + row->height() - 1;
        }
        QCOMPARE(seen, 10);
        // The labels below do not lie on each other.
        const auto *page = m_window->findChild<ui::EmptyPage *>();
        const auto labels = page->findChildren<QLabel *>();
        for (const QLabel *label : labels)
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
}

void tst_MainWindow::selectionGoesThroughHistory()
{
    QVERIFY(open(test::sampleTrace()));
    ui::NavigationBus &bus = m_window->bus();
    const core::Selection first = bus.selection();
    const core::Selection layer = core::LayerSelection{bus.focus().device, bus.focus().pass, 1};
    QSignalSpy focus(&bus, &ui::NavigationBus::focusChanged);
    int focusedBefore = 0; // when the selection is told
    QObject listener; // a signal spy is no QObject since Qt 6.8
    QObject::connect(
        &bus, &ui::NavigationBus::selectionChanged, &listener, [&] { focusedBefore = static_cast<int>(focus.count()); });
    bus.select(layer, nullptr);
    QCOMPARE(focus.count(), 1);
    QCOMPARE(focusedBefore, 1);
    bus.select(layer, nullptr); // the same again is no step
    QCOMPARE(focus.count(), 1);
    QVERIFY(bus.selectedRange().length().value > 0);
    bus.goBack();
    QVERIFY(bus.selection() == first);
    QVERIFY(bus.canGoForward());
    bus.goForward();
    QVERIFY(bus.selection() == layer);
    bus.goBack();
    bus.select(core::KernelSelection{core::KernelId(0)}, nullptr); // a new way forward forgets the old one
    QVERIFY(!bus.canGoForward());
}

void tst_MainWindow::errorHasTheWordsOfCore()
{
    const QString path = write(QStringLiteral("no-trace.json"), "hello, this is no trace\n");
    m_window->openTrace(path);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), ui::SessionController::State::Failed, 60'000);
    const auto same = core::openTrace(path.toStdString());
    QVERIFY(!same);
    QCOMPARE(m_window->message().text(), QString::fromStdString(same.error().message()));
    QVERIFY(m_window->message().isVisible());
}

void tst_MainWindow::failedOpenKeepsTheTraceBefore()
{
    QVERIFY(open(test::sampleTrace()));
    const auto before = m_window->controller().session();
    m_window->openTrace(m_folder.filePath(QStringLiteral("not-there.json")));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->message().isVisible(), 60'000);
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Ready);
    QCOMPARE(m_window->controller().session(), before);
    QCOMPARE(m_window->controller().path(), test::sampleTrace());
}

void tst_MainWindow::cancelGoesBackToEmpty()
{
    m_window->openTrace(test::sampleTrace());
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Loading);
    m_window->controller().cancelLoading();
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Empty);
    m_pool.waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Empty);
    QVERIFY(m_window->controller().session() == nullptr);
}

void tst_MainWindow::escapeCancelsLoading()
{
    m_window->openTrace(test::sampleTrace());
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Loading);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(m_window->controller().state(), ui::SessionController::State::Empty);
    m_pool.waitForDone();
}

// One press for each: first the mode, then the range; a pass that is selected stays.
void tst_MainWindow::escapeLeavesTheComparisonAndTheRange()
{
    QVERIFY(open(test::sampleTrace()));
    ui::NavigationBus &bus = m_window->bus();
    const auto shown = [this] { return QString::fromLatin1(m_window->workspaces().current().id); };
    const core::Selection pass = core::PassSelection{bus.focus().device, bus.focus().pass};
    const core::TimeRange all = bus.rangeOf(pass);
    bus.select(core::RangeSelection{{all.begin, {all.begin.value + all.length().value / 3}}}, nullptr);
    QVERIFY(m_window->workspaces().show(QStringLiteral("compare")));
    QCOMPARE(shown(), QStringLiteral("compare"));
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(shown(), QStringLiteral("explore"));
    QVERIFY(std::holds_alternative<core::RangeSelection>(bus.selection()));
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(bus.selection() == pass);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(bus.selection() == pass);
    QCOMPARE(shown(), QStringLiteral("explore"));
}

// Nothing is selected then, and the timeline shows all.
void tst_MainWindow::thePathLeadsToTheWholeTrace()
{
    QVERIFY(open(test::sampleTrace()));
    auto &range = m_window->timeRange();
    const core::TimeRange whole = range.traceRange();
    range.setVisibleRange(m_window->bus().selectedRange());
    QVERIFY(range.visibleRange().begin > whole.begin);
    QTest::mouseClick(m_window->findChild<QToolButton *>(QStringLiteral("crumbTrace")), Qt::LeftButton);
    QVERIFY(std::holds_alternative<std::monostate>(m_window->bus().selection()));
    QTRY_VERIFY(range.visibleRange().begin <= whole.begin && range.visibleRange().end >= whole.end);
}

void tst_MainWindow::closeForgetsTheTrace()
{
    QVERIFY(open(test::sampleTrace()));
    m_window->controller().close();
    QVERIFY(m_window->controller().document() == nullptr);
    QVERIFY(std::holds_alternative<std::monostate>(m_window->bus().selection()));
    QVERIFY(!m_window->bus().canGoBack());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Lamella"));
}

void tst_MainWindow::exportHasTheBytesOfTheCommandLine()
{
    QVERIFY(open(test::sampleTrace()));
    ui::TableExport exporter(m_window->controller());
    QSignalSpy written(&exporter, &ui::TableExport::written);
    const QString path = m_folder.filePath(QStringLiteral("kernels.csv"));
    const core::TableRequest request = m_window->kernelTable().request();
    QCOMPARE(request.sort, std::string("-sum_ns"));
    exporter.write(request, core::TableFormat::Csv, path);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray fromWindow = file.readAll();

    QProcess cli;
    cli.start(QStringLiteral(LAMELLA_CLI),
        {QStringLiteral("kernels"), test::sampleTrace(), QStringLiteral("--pass"), QString::fromStdString(request.pass),
            QStringLiteral("--device"), QString::fromStdString(request.device), QStringLiteral("--against"),
            QString::fromStdString(request.against), QStringLiteral("--sort"), QString::fromStdString(request.sort),
            QStringLiteral("--format"), QStringLiteral("csv")});
    QVERIFY(cli.waitForFinished(60'000));
    QCOMPARE(cli.exitCode(), 0);
    QVERIFY(fromWindow.startsWith("rank,category,short_name,count,sum_ns,share,"));
    QCOMPARE(fromWindow, cli.readAllStandardOutput());
}

void tst_MainWindow::everythingThatTakesFocusHasAName()
{
    QVERIFY(open(test::sampleTrace()));
    QStringList nameless;
    const auto widgets = m_window->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_")))
            continue;
        const auto *bar = qobject_cast<QTabBar *>(widget);
        if (bar != nullptr && bar->count() == 0)
            continue; // kept by the window for later: it is called by its current tab, and shows none
        if (widget->inherits("QComboBoxListView"))
            continue; // the popup of a combo box, which has the name
        QAccessibleInterface *reader = QAccessible::queryAccessibleInterface(widget);
        if (reader == nullptr || reader->text(QAccessible::Name).isEmpty())
            nameless << QStringLiteral("%1 '%2' in %3")
                            .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                                widget->parentWidget() != nullptr
                                    ? QString::fromLatin1(widget->parentWidget()->metaObject()->className())
                                    : QString());
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral("\n"))));
}

namespace {

// Counts requests for a layout, of all widgets.
class LayoutRequests : public QObject {
public:
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::LayoutRequest;
        return false;
    }
    int count = 0;
};

} // namespace

void tst_MainWindow::layoutComesToRest_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {1600, 1280, 1000, 900})
        QTest::addRow("%d", width) << width;
}

// A layout that asks for itself keeps a core busy for ever, and nothing of it can be seen.
void tst_MainWindow::layoutComesToRest()
{
    QFETCH(int, width);
    constexpr int kTurns = 50;
    m_window->resize(width, 800);
    QVERIFY(open(test::sampleTrace()));
    for (int i = 0; i < kTurns; ++i)
        QCoreApplication::processEvents();
    LayoutRequests requests;
    qApp->installEventFilter(&requests);
    for (int i = 0; i < kTurns; ++i)
        QCoreApplication::processEvents();
    qApp->removeEventFilter(&requests);
    QVERIFY2(requests.count < kTurns / 2, qPrintable(QString::number(requests.count)));
}

void tst_MainWindow::findsPlaces_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("found");
    QTest::newRow("pass") << QStringLiteral("p1") << true;
    QTest::newRow("pass and layer") << QStringLiteral("P1 L2") << true;
    QTest::newRow("layer of the focused pass") << QStringLiteral("l3") << true;
    QTest::newRow("head") << QStringLiteral("p0 head") << true;
    QTest::newRow("time in ms") << QStringLiteral("0.5 ms") << true;
    QTest::newRow("kernel by index") << QStringLiteral("#0") << true;
    QTest::newRow("pass that is not there") << QStringLiteral("p9999") << false;
    QTest::newRow("layer that is not there") << QStringLiteral("p0 l999") << false;
    QTest::newRow("kernel name") << QStringLiteral("attention") << false;
    QTest::newRow("empty") << QString() << false;
}

void tst_MainWindow::findsPlaces()
{
    QFETCH(QString, text);
    QVERIFY(m_window->controller().session() != nullptr || open(test::sampleTrace()));
    const auto place = ui::placeFromText(
        text, *m_window->controller().document(), *m_window->controller().segmentation(), m_window->bus().focus());
    QTEST(place.has_value(), "found");
    QCOMPARE(*ui::timeFromText(QStringLiteral("0.465270103 s")), std::int64_t{465'270'103});
    QCOMPARE(*ui::timeFromText(QStringLiteral("1.5us")), std::int64_t{1500});
    QVERIFY(!ui::timeFromText(QStringLiteral("999999999999 s")));
}

void tst_MainWindow::recentFilesAreTenAndUnique()
{
    for (int i = 0; i < 14; ++i)
        m_recent->add({m_folder.filePath(QStringLiteral("trace-%1.json").arg(i % 12)), QStringLiteral("Chrome"), {},
            QDateTime::currentDateTime()});
    QCOMPARE(m_recent->files().size(), ui::RecentFiles::kLimit);
    QVERIFY(m_recent->files().front().path.endsWith(QStringLiteral("trace-1.json"))); // opened again: to the front
    const ui::RecentFiles again;
    QCOMPARE(again.files().size(), ui::RecentFiles::kLimit);
    QCOMPARE(again.files().front().path, m_recent->files().front().path);
    m_recent->clear();
    QVERIFY(ui::RecentFiles().files().empty());
}

LAMELLA_WIDGET_TEST(tst_MainWindow)
#include "tst_MainWindow.moc"
