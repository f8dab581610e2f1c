// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Coverage.h"
#include "core/base/Format.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/LayersPopover.h"
#include "widgets/overview/LayersPopoverParts.h"
#include "widgets/overview/LoadingOverview.h"
#include "widgets/overview/OverviewPhrase.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/theme/Theme.h"

#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

using CellId = OverviewCell::Id;

// The value in the row with this label; null: there is no such row yet.
const ElidedLabel *besideLabel(const QWidget &grid, const QString &label)
{
    const auto labels = grid.findChildren<ElidedLabel *>();
    for (qsizetype i = 0; i + 1 < labels.size(); ++i)
        if (labels[i]->text() == label)
            return labels[i + 1];
    return nullptr;
}

// A decode step of 10 ms, of which 8 ms are busy and 4 ms are GEMM.
OverviewFacts decodeFacts()
{
    OverviewFacts facts;
    facts.devices = 1;
    facts.hasWork = true;
    facts.passes = 10;
    facts.whole = 10;
    facts.layers = 32;
    facts.processor = "GPU";
    facts.device = core::DeviceId{0};
    facts.pass = 7;
    facts.stage = core::Stage::Decode;
    facts.counted = 7;
    facts.medianNs = facts.wallNs = 10'000'000;
    facts.busyNs = 8'000'000;
    facts.idleNs = 2'000'000;
    facts.point = OverviewPoint::Work;
    facts.category = core::Category::Gemm;
    facts.pointNs = 4'000'000;
    facts.kernel = core::StringId{3};
    facts.kernelName = "nvjet";
    facts.kernelShare = 0.5;
    facts.idleCause = core::GapCause::LaunchLatency;
    facts.confidence = 0.98;
    return facts;
}

OverviewState ready()
{
    OverviewState state;
    state.fileName = QStringLiteral("trace.json.gz");
    state.complete = true;
    return state;
}

const OverviewCell *cellOf(const std::vector<OverviewCell> &cells, CellId id)
{
    const auto found = std::find_if(cells.begin(), cells.end(), [id](const OverviewCell &cell) { return cell.id == id; });
    return found == cells.end() ? nullptr : &*found;
}

QString textOf(const OverviewFacts &facts, CellId id)
{
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    const OverviewCell *cell = cellOf(cells, id);
    return cell != nullptr ? cell->plain().replace(QChar(0x00A0), u' ') : QStringLiteral("no such cell");
}

} // namespace

class TestTraceOverview : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void chineseSentencesHaveBlanksBesideLatin();
    void aTranslationChoosesTheOrder();
    void sharesSayOfWhat();
    void sentences_data();
    void sentences();
    void missingLimitOffersTheNextStep();
    void missingDataStandsFirst();
    void withoutLayersABoundaryIsOffered();
    void oneOutlierOrMany();
    void readingIsPreliminary();
    void nothingOverlaps_data();
    void nothingOverlaps();
    void aCutNameIsALink();
    void aNarrowStripKeepsItsLastCell();
    void factsAgreeWithTheTables();
    void clicksLeadOn();
    void cellsHaveAMenu();
    void keysReachEverything();
    void layersFoundOpensThePopover();
    void thePopoverSaysWhatIsCovered();
    void sentencesOfThePopoverAreWhole();
    void thePopoverScrollsInALowWindow();
    void sharesOfNothingAreNotShown();
    void profilesLeftOutAreNamed();
    void theLastPassThatIsCutIsNamed();
};

