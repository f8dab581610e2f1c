// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ShellWiring.h"

#include "core/base/Format.h"
#include "widgets/commands/CommandPalette.h"
#include "widgets/commands/CommandReasons.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/Icons.h"
#include "widgets/common/UiText.h"
#include "widgets/perfetto/PerfettoLinker.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/KernelFinder.h"
#include "widgets/session/SessionController.h"
#include "widgets/settings/GeneralPage.h"
#include "widgets/settings/PerfettoPage.h"
#include "widgets/settings/PerformancePage.h"
#include "widgets/settings/SettingsDialog.h"
#include "widgets/settings/ShortcutsPage.h"
#include "widgets/settings/ViewsPage.h"
#include "widgets/theme/Appearance.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/window/GoTo.h"
#include "widgets/window/ViewCommands.h"
#include "widgets/window/WindowActions.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <memory>

namespace lamella::ui {

ShellWiring::ShellWiring(const ShellParts &parts)
    : QObject(&parts.window)
    , m_parts(parts)
    , m_search(new JobSlot(parts.controller.pool(), this))
{
    new ViewCommands(parts.window, parts.area);
    addCommands();
    m_commands = new CommandRegistry(parts.window,
        // Actions still change while the window is destroyed, after the controller is gone.
        [controller = QPointer(&parts.controller)](const QString &id) {
            const auto document = controller ? controller->document() : nullptr;
            return reasonOfCommand(id, document.get());
        });
    connect(&parts.controller, &SessionController::sessionChanged, m_commands, &CommandRegistry::describeAll);
    keepChecks();
}

ShellWiring::~ShellWiring() = default;

QAction *ShellWiring::make(QMenu *menu, const char *id, const QString &text, const QKeySequence &key, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QString::fromLatin1(id));
    action->setShortcut(key);
    if (!tip.isEmpty())
        action->setToolTip(tip);
    m_parts.window.addAction(action);
    if (menu != nullptr)
        menu->addAction(action);
    return action;
}

void ShellWiring::addCommands()
{
    const auto menu = [this](const char *name) { return m_parts.window.menuBar()->findChild<QMenu *>(QLatin1String(name)); };
    QMenu *file = menu("fileMenu");
    QAction *reload =
        make(nullptr, "file.reload", tr("Re&load"), {}, tr("Reads the files again from disk; selection and zoom stay"));
    reload->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)});
    reload->setEnabled(false);
    connect(&m_parts.controller, &SessionController::sessionChanged, reload,
        [reload, this] { reload->setEnabled(m_parts.controller.session() != nullptr); });
    QAction *restore =
        make(nullptr, "file.restore-last-session", tr("Restore last sessio&n"), {}, tr("Opens what was open last"));
    restore->setEnabled(false); // enabled by the session code
    if (file != nullptr) {
        QAction *behindRecent = file->actions().value(3);
        file->insertActions(behindRecent, {restore, reload});
    }
    QAction *another =
        make(menu("windowMenu"), "window.new-window", tr("New &window"), QKeySequence::New, tr("Another window of this program"));
    connect(another, &QAction::triggered, this, &ShellWiring::newWindowWanted);
    QAction *palette = make(menu("toolsMenu"), "tools.command-palette", tr("&Command palette…"),
        QKeySequence(Qt::CTRL | Qt::Key_K), tr("Every command, place and kernel by a few letters"));
    palette->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    palette->setIcon(icon(QStringLiteral("search")));
    QAction *settings = make(menu("settingsMenu"), "settings.settings", tr("&Settings…"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
        tr("Language, theme, colours, Perfetto, performance, shortcuts"));
    settings->setIcon(icon(QStringLiteral("settings")));
    settings->setMenuRole(QAction::PreferencesRole);
    QAction *keys = make(menu("settingsMenu"), "settings.keyboard-shortcuts", tr("&Keyboard shortcuts…"),
        QKeySequence(Qt::CTRL | Qt::Key_Question), tr("All keys, and other ones for a command"));
    if (QMenu *help = menu("helpMenu")) // where users look for them first
        help->insertAction(help->actions().value(1), keys);
    connect(palette, &QAction::triggered, this, [this] { showPalette(); });
    connect(settings, &QAction::triggered, this, [this] { showSettings(); });
    connect(keys, &QAction::triggered, this, [this] { showSettings(QStringLiteral("shortcuts")); });
    if (auto *perfetto = m_parts.window.findChild<QAction *>(QStringLiteral("perfetto.settings")))
        connect(perfetto, &QAction::triggered, this, [this] { showSettings(QStringLiteral("perfetto")); });
}

CommandPalette &ShellWiring::showPalette()
{
    if (m_palette.isNull()) {
        m_palette = new CommandPalette(
            *m_commands, [this](const QString &text) { return placesOf(text); }, [this] { return settingEntries(); },
            &m_parts.window);
        connect(m_palette, &CommandPalette::textChanged, this, &ShellWiring::lookForKernels);
        connect(m_palette, &QDialog::finished, this, [this] { m_search->cancel(); });
    }
    m_palette->place();
    m_palette->show();
    m_palette->activateWindow();
    return *m_palette;
}

