// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportFlow.h"

#include <QFontMetricsF>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextList>
#include <QTextTable>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr double kLinePx = 1; // between cells
constexpr double kUnbroken = 1e6; // px, wider than any line
// In narrow tables, texts wrap after several words, and longer words, such as kernel names, may be broken.
constexpr int kFewChars = 16;
constexpr int kMaxWordChars = 24;

// Lines as the block is laid out; a line break within it starts a new line.
void layOutLines(const QTextBlock &block, double width, QTextOption::WrapMode wrap, double &height, double &natural)
{
    QTextLayout &layout = *block.layout();
    QTextOption option(block.blockFormat().alignment() & Qt::AlignHorizontal_Mask);
    option.setWrapMode(wrap);
    layout.setTextOption(option);
    layout.setCacheEnabled(true); // glyphs are shaped once, not for each width and paint
    height = 0;
    natural = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLeadingIncluded(true);
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
        natural = std::max(natural, line.naturalTextWidth());
    }
    layout.endLayout();
}

double indentOf(const QTextBlock &block, const QTextDocument &document)
{
    const QTextList *list = block.textList();
    const int steps = block.blockFormat().indent() + (list != nullptr ? list->format().indent() : 0);
    return block.blockFormat().leftMargin() + steps * document.indentWidth();
}

} // namespace

ReportFlow::ReportFlow(const QTextDocument &document)
    : m_document(document)
    , m_pieceOf(static_cast<std::size_t>(document.blockCount()), -1)
    , m_margin(document.documentMargin())
{
    for (auto it = document.rootFrame()->begin(); !it.atEnd(); ++it) {
        if (auto *table = qobject_cast<QTextTable *>(it.currentFrame()))
            addTable(*table);
        else if (it.currentFrame() == nullptr && it.currentBlock().isValid())
            addBlock(it.currentBlock());
    }
}

void ReportFlow::addPiece(const QTextBlock &block, int column)
{
    ReportPiece piece;
    piece.block = block;
    piece.row = static_cast<int>(m_rows.size());
    piece.column = column;
    m_pieceOf[static_cast<std::size_t>(block.blockNumber())] = static_cast<int>(m_pieces.size());
    m_pieces.push_back(std::move(piece));
}

void ReportFlow::addBlock(const QTextBlock &block)
{
    ReportRow row;
    row.firstPiece = static_cast<int>(m_pieces.size());
    addPiece(block, -1);
    row.endPiece = row.firstPiece + 1;
    row.above = block.blockFormat().topMargin();
    row.below = block.blockFormat().bottomMargin();
    m_rows.push_back(row);
}

void ReportFlow::addTable(QTextTable &table)
{
    ReportGrid grid;
    grid.table = &table;
    grid.firstRow = static_cast<int>(m_rows.size());
    grid.padding = table.format().cellPadding();
    grid.nextPiece = static_cast<int>(m_pieces.size());
    grid.needs.resize(static_cast<std::size_t>(table.columns()));
    for (int r = 0; r < table.rows(); ++r) {
        ReportRow row;
        row.grid = static_cast<int>(m_grids.size());
        row.firstPiece = static_cast<int>(m_pieces.size());
        for (int column = 0; column < table.columns(); ++column) {
            const QTextTableCell cell = table.cellAt(r, column);
            const int last = cell.lastPosition();
            for (QTextBlock block = m_document.findBlock(cell.firstPosition()); block.isValid() && block.position() <= last;
                 block = block.next())
                addPiece(block, column);
        }
        row.endPiece = static_cast<int>(m_pieces.size());
        m_rows.push_back(row);
    }
    grid.endRow = static_cast<int>(m_rows.size());
    m_grids.push_back(std::move(grid));
}

void ReportFlow::setWidth(double width)
{
    if (isFinished() && m_done > 0) {
        m_heightBefore = height();
        m_widestBefore = widest();
    }
    m_width = width;
    m_widest = 0;
    m_done = 0;
    for (ReportGrid &grid : m_grids)
        grid.fitted = false;
}

void ReportFlow::forgetSizes()
{
    m_averageChar = 0;
    for (ReportPiece &piece : m_pieces) {
        piece.block.clearLayout();
        piece.width = -1;
        piece.natural = -1;
    }
    for (ReportGrid &grid : m_grids) {
        grid.nextPiece = m_rows[static_cast<std::size_t>(grid.firstRow)].firstPiece;
        grid.needs.assign(grid.needs.size(), {});
    }
}

void ReportFlow::advance(const QDeadlineTimer &until)
{
    constexpr int kRowsBetweenLooks = 8;
    for (int looked = 0; !isFinished(); ++looked) {
        if (looked % kRowsBetweenLooks == 0 && until.hasExpired())
            return;
        if (!advanceRow(until))
            return;
    }
}

void ReportFlow::advanceTo(int row)
{
    while (m_done <= row && !isFinished())
        advanceRow(QDeadlineTimer(QDeadlineTimer::Forever));
}

bool ReportFlow::advanceRow(const QDeadlineTimer &until)
{
    const ReportRow &row = m_rows[static_cast<std::size_t>(m_done)];
    if (row.grid >= 0) {
        ReportGrid &grid = m_grids[static_cast<std::size_t>(row.grid)];
        if (!measure(grid, until))
            return false;
        if (!grid.fitted)
            fit(grid);
    }
    placeRow();
    return true;
}

