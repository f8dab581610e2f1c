// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/ChoiceList.h"

#include "widgets/common/SearchField.h"
#include "widgets/theme/TextPx.h"

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QListView>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lamella::ui {

namespace {

constexpr TextPx kRowPx{22};
constexpr int kMaxRows = 16;
constexpr TextPx kMinWidthPx{180};
constexpr TextPx kMaxWidthPx{420};
constexpr int kSlice = 1000; // lines that the filter looks at in one turn: about 2 ms
constexpr int kMeasured = 64; // lines whose texts tell how wide the list is

} // namespace

// The lines shown: all, or those that the filter has found so far.
class ChoiceList::Lines : public QAbstractListModel {
public:
    Lines(Choices lines, QObject *parent)
        : QAbstractListModel(parent)
        , m_lines(std::move(lines))
    {
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : m_all ? m_lines.count : static_cast<int>(m_found.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        return role == Qt::DisplayRole && index.isValid() ? QVariant(m_lines.text(line(index.row()))) : QVariant();
    }
    [[nodiscard]] int line(int row) const { return m_all ? row : m_found[static_cast<std::size_t>(row)]; }
    void clear(bool all)
    {
        beginResetModel();
        m_all = all;
        m_found.clear();
        endResetModel();
    }
    void add(const std::vector<int> &found)
    {
        if (found.empty())
            return;
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(found.size()) - 1);
        m_found.insert(m_found.end(), found.begin(), found.end());
        endInsertRows();
    }

private:
    Choices m_lines;
    bool m_all = true;
    std::vector<int> m_found; // indices of lines
};

ChoiceList::ChoiceList(Choices lines, int current, std::function<void(int)> chosen, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_lines(std::move(lines))
    , m_chosen(std::move(chosen))
    , m_field(new SearchField(QStringLiteral("search"), tr("Type to choose"), this))
    , m_model(new Lines(m_lines, this))
    , m_view(new QListView(this))
    , m_slices(new QTimer(this))
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
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // else a line less has room, though none is too long
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAccessibleName(tr("Choices"));
    m_view->setMouseTracking(true);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &ChoiceList::filter);
    connect(m_view, &QListView::clicked, this, &ChoiceList::choose);
    m_slices->setInterval(0);
    connect(m_slices, &QTimer::timeout, this, &ChoiceList::filterSlice);
    const QModelIndex at = m_model->index(std::max(0, current), 0);
    m_view->setCurrentIndex(at);
    m_view->scrollTo(at, QAbstractItemView::PositionAtCenter);
    setFocusProxy(m_field);
}

void ChoiceList::filter(const QString &text)
{
    m_wanted = text.trimmed();
    m_model->clear(m_wanted.isEmpty());
    m_next = m_wanted.isEmpty() ? m_lines.count : 0;
    m_field->setInvalid(false);
    m_view->setCurrentIndex(m_model->index(0, 0));
    filterSlice();
    if (m_next < m_lines.count)
        m_slices->start();
}

void ChoiceList::filterSlice()
{
    std::vector<int> found;
    const int end = std::min(m_lines.count, m_next + kSlice);
    for (; m_next < end; ++m_next)
        if (m_lines.text(m_next).contains(m_wanted, Qt::CaseInsensitive))
            found.push_back(m_next);
    m_model->add(found);
    if (!m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_model->index(0, 0));
    if (m_next < m_lines.count)
        return;
    m_slices->stop();
    m_field->setInvalid(m_model->rowCount() == 0);
}

void ChoiceList::choose()
{
    while (m_model->rowCount() == 0 && m_next < m_lines.count)
        filterSlice(); // Enter before the first line is found
    const int row = std::max(0, m_view->currentIndex().row());
    if (row >= m_model->rowCount())
        return;
    const int index = m_model->line(row);
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
    popupBelow(button, button.rect());
}

void ChoiceList::popupBelow(const QWidget &view, const QRect &part)
{
    QString longest;
    const int measured = std::min(m_lines.count, kMeasured);
    for (int i = 0; i < measured; ++i)
        if (const QString line = m_lines.text(m_lines.count - 1 - static_cast<int>(qint64{i} * (m_lines.count - 1) / measured));
            line.size() > longest.size())
            longest = line;
    const int widthPx = std::clamp<int>(m_view->fontMetrics().horizontalAdvance(longest) + 48, kMinWidthPx, kMaxWidthPx);
    const int rowPx = std::max<int>(m_view->sizeHintForRow(0), kRowPx);
    m_view->setFixedHeight(rowPx * std::min(m_lines.count, kMaxRows) + 4);
    resize(widthPx, sizeHint().height());
    QPoint at = view.mapToGlobal(QPoint(part.left(), part.top() + part.height()));
    if (const QScreen *screen = view.screen()) {
        const QRect room = screen->availableGeometry();
        at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
        at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(at);
    show();
    m_field->setFocus();
}

} // namespace lamella::ui
