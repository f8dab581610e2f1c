// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the roofline adds up to the wall, its hints are from its rows, labels of dots keep off each other.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/charts/PlotChart.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/TotalRow.h"
#include "widgets/roofline/RooflineHints.h"
#include "widgets/roofline/RooflineOverview.h"
#include "widgets/roofline/RooflinePanel.h"
#include "widgets/theme/Theme.h"

#include <QSignalSpy>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

// The sample with the peaks and the config that it needs, and the median pass selected.
bool loadSample(test::LoadedTrace &trace)
{
    trace.controller.open(QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz"));
    if (!QTest::qWaitFor([&] { return trace.controller.session() != nullptr; }, test::kWaitMs))
        return false;
    core::SessionOptions options = trace.controller.session()->options();
    options.configPath = LAMELLA_SOURCE_DIR "/resources/sample/config.json";
    options.roofline.peaks = "H100 SXM";
    QSignalSpy changed(&trace.controller, &SessionController::sessionChanged);
    trace.controller.segmentAgain(options);
    return QTest::qWaitFor([&] { return !changed.isEmpty(); }, test::kWaitMs);
}

const OverviewCell *cellOf(const std::vector<OverviewCell> &cells, OverviewCell::Id id)
{
    for (const OverviewCell &cell : cells)
        if (cell.id == id)
            return &cell;
    return nullptr;
}

} // namespace

