// SPDX-License-Identifier: GPL-3.0-or-later
// A run painted as a picture has the pixels that its rectangles would have.
#include "widgets/timeline/PixelRuns.h"

#include <QImage>
#include <QPainter>
#include <QPicture>
#include <QTest>

#include <random>
#include <vector>

using namespace lamella;
using ui::PixelRuns;

namespace {

constexpr QRgb kGround = 0xfff0f0f0;
constexpr int kTop = 3;
constexpr int kHeight = 5;

PixelRuns::Colours colours()
{
    PixelRuns::Colours all{};
    for (std::size_t tag = 0; tag < all.size(); ++tag)
        all[tag] = qRgb(static_cast<int>(tag) * 7, 255 - static_cast<int>(tag) * 5, static_cast<int>(tag * tag) % 256);
    return all;
}

struct Bar {
    int x = 0;
    std::uint8_t tag = 0;
};

QImage painted(PixelRuns &runs, const std::vector<Bar> &bars, qreal ratio, int *rectangles = nullptr)
{
    QImage image(400, 16, QImage::Format_RGB32);
    image.fill(kGround);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    painter.scale(1 / ratio, 1 / ratio);
    runs.clear();
    for (const Bar &bar : bars)
        runs.add(bar.x, bar.tag);
    const PixelRuns::Colours all = colours();
    runs.paint(painter, kTop, kHeight, all, [&](std::uint8_t tag, int left, int width) {
        painter.fillRect(left, kTop, width, kHeight, QColor(all[tag]));
        if (rectangles != nullptr)
            ++*rectangles;
    });
    return image;
}

} // namespace

class TestPixelRuns : public QObject {
    Q_OBJECT
private slots:
    void pixelForPixel_data();
    void pixelForPixel();
    void theSecondAtOnePlaceCounts();
    void fewColoursAreRectangles();
    void vectorPicturesStayVectors();
};

void TestPixelRuns::pixelForPixel_data()
{
    QTest::addColumn<int>("tags");
    QTest::addColumn<int>("gapEach"); // 0 = none
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.5, 2.0}) {
        QTest::addRow("one colour, %g", ratio) << 1 << 0 << ratio;
        QTest::addRow("all colours, %g", ratio) << 32 << 0 << ratio;
        QTest::addRow("with gaps, %g", ratio) << 5 << 37 << ratio;
        QTest::addRow("each alone, %g", ratio) << 5 << 1 << ratio;
    }
}

void TestPixelRuns::pixelForPixel()
{
    QFETCH(int, tags);
    QFETCH(int, gapEach);
    QFETCH(double, ratio);
    std::mt19937 random(9);
    PixelRuns runs;
    for (int round = 0; round < 3; ++round) { // buffers are used again
        std::vector<Bar> bars;
        for (int x = 2; x < 390 - round * 100; ++x)
            if (gapEach == 0 || x % (gapEach + 1) != 0)
                bars.push_back({x, static_cast<std::uint8_t>(random() % static_cast<unsigned>(tags))});
        const QImage image = painted(runs, bars, ratio);
        QImage expected(400, 16, QImage::Format_RGB32);
        expected.fill(kGround);
        for (const Bar &bar : bars)
            for (int y = kTop; y < kTop + kHeight; ++y)
                expected.setPixel(bar.x, y, colours()[bar.tag]);
        expected.setDevicePixelRatio(ratio);
        QCOMPARE(image, expected);
    }
}

void TestPixelRuns::theSecondAtOnePlaceCounts()
{
    PixelRuns runs;
    const QImage image = painted(runs, {{10, 1}, {11, 2}, {11, 3}, {12, 1}}, 1);
    QCOMPARE(image.pixel(11, kTop), colours()[3]);
    QCOMPARE(image.pixel(12, kTop), colours()[1]);
}

void TestPixelRuns::fewColoursAreRectangles()
{
    std::vector<Bar> bars;
    for (int x = 0; x < 300; ++x)
        bars.push_back({x, static_cast<std::uint8_t>(x / 100)});
    PixelRuns runs;
    int rectangles = 0;
    (void)painted(runs, bars, 1, &rectangles);
    QCOMPARE(rectangles, 3);
    for (Bar &bar : bars)
        bar.tag = static_cast<std::uint8_t>(bar.x % 3);
    rectangles = 0;
    (void)painted(runs, bars, 1, &rectangles);
    QCOMPARE(rectangles, 0); // one picture
}

void TestPixelRuns::vectorPicturesStayVectors()
{
    QPicture picture;
    QPainter vector(&picture);
    QVERIFY(!PixelRuns::suit(vector));
    vector.end();
    QImage image(4, 4, QImage::Format_RGB32);
    QPainter raster(&image);
    QVERIFY(PixelRuns::suit(raster));
}

QTEST_MAIN(TestPixelRuns)
#include "tst_PixelRuns.moc"
