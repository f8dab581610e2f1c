// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong around a window that is in use: files that go or change, folders that cannot be written to, damaged sessions,
// screens that are gone, texts that no view was made for, and things that are asked for at once.
#include "core/session/DiffSession.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/LongTips.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/desktop/FileWatch.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/panels/ExportJob.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/TableExport.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/settings/Languages.h"
#include "widgets/settings/SettingsDialog.h"
#include "widgets/window/ShellWiring.h"

#include <QClipboard>
#include <QHelpEvent>
#include <QLabel>
#include <QScreen>
#include <QSignalSpy>
#include <QTableView>
#include <QToolTip>

#include <atomic>
#include <thread>

using namespace lamella;
using namespace lamella::ui;

class TestMishaps : public QObject, protected test::OwnSettings {
    Q_OBJECT
private slots:
    void init();
    void aTraceThatIsDeletedStaysUsable();
    void anExportIsStopped();
    void aHomeThatCannotBeWrittenTo();
    void damagedSessionsAreRefused_data();
    void damagedSessionsAreRefused();
    void aWindowComesBackOntoAScreen();
    void rightToLeft();
    void longNames();
    void tipsOfLongNames_data();
    void tipsOfLongNames();
    void closingWhileLoading();
    void theLastOfTwoLoadsCounts();
    void theSameTraceTwice();

private:
    [[nodiscard]] QString trace(const char *name, int variant = 1, int passes = 4) const
    {
        return writeTrace({.passes = passes}, QLatin1String(name), variant);
    }
    static void setSettingsFolder(const QString &folder)
    {
        delete &appSettings(); // of the folder until now
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    }
    static void lookAtEverything(MainWindow &window)
    {
        QVERIFY(test::eachView(window, [&window](const QString &, QWidget &) { QVERIFY(!window.grab().isNull()); }));
    }
};

void TestMishaps::init()
{
    setSettingsFolder(m_folder.path());
    clearSettings();
}

void TestMishaps::aTraceThatIsDeletedStaysUsable()
{
    const QString path = trace("deleted.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    window->findChild<FileWatch *>()->setSettleTime(20);
    QVERIFY(QFile::remove(path));
    QTRY_VERIFY(window->message().isVisible());
    QVERIFY2(window->message().text().startsWith(QStringLiteral("deleted.json no longer exists")),
        qPrintable(window->message().text()));
    // All views go on; a single event says that its text is gone.
    window->bus().select(core::KernelSelection{core::KernelId(5)}, nullptr);
    lookAtEverything(*window);
    TableExport exporter(window->controller());
    QSignalSpy written(&exporter, &TableExport::written);
    exporter.write(window->kernelTable().request(), core::TableFormat::Csv, m_folder.filePath(QStringLiteral("after.csv")));
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
    // Reading it again fails with a word, and leaves what there is.
    const auto before = window->controller().session();
    window->message().hide();
    window->shell().commands().find(QStringLiteral("file.reload"))->action->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window->message().isVisible(), 60'000);
    QVERIFY2(window->message().text().contains(QStringLiteral("deleted.json")), qPrintable(window->message().text()));
    QCOMPARE(window->controller().session(), before);
    QVERIFY(window->workspaces().show(QStringLiteral("layers")));
    QVERIFY(window->workspaces().panel(QStringLiteral("layers"))->isVisible());
}

void TestMishaps::anExportIsStopped()
{
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, trace("stopped.json"));
    QVERIFY(window != nullptr);
    TableExport exporter(window->controller());
    QSignalSpy written(&exporter, &TableExport::written);
    QSignalSpy failed(&exporter, &TableExport::failed);
    std::atomic<bool> isStopped = false;
    const QString path = m_folder.filePath(QStringLiteral("stopped.csv"));
    exporter.write(
        [&isStopped](const core::JobControl &control) -> core::Result<std::shared_ptr<const core::ReportTable>> {
            while (!control.stopRequested())
                std::this_thread::yield();
            isStopped = true;
            return core::Error{core::ErrorCode::Cancelled, "cancelled", {}, -1};
        },
        core::TableFormat::Csv, path, window);
    QProgressDialog *dialog = exporter.job().progress();
    QVERIFY(dialog != nullptr);
    emit dialog->canceled(); // by the button
    QTRY_VERIFY(isStopped);
    QVERIFY(exporter.job().progress() == nullptr);
    window->controller().pool().waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(written.size() + failed.size(), 0);
    QVERIFY(!QFile::exists(path));
}

