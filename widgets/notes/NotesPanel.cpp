// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notes/NotesPanel.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/model/Selection.h"
#include "core/profile/KernelNames.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/notes/NotesController.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

enum Column { kAt, kPlace, kText, kColumns };

QTableWidgetItem *cell(const QString &text, bool editable, const QColor &colour)
{
    auto *item = new QTableWidgetItem(text);
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (editable)
        flags |= Qt::ItemIsEditable;
    item->setFlags(flags);
    item->setForeground(colour);
    item->setToolTip(text);
    return item;
}

} // namespace

QString notePlaceText(const core::Note &note)
{
    QStringList parts;
    if (!note.what.empty())
        parts << qtext(core::shortKernelName(core::demangledName(note.what)));
    if (note.pass >= 0)
        parts << passText(note.pass);
    if (note.layer != core::kNoLayer)
        parts << layerText(note.layer);
    if (parts.isEmpty())
        parts << NotesPanel::tr("range of %1").arg(durationText(note.durationNs));
    return parts.join(QStringLiteral(" · "));
}

NotesPanel::NotesPanel(NotesController &notes, NavigationBus &bus, QWidget *parent)
    : QWidget(parent)
    , m_notes(notes)
    , m_bus(bus)
{
    setObjectName(QStringLiteral("NotesPanel"));
    m_table = new QTableWidget(0, kColumns, this);
    m_table->setObjectName(QStringLiteral("notesTable"));
    m_table->setAccessibleName(tr("Notes on this trace"));
    m_table->setHorizontalHeaderLabels({tr("At"), tr("Where"), tr("Note")});
    m_table->verticalHeader()->hide();
    followTextSize(*m_table, [this] { m_table->verticalHeader()->setDefaultSectionSize(22_px); });
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setColumnWidth(kAt, 120_px);
    m_table->setColumnWidth(kPlace, 240_px);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_empty = new EmptyView(QStringLiteral("info"), this);
    m_empty->setMessage(tr("No notes on this trace yet"), tr("M marks what is selected, Ctrl+M writes a note on it."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createBar());
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    layout->addLayout(m_stack, 1);
    connect(m_table, &QTableWidget::cellClicked, this, [this](int row) { m_notes.jump(row); });
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row) { m_notes.jump(row); });
    connect(m_table, &QTableWidget::cellChanged, this, [this](int row, int column) {
        if (!m_filling && column == kText)
            m_notes.setText(row, m_table->item(row, column)->text());
    });
    // While the editor of a cell is open the table is being changed, so the refill is queued.
    connect(&notes, &NotesController::notesChanged, this, &NotesPanel::fill, Qt::QueuedConnection);
    fill();
}

QWidget *NotesPanel::createBar()
{
    auto *bar = new ViewBar(this);
    auto *add = new LinkButton(tr("Add note"), bar);
    add->setToolTip(tr("A note on what is selected (Ctrl+M)"));
    connect(add, &QToolButton::clicked, this, [this] { addAtSelection(true); });
    auto *remove = new QAction(tr("Delete"), this);
    remove->setShortcut(QKeySequence::Delete);
    QAction *undo = m_notes.undoStack().createUndoAction(this, tr("Undo"));
    QAction *redo = m_notes.undoStack().createRedoAction(this, tr("Redo"));
    bar->row()->addWidget(add);
    bar->row()->addStretch(1);
    for (QAction *action : {remove, undo, redo}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        m_table->addAction(action); // its context menu
        auto *button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        bar->row()->addWidget(button);
    }
    connect(remove, &QAction::triggered, this, &NotesPanel::removeCurrent);
    return bar;
}

void NotesPanel::fill()
{
    const Theme &theme = Theme::current();
    const int current = m_table->currentRow();
    m_filling = true;
    const auto &notes = m_notes.notes();
    m_table->setRowCount(static_cast<int>(notes.size()));
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const int row = static_cast<int>(i);
        m_table->setItem(row, kAt, cell(qtext(core::formatTime(notes[i].startNs)), false, theme.text2));
        m_table->setItem(row, kPlace, cell(notePlaceText(notes[i]), false, theme.text));
        m_table->setItem(row, kText, cell(qtext(notes[i].text), true, theme.text));
    }
    if (current >= 0 && current < m_table->rowCount())
        m_table->setCurrentCell(current, kText);
    m_filling = false;
    m_stack->setCurrentWidget(notes.empty() ? static_cast<QWidget *>(m_empty) : m_table);
}

void NotesPanel::addAtSelection(bool edit)
{
    const auto note = m_notes.noteAt(m_bus.selection());
    if (!note) {
        emit nothingSelected();
        return;
    }
    const int row = m_notes.add(*note);
    fill();
    if (row < 0)
        return;
    m_table->setCurrentCell(row, kText);
    if (edit) {
        m_table->setFocus();
        m_table->editItem(m_table->item(row, kText));
    }
}

void NotesPanel::removeCurrent()
{
    m_notes.remove(m_table->currentRow());
}

void NotesPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        fill();
    QWidget::changeEvent(event);
}

} // namespace lamella::ui
