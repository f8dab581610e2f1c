// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in the text of the report, and that a text view can work with it.
#include "tests/support/TestMain.h"
#include "widgets/report/ReportColumns.h"
#include "widgets/report/ReportFlow.h"
#include "widgets/report/ReportLayout.h"
#include "widgets/report/ReportText.h"
#include "widgets/theme/Theme.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextTable>
#include <QtTest>

#include <numeric>

using namespace lamella;

namespace {

constexpr int kRows = 60;

// A heading, a list, a table of a head and kRows rows, and a paragraph with a link.
QString markdown()
{
    QString text =
        QStringLiteral("# Report\n\n- The first finding\n- The second finding, which has more to say than the first\n\n"
                       "| Kernel | Count | Note |\n|---|---:|---|\n");
    for (int row = 0; row < kRows; ++row)
        text += QStringLiteral("| nvjet_tst_%1 | %2 us | a note of several words that wraps when there is no room |\n")
                    .arg(row)
                    .arg(row * 1000);
    return text + QStringLiteral("\nThe end, with a [link](https://example.org/page) in it.\n");
}

// A text view of that.
struct Shown {
    Shown()
    {
        view.resize(700, 300);
        view.setFrameShape(QFrame::NoFrame);
        view.setOpenLinks(false);
        view.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard | Qt::LinksAccessibleByMouse);
        text = new QTextDocument(&view);
        text->setUndoRedoEnabled(false);
        text->setMarkdown(markdown());
        layout = new ui::ReportLayout(text);
        text->setDocumentLayout(layout);
        view.setDocument(text);
        view.show();
    }
    [[nodiscard]] QTextTable *table() const { return qobject_cast<QTextTable *>(text->rootFrame()->childFrames().constFirst()); }
    [[nodiscard]] QRectF cell(int row, int column) const
    {
        return layout->blockBoundingRect(table()->cellAt(row, column).firstCursorPosition().block());
    }
    [[nodiscard]] QImage picture(const QAbstractTextDocumentLayout::PaintContext &context) const
    {
        QImage image(layout->documentSize().toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        layout->draw(&painter, context);
        return image;
    }

    QTextBrowser view;
    QTextDocument *text = nullptr;
    ui::ReportLayout *layout = nullptr;
};

bool hasColour(const QImage &image, const QRectF &area, const QColor &colour)
{
    const QRect rect = area.toRect().intersected(image.rect());
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            if (image.pixelColor(x, y) == colour)
                return true;
    return false;
}

} // namespace

class tst_ReportLayout : public QObject {
    Q_OBJECT
private slots:
    void columnsShareTheRoom_data()
    {
        QTest::addColumn<double>("available");
        QTest::addColumn<QList<double>>("widths");
        QTest::newRow("all they need") << 500.0 << QList<double>{50, 300, 100};
        QTest::newRow("exactly") << 450.0 << QList<double>{50, 300, 100};
        QTest::newRow("the longest gives way first") << 300.0 << QList<double>{50, 149, 100};
        QTest::newRow("then the next") << 150.0 << QList<double>{50, 50, 50};
        QTest::newRow("no less than the least") << 10.0 << QList<double>{20, 40, 30};
    }

    void columnsShareTheRoom()
    {
        QFETCH(const double, available);
        QFETCH(const QList<double>, widths);
        const std::vector<ui::ColumnNeed> needs{{50, 20}, {300, 40}, {100, 30}};
        const std::vector<double> found = ui::columnWidths(needs, available);
        QCOMPARE(found.size(), std::size_t{3});
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY2(std::abs(found[i] - widths[static_cast<qsizetype>(i)]) <= 1, qPrintable(QString::number(found[i])));
        const double sum = std::accumulate(found.begin(), found.end(), 0.0);
        QVERIFY(sum <= std::max(available, 90.0));
        QVERIFY(ui::columnWidths({}, available).empty());
    }