class TestRooflinePanel : public QObject {
    Q_OBJECT
private slots:
    void rowsAndIdleAddUpToTheWall()
    {
        test::LoadedTrace trace;
        QVERIFY(loadSample(trace));
        RooflinePanel panel(trace.controller, trace.bus);
        panel.resize(1100, 900);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 7}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(panel.picture().part.wallNs > 0 && panel.rows()->rowCount() > 10, test::kWaitMs);
        const core::ReportTable &table = *panel.picture().table;
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            sum += table.integer(row, table.columnIndex("dur_ns"));
        const std::int64_t wall = panel.picture().part.wallNs;
        QCOMPARE(wall, trace.device().passes[7].range.length().value);
        QCOMPARE(idleLessOverlap(panel.picture()), std::optional(wall - sum));
        const auto totals = panel.findChildren<TotalRow *>();
        QCOMPARE(totals.size(), 2);
        QCOMPARE(totals[0]->texts().value(3), durationText(wall - sum));
        QCOMPARE(totals[1]->texts().value(3), durationText(wall));
        QCOMPARE(totals[1]->texts().value(4), durationText(panel.picture().part.floorNs));
    }
    void hintsAreOfTheRowsWithMostHeadroom()
    {
        test::LoadedTrace trace;
        QVERIFY(loadSample(trace));
        RooflinePanel panel(trace.controller, trace.bus);
        panel.resize(1100, 1000);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 7}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(panel.hints()->hints().size() > 2, test::kWaitMs);
        QVERIFY(panel.hints()->isVisible());
        const RooflinePicture &picture = panel.picture();
        const core::ReportTable &table = *picture.table;
        std::int64_t most = 0;
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            if (!table.isMissing(row, table.columnIndex("headroom_ns")))
                most = std::max(most, table.integer(row, table.columnIndex("headroom_ns")));
        QCOMPARE(picture.far.front().headroomNs, most);
        for (const RooflineFar &far : picture.far) // better is never worse
            QVERIFY(far.better.empty() || far.betterOfFloor > far.ofFloor);
        auto *link = panel.hints()->findChild<LinkButton *>();
        QVERIFY(link != nullptr);
        QCOMPARE(link->text(), qtext(picture.far.front().name));
        link->click();
        QVERIFY(core::sameSubject(trace.bus.selection(), table.target(picture.far.front().row)));
        panel.resize(1100, 400); // the table needs the room
        QTRY_VERIFY(!panel.hints()->isVisible());
    }
    void theStripHasTheFiguresWhileItIsShown()
    {
        test::LoadedTrace trace;
        QVERIFY(loadSample(trace));
        RooflinePanel panel(trace.controller, trace.bus);
        std::vector<OverviewCell> cells;
        connect(
            &panel, &RooflinePanel::overviewChanged, &panel, [&cells](const std::vector<OverviewCell> &said) { cells = said; });
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 7}, nullptr);
        using Id = OverviewCell::Id;
        QTRY_VERIFY_WITH_TIMEOUT(cellOf(cells, Id::Limit) && panel.picture().part.wallNs > 0, test::kWaitMs);
        const auto plain = [&cells](Id id) { return cellOf(cells, id)->plain().replace(QChar::Nbsp, u' '); };
        QCOMPARE(plain(Id::Step), QStringLiteral("Decode step: 6.010 ms"));
        QCOMPARE(plain(Id::Limit), QStringLiteral("Roofline time: 862.6 µs · measured is ×6.97"));
        QCOMPARE(plain(Id::Mbu), QStringLiteral("Memory bandwidth used (MBU): 14 % of 3.35 TB/s"));
        QVERIFY(cellOf(cells, Id::Mfu) && cellOf(cells, Id::Modelled));
        QCOMPARE(cellOf(cells, Id::Peaks)->line.back().action, OverviewAction::Peaks);
        trace.bus.select(core::PassSelection{trace.device().device, 6}, nullptr);
        QVERIFY(cells.empty()); // until they are of that pass
        QTRY_VERIFY_WITH_TIMEOUT(!cells.empty(), test::kWaitMs);
        panel.hide();
        QVERIFY(cells.empty());
    }
    // Where most is modelled, a config cannot help.
    void theStripSaysWhyThereIsNoRooflineTime()
    {
        RooflinePicture picture;
        picture.table = std::make_shared<const core::ReportTable>("roofline", "Roofline", std::vector<core::ReportColumn>());
        picture.durationNs = 100;
        picture.modelledShare = 0.92;
        picture.roofs = {{"bf16", 990, 3.35}};
        picture.part.wallNs = 120;
        const auto limit = [&picture] { return *cellOf(rooflineCells(picture), OverviewCell::Id::Limit); };
        QCOMPARE(limit().plain(), QStringLiteral("Roofline time: n/a: no peak is stated for these types"));
        picture.part.isAboveLimit = true;
        QCOMPARE(limit().plain(), QStringLiteral("Roofline time: n/a: it is longer than measured"));
        QVERIFY(limit().tip.contains(QStringLiteral("or the peaks are wrong")));
        picture.modelledShare = 0.3;
        QCOMPARE(limit().line.back().action, OverviewAction::Config);
    }
    // A text that has no room at its side of a point stands at the other one.
    void textsOfTheChartAreWhole()
    {
        PlotChart chart(QStringLiteral("chart"), nullptr);
        PlotLook look;
        look.caption = Theme::captionFont();
        chart.setLook(look);
        chart.resize(500, 300);
        chart.setView(0, 10, 0, 10);
        chart.show();
        chart.addText(9.5, 5, QStringLiteral("0.432 TB/s"), Qt::AlignRight, Qt::black);
        chart.addText(0.2, 7, QStringLiteral("0.432 TB/s"), Qt::AlignLeft, Qt::black);
        chart.addText(5, 3, QStringLiteral("0.432 TB/s"), Qt::AlignRight, Qt::black);
        chart.replot();
        QTRY_VERIFY(chart.plotRect().width() > 300);
        const auto inside = [&chart] {
            const QVector<QRect> texts = chart.textRects();
            return std::all_of(texts.begin(), texts.end(),
                [&chart](const QRect &text) { return chart.plotRect().adjusted(-2, 0, 2, 0).contains(text); });
        };
        QTRY_VERIFY(inside());
        const int before = chart.textRects().at(2).left();
        chart.setView(0, 5.5, 0, 10); // now the third has no room
        chart.replot();
        QTRY_VERIFY(chart.textRects().at(2).right() < chart.plotRect().right() && chart.textRects().at(2).left() > 0);
        chart.setView(0, 10, 0, 10);
        chart.replot();
        QTRY_COMPARE(chart.textRects().at(2).left(), before);
    }
    // A text about a line lies above or below it, not over it, also where it changes its side.
    void textsOfLinesKeepOffThem()
    {
        PlotChart chart(QStringLiteral("chart"), nullptr);
        PlotLook look;
        look.caption = Theme::captionFont();
        chart.setLook(look);
        chart.resize(500, 300);
        chart.setView(0, 10, 0, 10);
        chart.show();
        chart.addText(9.9, 5, QStringLiteral("989 TFLOP/s"), Qt::AlignLeft | Qt::AlignTop, Qt::black);
        chart.addText(0.1, 5, QStringLiteral("989 TFLOP/s"), Qt::AlignLeft | Qt::AlignTop, Qt::black);
        chart.addText(9.9, 5, QStringLiteral("best of this trace"), Qt::AlignLeft | Qt::AlignBottom, Qt::black);
        chart.replot();
        QTRY_VERIFY(chart.plotRect().width() > 300);
        QTRY_VERIFY(chart.textRects().at(1).left() > chart.plotRect().left());
        const int line = chart.plotRect().center().y();
        QVERIFY(chart.textRects().at(0).bottom() <= line + 1);
        QVERIFY(chart.textRects().at(1).bottom() <= line + 1);
        QVERIFY(chart.textRects().at(2).top() >= line - 1);
    }
    // Dots on one spot, a text of the chart on it, and one dot at the edge.
    void labelsKeepOffEachOther()
    {
        PlotChart chart(QStringLiteral("chart"), nullptr);
        PlotLook look;
        look.caption = Theme::captionFont();
        chart.setLook(look);
        chart.resize(500, 300);
        chart.setView(0, 10, 0, 10);
        chart.show();
        chart.addText(5, 5.6, QStringLiteral("a text of the chart"), Qt::AlignRight, Qt::black);
        for (int dot = 0; dot < 5; ++dot)
            chart.addDot({5 + 0.05 * dot, 5, 9.0 - dot, Qt::blue, QStringLiteral("operation %1  602.3 us").arg(dot), false, false,
                {}, false});
        chart.addDot({9.9, 5, 4, Qt::blue, QStringLiteral("at the edge"), false, false, {}, false});
        chart.replot();
        QTRY_COMPARE(chart.labelRects().size(), 6);
        const QVector<QRect> labels = chart.labelRects();
        for (qsizetype i = 0; i < labels.size(); ++i) {
            QVERIFY(chart.plotRect().adjusted(-1, -1, 1, 1).contains(labels[i]));
            for (qsizetype j = 0; j < i; ++j)
                QVERIFY(!labels[i].adjusted(1, 1, -1, -1).intersects(labels[j].adjusted(1, 1, -1, -1)));
            for (int dot = 0; dot < chart.dotCount(); ++dot)
                QVERIFY(!labels[i].adjusted(1, 1, -1, -1).contains(chart.dotRect(dot).center()));
        }
    }
};

LAMELLA_WIDGET_TEST(TestRooflinePanel)
#include "tst_RooflinePanel.moc"