void TestMishaps::aHomeThatCannotBeWrittenTo()
{
    const QString path = trace("home.json");
    const QString none = write(QStringLiteral("a file"), "x") + QStringLiteral("/home");
    setSettingsFolder(none);
    const QList<QByteArray> names{"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME"};
    QHash<QByteArray, QByteArray> before;
    for (const QByteArray &name : names) {
        before.insert(name, qgetenv(name.constData()));
        qputenv(name.constData(), QFile::encodeName(none));
    }
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, path);
        QVERIFY(window != nullptr);
        window->bus().select(core::LayerSelection{window->controller().segmentation()->mainDevice, 1, 2}, nullptr);
        lookAtEverything(*window);
        QVERIFY(!window->message().text().contains(QStringLiteral("cannot"))); // nobody asked for anything to be kept
        const auto *note = window->shell().showSettings().findChild<QLabel *>(QStringLiteral("settingsNote"));
        QVERIFY(note != nullptr && note->text().contains(QStringLiteral("cannot be written")));
        // What was asked for and cannot be done is told.
        TableExport exporter(window->controller());
        QSignalSpy failed(&exporter, &TableExport::failed);
        exporter.write(window->kernelTable().request(), core::TableFormat::Csv, none + QStringLiteral("/kernels.csv"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60'000);
        window->close();
    }
    QVERIFY(!QFile::exists(none));
    for (const QByteArray &name : names)
        qputenv(name.constData(), before[name]);
    setSettingsFolder(m_folder.path());
    WindowManager windows;
    QVERIFY(windows.createWindow()->shell().showSettings().findChild<QLabel *>(QStringLiteral("settingsNote")) == nullptr);
}

void TestMishaps::damagedSessionsAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("cut") << QByteArray("{\"format\": \"lamella.session\", \"version\": 1, \"traces\": [{\"path\": \"x");
    QTest::newRow("a newer version") << QByteArray("{\"format\": \"lamella.session\", \"version\": 99, \"traces\": []}");
    QTest::newRow("no traces") << QByteArray("{\"format\": \"lamella.session\", \"version\": 1, \"traces\": []}");
    QTest::newRow("a trace that is gone") << QByteArray(
        "{\"format\": \"lamella.session\", \"version\": 1, \"traces\": [{\"path\": \"/nowhere/gone.json\"}]}");
    QTest::newRow("deep") << QByteArray(100'000, '[');
    QTest::newRow("binary") << QByteArray("\x00\xff\xfe\x01lamella", 11);
}

void TestMishaps::damagedSessionsAreRefused()
{
    QFETCH(QByteArray, bytes);
    const QString session = write(QStringLiteral("damaged.lamella"), bytes.toStdString());
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, trace("before.json"));
    QVERIFY(window != nullptr);
    const auto before = window->controller().session();
    window->openTrace(session);
    QTRY_VERIFY_WITH_TIMEOUT(window->message().isVisible(), 60'000);
    QVERIFY(!window->message().text().isEmpty());
    QVERIFY(test::settles(*window));
    QCOMPARE(window->controller().session(), before); // what was open stays
}

void TestMishaps::aWindowComesBackOntoAScreen()
{
    QWidget elsewhere;
    elsewhere.setGeometry(9'000, 7'000, 1280, 800);
    QSettings().setValue(QStringLiteral("window/geometry"), elsewhere.saveGeometry());
    // Enough of the title to take it by.
    const auto canBeTaken = [](const MainWindow &window) {
        const QRect title(window.geometry().topLeft(), QSize(window.width(), 24));
        const QRect seen = title.intersected(QGuiApplication::primaryScreen()->availableGeometry());
        return seen.width() >= 160 && seen.height() >= 24;
    };
    WindowManager windows;
    QVERIFY(canBeTaken(*windows.createWindow()));
    QSettings().setValue(QStringLiteral("window/geometry"), QByteArray("no geometry at all"));
    QSettings().setValue(QStringLiteral("workspaces/explore/columns-usual"), QByteArray("\x00\x00\xff no layout", 13));
    WindowManager others;
    QVERIFY(canBeTaken(*others.createWindow()));
}

void TestMishaps::rightToLeft()
{
    // There are no texts in such a language: the window is English, from left to right, with the digits of the command line.
    QLocale::setDefault(QLocale(QStringLiteral("ar_EG")));
    installLanguage(QStringLiteral("ar_EG"));
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
    // Should the desktop turn it round all the same, it works.
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    {
        WindowManager windows;
        MainWindow *window = test::openWindow(windows, trace("rtl.json"), {1280, 800});
        QVERIFY(window != nullptr);
        lookAtEverything(*window);
        // Time and layers run from left to right in every language, and a click means what is under it.
        QVERIFY(window->workspaces().show(QStringLiteral("layers")));
        auto *bars = window->findChild<LayerBarsChart *>();
        QTRY_VERIFY(bars->bars().bars.size() > 3);
        QVERIFY(bars->geometryNow().bar(0).left() < bars->geometryNow().bar(1).left());
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->geometryNow().bar(2).center());
        QCOMPARE(window->bus().focus().layer, bars->bars().bars[2].layer);
        auto *strip = window->findChild<PassStrip *>();
        QVERIFY(strip->partCount() > 1);
        QVERIFY(strip->partRect(0).left() < strip->partRect(1).left());
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->partRect(1).center());
        QVERIFY(std::holds_alternative<core::PassSelection>(window->bus().selection()));
        const QAbstractItemModel &kernels = *window->findChild<QTableView *>(QStringLiteral("kernelTable"))->model();
        QTRY_VERIFY(kernels.rowCount() > 0);
        for (int column = 0; column < kernels.columnCount(); ++column) {
            const QString shown = kernels.index(0, column).data().toString();
            QVERIFY2(std::none_of(shown.begin(), shown.end(), [](QChar c) { return c.isDigit() && c.unicode() > 0x7f; }),
                qPrintable(shown));
        }
    }
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    QLocale::setDefault(QLocale::c());
}