    void everythingHasAPlaceOfItsOwn()
    {
        const Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        const QRectF whole({}, shown.layout->documentSize());
        QVERIFY(whole.height() > shown.view.height());
        QCOMPARE(shown.layout->frameBoundingRect(shown.text->rootFrame()), whole);
        const QTextTable &table = *shown.table();
        QCOMPARE(table.rows(), kRows + 1);
        const QRectF frame = shown.layout->frameBoundingRect(shown.table());
        for (int row = 0; row < table.rows(); ++row)
            for (int column = 0; column < 3; ++column) {
                const QRectF cell = shown.cell(row, column);
                QVERIFY(frame.contains(cell));
                QCOMPARE(cell.left(), shown.cell(0, column).left());
                QCOMPARE(cell.top(), shown.cell(row, 0).top());
                QVERIFY(column == 0 || cell.left() > shown.cell(row, column - 1).right());
                QVERIFY(row == 0 || cell.top() > shown.cell(row - 1, column).bottom());
            }
        double below = 0;
        for (QTextBlock block = shown.text->begin(); block.isValid(); block = block.next()) {
            const QRectF place = shown.layout->blockBoundingRect(block);
            QVERIFY(whole.contains(place));
            QVERIFY(block.layout()->lineCount() > 0);
            for (int line = 0; line < block.layout()->lineCount(); ++line)
                QVERIFY(block.layout()->lineAt(line).naturalTextWidth() <= place.width());
            if (QTextCursor(block).currentTable() == nullptr) {
                QVERIFY(place.top() >= below);
                QVERIFY(!frame.intersects(place));
                below = place.bottom();
            }
        }
        // Numbers stand on the right and keep their unit.
        const QTextBlock number = table.cellAt(kRows, 1).firstCursorPosition().block();
        QCOMPARE(number.layout()->lineCount(), 1);
        const QRectF digits = number.layout()->lineAt(0).naturalTextRect();
        QVERIFY(std::abs(digits.right() - shown.cell(kRows, 1).width()) < 2);
    }

    void aPointLeadsToItsCharacter()
    {
        const Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        for (QTextBlock block = shown.text->begin(); block.isValid(); block = block.next())
            for (int at = 0; at + 1 < block.length(); at += 5) {
                const QTextLine line = block.layout()->lineForTextPosition(at);
                if (at + 1 >= line.textStart() + line.textLength())
                    continue; // blanks at the end of a line have no width
                const double x = (line.cursorToX(at) + line.cursorToX(at + 1)) / 2;
                const QPointF point = shown.layout->blockBoundingRect(block).topLeft() + QPointF(x, line.rect().center().y());
                QCOMPARE(shown.layout->hitTest(point, Qt::ExactHit), block.position() + at);
            }
        QCOMPARE(shown.layout->hitTest({1, 1}, Qt::ExactHit), -1); // the margin
        QCOMPARE(shown.layout->hitTest({1, 1}, Qt::FuzzyHit), 0);
        const int last = shown.text->characterCount() - 1;
        QCOMPARE(shown.layout->hitTest({1e5, 1e6}, Qt::FuzzyHit), last);
        QCOMPARE(shown.layout->hitTest({1e5, 1e6}, Qt::ExactHit), -1);
        const QTextCursor link = shown.text->find(QStringLiteral("link"));
        const QTextBlock end = link.block();
        const QTextLine line = end.layout()->lineAt(0);
        const QPointF inLink(line.cursorToX(link.positionInBlock() - 2), line.rect().center().y());
        QCOMPARE(shown.layout->anchorAt(shown.layout->blockBoundingRect(end).topLeft() + inLink),
            QStringLiteral("https://example.org/page"));
    }

    void anotherWidthMovesWhatStandsBelow()
    {
        Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        const QSizeF wide = shown.layout->documentSize();
        shown.view.resize(330, 300);
        QTRY_VERIFY(shown.layout->isFinished());
        const QSizeF narrow = shown.layout->documentSize();
        QVERIFY(narrow.width() < wide.width());
        QVERIFY(narrow.height() > wide.height() * 1.2); // notes wrap
        shown.view.resize(700, 300);
        QTRY_VERIFY(shown.layout->isFinished());
        QCOMPARE(shown.layout->documentSize(), wide);
        QFont larger = shown.text->defaultFont();
        larger.setPointSizeF(larger.pointSizeF() * 2);
        shown.view.setFont(larger); // as the size of text in the settings does
        QCOMPARE(shown.text->defaultFont().pointSizeF(), larger.pointSizeF());
        QTRY_VERIFY(shown.layout->isFinished());
        QVERIFY(shown.layout->documentSize().height() > wide.height() * 1.5);
    }

