// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison in the window: what is compared with what, a click in it, a second trace beside the first.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/DropVeil.h"
#include "widgets/diff/DiffLanes.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/diff/DiffSidebar.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/JobSlot.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUrl>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr int kWaitMs = 60'000;

struct Open : test::LoadedTrace {
    bool openFirst()
    {
        test::TraceOptions options;
        options.seed = 5;
        options.passes = 3;
        json = test::generateTrace(test::TraceKind::Dense, options).json;
        return load(json);
    }
    QString written(const QString &name, const std::string &text) const { return test::writeFile(folder.filePath(name), text); }
    std::string json;
};

bool settled(const DiffPanel &panel)
{
    return QTest::qWaitFor([&panel] { return JobSlot::awaited() == 0 && panel.shown() != nullptr; }, kWaitMs);
}

} // namespace

class TestDiffPanel : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsMissing()
    {
        Open trace;
        CompareController compare(trace.controller, trace.bus);
        QVERIFY(!compare.request().has_value());
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 500);
        panel.show();
        QVERIFY(panel.shown() == nullptr);
        QVERIFY(trace.openFirst());
        QVERIFY(!compare.request().has_value()); // nothing is selected
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(compare.request().has_value());
        QVERIFY(settled(panel));
    }

    void pairsWithTheNextOneOrWithWhatIsPicked()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        const core::DeviceId device = trace.device().device;
        const auto words = [&compare] {
            const auto r = compare.request();
            return r ? QString::fromStdString(r->pass + "/" + r->layer + " " + r->withPass + "/" + r->withLayer) : QString();
        };
        trace.bus.select(core::PassSelection{device, 1}, nullptr);
        QCOMPARE(words(), QStringLiteral("1/all 2/all"));
        trace.bus.select(core::LayerSelection{device, 1, 4}, nullptr);
        QCOMPARE(words(), QStringLiteral("1/4 1/5"));
        compare.compareWith(core::LayerSelection{device, 2, 7});
        QCOMPARE(words(), QStringLiteral("1/4 2/7"));
        compare.swapSides();
        QCOMPARE(words(), QStringLiteral("2/7 1/4"));
        compare.swapSides();
        trace.bus.select(core::LayerSelection{device, 1, 5}, nullptr);
        QCOMPARE(words(), QStringLiteral("1/5 2/7"));
        compare.setPlaceB({2, std::nullopt, device});
        QCOMPARE(words(), QStringLiteral("1/5 2/5"));
        compare.selectFromComparison(core::LayerSelection{device, 2, 3});
        QCOMPARE(words(), QStringLiteral("1/5 2/5"));
        compare.setPlaceA({0, std::nullopt, device});
        QCOMPARE(trace.bus.focus().pass, 0);
        QCOMPARE(words(), QStringLiteral("0/all 2/all"));
        compare.setPlaceB({2, 3, device}); // a layer beside a whole pass: the same layer of that
        QCOMPARE(words(), QStringLiteral("0/3 2/3"));
    }

    void aClickSelectsTheKernelEverywhere()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::LayerSelection{trace.device().device, 1, 3}, nullptr);
        QVERIFY(settled(panel));
        QVERIFY(panel.shown()->outcome->oneLayerPair);
        auto *table = panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        QVERIFY(table != nullptr && table->model()->rowCount() > 3);
        const QModelIndex cell = table->model()->index(2, DiffTableModel::kNameA);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
        const auto *kernel = std::get_if<core::KernelSelection>(&trace.bus.selection());
        QVERIFY(kernel != nullptr);
        QVERIFY(kernel->kernel == panel.shown()->rows.groups[2].kernelA);
        // In B's column it is B's kernel, and A stays what it was.
        QTest::mouseClick(
            table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(2, DiffTableModel::kNameB)).center());
        kernel = std::get_if<core::KernelSelection>(&trace.bus.selection());
        QVERIFY(kernel != nullptr && kernel->kernel == panel.shown()->rows.groups[2].kernelB);
        QCOMPARE(compare.placeA().layer.value_or(-9), 3);
        // A kernel that is selected elsewhere is found.
        trace.bus.select(core::KernelSelection{panel.shown()->rows.groups[1].kernelA}, nullptr);
        QTRY_COMPARE(table->currentIndex().row(), 1);
    }

    void sumsStayBelow()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::LayerSelection{trace.device().device, 1, 3}, nullptr);
        QVERIFY(settled(panel));
        auto *totals = panel.findChild<QTableView *>(QStringLiteral("diffTotals"));
        QVERIFY(totals != nullptr);
        QCOMPARE(totals->model()->rowCount(), 3);
        const core::DiffSummary &rows = panel.shown()->rows;
        QCOMPARE(
            totals->model()->index(2, DiffTableModel::kDelta).data().toString(), signedDuration(rows.b.wallNs - rows.a.wallNs));
        auto *table = panel.findChild<QTableView *>(QStringLiteral("diffTable"));
        const int all = table->model()->rowCount();
        auto *same = panel.findChild<QToolButton *>(QStringLiteral("diffSame"));
        QVERIFY(same != nullptr);
        same->setChecked(false);
        QVERIFY(table->model()->rowCount() < all);
        QCOMPARE(totals->model()->rowCount(), 3);
    }

    void viewsOfAPass()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(settled(panel));
        auto *view = panel.findChild<QComboBox *>(QStringLiteral("diffView"));
        QVERIFY(view != nullptr);
        for (const auto &[id, expected] : {std::pair("auto", core::DiffView::Kernel), std::pair("layer", core::DiffView::Layer),
                 std::pair("category", core::DiffView::Category), std::pair("replaced", core::DiffView::Replaced)}) {
            const int index = view->findData(QString::fromLatin1(id));
            QVERIFY(index >= 0);
            view->setCurrentIndex(index);
            emit view->activated(index);
            QTRY_VERIFY(JobSlot::awaited() == 0);
            QCOMPARE(panel.shown()->rows.view, expected);
            QCOMPARE(panel.shown()->table->rowCount(), panel.shown()->rows.groups.size() + 2);
        }
        QVERIFY(!panel.shown()->picture.kernels);
        QVERIFY(panel.shown()->picture.a.size() > 10);
        QVERIFY(panel.lanes()->isVisible());
    }

    void secondTraceBesideTheFirst()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        std::string changed = trace.json;
        const std::string old = "create_flashinfer_kv_indices_triton";
        QVERIFY(changed.find(old) != std::string::npos);
        for (std::size_t at = changed.find(old); at != std::string::npos; at = changed.find(old, at))
            changed.replace(at, old.size(), "create_flashinfer_kv_indices_cutile");
        const QString path = trace.written(QStringLiteral("b.json"), changed);
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(settled(panel));
        const auto before = panel.shown();
        compare.openSecond(path, {});
        QTRY_VERIFY_WITH_TIMEOUT(
            compare.hasSecond() && JobSlot::awaited() == 0 && panel.shown() && panel.shown() != before, kWaitMs);
        QVERIFY(!panel.shown()->session->sameTrace());
        std::uint64_t replaced = 0;
        for (const core::DiffGroup &group : panel.shown()->rows.groups) {
            if (group.change == core::DiffChange::Same) {
                QCOMPARE(group.deltaNs(), 0);
                continue;
            }
            QCOMPARE(group.change, core::DiffChange::Replaced);
            replaced += group.countA;
        }
        QVERIFY(replaced > 0);
        // Closing it leads back to one trace.
        compare.closeSecond();
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && panel.shown() && panel.shown()->session->sameTrace(), kWaitMs);
    }

    // What was chosen about the model goes along, what was moved in the first trace does not.
    void aDroppedFileIsOpenedBeside()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        core::SessionOptions chosen = trace.controller.session()->options();
        chosen.layers = trace.device().modelLayers;
        chosen.boundaries = {{0, 1, core::BoundaryPart::LayerStart, 2, 12'345}};
        chosen.selectedPass = 1;
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(settled(panel));
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(trace.written(QStringLiteral("b.json"), trace.json))});
        const auto *veil = panel.findChild<DropVeil *>();
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&panel, &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(veil->isVisible());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&panel, &drop);
        QVERIFY(!veil->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(compare.hasSecond() && JobSlot::awaited() == 0, kWaitMs);
        const core::SessionOptions &second = compare.second().session()->options();
        QCOMPARE(second.layers.value_or(0), trace.device().modelLayers);
        QVERIFY(second.boundaries.empty());
        QVERIFY(!second.selectedPass);
        QMimeData text;
        text.setText(QStringLiteral("no file"));
        QDragEnterEvent other(QPoint(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&panel, &other);
        QVERIFY(!veil->isVisible());
    }

    void aNewCutKeepsWhatIsCompared()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        const core::DeviceId device = trace.device().device;
        trace.bus.select(core::LayerSelection{device, 1, 3}, nullptr);
        compare.compareWith(core::LayerSelection{device, 2, 5});
        QVERIFY(settled(panel));
        const auto before = panel.shown();
        core::SessionOptions chosen = trace.controller.session()->options();
        chosen.selectedPass = 1;
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0 && panel.shown() && panel.shown() != before, kWaitMs);
        QCOMPARE(compare.placeA().layer.value_or(-9), 3);
        QCOMPARE(compare.placeB().pass.value_or(-9), 2);
        QCOMPARE(compare.placeB().layer.value_or(-9), 5);
        chosen.layers = 4; // layer 5 is not there any more
        trace.controller.segmentAgain(chosen);
        QTRY_VERIFY_WITH_TIMEOUT(!trace.controller.isSegmenting(), kWaitMs);
        QVERIFY(!compare.placeB().pass || trace.controller.segmentation()->layer(device, 2, 5) != nullptr);
    }

    void secondTraceThatCannotBeReadSaysSo()
    {
        Open trace;
        QVERIFY(trace.openFirst());
        CompareController compare(trace.controller, trace.bus);
        DiffPanel panel(compare, trace.bus);
        panel.resize(1200, 600);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
        QVERIFY(settled(panel));
        QSignalSpy failed(&compare.second(), &SessionController::loadFailed);
        compare.openSecond(trace.written(QStringLiteral("bad.json"), "not a trace"), {});
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kWaitMs);
        QTRY_VERIFY(panel.shown() == nullptr);
        QVERIFY(trace.controller.session() != nullptr); // the first trace is untouched
    }
};

LAMELLA_WIDGET_TEST(TestDiffPanel)
#include "tst_DiffPanel.moc"
