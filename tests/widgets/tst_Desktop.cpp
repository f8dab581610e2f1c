// SPDX-License-Identifier: GPL-3.0-or-later
// What outlives the look at one trace: places, files that change, what was open last, windows, screens that are gone.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PrivateFolder.h"
#include "widgets/common/TableTools.h"
#include "widgets/desktop/FileWatch.h"
#include "widgets/desktop/LastSession.h"
#include "widgets/desktop/PlaceKeeper.h"
#include "widgets/desktop/PlaceStore.h"
#include "widgets/desktop/ScreenFit.h"
#include "widgets/desktop/TracePlace.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/window/LayerEditing.h"
#include "widgets/window/ShellWiring.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QDir>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include <cstdio>
#include <limits>

using namespace lamella;
using namespace lamella::ui;

class TestDesktop : public QObject, protected test::OwnSettings {
    Q_OBJECT
private slots:
    void init();
    void placesAreWrittenAndRead();
    void brokenPlacesAreNone_data();
    void brokenPlacesAreNone();
    void placesFallBackToWhatIsThere();
    void severalAreFoundAgain();
    void onlyTheNewestPlacesStay();
    void aPlaceIsFoundAgain();
    void aConfigThatWasUsedIsUsedAgain();
    void theModeOfTheLayersIsRemembered();
    void ordersOfTablesNotYetMadeAreKept();
    void ordersAreOfOneTrace();
    void anOrderOfOneTraceIsNotTheUsualOne();
    void aCutFileSaysSo();
    void whoAskedForAPlaceGetsIt();
    void aFileThatChangesIsToldOnce();
    void aFileThatIsGoneIsTold();
    void aReplacedFileIsWatchedOn();
    void reloadKeepsThePlace();
    void aChangeAsksOrReloads();
    void theLastSessionComesBack();
    void brokenListsAreEmpty_data();
    void brokenListsAreEmpty();
    void aClosedTraceIsNotRestored();
    void requestsOpenWhereTheSettingsSay();
    void windowsStandInTheMenu();
    void windowsComeBackFromScreensThatAreGone_data();
    void windowsComeBackFromScreensThatAreGone();
    void brokenSettingsAreTheDefaults();
    void hintsComeOnce();

private:
    [[nodiscard]] QString trace(const char *name, int variant = 1, int passes = 4) const
    {
        return writeTrace({.passes = passes}, QLatin1String(name), variant);
    }
    static core::Selection layer(MainWindow &window, int pass, int number)
    {
        return core::LayerSelection{window.controller().segmentation()->mainDevice, pass, number};
    }
};

void TestDesktop::init()
{
    clearSettings();
    QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
}

void TestDesktop::placesAreWrittenAndRead()
{
    TracePlace place;
    place.kind = TracePlace::Kind::Kernel;
    place.device = 3;
    place.pass = 5;
    place.layer = core::kTailLayer;
    place.kernel = 123'456'789'012;
    place.startNs = 1'712'345'678'901'234'567; // more digits than a double has
    place.lengthNs = 17;
    place.visibleStartNs = -5;
    place.visibleLengthNs = 1'000;
    place.config = QStringLiteral("/models/config.json");
    place.orders = {{QStringLiteral("kernelTable"), QStringLiteral("-sum_ns")}, {QStringLiteral("gapTable"), QString()}};
    place.roofline = {.peaks = "MI300X", .tokens = 32, .context = 8192};
    PlaceSubject part = place;
    part.kind = PlaceSubject::Kind::Name;
    part.name = QStringLiteral("void kernel<float, 4>");
    place.parts = {part, place};
    const auto again = placeFromJson(toJson(place));
    QVERIFY(again.has_value());
    QVERIFY(*again == place);
}