void TestMishaps::longNames()
{
    constexpr int kLength = 200'000;
    std::string json = test::traceText(test::TraceKind::Dense, {.passes = 3});
    std::size_t at = 0;
    for (int i = 0; i < 8; ++i) { // single kernels here and there: the layers are found all the same
        at = json.find("\"cat\": \"kernel\", \"name\": \"", at + json.size() / 12);
        QVERIFY(at != std::string::npos);
        json.insert(at + 26, std::string(kLength, static_cast<char>('a' + i)) + (i % 2 == 0 ? "<b>, " : "::"));
    }
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, write(QStringLiteral("names.json"), json), {1280, 800});
    QVERIFY(window != nullptr);
    const auto document = window->controller().document();
    std::uint32_t longest = 0;
    for (std::uint32_t i = 0; i < document->kernels.size(); ++i)
        if (document->text(document->kernels.name[i]).size() > kLength)
            longest = i;
    QVERIFY(document->text(document->kernels.name[longest]).size() > kLength);
    window->bus().select(core::KernelSelection{core::KernelId(longest)}, nullptr);
    lookAtEverything(*window);
    QVERIFY(window->width() <= 1280); // no label makes it wider
    QVERIFY(window->workspaces().show(QStringLiteral("kernels")));
    QVERIFY(test::clickButton(*window->findChild<QWidget *>(QStringLiteral("kernelScope")), QStringLiteral("All")));
    window->kernelTable().setFilter(QStringLiteral("aaaaaaaa"));
    QVERIFY(test::settles(*window));
    auto *table = window->findChild<QTableView *>(QStringLiteral("kernelTable"));
    QTRY_VERIFY(table->model()->rowCount() >= 1);
    const QPoint cell = table->visualRect(table->model()->index(0, 1)).center();
    QHelpEvent help(QEvent::ToolTip, cell, table->viewport()->mapToGlobal(cell));
    QApplication::sendEvent(table->viewport(), &help);
    QVERIFY(QToolTip::isVisible());
    QVERIFY2(QToolTip::text().size() < 4'000, qPrintable(QString::number(QToolTip::text().size())));
    QToolTip::hideText();
    // Copied it is whole.
    table->selectRow(0);
    window->kernelTable().copyRows();
    QVERIFY(QApplication::clipboard()->text().size() > kLength);
}

