// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: sections made from the table inspect, the request for each selection, and the panel that shows them.
#include "core/analysis/StagePasses.h"
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "tests/widgets/SectionOf.h"
#include "widgets/common/ChoiceList.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/inspector/ShapeText.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

using namespace lamella;
using namespace lamella::ui;
using test::sectionOf;

class TestInspector : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void figuresBesideTitlesAreWhole();
    void aLayerSaysWhy();
    void partsAreJoined();
    void aTailIsComparedWithTheSteadyPasses();
    void theSourceLineOfAKernelIsShown();
    void anEventOfTheAllocatorIsInWords();
    void shapesAreProducts();
    void aNameKeepsItsLayer();
    void theReferenceIsOneForAll();
    void aNameSaysItsCategory();
    void whatCannotBeShownInPerfettoSaysWhy();
    void whatIsWrittenForPerfettoIsShownThere();
    void aFindingEndsWithItsTrace();
    void theTextIsCopied();
    void theMenuHasWhatTheButtonsDo();
    void tooltipsOfButtonsEndWithTheirKeys();
    void aChangeOfLevelHasLinks();
    void aPressMayReplaceTheContent();
    void longAdviceIsWhole();
    void aLongNameBreaksAtItsSeparators();
    void aReasonWithoutRoomStandsBelow();
    void aPartialPassIsAWarning();
    void countsOfThePassAreSaidOnce();
    void theTypeOfALayerIsInWords();
    void ofManyLevelsTheFirstAreShown();
    void aPinIsCompared();
    void aMomentHasItsOwnFoot();
    void withoutPassesIdleTimeIsThatOfTheTrace();
    void severalAddUp();
    void severalAreToggled();
    void namesCountWhereTheyWereChosen();
};

// In a narrow inspector a figure stands below the title instead of losing its end.
void TestInspector::figuresBesideTitlesAreWhole()
{
    InspectorSection section;
    section.id = QStringLiteral("passes");
    section.title = QStringLiteral("L30 in the steady passes");
    section.aside = QStringLiteral("+182.2 µs (+101.9 %)");
    InspectorContent content;
    content.sections = {section};
    InspectorBody body;
    for (const int width : {400, 200}) {
        body.setContent(content, core::Against::Type);
        body.resize(width, body.height());
        QStringList said;
        for (const test::PaintedText &text : test::paintedTexts(body))
            said << text.text;
        QVERIFY2(said.contains(section.title) && said.contains(section.aside), qPrintable(said.join(u'|')));
        QCOMPARE(test::crowdedTexts(QStringLiteral("inspector"), body), QStringList());
    }
}

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
    const auto other =
        std::find_if(compared->marks.begin(), compared->marks.end(), [](const InspectorMark &m) { return !m.self; });
    QVERIFY(other != compared->marks.end() && std::holds_alternative<core::LayerSelection>(other->target));
}

// Head and tail are of no type: whatever the switch says, the steady passes are the reference.
void TestInspector::aTailIsComparedWithTheSteadyPasses()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 700);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 8}));
    const core::DeviceSegmentation &device = trace.device();
    const core::StagePasses passes = core::stagePasses(device, device.passes.back().stage);
    QVERIFY(passes.counted.size() >= 3);
    for (const core::Pass *pass : passes.counted) {
        trace.bus.select(core::LayerSelection{device.device, pass->number, core::kTailLayer}, nullptr);
        QTRY_VERIFY(panel.content().title.contains(passText(pass->number)) && sectionOf(panel.content(), "else") != nullptr);
        QCOMPARE(sectionOf(panel.content(), "else")->rows[0].label, QStringLiteral("head and tail are of no type"));
        if (const InspectorSection *why = sectionOf(panel.content(), "why"); why->rows.size() > 1) {
            QCOMPARE(why->aside, QStringLiteral("Δ to the steady passes"));
            return;
        }
    }
    QFAIL("no tail is unlike the median");
}

