// SPDX-License-Identifier: GPL-3.0-or-later
// One figure is the same wherever the window shows it, and says what it is of.
#include "core/report/CellText.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/Counts.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/TraceWords.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/overview/LayersPopover.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/overview/OverviewFacts.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/TotalRow.h"
#include "widgets/session/CompareController.h"
#include "widgets/window/StatusField.h"
#include "widgets/window/StatusFields.h"

#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

const QString kSample = QStringLiteral(LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz");

core::SessionOptions withConfig(const test::LoadedTrace &trace)
{
    core::SessionOptions options = trace.controller.session()->options();
    options.configPath = LAMELLA_SOURCE_DIR "/resources/sample/config.json";
    options.roofline.peaks = "H100 SXM";
    return options;
}

bool openSample(test::LoadedTrace &trace)
{
    trace.controller.open(kSample);
    return QTest::qWaitFor([&] { return trace.controller.session() != nullptr; }, test::kWaitMs) && test::settled();
}

bool chooseConfig(test::LoadedTrace &trace)
{
    QSignalSpy changed(&trace.controller, &SessionController::sessionChanged);
    trace.controller.segmentAgain(withConfig(trace));
    return QTest::qWaitFor([&] { return !changed.isEmpty(); }, test::kWaitMs);
}

std::shared_ptr<const core::ReportTable> tableOf(const test::LoadedTrace &trace, const core::TableRequest &request)
{
    const auto made = trace.controller.session()->table(request);
    return made ? *made : nullptr;
}

QStringList fieldsOf(const QStatusBar &bar)
{
    QStringList texts;
    const auto fields = bar.findChildren<StatusField *>();
    for (const StatusField *field : fields)
        texts << field->accessibleName().trimmed();
    return texts;
}

} // namespace

class TestSameFigures : public QObject {
    Q_OBJECT
private slots:
    // As in the inspector: of the wall of the pass, not of the time of its kernels.
    void theTotalOfAPassIsOfItsWall()
    {
        test::LoadedTrace trace;
        QVERIFY(openSample(trace) && chooseConfig(trace));
        KernelTablePanel panel(trace.controller, trace.bus);
        panel.resize(1000, 400);
        panel.show();
        trace.bus.select(core::PassSelection{trace.device().device, 7}, nullptr);
        core::TableRequest request;
        request.table = "inspect";
        request.pass = "7";
        const auto inspected = tableOf(trace, request);
        QVERIFY(inspected);
        QString share;
        for (std::size_t row = 0; row < inspected->rowCount(); ++row)
            if (inspected->text(row, inspected->columnIndex("section")) == "limit"
                && inspected->text(row, inspected->columnIndex("key")) == "roofline")
                share = qtext(core::displayCell(*inspected, row, inspected->columnIndex("share")));
        QVERIFY(share.endsWith(u'%'));
        const auto *total = panel.findChild<TotalRow *>();
        QTRY_VERIFY_WITH_TIMEOUT(total->texts().values().contains(share), test::kWaitMs);
        const int column = total->texts().key(share);
        panel.setFilter(QStringLiteral("cat:gemm")); // of a part of the kernels it would be of another base
        QTRY_VERIFY(!total->texts().isEmpty() && !total->texts().contains(column));
    }

