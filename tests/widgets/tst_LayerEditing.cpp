// SPDX-License-Identifier: GPL-3.0-or-later
// The window around the corrections: commands, menus, trust panel, choices about passes, diagnostics that lead to their place.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/layers/AnchorForm.h"
#include "widgets/layers/LayersDialog.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/overview/LayersPopover.h"
#include "widgets/overview/LayersPopoverParts.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/panels/TableDialog.h"
#include "widgets/timeline/BoundaryEditor.h"
#include "widgets/window/LayerEditing.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

using namespace lamella;
using namespace lamella::ui;

class TestLayerEditing : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init() { QVERIFY(showWindow()); }
    void commandsNeedATrace();
    void commandsStandInTheMenus();
    void theEditModeIsACommand();
    void aPassIsChosenAsRepresentative();
    void passesAreTreatedAsSteady();
    void aSureCutRaisesNoDoubt();
    void doubtOffersOtherAnchors();
    void withoutLayersTheReasonIsSaid();
    void aDiagnosticLeadsToItsEvent();
    void aDiagnosticWithoutPlaceShowsTheTable();

private:
    [[nodiscard]] QStringList textsOf(const char *menu) const;
    [[nodiscard]] const LayersPopover *layersFound() const; // opens it
};

const LayersPopover *TestLayerEditing::layersFound() const
{
    auto *strip = m_window->findChild<TraceOverview *>();
    strip->pressPart(strip->partOf(OverviewCell::Id::Layers));
    return strip->popover();
}

QStringList TestLayerEditing::textsOf(const char *menu) const
{
    QStringList texts;
    const auto menus = m_window->menuBar()->actions();
    for (const QAction *action : menus) {
        if (action->menu() == nullptr || QString(action->text()).remove(u'&') != QLatin1String(menu))
            continue;
        const auto entries = action->menu()->actions();
        for (const QAction *entry : entries)
            texts << QString(entry->text()).remove(u'&');
    }
    return texts;
}

void TestLayerEditing::commandsNeedATrace()
{
    LayerEditing &editing = m_window->layerEditing();
    QVERIFY(!editing.layers->isEnabled());
    QVERIFY(!editing.editBoundaries->isEnabled());
    QVERIFY(open(writeTrace()));
    QVERIFY(editing.layers->isEnabled());
    QVERIFY(editing.editBoundaries->isEnabled());
    QVERIFY(!editing.undo->isEnabled()); // nothing was done yet
}

void TestLayerEditing::commandsStandInTheMenus()
{
    QVERIFY(textsOf("Edit").contains(QStringLiteral("Undo")));
    QVERIFY(textsOf("Analyze").contains(QStringLiteral("Layers…")));
    QVERIFY(textsOf("Analyze").contains(QStringLiteral("Edit boundaries")));
    QCOMPARE(QString(m_window->menuBar()->actions().last()->text()).remove(u'&'), QStringLiteral("Help"));
}

void TestLayerEditing::theEditModeIsACommand()
{
    QVERIFY(open(writeTrace()));
    LayerEditing &editing = m_window->layerEditing();
    editing.editBoundaries->trigger();
    QVERIFY(editing.boundaryEditor().isEditing());
    QTRY_VERIFY(editing.boundaryEditor().model() != nullptr);
    editing.boundaryEditor().setEditing(false);
    QVERIFY(!editing.editBoundaries->isChecked());
}

void TestLayerEditing::aPassIsChosenAsRepresentative()
{
    QVERIFY(open(writeTrace()));
    LayerEditing &editing = m_window->layerEditing();
    const auto segmentation = m_window->controller().segmentation();
    const core::DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
    QVERIFY(device.passes.size() >= 3);
    const int other = device.selectedPass == device.passes[1].number ? device.passes[2].number : device.passes[1].number;
    const std::unique_ptr<QMenu> menu(editing.passMenu({device.device, other}, m_window.get()));
    menu->actions().first()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
    QCOMPARE(*m_window->controller().session()->options().selectedPass, other);
    editing.undo->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
    QVERIFY(!m_window->controller().session()->options().selectedPass);
}