// The line around the launch of a kernel leads to what that line costs; the kernel stays selected.
void TestInspector::theSourceLineOfAKernelIsShown()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 700);
    panel.show();
    QVERIFY(trace.load(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/home/me/train.py(5): step","pid":1,"tid":1,"ts":10,"dur":30},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":22,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":50,"dur":2,"args":{"device":0,"stream":7,"correlation":2}}
]})"));
    const core::Selection kernel = core::KernelSelection{core::KernelId(0)};
    trace.bus.select(kernel, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "origin") != nullptr);
    const std::vector<InspectorRow> &rows = sectionOf(panel.content(), "origin")->rows;
    const auto source = std::find_if(rows.begin(), rows.end(), [](const InspectorRow &row) { return !row.file.isEmpty(); });
    QVERIFY(source != rows.end());
    QCOMPARE(source->line, std::int64_t(5));
    emit panel.body()->sourceRequested(source->file, source->line);
    QTRY_VERIFY(trace.bus.detail() != nullptr);
    QTRY_COMPARE(panel.content().title, QStringLiteral("train.py:5"));
    QCOMPARE(panel.content().figure, QString::fromStdString(core::formatDuration(8'000)));
    QCOMPARE(trace.bus.selection(), kernel);
    trace.bus.select(kernel, nullptr); // the kernel again
    QVERIFY(trace.bus.detail() == nullptr);
}

// Figures, limit and recorded values come from three jobs, in any order.
void TestInspector::partsAreJoined()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    trace.bus.select(core::KernelSelection{trace.kernelInLayer(1)}, nullptr);
    QTRY_VERIFY(
        sectionOf(panel.content(), "why") && sectionOf(panel.content(), "limit") && sectionOf(panel.content(), "recorded"));
    QCOMPARE(panel.content().sections.back().id, QStringLiteral("recorded"));
    for (const char *once : {"why", "limit", "recorded"})
        QCOMPARE(std::count_if(panel.content().sections.begin(), panel.content().sections.end(),
                     [once](const InspectorSection &section) { return section.id == QLatin1String(once); }),
            1);
    QCOMPARE(panel.body()->content().sections.size(), panel.content().sections.size());
    const QString title = panel.content().title;
    // What was recorded of the kernel does not stay below the layer.
    trace.bus.select(core::LayerSelection{trace.device().device, trace.device().passes[0].number, 1}, nullptr);
    QTRY_VERIFY(panel.content().title != title && sectionOf(panel.content(), "limit"));
    QVERIFY(!sectionOf(panel.content(), "recorded"));
}

void TestInspector::anEventOfTheAllocatorIsInWords()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    const auto event = [](int us, const char *bytes) {
        return R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":)" + std::to_string(us)
            + R"(,"args":{"Total Reserved":4194304,"Total Allocated":2097152,"Bytes":)" + bytes
            + R"(,"Addr":139774880841728,"Device Id":3,"Device Type":1,"Ev Idx":7}})";
    };
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,)"
                       R"("args":{"device":0,"stream":7}},)"
        + event(12, "1048576") + "," + event(14, "-1048576") + "]}"));
    const auto shown = [&](std::uint32_t number) -> QStringList {
        trace.bus.select(core::EventSelection{core::EventId(number)}, nullptr);
        if (!QTest::qWaitFor([&] { return sectionOf(panel.content(), "recorded") != nullptr; }))
            return {};
        QStringList rows;
        for (const InspectorRow &row : sectionOf(panel.content(), "recorded")->rows)
            rows << row.label + QStringLiteral(": ") + row.value + QStringLiteral(" | ") + row.tip;
        return rows;
    };
    const QStringList allocated = shown(1);
    QCOMPARE(panel.content().title, QStringLiteral("Memory event"));
    QCOMPARE(allocated,
        (QStringList{QStringLiteral("Reserved after it: %1 | Total Reserved: 4194304")
                         .arg(QString::fromStdString(core::formatBytes(4194304))),
            QStringLiteral("Allocated after it: %1 | Total Allocated: 2097152")
                .arg(QString::fromStdString(core::formatBytes(2097152))),
            QStringLiteral("Allocated: %1 | Bytes: 1048576").arg(QString::fromStdString(core::formatBytes(1048576))),
            QStringLiteral("Address: 0x7f1fe01f0000 | Addr: 139774880841728"), QStringLiteral("Device Id: 3 | "),
            QStringLiteral("Where: GPU memory | Device Type: 1"), QStringLiteral("Ev Idx: 7 | ")}));
    QCOMPARE(
        shown(2).at(2), QStringLiteral("Freed: %1 | Bytes: -1048576").arg(QString::fromStdString(core::formatBytes(1048576))));
}