// A sentence put together from pieces: blanks between Chinese and Latin only, and links keep their text.
void TestTraceOverview::chineseSentencesHaveBlanksBesideLatin()
{
    const auto spaced = [](const QStringList &pieces) {
        std::vector<OverviewRun> line;
        for (const QString &piece : pieces)
            line.push_back({piece, OverviewRun::Look::Plain, {}, {}, false});
        spaceHan(line);
        QString text;
        for (const OverviewRun &run : line)
            text += run.text;
        return text;
    };
    QCOMPARE(spaced({QStringLiteral("空闲"), QStringLiteral(" 占解码 step的 20 %"), QStringLiteral("，主要为启动延迟"),
                 QStringLiteral("。")}),
        QStringLiteral("空闲占解码 step 的 20 %，主要为启动延迟。"));
    QCOMPARE(spaced({QStringLiteral("前向之间空闲：1.5 ms。"), QStringLiteral(" 每 2 ms 开始一次前向")}),
        QStringLiteral("前向之间空闲：1.5 ms。每 2 ms 开始一次前向"));
    QCOMPARE(spaced({QStringLiteral("L7"), QStringLiteral("用时 3 µs")}), QStringLiteral("L7 用时 3 µs"));
    const QString english = QStringLiteral("Idle is 20 % of the decode step, mostly  launch latency.");
    QCOMPARE(spaced({english}), english);
    std::vector<OverviewRun> link{{QStringLiteral("gemm"), OverviewRun::Look::Link, {}, {}, false},
        {QStringLiteral("占 3 %"), OverviewRun::Look::Plain, {}, {}, false}};
    spaceHan(link);
    QCOMPARE(link.front().text, QStringLiteral("gemm"));
    QCOMPARE(link.back().text, QStringLiteral(" 占 3 %"));
    std::vector<OverviewRun> offered{{QStringLiteral("大部分任务未建模"), OverviewRun::Look::Muted, {}, {}, false},
        {QStringLiteral(" 添加 config.json…"), OverviewRun::Look::Link, {}, {}, false}};
    spaceHan(offered);
    QCOMPARE(offered.front().text, QStringLiteral("大部分任务未建模 "));
    QCOMPARE(offered.back().text, QStringLiteral("添加 config.json…"));
}

void TestTraceOverview::aTranslationChoosesTheOrder()
{
    const OverviewRun link{QStringLiteral("a %1 [kernel]"), OverviewRun::Look::Link, OverviewAction::Select, {}};
    const auto told = [](const std::vector<OverviewRun> &runs) {
        QStringList all;
        for (const OverviewRun &run : runs)
            all << (run.look == OverviewRun::Look::Strong         ? QStringLiteral("strong ")
                           : run.look == OverviewRun::Look::Link  ? QStringLiteral("link ")
                           : run.look == OverviewRun::Look::Muted ? QStringLiteral("muted ")
                                                                  : QString())
                    + (run.second ? QStringLiteral("second ") : QString()) + (run.detail ? QStringLiteral("detail ") : QString())
                    + u'|' + run.text + u'|';
        return all;
    };
    QCOMPARE(told(phraseRuns(QStringLiteral("<b>%1</b>: %2 of it{, %3 most}[; 100% is %4]."),
                 {QStringLiteral("GEMM"), 5, link, QStringLiteral("idle")})),
        (QStringList{QStringLiteral("strong |GEMM|"), QStringLiteral("|: 5 of it|"), QStringLiteral("detail |, |"),
            QStringLiteral("link detail |a %1 [kernel]|"), QStringLiteral("detail | most|"),
            QStringLiteral("second |; 100% is idle|"), QStringLiteral("|.|")}));
    QCOMPARE(told(phraseRuns(QStringLiteral("%2 <b>before %1"), {QStringLiteral("a"), QStringLiteral("b")})),
        (QStringList{QStringLiteral("|b |"), QStringLiteral("strong |before a|")})); // a mistake of a translator loses nothing
    QCOMPARE(told(phraseRuns(QStringLiteral("n/a{: %1}%9"), {QStringLiteral("why")}, OverviewRun::Look::Muted)),
        (QStringList{QStringLiteral("muted |n/a|"), QStringLiteral("muted detail |: why|"), QStringLiteral("muted |%9|")}));
}