void TestDesktop::brokenPlacesAreNone_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray good = toJson({});
    const auto with = [&good](const char *from, const char *to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << good.left(good.size() / 2);
    QTest::newRow("another format") << with("lamella.place", "something");
    QTest::newRow("a newer version") << with("\"version\": 1", "\"version\": 2");
    QTest::newRow("a kind that is none") << with("\"none\"", "\"planet\"");
    QTest::newRow("a pass below all") << with("\"pass\": -1", "\"pass\": -9");
    QTest::newRow("no number") << with("\"length_ns\": \"0\"", "\"length_ns\": \"many\"");
    QTest::newRow("a negative length") << with("\"length_ns\": \"0\"", "\"length_ns\": \"-1\"");
    QTest::newRow("a list") << QByteArray("[1,2,3]");
    QTest::newRow("deep") << QByteArray(5000, '[');
}

void TestDesktop::brokenPlacesAreNone()
{
    QFETCH(QByteArray, text);
    QVERIFY(!placeFromJson(text));
}

// Several selected together, and a name, are that again and not the range that they span.
void TestDesktop::severalAreFoundAgain()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    const auto &document = *trace.controller.document();
    const auto segmentation = trace.controller.segmentation();
    const core::DeviceId device = trace.device().device;
    const int pass = trace.firstPass();
    const core::StringId name = document.kernels.name[trace.kernelInLayer(3).value];
    const core::Selection inPass = core::NameSelection{name, device, pass};
    const std::vector<core::Selection> all{
        core::LayerSelection{device, pass, 1}, core::KernelSelection{trace.kernelInLayer(2)}, inPass};
    const core::Selection several = core::severalOf(all);
    QCOMPARE(core::partsOf(several).size(), std::size_t{3});
    const auto reopened = [&](const core::Selection &selection) {
        trace.bus.select(selection, nullptr);
        const auto place = placeFromJson(toJson(
            placeOf(document, segmentation.get(), trace.bus.selection(), trace.bus.selectedRange(), trace.range.visibleRange())));
        return place ? selectionAt(*place, document, *segmentation, *trace.controller.names()) : core::Selection();
    };
    QVERIFY(reopened(several) == several);
    QVERIFY(reopened(inPass) == inPass);
    // What is not there any more is left out; the rest stays.
    TracePlace place = placeOf(document, segmentation.get(), several, {}, {});
    place.parts[0].layer = 9999;
    const std::vector<core::Selection> rest{core::KernelSelection{trace.kernelInLayer(2)}, inPass};
    QVERIFY(selectionAt(place, document, *segmentation, *trace.controller.names()) == core::severalOf(rest));
}

void TestDesktop::placesFallBackToWhatIsThere()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    const auto &document = *trace.controller.document();
    const auto segmentation = trace.controller.segmentation();
    const core::KernelId kernel = trace.kernelInLayer(2);
    trace.bus.select(core::KernelSelection{kernel}, nullptr);
    TracePlace place =
        placeOf(document, segmentation.get(), trace.bus.selection(), trace.bus.selectedRange(), trace.range.visibleRange());
    QVERIFY(
        selectionAt(place, document, *segmentation, *trace.controller.names()) == core::Selection(core::KernelSelection{kernel}));
    QCOMPARE(visibleRangeAt(place, document).begin, trace.range.visibleRange().begin);
    place.startNs += 1; // another kernel stands there now
    const core::Selection near = selectionAt(place, document, *segmentation, *trace.controller.names());
    const auto *found = std::get_if<core::LayerSelection>(&near);
    QVERIFY(found != nullptr);
    QCOMPARE(found->layer, 2);
    place.layer = 9999;
    QVERIFY(std::holds_alternative<core::PassSelection>(selectionAt(place, document, *segmentation, *trace.controller.names())));
    place.pass = 9999;
    QVERIFY(std::holds_alternative<std::monostate>(selectionAt(place, document, *segmentation, *trace.controller.names())));
    place.device = 77;
    place.pass = trace.firstPass();
    QVERIFY(std::holds_alternative<std::monostate>(selectionAt(place, document, *segmentation, *trace.controller.names())));
    place.visibleStartNs = std::numeric_limits<std::int64_t>::max();
    QVERIFY(visibleRangeAt(place, document) == core::TimeRange{});
}

