// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of ranks at any zoom: what runs in a pixel has its share of it, no more.
#include "tests/support/TestMain.h"
#include "widgets/ranks/RankBars.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/theme/Theme.h"

#include <QTest>

#include <map>

using namespace lamella;
using namespace lamella::ui;

namespace {

RankStripKernel kernel(std::int64_t begin, std::int64_t end, core::Category category, std::int64_t wait = 0)
{
    return {begin, end, wait, 0, category};
}

// Time of each tag.
std::map<int, std::int64_t> timesOf(const core::LodLane &lane)
{
    std::map<int, std::int64_t> times;
    for (std::uint32_t row = 0; row < lane.lane().size(); ++row)
        times[lane.tag(row)] += lane.lane().length(row);
    return times;
}

RankStripData stripOf(std::vector<RankStripKernel> kernels, std::int64_t lengthNs)
{
    RankStripData data;
    data.pass = 0;
    data.lengthNs = lengthNs;
    RankStripRow row;
    row.kernels = std::move(kernels);
    row.bars = std::make_shared<const RankBars>(row.kernels);
    data.rows.push_back(std::move(row));
    return data;
}

} // namespace

class TestRankBars : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }

    // Work over transfer over waiting, and nothing twice.
    void whatIsSeenDoesNotOverlap()
    {
        using enum core::Category;
        const std::vector<RankStripKernel> kernels{kernel(0, 100, Communication, 60), kernel(10, 30, Gemm),
            kernel(20, 50, Attention), kernel(80, 120, Gemm), kernel(200, 220, Communication), kernel(300, 310, Gemm)};
        const RankBars bars(kernels);
        const auto seen = timesOf(bars.seen());
        QCOMPARE(seen.at(static_cast<int>(Gemm)), 20 + 40 + 10);
        QCOMPARE(seen.at(static_cast<int>(Attention)), 20); // from 30
        QCOMPARE(seen.at(RankBars::kWaiting), 10 + 10); // 0 to 10, 50 to 60
        QCOMPARE(seen.at(static_cast<int>(Communication)), 20 + 20); // 60 to 80, 200 to 220
        const auto communication = timesOf(bars.communication());
        QCOMPARE(communication.at(RankBars::kWaiting), 60);
        QCOMPARE(communication.at(static_cast<int>(Communication)), 40 + 20);
        const core::Lane &lane = bars.seen().lane();
        for (std::uint32_t row = 1; row < lane.size(); ++row)
            QVERIFY(lane.start(row) >= lane.end(row - 1));
        QCOMPARE(RankBars({}).seen().lane().size(), 0U);
    }

    // Kernels of 0.6 pixels, each 1.2 pixels: half of the lane, wherever they lie in their pixels.
    void narrowKernelsAreNotWidened()
    {
        RankStripChart chart;
        chart.resize(1000, 100);
        const int wide = chart.rowRect(0).width();
        constexpr std::int64_t kPixelNs = 1000;
        std::vector<RankStripKernel> kernels;
        for (std::int64_t at = 0; at + 600 < wide * kPixelNs; at += 1200)
            kernels.push_back(kernel(at, at + 600, core::Category::Gemm));
        chart.setData(stripOf(std::move(kernels), wide * kPixelNs));
        const QImage picture = chart.grab().toImage();
        const QRect bar = chart.rowRect(0).adjusted(0, 5, 0, -6);
        const QRgb gemm = Theme::current().fill(core::Category::Gemm).rgb();
        int filled = 0;
        for (int y = bar.top(); y <= bar.bottom(); ++y)
            for (int x = bar.left(); x <= bar.right(); ++x)
                filled += picture.pixelColor(x, y).rgb() == gemm ? 1 : 0;
        const double share = filled / static_cast<double>(bar.width() * bar.height());
        QVERIFY2(std::abs(share - 0.5) < 0.03, qPrintable(QString::number(share)));
    }

    // A kernel that lasts many pixels has them all, in each lane: also where it came into view later, and at another zoom.
    void wideKernelsAreBars()
    {
        RankStripChart chart;
        chart.resize(1000, 150);
        const int wide = chart.rowRect(0).width();
        RankStripData data = stripOf({kernel(0, wide * 500, core::Category::Gemm)}, wide * 1000);
        data.rows.push_back(data.rows.front());
        chart.setData(std::move(data));
        const QRgb gemm = Theme::current().fill(core::Category::Gemm).rgb();
        const auto isFilled = [&](const QImage &picture, std::size_t row, int x) {
            const QRect bar = chart.rowRect(row).adjusted(0, 5, 0, -6);
            return picture.pixelColor(bar.left() + x, bar.top()).rgb() == gemm
                && picture.pixelColor(bar.left() + x, bar.bottom()).rgb() == gemm;
        };
        QImage first(chart.size(), QImage::Format_ARGB32_Premultiplied);
        chart.render(&first, QPoint(), QRegion(chart.rowRect(0).adjusted(0, 0, 0, -2)));
        for (const bool zoomed : {false, true}) {
            if (zoomed)
                chart.zoomBy(1.25); // about the middle, where the kernels end
            const QImage picture = chart.grab().toImage();
            for (const std::size_t row : {std::size_t{0}, std::size_t{1}}) {
                QVERIFY(isFilled(picture, row, wide / 4));
                QVERIFY(!isFilled(picture, row, wide * 3 / 4));
            }
        }
    }

    // Fewer ranks than before in a picture of the same size: nothing is left of the others.
    void ranksThatAreGoneLeaveNothing()
    {
        RankStripChart chart;
        chart.resize(1000, 400);
        const int wide = chart.rowRect(0).width();
        const auto ranks = [wide](std::size_t count) {
            RankStripData data = stripOf({kernel(0, wide * 1000, core::Category::Gemm)}, wide * 1000);
            data.rows.resize(count, data.rows.front());
            return data;
        };
        const QRgb gemm = Theme::current().fill(core::Category::Gemm).rgb();
        const auto lowest = [&] {
            const QImage picture = chart.grab().toImage();
            int y = picture.height() - 1;
            while (y > 0 && picture.pixelColor(picture.width() / 2, y).rgb() != gemm)
                --y;
            return y;
        };
        chart.setData(ranks(8));
        QVERIFY(chart.rowRect(7).contains(chart.width() / 2, lowest()));
        chart.setData(ranks(3));
        QVERIFY(chart.rowRect(2).contains(chart.width() / 2, lowest()));
    }
};

LAMELLA_WIDGET_TEST(TestRankBars)
#include "tst_RankBars.moc"
