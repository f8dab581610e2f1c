// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out and paints the text of a report. Qt's own layout takes up to a tenth of a second for a table, again at each width and
// without interruption; here each slice takes a fraction of a frame, and a new width is cheap. The document is read-only: it must
// not be edited once it has a width.
#pragma once

#include <QAbstractTextDocumentLayout>
#include <QBasicTimer>
#include <QFont>

#include <memory>

namespace lamella::ui {

class ReportFlow;
struct ReportPiece;
struct ReportRow;

class ReportLayout : public QAbstractTextDocumentLayout {
    Q_OBJECT
public:
    // flow: of the document, if a worker made it; else it is made when needed.
    explicit ReportLayout(QTextDocument *document, std::unique_ptr<ReportFlow> flow = nullptr);
    ~ReportLayout() override;

    [[nodiscard]] bool isFinished() const; // everything is laid out

    void draw(QPainter *painter, const PaintContext &context) override;
    [[nodiscard]] int hitTest(const QPointF &point, Qt::HitTestAccuracy accuracy) const override;
    [[nodiscard]] int pageCount() const override { return 1; }
    [[nodiscard]] QSizeF documentSize() const override;
    [[nodiscard]] QRectF frameBoundingRect(QTextFrame *frame) const override;
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock &block) const override;

protected:
    void documentChanged(int from, int charsRemoved, int charsAdded) override;
    void timerEvent(QTimerEvent *event) override;

private:
    void advance(int sliceMs);
    void drawRow(QPainter &painter, const PaintContext &context, const ReportRow &row) const;
    void drawPiece(QPainter &painter, const PaintContext &context, const ReportPiece &piece, double y) const;

    std::unique_ptr<ReportFlow> m_flow;
    QBasicTimer m_next;
    QFont m_font; // font that the flow was made for
    int m_revision = -1; // revision that the flow was made for
};

} // namespace lamella::ui
