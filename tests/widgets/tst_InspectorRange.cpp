// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of gaps and time ranges.
#include "core/analysis/StagePasses.h"
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/SectionOf.h"
#include "widgets/common/ChoiceList.h"
#include "widgets/inspector/GapPicture.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/theme/Theme.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;
using test::sectionOf;

class TestInspectorRange : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void aGapAndARangeAreShown();
    void aRangeIsTheOneSelection();
    void aRangeLeadsToTheSameInTheMedianPass();
    void aRangeIsComparedWithAChosenPass();
};

void TestInspectorRange::aGapAndARangeAreShown()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 2}));
    const core::TimeRange range = trace.device().passes[0].range;
    trace.bus.select(core::RangeSelection{range}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "busy") != nullptr && sectionOf(panel.content(), "idle") != nullptr);
    QCOMPARE(panel.content().figure, QString::fromStdString(core::formatDuration(range.length().value)));
    core::TableRequest request;
    request.table = "gaps";
    request.pass = std::to_string(trace.device().passes[0].number);
    const auto gaps = trace.controller.session()->table(request);
    QVERIFY(gaps && (*gaps)->rowCount() > 0);
    const core::Selection own = (*gaps)->target(0);
    const auto *gap = std::get_if<core::GapSelection>(&own);
    QVERIFY(gap != nullptr);
    trace.bus.select(*gap, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "gain") != nullptr && sectionOf(panel.content(), "else") != nullptr);
    QCOMPARE(panel.content().figure, QString::fromStdString(core::formatDuration(gap->range.length().value)));
    // The picture has the work around the gap and its parts, which add up to it, in the order of time.
    const InspectorSection *why = sectionOf(panel.content(), "why");
    QVERIFY(why != nullptr && why->picture == InspectorSection::Picture::Gap && why->marks.size() >= 3);
    QVERIFY(why->marks.front().target == core::Selection(core::KernelSelection{gap->before}));
    std::int64_t parts = 0;
    std::size_t m = 1;
    for (; m < why->marks.size() && why->marks[m].cause >= 0; ++m)
        parts += why->marks[m].ns;
    QCOMPARE(parts, gap->range.length().value);
    QVERIFY(m < why->marks.size() && why->marks[m].target == core::Selection(core::KernelSelection{gap->after}));
    const std::vector<QRect> rects = gapMarkRects(*why, {0, 0, 280, gapPictureHeight()});
    QCOMPARE(rects.size(), why->marks.size());
    for (std::size_t i = 1; i <= m; ++i)
        QVERIFY(rects[i - 1].right() < rects[i].left() + 1);
}

// A range over other layers leaves none selected.
void TestInspectorRange::aRangeIsTheOneSelection()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::DeviceSegmentation &device = trace.device();
    const int pass = trace.firstPass();
    const auto span = [&](int layer) { return trace.controller.segmentation()->layer(device.device, pass, layer)->range; };
    for (const int layer : {int(core::kHeadLayer), 2}) {
        trace.bus.select(core::LayerSelection{device.device, pass, layer}, nullptr);
        QCOMPARE(trace.bus.focus().layer, layer);
        trace.bus.select(core::RangeSelection{{span(3).begin, span(5).end}}, nullptr);
        QVERIFY((trace.bus.focus() == Focus{device.device, pass, core::kNoLayer}));
    }
    trace.bus.select(core::LayerSelection{device.device, pass, 3}, nullptr);
    trace.bus.select(core::RangeSelection{{span(3).begin, {span(3).end.value - 1}}}, nullptr);
    QCOMPARE(trace.bus.focus().layer, 3); // a part of the layer
}

void TestInspectorRange::aRangeLeadsToTheSameInTheMedianPass()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 900);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    const core::DeviceSegmentation &device = trace.device();
    const core::StagePasses passes = core::stagePasses(device, device.passes.back().stage);
    QVERIFY(passes.counted.size() >= 2);
    const int median = core::representativePass(passes)->number;
    const int other = passes.counted[passes.counted.front()->number == median ? 1 : 0]->number;
    const auto layer = [&](int pass, int number) {
        return trace.controller.segmentation()->layer(device.device, pass, number)->range;
    };
    trace.bus.select(core::RangeSelection{{layer(other, 1).begin, layer(other, 2).end}}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "same") != nullptr);
    const InspectorSection &same = *sectionOf(panel.content(), "same");
    QCOMPARE(same.rows.size(), std::size_t{2}); // with the link to other passes
    const core::TimeRange there{layer(median, 1).begin, layer(median, 2).end};
    QCOMPARE(same.rows[0].value, QString::fromStdString(core::formatDuration(there.length().value)));
    InspectorBody &body = *panel.body();
    for (int part = 0; part < body.partCount(); ++part)
        if (body.targetOf(part) == core::Selection(core::RangeSelection{there})) {
            body.pressPart(part);
            break;
        }
    QVERIFY(trace.bus.selection() == core::Selection(core::RangeSelection{there}));
    QCOMPARE(trace.bus.focus().pass, median);
    QTRY_COMPARE(sectionOf(panel.content(), "same")->rows[0].label, QStringLiteral("its pass is the median itself"));
}

void TestInspectorRange::aRangeIsComparedWithAChosenPass()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 900);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    const core::DeviceSegmentation &device = trace.device();
    const auto layer = [&](int pass, int number) {
        return trace.controller.segmentation()->layer(device.device, pass, number)->range;
    };
    const auto select = [&](int pass) {
        trace.bus.select(core::RangeSelection{{layer(pass, 1).begin, layer(pass, 2).end}}, nullptr);
        return QTest::qWaitFor([&] { return sectionOf(panel.content(), "same") != nullptr; });
    };
    // Types the name of a pass into the list that the link opens.
    const auto choose = [&](const QString &typed) {
        InspectorBody &body = *panel.body();
        QSignalSpy wanted(&body, &InspectorBody::passWanted);
        for (int part = body.partCount() - 1; part >= 0 && wanted.isEmpty(); --part)
            if (body.targetOf(part) == core::Selection())
                body.pressPart(part);
        auto *list = panel.findChild<ChoiceList *>();
        if (list == nullptr)
            return false;
        QTest::keyClicks(list->focusProxy(), typed);
        QTest::keyClick(list->focusProxy(), Qt::Key_Return);
        return true;
    };
    const auto label = [&] {
        const InspectorSection *same = sectionOf(panel.content(), "same");
        return same == nullptr || same->rows.empty() ? QString() : same->rows[0].label;
    };
    const core::StagePasses passes = core::stagePasses(device, device.passes.back().stage);
    QVERIFY(passes.counted.size() >= 2);
    const int first = passes.counted.front()->number;
    const int last = passes.counted.back()->number;
    QVERIFY(select(first));
    QVERIFY(choose(passText(last)));
    QTRY_COMPARE(label(), QStringLiteral("the same kernels in %1").arg(passText(last)));
    const core::TimeRange there{layer(last, 1).begin, layer(last, 2).end};
    QVERIFY(sectionOf(panel.content(), "same")->rows[0].target == core::Selection(core::RangeSelection{there}));
    // It stays chosen for other ranges, and the median pass can be had back.
    QVERIFY(select(last));
    QTRY_COMPARE(label(), QStringLiteral("it is in %1 itself").arg(passText(last)));
    QVERIFY(choose(QStringLiteral("median")));
    QTRY_VERIFY(label().contains(QStringLiteral("the median")));
}

LAMELLA_WIDGET_TEST(TestInspectorRange)
#include "tst_InspectorRange.moc"
