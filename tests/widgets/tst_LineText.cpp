// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that are kept look like those that QPainter draws, and measure as its metrics say.
#include "tests/support/TestMain.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"

#include <QApplication>
#include <QImage>
#include <QTest>

using namespace lamella::ui;

namespace {

const QStringList kTexts{QStringLiteral("12.34\u00A0µs"), QStringLiteral("nvjet_tst_64x8 AVAW fi"), QStringLiteral("中文 kernel"),
    QStringLiteral("L30"), QStringLiteral("−3 · Δ"), QStringLiteral("ÄÖgjy…"), QStringLiteral("two\nlines"),
    QStringLiteral("a\tb"), QStringLiteral("שלום 12"), QString(500, u'x')};

QFont fontOf(int px, bool bold)
{
    QFont font = QApplication::font();
    font.setPixelSize(px);
    font.setBold(bold);
    return font;
}

template <class Draw> QImage drawn(qreal ratio, Draw draw)
{
    QImage image(QSize(200, 60) * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    QPainter painter(&image);
    draw(painter);
    return image;
}

} // namespace

class TestLineText : public QObject {
    Q_OBJECT
private slots:
    void linesHaveThePixelsOfThePainter_data()
    {
        QTest::addColumn<qreal>("ratio");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        for (const qreal ratio : {1.0, 1.5, 2.0}) {
            QTest::addRow("%g", ratio) << ratio << Qt::LeftToRight;
            QTest::addRow("%g, from right to left", ratio) << ratio << Qt::RightToLeft;
        }
    }
    // In rooms that are wide and high enough, and in those that cut it; twice, because then it is kept.
    void linesHaveThePixelsOfThePainter()
    {
        QFETCH(qreal, ratio);
        QFETCH(Qt::LayoutDirection, direction);
        int inked = 0;
        for (const int px : {11, 12, 13, 16})
            for (const bool bold : {false, true})
                for (const QString &text : kTexts)
                    for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight, Qt::AlignHCenter})
                        for (const QRect &room :
                            {QRect(7, 9, 181, 22), QRect(7, 9, 180, 23), QRect(7, 9, 40, 22), QRect(7, 9, 180, 9)}) {
                            const auto usual = [&](QPainter &painter) {
                                painter.setLayoutDirection(direction);
                                painter.setFont(fontOf(px, bold));
                                painter.drawText(room, static_cast<int>(side) | Qt::AlignVCenter | Qt::TextSingleLine, text);
                            };
                            const auto kept = [&](QPainter &painter) {
                                painter.setLayoutDirection(direction);
                                painter.setFont(fontOf(px, bold));
                                drawLine(painter, room, side, text);
                            };
                            const QImage expected = drawn(ratio, usual);
                            QCOMPARE(drawn(ratio, kept), expected);
                            QCOMPARE(drawn(ratio, kept), expected);
                            inked += expected != drawn(ratio, [](QPainter &) {}) ? 1 : 0;
                        }
        QVERIFY(inked > 500);
    }

    void linesMeasureAsTheMetricsSay()
    {
        for (const int px : {11, 13})
            for (const QString &text : kTexts)
                for (int time = 0; time < 2; ++time) {
                    const QFont font = fontOf(px, px == 13);
                    QCOMPARE(lineWidth(font, text), QFontMetrics(font).horizontalAdvance(text));
                    QCOMPARE(lineAdvance(font, text), QFontMetricsF(font).horizontalAdvance(text));
                    for (const int width : {20, 60, 300})
                        for (const Qt::TextElideMode mode : {Qt::ElideMiddle, Qt::ElideRight}) {
                            QCOMPARE(elidedLine(font, text, mode, width), elided(QFontMetrics(font), text, mode, width));
                            QCOMPARE(
                                elidedLine(font, text, mode, width, 9), elidedApart(QFontMetrics(font), text, 9, mode, width));
                        }
                }
    }

    // What is kept is bounded: after more lines and fonts than that, each is still drawn and measured right.
    void manyLinesAndFontsAreRight()
    {
        for (int i = 0; i < 2500; ++i) {
            const QString text = QString::number(i * 7919) + QStringLiteral(" ns");
            const QFont font = fontOf(8 + i % 40, false);
            QCOMPARE(lineWidth(font, text), QFontMetrics(font).horizontalAdvance(text));
        }
        const QFont font = fontOf(12, false);
        for (int i = 0; i < 2500; ++i)
            (void)lineWidth(font, QString::number(i));
        const auto draw = [&font](QPainter &painter) {
            painter.setFont(font);
            drawLine(painter, QRect(0, 0, 180, 30), Qt::AlignLeft, QStringLiteral("7"));
        };
        QCOMPARE(drawn(1, draw), drawn(1, [&font](QPainter &painter) {
            painter.setFont(font);
            painter.drawText(QRect(0, 0, 180, 30), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, QStringLiteral("7"));
        }));
    }
};

LAMELLA_WIDGET_TEST(TestLineText)
#include "tst_LineText.moc"
