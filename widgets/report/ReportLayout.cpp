// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportLayout.h"

#include "widgets/report/ReportFlow.h"
#include "widgets/theme/Theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextList>
#include <QTextTable>
#include <QTimerEvent>

#include <algorithm>
#include <optional>

namespace lamella::ui {

namespace {

// Share of a 16 ms frame, which has other work. While resizing, a window requests several widths per frame.
constexpr int kFirstSliceMs = 2;
constexpr int kSliceMs = 5;

using Ranges = QList<QTextLayout::FormatRange>;

// For a selection of whole cells, whether it contains the piece's cell; empty for a selection of text.
std::optional<bool> cellSelected(const QTextCursor &cursor, const ReportPiece &piece, const QTextTable *table)
{
    if (table == nullptr || !cursor.hasComplexSelection() || cursor.currentTable() != table)
        return {};
    int row = 0;
    int rows = 0;
    int column = 0;
    int columns = 0;
    cursor.selectedTableCells(&row, &rows, &column, &columns);
    const QTextTableCell cell = table->cellAt(piece.block.position());
    return cell.row() >= row && cell.row() < row + rows && cell.column() >= column && cell.column() < column + columns;
}

Ranges selectedIn(const ReportPiece &piece, const QTextTable *table, const QAbstractTextDocumentLayout::PaintContext &context)
{
    Ranges ranges;
    for (const auto &selection : context.selections) {
        QTextLayout::FormatRange range;
        range.format = selection.format;
        const auto whole = cellSelected(selection.cursor, piece, table);
        if (whole && !*whole)
            continue;
        const int length = piece.block.length();
        const int begin = whole ? 0 : std::max(0, selection.cursor.selectionStart() - piece.block.position());
        const int end = whole ? length : std::min(length, selection.cursor.selectionEnd() - piece.block.position());
        range.start = begin;
        range.length = end - begin;
        if (range.length > 0)
            ranges << range;
    }
    return ranges;
}

// A bullet, or the item's number.
void drawMark(QPainter &painter, const ReportPiece &piece, double y)
{
    const QTextList *list = piece.block.textList();
    const QTextLine line = piece.block.layout()->lineAt(0);
    if (list == nullptr || !line.isValid())
        return;
    const bool numbered = list->format().style() <= QTextListFormat::ListDecimal;
    const QString text = numbered ? list->itemText(piece.block) : QStringLiteral("•");
    const QFont font = piece.block.charFormat().font();
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.drawText(
        QPointF(piece.x - metrics.horizontalAdvance(text) - metrics.horizontalAdvance(u' '), y + line.ascent()), text);
}

int positionIn(const ReportPiece &piece, const QPointF &point, Qt::HitTestAccuracy accuracy)
{
    const QTextLayout &layout = *piece.block.layout();
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine line = layout.lineAt(i);
        if (point.y() >= line.rect().bottom() && i + 1 < layout.lineCount())
            continue;
        if (accuracy == Qt::ExactHit && !line.naturalTextRect().contains(point))
            return -1;
        const auto edge = accuracy == Qt::ExactHit ? QTextLine::CursorOnCharacter : QTextLine::CursorBetweenCharacters;
        return piece.block.position() + line.xToCursor(point.x(), edge);
    }
    return accuracy == Qt::ExactHit ? -1 : piece.block.position();
}

} // namespace

ReportLayout::ReportLayout(QTextDocument *document, std::unique_ptr<ReportFlow> flow)
    : QAbstractTextDocumentLayout(document)
    , m_flow(std::move(flow))
    , m_font(document->defaultFont())
    , m_revision(document->revision())
{
}

ReportLayout::~ReportLayout() = default;

bool ReportLayout::isFinished() const
{
    return m_flow && m_flow->isFinished();
}

// Also called with the whole text for a new width, font or wrap mode. Text views set the same width repeatedly.
void ReportLayout::documentChanged(int from, int charsRemoved, int charsAdded)
{
    QTextDocument &text = *document();
    const double width = text.pageSize().width();
    if (width <= 0)
        return;
    const bool sameText =
        m_flow && from == 0 && charsRemoved == 0 && charsAdded == text.characterCount() && m_revision == text.revision();
    const bool sameFont = m_font == text.defaultFont();
    if (sameText && sameFont && m_flow->width() == width)
        return;
    if (!sameText)
        m_flow = std::make_unique<ReportFlow>(text);
    if (!sameText || !sameFont)
        m_flow->forgetSizes();
    m_font = text.defaultFont();
    m_revision = text.revision();
    m_flow->setWidth(width);
    advance(kFirstSliceMs);
}

void ReportLayout::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_next.timerId())
        advance(kSliceMs);
    else
        QAbstractTextDocumentLayout::timerEvent(event);
}

void ReportLayout::advance(int sliceMs)
{
    const double before = m_flow->doneHeight();
    m_flow->advance(QDeadlineTimer(sliceMs));
    if (m_flow->isFinished())
        m_next.stop();
    else if (!m_next.isActive())
        m_next.start(0, this);
    const QSizeF size = documentSize();
    emit documentSizeChanged(size);
    emit update(QRectF(0, before, size.width(), std::max(size.height() - before, 0.0)));
}