void TestTraceOverview::sharesSayOfWhat()
{
    QCOMPARE(textOf(decodeFacts(), CellId::File), QStringLiteral("trace.json.gz: 10 passes · 32 layers"));
    QCOMPARE(textOf(decodeFacts(), CellId::Step), QStringLiteral("Decode step, median of 7: 10.00 ms"));
    QCOMPARE(textOf(decodeFacts(), CellId::Busy), QStringLiteral("GPU in the decode step: 80 % busy, 20 % idle"));
    QCOMPARE(textOf(decodeFacts(), CellId::Layers), QStringLiteral("Layers found: 98 %"));
    QCOMPARE(textOf(decodeFacts(), CellId::Diagnostics), QStringLiteral("File: complete"));
    OverviewFacts facts = decodeFacts();
    facts.busyNs = 9'980'000;
    QCOMPARE(
        textOf(facts, CellId::Busy), QStringLiteral("GPU in the decode step: 99.8 % busy, 0.2 % idle")); // 100 % is no idle time
    facts.busyNs = 9'999'000;
    QVERIFY(textOf(facts, CellId::Busy).startsWith(QStringLiteral("GPU in the decode step: > 99.9 % busy")));
    facts.busyNs = facts.wallNs;
    QCOMPARE(textOf(facts, CellId::Busy), QStringLiteral("GPU in the decode step: 100 % busy, 0 % idle"));
    facts.ofRoofline = 0.24;
    facts.mbu = 0.23;
    facts.mfu = 0.02;
    QCOMPARE(textOf(facts, CellId::Limit), QStringLiteral("Hardware limit, decode step: 24 % of roofline · MBU 23 %"));
    facts.mfu = 0.4;
    QCOMPARE(textOf(facts, CellId::Limit), QStringLiteral("Hardware limit, decode step: 24 % of roofline · MFU 40 %"));
    facts.tokens = 16;
    QCOMPARE(textOf(facts, CellId::Step), QStringLiteral("Decode step, median of 7: 10.00 ms · 16 tokens"));
    // A step of training is several passes.
    facts.stage = core::Stage::Forward;
    facts.byAnnotation = true;
    facts.layers = 0;
    QCOMPARE(textOf(facts, CellId::File), QStringLiteral("trace.json.gz: 10 passes, by annotation"));
    QCOMPARE(textOf(facts, CellId::Busy), QStringLiteral("GPU in the forward pass: 100 % busy, 0 % idle"));
}

void TestTraceOverview::sentences_data()
{
    QTest::addColumn<int>("point");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("work") << int(OverviewPoint::Work)
                          << "GEMM: 40 % of the decode step, 50 % of it nvjet; 20 % is idle, mostly launch latency.";
    QTest::newRow("idle") << int(OverviewPoint::Idle) << "Idle is 40 % of the decode step, mostly launch latency.";
    QTest::newRow("between") << int(OverviewPoint::Between)
                             << "Idle between passes: 4.500 s. A pass begins every 460.0 ms, and the median one takes 10.00 ms.";
    QTest::newRow("layer") << int(OverviewPoint::SlowLayer)
                           << "L7 takes 300.0 µs, 1.5 times the median layer of its type (200.0 µs).";
}

void TestTraceOverview::sentences()
{
    QFETCH(int, point);
    QFETCH(QString, sentence);
    OverviewFacts facts = decodeFacts();
    facts.point = static_cast<OverviewPoint>(point);
    facts.betweenNs = 4'500'000'000;
    facts.runNs = 4'600'000'000;
    facts.slowLayer = 7;
    facts.slowLayerNs = 300'000;
    facts.likeLayerNs = 200'000;
    QCOMPARE(textOf(facts, CellId::Sentence), sentence);
    facts.kernelShare = 0.009; // of many names: none of them is what the time goes to
    QVERIFY(!textOf(facts, CellId::Sentence).contains(QStringLiteral("nvjet")));
}

void TestTraceOverview::missingLimitOffersTheNextStep()
{
    const std::vector<OverviewCell> cells = overviewCells(decodeFacts(), ready());
    const OverviewCell &cell = *cellOf(cells, CellId::Limit);
    QCOMPARE(cell.line.back().action, OverviewAction::Config);
    QVERIFY(cell.plain().contains(QStringLiteral("no shapes recorded")));
    OverviewFacts known = decodeFacts();
    known.limitLacks = LimitLacks::Peaks;
    const std::vector<OverviewCell> others = overviewCells(known, ready());
    QVERIFY(cellOf(others, CellId::Limit)->plain().contains(QStringLiteral("no peaks for this device")));
    QCOMPARE(cellOf(others, CellId::Limit)->line.back().action, OverviewAction::Peaks);
    known.limitLacks = LimitLacks::Most;
    known.hasConfig = true; // it would not help to add it again
    const std::vector<OverviewCell> third = overviewCells(known, ready());
    QCOMPARE(cellOf(third, CellId::Limit)->line.back().action, OverviewAction::None);
}

