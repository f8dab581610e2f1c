// SPDX-License-Identifier: GPL-3.0-or-later
// Commands: ids, keys, reasons, the palette, and other keys by choice.
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/commands/CommandPalette.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/commands/FuzzyMatch.h"
#include "widgets/commands/ShortcutSettings.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/SearchField.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/settings/SettingsDialog.h"
#include "widgets/settings/ShortcutsModel.h"
#include "widgets/settings/ShortcutsPage.h"
#include "widgets/window/ShellWiring.h"

#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace lamella;
using namespace lamella::ui;

class TestCommands : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init() { QVERIFY(sharesWindow({"lettersFit", "keysOfTheTable"}) || showWindow()); }
    void lettersFit_data();
    void lettersFit();
    void betterFitsComeFirst();
    void everyEntryOfTheMenusIsACommand();
    void keysOfTheTable_data();
    void keysOfTheTable();
    void noTwoCommandsShareAKey();
    void noMenuHasAMnemonicTwice();
    void disabledCommandsSayWhy();
    void paletteRunsACommand();
    void paletteKeepsWhatCannotRun();
    void paletteGoesToAPlace();
    void paletteFindsKernels();
    void paletteOpensTheFirstKernel();
    void paletteOpensSettings();
    void paletteIsAsHighAsWhatFits();
    void paletteKnowsEnglishWords();
    void keysCanBeChangedAndStay();
    void brokenKeysAreTheDefaults_data();
    void brokenKeysAreTheDefaults();
    void plainKeysAreRefused();
    void conflictsAreToldAndTakenOver();
    void panesByKey();
    void viewsByCommand();
    void nothingToExportIsSaid();
    void theInspectorGoesAndComesBack();
    void lettersOfTheTimelineActEverywhere();
    void theFilterIsHiddenWhereNothingIsFiltered();

private:
    [[nodiscard]] const CommandRegistry &commands() const { return m_window->shell().commands(); }
    [[nodiscard]] QAction *action(const char *id) const
    {
        const Command *command = commands().find(QLatin1String(id));
        return command != nullptr ? command->action.data() : nullptr;
    }
};

void TestCommands::lettersFit_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    QTest::newRow("beginnings of words") << QStringLiteral("np") << QStringLiteral("Next pass") << true;
    QTest::newRow("case does not matter") << QStringLiteral("ZOOM") << QStringLiteral("Zoom in") << true;
    QTest::newRow("letters in between left out") << QStringLiteral("zmin") << QStringLiteral("Zoom in") << true;
    QTest::newRow("spaces are ignored") << QStringLiteral("zoom  in") << QStringLiteral("Zoom in") << true;
    QTest::newRow("order matters") << QStringLiteral("inzoom") << QStringLiteral("Zoom in") << false;
    QTest::newRow("but not of words") << QStringLiteral("in zoom") << QStringLiteral("Zoom in") << true;
    QTest::newRow("which begin one") << QStringLiteral("n zoom") << QStringLiteral("Zoom in") << false;
    QTest::newRow("a letter too many") << QStringLiteral("zoominn") << QStringLiteral("Zoom in") << false;
    QTest::newRow("nothing typed") << QString() << QStringLiteral("Zoom in") << true;
    QTest::newRow("nothing to fit") << QStringLiteral("a") << QString() << false;
    QTest::newRow("Chinese") << QStringLiteral("打开") << QStringLiteral("打开追踪") << true;
    QTest::newRow("longer than the limits") << QString(300, u'a') << QString(300, u'a') << true;
}

void TestCommands::lettersFit()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    const auto match = fuzzyMatch(pattern, text);
    QTEST(match.has_value(), "fits");
    if (!match)
        return;
    for (std::size_t i = 0; i < match->positions.size(); ++i) {
        QVERIFY(match->positions[i] >= 0 && match->positions[i] < text.size());
        QVERIFY(i == 0 || match->positions[i] > match->positions[i - 1]);
    }
}