void TestDesktop::onlyTheNewestPlacesStay()
{
    const QString folder = m_folder.filePath(QStringLiteral("places"));
    for (int i = 0; i < 6; ++i)
        QVERIFY(writePlace(folder, "trace" + std::to_string(i), {}, 4).has_value());
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 4);
    QVERIFY(readPlace(folder, "trace5").has_value());
    QVERIFY(!readPlace(folder, "never").has_value());
    // Paths and names of kernels are nobody else's business, whatever the umask; a folder that is there keeps its rights.
    const auto others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(folder) & others));
    const auto open = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup;
    QVERIFY(QFile::setPermissions(folder, open));
    QVERIFY(makePrivateFolder(folder));
    QVERIFY(QFile::permissions(folder) & QFile::ReadGroup);
    QVERIFY(makePrivateFolder(folder + QStringLiteral("/a/b")));
    QVERIFY(!(QFile::permissions(folder + QStringLiteral("/a/b")) & others));
    const QString blocked = write(QStringLiteral("file"), "x") + QStringLiteral("/places");
    QVERIFY(!makePrivateFolder(blocked));
    QVERIFY(!writePlace(blocked, "trace", {}).has_value()); // a folder that cannot be
}

void TestDesktop::aPlaceIsFoundAgain()
{
    const QString path = trace("again.json");
    core::TimeRange visible;
    core::Selection selected;
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        selected = layer(*window, 2, 3);
        window->bus().select(selected, nullptr);
        visible = window->bus().selectedRange();
        window->timeRange().setVisibleRange(visible);
        window->close();
    }
    const QString moved = m_folder.filePath(QStringLiteral("moved.json")); // the content counts, not the name
    QVERIFY(QFile::copy(path, moved));
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, moved);
    QVERIFY(window != nullptr);
    QTRY_VERIFY(window->bus().selection() == selected);
    QTRY_COMPARE(window->timeRange().visibleRange().begin, visible.begin);
}

void TestDesktop::aConfigThatWasUsedIsUsedAgain()
{
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("run")));
    const QString path = trace("run/trace.json", 9);
    write(QStringLiteral("run/config.json"),
        R"({"model_type":"llama","architectures":["LlamaForCausalLM"],"num_hidden_layers":12,"hidden_size":64})");
    const auto configOf = [](MainWindow &window) {
        return QString::fromStdString(window.controller().session()->options().configPath);
    };
    const auto button = [](MainWindow &window) {
        return window.message().findChild<QToolButton *>(QStringLiteral("messageAction"));
    };
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        QTRY_VERIFY(window->message().isVisible() && button(*window)->isVisible());
        QVERIFY(configOf(*window).isEmpty()); // only when somebody says so
        const QString offer = window->message().text();
        window->message().show(MessageStrip::Kind::Info, QStringLiteral("Perfetto shows it"));
        QVERIFY(window->message().text() != offer);
        window->message().hide(); // the offer comes again
        QTRY_COMPARE(window->message().text(), offer);
        QVERIFY(button(*window)->isVisible());
        QTest::mouseClick(button(*window), Qt::LeftButton);
        QTRY_VERIFY(configOf(*window).endsWith(QStringLiteral("run/config.json")));
        QVERIFY(test::isReady(*window));
        window->close();
    }
    const QString moved = m_folder.filePath(QStringLiteral("moved-with-config.json")); // the content counts; no config beside it
    QVERIFY(QFile::copy(path, moved));
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, moved);
        QVERIFY(window != nullptr);
        QTRY_VERIFY(configOf(*window).endsWith(QStringLiteral("run/config.json")));
        window->close();
    }
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        QTRY_VERIFY(configOf(*window).endsWith(QStringLiteral("run/config.json")));
        QVERIFY(!window->message().isVisible()); // not asked again
        // Taken back, it is asked about again.
        QVERIFY(test::isReady(*window));
        window->layerEditing().choices().undoStack().undo();
        QTRY_VERIFY(configOf(*window).isEmpty());
        QVERIFY(test::isReady(*window));
        window->close();
    }
    // Another trace beside the same config was never agreed to.
    const QString other = trace("run/other.json", 10);
    for (const QString &file : {path, other}) {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, file);
        QVERIFY(window != nullptr);
        QTRY_VERIFY(window->message().isVisible());
        QVERIFY(configOf(*window).isEmpty());
        window->close();
    }
}