void TestTraceOverview::missingDataStandsFirst()
{
    OverviewFacts facts = decodeFacts();
    facts.lossy = true;
    facts.loss = "truncated_array";
    facts.warnings = 2;
    facts.diagnostics = 2;
    facts.whole = 6;
    facts.passes = 7;
    facts.cutPass = 6;
    facts.rawBytes = 4'600'000;
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    QCOMPARE(cells.front().id, CellId::Warning);
    QVERIFY(cells.front().plain().contains(QStringLiteral("ends early, after ") + qtext(core::formatBytes(4'600'000))));
    QCOMPARE(textOf(facts, CellId::File), QStringLiteral("trace.json.gz: 7 passes, 1 partial"));
    const OverviewCell &sentence = *cellOf(cells, CellId::Sentence);
    QCOMPARE(sentence.line.back().target, (core::Selection{core::PassSelection{core::DeviceId{0}, 6}}));
    QCOMPARE(textOf(facts, CellId::Diagnostics), QStringLiteral("Diagnostics: 2"));
    QVERIFY(sentence.plain(false).startsWith(QStringLiteral("P6 is partial and left out")));
    const auto said = [&facts](core::PassCut cut) {
        facts.cut = cut;
        return textOf(facts, CellId::Sentence);
    };
    QVERIFY(said({true, 11, false}).startsWith(QStringLiteral("P6 is partial: recorded up to layer 11, left out")));
    QVERIFY(said({true, 11, true}).startsWith(QStringLiteral("P6 is partial: recorded up to a part of layer 11, left out")));
    QVERIFY(said({false, 3, false}).startsWith(QStringLiteral("P6 is partial: recorded from layer 3, left out")));
}

void TestTraceOverview::withoutLayersABoundaryIsOffered()
{
    OverviewFacts facts = decodeFacts();
    facts.layers = 0;
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    QCOMPARE(cellOf(cells, CellId::Layers)->line.back().action, OverviewAction::Boundaries);
    facts.passes = 0;
    facts.pass = core::kNoPass;
    const std::vector<OverviewCell> none = overviewCells(facts, ready());
    QVERIFY(cellOf(none, CellId::Step) == nullptr); // nothing is invented
    QVERIFY(cellOf(none, CellId::Busy) == nullptr);
    QVERIFY(cellOf(none, CellId::Limit) == nullptr);
}

void TestTraceOverview::oneOutlierOrMany()
{
    QVERIFY(textOf(decodeFacts(), CellId::Outliers) == QStringLiteral("no such cell"));
    OverviewFacts facts = decodeFacts();
    facts.outliers = {6};
    facts.outlierTimes = 1.73;
    QCOMPARE(textOf(facts, CellId::Outliers), QStringLiteral("Outlier: P6 ×1.73"));
    facts.outliers = {6, 9};
    QCOMPARE(textOf(facts, CellId::Outliers), QStringLiteral("Outliers: 2 passes"));
}

void TestTraceOverview::readingIsPreliminary()
{
    LoadingState state{QStringLiteral("a.json"), {}, {410'000'000, 1'000'000'000, 1, false}, 355'652};
    std::vector<OverviewCell> cells = loadingCells(state);
    QCOMPARE(cellOf(cells, CellId::Read)->plain(),
        QStringLiteral("Read: 41\u00A0% · 410\u00A0MB of 1.00\u00A0GB · 410\u00A0MB/s · about 1.4 s left"));
    QCOMPARE(cellOf(cells, CellId::Read)->share, std::optional(0.41));
    QVERIFY(cellOf(cells, CellId::File)->plain().contains(QStringLiteral("355")));
    for (const CellId later : {CellId::Step, CellId::Layers, CellId::Limit})
        QVERIFY(cellOf(cells, later)->plain().contains(QStringLiteral("after reading")));
    QCOMPARE(cellOf(cells, CellId::Diagnostics)->line.front().action, OverviewAction::Keep);
    QCOMPARE(cellOf(cells, CellId::Diagnostics)->line.back().action, OverviewAction::Cancel);
    state.progress.analysing = true; // all of it is read
    cells = loadingCells(state);
    QVERIFY(cellOf(cells, CellId::Read)->plain().contains(QStringLiteral("100\u00A0% · 1.00\u00A0GB of 1.00\u00A0GB")));
}

void TestTraceOverview::nothingOverlaps_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {1024, 1280, 1440, 1920, 2560})
        QTest::newRow(qPrintable(QString::number(width))) << width;
}