    void theSpanOfSeveralIsNoSum()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 4}));
        QStatusBar bar;
        const StatusFields fields(trace.controller, trace.bus, bar);
        bar.show();
        const core::DeviceId device = trace.device().device;
        const int pass = trace.firstPass();
        const core::Selection one = core::LayerSelection{device, pass, 1};
        const core::Selection both[] = {one, core::LayerSelection{device, pass, 3}};
        const auto shows = [&](const char *label) {
            const QString length = durationText(trace.bus.selectedRange().length().value);
            return fieldsOf(bar).contains(QLatin1String(label) + u' ' + length);
        };
        trace.bus.select(one, nullptr);
        QVERIFY(shows("Selected"));
        trace.bus.select(core::severalOf(both), nullptr);
        QVERIFY(shows("Selected span"));
        const core::StringId name = trace.controller.document()->kernels.name[trace.kernelInLayer(1).value];
        trace.bus.select(core::NameSelection{name, device, pass, core::kNoLayer}, nullptr);
        QVERIFY(shows("Selected span"));
    }

    // The sample has no diagnostic of its importer, but a row in the table about what is in no pass.
    void diagnosticsAreCountedAsTheTableListsThem()
    {
        test::LoadedTrace trace;
        QStatusBar bar;
        const StatusFields fields(trace.controller, trace.bus, bar);
        bar.show();
        QVERIFY(openSample(trace));
        core::TableRequest request;
        request.table = "diagnostics";
        const auto table = tableOf(trace, request);
        QVERIFY(table && table->rowCount() > trace.controller.document()->diagnostics.sorted().size());
        const auto count = static_cast<std::int64_t>(table->rowCount());
        QTRY_VERIFY(fieldsOf(bar).contains(diagnosticCount(count)));
        LayersPopover popover(trace.controller, nullptr);
        popover.showUnder({0, 0}, {0, 0, 1280, 800});
        const auto *all = popover.findChild<LinkButton *>(QStringLiteral("allDiagnostics"));
        QTRY_COMPARE(all->text(), QStringLiteral("All diagnostics (%1)").arg(count));
        QVERIFY(popover.findChild<QWidget *>(QStringLiteral("noProblems"))->isHidden());
        const auto facts = overviewFacts(*trace.controller.session(), {});
        QVERIFY(facts);
        QCOMPARE(facts->diagnostics, table->rowCount());
    }

    void passesOfSeveralDevicesAreSaidToBe()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(test::TraceKind::TwoDevices));
        std::int64_t passes = 0;
        for (const core::DeviceSegmentation &device : trace.controller.segmentation()->devices)
            passes += static_cast<std::int64_t>(device.passes.size());
        QVERIFY(static_cast<std::size_t>(passes) > trace.device().passes.size());
        QVERIFY(partsText(*trace.controller.segmentation(), TraceWords())
                    .startsWith(QStringLiteral("%1 passes on 2 devices").arg(passes)));
    }

    // Steps and ops everywhere, and the program in the path.
    void aCompiledProgramHasItsOwnWords()
    {
        core::TraceDocument document;
        QCOMPARE(TraceWords::of(&document).passCount(2), QStringLiteral("2 passes"));
        document.operations.emplace_back();
        const TraceWords words = TraceWords::of(&document);
        QCOMPARE(words.passes(), QStringLiteral("Steps"));
        QCOMPARE(words.passCount(2), QStringLiteral("2 steps"));
        QCOMPARE(words.passCount(8, 4), QStringLiteral("8 steps on 4 devices"));
        QCOMPARE(words.kernelCount(3), QStringLiteral("3 ops"));
        QCOMPARE(words.programOf(QStringLiteral("jit_f(1234)")), QStringLiteral("jit_f"));
        QCOMPARE(words.programOf(QStringLiteral("partial (17 of 24 layers)")), QString());
    }

    // The config is often chosen, or found, after the second trace was opened.
    void aSecondTraceFollowsTheChoicesOfTheFirst()
    {
        test::LoadedTrace trace;
        CompareController compare(trace.controller, trace.bus);
        QVERIFY(openSample(trace));
        compare.openSecond(kSample);
        QTRY_VERIFY_WITH_TIMEOUT(
            compare.hasSecond() && compare.second().state() == SessionController::State::Ready, test::kWaitMs);
        QVERIFY(compare.second().session()->options().configPath.empty());
        QVERIFY(chooseConfig(trace));
        const core::SessionOptions chosen = trace.controller.session()->options();
        QTRY_COMPARE_WITH_TIMEOUT(compare.second().session()->options().configPath, chosen.configPath, test::kWaitMs);
        QVERIFY(compare.second().session()->options().roofline == chosen.roofline); // it is the same file
        // Not if it has its own.
        core::SessionOptions own = chosen;
        own.configPath.clear();
        compare.openSecond(kSample, own);
        QTRY_VERIFY_WITH_TIMEOUT(compare.second().state() == SessionController::State::Ready
                && compare.second().session()->options().configPath.empty(),
            test::kWaitMs);
        QVERIFY(chooseConfig(trace));
        QVERIFY(test::settled());
        QVERIFY(compare.second().session()->options().configPath.empty());
    }

    void whyAFileOfTablesHasNoLayers()
    {
        OverviewFacts facts;
        const auto layers = [&facts] {
            for (const OverviewCell &cell : overviewCells(facts, {}))
                if (cell.id == OverviewCell::Id::Layers)
                    return cell.plain();
            return QString();
        };
        QCOMPARE(layers(), QStringLiteral("Layers: none: no GPU work in this file"));
        facts.isSummary = true;
        QCOMPARE(layers(), QStringLiteral("Layers: none: summary tables alone"));
    }
};

LAMELLA_WIDGET_TEST(TestSameFigures)
#include "tst_SameFigures.moc"