void TestInspector::shapesAreProducts()
{
    const auto shown = [](const char *text) { return inspector::shapeText(QString::fromUtf8(text)); };
    QCOMPARE(shown("[[16, 4096]] 129,1,1"), QString::fromUtf8("16×4096 · 129×1×1"));
    QCOMPARE(shown("[[16, 4096], [], [256]]"), QString::fromUtf8("16×4096, 256"));
    QCOMPARE(shown("129,1,1"), QString::fromUtf8("129×1×1"));
    for (const char *other : {"", "[[[1, 2]], \"x\"]", "bf16[16,4096]", "n/a, not recorded", "[]", "-"})
        QCOMPARE(shown(other), QString::fromUtf8(other));
}

void TestInspector::aNameKeepsItsLayer()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::LayerSelection layer{trace.device().device, trace.device().passes[1].number, 2};
    trace.bus.select(layer, nullptr);
    const core::TimeRange ofLayer = trace.bus.selectedRange();
    const core::KernelTable &kernels = trace.controller.document()->kernels;
    const core::Segmentation &segmentation = *trace.controller.segmentation();
    core::StringId name;
    for (std::uint32_t k = 0; k < kernels.size() && !name.valid(); ++k)
        if (segmentation.passOf[k] == layer.pass && segmentation.layerOf[k] == layer.layer)
            name = kernels.name[k];
    trace.bus.select(core::NameSelection{name}, nullptr);
    QCOMPARE(trace.bus.focus().layer, 2);
    core::TimeRange ofName{{INT64_MAX}, {INT64_MIN}}; // the inspector is about those of the pass
    for (std::uint32_t k = 0; k < kernels.size(); ++k)
        if (kernels.name[k] == name && segmentation.passOf[k] == layer.pass)
            ofName = {{std::min(ofName.begin.value, kernels.start[k])}, {std::max(ofName.end.value, kernels.end(k))}};
    QVERIFY(trace.bus.selectedRange() == ofName);
    QVERIFY(ofName.length().value > ofLayer.length().value);
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

void TestInspector::aNameSaysItsCategory()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 2}));
    const core::KernelTable &kernels = trace.controller.document()->kernels;
    for (const std::uint32_t kernel : {0u, kernels.size() / 2}) {
        const core::StringId name = kernels.name[kernel];
        trace.bus.select(core::NameSelection{name}, nullptr);
        const QString category = categoryTitle(trace.controller.names()->category(name));
        QTRY_COMPARE(panel.content().path.section(QStringLiteral(" · "), 0, 0), category);
    }
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

// Perfetto does not read the format: a trace is written for it, but there is no link to that.
void TestInspector::whatIsWrittenForPerfettoIsShownThere()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    trace.controller.open(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_nsys/export.sqlite"));
    QTRY_VERIFY(trace.controller.document() != nullptr && trace.controller.document()->kernels.size() > 0);
    trace.bus.select(core::KernelSelection{core::KernelId(0)}, nullptr);
    for (const QPushButton *button : panel.findChildren<QPushButton *>()) {
        if (button->property("primary").toBool())
            QVERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        if (button->text() == QStringLiteral("Link") || button->text() == QStringLiteral("SQL"))
            QVERIFY(!button->isEnabled() && button->toolTip().contains(u'\n'));
    }
}

void TestInspector::aFindingEndsWithItsTrace()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::Selection pass = core::PassSelection{trace.device().device, trace.device().passes[1].number};
    const auto finding = std::make_shared<const InspectorContent>();
    trace.bus.select(pass, nullptr);
    trace.bus.showDetail(finding);
    QVERIFY(trace.bus.detail() == finding.get());
    trace.bus.select(pass, nullptr); // its subject was clicked: that is shown
    QVERIFY(trace.bus.detail() == nullptr);
    trace.bus.clear(); // nothing is selected
    trace.bus.showDetail(finding);
    QSignalSpy changed(&trace.bus, &NavigationBus::detailChanged);
    QVERIFY(trace.loadDense({.passes = 2}));
    QVERIFY(trace.bus.detail() == nullptr);
    QVERIFY(!changed.isEmpty());
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

