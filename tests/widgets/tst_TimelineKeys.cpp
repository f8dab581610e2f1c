// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the timeline that step through the trace, and what a selected name lights.
#include "core/analysis/KernelGroups.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class TestTimelineKeys : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<TimelinePanel> m_panel;

    core::KernelId selectedKernel() const
    {
        const auto *kernel = std::get_if<core::KernelSelection>(&m_trace->bus.selection());
        return kernel != nullptr ? kernel->kernel : core::KernelId{};
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_panel->view(), key, modifiers); }

private slots:
    void initTestCase()
    {
        Theme::apply(ThemeKind::Light);
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->loadDense({.passes = 4}));
        m_panel = std::make_unique<TimelinePanel>(m_trace->controller, m_trace->bus, m_trace->range);
        m_panel->resize(1000, 500);
        m_panel->show();
        QTRY_VERIFY(!m_panel->isBusy());
    }
    void init() { m_trace->bus.clear(); }
    void nStepsThroughAName();
    void bracketsStepThroughLayers();
    void backspaceSelectsWhatHolds();
    void gFindsTheNextGap();
    void rSelectsTheTimeInView();
    void zeroShowsThePass();
    void allKernelsOfANameAreLit();
    void cleanupTestCase()
    {
        m_panel.reset();
        m_trace.reset();
    }
};

void TestTimelineKeys::nStepsThroughAName()
{
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    const core::KernelId first = m_trace->kernelInLayer(2);
    m_trace->bus.select(core::KernelSelection{first}, this);
    press(Qt::Key_N);
    const core::KernelId second = selectedKernel();
    QVERIFY(second.value > first.value);
    QCOMPARE(kernels.name[second.value], kernels.name[first.value]);
    for (std::uint32_t k = first.value + 1; k < second.value; ++k)
        QVERIFY(kernels.name[k] != kernels.name[first.value]); // none was skipped
    press(Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(selectedKernel(), first);
    m_trace->bus.select(core::NameSelection{kernels.name[first.value]}, this);
    press(Qt::Key_N); // of a name: the first in view
    QVERIFY(selectedKernel().valid());
    QCOMPARE(kernels.name[selectedKernel().value], kernels.name[first.value]);
}

void TestTimelineKeys::bracketsStepThroughLayers()
{
    const core::DeviceId device = m_trace->device().device;
    m_trace->bus.select(core::LayerSelection{device, m_trace->firstPass(), 3}, this);
    press(Qt::Key_BracketRight);
    QCOMPARE(m_trace->bus.focus().layer, 4);
    press(Qt::Key_BracketLeft);
    press(Qt::Key_BracketLeft);
    QCOMPARE(m_trace->bus.focus().layer, 2);
}

void TestTimelineKeys::backspaceSelectsWhatHolds()
{
    const core::DeviceId device = m_trace->device().device;
    m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(2)}, this);
    press(Qt::Key_Backspace);
    QCOMPARE(m_trace->bus.selection(), (core::Selection{core::LayerSelection{device, m_trace->firstPass(), 2}}));
    press(Qt::Key_Backspace);
    QCOMPARE(m_trace->bus.selection(), (core::Selection{core::PassSelection{device, m_trace->firstPass()}}));
    press(Qt::Key_Backspace); // nothing holds a pass
    QCOMPARE(m_trace->bus.selection(), (core::Selection{core::PassSelection{device, m_trace->firstPass()}}));
}

void TestTimelineKeys::gFindsTheNextGap()
{
    m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, this);
    press(Qt::Key_G);
    const auto *gap = std::get_if<core::GapSelection>(&m_trace->bus.selection());
    QVERIFY(gap != nullptr);
    const core::TimeRange found = gap->range;
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    QCOMPARE(kernels.end(gap->before.value), found.begin.value);
    QCOMPARE(kernels.start[gap->after.value], found.end.value);
    QVERIFY(found.length().value >= core::TableRequest().minGapNs);
    const auto document = m_trace->controller.document();
    for (std::uint32_t k = 0; k < document->kernels.size(); ++k) { // nothing of the device runs in it
        if (document->deviceOf(core::KernelId{k}) == m_trace->device().device)
            QVERIFY(document->kernels.end(k) <= found.begin.value || document->kernels.start[k] >= found.end.value);
    }
    press(Qt::Key_G);
    const core::TimeRange next = std::get<core::GapSelection>(m_trace->bus.selection()).range;
    QVERIFY(next.begin >= found.end);
    press(Qt::Key_G, Qt::ShiftModifier);
    QCOMPARE(std::get<core::GapSelection>(m_trace->bus.selection()).range, found);
}

// Without a mouse: zoom and move, then take what is in view.
void TestTimelineKeys::rSelectsTheTimeInView()
{
    m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, this);
    press(Qt::Key_0);
    press(Qt::Key_W);
    press(Qt::Key_R);
    const auto *range = std::get_if<core::RangeSelection>(&m_trace->bus.selection());
    QVERIFY(range != nullptr);
    QCOMPARE(range->range, m_trace->range.visibleRange());
}

void TestTimelineKeys::zeroShowsThePass()
{
    const core::Pass &pass = m_trace->device().passes[1];
    m_trace->bus.select(core::LayerSelection{m_trace->device().device, pass.number, 2}, this);
    press(Qt::Key_0);
    QTRY_VERIFY(!m_panel->isBusy());
    const core::TimeRange shown = m_trace->range.visibleRange();
    QVERIFY(shown.begin <= pass.range.begin && pass.range.end <= shown.end);
    QVERIFY(shown.length().value < pass.range.length().value * 11 / 10);
}

void TestTimelineKeys::allKernelsOfANameAreLit()
{
    const auto document = m_trace->controller.document();
    const core::KernelTable &kernels = document->kernels;
    const core::KernelId one = m_trace->kernelInLayer(2);
    const core::KernelsOfName lit(document, std::make_shared<const core::KernelsByName>(*document), kernels.name[one.value]);
    core::KernelId other;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        const bool same = kernels.name[k] == kernels.name[one.value];
        QCOMPARE(lit.holds(core::KernelId{k}), same);
        QCOMPARE(lit.anyBetween(kernels.stream[k], k, k), same);
        QVERIFY(!lit.anyBetween(core::StreamId{}, 0, k));
        if (!same)
            other = core::KernelId{k};
    }
    QVERIFY(lit.anyBetween(kernels.stream[one.value], 0, one.value)
        && !lit.anyBetween(kernels.stream[one.value], one.value + 1, one.value));
    QVERIFY(m_panel->view()->frame().lit == nullptr); // nothing is selected
    m_trace->bus.select(core::KernelSelection{one}, this);
    QTRY_VERIFY(m_panel->view()->frame().lit != nullptr);
    QVERIFY(m_panel->view()->frame().lit->holds(one));
    m_trace->bus.select(core::KernelSelection{other}, this);
    QVERIFY(m_panel->view()->frame().lit->holds(other)); // at once: the lanes are painted once
    m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, this);
    QTRY_VERIFY(m_panel->view()->frame().lit == nullptr);
}

LAMELLA_WIDGET_TEST(TestTimelineKeys)
#include "tst_TimelineKeys.moc"