void TestMishaps::tipsOfLongNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("whole");
    QTest::newRow("short") << QStringLiteral("void gemm<float, 128>(int*)") << true;
    QTest::newRow("a template") << QStringLiteral("cutlass::gemm<128, 64>, ").repeated(40) << true;
    QTest::newRow("no place to break") << QString(1'000, u'x') << true;
    QTest::newRow("200 000") << QString(200'000, u'x') << false;
    QTest::newRow("pairs of surrogates") << QStringLiteral("😀").repeated(100'000) << false;
}

void TestMishaps::tipsOfLongNames()
{
    QFETCH(QString, name);
    QFETCH(bool, whole);
    const QString tip = shortTip(name);
    QCOMPARE(QString(tip).remove(u'\n') == name, whole);
    QVERIFY(tip.size() < 2'200);
    const auto lines = tip.split(u'\n');
    for (const QString &line : lines)
        QVERIFY2(line.size() <= 112, qPrintable(line));
    QCOMPARE(QString::fromUtf8(tip.toUtf8()), tip); // no half characters
    QCOMPARE(tip.contains(QStringLiteral("characters; copying")), !whole);
    const QString word = withShortWords(QStringLiteral("| ") + name + QStringLiteral(" |\n"));
    QVERIFY(word.startsWith(QStringLiteral("| ")) && word.endsWith(QStringLiteral(" |\n")));
    QVERIFY(word.size() < 1'100);
    QCOMPARE(QString::fromUtf8(word.toUtf8()), word);
}

void TestMishaps::closingWhileLoading()
{
    const QString path = trace("closing.json", 2, 12);
    for (int round = 0; round < 3; ++round) {
        WindowManager windows;
        QPointer<MainWindow> window = windows.createWindow();
        window->show();
        window->openTrace(path);
        QCOMPARE(window->controller().state(), SessionController::State::Loading);
        if (round > 0) // when it has begun, and when nearly everything is there
            QVERIFY(QTest::qWaitFor(
                [&] { return round == 1 || window->controller().state() == SessionController::State::Ready; }, 60'000));
        window->close();
        QTRY_VERIFY(window.isNull());
        QVERIFY(windows.windows().isEmpty());
    }
}

void TestMishaps::theLastOfTwoLoadsCounts()
{
    const QString large = trace("large.json", 1, 12);
    const QString small = trace("small.json", 2, 2);
    WindowManager windows;
    MainWindow *window = test::openWindow(windows);
    for (const auto &[first, last] : {std::pair(large, small), std::pair(small, large), std::pair(large, large)}) {
        window->openTrace(first);
        window->openTrace(last);
        QVERIFY(test::isReady(*window));
        QCOMPARE(window->controller().path(), last);
        QTest::qWait(0);
        QCOMPARE(window->controller().path(), last); // nothing comes late
        QVERIFY(window->windowTitle().startsWith(QFileInfo(last).fileName()));
        QVERIFY(!window->message().isVisible());
        window->controller().close();
    }
    // The comparison and the trace itself at once.
    window->openTrace(large);
    window->compareWith(small);
    QVERIFY(test::isReady(*window));
    QTRY_VERIFY_WITH_TIMEOUT(window->findChild<DiffPanel *>()->shown() != nullptr && window->isSettled(), 60'000);
    QCOMPARE(window->controller().path(), large);
}

void TestMishaps::theSameTraceTwice()
{
    const QString path = trace("twice.json");
    WindowManager windows;
    MainWindow *window = test::openWindow(windows, path);
    QVERIFY(window != nullptr);
    window->openTrace(path); // is read again
    QVERIFY(test::isReady(*window));
    QCOMPARE(window->controller().path(), path);
    RecentFiles recent;
    QCOMPARE(
        std::count_if(recent.files().begin(), recent.files().end(), [&](const RecentFile &file) { return file.path == path; }),
        1);
    MainWindow *other = windows.createWindow(); // and beside it
    other->show();
    other->openTrace(path);
    QVERIFY(test::isReady(*other));
    window->compareWith(path); // and with itself: nothing differs
    window->openTrace(path);
    QVERIFY(test::isReady(*window));
    auto *panel = window->findChild<DiffPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->shown() != nullptr && window->isSettled(), 60'000);
    const core::ReportTable &table = *panel->shown()->table;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QCOMPARE(table.integer(row, table.columnIndex("delta_ns")), std::int64_t{0});
    window->close();
    QVERIFY(other->controller().session() != nullptr);
    lookAtEverything(*other);
}

LAMELLA_WIDGET_TEST(TestMishaps)
#include "tst_Mishaps.moc"