void TestInspector::theMenuHasWhatTheButtonsDo()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 900);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[1].number}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "limit") != nullptr);
    QString reason;
    const auto choose = [&](const QString &start) {
        QContextMenuEvent asked(QContextMenuEvent::Mouse, QPoint(20, 20), panel.body()->mapToGlobal(QPoint(20, 20)));
        QCoreApplication::sendEvent(panel.body(), &asked);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QAction *entry = menu != nullptr ? test::entryOf(*menu, start) : nullptr;
        const bool found = entry != nullptr && entry->isEnabled();
        reason = entry != nullptr && menu->toolTipsVisible() ? entry->toolTip() : QString();
        if (found)
            entry->trigger();
        if (menu != nullptr)
            menu->close();
        return found;
    };
    QVERIFY(choose(QStringLiteral("Copy all of it")));
    QCOMPARE(QGuiApplication::clipboard()->text(), panel.content().asText());
    QVERIFY(choose(QStringLiteral("Copy a link")));
    QCOMPARE(QGuiApplication::clipboard()->text(), panel.perfetto().url);
    const auto buttons = panel.findChildren<QAbstractButton *>();
    QVERIFY(!reason.isEmpty()); // of one that is disabled: why
    QVERIFY(std::any_of(buttons.begin(), buttons.end(), [&](const QAbstractButton *one) { return one->toolTip() == reason; }));
    QVERIFY(choose(QStringLiteral("Keep a copy")));
    QVERIFY(panel.findChild<QToolButton *>(QStringLiteral("inspectorPin"))->isChecked());
    QVERIFY(!choose(QStringLiteral("Compare this"))); // no one listens here
}

// A button without keys names none: no empty parentheses.
void TestInspector::tooltipsOfButtonsEndWithTheirKeys()
{
    test::LoadedTrace trace;
    const InspectorPanel panel(trace.controller, trace.bus);
    const auto buttons = panel.findChildren<QToolButton *>();
    QVERIFY(!buttons.isEmpty());
    for (const QToolButton *button : buttons)
        QVERIFY2(!button->toolTip().contains(QStringLiteral("()")), qPrintable(button->toolTip()));
}

// The table inspect about a pass of a run of which some are slower.
template <class IsSlow> static core::ReportTable inspectedOf(int passes, const char *shown, IsSlow isSlow)
{
    std::string text = "7:";
    test::KernelPlaces places;
    for (int pass = 0; pass < passes; ++pass) {
        text += " gemm@" + std::to_string(pass * 1000) + "+" + std::to_string(isSlow(pass) ? 130 : 100);
        places.push_back({pass, 0});
    }
    const test::BuiltTrace trace(text, places);
    for (core::Pass &pass : trace.segmentation->devices[0].passes) {
        pass.stage = core::Stage::Decode;
        pass.state = core::PassState::Steady;
        pass.complete = true;
    }
    core::TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
    core::ScopeRequest scope;
    scope.pass = input.request.pass = shown;
    input.scope = core::resolveScope(*input.document, *input.segmentation, scope).value();
    input.request.by = "figures";
    return test::builtTable("inspect", input).value();
}

void TestInspector::ofManyLevelsTheFirstAreShown()
{
    const core::ReportTable table = inspectedOf(270, "145", [](int pass) { return pass / 10 % 3 == 2; }); // nine levels
    const InspectorContent content = inspectorContent(&table, nullptr, core::Against::Type);
    const InspectorSection *section = sectionOf(content, "else");
    QVERIFY(section != nullptr);
    QCOMPARE(section->rows.size(), std::size_t{4 * 4 + 1});
    QVERIFY(section->rows[0].label.startsWith(QStringLiteral("P140 to P149"))); // its own first
    QVERIFY(section->rows[4].label.startsWith(QStringLiteral("P20 to P29")));
    QVERIFY(section->rows.back().label.contains(QStringLiteral("5 more")));
}

// A range of slower passes: to be marked in the pass strip, and compared with the others.
void TestInspector::aChangeOfLevelHasLinks()
{
    const core::ReportTable table = inspectedOf(60, "25", [](int pass) { return pass >= 20 && pass < 35; });
    InspectorContent content = inspectorContent(&table, nullptr, core::Against::Type);
    const InspectorSection *section = sectionOf(content, "else");
    QVERIFY(section != nullptr);
    QCOMPARE(section->rows.size(), std::size_t{4});
    QVERIFY(section->rows[0].label.contains(QStringLiteral("30")));
    content.sections = {*section};
    InspectorBody body;
    body.setContent(content, core::Against::Type);
    body.resize(300, body.height());
    QSignalSpy marked(&body, &InspectorBody::passesChosen);
    QSignalSpy compared(&body, &InspectorBody::levelChosen);
    for (int part = 0; part < body.partCount(); ++part)
        body.pressPart(part);
    QCOMPARE(marked.size(), 1);
    QVERIFY(marked.front().front().value<PassBrush>() == (PassBrush{core::DeviceId(0), 20, 34}));
    QCOMPARE(compared.size(), 1);
    QVERIFY(compared.front().front().value<PassBrush>() == (PassBrush{core::DeviceId(0), 20, 34}));
    const auto place = [&](int i) { return std::get<core::PassSelection>(compared.front()[i].value<core::Selection>()).pass; };
    QVERIFY(place(1) >= 20 && place(1) < 35);
    QVERIFY(place(2) < 20 || place(2) >= 35);
}

