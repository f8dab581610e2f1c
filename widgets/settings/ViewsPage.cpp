// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/ViewsPage.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/settings/ColourButton.h"
#include "widgets/settings/SettingsRow.h"
#include "widgets/theme/Appearance.h"
#include "widgets/timeline/TimeAxis.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace lamella::ui {

namespace {

const std::array kTimeCommands{QStringLiteral("view.time-in-fitting-unit"), QStringLiteral("view.time-in-seconds"),
    QStringLiteral("view.time-in-milliseconds"), QStringLiteral("view.time-in-nanoseconds"),
    QStringLiteral("view.time-as-wall-clock")}; // in the order of TimeFormat

QAction *actionOf(const CommandRegistry &commands, const QString &id)
{
    const Command *command = commands.find(id);
    return command != nullptr ? command->action.data() : nullptr;
}

} // namespace

ViewsPage::ViewsPage(const CommandRegistry &commands, QWidget *parent)
    : QWidget(parent)
{
    QFormLayout *form = settingsForm(this);
    addTimes(*form, commands);
    addText(*form, commands);
    addHeading(*form, tr("Colours of the categories"), this);
    form->addRow(createColours());
}

void ViewsPage::addTimes(QFormLayout &form, const CommandRegistry &commands)
{
    auto *combo = new QComboBox(this);
    combo->setObjectName(QStringLiteral("timeFormatChoice"));
    for (const QString &id : kTimeCommands)
        if (const QAction *action = actionOf(commands, id))
            combo->addItem(plainTitle(action->text()), id);
    combo->setCurrentIndex(static_cast<int>(timeFormat()));
    combo->setMinimumWidth(kSettingWidthPx);
    form.addRow(tr("&Times along the timeline:"), combo);
    connect(combo, &QComboBox::activated, this, [combo, &commands](int at) {
        if (QAction *action = actionOf(commands, combo->itemData(at).toString()))
            action->trigger();
    });
}

void ViewsPage::addText(QFormLayout &form, const CommandRegistry &commands)
{
    auto *size = new QSpinBox(this);
    size->setObjectName(QStringLiteral("textScale"));
    size->setRange(80, 200);
    size->setSingleStep(10);
    size->setSuffix(tr(" %"));
    size->setValue(static_cast<int>(std::lround(Theme::textScale() * 100)));
    size->setKeyboardTracking(false); // not on each digit typed
    form.addRow(tr("Size of te&xt:"), size);
    connect(size, &QSpinBox::valueChanged, this, [](int percent) { setTextScaleChoice(percent / 100.0); });

    auto *still = new QCheckBox(tr("&Reduced motion"), this);
    still->setObjectName(QStringLiteral("reducedMotion"));
    still->setToolTip(tr("The timeline jumps instead of gliding"));
    still->setChecked(!Theme::motion());
    form.addRow(QString(), still);
    connect(still, &QCheckBox::toggled, this, [](bool on) { setMotionChoice(!on); });

    auto *patterns = new QCheckBox(tr("&Patterns on all categories"), this);
    patterns->setObjectName(QStringLiteral("patternsChoice"));
    patterns->setToolTip(tr("Tell categories apart without colour"));
    patterns->setChecked(Theme::patterns());
    form.addRow(QString(), patterns);
    connect(patterns, &QCheckBox::toggled, this, [&commands](bool on) {
        QAction *action = actionOf(commands, QStringLiteral("view.patterns"));
        if (action != nullptr && action->isChecked() != on)
            action->trigger();
        else if (action == nullptr)
            setPatternChoice(on);
    });
}

QWidget *ViewsPage::createColours()
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(6);
    const std::array names{tr("GEMM"), tr("Attention"), tr("MoE"), tr("Communication"), tr("Norm"), tr("Elementwise"),
        tr("Memory"), tr("Other")}; // in the order of CategoryFamily
    constexpr int kPerRow = 4;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        const QString &name = names[static_cast<std::size_t>(i)];
        auto *button = new ColourButton(static_cast<core::CategoryFamily>(i), name, box);
        grid->addWidget(button, i / kPerRow, i % kPerRow);
    }
    auto *reset = new QPushButton(tr("&Default colours of the theme"), box);
    reset->setObjectName(QStringLiteral("resetColours"));
    reset->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    grid->addWidget(reset, 2, 0, 1, 2);
    grid->addWidget(settingsNote(tr("For the current theme. Colours should differ in lightness, too: the default ones can be "
                                    "distinguished with any colour vision."),
                        box),
        3, 0, 1, kPerRow);
    connect(reset, &QPushButton::clicked, this, [names] {
        for (std::size_t i = 0; i < names.size(); ++i)
            setFamilyColorChoice(Theme::current().kind, static_cast<core::CategoryFamily>(i), {});
    });
    return box;
}

} // namespace lamella::ui