void TestDesktop::theModeOfTheLayersIsRemembered()
{
    const QString path = trace("modes.json", 11);
    const QString other = trace("other-modes.json", 12);
    const auto panel = [](MainWindow &window) { return window.findChild<LayerBarsPanel *>(); };
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        QCOMPARE(panel(*window)->mode(), QStringLiteral("layers"));
        auto *modes = panel(*window)->findChild<QWidget *>(QStringLiteral("layerBarsView"));
        const auto buttons = modes->findChildren<QAbstractButton *>();
        QCOMPARE(buttons.size(), 3);
        buttons[2]->click();
        QCOMPARE(panel(*window)->mode(), QStringLiteral("groups"));
        panel(*window)->findChild<QToolButton *>(QStringLiteral("layerBarsEach"))->click();
        QCOMPARE(panel(*window)->mode(), QStringLiteral("categories"));
        window->close();
    }
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, other);
    QVERIFY(window != nullptr);
    QCOMPARE(panel(*window)->mode(), QStringLiteral("layers"));
    window->openTrace(path);
    QVERIFY(test::isReady(*window));
    QTRY_COMPARE(panel(*window)->mode(), QStringLiteral("categories"));
}

// A table keeps its order through a window in which its workspace was never shown.
void TestDesktop::ordersOfTablesNotYetMadeAreKept()
{
    const QString path = trace("orders.json", 13);
    const auto gaps = [](MainWindow &window) {
        return TableTools::of(
            *window.workspaces().panel(QStringLiteral("gaps"))->findChild<QTableView *>(QStringLiteral("gapTable")));
    };
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        QVERIFY(window->workspaces().show(QStringLiteral("gaps")));
        QVERIFY(test::isReady(*window));
        gaps(*window)->setOrder(QStringLiteral("start_ns"));
        QCOMPARE(gaps(*window)->order(), QStringLiteral("start_ns"));
        QVERIFY(window->workspaces().show(QStringLiteral("kernels")));
        QVERIFY(test::isReady(*window));
        window->close();
    }
    {
        WindowManager windows; // another trace gives the view another usual order
        MainWindow *window = test::openWindow(windows, trace("other-orders.json", 14));
        QVERIFY(window != nullptr);
        gaps(*window)->setOrder(QStringLiteral("-dur_ns"));
        QVERIFY(test::isReady(*window));
        window->close();
    }
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        window->bus().select(layer(*window, 1, 2), nullptr); // the place is written again
        QVERIFY(test::isReady(*window));
        QVERIFY(window->findChild<GapPanel *>() == nullptr);
        window->close();
    }
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    QVERIFY(test::isReady(*window));
    QTRY_COMPARE(gaps(*window)->order(), QStringLiteral("start_ns"));
}