void TestTraceOverview::nothingOverlaps()
{
    QFETCH(int, width);
    OverviewFacts facts = decodeFacts();
    facts.outliers = {6};
    facts.ofRoofline = 0.24;
    facts.mbu = 0.23;
    facts.kernelName = "a_rather_long_name_of_a_fused_kernel<64,8>";
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    WidestCells widest;
    const std::vector<OverviewPlace> places = layOutOverview(cells, QSize(width, 50), widest);
    int right = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        QCOMPARE(places[i].rect.left(), right);
        right = places[i].rect.right() + 1;
        for (std::size_t a = 0; a < places[i].pieces.size(); ++a) {
            const QRect piece = places[i].pieces[a].rect.adjusted(0, 0, -1, 0);
            if (cells[i].id != CellId::Sentence || piece.width() < places[i].rect.width() - 30)
                QVERIFY(places[i].rect.contains(piece));
            QVERIFY(!piece.intersects(places[i].bar));
            QVERIFY(!piece.intersects(places[i].icon));
            for (std::size_t b = a + 1; b < places[i].pieces.size(); ++b)
                QVERIFY(!piece.intersects(places[i].pieces[b].rect.adjusted(0, 0, -1, 0)));
        }
    }
    QCOMPARE(right, width);
}

// A name that is cut still leads to its kernel.
void TestTraceOverview::aCutNameIsALink()
{
    OverviewFacts facts = decodeFacts();
    facts.outliers = {6};
    facts.kernelName = "nvjet_sm90_tst_64x8_64x16_4x1_v_bz_splitK_TNT";
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    const auto sentence = static_cast<std::size_t>(cellOf(cells, CellId::Sentence) - cells.data());
    for (int width = 1200; width < 1700; width += 10) {
        WidestCells widest;
        const OverviewPlace place = layOutOverview(cells, QSize(width, 50), widest)[sentence];
        const bool leads = std::any_of(place.pieces.begin(), place.pieces.end(), [&](const OverviewPlace::Piece &piece) {
            return cells[sentence].line[piece.run].look == OverviewRun::Look::Link;
        });
        QVERIFY2(leads || place.rect.width() < 220, qPrintable(QString::number(width)));
    }
}

// Of a missing limit the link stays; the cells behind it are not pushed out.
void TestTraceOverview::aNarrowStripKeepsItsLastCell()
{
    OverviewFacts facts = decodeFacts();
    facts.outliers = {6};
    facts.limitLacks = LimitLacks::Most;
    const std::vector<OverviewCell> cells = overviewCells(facts, ready());
    WidestCells widest;
    for (const int width : {640, 720, 1000, 1024, 1280}) {
        const std::vector<OverviewPlace> places = layOutOverview(cells, QSize(width, 50), widest);
        QVERIFY(places.back().rect.right() < width);
        for (const OverviewPlace &place : places)
            for (const OverviewPlace::Piece &piece : place.pieces)
                QVERIFY2(piece.rect.right() <= place.rect.right(), qPrintable(piece.text));
        const auto limit = static_cast<std::size_t>(cellOf(cells, CellId::Limit) - cells.data());
        const std::size_t last = places[limit].pieces.back().run;
        QCOMPARE(cells[limit].line[last].action, OverviewAction::Config);
    }
}