void TestCommands::betterFitsComeFirst()
{
    const auto score = [](const char *pattern, const char *text) {
        return fuzzyMatch(QLatin1String(pattern), QLatin1String(text)).value_or(FuzzyMatch{-1000, {}}).score;
    };
    QVERIFY(score("np", "Next pass") > score("np", "Panel in full size"));
    QVERIFY(score("layer", "Next layer") > score("layer", "Late yearly error"));
    QVERIFY(score("save", "Save session") > score("save", "Save session as with a far longer name than the other one"));
    const auto hits = fuzzyMatch(QStringLiteral("npa"), QStringLiteral("Next pass"))->positions;
    QCOMPARE(hits, (std::vector<int>{0, 5, 6}));
}

void TestCommands::everyEntryOfTheMenusIsACommand()
{
    QStringList wrong;
    QSet<QString> ids;
    const std::function<void(const QMenu &)> walk = [&](const QMenu &menu) {
        const auto entries = menu.actions();
        for (const QAction *entry : entries) {
            if (entry->menu() != nullptr)
                walk(*entry->menu());
            else if (!entry->isSeparator() && commands().find(entry->objectName()) == nullptr)
                wrong << menu.title() + u'/' + entry->text();
        }
    };
    const auto tops = m_window->menuBar()->actions();
    QStringList titles;
    for (const QAction *top : tops) {
        titles << plainTitle(top->text());
        QVERIFY(top->menu() != nullptr && !top->menu()->isEmpty());
        walk(*top->menu());
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    QCOMPARE(titles.join(u' '), QStringLiteral("File Edit View Go Analyze Tools Settings Window Help"));
    for (const Command &command : commands().commands()) {
        QVERIFY2(!ids.contains(command.id), qPrintable(command.id));
        ids << command.id;
        QVERIFY2(!command.title().isEmpty() && !command.group.isEmpty(), qPrintable(command.id));
    }
}

void TestCommands::keysOfTheTable_data()
{
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("id");
    const auto row = [](const char *keys, const char *id) {
        QTest::newRow(keys) << QString::fromLatin1(keys) << QString::fromLatin1(id);
    };
    row("Ctrl+O", "file.open");
    row("Ctrl+Shift+O", "file.open-to-compare");
    row("Ctrl+W", "file.close-trace");
    row("Ctrl+Q", "file.quit");
    row("Ctrl+S", "file.save-session");
    row("Ctrl+Shift+S", "file.save-session-as");
    row("Ctrl+E", "file.export-kernel-table");
    row("Ctrl+F", "edit.find");
    row("F3", "edit.find-next");
    row("Shift+F3", "edit.find-previous");
    row("Ctrl+R", "file.reload");
    row("F5", "file.reload");
    row("Ctrl+N", "window.new-window");
    row("Ctrl+G", "go.go-to");
    row("Ctrl+L", "go.go-to");
    row("Ctrl++", "view.zoom-in");
    row("Ctrl+-", "view.zoom-out");
    row("Ctrl+0", "view.whole-trace");
    row("Alt+Left", "go.back");
    row("Alt+Right", "go.forward");
    row("Ctrl+B", "edit.mark-selection");
    row("Ctrl+1", "view.workspace-explore");
    row("Ctrl+2", "view.workspace-compare");
    row("Ctrl+3", "view.workspace-idle");
    row("Ctrl+9", "view.workspace-report");
    row("Ctrl+I", "view.inspector");
    row("Ctrl+Shift+D", "go.pin-baseline");
    row("Ctrl+C", "edit.copy-rows");
    row("Ctrl+Return", "perfetto.show");
    row("F1", "help.manual");
    row("Ctrl+?", "settings.keyboard-shortcuts");
    row("Ctrl+K", "tools.command-palette");
    row("Ctrl+Shift+P", "tools.command-palette");
    row("Ctrl+,", "settings.settings");
    row("F6", "window.next-pane");
    row("Shift+F6", "window.previous-pane");
    row("F10", "window.menu-bar");
    row("F11", "window.full-screen");
}

void TestCommands::keysOfTheTable()
{
    QFETCH(QString, keys);
    QFETCH(QString, id);
    const Command *command = commands().find(id);
    QVERIFY(command != nullptr && command->action);
    QVERIFY2(command->action->shortcuts().contains(QKeySequence(keys)),
        qPrintable(QKeySequence::listToString(command->action->shortcuts())));
}

void TestCommands::noTwoCommandsShareAKey()
{
    QVERIFY(open(test::sampleTrace()));
    QStringList shared;
    for (const Command &command : commands().commands()) {
        const auto keys = command.action->shortcuts();
        for (const QKeySequence &key : keys) {
            if (const Command *other = commands().ownerOf(key, command.id))
                shared << QStringLiteral("%1: %2 and %3").arg(key.toString(), command.id, other->id);
            if (isPlainKey(key) && command.action->shortcutContext() != Qt::WidgetShortcut)
                shared << QStringLiteral("%1 of %2 is heard everywhere").arg(key.toString(), command.id);
        }
    }
    QVERIFY2(shared.isEmpty(), qPrintable(shared.join(u'\n')));
}

void TestCommands::noMenuHasAMnemonicTwice()
{
    QStringList doubled;
    const std::function<void(const QString &, const QList<QAction *> &)> walk = [&](const QString &where,
                                                                                    const QList<QAction *> &entries) {
        QHash<QChar, QString> seen;
        for (const QAction *entry : entries) {
            const QKeySequence key = QKeySequence::mnemonic(entry->text());
            const QChar letter = key.isEmpty() ? QChar() : QChar(static_cast<char16_t>(key[0].key()));
            if (!letter.isNull() && seen.contains(letter))
                doubled << QStringLiteral("%1: %2 and %3").arg(where, seen[letter], entry->text());
            if (!letter.isNull())
                seen.insert(letter, entry->text());
            if (entry->menu() != nullptr)
                walk(entry->text(), entry->menu()->actions());
        }
    };
    walk(QStringLiteral("menu bar"), m_window->menuBar()->actions());
    QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(u'\n')));
}