// A table that is made for the next trace in the window gets its usual order, also where places are not remembered.
void TestDesktop::ordersAreOfOneTrace()
{
    const QString path = trace("one-order.json", 13);
    const QString other = trace("no-order.json", 14);
    const auto gaps = [](MainWindow &window) {
        return TableTools::of(
            *window.workspaces().panel(QStringLiteral("gaps"))->findChild<QTableView *>(QStringLiteral("gapTable")));
    };
    for (const auto &[file, order] : {std::pair(path, "start_ns"), std::pair(other, "-dur_ns")}) {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, file);
        QVERIFY(window != nullptr);
        QVERIFY(window->workspaces().show(QStringLiteral("gaps")));
        QVERIFY(test::isReady(*window));
        gaps(*window)->setOrder(QLatin1String(order));
        QVERIFY(window->workspaces().show(QStringLiteral("kernels")));
        QVERIFY(test::isReady(*window));
        window->close();
    }
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    QVERIFY(test::isReady(*window));
    const auto *places = window->findChild<PlaceKeeper *>();
    QTRY_COMPARE(places->now()->orders.count(QStringLiteral("gapTable")), std::size_t{1});
    GeneralSettings settings = GeneralSettings::load();
    settings.rememberPlaces = false;
    settings.save();
    window->openTrace(other);
    QVERIFY(test::isReady(*window));
    QVERIFY(window->findChild<GapPanel *>() == nullptr);
    QCOMPARE(gaps(*window)->order(), QStringLiteral("-dur_ns"));
}

// Opening a trace again with an order of its own leaves other traces the order that was used last.
void TestDesktop::anOrderOfOneTraceIsNotTheUsualOne()
{
    const QString path = trace("own-order.json", 13);
    const auto gaps = [](MainWindow &window) {
        return TableTools::of(
            *window.workspaces().panel(QStringLiteral("gaps"))->findChild<QTableView *>(QStringLiteral("gapTable")));
    };
    const auto usual = [] { return QSettings().value(QStringLiteral("tables/gapTable/sort")).toString(); };
    for (const auto &[file, order] : {std::pair(path, "start_ns"), std::pair(trace("usual-order.json", 14), "-dur_ns")}) {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, file);
        QVERIFY(window != nullptr);
        QVERIFY(window->workspaces().show(QStringLiteral("gaps")));
        QVERIFY(test::isReady(*window));
        gaps(*window)->setOrder(QLatin1String(order));
        QCOMPARE(usual(), QLatin1String(order));
        window->bus().select(layer(*window, 1, 2), nullptr); // the place is written
        QVERIFY(test::isReady(*window));
        window->close();
    }
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    QVERIFY(window->workspaces().show(QStringLiteral("gaps")));
    QVERIFY(test::isReady(*window));
    QTRY_COMPARE(gaps(*window)->order(), QStringLiteral("start_ns"));
    QCOMPARE(usual(), QStringLiteral("-dur_ns"));
}

// What is left of a file that was cut looks like any trace.
void TestDesktop::aCutFileSaysSo()
{
    std::string json = test::traceText(test::TraceKind::Dense, {.passes = 4});
    const std::string whole = json;
    json.resize(json.size() * 3 / 4);
    json.resize(json.rfind("\"name\"") + 10); // in the middle of an event
    const QString truncated = write(QStringLiteral("cut.json"), json);
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, truncated);
    QVERIFY(window != nullptr);
    QVERIFY(window->message().isVisible());
    QVERIFY2(window->message().text().contains(QStringLiteral("missing")), qPrintable(window->message().text()));
    const auto *overview = window->findChild<TraceOverview *>();
    const auto warns = [overview] { // a cell of its own, before all others
        return !overview->cells().empty() && overview->cells().front().id == OverviewCell::Id::Warning;
    };
    QVERIFY(overview != nullptr && overview->isVisible());
    QTRY_VERIFY(warns());
    const auto segmentation = window->controller().segmentation();
    const core::Pass &last = segmentation->devices[segmentation->mainDevice.value].passes.back();
    QVERIFY(!last.complete && last.state == core::PassState::Unknown);
    window->message().hide();
    QVERIFY(warns()); // as long as the trace is open
    window->openTrace(write(QStringLiteral("whole.json"), whole));
    QVERIFY(test::isReady(*window));
    QTRY_VERIFY(overview->isComplete() && !warns());
    QVERIFY(!window->message().isVisible());
}