void TestTraceOverview::factsAgreeWithTheTables()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1440, strip.height());
    strip.show();
    QVERIFY(test::settled());
    QVERIFY(strip.isComplete());
    const OverviewFacts &facts = strip.facts();
    QCOMPARE(facts.passes, trace.device().passes.size());
    QCOMPARE(facts.pass, trace.device().selectedPass);
    core::TableRequest request;
    request.table = "passes";
    request.pass = std::to_string(facts.pass);
    const auto table = trace.controller.session()->table(request);
    QVERIFY(table);
    QCOMPARE(facts.busyNs, (*table)->integer(0, (*table)->columnIndex("busy_ns")));
    QCOMPARE(facts.wallNs, (*table)->integer(0, (*table)->columnIndex("wall_ns")));
    request.table = "bottleneck";
    const auto parts = trace.controller.session()->table(request);
    QVERIFY(parts);
    std::int64_t sum = 0;
    const std::string wanted = facts.point == OverviewPoint::Idle ? "idle" : std::string(core::info(facts.category).id);
    for (std::size_t row = 0; row < (*parts)->rowCount(); ++row)
        if ((*parts)->text(row, (*parts)->columnIndex("category")) == wanted)
            sum += (*parts)->integer(row, (*parts)->columnIndex("time_ns"));
    QCOMPARE(facts.pointNs, sum);
}

void TestTraceOverview::clicksLeadOn()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1440, strip.height());
    strip.show();
    QVERIFY(test::settled());
    QSignalSpy requested(&strip, &TraceOverview::requested);
    const auto click = [&strip](CellId id) {
        const QRect cell = strip.partRect(strip.partOf(id));
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(cell.left() + 5, 4));
    };
    click(CellId::Busy);
    QCOMPARE(requested.takeLast().at(0).value<OverviewAction>(), OverviewAction::Idle);
    click(CellId::Diagnostics);
    QCOMPARE(requested.takeLast().at(0).value<OverviewAction>(), OverviewAction::Diagnostics);
    click(CellId::File);
    QCOMPARE(requested.takeLast().at(0).value<OverviewAction>(), OverviewAction::Passes);
    click(CellId::Step);
    QCOMPARE(trace.bus.focus().pass, strip.facts().pass);
}

// By the mouse of the cell under it, by key of the one that the keys are at.
void TestTraceOverview::cellsHaveAMenu()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1440, strip.height());
    strip.show();
    QVERIFY(test::settled());
    QSignalSpy requested(&strip, &TraceOverview::requested);
    const auto entry = [&strip](QContextMenuEvent::Reason reason, QPoint at, const QString &start) {
        QContextMenuEvent event(reason, at, strip.mapToGlobal(at));
        QCoreApplication::sendEvent(&strip, &event);
        auto *menu = strip.findChild<QMenu *>();
        QAction *found = menu == nullptr ? nullptr : test::entryOf(*menu, start);
        if (found != nullptr)
            found->trigger();
        delete menu;
        return found != nullptr;
    };
    const QRect busy = strip.partRect(strip.partOf(CellId::Busy));
    QVERIFY(entry(QContextMenuEvent::Mouse, busy.center(), QStringLiteral("Open")));
    QCOMPARE(requested.takeLast().at(0).value<OverviewAction>(), OverviewAction::Idle);
    QVERIFY(entry(QContextMenuEvent::Mouse, busy.center(), QStringLiteral("Copy")));
    QCOMPARE(QApplication::clipboard()->text(), strip.partName(strip.partOf(CellId::Busy)));
    strip.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&strip, Qt::Key_Home);
    QVERIFY(entry(QContextMenuEvent::Keyboard, QPoint(700, 20), QStringLiteral("Copy")));
    QCOMPARE(QApplication::clipboard()->text(), strip.partName(0));
}

void TestTraceOverview::keysReachEverything()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1440, strip.height());
    strip.show();
    strip.setFocus(Qt::TabFocusReason);
    QVERIFY(test::settled());
    QSet<QString> reached;
    QTest::keyClick(&strip, Qt::Key_Home);
    for (int i = 0; i < strip.partCount(); ++i) {
        reached << strip.partName(strip.selectedPart());
        QTest::keyClick(&strip, Qt::Key_Right);
    }
    for (std::size_t cell = 0; cell < strip.cells().size(); ++cell)
        if (strip.cells()[cell].action != OverviewAction::None)
            QVERIFY2(reached.contains(strip.cells()[cell].plain()), qPrintable(strip.cells()[cell].plain()));
    for (int link = static_cast<int>(strip.cells().size()); link < strip.partCount(); ++link)
        QVERIFY(reached.contains(strip.partName(link)));
}