bool ReportFlow::measure(ReportGrid &grid, const QDeadlineTimer &until)
{
    constexpr int kCellsBetweenLooks = 16;
    if (m_averageChar == 0)
        m_averageChar = QFontMetricsF(m_document.defaultFont()).averageCharWidth();
    const int end = m_rows[static_cast<std::size_t>(grid.endRow) - 1].endPiece;
    for (int looked = 1; grid.nextPiece < end; ++looked) {
        if (looked % kCellsBetweenLooks == 0 && until.hasExpired())
            return false;
        ReportPiece &piece = m_pieces[static_cast<std::size_t>(grid.nextPiece++)];
        layOutLines(piece.block, kUnbroken, QTextOption::WordWrap, piece.height, piece.natural);
        piece.width = kUnbroken;
        ColumnNeed &need = grid.needs[static_cast<std::size_t>(piece.column)];
        need.natural = std::max(need.natural, piece.natural);
        const bool isNumber = (piece.block.blockFormat().alignment() & Qt::AlignRight) != 0; // a number stays with its unit
        const double unbroken = isNumber ? piece.natural : piece.block.layout()->minimumWidth();
        need.min = std::max(
            {need.min, std::min(unbroken, kMaxWordChars * m_averageChar), std::min(piece.natural, kFewChars * m_averageChar)});
    }
    return true;
}

void ReportFlow::fit(ReportGrid &grid)
{
    const double around = 2 * grid.padding + kLinePx;
    const double available = m_width - 2 * m_margin - kLinePx - around * static_cast<double>(grid.needs.size());
    grid.edges.clear();
    double x = m_margin;
    for (const double width : columnWidths(grid.needs, available)) {
        grid.edges.push_back(x);
        x += width + around;
    }
    grid.edges.push_back(x);
    grid.fitted = true;
    m_widest = std::max(m_widest, x + kLinePx + m_margin);
}

void ReportFlow::placeRow()
{
    ReportRow &row = m_rows[static_cast<std::size_t>(m_done)];
    row.y = m_margin;
    if (m_done > 0) {
        const ReportRow &above = m_rows[static_cast<std::size_t>(m_done) - 1];
        row.y = above.y + above.height + std::max(above.below, row.above);
    }
    placePieces(row);
    ++m_done;
}

void ReportFlow::placePieces(ReportRow &row)
{
    if (row.grid < 0) {
        ReportPiece &piece = m_pieces[static_cast<std::size_t>(row.firstPiece)];
        piece.x = m_margin + indentOf(piece.block, m_document);
        breakLines(piece, std::max(1.0, m_width - m_margin - piece.x));
        row.height = piece.height;
        return;
    }
    const ReportGrid &grid = m_grids[static_cast<std::size_t>(row.grid)];
    double highest = 0;
    double y = 0;
    for (int i = row.firstPiece; i < row.endPiece; ++i) {
        ReportPiece &piece = m_pieces[static_cast<std::size_t>(i)];
        if (i == row.firstPiece || piece.column != m_pieces[static_cast<std::size_t>(i) - 1].column)
            y = kLinePx + grid.padding; // a different cell
        const auto column = static_cast<std::size_t>(piece.column);
        piece.x = grid.edges[column] + kLinePx + grid.padding;
        breakLines(piece, grid.edges[column + 1] - grid.edges[column] - kLinePx - 2 * grid.padding);
        piece.y = y;
        y += piece.height;
        highest = std::max(highest, y);
    }
    row.height = highest + grid.padding + (m_done + 1 == grid.endRow ? kLinePx : 0);
}

void ReportFlow::breakLines(ReportPiece &piece, double width)
{
    if (piece.width == width)
        return;
    QTextLayout &layout = *piece.block.layout();
    if (layout.lineCount() == 1 && piece.natural >= 0 && piece.natural <= width) {
        layout.lineAt(0).setLineWidth(width); // only the alignment changes
    } else {
        double natural = 0;
        layOutLines(piece.block, width, QTextOption::WrapAtWordBoundaryOrAnywhere, piece.height, natural);
    }
    piece.width = width;
}

double ReportFlow::doneHeight() const
{
    if (m_done == 0)
        return 0;
    const ReportRow &last = m_rows[static_cast<std::size_t>(m_done) - 1];
    return last.y + last.height;
}

double ReportFlow::height() const
{
    const double done = doneHeight() + m_margin;
    return isFinished() ? done : std::max(done, m_heightBefore);
}

double ReportFlow::widest() const
{
    return isFinished() ? m_widest : std::max(m_widest, m_widestBefore);
}

const ReportPiece *ReportFlow::pieceOf(const QTextBlock &block) const
{
    const auto number = static_cast<std::size_t>(block.blockNumber());
    if (number >= m_pieceOf.size() || m_pieceOf[number] < 0)
        return nullptr;
    return &m_pieces[static_cast<std::size_t>(m_pieceOf[number])];
}

int ReportFlow::rowAt(double y) const
{
    const auto end = m_rows.begin() + m_done;
    const auto found = std::partition_point(m_rows.begin(), end, [y](const ReportRow &row) { return row.y + row.height <= y; });
    return static_cast<int>(found - m_rows.begin()) - (found == end ? 1 : 0);
}

} // namespace lamella::ui