void TestDesktop::whoAskedForAPlaceGetsIt()
{
    const QString path = trace("asked.json");
    {
        WindowManager windows;
        MainWindow *window = windows.createWindow();
        window->openTrace(path);
        QVERIFY(test::isReady(*window));
        window->bus().select(layer(*window, 2, 3), nullptr);
    }
    WindowManager windows;
    MainWindow *window = windows.createWindow();
    window->setStartView({1, 4, {}});
    window->openTrace(path);
    QVERIFY(test::isReady(*window));
    QTest::qWait(0);
    QVERIFY(window->bus().selection() == layer(*window, 1, 4));
}

void TestDesktop::aFileThatChangesIsToldOnce()
{
    const QString path = write(QStringLiteral("watched"), "one");
    QThreadPool pool;
    FileWatch watch(pool);
    watch.setSettleTime(20);
    QSignalSpy changed(&watch, &FileWatch::changed);
    watch.watch({path});
    pool.waitForDone();
    QCoreApplication::processEvents();
    test::writeFile(path, "another length");
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed.first().first().toString(), path);
    watch.watch({});
    test::writeFile(path, "not looked at any more, whatever it holds");
    QCoreApplication::processEvents();
    pool.waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(changed.count(), 1);
}

void TestDesktop::aFileThatIsGoneIsTold()
{
    const QString path = write(QStringLiteral("goes"), "one");
    QThreadPool pool;
    FileWatch watch(pool);
    watch.setSettleTime(20);
    QSignalSpy gone(&watch, &FileWatch::gone);
    watch.watch({path});
    pool.waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(QFile::remove(path));
    QTRY_COMPARE(gone.count(), 1);
}

void TestDesktop::aReplacedFileIsWatchedOn()
{
    const QString path = write(QStringLiteral("replaced"), "one");
    QThreadPool pool;
    FileWatch watch(pool);
    watch.setSettleTime(20);
    QSignalSpy changed(&watch, &FileWatch::changed);
    watch.watch({path});
    pool.waitForDone();
    QCoreApplication::processEvents();
    for (int round = 1; round <= 2; ++round) { // written beside and renamed, as careful programs do
        const QString beside =
            test::writeFile(path + QStringLiteral(".new"), std::string(static_cast<std::size_t>(10 * round), 'x'));
        QVERIFY(std::rename(qPrintable(beside), qPrintable(path)) == 0);
        QTRY_COMPARE(changed.count(), round);
    }
}

