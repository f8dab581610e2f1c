// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything stands in the text of a report: paragraphs, headings, lists, and tables without merged cells. Found in slices
// of time, as a report has thousands of cells; what a cell needs is asked for once, so another width is found quickly.
// Made on any thread, together with the document; used on the thread of the document. A changed document needs a new flow.
#pragma once

#include "widgets/report/ReportColumns.h"

#include <QDeadlineTimer>
#include <QTextBlock>

#include <vector>

class QTextDocument;
class QTextTable;

namespace lamella::ui {

// One block, alone in its row or in a cell. Its lines are in the layout of the block.
struct ReportPiece {
    QTextBlock block;
    int row = 0;
    int column = -1; // of the table, -1 outside of tables
    double x = 0;
    double y = 0; // in its row
    double width = -1; // that its lines were broken for, -1 = not yet
    double height = 0;
    double natural = -1; // on one line, -1 = not asked yet
};

// A strip of the report from side to side: a block, or a row of a table.
struct ReportRow {
    int firstPiece = 0;
    int endPiece = 0;
    int grid = -1; // table, -1 = none
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
    int nextPiece = 0; // whose needs are not known yet
    bool fitted = false; // to the width of the flow
    std::vector<ColumnNeed> needs;
    std::vector<double> edges; // left of each column, and right of the last
};

class ReportFlow {
public:
    explicit ReportFlow(const QTextDocument &document);

    void setWidth(double width); // px, with the margins; all rows are to be found anew
    void forgetSizes(); // of all texts: the font is another one. Before setWidth().
    [[nodiscard]] double width() const { return m_width; }
    void advance(const QDeadlineTimer &until); // some rows further
    void advanceTo(int row);
    [[nodiscard]] bool isFinished() const { return m_done == static_cast<int>(m_rows.size()); }

    // Those from here on stand where they stood at the width before, or have no height yet.
    [[nodiscard]] int doneRows() const { return m_done; }
    [[nodiscard]] double doneHeight() const;
    // While rows are found anew, no less than before, so that nobody who reads far down is thrown back.
    [[nodiscard]] double height() const;
    [[nodiscard]] double widest() const; // table, with the margins; like height()

    [[nodiscard]] const std::vector<ReportRow> &rows() const { return m_rows; }
    [[nodiscard]] const std::vector<ReportGrid> &grids() const { return m_grids; }
    [[nodiscard]] const ReportPiece &piece(int number) const { return m_pieces[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const ReportPiece *pieceOf(const QTextBlock &block) const; // null: of no part of the flow
    [[nodiscard]] int rowAt(double y) const; // the first that ends below, or the last one that is done; -1 when none is

private:
    void addBlock(const QTextBlock &block);
    void addTable(QTextTable &table);
    void addPiece(const QTextBlock &block, int column);
    bool advanceRow(const QDeadlineTimer &until); // false: time is up
    bool measure(ReportGrid &grid, const QDeadlineTimer &until); // the same
    void fit(ReportGrid &grid);
    void placeRow();
    void placePieces(ReportRow &row);
    void breakLines(ReportPiece &piece, double width);

    const QTextDocument &m_document;
    std::vector<ReportRow> m_rows;
    std::vector<ReportPiece> m_pieces;
    std::vector<ReportGrid> m_grids;
    std::vector<int> m_pieceOf; // by number of the block
    double m_margin;
    double m_averageChar = 0; // px, 0 = not asked yet
    double m_width = 0;
    double m_widest = 0;
    double m_widestBefore = 0;
    double m_heightBefore = 0;
    int m_done = 0;
};

} // namespace lamella::ui
