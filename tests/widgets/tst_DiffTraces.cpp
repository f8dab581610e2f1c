// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of two traces: a second one beside the first.
#include "tests/support/TestMain.h"
#include "tests/widgets/Compared.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/DropOverlay.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/diff/CompareResults.h"
#include "widgets/session/JobSlot.h"

#include <QAbstractButton>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QUrl>

using namespace lamella;
using namespace lamella::ui;

namespace {

using test::Compared;
using test::kWaitMs;

} // namespace

class TestDiffTraces : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().remove(QStringLiteral("tables/diffTable")); }

    void secondTraceBesideTheFirst()
    {
        Compared trace;
        QVERIFY(trace.open());
        std::string changed = trace.text();
        const std::string old = "create_flashinfer_kv_indices_triton";
        QVERIFY(changed.find(old) != std::string::npos);
        for (std::size_t at = changed.find(old); at != std::string::npos; at = changed.find(old, at))
            changed.replace(at, old.size(), "create_flashinfer_kv_indices_cutile");
        const QString path = trace.write(QStringLiteral("b.json"), changed);
        trace.panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(trace.settled());
        const auto before = trace.panel.shown();
        trace.compare.openSecond(path, {});
        QTRY_VERIFY_WITH_TIMEOUT(
            trace.compare.hasSecond() && JobSlot::awaited() == 0 && trace.panel.shown() && trace.panel.shown() != before,
            kWaitMs);
        QVERIFY(!trace.panel.shown()->session->sameTrace());
        std::uint64_t replaced = 0;
        for (const core::DiffGroup &group : trace.panel.shown()->rows.groups) {
            if (group.change == core::DiffChange::Same) {
                QCOMPARE(group.deltaNs(), 0);
                continue;
            }
            QCOMPARE(group.change, core::DiffChange::Replaced);
            replaced += group.countA;
        }
        QVERIFY(replaced > 0);
        // Closing it leads back to one trace.
        trace.compare.closeSecond();
        QTRY_VERIFY_WITH_TIMEOUT(
            JobSlot::awaited() == 0 && trace.panel.shown() && trace.panel.shown()->session->sameTrace(), kWaitMs);
    }

    // Until the comparison of the swapped sides is there, the old one is shown: its own side stays the one of the window's trace.
    void swappedSidesKeepTheirTraces()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        QVERIFY(trace.openAt(1));
        const core::DeviceId device = trace.device().device;
        trace.compare.openSecond(trace.write(QStringLiteral("b.json"), trace.text()), {});
        QTRY_VERIFY_WITH_TIMEOUT(trace.compare.hasSecond() && JobSlot::awaited() == 0 && trace.panel.shown(), kWaitMs);
        trace.compare.setPlaceB({2, std::nullopt, device});
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && results.verdict() && !results.verdict()->layers.empty(), kWaitMs);
        const auto before = trace.panel.shown();
        QVERIFY(before->ownIsA && before->isInWindow(true) && !before->isInWindow(false));
        const core::LayerDelta layer = results.verdict()->layers.front();
        const core::LayerSelection own{device, 1, layer.layerA};
        const auto isOwn = [&] { return results.selectionOf(layer) == std::optional(own); };
        QVERIFY(isOwn());
        trace.compare.swapSides();
        QVERIFY(trace.panel.shown() == before);
        QVERIFY(isOwn());
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffScope"));
        scope->findChildren<QAbstractButton *>()[1]->click();
        QCOMPARE(trace.bus.focus().pass, 1);
        QVERIFY(trace.bus.focus().layer != core::kNoLayer);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && trace.panel.shown() != before, kWaitMs);
        QVERIFY(!trace.panel.shown()->ownIsA && trace.panel.shown()->isInWindow(false));
        QCOMPARE(trace.panel.shown()->outcome->passes.front().passes.b.pass->number, 1);
    }

    // What was chosen about the model goes along, what was moved in the first trace does not.
    void aDroppedFileIsOpenedBeside()
    {
        Compared trace;
        QVERIFY(trace.open());
        core::SessionOptions chosen = trace.controller.session()->options();
        chosen.layers = trace.device().modelLayers;
        chosen.boundaries = {{0, 1, core::BoundaryPart::LayerStart, 2, 12'345}};
        chosen.selectedPass = 1;
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        trace.panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(trace.settled());
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(trace.write(QStringLiteral("b.json"), trace.text()))});
        const auto *veil = trace.panel.findChild<DropOverlay *>();
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&trace.panel, &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(veil->isVisible());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&trace.panel, &drop);
        QVERIFY(!veil->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(trace.compare.hasSecond() && JobSlot::awaited() == 0, kWaitMs);
        const core::SessionOptions &second = trace.compare.second().session()->options();
        QCOMPARE(second.layers.value_or(0), trace.device().modelLayers);
        QVERIFY(second.boundaries.empty());
        QVERIFY(!second.selectedPass);
        QMimeData text;
        text.setText(QStringLiteral("no file"));
        QDragEnterEvent other(QPoint(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&trace.panel, &other);
        QVERIFY(!veil->isVisible());
    }

    void aNewSegmentationKeepsWhatIsCompared()
    {
        Compared trace;
        QVERIFY(trace.open());
        trace.panel.show();
        const core::DeviceId device = trace.device().device;
        trace.bus.select(core::LayerSelection{device, 1, 3}, nullptr);
        trace.compare.compareWith(core::LayerSelection{device, 2, 5});
        QVERIFY(trace.settled());
        const auto before = trace.panel.shown();
        core::SessionOptions chosen = trace.controller.session()->options();
        chosen.selectedPass = 1;
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && trace.panel.shown() && trace.panel.shown() != before, kWaitMs);
        QCOMPARE(trace.compare.placeB().layer.value_or(-9), 3);
        QCOMPARE(trace.compare.placeA().pass.value_or(-9), 2);
        QCOMPARE(trace.compare.placeA().layer.value_or(-9), 5);
        chosen.layers = 4; // layer 5 is not there any more
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        QVERIFY(!trace.compare.placeA().pass || trace.controller.segmentation()->layer(device, 2, 5) != nullptr);
    }

    void secondTraceThatCannotBeReadSaysSo()
    {
        Compared trace;
        QVERIFY(trace.openAt(1));
        QSignalSpy failed(&trace.compare.second(), &SessionController::loadFailed);
        trace.compare.openSecond(trace.write(QStringLiteral("bad.json"), "not a trace"), {});
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kWaitMs);
        QTRY_VERIFY(trace.panel.shown() == nullptr);
        QVERIFY(trace.controller.session() != nullptr); // the first trace is untouched
        trace.compare.compareWith(core::PassSelection{trace.device().device, 2}); // which is shown again by this
        QCOMPARE(trace.compare.second().state(), SessionController::State::Empty);
        QVERIFY(trace.settled());
    }

    // The layer compared last is of a trace that is gone.
    void theSwitchForgetsTheLayerOfAnotherTrace()
    {
        Compared trace;
        trace.panel.resize(1200, 700);
        const int other = 2;
        QVERIFY(trace.openAt(other));
        const core::DeviceId device = trace.device().device;
        auto *scope = trace.panel.findChild<SegmentedControl *>(QStringLiteral("diffScope"));
        const auto segments = scope->findChildren<QAbstractButton *>();
        const CompareResults &results = CompareResults::of(trace.compare);
        QTRY_VERIFY(results.verdict() && !results.verdict()->layers.empty() && segments[1]->isEnabled());
        segments[1]->click();
        const int most = trace.compare.placeB().layer.value_or(-9); // nothing was compared by layer before
        QVERIFY(most >= 0);
        trace.bus.select(core::LayerSelection{device, other, most == 3 ? 4 : 3}, nullptr);
        QVERIFY(trace.settled());
        QVERIFY(trace.open());
        QVERIFY(trace.panel.shown() == nullptr);
        trace.bus.select(core::PassSelection{trace.device().device, other}, nullptr);
        QVERIFY(trace.settled());
        QTRY_VERIFY(results.verdict() && !results.verdict()->layers.empty() && segments[1]->isEnabled());
        segments[1]->click();
        QCOMPARE(trace.compare.placeB(), (ComparePlace{other, most, trace.device().device}));
    }
};

LAMELLA_WIDGET_TEST(TestDiffTraces)
#include "tst_DiffTraces.moc"