QSizeF ReportLayout::documentSize() const
{
    return m_flow && m_flow->width() > 0 ? QSizeF(std::max(m_flow->width(), m_flow->widest()), m_flow->height()) : QSizeF();
}

QRectF ReportLayout::frameBoundingRect(QTextFrame *frame) const
{
    if (frame == document()->rootFrame())
        return {QPointF(), documentSize()};
    if (m_flow && m_flow->width() > 0)
        for (const ReportGrid &grid : m_flow->grids())
            if (grid.table == frame && grid.endRow > grid.firstRow) {
                m_flow->advanceTo(grid.endRow - 1);
                const ReportRow &first = m_flow->rows()[static_cast<std::size_t>(grid.firstRow)];
                const ReportRow &last = m_flow->rows()[static_cast<std::size_t>(grid.endRow) - 1];
                return {grid.edges.front(), first.y, grid.edges.back() - grid.edges.front(), last.y + last.height - first.y};
            }
    return {};
}

QRectF ReportLayout::blockBoundingRect(const QTextBlock &block) const
{
    const ReportPiece *piece = m_flow && m_flow->width() > 0 ? m_flow->pieceOf(block) : nullptr;
    if (piece == nullptr)
        return {};
    m_flow->advanceTo(piece->row); // the caller wants to scroll there or read its lines
    return {piece->x, m_flow->rows()[static_cast<std::size_t>(piece->row)].y + piece->y, piece->width, piece->height};
}

int ReportLayout::hitTest(const QPointF &point, Qt::HitTestAccuracy accuracy) const
{
    const bool exact = accuracy == Qt::ExactHit;
    const int number = m_flow ? m_flow->rowAt(point.y()) : -1;
    if (number < 0)
        return exact ? -1 : 0;
    const ReportRow &row = m_flow->rows()[static_cast<std::size_t>(number)];
    if (exact && (point.y() < row.y || point.y() >= row.y + row.height))
        return -1;
    int nearest = row.firstPiece;
    for (int i = row.firstPiece; i < row.endPiece; ++i) {
        const ReportPiece &piece = m_flow->piece(i);
        const bool nextCell = piece.column != m_flow->piece(nearest).column;
        if (nextCell ? piece.x <= point.x() : row.y + piece.y <= point.y())
            nearest = i;
    }
    if (nearest == row.endPiece)
        return exact ? -1 : 0;
    const ReportPiece &piece = m_flow->piece(nearest);
    return positionIn(piece, point - QPointF(piece.x, row.y + piece.y), accuracy);
}

void ReportLayout::draw(QPainter *painter, const PaintContext &context)
{
    if (!m_flow)
        return;
    const QRectF clip = context.clip.isValid() ? context.clip : QRectF(QPointF(), documentSize());
    painter->setPen(context.palette.color(QPalette::Text));
    // Rows not laid out yet at this width are painted at their previous position, below all others.
    const auto &rows = m_flow->rows();
    const double done = m_flow->doneHeight();
    for (int i = std::max(0, m_flow->rowAt(clip.top())); i < static_cast<int>(rows.size()); ++i) {
        const ReportRow &row = rows[static_cast<std::size_t>(i)];
        if (row.y >= clip.bottom())
            break;
        const bool placed = i < m_flow->doneRows();
        if (row.y + row.height > clip.top() && (placed || (row.height > 0 && row.y >= done)))
            drawRow(*painter, context, row);
    }
}

void ReportLayout::drawRow(QPainter &painter, const PaintContext &context, const ReportRow &row) const
{
    if (row.grid >= 0) {
        const ReportGrid &grid = m_flow->grids()[static_cast<std::size_t>(row.grid)];
        const QColor line = Theme::current().separator;
        const double left = grid.edges.empty() ? 0 : grid.edges.front();
        const double right = grid.edges.empty() ? 0 : grid.edges.back();
        painter.fillRect(QRectF(left, row.y, right - left + 1, 1), line);
        if (&row == &m_flow->rows()[static_cast<std::size_t>(grid.endRow) - 1])
            painter.fillRect(QRectF(left, row.y + row.height - 1, right - left + 1, 1), line);
        for (const double edge : grid.edges)
            painter.fillRect(QRectF(edge, row.y, 1, row.height), line);
    }
    for (int i = row.firstPiece; i < row.endPiece; ++i)
        drawPiece(painter, context, m_flow->piece(i), row.y + m_flow->piece(i).y);
}

void ReportLayout::drawPiece(QPainter &painter, const PaintContext &context, const ReportPiece &piece, double y) const
{
    if (piece.x > context.clip.right() && context.clip.isValid())
        return;
    const int grid = m_flow->rows()[static_cast<std::size_t>(piece.row)].grid;
    const QTextTable *table = grid < 0 ? nullptr : m_flow->grids()[static_cast<std::size_t>(grid)].table;
    piece.block.layout()->draw(&painter, QPointF(piece.x, y), selectedIn(piece, table, context), context.clip);
    drawMark(painter, piece, y);
}

} // namespace lamella::ui