// What a press leads to may show something else, while others still read what was pressed.
void TestInspector::aPressMayReplaceTheContent()
{
    const auto contentOf = [](const PassBrush &passes) {
        InspectorContent content;
        InspectorSection section;
        section.rows = {factRow(QStringLiteral("Select them"), {})};
        section.rows.front().passes = passes;
        content.sections = {section};
        return content;
    };
    const PassBrush pressed{core::DeviceId(0), 20, 34};
    InspectorBody body;
    body.setContent(contentOf(pressed), core::Against::Type);
    body.resize(300, body.height());
    std::vector<InspectorContent> others; // take the memory of the row
    PassBrush read;
    connect(&body, &InspectorBody::passesChosen, &body, [&] {
        body.setContent({}, core::Against::Type);
        for (int i = 0; i < 64; ++i)
            others.push_back(contentOf({core::DeviceId(0), 1, 2}));
    });
    connect(&body, &InspectorBody::passesChosen, &body, [&read](const PassBrush &passes) { read = passes; });
    body.pressPart(0);
    QVERIFY(read == pressed);
}

// The label of advice takes more lines where its bar leaves no room for it.
void TestInspector::longAdviceIsWhole()
{
    InspectorContent content;
    InspectorSection section;
    section.id = QStringLiteral("advice");
    for (const char *label : {"Nothing computes while collectives run", "Short"}) {
        InspectorRow row = factRow(QString::fromLatin1(label), QStringLiteral("−958.1 µs"));
        row.bar = 1;
        row.wraps = true;
        row.target = core::PassSelection{core::DeviceId(0), 1};
        section.rows.push_back(row);
    }
    content.sections = {section};
    InspectorBody body;
    body.resize(296, body.height());
    body.setContent(content, core::Against::Type);
    QVERIFY(body.partRect(0).height() > body.partRect(1).height());
    QStringList words;
    for (const test::PaintedText &painted : test::paintedTexts(body))
        words << painted.text.trimmed();
    QVERIFY2(words.join(u' ').contains(QStringLiteral("Nothing computes while collectives run")), qPrintable(words.join(u'|')));
    QCOMPARE(test::crowdedTexts(QStringLiteral("advice"), body), QStringList());
}

// A name that is longer than a line breaks behind its separators, not inside its words.
void TestInspector::aLongNameBreaksAtItsSeparators()
{
    InspectorContent content;
    InspectorSection section;
    section.id = QStringLiteral("else");
    const QString name = QStringLiteral("transformer.decoder_layers.attention.projection_of_queries");
    InspectorRow row = factRow(name, QStringLiteral("958.1 µs"));
    row.wraps = true;
    row.target = core::PassSelection{core::DeviceId(0), 1};
    section.rows.push_back(row);
    content.sections = {section};
    InspectorBody body;
    body.resize(296, body.height());
    body.setContent(content, core::Against::Type);
    QStringList lines;
    for (const test::PaintedText &painted : test::paintedTexts(body))
        if (!painted.text.contains(QStringLiteral("µs")))
            lines << QString(painted.text).remove(QChar(0x200B)).trimmed();
    QVERIFY(lines.size() > 1);
    QCOMPARE(lines.join(QString()), name);
    for (qsizetype i = 0; i + 1 < lines.size(); ++i)
        QVERIFY2(!lines[i].back().isLetterOrNumber(), qPrintable(lines.join(u'|')));
}