void TestCommands::disabledCommandsSayWhy()
{
    QVERIFY(!action("go.next-pass")->isEnabled());
    QVERIFY(action("go.next-pass")->toolTip().endsWith(QStringLiteral("\nNo trace is open")));
    QCOMPARE(action("go.next-pass")->statusTip(), QStringLiteral("No trace is open"));
    QVERIFY(open(test::sampleTrace()));
    QVERIFY(action("go.next-pass")->isEnabled());
    QCOMPARE(action("go.next-pass")->toolTip(), QStringLiteral("Next pass (Ctrl+PgDown)"));
    QVERIFY(action("go.next-pass")->statusTip().isEmpty());
    for (const Command &command : commands().commands())
        QVERIFY2(command.action->isEnabled() || !commands().whyDisabled(command).isEmpty(), qPrintable(command.id));
    m_window->controller().close();
    QVERIFY(action("go.next-pass")->toolTip().contains(QStringLiteral("No trace is open")));
}

void TestCommands::paletteRunsACommand()
{
    QVERIFY(open(test::sampleTrace()));
    const Focus before = m_window->bus().focus();
    action("tools.command-palette")->trigger();
    const QPointer palette(m_window->findChild<CommandPalette *>());
    QVERIFY(palette != nullptr && palette->isVisible());
    auto *text = palette->findChild<QLineEdit *>(QStringLiteral("paletteText"));
    QTest::keyClicks(text, QStringLiteral("nxps"));
    QCOMPARE(palette->model().entry(0).id, QStringLiteral("go.next-pass"));
    QCOMPARE(palette->model().entry(0).keys, QStringLiteral("Ctrl+PgDown"));
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_COMPARE(m_window->bus().focus().pass, before.pass + 1);
    QVERIFY(palette.isNull() || !palette->isVisible());
    QCOMPARE(PaletteModel::recent(), QStringList{QStringLiteral("go.next-pass")});
    QTRY_VERIFY(m_window->findChild<CommandPalette *>() == nullptr);
    QCOMPARE(m_window->shell().showPalette().model().entry(0).id, QStringLiteral("go.next-pass")); // used last: first
}

void TestCommands::paletteKeepsWhatCannotRun()
{
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    QTest::keyClicks(text, QStringLiteral("whole trace"));
    const PaletteEntry &first = palette.model().entry(0);
    QCOMPARE(first.id, QStringLiteral("view.whole-trace"));
    QCOMPARE(first.reason, QStringLiteral("No trace is open"));
    QVERIFY(palette.model().index(0, 0).data(Qt::AccessibleTextRole).toString().contains(first.reason));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(palette.isVisible());
    QTest::keyClick(text, Qt::Key_Escape);
    QTRY_VERIFY(m_window->findChild<CommandPalette *>() == nullptr);
}