    void placesAreFoundInSlices()
    {
        QTextDocument text;
        text.setMarkdown(markdown());
        ui::ReportFlow flow(text);
        flow.setWidth(330);
        flow.advance(QDeadlineTimer(0));
        QVERIFY(!flow.isFinished());
        QCOMPARE(flow.doneRows(), 0);
        flow.advanceTo(2);
        QCOMPARE(flow.doneRows(), 3); // a heading and two items
        QVERIFY(flow.doneHeight() > 0);
        flow.advance(QDeadlineTimer(QDeadlineTimer::Forever));
        QVERIFY(flow.isFinished());
        QCOMPARE(flow.height(), flow.doneHeight() + text.documentMargin());
        const double height = flow.height();
        flow.setWidth(1200);
        QVERIFY(!flow.isFinished());
        QCOMPARE(flow.height(), height); // who reads far down stays there
        flow.advance(QDeadlineTimer(QDeadlineTimer::Forever));
        QVERIFY(flow.height() < height);
        QCOMPARE(flow.rowAt(0), 0);
        QCOMPARE(flow.rowAt(1e6), flow.doneRows() - 1);
    }

    // Who asks for a place before its turn gets it.
    void thePlaceOfTheEndIsKnownAtOnce()
    {
        const Shown shown;
        const QTextBlock last = shown.text->lastBlock();
        const QRectF place = shown.layout->blockBoundingRect(last);
        QVERIFY(place.top() > kRows * 10);
        QTRY_VERIFY(shown.layout->isFinished());
        QCOMPARE(shown.layout->blockBoundingRect(last), place);
    }

    void keysAndMouseDoAsInAnyText()
    {
        Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        QScrollBar *bar = shown.view.verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QTest::keyClick(&shown.view, Qt::Key_End, Qt::ControlModifier);
        QVERIFY(bar->value() > bar->maximum() - 40);
        QTest::keyClick(&shown.view, Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(bar->value() < 40);
        QTest::keyClick(&shown.view, Qt::Key_PageDown);
        QVERIFY(bar->value() > 100);
        QTest::keyClick(&shown.view, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(shown.view.textCursor().selectedText().size(), shown.text->characterCount() - 1);
        QTest::keyClick(&shown.view, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ShiftModifier); // the heading
        QVERIFY2(shown.view.textCursor().selectedText().startsWith(QStringLiteral("Report")),
            qPrintable(shown.view.textCursor().selectedText()));
        QTest::keyClick(&shown.view, Qt::Key_Home, Qt::ControlModifier);
        const QPoint word = shown.layout->blockBoundingRect(shown.text->begin()).topLeft().toPoint() + QPoint(12, 8);
        QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, word - QPoint(0, bar->value()));
        QCOMPARE(shown.view.textCursor().selectedText(), QStringLiteral("Report"));
    }

    void selectionsArePaintedWhereTheyAre()
    {
        const Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        const QColor mark(255, 0, 255);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, Qt::black);
        QVERIFY(!hasColour(shown.picture(context), shown.cell(2, 0), mark));
        QAbstractTextDocumentLayout::Selection selection;
        selection.format.setBackground(mark);
        selection.cursor = shown.table()->cellAt(2, 0).firstCursorPosition();
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        context.selections = {selection};
        const QImage one = shown.picture(context);
        QVERIFY(hasColour(one, shown.cell(2, 0), mark));
        QVERIFY(!hasColour(one, shown.cell(2, 1), mark));
        QVERIFY(!hasColour(one, shown.cell(3, 0), mark));
        // From cell to cell: those of the rectangle between, not all of the text.
        selection.cursor = shown.table()->cellAt(2, 1).firstCursorPosition();
        selection.cursor.setPosition(shown.table()->cellAt(4, 2).lastPosition(), QTextCursor::KeepAnchor);
        context.selections = {selection};
        const QImage cells = shown.picture(context);
        for (int row = 2; row <= 4; ++row) {
            QVERIFY(!hasColour(cells, shown.cell(row, 0), mark));
            QVERIFY(hasColour(cells, shown.cell(row, 1), mark));
            QVERIFY(hasColour(cells, shown.cell(row, 2), mark));
        }
    }