// Why a value is missing, beside a label that takes the row: below it in lines of words, not beside it letter by letter.
void TestInspector::aReasonWithoutRoomStandsBelow()
{
    InspectorContent content;
    InspectorSection section;
    section.id = QStringLiteral("work");
    const QString reason = QStringLiteral("n/a, the shapes of the operator were not recorded");
    const QString longest = QStringLiteral("Arithmetic intensity of the whole operator");
    for (const QString &label : QStringList{longest, longest + QStringLiteral(" and of all others"), QStringLiteral("Short")}) {
        InspectorRow row = factRow(label, reason);
        row.target = core::PassSelection{core::DeviceId(0), 1};
        section.rows.push_back(row);
    }
    content.sections = {section};
    InspectorBody body;
    body.resize(296, body.height());
    body.setContent(content, core::Against::Type);
    QVERIFY(body.partRect(1).height() > body.partRect(0).height());
    QStringList words;
    for (const test::PaintedText &painted : test::paintedTexts(body)) {
        QVERIFY2(painted.text.trimmed().size() > 2, qPrintable(painted.text));
        words << painted.text.trimmed();
    }
    QCOMPARE(words.join(u' ').count(reason), 3);
    QVERIFY(words.join(u' ').contains(section.rows[1].label));
    QCOMPARE(test::crowdedTexts(QStringLiteral("work"), body), QStringList());
}

// The note of a pass begins with its requests and tokens.
void TestInspector::countsOfThePassAreSaidOnce()
{
    test::BuiltTrace trace("7: gemm@0+5 gemm@6+5", {{0, 0}, {0, 1}});
    core::Pass &pass = trace.segmentation->devices[0].passes[0];
    pass.requests = pass.tokens = 16;
    pass.note.append("%1; %2", "16 requests, 16 tokens");
    core::TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
    core::ScopeRequest scope;
    scope.pass = "0";
    input.scope = core::resolveScope(*input.document, *input.segmentation, scope).value();
    input.request.pass = "0";
    input.request.by = "figures";
    const core::ReportTable table = test::builtTable("inspect", input).value();
    const QString path = inspectorContent(&table, nullptr, core::Against::Type).path;
    QVERIFY2(path.count(QStringLiteral("16 requests")) == 1 && path.count(QStringLiteral("16 tokens")) == 1, qPrintable(path));
}

void TestInspector::theTypeOfALayerIsInWords()
{
    test::BuiltTrace trace("7: gemm@0+5 gemm@6+5", {{0, 0}, {0, 1}});
    core::DeviceSegmentation &device = trace.segmentation->devices[0];
    device.typeNames = {"FIRST+DENSE"};
    for (core::LayerSpan &layer : device.layers)
        layer.type = 0;
    core::TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
    core::ScopeRequest scope;
    scope.pass = "0";
    scope.layer = "0";
    input.scope = core::resolveScope(*input.document, *input.segmentation, scope).value();
    input.request.pass = "0";
    input.request.layer = "0";
    input.request.by = "figures";
    const core::ReportTable table = test::builtTable("inspect", input).value();
    const QString path = inspectorContent(&table, nullptr, core::Against::Type).path;
    QVERIFY2(path.startsWith(QStringLiteral("first, dense")), qPrintable(path));
}

void TestInspector::aPartialPassIsAWarning()
{
    test::BuiltTrace trace("7: gemm@0+5 gemm@6+5 gemm@100+5", {{0, 0}, {0, 1}, {1, 0}});
    for (core::Pass &pass : trace.segmentation->devices[0].passes) {
        pass.expectedLayers = 2;
        pass.complete = pass.number == 0;
    }
    core::TableInput input{trace.document, trace.names, trace.segmentation, trace.index, nullptr, {}, {}};
    core::ScopeRequest scope;
    scope.pass = "1";
    input.scope = core::resolveScope(*input.document, *input.segmentation, scope).value();
    input.request.pass = "1";
    input.request.by = "figures";
    const core::ReportTable table = test::builtTable("inspect", input).value();
    const InspectorContent content = inspectorContent(&table, nullptr, core::Against::Type);
    QVERIFY2(!content.path.contains(QStringLiteral("unknown")), qPrintable(content.path)); // the stage is not known
    QCOMPARE(content.rank, QStringLiteral("recorded up to layer 0"));
    QVERIFY(content.isWarning);
    const InspectorSection *section = sectionOf(content, "else"); // why there is no change of level
    QVERIFY(section != nullptr && section->rows.size() == 1 && section->rows.front().sentence);
}