void TestCommands::paletteGoesToAPlace()
{
    QVERIFY(open(test::sampleTrace()));
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    QTest::keyClicks(text, QStringLiteral("p1 l2"));
    QCOMPARE(palette.model().entry(0).title, QStringLiteral("Pass 1 · L2"));
    QTest::keyClick(text, Qt::Key_Return);
    const auto *layer = std::get_if<core::LayerSelection>(&m_window->bus().selection());
    QVERIFY(layer != nullptr);
    QCOMPARE(layer->pass, 1);
    QCOMPARE(layer->layer, 2);
}

void TestCommands::paletteIsAsHighAsWhatFits()
{
    QVERIFY(open(test::sampleTrace()));
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    const auto *list = palette.findChild<QListView *>();
    const int many = palette.height();
    QVERIFY(palette.model().rowCount() > 12 && list->verticalScrollBar()->maximum() > 0);
    text->setText(QStringLiteral("p1 l2"));
    const int rows = palette.model().rowCount();
    QVERIFY(rows >= 1 && rows < 6);
    QCoreApplication::processEvents();
    QVERIFY(palette.height() < many);
    QCOMPARE(list->verticalScrollBar()->maximum(), 0); // each row is in sight
    QVERIFY(list->viewport()->height() < (rows + 1) * list->sizeHintForRow(0)); // and no empty one
    text->clear();
    QCOMPARE(palette.height(), many);
    palette.reject();
    QTRY_VERIFY(m_window->findChild<CommandPalette *>() == nullptr);
}

void TestCommands::paletteFindsKernels()
{
    QVERIFY(open(test::sampleTrace()));
    const auto document = m_window->controller().document();
    const auto segmentation = m_window->controller().segmentation();
    std::uint32_t inside = 0; // a kernel of the pass that is looked at
    while (segmentation->passOf[inside] != m_window->bus().focus().pass)
        ++inside;
    const std::string name = (*m_window->controller().names())[document->kernels.name[inside]].shortName;
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    text->setText(QString::fromStdString(name).toUpper());
    const auto last = [&] { return palette.model().entry(palette.model().rowCount() - 1); };
    QTRY_VERIFY(palette.model().rowCount() > 0 && last().group == QStringLiteral("Kernel"));
    int row = palette.model().rowCount() - 1;
    while (row >= 0 && palette.model().entry(row).title != QString::fromStdString(name))
        --row;
    QVERIFY(row >= 0);
    palette.findChild<QListView *>()->setCurrentIndex(palette.model().index(row, 0));
    const int pass = m_window->bus().focus().pass;
    QTest::keyClick(text, Qt::Key_Return);
    const auto *kernel = std::get_if<core::KernelSelection>(&m_window->bus().selection());
    QVERIFY(kernel != nullptr);
    QCOMPARE(segmentation->passOf[kernel->kernel.value], pass); // one of the pass that is looked at
    QCOMPARE((*m_window->controller().names())[document->kernels.name[kernel->kernel.value]].shortName, name);
}

// Kernels are found later than commands: where nothing else fits, the field must not stay red, nor Return do nothing.
void TestCommands::paletteOpensTheFirstKernel()
{
    QVERIFY(open(test::sampleTrace()));
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    const auto *list = palette.findChild<QListView *>();
    text->setText(QStringLiteral("fused_moe"));
    QCOMPARE(palette.model().rowCount(), 0);
    QTRY_VERIFY(palette.model().rowCount() > 0);
    QCoreApplication::processEvents();
    QCOMPARE(list->currentIndex().row(), 0);
    QVERIFY(list->viewport()->height() >= palette.model().rowCount() * list->sizeHintForRow(0));
    QVERIFY(!text->accessibleDescription().contains(QStringLiteral("Nothing fits")));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(std::holds_alternative<core::KernelSelection>(m_window->bus().selection()));
}