    void linesOfTablesHaveTheColourOfTheTheme()
    {
        const Shown shown;
        QTRY_VERIFY(shown.layout->isFinished());
        const ui::ThemeKind before = ui::Theme::current().kind;
        for (const ui::ThemeKind kind : {ui::ThemeKind::Dark, ui::ThemeKind::Light}) {
            ui::Theme::apply(kind);
            const QImage image = shown.picture({});
            const QPoint corner = shown.layout->frameBoundingRect(shown.table()).topLeft().toPoint();
            QCOMPARE(image.pixelColor(corner), ui::Theme::current().separator);
            QCOMPARE(image.pixelColor(corner + QPoint(30, 0)), ui::Theme::current().separator);
            QCOMPARE(image.pixelColor(corner + QPoint(0, 30)), ui::Theme::current().separator);
            QCOMPARE(image.pixelColor(corner + QPoint(2, 2)), QColor(Qt::white));
        }
        ui::Theme::apply(before);
    }

    // One block has its lines found in one piece.
    void longTextsAreReadInPart()
    {
        const QString words = QStringLiteral("word ").repeated(2000);
        const ui::ReadableReport shown = ui::readableReport(
            QStringLiteral("First %1 last\n\n| Kernel |\n|---|\n| begins %1 ends |\n").arg(words), QFont(), Qt::gray);
        QVERIFY(shown.shortened);
        QVERIFY(shown.text->thread() == nullptr);
        for (QTextBlock block = shown.text->begin(); block.isValid(); block = block.next())
            QVERIFY(block.length() <= 4000);
        const QString text = shown.text->toPlainText();
        for (const char *kept : {"First", "last", "begins", "ends"})
            QVERIFY2(text.contains(QLatin1String(kept)), kept);
        QVERIFY(!ui::readableReport(markdown(), QFont(), Qt::gray).shortened);
        QVERIFY(ui::readableReport(QString(200'000, u'a'), QFont(), Qt::gray).shortened); // not even one line of it
    }

    // A worker makes the document and finds what is in it; the thread of the view gives it its places.
    void whatAWorkerMadeIsShown()
    {
        ui::ReadableReport made;
        QThread *worker = QThread::create([&made] { made = ui::readableReport(markdown(), QFont(), Qt::gray); });
        worker->start();
        worker->wait();
        delete worker;
        QTextBrowser view;
        view.resize(700, 300);
        QTextDocument *text = made.text.release();
        text->moveToThread(QThread::currentThread());
        text->setParent(&view);
        auto *layout = new ui::ReportLayout(text, std::move(made.flow));
        text->setDocumentLayout(layout);
        QCOMPARE(layout->documentSize(), QSizeF());
        QVERIFY(layout->blockBoundingRect(text->begin()).isNull());
        view.setDocument(text);
        view.show();
        QTRY_VERIFY(layout->isFinished());
        QVERIFY(view.grab().width() > 0);
        QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
        QVERIFY(view.textCursor().selectedText().contains(QStringLiteral("The end")));
    }

    void anEmptyTextHasNoHeightToSpeakOf()
    {
        QTextBrowser view;
        auto *text = new QTextDocument(&view);
        auto *layout = new ui::ReportLayout(text);
        text->setDocumentLayout(layout);
        QCOMPARE(layout->hitTest({5, 5}, Qt::FuzzyHit), 0); // no width yet
        QVERIFY(layout->documentSize().isEmpty());
        QVERIFY(!layout->isFinished());
        view.setDocument(text);
        view.show();
        QTRY_VERIFY(layout->isFinished());
        QVERIFY(layout->documentSize().height() < 100);
        text->setMarkdown(markdown()); // another text is laid out anew
        QTRY_VERIFY(layout->isFinished());
        QVERIFY(layout->documentSize().height() > 500);
        view.clear();
        QTRY_VERIFY(layout->isFinished());
        QVERIFY(layout->documentSize().height() < 100);
    }
};

LAMELLA_WIDGET_TEST(tst_ReportLayout)
#include "tst_ReportLayout.moc"
