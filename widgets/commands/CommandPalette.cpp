// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/CommandPalette.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/commands/PaletteDelegate.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/SearchField.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kWidthPx{600};
constexpr TextPx kHeightPx{400};
constexpr int kFromTopPx = 72;

} // namespace

CommandPalette::CommandPalette(
    const CommandRegistry &commands, PaletteModel::Places places, PaletteModel::Settings settings, QWidget *parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_commands(commands)
    , m_model(new PaletteModel(commands, std::move(places), std::move(settings), this))
    , m_before(QApplication::focusWidget())
{
    setWindowTitle(tr("Command palette"));
    setObjectName(QStringLiteral("commandPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_text = new SearchField(QStringLiteral("search"), tr("Command, “p5 l12”, “12.5 ms”, kernel"), this);
    m_text->setObjectName(QStringLiteral("paletteText"));
    m_text->setAccessibleName(tr("Command or place"));
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumHeight(1); // so that one match takes one row
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps receiving keys; arrow keys are forwarded
    m_note = plainLabel({}, this);
    setTextFont(*m_note, &Theme::captionFont);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(4, 0, 4, 0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->setSpacing(6);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_note);
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::look);
    connect(m_text, &SearchField::escaped, this, &QDialog::reject);
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::showReason);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &CommandPalette::showMatches); // kernels, which come later
    connect(&commands, &QObject::destroyed, this, &QObject::deleteLater);
    look();
}

QString CommandPalette::text() const
{
    return m_text->text();
}

void CommandPalette::look()
{
    m_model->setText(m_text->text());
    m_list->scrollToTop();
    showMatches();
    emit textChanged(m_text->text());
}

void CommandPalette::showMatches()
{
    if (!m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_model->index(0, 0));
    m_text->setInvalid(m_model->rowCount() == 0);
    fitHeight();
    showReason();
}

void CommandPalette::showReason()
{
    const QModelIndex at = m_list->currentIndex();
    const QString reason = at.isValid() ? m_model->entry(at.row()).reason : QString();
    m_note->setText(m_model->rowCount() == 0 ? tr("Nothing fits")
            : reason.isEmpty()               ? tr("↑ ↓ choose · Enter runs · Escape closes")
                                             : reason);
    // The field has the focus, so screen readers get the current entry from its description.
    m_text->setAccessibleDescription(at.isValid() ? at.data(Qt::AccessibleTextRole).toString() : m_note->text());
}

void CommandPalette::choose()
{
    const QModelIndex at = m_list->currentIndex();
    if (!at.isValid())
        return;
    const PaletteEntry entry = m_model->entry(at.row());
    if (!entry.reason.isEmpty()) {
        QApplication::beep();
        return;
    }
    const Command *command = entry.id.isEmpty() ? nullptr : m_commands.find(entry.id);
    const QPointer<QAction> action = command != nullptr ? command->action : QPointer<QAction>();
    const QPointer<QWidget> before = m_before;
    accept();
    if (before != nullptr) // commands such as "copy" apply to the view that had the focus
        before->setFocus();
    if (action) {
        PaletteModel::remember(entry.id);
        QTimer::singleShot(0, action, [action] { action->trigger(); });
    } else if (entry.run) {
        entry.run();
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_text || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Escape:
        reject();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int rows = m_model->rowCount();
        const int by = key->key() == Qt::Key_Up ? rows - 1 : 1;
        if (rows > 0)
            m_list->setCurrentIndex(m_model->index((m_list->currentIndex().row() + by) % rows, 0));
        return true;
    }
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

// High enough for the entries, but no higher than the window allows.
void CommandPalette::fitHeight()
{
    const int rows = qMax(1, m_model->rowCount());
    const int row = m_model->rowCount() > 0 ? m_list->sizeHintForRow(0) : m_note->sizeHint().height();
    const int others = layout()->minimumSize().height() - m_list->minimumHeight();
    const int room = parentWidget()->window()->height() - 2 * kFromTopPx;
    resize(width(), qMin(qMin<int>(kHeightPx, room), others + rows * row));
}

// Before it is shown: a window that is moved while it appears begins in the corner of the screen.
void CommandPalette::place()
{
    const QWidget *window = parentWidget()->window();
    const auto *bar = window->findChild<QToolBar *>();
    const int topPx = bar != nullptr && bar->isVisible() ? bar->geometry().bottom() + 1 : kFromTopPx;
    resize(qMin<int>(kWidthPx, window->width() - 40), height());
    fitHeight();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, topPx)));
}

void CommandPalette::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_text->setFocus();
}

void CommandPalette::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::ActivationChange && isVisible() && !isActiveWindow())
        reject();
    QDialog::changeEvent(event);
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.separatorStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lamella::ui