void TestCommands::paletteOpensSettings()
{
    CommandPalette &palette = m_window->shell().showPalette();
    auto *text = palette.findChild<QLineEdit *>(QStringLiteral("paletteText"));
    text->setText(QStringLiteral("text size"));
    QCOMPARE(palette.model().entry(0).title, QStringLiteral("Size of text"));
    QTest::keyClick(text, Qt::Key_Return);
    const SettingsDialog &settings = find<SettingsDialog>("settingsDialog");
    QVERIFY(settings.isVisible());
    const QWidget *field = settings.findChild<QWidget *>(QStringLiteral("textScale"));
    QVERIFY(field->isVisible());
    QTRY_VERIFY(field->hasFocus());
    PaletteModel model(commands(), {}, [&settings] {
        std::vector<PaletteEntry> entries;
        for (const SettingsDialog::Setting &setting : settings.settings())
            entries.push_back({setting.title, {}, {}, {}, {}, {}, {}});
        return entries;
    });
    for (const char *setting : {"Language", "Open at start", "Remember where I was in a trace", "Patterns on all categories",
             "Colour of GEMM", "Perfetto's address", "Keep large traces in the cache"}) {
        model.setText(QLatin1String(setting));
        bool found = false;
        for (int row = 0; row < model.rowCount(); ++row)
            found = found || model.entry(row).title == QLatin1String(setting);
        QVERIFY2(found, setting);
    }
}

void TestCommands::paletteKnowsEnglishWords()
{
    action("file.close-trace")->setText(QStringLiteral("关闭追踪(&C)"));
    QCOMPARE(commands().find(QStringLiteral("file.close-trace"))->title(), QStringLiteral("关闭追踪"));
    CommandPalette &palette = m_window->shell().showPalette();
    const auto rank = [&palette](const QString &text) {
        palette.model().setText(text);
        for (int row = 0; row < palette.model().rowCount(); ++row)
            if (palette.model().entry(row).id == QStringLiteral("file.close-trace"))
                return row;
        return -1;
    };
    QCOMPARE(rank(QStringLiteral("close trace")), 0);
    QCOMPARE(rank(QStringLiteral("关闭")), 0);
    QCOMPARE(rank(QStringLiteral("xyzzy")), -1);
}

void TestCommands::keysCanBeChangedAndStay()
{
    const QKeySequence keys(QStringLiteral("Ctrl+Alt+N"));
    ShortcutSettings::shared().setKeys(QStringLiteral("go.next-pass"), {keys});
    QCOMPARE(action("go.next-pass")->shortcuts(), QList{keys});
    QVERIFY(action("go.next-pass")->toolTip().contains(QStringLiteral("(Ctrl+Alt+N)")));
    MainWindow second(m_pool, *m_recent); // another window, or the next start
    QCOMPARE(second.shell().commands().find(QStringLiteral("go.next-pass"))->action->shortcuts(), QList{keys});
    ShortcutSettings::shared().setKeys(QStringLiteral("help.manual"), {});
    QVERIFY(action("help.manual")->shortcuts().isEmpty());
    ShortcutSettings::shared().reset(QStringLiteral("go.next-pass"));
    QCOMPARE(action("go.next-pass")->shortcut(), QKeySequence(QStringLiteral("Ctrl+PgDown")));
    QVERIFY(action("help.manual")->shortcuts().isEmpty());
    ShortcutSettings::shared().resetAll();
    QCOMPARE(action("help.manual")->shortcut(), QKeySequence(QStringLiteral("F1")));
    QCOMPARE(
        second.shell().commands().find(QStringLiteral("help.manual"))->action->shortcut(), QKeySequence(QStringLiteral("F1")));
}

void TestCommands::brokenKeysAreTheDefaults_data()
{
    QTest::addColumn<QVariant>("stored");
    QTest::newRow("no keys") << QVariant(QStringLiteral("Hyper+Nonsense+++"));
    QTest::newRow("a number") << QVariant(17.5);
    QTest::newRow("bytes") << QVariant(QByteArray("\xff\xfe\x01"));
    QTest::newRow("nothing") << QVariant(QString());
}

void TestCommands::brokenKeysAreTheDefaults()
{
    QFETCH(QVariant, stored);
    QSettings().setValue(QStringLiteral("shortcuts/file.open"), stored);
    const MainWindow second(m_pool, *m_recent);
    QCOMPARE(const_cast<MainWindow &>(second).shell().commands().find(QStringLiteral("file.open"))->action->shortcut(),
        QKeySequence(QStringLiteral("Ctrl+O")));
}

