// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes that are put into a picture have the pixels that rectangles of a painter would have, and nothing outside of the clip.
#include "widgets/timeline/LabelCache.h"
#include "widgets/timeline/LaneStrip.h"
#include "tests/support/TestMain.h"

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <random>
#include <vector>

using namespace lamella;
using ui::LaneStrip;
using ui::StripPicture;

namespace {

constexpr QRgb kGround = 0xfff0f0f0;
constexpr QRgb kTick = 0xffd9dce1;
constexpr QRgb kOld = 0xff123456; // of the frame before
constexpr int kWidth = 400;

struct Bar {
    int left = 0;
    int right = 0;
    QRgb colour = 0;
};

// Ground with an upright line, as below a ruler, in the first line of pixels only; the rest is what was there before.
QImage begun()
{
    QImage image(kWidth, 40, QImage::Format_RGB32);
    image.fill(kOld);
    for (int x = 0; x < kWidth; ++x)
        image.setPixel(x, 0, x == 50 ? kTick : kGround);
    return image;
}

std::vector<Bar> someBars(unsigned seed, int width)
{
    std::mt19937 random(seed);
    std::vector<Bar> bars;
    for (int x = -3; x < width + 3;) {
        const int length = 1 + static_cast<int>(random() % 9);
        bars.push_back({x, x + length, 0xff000000U | static_cast<QRgb>(random())});
        x += length + static_cast<int>(random() % 4);
    }
    return bars;
}

} // namespace

class TestLaneStrip : public QObject {
    Q_OBJECT
private slots:
    void rowsAreThoseOfAPainter_data()
    {
        QTest::addColumn<QRect>("clip");
        QTest::newRow("all of it") << QRect(0, 0, kWidth, 40);
        QTest::newRow("cut above and below") << QRect(0, 12, kWidth, 7);
        QTest::newRow("outside") << QRect(0, 38, kWidth, 2);
    }
    void rowsAreThoseOfAPainter()
    {
        QFETCH(QRect, clip);
        constexpr int kRow = 10;
        constexpr int kRowHeight = 12;
        constexpr int kTop = 11;
        constexpr int kHeight = 9;
        LaneStrip strip;
        for (unsigned round = 0; round < 4; ++round) { // buffers are used again
            QImage image = begun();
            const std::vector<Bar> bars = someBars(round, kWidth - static_cast<int>(round) * 100);
            strip.setBackground(image, 0);
            for (const unsigned lane : {7U, round}) { // what the lane before had is gone
                strip.begin();
                for (const Bar &bar : lane == round ? bars : someBars(lane, kWidth))
                    strip.add(bar.left, bar.right, bar.colour);
            }
            strip.paint({&image, clip}, QRect(0, kRow, kWidth, kRowHeight), kTop, kHeight);
            QImage expected = begun();
            QPainter painter(&expected);
            painter.setClipRect(clip);
            painter.fillRect(0, kRow, kWidth, kRowHeight, QColor(kGround));
            painter.fillRect(50, kRow, 1, kRowHeight, QColor(kTick));
            for (const Bar &bar : bars)
                painter.fillRect(bar.left, kTop, bar.right - bar.left, kHeight, QColor(bar.colour));
            painter.end();
            QCOMPARE(image, expected);
        }
    }

    void backgroundFillsWhatIsLeft()
    {
        QImage image = begun();
        LaneStrip strip;
        strip.setBackground(image, 0);
        strip.paintBackground({&image, image.rect()}, QRect(0, 30, kWidth, 100));
        QCOMPARE(image.pixel(49, 30), kGround);
        QCOMPARE(image.pixel(50, 39), kTick);
        QCOMPARE(image.pixel(0, 29), kOld);
    }

    void partsStayWithinTheClip_data()
    {
        QTest::addColumn<QPoint>("at");
        for (const QPoint at : {QPoint(20, 5), QPoint(-7, 5), QPoint(kWidth - 3, 30), QPoint(5, -4), QPoint(500, 500)})
            QTest::addRow("%d, %d", at.x(), at.y()) << at;
    }
    void partsStayWithinTheClip()
    {
        QFETCH(QPoint, at);
        QImage part(16, 8, QImage::Format_RGB32);
        for (int y = 0; y < part.height(); ++y)
            for (int x = 0; x < part.width(); ++x)
                part.setPixel(x, y, qRgb(x, y, 99));
        const QRect clip(10, 3, kWidth - 11, 30);
        QImage image = begun();
        StripPicture{&image, clip}.put(part, at);
        QImage expected = begun();
        QPainter painter(&expected);
        painter.setClipRect(clip);
        painter.drawImage(at, part);
        painter.end();
        QCOMPARE(image, expected);
    }

    void labelsAreMadeOnceForTheirColours()
    {
        ui::LabelCache cache;
        cache.setFont(QFont());
        const auto label = cache.fit(1, 500, [] { return QStringLiteral("fused_add_rmsnorm"); });
        QVERIFY(label.part != nullptr);
        const QImage dark = cache.picture(label, Qt::black, Qt::yellow, 1);
        QCOMPARE(dark.height(), cache.lineHeight());
        QCOMPARE(dark.pixel(dark.width() - 1, 0), qRgb(255, 255, 0));
        const uchar *bits = cache.picture(label, Qt::black, Qt::yellow, 1).constBits();
        QCOMPARE(cache.picture(label, Qt::black, Qt::yellow, 1).constBits(), bits);
        QVERIFY(cache.picture(label, Qt::white, Qt::blue, 1) != dark);
        const QImage large = cache.picture(label, Qt::black, Qt::yellow, 2);
        QCOMPARE(large.height(), 2 * cache.lineHeight());
        // The same text as a painter would put there.
        QImage expected(dark.size(), QImage::Format_RGB32);
        expected.fill(Qt::yellow);
        QPainter painter(&expected);
        painter.setFont(QFont());
        painter.drawStaticText(QPointF(0, 0), *label.text);
        painter.end();
        QCOMPARE(dark, expected);
    }
};

LAMELLA_WIDGET_TEST(TestLaneStrip)
#include "tst_LaneStrip.moc"
