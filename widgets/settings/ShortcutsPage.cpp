// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/ShortcutsPage.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/commands/ShortcutSettings.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TableSetup.h"
#include "widgets/settings/ShortcutsModel.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

ShortcutsPage::ShortcutsPage(const CommandRegistry &commands, QWidget *parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_model(new ShortcutsModel(commands, this))
{
    m_filter = new SearchField(QStringLiteral("search"), tr("Filter commands and keys"), this);
    m_filter->setObjectName(QStringLiteral("shortcutFilter"));
    m_filter->setAccessibleName(tr("Filter commands and keys"));
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("shortcutTable"));
    m_table->setAccessibleName(tr("Commands and their keys"));
    m_table->setModel(m_model);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(qMax(22, fontMetrics().height() + 6));
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setSectionResizeMode(ShortcutsModel::kCommand, QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setColumnWidth(ShortcutsModel::kKeys, 170_px);
    m_table->setColumnWidth(ShortcutsModel::kGroup, 96_px);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(createEditor());
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        m_filter->setInvalid(m_model->rowCount() == 0);
        m_table->selectRow(0);
        showCommand();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ShortcutsPage::showCommand);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ShortcutsPage::showCommand);
    m_table->selectRow(0);
    showCommand();
}

QWidget *ShortcutsPage::createEditor()
{
    auto *box = new QWidget(this);
    m_keys = new QKeySequenceEdit(box);
    m_keys->setObjectName(QStringLiteral("shortcutKeys"));
    m_keys->setAccessibleName(tr("Keys of the command: press the new ones"));
    m_keys->setClearButtonEnabled(true);
    m_assign = new QPushButton(tr("&Assign"), box);
    m_assign->setObjectName(QStringLiteral("shortcutAssign"));
    m_remove = new QPushButton(tr("&No keys"), box);
    m_remove->setObjectName(QStringLiteral("shortcutRemove"));
    m_reset = new QPushButton(tr("&Default"), box);
    m_reset->setObjectName(QStringLiteral("shortcutReset"));
    m_resetAll = new QPushButton(tr("A&ll defaults"), box);
    m_resetAll->setObjectName(QStringLiteral("shortcutResetAll"));
    m_note = plainLabel({}, box);
    m_note->setObjectName(QStringLiteral("shortcutNote"));
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(2 * fontMetrics().height());
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_keys, 1);
    for (QPushButton *button : {m_assign, m_remove, m_reset, m_resetAll})
        row->addWidget(button);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(m_note);
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsPage::check);
    connect(m_assign, &QPushButton::clicked, this, &ShortcutsPage::assign);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (const Command *command = current())
            ShortcutSettings::shared().setKeys(command->id, {});
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const Command *command = current())
            ShortcutSettings::shared().reset(command->id);
    });
    connect(m_resetAll, &QPushButton::clicked, this, &ShortcutsPage::resetAll);
    return box;
}

const Command *ShortcutsPage::current() const
{
    return m_model->command(m_table->currentIndex().row());
}

void ShortcutsPage::showCommand()
{
    const Command *command = current();
    const QSignalBlocker quiet(m_keys);
    m_keys->setKeySequence(command != nullptr && command->action ? command->action->shortcut() : QKeySequence());
    m_keys->setEnabled(command != nullptr);
    m_remove->setEnabled(command != nullptr && command->action && !command->action->shortcut().isEmpty());
    m_reset->setEnabled(m_model->isChanged(m_table->currentIndex().row()));
    check();
}

// Shows which command has the keys in the field before they are assigned.
void ShortcutsPage::check()
{
    const Command *command = current();
    const QKeySequence keys = m_keys->keySequence();
    m_assign->setText(tr("&Assign"));
    m_assign->setEnabled(false);
    if (command == nullptr) {
        m_note->setText(
            m_model->rowCount() == 0 ? tr("No command fits") : tr("These keys belong to the view and cannot be changed"));
        return;
    }
    if (keys.isEmpty() || !command->action || command->action->shortcuts().contains(keys)) {
        m_note->setText(tr("Click into the field and press the keys for “%1”").arg(command->title()));
        return;
    }
    if (isPlainKey(keys) && command->action->shortcutContext() != Qt::WidgetShortcut) {
        m_note->setText(tr("Single letters and signs belong to the view that has the focus; add Ctrl or Alt"));
        return;
    }
    m_assign->setEnabled(true);
    const Command *owner = m_commands.ownerOf(keys, command->id);
    if (owner == nullptr) {
        m_note->setText(tr("%1 is free").arg(keys.toString(QKeySequence::NativeText)));
        return;
    }
    m_assign->setText(tr("T&ake over"));
    m_note->setText(tr("%1 belongs to “%2”, which would lose it").arg(keys.toString(QKeySequence::NativeText), owner->title()));
}

void ShortcutsPage::assign()
{
    const Command *command = current();
    if (command == nullptr)
        return;
    const QString id = command->id;
    const QKeySequence keys = m_keys->keySequence();
    while (const Command *owner = m_commands.ownerOf(keys, id)) {
        QList<QKeySequence> left = owner->action->shortcuts();
        const auto before = left.size();
        left.removeIf([&keys](const QKeySequence &one) { return keysCollide(one, keys); });
        if (left.size() == before)
            break;
        ShortcutSettings::shared().setKeys(owner->id, left);
    }
    ShortcutSettings::shared().setKeys(id, {keys});
}

void ShortcutsPage::resetAll()
{
    QMessageBox *box = plainQuestion(tr("All defaults"), tr("Restore the default keys of every command?"), {}, this);
    QPushButton *yes = box->addButton(tr("&Restore"), QMessageBox::AcceptRole);
    connect(yes, &QPushButton::clicked, &ShortcutSettings::shared(), &ShortcutSettings::resetAll);
    box->open();
}

} // namespace lamella::ui