void TestTraceOverview::layersFoundOpensThePopover()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1440, strip.height());
    strip.show();
    QVERIFY(test::settled());
    strip.pressPart(strip.partOf(CellId::Layers));
    QVERIFY(strip.popover() != nullptr);
    QSignalSpy requested(&strip, &TraceOverview::requested);
    strip.popover()->findChild<QToolButton *>(QStringLiteral("changeBoundaries"))->click();
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.first().at(0).value<OverviewAction>(), OverviewAction::Boundaries);
    QVERIFY(QTest::qWaitFor([&strip] { return strip.popover() == nullptr; })); // it has closed
}

// Every kernel of this trace is launched by a call of its own and belongs to a pass or not: the counts of `info`.
void TestTraceOverview::thePopoverSaysWhatIsCovered()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    const core::Coverage expected =
        core::coverage(*trace.controller.document(), *trace.controller.names(), *trace.controller.segmentation());
    LayersPopover popover(trace.controller, nullptr);
    popover.showUnder({0, 0}, {0, 0, 1280, 800});
    QTRY_VERIFY(besideLabel(popover, QStringLiteral("Clock resolution")) != nullptr);
    QCOMPARE(besideLabel(popover, QStringLiteral("GPU time inside passes"))->text(),
        qtext(core::formatShare(expected.inPassesShare())));
    QCOMPARE(besideLabel(popover, QStringLiteral("Kernels with own launch"))->text(),
        qtext(core::formatShare(expected.ownLaunchShare())));
    QVERIFY(popover.geometry().bottom() <= 800);
}

// A pass within the run that lacks layers, for another reason, is not the one that the file cuts.
void TestTraceOverview::theLastPassThatIsCutIsNamed()
{
    test::BuiltTrace trace("7: gemm@0+5 gemm@100+5 gemm@200+5 gemm@206+5 gemm@300+5", {{0, 1}, {1, 0}, {2, 0}, {2, 1}, {3, 0}});
    const auto facts = [&trace](std::size_t passes) {
        core::DeviceSegmentation &device = trace.segmentation->devices[0];
        device.passes.resize(passes);
        for (core::Pass &pass : device.passes) {
            pass.expectedLayers = 2;
            pass.complete = pass.number == 2;
        }
        return overviewCounts(*trace.document, *trace.segmentation);
    };
    const OverviewFacts atBothEnds = facts(4);
    QCOMPARE(atBothEnds.cutPass, std::optional<int>(3));
    QVERIFY(atBothEnds.cut && atBothEnds.cut->atEnd);
    const OverviewFacts atBegin = facts(3);
    QCOMPARE(atBegin.cutPass, std::optional<int>(0));
    QVERIFY(atBegin.cut && !atBegin.cut->atEnd);
}

