// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ChoiceList.h"

#include "widgets/common/SearchField.h"
#include "widgets/theme/TextPx.h"

#include <QKeyEvent>
#include <QListView>
#include <QScreen>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{22};
constexpr int kMaxRows = 16;
constexpr TextPx kMinWidthPx{180};
constexpr TextPx kMaxWidthPx{420};

} // namespace

ChoiceList::ChoiceList(QStringList lines, int current, std::function<void(int)> chosen, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_lines(std::move(lines))
    , m_chosen(std::move(chosen))
    , m_field(new SearchField(QStringLiteral("search"), tr("Type to choose"), this))
    , m_model(new QStringListModel(this))
    , m_view(new QListView(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("choiceList"));
    setFrameShape(QFrame::StyledPanel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(4);
    column->addWidget(m_field);
    column->addWidget(m_view);
    m_view->setModel(m_model);
    m_view->setUniformItemSizes(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAccessibleName(tr("Choices"));
    m_view->setMouseTracking(true);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &ChoiceList::filter);
    connect(m_view, &QListView::clicked, this, &ChoiceList::choose);
    filter({});
    const QModelIndex at = m_model->index(std::max(0, current), 0);
    m_view->setCurrentIndex(at);
    m_view->scrollTo(at, QAbstractItemView::PositionAtCenter);
    setFocusProxy(m_field);
}

void ChoiceList::filter(const QString &text)
{
    m_shown.clear();
    QStringList shown;
    const QString wanted = text.trimmed();
    for (int i = 0; i < m_lines.size(); ++i) {
        if (!wanted.isEmpty() && !m_lines[i].contains(wanted, Qt::CaseInsensitive))
            continue;
        m_shown.push_back(i);
        shown << m_lines[i];
    }
    m_model->setStringList(shown);
    m_field->setInvalid(shown.isEmpty());
    if (!shown.isEmpty())
        m_view->setCurrentIndex(m_model->index(0, 0));
}

void ChoiceList::choose()
{
    const int row = m_view->currentIndex().row();
    if (row < 0 || row >= static_cast<int>(m_shown.size()))
        return;
    const int index = m_shown[static_cast<std::size_t>(row)];
    const auto chosen = m_chosen;
    close();
    chosen(index);
}

bool ChoiceList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const int rows = m_model->rowCount();
    const int row = m_view->currentIndex().row();
    const auto go = [this, rows](int to) {
        m_view->setCurrentIndex(m_model->index(std::clamp(to, 0, std::max(0, rows - 1)), 0));
        return true;
    };
    switch (key->key()) {
    case Qt::Key_Down:
        return go(row + 1);
    case Qt::Key_Up:
        return go(row - 1);
    case Qt::Key_PageDown:
        return go(row + kMaxRows - 1);
    case Qt::Key_PageUp:
        return go(row - kMaxRows + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return false;
    }
}

void ChoiceList::popupBelow(const QWidget &button)
{
    QString longest;
    for (const QString &line : std::as_const(m_lines))
        if (line.size() > longest.size())
            longest = line;
    const int widthPx = std::clamp<int>(m_view->fontMetrics().horizontalAdvance(longest) + 48, kMinWidthPx, kMaxWidthPx);
    const int rowPx = std::max<int>(m_view->sizeHintForRow(0), kRowPx);
    m_view->setFixedHeight(rowPx * std::min<int>(static_cast<int>(m_lines.size()), kMaxRows) + 4);
    resize(widthPx, sizeHint().height());
    QPoint at = button.mapToGlobal(QPoint(0, button.height()));
    if (const QScreen *screen = button.screen()) {
        const QRect room = screen->availableGeometry();
        at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
        at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(at);
    show();
    m_field->setFocus();
}

} // namespace lamella::ui