void TestCommands::plainKeysAreRefused()
{
    QVERIFY(isPlainKey(QKeySequence(Qt::Key_M)));
    QVERIFY(isPlainKey(QKeySequence(Qt::SHIFT | Qt::Key_M)));
    QVERIFY(!isPlainKey(QKeySequence(Qt::CTRL | Qt::Key_M)));
    QVERIFY(!isPlainKey(QKeySequence(Qt::Key_F5)));
    SettingsDialog &dialog = m_window->shell().showSettings(QStringLiteral("shortcuts"));
    auto *filter = dialog.findChild<QLineEdit *>(QStringLiteral("shortcutFilter"));
    filter->setText(QStringLiteral("reset layout"));
    auto *keys = dialog.findChild<QKeySequenceEdit *>(QStringLiteral("shortcutKeys"));
    auto *assign = dialog.findChild<QPushButton *>(QStringLiteral("shortcutAssign"));
    QVERIFY(keys->isEnabled());
    keys->setKeySequence(QKeySequence(Qt::Key_R));
    QVERIFY(!assign->isEnabled());
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("shortcutNote"))->text().contains(QStringLiteral("focus")));
    keys->setKeySequence(QKeySequence(QStringLiteral("Ctrl+Alt+Shift+R")));
    QVERIFY(assign->isEnabled());
    assign->click();
    QCOMPARE(action("view.reset-layout")->shortcut(), QKeySequence(QStringLiteral("Ctrl+Alt+Shift+R")));
}

void TestCommands::conflictsAreToldAndTakenOver()
{
    SettingsDialog &dialog = m_window->shell().showSettings(QStringLiteral("shortcuts"));
    auto *filter = dialog.findChild<QLineEdit *>(QStringLiteral("shortcutFilter"));
    QTest::keyClicks(filter, QStringLiteral("zoom to sel"));
    auto *table = dialog.findChild<QTableView *>(QStringLiteral("shortcutTable"));
    QVERIFY(table->model()->rowCount() >= 1);
    auto *keys = dialog.findChild<QKeySequenceEdit *>(QStringLiteral("shortcutKeys"));
    auto *assign = dialog.findChild<QPushButton *>(QStringLiteral("shortcutAssign"));
    auto *note = dialog.findChild<QLabel *>(QStringLiteral("shortcutNote"));
    keys->setKeySequence(QKeySequence(QStringLiteral("Ctrl+G")));
    QVERIFY2(note->text().contains(QStringLiteral("Go to")), qPrintable(note->text()));
    assign->click();
    QCOMPARE(action("view.zoom-to-selection")->shortcut(), QKeySequence(QStringLiteral("Ctrl+G")));
    QCOMPARE(action("go.go-to")->shortcuts(), QList{QKeySequence(QStringLiteral("Ctrl+L"))}); // the other one stays
    dialog.findChild<QPushButton *>(QStringLiteral("shortcutReset"))->click();
    QCOMPARE(action("view.zoom-to-selection")->shortcut(), QKeySequence(QStringLiteral("Ctrl+Shift+0")));
    // Two strokes that begin with one that is taken can never be heard.
    QVERIFY(keysCollide(QKeySequence(QStringLiteral("Ctrl+O")), QKeySequence(QStringLiteral("Ctrl+O, Ctrl+P"))));
    QVERIFY(!keysCollide(QKeySequence(QStringLiteral("Ctrl+K, Ctrl+O")), QKeySequence(QStringLiteral("Ctrl+O"))));
}

void TestCommands::panesByKey()
{
    QVERIFY(open(test::sampleTrace()));
    m_window->activateWindow();
    const auto paneOf = []() -> QString {
        const QWidget *panel = panelAround(static_cast<const QObject *>(QApplication::focusWidget()));
        return panel != nullptr ? panelId(panel) : QStringLiteral("timeline");
    };
    action("go.view-timeline")->trigger();
    QCOMPARE(paneOf(), QStringLiteral("timeline"));
    QStringList met;
    for (int i = 0; i < 12 && !(i > 0 && met.last() == QStringLiteral("timeline")); ++i) {
        action("window.next-pane")->trigger();
        met << paneOf();
    }
    const QStringList panels{QStringLiteral("layers"), QStringLiteral("kernels"), QStringLiteral("selection")};
    QCOMPARE(met.mid(0, 3), panels);
    QCOMPARE(met.last(), QStringLiteral("timeline")); // round
    action("window.previous-pane")->trigger();
    QCOMPARE(paneOf(), met.value(met.size() - 2));
}