// A doubt may be a sentence of several lines, beside rows that would like to be wider than the popover.
void TestTraceOverview::sentencesOfThePopoverAreWhole()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    core::Segmentation unsure = *trace.controller.segmentation();
    unsure.confidence = 0.3;
    unsure.checks.insert(unsure.checks.begin(),
        {false,
            "convolutions of many shapes point to a UNet or another convolutional network, whose blocks are not of one kind and "
            "do not repeat; say with --anchor which kernel marks them, or choose one of those that are listed below"});
    LayersPopover popover(trace.controller, nullptr);
    popover.findChild<DoubtBox *>()->setSegmentation(unsure);
    QVERIFY(static_cast<std::size_t>(popover.findChildren<IconSentence *>().size()) >= unsure.checks.size() - 1);
    QCOMPARE(besideLabel(popover, QStringLiteral("Found"))->text(), QStringLiteral("by repetition"));
    QVERIFY(!unsure.profileName.empty());
    const ElidedLabel *profile = besideLabel(popover, QStringLiteral("Profile"));
    QVERIFY(profile != nullptr && profile->text() == qtext(unsure.profileName)); // though it found nothing
    const QString boundary = besideLabel(popover, QStringLiteral("Boundary"))->text();
    QVERIFY2(boundary.endsWith(QStringLiteral(" a block")), qPrintable(boundary));
    popover.showUnder({0, 0}, {0, 0, 1280, 800});
    QTRY_VERIFY(besideLabel(popover, QStringLiteral("Clock resolution")) != nullptr);
    const auto sentences = [&popover] {
        std::vector<const QLabel *> found;
        const auto labels = popover.findChildren<QLabel *>();
        for (const QLabel *label : labels)
            if (label->wordWrap() && label->isVisible())
                found.push_back(label);
        return found;
    };
    QTRY_VERIFY(!sentences().empty());
    QTRY_VERIFY([&] {
        const auto all = sentences();
        return std::all_of(
            all.begin(), all.end(), [](const QLabel *label) { return label->height() >= label->heightForWidth(label->width()); });
    }());
    const auto all = sentences();
    QVERIFY(std::any_of(
        all.begin(), all.end(), [](const QLabel *label) { return label->height() > 2 * label->fontMetrics().height(); }));
}

// A window that is lower than the popover: its last links are reached by scrolling.
void TestTraceOverview::thePopoverScrollsInALowWindow()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    LayersPopover popover(trace.controller, nullptr);
    popover.showUnder({0, 0}, {0, 0, 1280, 240});
    QTRY_VERIFY(besideLabel(popover, QStringLiteral("Clock resolution")) != nullptr);
    QTRY_VERIFY(popover.findChild<QScrollArea *>()->verticalScrollBar()->maximum() > 0);
    QVERIFY(popover.geometry().bottom() <= 240);
    auto *link = popover.findChild<LinkButton *>(QStringLiteral("allDiagnostics"));
    popover.findChild<QScrollArea *>()->ensureWidgetVisible(link);
    QVERIFY(popover.rect().contains(QRect(link->mapTo(&popover, QPoint()), link->size())));
    popover.showUnder({0, 0}, {0, 0, 1280, 1200});
    QTRY_COMPARE(popover.findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
}

// Of no GPU time there is no share: no 0 %, and no 100 % either.
void TestTraceOverview::sharesOfNothingAreNotShown()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"host","cat":"cpu_op"}]})"));
    LayersPopover panel(trace.controller, nullptr);
    panel.show();
    for (const char *name : {"GPU time inside passes", "Named by a category rule", "Kernels with own launch"}) {
        QTRY_VERIFY2(besideLabel(panel, QString::fromLatin1(name)) != nullptr, name);
        const ElidedLabel *value = besideLabel(panel, QString::fromLatin1(name));
        QCOMPARE(value->text(), QStringLiteral("–"));
        QVERIFY2(value->toolTip().contains(QStringLiteral("No GPU")), qPrintable(value->toolTip()));
    }
}

void TestTraceOverview::profilesLeftOutAreNamed()
{
    const QTemporaryDir data;
    const QByteArray before = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
    const QDir folder(data.path());
    QVERIFY(folder.mkpath(QStringLiteral("lamella/profiles")));
    test::writeFile(folder.filePath(QStringLiteral("lamella/profiles/mine.json")),
        QByteArray(R"({"schema_version":1,"name":"mine","anchors":[{"pattern":"x","role":"starts"}]})"));
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    LayersPopover panel(trace.controller, nullptr);
    panel.show();
    const auto rows = panel.findChildren<IconSentence *>(QStringLiteral("profileFault"));
    QCOMPARE(rows.size(), 1);
    QTRY_VERIFY(rows.front()->isVisible());
    QVERIFY2(rows.front()->toolTip().contains(QStringLiteral("mine.json")), qPrintable(rows.front()->toolTip()));
    QVERIFY2(rows.front()->toolTip().contains(QStringLiteral("role")), qPrintable(rows.front()->toolTip()));
    qputenv("XDG_DATA_HOME", before);
}

LAMELLA_WIDGET_TEST(TestTraceOverview)
#include "tst_TraceOverview.moc"