void TestInspector::severalAddUp()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.resize(324, 900);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::Pass &pass = trace.device().passes[1];
    const core::LayerSelection first{trace.device().device, pass.number, 1};
    const core::LayerSelection second{trace.device().device, pass.number, 3};
    trace.bus.select(first, nullptr);
    trace.bus.toggle(second, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "sums") != nullptr);
    QCOMPARE(panel.content().title, QStringLiteral("2 layers"));
    const auto wall = [&](const core::LayerSelection &layer) { return trace.bus.rangeOf(layer).length().value; };
    const InspectorSection *parts = sectionOf(panel.content(), "selected");
    QVERIFY(parts != nullptr);
    QCOMPARE(parts->rows.size(), std::size_t{2});
    QCOMPARE(parts->rows[0].value, QString::fromStdString(core::formatDuration(wall(first))));
    QVERIFY(parts->rows[0].target == core::Selection(first));
    const InspectorSection *sums = sectionOf(panel.content(), "sums");
    const auto walls = std::find_if(sums->rows.begin(), sums->rows.end(),
        [](const InspectorRow &row) { return row.label == QStringLiteral("walls added up"); });
    QVERIFY(walls != sums->rows.end());
    QCOMPARE(walls->value, QString::fromStdString(core::formatDuration(wall(first) + wall(second))));
    QVERIFY(sectionOf(panel.content(), "common") != nullptr && sectionOf(panel.content(), "roles") != nullptr);
    // The range goes from the first to the last, in the order of time.
    QVERIFY(trace.bus.selectedRange() == (core::TimeRange{trace.bus.rangeOf(first).begin, trace.bus.rangeOf(second).end}));
    QVERIFY(!panel.perfetto().start.isEmpty());
    QVERIFY(!panel.grab().isNull());
}

void TestInspector::severalAreToggled()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::DeviceId device = trace.device().device;
    const core::Selection p0 = core::PassSelection{device, trace.device().passes[0].number};
    const core::Selection p2 = core::PassSelection{device, trace.device().passes[2].number};
    trace.bus.select(p0, nullptr);
    trace.bus.toggle(p2, nullptr);
    QCOMPARE(core::partsOf(trace.bus.selection()).size(), std::size_t{2});
    QCOMPARE(trace.bus.focus().pass, trace.device().passes[2].number); // of the last one
    trace.bus.toggle(p2, nullptr);
    QVERIFY(trace.bus.selection() == p0);
    QCOMPARE(trace.bus.focus().pass, trace.device().passes[0].number);
    trace.bus.goBack();
    QVERIFY(core::isSelected(trace.bus.selection(), p2)); // several are one step of the history
}

void TestInspector::namesCountWhereTheyWereChosen()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::KernelTable &kernels = trace.controller.document()->kernels;
    const core::StringId name = kernels.name[trace.kernelInLayer(1).value];
    core::StringId other;
    for (const core::StringId one : kernels.name)
        if (one != name)
            other = one;
    const int pass = trace.device().passes[1].number;
    trace.bus.select(core::PassSelection{trace.device().device, pass}, nullptr);
    const core::SeveralSelection names{{core::NameSelection{name}, core::NameSelection{other}}}; // as a table selects them
    trace.bus.select(names, nullptr);
    const auto request = inspectRequest(*trace.controller.document(), trace.bus.selection(), trace.bus.against());
    QVERIFY(request.has_value());
    QCOMPARE(request->pass, std::to_string(pass));
    QCOMPARE(request->select.size(), std::size_t{2});
    QCOMPARE(trace.bus.focus().pass, pass);
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
    const QString all = panel.content().asText();
    panel.togglePin();
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[2].number}, nullptr);
    QTRY_VERIFY(panel.content().title != title && !panel.content().figure.isEmpty());
    QTRY_COMPARE(panel.copy()->content().asText(), all); // it keeps everything
    const auto difference = [&panel] {
        const auto buttons = panel.findChildren<QPushButton *>();
        return std::any_of(buttons.begin(), buttons.end(),
            [](const QPushButton *b) { return b->isVisible() && b->text().contains(QStringLiteral("against the copy")); });
    };
    QTRY_VERIFY(difference());
    panel.togglePin();
    QVERIFY(panel.copy() == nullptr && !difference());
    panel.togglePin();
    QVERIFY(panel.copy() != nullptr);
    QVERIFY(trace.loadDense({.passes = 2})); // what was kept is of another trace
    QVERIFY(panel.copy() == nullptr);
}

