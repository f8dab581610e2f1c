// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the text of a report: paragraphs, headings, lists, and tables without merged cells. Computed in time slices, because
// a report has thousands of cells; the size that a cell needs is computed once, so a new width is fast. Created on any thread,
// together with the document; used on the thread of the document. A changed document needs a new flow.
#pragma once

#include "widgets/report/ReportColumns.h"

#include <QDeadlineTimer>
#include <QTextBlock>

#include <vector>

class QTextDocument;
class QTextTable;

namespace lamella::ui {

// One block, alone in its row or in a cell. Its lines are in the block's layout.
struct ReportPiece {
    QTextBlock block;
    int row = 0;
    int column = -1; // of the table, -1 outside tables
    double x = 0;
    double y = 0; // within its row
    double width = -1; // for which its lines were broken, -1 = not yet
    double height = 0;
    double natural = -1; // on one line, -1 = not computed yet
};

// A horizontal strip of the report: a block, or a row of a table.
struct ReportRow {
    int firstPiece = 0;
    int endPiece = 0;
    int grid = -1; // index of the table, -1 = none
    double above = 0; // margins
    double below = 0;
    double y = 0;
    double height = 0;
};

struct ReportGrid {
    QTextTable *table = nullptr;
    int firstRow = 0;
    int endRow = 0;
    double padding = 0;
    int nextPiece = 0; // first piece whose needs are unknown
    bool fitted = false; // to the width of the flow
    std::vector<ColumnNeed> needs;
    std::vector<double> edges; // left edge of each column, and right edge of the last
};

class ReportFlow {
public:
    explicit ReportFlow(const QTextDocument &document);

    void setWidth(double width); // px, with margins; all rows must be laid out again
    void forgetSizes(); // of all texts, for a new font. Call before setWidth().
    [[nodiscard]] double width() const { return m_width; }
    void advance(const QDeadlineTimer &until); // lays out further rows
    void advanceTo(int row);
    [[nodiscard]] bool isFinished() const { return m_done == static_cast<int>(m_rows.size()); }

    // Rows from here on have the positions of the previous width, or no height yet.
    [[nodiscard]] int doneRows() const { return m_done; }
    [[nodiscard]] double doneHeight() const;
    // During a new layout at least the previous height, so that a reader far down is not scrolled back.
    [[nodiscard]] double height() const;
    [[nodiscard]] double widest() const; // widest table, with margins; like height()

    [[nodiscard]] const std::vector<ReportRow> &rows() const { return m_rows; }
    [[nodiscard]] const std::vector<ReportGrid> &grids() const { return m_grids; }
    [[nodiscard]] const ReportPiece &piece(int number) const { return m_pieces[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const ReportPiece *pieceOf(const QTextBlock &block) const; // null: not part of the flow
    [[nodiscard]] int rowAt(double y) const; // the first that ends below y, or the last one laid out; -1 if none is

private:
    void addBlock(const QTextBlock &block);
    void addTable(QTextTable &table);
    void addPiece(const QTextBlock &block, int column);
    bool advanceRow(const QDeadlineTimer &until); // false: out of time
    bool measure(ReportGrid &grid, const QDeadlineTimer &until); // false: out of time
    void fit(ReportGrid &grid);
    void placeRow();
    void placePieces(ReportRow &row);
    void breakLines(ReportPiece &piece, double width);

    const QTextDocument &m_document;
    std::vector<ReportRow> m_rows;
    std::vector<ReportPiece> m_pieces;
    std::vector<ReportGrid> m_grids;
    std::vector<int> m_pieceOf; // by block number
    double m_margin;
    double m_averageChar = 0; // px, 0 = not computed yet
    double m_width = 0;
    double m_widest = 0;
    double m_widestBefore = 0;
    double m_heightBefore = 0;
    int m_done = 0;
};

} // namespace lamella::ui
