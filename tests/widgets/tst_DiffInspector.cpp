// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of a comparison: what it adds up to, and how the difference is judged.
#include "core/analysis/PassLevels.h"
#include "core/analysis/StagePasses.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/Compared.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/diff/CompareInspector.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/diff/LayerDeltaChart.h"
#include "widgets/diff/LayerDeltaPanel.h"
#include "widgets/panels/PerfettoText.h"
#include "widgets/session/JobSlot.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSettings>

#include <algorithm>
#include <cstdlib>

using namespace lamella;
using namespace lamella::ui;

namespace {

using test::Compared;
using test::kWaitMs;

} // namespace

class TestDiffInspector : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().remove(QStringLiteral("tables/diffTable")); }

    // The categories, the others, idle and overlap are the difference of the walls; the whole passes add up to theirs.
    void theInspectorAddsUpToThePair()
    {
        Compared trace;
        CompareResults &results = CompareResults::of(trace.compare);
        const CompareInspector inspector(results, trace.bus);
        QVERIFY(trace.openAt(2, 4));
        const core::DeviceId device = trace.device().device;
        trace.compare.compareWith(core::LayerSelection{device, 1, 4});
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && results.step(), kWaitMs);
        const auto section = [&](const QString &id) {
            const auto &all = inspector.body()->content().sections;
            const auto found = std::find_if(all.begin(), all.end(), [&](const InspectorSection &one) { return one.id == id; });
            return found == all.end() ? InspectorSection{} : *found;
        };
        const auto wallNs = [&](int pass) {
            return trace.controller.segmentation()->layer(device, pass, 4)->range.length().value;
        };
        const std::int64_t deltaNs = wallNs(2) - wallNs(1);
        QCOMPARE(inspector.body()->content().figure, signedDuration(deltaNs));
        std::int64_t restNs = deltaNs;
        for (const core::DiffGroup &group : results.shown()->categories.groups)
            restNs -= group.deltaNs();
        const InspectorSection why = section(QStringLiteral("why"));
        const auto wall = std::find_if(why.rows.begin(), why.rows.end(), [](const InspectorRow &row) { return row.total; });
        QVERIFY(wall != why.rows.end() && wall != why.rows.begin());
        QCOMPARE(wall->value, signedDuration(deltaNs));
        QCOMPARE((wall - 1)->value, signedDuration(restNs));
        const auto passNs = [&](int pass) { return trace.controller.segmentation()->pass(device, pass)->range.length().value; };
        QCOMPARE(results.step()->wallNs, passNs(2) - passNs(1));
        QCOMPARE(section(QStringLiteral("step")).rows.back().value, signedDuration(passNs(2) - passNs(1)));
        QVERIFY(!section(QStringLiteral("origin")).rows.empty());
    }

    // A dot of side A shows that pass there, and leaves the selection, which is B.
    void aDotOfTheInspectorShowsItsPass()
    {
        Compared trace;
        CompareResults &results = CompareResults::of(trace.compare);
        CompareInspector inspector(results, trace.bus);
        inspector.resize(324, 700);
        trace.panel.show();
        test::TraceOptions options = Compared::kOptions;
        options.passes = 6;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        const core::DeviceId device = trace.device().device;
        const std::vector<const core::Pass *> counted =
            core::stagePasses(trace.device(), trace.device().passes.back().stage).counted;
        const int own = counted.front()->number == trace.device().selectedPass ? counted.back()->number : counted.front()->number;
        trace.bus.select(core::PassSelection{device, own}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && results.verdict()->againstMedian, kWaitMs);
        std::size_t wanted = 0;
        while (results.verdict()->a[wanted].pass == own || results.verdict()->a[wanted].pass == trace.device().selectedPass)
            ++wanted;
        const int pass = results.verdict()->a[wanted].pass;
        inspector.body()->pressPart(static_cast<int>(wanted)); // dots come first
        QCOMPARE(trace.compare.placeA().pass, std::optional(pass));
        QCOMPARE(trace.bus.selection(), core::Selection(core::PassSelection{device, own}));
    }

    // Without a choice A is the median of its stage, for passes and for their layers alike: by all its passes, with their noise.
    void theMedianOfTheStageHasItsNoise()
    {
        Compared trace;
        trace.panel.show();
        test::TraceOptions options = Compared::kOptions;
        options.passes = 10;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        const core::DeviceId device = trace.device().device;
        const core::Pass *median = trace.controller.segmentation()->pass(device, trace.device().selectedPass);
        const std::vector<const core::Pass *> counted = core::stagePasses(trace.device(), median->stage).counted;
        QVERIFY(counted.size() >= core::kMinPasses);
        const int other = (counted.front() == median ? counted.back() : counted.front())->number;
        const CompareResults &results = CompareResults::of(trace.compare);
        trace.bus.select(core::LayerSelection{device, other, 3}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && results.verdict()->ofLayer(), kWaitMs);
        const CompareVerdict &verdict = *results.verdict();
        QVERIFY(verdict.againstMedian);
        QVERIFY(!verdict.noiseAssumed);
        QCOMPARE(verdict.a.size(), counted.size());
        QCOMPARE(verdict.b.size(), std::size_t{1});
        QCOMPARE(verdict.figure.a.passes, verdict.a.size());
        const auto found = std::find_if(verdict.layers.begin(), verdict.layers.end(),
            [](const core::LayerDelta &layer) { return layer.layerA == 3 && layer.layerB == 3; });
        QVERIFY(found != verdict.layers.end() && found->figure);
        QCOMPARE(found->figure->deltaNs(), verdict.figure.deltaNs());
        QCOMPARE(found->figure->noiseNs, verdict.figure.noiseNs);
        trace.compare.compareWith(core::LayerSelection{device, median->number, 3}); // chosen: that one alone
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && !results.verdict()->againstMedian, kWaitMs);
        QCOMPARE(results.verdict()->a.size(), std::size_t{1});
        QVERIFY(!results.verdict()->noiseAssumed);
    }

    // "Compare with the rest": medians over the passes of a level and over the others, of passes and layers, whichever pair of
    // them is shown.
    void aLevelIsComparedByItsPasses()
    {
        Compared trace;
        trace.panel.show();
        test::TraceOptions options = Compared::kOptions;
        options.passes = 12;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        const core::DeviceId device = trace.device().device;
        const PassBrush level{device, 5, 8};
        const auto sides =
            core::levelSides(core::stagePasses(trace.device(), trace.device().passes[6].stage).settled, level.first, level.last);
        QCOMPARE(sides.own.size(), std::size_t{4});
        QVERIFY(sides.rest.size() >= core::kMinPasses);
        const CompareResults &results = CompareResults::of(trace.compare);
        const auto judged = [&] { return JobSlot::awaited() == 0 && results.verdict() && results.verdict()->ofLevel; };
        trace.bus.select(core::PassSelection{device, 6}, nullptr);
        trace.compare.compareLevel(level, {device, sides.rest.back()->number});
        QTRY_VERIFY_WITH_TIMEOUT(judged(), kWaitMs);
        QVERIFY(results.verdict()->ofPasses);
        QCOMPARE(results.verdict()->a.size(), sides.rest.size()); // the others are the baseline
        QCOMPARE(results.verdict()->b.size(), sides.own.size());
        const core::WallSample rest = core::wallSample(core::wallsOf(sides.rest));
        const core::WallSample own = core::wallSample(core::wallsOf(sides.own));
        QCOMPARE(results.verdict()->figure.aNs(), rest.medianNs);
        QCOMPARE(results.verdict()->figure.bNs(), own.medianNs);
        QCOMPARE(results.verdict()->figure.noiseNs, core::deltaFigure(rest, own).noiseNs);
        QCOMPARE(results.verdict()->layers.front().figure->a.passes, sides.rest.size());

        trace.bus.select(core::LayerSelection{device, 7, 3}, nullptr); // another pass of the level, and a layer
        QTRY_VERIFY_WITH_TIMEOUT(judged() && results.verdict()->ofLayer(), kWaitMs);
        QCOMPARE(results.verdict()->figure.b.passes, sides.own.size());
        trace.bus.select(core::PassSelection{device, 2}, nullptr); // none of the level
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && !results.verdict()->ofLevel, kWaitMs);
        QVERIFY(!results.verdict()->ofPasses);
        trace.bus.select(core::PassSelection{device, 5}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(judged(), kWaitMs);
        trace.compare.dropOther();
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && !results.verdict()->ofLevel, kWaitMs);
    }

    // Two passes selected together, or a second trace, are another comparison; another dot of the same one is not.
    void aLevelEndsWithItsComparison()
    {
        Compared trace;
        test::TraceOptions options = Compared::kOptions;
        options.passes = 12;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        const core::DeviceId device = trace.device().device;
        const core::Stage stage = trace.device().passes[6].stage;
        std::vector<int> rest;
        for (const core::Pass &pass : trace.device().passes)
            if ((pass.number < 5 || pass.number > 8) && pass.stage == stage)
                rest.push_back(pass.number);
        QVERIFY(rest.size() >= 2);
        const auto compareLevel = [&] {
            trace.bus.select(core::PassSelection{device, 6}, nullptr);
            trace.compare.compareLevel({device, 5, 8}, {device, rest.front()});
            return trace.compare.levelCompared().has_value();
        };
        QVERIFY(compareLevel());
        trace.compare.setPlaceA({rest.back(), std::nullopt, device}); // a dot
        QVERIFY(trace.compare.levelCompared());
        const core::Selection both[] = {core::PassSelection{device, rest.back()}, core::PassSelection{device, 6}};
        trace.bus.select(core::severalOf(both), nullptr);
        QVERIFY(trace.compare.firstOfTwo());
        QVERIFY(!trace.compare.levelCompared());

        QVERIFY(compareLevel());
        trace.compare.openSecond(trace.write(QStringLiteral("b.json"), trace.text()), {});
        QTRY_VERIFY_WITH_TIMEOUT(trace.compare.hasSecond(), kWaitMs);
        trace.compare.closeSecond();
        trace.compare.setPlaceA({rest.back(), std::nullopt, device});
        QVERIFY(!trace.compare.levelCompared());
        trace.compare.openSecond(trace.write(QStringLiteral("b.json"), trace.text()), {}); // is being read
        QVERIFY(compareLevel());
        QCOMPARE(trace.compare.second().state(), SessionController::State::Empty);
        QVERIFY(test::settled());
        QVERIFY(trace.compare.levelCompared());
    }

    // Layers that are not a pair of the passes have no bar there: not the bar of one of them.
    void onlyAPairHasABar()
    {
        Compared trace;
        LayerDeltaPanel bars(CompareResults::of(trace.compare), trace.bus);
        QVERIFY(trace.openAt(2, 4));
        const core::DeviceId device = trace.device().device;
        const CompareResults &results = CompareResults::of(trace.compare);
        trace.compare.compareWith(core::LayerSelection{device, 1, 4});
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && results.verdict()->layerA == 4, kWaitMs);
        QCOMPARE(bars.chart()->selectedPart(), 4);
        trace.compare.compareWith(core::LayerSelection{device, 1, 6});
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && results.verdict()->layerA == 6, kWaitMs);
        QCOMPARE(bars.chart()->selectedPart(), -1);
        const auto labels = bars.findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const QLabel *label) { return label->text().contains(QStringLiteral("L6 – L4 is none of these pairs")); }));
    }

    // Of two layers of one pass the verdict is about them: the pass is the same on both sides.
    void twoLayersOfOnePassAreJudged()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        QVERIFY(trace.openAt(2));
        const core::DeviceId device = trace.device().device;
        trace.bus.select(core::LayerSelection{device, 2, 5}, nullptr);
        trace.compare.compareWith(core::LayerSelection{device, 2, 3});
        QVERIFY(trace.settled());
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict().has_value());
        const auto wall = [&](int layer) {
            return trace.controller.segmentation()->layer(device, 2, layer)->range.length().value;
        };
        QVERIFY(wall(5) != wall(3));
        QTRY_COMPARE(results.verdict()->figure.deltaNs(), wall(5) - wall(3));
        QVERIFY(results.verdict()->layers.empty());
        // The dots are those two layers, on both sides.
        QCOMPARE(results.verdict()->a.size(), std::size_t{1});
        QCOMPARE(results.verdict()->b.size(), std::size_t{1});
        QCOMPARE(results.verdict()->a[0].wallNs, wall(3));
        QCOMPARE(results.verdict()->b[0].wallNs, wall(5));
        QCOMPARE(results.verdict()->a[0].pass, 2);
    }

    // Also where the passes are two: the layers are compared, not the passes around them.
    void layersOfTwoPassesAreJudged()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        QVERIFY(trace.openAt(2));
        const core::DeviceId device = trace.device().device;
        trace.bus.select(core::LayerSelection{device, 2, 5}, nullptr);
        trace.compare.compareWith(core::LayerSelection{device, 1, 5});
        QVERIFY(trace.settled());
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict().has_value() && results.verdict()->ofLayer());
        const auto wall = [&](int pass) { return trace.controller.segmentation()->layer(device, pass, 5)->range.length().value; };
        QCOMPARE(results.verdict()->figure.deltaNs(), wall(2) - wall(1));
        QVERIFY(results.verdict()->ofWholePasses == nullptr); // of one trace the pair is all there is
    }

    // Layers of two traces: the medians of the layer over the passes of both.
    void aLayerOfTwoTracesIsJudgedByItsMedians()
    {
        Compared trace;
        QVERIFY(trace.openAt(1, 3));
        trace.compare.openSecond(trace.write(QStringLiteral("same.json"), trace.text()), {});
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY_WITH_TIMEOUT(
            trace.compare.hasSecond() && JobSlot::awaited() == 0 && results.verdict() && results.verdict()->ofPasses, kWaitMs);
        const CompareVerdict &verdict = *results.verdict();
        QVERIFY(verdict.ofLayer());
        QCOMPARE(verdict.layerA, 3);
        QCOMPARE(verdict.figure.deltaNs(), std::int64_t{0});
        QVERIFY(!verdict.a.empty() && verdict.others.empty());
        std::vector<std::int64_t> walls;
        for (const ComparedPass &pass : verdict.a) {
            QCOMPARE(
                pass.wallNs, trace.controller.segmentation()->layer(trace.device().device, pass.pass, 3)->range.length().value);
            walls.push_back(pass.wallNs);
        }
        std::sort(walls.begin(), walls.end());
        const std::int64_t lower = walls[(walls.size() - 1) / 2];
        const std::int64_t upper = walls[walls.size() / 2];
        QCOMPARE(verdict.figure.aNs(), lower + (upper - lower + 1) / 2);
        const CompareVerdict *passes = verdict.ofWholePasses.get(); // what the head of the workspace says
        QVERIFY(passes != nullptr && passes->ofPasses && !passes->ofLayer());
        QCOMPARE(passes->a.size(), verdict.a.size());
        for (const ComparedPass &pass : passes->a)
            QCOMPARE(pass.wallNs, trace.controller.segmentation()->pass(trace.device().device, pass.pass)->range.length().value);
        QVERIFY(passes->figure.aNs() > verdict.figure.aNs());
        CompareInspector inspector(CompareResults::of(trace.compare), trace.bus); // where else: not the layer itself
        const auto &sections = inspector.body()->content().sections;
        const auto found = std::find_if(sections.begin(), sections.end(),
            [](const InspectorSection &section) { return section.id == QStringLiteral("else"); });
        QVERIFY(found != sections.end());
        QVERIFY(!found->rows.empty());
        for (const InspectorRow &row : found->rows)
            QVERIFY2(row.isLink() && row.label != QStringLiteral("L3"), qPrintable(row.label));
    }

    // As in the inspector: how far both are from the hardware, and a link to the range.
    void theInspectorHasLimitAndLink()
    {
        Compared trace;
        CompareInspector inspector(CompareResults::of(trace.compare), trace.bus);
        inspector.show();
        QVERIFY(trace.openAt(1, 3));
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY_WITH_TIMEOUT(results.limit(true) && results.limit(false), kWaitMs);
        QVERIFY(test::settled());
        const auto &sections = inspector.body()->content().sections;
        const auto found = std::find_if(sections.begin(), sections.end(),
            [](const InspectorSection &section) { return section.id == QStringLiteral("limit"); });
        QVERIFY(found != sections.end());
        const auto sides = [&found] {
            return std::count_if(found->rows.begin(), found->rows.end(), [](const InspectorRow &row) {
                return row.label.startsWith(QStringLiteral("A · ")) || row.label.startsWith(QStringLiteral("B · "));
            });
        };
        QVERIFY(!found->rows.empty());
        QVERIFY(sides() == 2 || (sides() == 0 && found->rows.size() == 1)); // the same of both: once
        auto *link = inspector.findChild<QPushButton *>(QStringLiteral("compareLink"));
        QVERIFY(link->isEnabled());
        link->click();
        const core::TimeRange range = trace.bus.selectedRange();
        QCOMPARE(
            QGuiApplication::clipboard()->text(), perfettoText(*trace.controller.document(), trace.bus.selection(), range).url);
        std::optional<bool> forgotten; // of another pair nothing is said of this one
        QObject watcher;
        connect(&results, &CompareResults::changed, &watcher, [&] {
            if (!forgotten)
                forgotten = results.limit(true) == nullptr && results.limit(false) == nullptr;
        });
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(forgotten.has_value(), kWaitMs);
        QVERIFY(*forgotten);
        QVERIFY(trace.settled());
    }

    // A layer of the median pass: the layer of its type that is nearest to the median of them, never itself.
    void aLayerOfTheMedianPass()
    {
        Compared trace;
        QVERIFY(trace.open());
        const core::DeviceSegmentation &device = trace.device();
        const int pass = device.selectedPass;
        const core::Selection selected = core::LayerSelection{device.device, pass, 4};
        trace.bus.select(selected, nullptr);
        const auto request = trace.compare.request();
        QVERIFY(request.has_value());
        QCOMPARE(request->pass, std::to_string(pass));
        const int chosen = std::stoi(request->layer);
        QVERIFY(chosen != 4);
        const core::LayerSpan *own = trace.controller.segmentation()->layer(device.device, pass, 4);
        std::vector<std::int64_t> walls;
        for (const core::LayerSpan &span : device.layers)
            if (span.pass == pass && span.type == own->type && span.layer >= 0)
                walls.push_back(span.range.end.value - span.range.begin.value);
        std::sort(walls.begin(), walls.end());
        const std::size_t n = walls.size();
        const std::int64_t median = walls[(n - 1) / 2];
        const auto off = [&](int layer) {
            const core::LayerSpan *span = trace.controller.segmentation()->layer(device.device, pass, layer);
            return std::abs(span->range.end.value - span->range.begin.value - median);
        };
        for (const core::LayerSpan &span : device.layers)
            if (span.pass == pass && span.type == own->type && span.layer >= 0 && span.layer != 4)
                QVERIFY(off(chosen) <= off(span.layer));
    }
};

LAMELLA_WIDGET_TEST(TestDiffInspector)
#include "tst_DiffInspector.moc"