std::vector<PaletteEntry> ShellWiring::placesOf(const QString &text)
{
    const auto document = m_parts.controller.document();
    const auto segmentation = m_parts.controller.segmentation();
    if (!document || !segmentation)
        return {};
    std::vector<PaletteEntry> entries;
    const auto add = [&](const core::Selection &place, const QString &title) {
        PaletteEntry entry;
        entry.title = title;
        entry.group = tr("Go to");
        if (const core::TimeRange range = m_parts.bus.rangeOf(place); range != core::TimeRange{})
            entry.keys = durationText(range.length().value);
        entry.run = [this, place] { m_parts.bus.select(place, this); };
        entries.push_back(std::move(entry));
    };
    const auto typed = placeFromText(text, *document, *segmentation, m_parts.bus.focus());
    if (typed)
        add(*typed, placeTitle(*typed, *document, m_parts.controller.names().get()));
    // Passes by stage and state: "decode", "outlier".
    constexpr std::size_t kMaxPasses = 8;
    constexpr qsizetype kMinLetters = 3;
    const QString wanted = text.trimmed();
    const core::DeviceId device = segmentation->mainDevice;
    if (wanted.size() < kMinLetters || !device.valid())
        return entries;
    for (const core::Pass &pass : segmentation->devices[device.value].passes) {
        const QString stage = translatedTerm(core::stageName(pass.stage));
        const QString state = translatedTerm(core::stateName(pass.state));
        const core::Selection place = core::PassSelection{device, pass.number};
        const bool fits = stage.startsWith(wanted, Qt::CaseInsensitive) || state.startsWith(wanted, Qt::CaseInsensitive);
        if (fits && entries.size() < kMaxPasses && (!typed || *typed != place))
            add(place, tr("Pass %1 %2 %3").arg(pass.number).arg(stage, state));
    }
    return entries;
}

void ShellWiring::lookForKernels(const QString &text)
{
    m_search->cancel();
    const auto document = m_parts.controller.document();
    const auto names = m_parts.controller.names();
    const QString wanted = text.trimmed();
    constexpr qsizetype kMinLetters = 2;
    if (!document || !names || wanted.size() < kMinLetters)
        return;
    m_search->start<std::vector<FoundKernel>>(
        [document, names, segmentation = m_parts.controller.segmentation(), wanted = stdtext(wanted),
            focus = m_parts.bus.focus()](const core::JobControl &control) -> core::Result<std::vector<FoundKernel>> {
            return findKernels(*document, *names, segmentation.get(), focus, wanted, control.stop);
        },
        [this, text](core::Result<std::vector<FoundKernel>> found) {
            if (!found || m_palette.isNull() || m_palette->text() != text)
                return;
            std::vector<PaletteEntry> entries;
            for (const FoundKernel &kernel : *found) {
                PaletteEntry entry;
                entry.title = qtext(kernel.name);
                entry.group = tr("Kernel");
                entry.keys = qtext(core::formatCount(kernel.count)) + QStringLiteral(" ×");
                entry.run = [this, first = kernel.first] { m_parts.bus.select(core::KernelSelection{first}, this); };
                entries.push_back(std::move(entry));
            }
            m_palette->model().setKernels(std::move(entries));
        });
}

const std::vector<PaletteEntry> &ShellWiring::settingEntries()
{
    if (!m_settingEntries.empty())
        return m_settingEntries;
    const std::unique_ptr<SettingsDialog> dialog(createSettings()); // a shown one would be as good, but need not exist
    for (const SettingsDialog::Setting &setting : dialog->settings()) {
        PaletteEntry entry;
        entry.title = setting.title;
        entry.group = tr("Settings");
        entry.run = [this, setting] { showSettings().showSetting(setting); };
        m_settingEntries.push_back(std::move(entry));
    }
    return m_settingEntries;
}

SettingsDialog *ShellWiring::createSettings()
{
    auto *dialog = new SettingsDialog(&m_parts.window);
    dialog->addPage(QStringLiteral("general"), tr("General"), QStringLiteral("settings"), new GeneralPage(*m_commands));
    dialog->addPage(QStringLiteral("views"), tr("Views"), QStringLiteral("layers"), new ViewsPage(*m_commands));
    dialog->addPage(QStringLiteral("perfetto"), tr("Perfetto"), QStringLiteral("external"),
        new PerfettoPage(m_parts.perfetto.settings(),
            [this](const PerfettoSettings &settings) { m_parts.perfetto.setSettings(settings); }));
    dialog->addPage(
        QStringLiteral("performance"), tr("Performance"), QStringLiteral("time"), new PerformancePage(&m_parts.controller));
    dialog->addPage(QStringLiteral("shortcuts"), tr("Shortcuts"), QStringLiteral("table"), new ShortcutsPage(*m_commands));
    dialog->resize(dialog->size().expandedTo(dialog->sizeHint())); // for large fonts
    return dialog;
}

SettingsDialog &ShellWiring::showSettings(const QString &page)
{
    if (m_settings.isNull()) {
        m_settings = createSettings();
        m_settings->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!page.isEmpty())
        m_settings->showPage(page);
    m_settings->show();
    m_settings->raise();
    m_settings->activateWindow();
    return *m_settings;
}

// Another window, or the settings, may have changed the checked entries of the menu.
void ShellWiring::keepChecks()
{
    auto *view = m_parts.window.menuBar()->findChild<QMenu *>(QStringLiteral("viewMenu"));
    if (view == nullptr)
        return;
    connect(view, &QMenu::aboutToShow, this, [this] {
        const WindowActions &actions = m_parts.actions;
        const ThemeChoice choice = themeChoice();
        (choice == ThemeChoice::Light         ? actions.themeLight
                : choice == ThemeChoice::Dark ? actions.themeDark
                                              : actions.themeSystem)
            ->setChecked(true);
        actions.patterns->setChecked(Theme::patterns());
        actions.timeFormats->actions().at(static_cast<int>(timeFormat()))->setChecked(true);
    });
}

} // namespace lamella::ui