void TestLayerEditing::passesAreTreatedAsSteady()
{
    QVERIFY(open(writeTrace()));
    LayerEditing &editing = m_window->layerEditing();
    const auto segmentation = m_window->controller().segmentation();
    const core::DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
    // Two passes of one stage, one behind the other.
    int first = -1;
    for (std::size_t p = 1; p < device.passes.size() && first < 0; ++p) {
        if (device.passes[p].stage == device.passes[p - 1].stage && device.passes[p].complete && device.passes[p - 1].complete)
            first = device.passes[p - 1].number;
    }
    QVERIFY(first >= 0);
    editing.treatAsSteady(first, first + 1);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
    QVERIFY(m_window->controller().session()->options().steadyPasses == (std::pair<int, int>(first, first + 1)));
    editing.forgetPassChoices();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
    QVERIFY(!editing.choices().choices().steadyPasses);
}

void TestLayerEditing::aSureCutRaisesNoDoubt()
{
    QVERIFY(open(writeTrace()));
    const auto *doubt = layersFound()->findChild<DoubtBox *>(QStringLiteral("doubtBox"));
    QVERIFY(doubt != nullptr);
    QCOMPARE(!doubt->isHidden(), m_window->controller().segmentation()->confidence < kSureConfidence);
}

void TestLayerEditing::doubtOffersOtherAnchors()
{
    QVERIFY(open(writeTrace()));
    core::Segmentation unsure = *m_window->controller().segmentation();
    unsure.confidence = 0.3;
    unsure.checks.push_back({false, "something speaks against it"});
    QVERIFY(!unsure.anchors.empty());
    for (core::AnchorCandidate &candidate : unsure.anchors)
        candidate.chosen = false;
    auto *doubt = layersFound()->findChild<DoubtBox *>(QStringLiteral("doubtBox"));
    doubt->setSegmentation(unsure);
    QVERIFY(!doubt->isHidden());
    const auto links = doubt->findChildren<QToolButton *>();
    QCOMPARE(links.size(), static_cast<qsizetype>(std::min<std::size_t>(3, unsure.anchors.size()) + 1));
    links.front()->click(); // one click: the dialog opens with the preview under way
    auto *dialog = m_window->findChild<LayersDialog *>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->form().anchorField()->text(), QString::fromStdString(unsure.anchors.front().anchor));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 60'000);
}

void TestLayerEditing::withoutLayersTheReasonIsSaid()
{
    QVERIFY(open(write(QStringLiteral("trace.json"),
        R"({"traceEvents":[{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":1,"dur":5,
        "args":{"device":0,"stream":7}}]})")));
    const auto *doubt = layersFound()->findChild<DoubtBox *>(QStringLiteral("doubtBox"));
    QVERIFY(!doubt->isHidden());
    QVERIFY(!m_window->controller().segmentation()->whyNone.empty());
    QVERIFY(doubt->accessibleDescription().contains(
        QString::fromStdString(m_window->controller().segmentation()->whyNone.english())));
}

void TestLayerEditing::aDiagnosticLeadsToItsEvent()
{
    QVERIFY(open(write(QStringLiteral("trace.json"),
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":10,"dur":-5,"args":{"device":0,"stream":7}}]})")));
    const auto rows = layersFound()->findChildren<DiagnosticRow *>();
    const auto row = std::find_if(
        rows.begin(), rows.end(), [](const DiagnosticRow *r) { return r->diagnostic().kind->id == "negative_duration"; });
    QVERIFY(row != rows.end());
    QTest::keyClick(*row, Qt::Key_Return);
    QVERIFY(m_window->bus().selection() == core::Selection(core::KernelSelection{core::KernelId{1}}));
}

void TestLayerEditing::aDiagnosticWithoutPlaceShowsTheTable()
{
    QVERIFY(open(writeTrace()));
    core::Diagnostic diagnostic;
    static const core::DiagnosticKind kind{"without_place", core::Severity::Info, "nowhere"};
    diagnostic.kind = &kind;
    m_window->layerEditing().goToDiagnostic(diagnostic);
    auto *dialog = m_window->findChild<TableDialog *>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(dialog->model().table() != nullptr, 60'000);
    QCOMPARE(dialog->model().table()->id(), std::string("diagnostics"));
}

LAMELLA_WIDGET_TEST(TestLayerEditing)
#include "tst_LayerEditing.moc"