void TestCommands::viewsByCommand()
{
    QVERIFY(open(test::sampleTrace()));
    QVERIFY(action("go.view-gaps")->isEnabled());
    action("go.view-gaps")->trigger();
    QVERIFY(settled()); // its workspace is made in turns
    const QWidget *gaps = m_window->workspaces().panel(QStringLiteral("gaps"));
    QVERIFY(gaps->isVisible());
    QVERIFY(gaps->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!gaps->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
    QVERIFY(gaps->isVisible());
}

void TestCommands::nothingToExportIsSaid()
{
    const QTemporaryDir folder; // one pass: there is nothing to compare it with
    const std::string trace = test::generatedTrace(test::TraceKind::Dense, {.passes = 1}).json;
    QVERIFY(open(test::writeFile(folder.filePath(QStringLiteral("one-pass.json")), trace)));
    action("view.workspace-compare")->trigger();
    QVERIFY(settled());
    action("file.export-kernel-table")->trigger();
    QCOMPARE(m_window->message().text(), QStringLiteral("This view shows no table to export yet"));
}

void TestCommands::theInspectorGoesAndComesBack()
{
    m_window->resize(1280, 800); // not below the width at which the inspector lies over the panels
    QVERIFY(open(test::sampleTrace()));
    const QWidget *inspector = m_window->workspaces().panel(QStringLiteral("selection"));
    const QWidget *kernels = m_window->workspaces().panel(QStringLiteral("kernels"));
    QVERIFY(inspector->isVisible());
    const int narrow = kernels->width();
    QTest::keyClick(m_window.get(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(!inspector->isVisible());
    QTRY_VERIFY(kernels->width() > narrow);
    auto *rail = m_window->findChild<QToolButton *>(QStringLiteral("inspectorRail"));
    QVERIFY(rail->isVisible());
    rail->click();
    QVERIFY(inspector->isVisible());
    QTRY_COMPARE(kernels->width(), narrow);
}

void TestCommands::lettersOfTheTimelineActEverywhere()
{
    QVERIFY(open(test::sampleTrace()));
    NavigationBus &bus = m_window->bus();
    const auto &names = m_window->controller().document()->kernels.name;
    auto *table = m_window->workspaces().panel(QStringLiteral("kernels"))->findChild<QTableView *>();
    auto *inspector = m_window->findChild<InspectorBody *>();
    const core::StringId name = names[1000];
    const auto selected = [&bus] {
        const auto *kernel = std::get_if<core::KernelSelection>(&bus.selection());
        return kernel != nullptr ? kernel->kernel : core::KernelId();
    };
    for (QWidget *view : {static_cast<QWidget *>(table), static_cast<QWidget *>(inspector)}) {
        bus.select(core::NameSelection{name}, nullptr);
        QVERIFY(settled());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_N);
        QVERIFY(selected().valid());
        QCOMPARE(names[selected().value], name);
        QTest::keyClick(view, Qt::Key_Period);
        QVERIFY(selected().valid() && names[selected().value] != name);
        QTest::keyClick(view, Qt::Key_G);
        QVERIFY(std::holds_alternative<core::GapSelection>(bus.selection()));
        bus.select(core::LayerSelection{bus.focus().device, 4, 3}, nullptr);
        QTest::keyClick(view, Qt::Key_BracketRight);
        QCOMPARE(bus.focus().layer, 4);
    }
    const core::Selection before = bus.selection();
    auto *field = m_window->workspaces().panel(QStringLiteral("kernels"))->findChild<QLineEdit *>();
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("ng,"));
    QCOMPARE(field->text(), QStringLiteral("ng,"));
    QCOMPARE(bus.selection(), before);
}

void TestCommands::theFilterIsHiddenWhereNothingIsFiltered()
{
    QVERIFY(open(test::sampleTrace()));
    find<SearchField>("searchField").setText(QStringLiteral("cat:gemm"));
    const auto *strip = m_window->findChild<QWidget *>(QStringLiteral("filterStrip"));
    QVERIFY(strip->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("compare")));
    QVERIFY(!strip->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("explore")));
    QVERIFY(strip->isVisible());
}

LAMELLA_WIDGET_TEST(TestCommands)
#include "tst_Commands.moc"