// What is not about the selection has neither its range nor its figure.
void TestInspector::aMomentHasItsOwnFoot()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[1].number}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "compared") != nullptr);
    const auto *range = panel.findChild<ElidedLabel *>(QStringLiteral("inspectorRange"));
    auto *pin = panel.findChild<QToolButton *>(QStringLiteral("inspectorPin"));
    const QString ofPass = range->text();
    const auto buttons = panel.findChildren<QPushButton *>(); // without those of the copy
    panel.togglePin();
    InspectorContent moment;
    moment.title = QStringLiteral("Peak");
    moment.figure = QStringLiteral("2 GiB");
    moment.moment = QStringLiteral("46.588 ms");
    trace.bus.showDetail(std::make_shared<const InspectorContent>(moment));
    QCOMPARE(range->text(), moment.moment);
    QVERIFY(panel.copy() != nullptr);
    for (const QPushButton *button : buttons) // no difference between a time and bytes
        QVERIFY(!button->isVisible() || !button->text().contains(QStringLiteral("against")));
    QVERIFY(panel.perfetto().start.isEmpty());
    for (const QPushButton *button : buttons)
        QVERIFY(button->text() != QStringLiteral("Show in Perfetto") || !button->isEnabled());
    // Where the trace has an event then, the buttons are about it.
    moment.momentEvent = core::EventSelection{core::EventId(0)};
    const core::TimeRange event = trace.bus.rangeOf(moment.momentEvent);
    trace.bus.showDetail(std::make_shared<const InspectorContent>(moment));
    QCOMPARE(panel.perfetto().startNs, QString::number(event.begin.value - trace.controller.document()->zero()));
    for (QPushButton *button : buttons) {
        if (button->text() != QStringLiteral("Show in Perfetto"))
            continue;
        QVERIFY(button->isEnabled());
        button->click();
    }
    QVERIFY(trace.bus.selection() == moment.momentEvent);
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[1].number}, nullptr);
    QTRY_COMPARE(range->text(), ofPass);
    trace.bus.showDetail(std::make_shared<const InspectorContent>(moment));
    panel.togglePin(); // forgets the pass
    QVERIFY(!pin->isEnabled());
    panel.togglePin();
    QVERIFY(panel.copy() == nullptr && !pin->isChecked());
    trace.bus.showDetail(nullptr);
    QTRY_COMPARE(range->text(), ofPass);
    QTRY_VERIFY(pin->isEnabled());
    // The wall of a pass is compared with that of another, and with no sum of kernels.
    const auto saysDifference = [&buttons] {
        return std::any_of(buttons.begin(), buttons.end(),
            [](const QPushButton *one) { return one->isVisible() && one->text().contains(QStringLiteral("against")); });
    };
    panel.togglePin();
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes[2].number}, nullptr);
    QTRY_VERIFY(saysDifference());
    const core::KernelTable &kernels = trace.controller.document()->kernels;
    std::size_t there = 0; // a kernel of that pass
    while (kernels.start[there] < trace.device().passes[2].range.begin.value || kernels.duration[there] == 0)
        ++there;
    const core::StringId name = kernels.name[there];
    trace.bus.select(core::NameSelection{name}, nullptr);
    QTRY_VERIFY(sectionOf(panel.content(), "durations") != nullptr && !panel.content().figure.isEmpty());
    QVERIFY(!saysDifference());
}

void TestInspector::withoutPassesIdleTimeIsThatOfTheTrace()
{
    test::LoadedTrace trace;
    InspectorPanel panel(trace.controller, trace.bus);
    panel.show();
    const auto kernel = [](const char *name, int ts) {
        return R"({"ph":"X","cat":"kernel","name":")" + std::string(name) + R"(","pid":0,"tid":7,"ts":)" + std::to_string(ts)
            + R"(,"dur":10,"args":{"device":0,"stream":7}})";
    };
    const std::string call = R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":50,"dur":5},)";
    QVERIFY(trace.load(R"({"traceEvents":[)" + call + kernel("gemm", 100) + "," + kernel("softmax", 150) + "]}"));
    QTRY_VERIFY(sectionOf(panel.content(), "advice") != nullptr);
    QVERIFY(trace.device().passes.empty());
    const InspectorSection *idle = sectionOf(panel.content(), "idle");
    QVERIFY(idle != nullptr);
    // 20 of 110 µs are busy: with the idle time before the first kernel.
    QVERIFY2(idle->aside.startsWith(durationText(90'000)), qPrintable(idle->aside));
    QCOMPARE(panel.perfetto().lengthNs, QStringLiteral("110000")); // and Perfetto shows all of it
    QCOMPARE(sectionOf(panel.content(), "advice")->rows.size(), std::size_t{1}); // why there is none
}

LAMELLA_WIDGET_TEST(TestInspector)
#include "tst_Inspector.moc"
