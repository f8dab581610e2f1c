// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: sections made from the table inspect, the request for each selection, and the panel that shows them.
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/theme/Theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

const InspectorSection *sectionOf(const InspectorContent &content, const char *id)
{
    const auto found = std::find_if(content.sections.begin(), content.sections.end(),
        [id](const InspectorSection &section) { return section.id == QLatin1String(id); });
    return found == content.sections.end() ? nullptr : &*found;
}

} // namespace

class TestInspector : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void aLayerSaysWhy();
    void aNameKeepsItsLayer();
    void theReferenceIsOneForAll();
    void aGapAndARangeAreShown();
    void whatCannotBeShownInPerfettoSaysWhy();
    void theTextIsCopied();
    void aPinIsCompared();
};

void TestInspector::aLayerSaysWhy()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 700);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    const core::Pass &pass = trace.device().passes[1];
    trace.bus.select(core::LayerSelection{trace.device().device, pass.number, 2}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "why") != nullptr && sectionOf(panel.content(), "limit") != nullptr);
    const core::LayerSpan *layer = trace.controller.segmentation()->layer(trace.device().device, pass.number, 2);
    QCOMPARE(panel.content().figure, QString::fromStdString(core::formatDuration(layer->range.length().value)));
    const InspectorSection *compared = sectionOf(panel.content(), "compared");
    QVERIFY(compared != nullptr && compared->referenceSwitch);
    QVERIFY(std::count_if(compared->marks.begin(), compared->marks.end(), [](const InspectorMark &m) { return m.self; }) == 1);
    QVERIFY(panel.body()->partCount() > 0);
    QVERIFY(!panel.grab().isNull());
    // A dot leads to its layer.
    const auto other = std::find_if(compared->marks.begin(), compared->marks.end(), [](const InspectorMark &m) { return !m.self; });
    QVERIFY(other != compared->marks.end() && std::holds_alternative<core::LayerSelection>(other->target));
}

void TestInspector::aNameKeepsItsLayer()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::LayerSelection layer{trace.device().device, trace.device().passes[1].number, 2};
    trace.bus.select(layer, nullptr);
    const core::TimeRange range = trace.bus.selectedRange();
    const core::StringId name = trace.controller.document()->kernels.name[trace.kernelInLayer(2).value];
    trace.bus.select(core::NameSelection{name}, nullptr);
    QCOMPARE(trace.bus.focus().layer, 2);
    QVERIFY(trace.bus.selectedRange() == range);
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[0].number}, nullptr);
    trace.bus.goBack(); // to the name, in its layer
    QCOMPARE(trace.bus.focus().layer, 2);
    QCOMPARE(trace.bus.focus().pass, layer.pass);
    QTRY_VERIFY(sectionOf(panel.content(), "durations") != nullptr);
}

void TestInspector::theReferenceIsOneForAll()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 700);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    trace.bus.select(core::LayerSelection{trace.device().device, trace.device().passes[1].number, 1}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "why") != nullptr);
    QSignalSpy changed(&trace.bus, &NavigationBus::againstChanged);
    emit panel.body()->againstChosen(core::Against::Steady);
    QCOMPARE(changed.count(), 1);
    QVERIFY(trace.bus.against() == core::Against::Steady);
    const auto request = inspectRequest(*trace.controller.document(), trace.bus.selection(), trace.bus.against());
    QVERIFY(request.has_value());
    QCOMPARE(request->against, std::string("steady"));
    QCOMPARE(request->layer, std::string("1"));
}

void TestInspector::aGapAndARangeAreShown()
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
    const auto *gap = std::get_if<core::GapSelection>(&(*gaps)->target(0));
    QVERIFY(gap != nullptr);
    trace.bus.select(*gap, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "gain") != nullptr && sectionOf(panel.content(), "else") != nullptr);
    QCOMPARE(panel.content().figure, QString::fromStdString(core::formatDuration(gap->range.length().value)));
}

void TestInspector::whatCannotBeShownInPerfettoSaysWhy()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 2}));
    const auto buttons = panel.findChildren<QPushButton *>();
    const auto show = std::find_if(
        buttons.begin(), buttons.end(), [](const QPushButton *button) { return button->property("primary").toBool(); });
    QVERIFY(show != buttons.end());
    QVERIFY(!(*show)->isEnabled());
    QVERIFY((*show)->toolTip().contains(u'\n')); // the reason, below what it does
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[0].number}, nullptr);
    QVERIFY((*show)->isEnabled());
}

void TestInspector::theTextIsCopied()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[1].number}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "limit") != nullptr);
    panel.copyText();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.startsWith(panel.content().title));
    QVERIFY(text.contains(panel.content().figure));
    QVERIFY(text.contains(sectionOf(panel.content(), "why")->title));
}

void TestInspector::aPinIsCompared()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[1].number}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "compared") != nullptr);
    const QString title = panel.content().title;
    panel.togglePin();
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[2].number}, nullptr);
    QTRY_VERIFY(panel.content().title != title && !panel.content().figure.isEmpty());
    const auto buttons = panel.findChildren<QPushButton *>();
    QVERIFY(std::any_of(buttons.begin(), buttons.end(), [&title](const QPushButton *b) { return b->text().startsWith(title); }));
    panel.togglePin();
    QVERIFY(std::none_of(
        buttons.begin(), buttons.end(), [&title](const QPushButton *b) { return b->isVisible() && b->text().startsWith(title); }));
}

LAMELLA_WIDGET_TEST(TestInspector)
#include "tst_Inspector.moc"