void TestDesktop::reloadKeepsThePlace()
{
    const QString path = trace("reload.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    window->bus().select(layer(*window, 1, 2), nullptr);
    const core::TimeRange visible = window->bus().selectedRange();
    window->timeRange().setVisibleRange(visible);
    const auto before = window->controller().document();
    (void)trace("reload.json", 1, 6); // more passes than before
    window->shell().commands().find(QStringLiteral("file.reload"))->action->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window->controller().document() != before && window->isSettled(), 60'000);
    QVERIFY(window->bus().selection() == layer(*window, 1, 2));
    QTRY_COMPARE(window->timeRange().visibleRange().length().value, visible.length().value);
}

void TestDesktop::aChangeAsksOrReloads()
{
    const QString path = trace("change.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    auto *watch = window->findChild<FileWatch *>();
    watch->setSettleTime(20);
    const auto before = window->controller().document();
    (void)trace("change.json", 2);
    QTRY_VERIFY(window->message().isVisible());
    QVERIFY2(window->message().text().contains(QStringLiteral("change.json")), qPrintable(window->message().text()));
    QCOMPARE(window->controller().document(), before);
    window->message().findChild<QToolButton *>(QStringLiteral("messageAction"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(window->controller().document() != before && window->isSettled(), 60'000);

    GeneralSettings settings;
    settings.onChange = OnChange::Reload;
    settings.save();
    const auto second = window->controller().document();
    (void)trace("change.json", 3, 5);
    QTRY_VERIFY_WITH_TIMEOUT(window->controller().document() != second && window->isSettled(), 60'000);
}

void TestDesktop::theLastSessionComesBack()
{
    const QString first = trace("first.json", 1);
    const QString second = trace("second.json", 2);
    core::SessionOptions options;
    options.selectedPass = 2;
    {
        WindowManager windows;
        MainWindow *a = windows.createWindow();
        a->show();
        a->openTrace(first, options);
        MainWindow *b = windows.createWindow();
        b->show();
        b->openTrace(second);
        QVERIFY(test::isReady(*a) && test::isReady(*b));
        a->close(); // what Ctrl+Q does: one after the other
        b->close();
    }
    WindowManager windows;
    QVERIFY(windows.hasLast());
    MainWindow *window = windows.createWindow();
    window->show();
    QVERIFY(window->shell().commands().find(QStringLiteral("file.restore-last-session"))->action->isEnabled());
    QVERIFY(windows.restoreLast());
    QCOMPARE(windows.windows().size(), 2);
    for (MainWindow *one : windows.windows())
        QVERIFY(test::isReady(*one));
    QCOMPARE(windows.windows()[0]->controller().path(), first);
    QCOMPARE(windows.windows()[1]->controller().path(), second);
    QVERIFY(windows.windows()[0]->controller().session()->options().selectedPass == 2);
    QVERIFY(windows.windows()[0]->sessionFiles().path().isEmpty()); // Ctrl+S still asks for a name
}

void TestDesktop::brokenListsAreEmpty_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("count");
    const QByteArray good = lastSessionToJson({{QStringLiteral("window-0.lamella"), {}}});
    QTest::newRow("good") << good << 1;
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("cut") << good.left(good.size() - 9) << 0;
    QTest::newRow("another version") << QByteArray(good).replace("\"version\": 1", "\"version\": 7") << 0;
    QTest::newRow("a file elsewhere") << QByteArray(good).replace("window-0", "../../etc/passwd") << 0;
    QTest::newRow("a hidden file") << QByteArray(good).replace("window-0", ".window") << 0;
    std::vector<LastWindow> many(40, LastWindow{QStringLiteral("w.lamella"), {}});
    QTest::newRow("too many") << lastSessionToJson(many) << 16;
}

void TestDesktop::brokenListsAreEmpty()
{
    QFETCH(QByteArray, text);
    QTEST(static_cast<int>(lastSessionFromJson(text, m_folder.path()).size()), "count");
}

void TestDesktop::aClosedTraceIsNotRestored()
{
    const QString path = trace("closed.json");
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        const QString kept = LastSession::usualFolder() + QStringLiteral("/window-0.lamella");
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(kept), 20'000); // while it runs: a crash loses nothing
        window->controller().close();
        QTRY_VERIFY_WITH_TIMEOUT(!QFileInfo::exists(kept), 20'000);
        window->close();
    }
    const WindowManager windows;
    QVERIFY(!windows.hasLast());
}

void TestDesktop::requestsOpenWhereTheSettingsSay()
{
    const QString path = trace("request.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows);
    OpenRequest request;
    request.files = {path};
    request.pass = 1;
    request.layer = 3;
    QCOMPARE(windows.open(request), window); // shows nothing yet: as good as a new one
    QVERIFY(test::isReady(*window));
    QVERIFY(window->bus().selection() == layer(*window, 1, 3));
    MainWindow *other = windows.open(request);
    QVERIFY(other != window);
    QVERIFY(test::isReady(*other));
    GeneralSettings settings;
    settings.secondStart = SecondStart::SameWindow;
    settings.save();
    QVERIFY(windows.open({}) != nullptr);
    QCOMPARE(windows.windows().size(), 2);
    request.newWindow = true;
    windows.open(request);
    QCOMPARE(windows.windows().size(), 3);
}

void TestDesktop::windowsStandInTheMenu()
{
    WindowManager windows;
    MainWindow *window = test::openWindow(windows);
    window->shell().commands().find(QStringLiteral("window.new-window"))->action->trigger();
    QCOMPARE(windows.windows().size(), 2);
    QVERIFY(windows.windows()[1]->pos() != window->pos()); // not one on the other
    auto *menu = window->menuBar()->findChild<QMenu *>(QStringLiteral("windowMenu"));
    for (int round = 0; round < 2; ++round) { // not longer each time
        emit menu->aboutToShow();
        const auto entries = menu->findChildren<QAction *>(QStringLiteral("openWindow"));
        QCOMPARE(entries.size(), 3); // a line and two windows
        QVERIFY(entries[1]->isChecked() && !entries[2]->isChecked());
    }
    windows.windows()[1]->close();
    QTRY_COMPARE(windows.windows().size(), 1);
}

void TestDesktop::windowsComeBackFromScreensThatAreGone_data()
{
    QTest::addColumn<QRect>("window");
    QTest::addColumn<QList<QRect>>("screens");
    QTest::addColumn<QRect>("fitted");
    const QRect screen(0, 0, 1920, 1080);
    const QRect window(100, 100, 1280, 800);
    QTest::newRow("in the middle") << window << QList{screen} << window;
    QTest::newRow("on a second screen") << window.translated(1920, 0) << QList{screen, screen.translated(1920, 0)}
                                        << window.translated(1920, 0);
    QTest::newRow("that is gone") << window.translated(1920, 0) << QList{screen} << QRect(640, 100, 1280, 800);
    QTest::newRow("above the top") << QRect(100, -500, 1280, 800) << QList{screen} << QRect(100, 0, 1280, 800);
    QTest::newRow("a grip at the edge") << QRect(1700, 100, 1280, 800) << QList{screen} << QRect(1700, 100, 1280, 800);
    QTest::newRow("less than a grip") << QRect(1900, 100, 1280, 800) << QList{screen} << QRect(640, 100, 1280, 800);
    QTest::newRow("larger than all") << QRect(4000, 4000, 5000, 3000) << QList{screen} << screen;
    QTest::newRow("no screen") << window << QList<QRect>{} << window;
}

void TestDesktop::windowsComeBackFromScreensThatAreGone()
{
    QFETCH(QRect, window);
    QFETCH(QList<QRect>, screens);
    QTEST(fitted(window, screens), "fitted");
}

void TestDesktop::brokenSettingsAreTheDefaults()
{
    QSettings settings;
    for (const char *key :
        {"start/open", "start/second", "files/onChange", "files/rememberPlaces", "window/geometry", "workspaces/explore/columns-usual", "recent",
            "recent/size", "textScale", "colours/light/gemm", "hints/seen", "timeline/timeFormat", "palette/recent"})
        settings.setValue(QLatin1String(key), QByteArray("\xff\x00nonsense", 10));
    settings.sync();
    const GeneralSettings read = GeneralSettings::load();
    QVERIFY(read.atStart == AtStart::Nothing && read.onChange == OnChange::Ask && read.secondStart == SecondStart::NewWindow);
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, trace("broken-settings.json"));
    QVERIFY(window != nullptr);
}

void TestDesktop::hintsComeOnce()
{
    QSettings().setValue(QStringLiteral("hints/seen"), 0);
    const QString path = trace("hints.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    QTRY_VERIFY(window->message().isVisible());
    QVERIFY(window->message().text().contains(QStringLiteral("F1")));
    QCOMPARE(QSettings().value(QStringLiteral("hints/seen")).toInt(), 1);
    window->message().findChild<QToolButton *>(QStringLiteral("messageAction"))->click();
    QVERIFY(!window->message().isVisible());
    QVERIFY(QSettings().value(QStringLiteral("hints/seen")).toInt() > 1);
}

LAMELLA_WIDGET_TEST(TestDesktop)
#include "tst_Desktop.moc"
