// SPDX-License-Identifier: GPL-3.0-or-later
// What the workspace Memory says of a moment in the inspector and of the trace in the overview strip, and what its areas stand
// for.
#include "core/base/Format.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/SnapshotPickle.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/memory/MemoryBands.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryMoment.h"
#include "widgets/memory/MemoryOverview.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/memory/MemoryTables.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/session/JobSlot.h"

#include <QAbstractButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <map>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr std::int64_t kMiB = test::SnapshotPickle::kMiB;

std::string memoryEvent(int us, int bytes, int address, int total)
{
    return R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":)" + std::to_string(us)
        + R"(,"args":{"Total Reserved":5000,"Total Allocated":)" + std::to_string(total) + R"(,"Bytes":)" + std::to_string(bytes)
        + R"(,"Addr":)" + std::to_string(address) + R"(,"Device Id":0,"Device Type":1}})";
}

std::string span(const char *category, const char *name, int us, int duration)
{
    return std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":9,"tid":9,"ts":)"
        + std::to_string(us) + R"(,"dur":)" + std::to_string(duration) + R"(,"args":{}})";
}

// 500 bytes from before; 100 of an MLP from 12 to 40 us, 200 of attention from 30 us on, 30 of no module from 50 us on.
std::string traceText()
{
    const std::string kernel =
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}},)";
    return R"({"deviceProperties":[{"id":0,"name":"GPU","totalGlobalMem":80000}],"traceEvents":[)" + kernel
        + span("python_function", "nn.Module: LlamaMLP_3", 11, 8) + "," + span("python_function", "model.py(7): forward", 11, 7)
        + "," + span("cpu_op", "aten::mul", 11, 3) + "," + memoryEvent(12, 100, 1, 600) + ","
        + span("python_function", "nn.Module: LlamaAttention_3", 28, 8) + "," + span("cpu_op", "aten::mm", 29, 3) + ","
        + memoryEvent(30, 200, 2, 800) + "," + memoryEvent(40, -100, 1, 700) + "," + memoryEvent(50, 30, 3, 730) + "]}";
}

const InspectorSection &section(const InspectorContent &content, const char *id)
{
    const auto found = std::find_if(content.sections.begin(), content.sections.end(),
        [id](const InspectorSection &one) { return one.id == QLatin1String(id); });
    if (found == content.sections.end())
        qFatal("no section %s", id);
    return *found;
}

QString value(const InspectorContent &content, const char *id, const QString &label)
{
    for (const InspectorRow &row : section(content, id).rows)
        if (row.label == label)
            return row.value;
    return QStringLiteral("no row ") + label;
}

QString cellText(const std::vector<OverviewCell> &cells, OverviewCell::Id id)
{
    for (const OverviewCell &cell : cells)
        if (cell.id == id)
            return cell.plain();
    return {};
}

// By name; of those without one by their kind.
std::map<std::string, std::int64_t> heldAt(const MemoryBands &bands, std::size_t row)
{
    std::map<std::string, std::int64_t> held;
    for (const MemoryBand &band : bands.bands)
        held[band.kind == MemoryBand::Kind::Before           ? "before"
                : band.kind == MemoryBand::Kind::NotRecorded ? "none"
                : band.kind == MemoryBand::Kind::Others      ? "others"
                                                             : band.name] = band.held[row];
    return held;
}

} // namespace

class TestMemoryMoment : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void areasByOrigin();
    void areasOfAPublicTrace_data();
    void areasOfAPublicTrace();
    void fewAreasOfManyOperators();
    void areasEndAtTheCurve();
    void areasCanBeStopped();
    void whatIsInNoBlockOfATable();
    void aFailedAllocation();
    void aLargeBlockIsNamed();
    void lifetimesInTheLists();
    void theChoiceOfAreasIsRemembered();
    void thePeakInTheInspector();
    void layersSayWhatTheyAdd();
    void anotherSelectionKeepsItsInspector();
    void theBlockOfAMoment();
    void eventsOfOneTime();
    void theFirstSelectionOfATraceWithoutPasses();
    void aLineOfSourceIsALink();
    void unknownIsSaid();
    void cellsOfATrace();
    void cellsOfASnapshot();
    void theStripIsThatOfTheWorkspace();

private:
    QTemporaryDir m_folder;
};

void TestMemoryMoment::areasByOrigin()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QVERIFY(picture->knowsModules);
    QVERIFY(picture->knowsOperators);
    const auto modules = bandsByOrigin(picture->moments(), *picture->blocks, MemoryBy::Module);
    QVERIFY(modules);
    using Held = std::map<std::string, std::int64_t>;
    QCOMPARE(heldAt(*modules, 1), (Held{{"before", 500}, {"mlp", 100}, {"attention", 200}, {"none", 0}}));
    QCOMPARE(heldAt(*modules, 3), (Held{{"before", 500}, {"mlp", 0}, {"attention", 200}, {"none", 30}}));
    const auto operators = bandsByOrigin(picture->moments(), *picture->blocks, MemoryBy::Operator);
    QVERIFY(operators);
    QCOMPARE(heldAt(*operators, 1), (Held{{"before", 500}, {"aten::mul", 100}, {"aten::mm", 200}, {"none", 0}}));
}

void TestMemoryMoment::areasOfAPublicTrace_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<QString>("table");
    QTest::newRow("lifetime") << int(MemoryBy::Lifetime) << QString();
    QTest::newRow("module") << int(MemoryBy::Module) << QStringLiteral("part");
    QTest::newRow("operator") << int(MemoryBy::Operator) << QStringLiteral("op");
}

// Together they are the total that each event states, and at the peak those of the table that adds them up in its own way.
void TestMemoryMoment::areasOfAPublicTrace()
{
    QFETCH(int, by);
    QFETCH(QString, table);
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/tl_h100_qwen1.5-0.5b.json.gz");
    LAMELLA_NEED_SHARED(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    test::LoadedTrace trace;
    QVERIFY(trace.load(file.readAll().toStdString()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto bands = by == int(MemoryBy::Lifetime)
        ? bandsByLifetime(picture->moments(), *picture->timeTable, *picture->blocks)
        : bandsByOrigin(picture->moments(), *picture->blocks, static_cast<MemoryBy>(by));
    QVERIFY(bands);
    for (std::size_t i = 0; i < picture->time.size(); ++i) {
        std::int64_t sum = 0;
        for (const MemoryBand &band : bands->bands)
            sum += band.held[i];
        QCOMPARE(sum, picture->allocated[i]);
    }
    if (table.isEmpty())
        return;
    core::TableRequest request;
    request.table = "memory";
    request.by = table.toStdString();
    const auto groups = trace.controller.session()->table(request);
    QVERIFY(groups);
    std::map<std::string, std::int64_t> known;
    for (std::size_t r = 0; r < (*groups)->rowCount(); ++r)
        known[std::string((*groups)->text(r, (*groups)->columnIndex("name")))] =
            (*groups)->integer(r, (*groups)->columnIndex("at_peak_bytes"));
    for (const MemoryBand &band : bands->bands)
        if (band.kind == MemoryBand::Kind::Named)
            QCOMPARE(band.held[picture->peak], known[band.name]);
}

// The few that hold most have an area, the rest one together.
void TestMemoryMoment::fewAreasOfManyOperators()
{
    std::string text =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}})";
    int total = 0;
    for (int i = 0; i < 12; ++i) {
        const int bytes = 100 + i;
        text += "," + span("cpu_op", ("aten::op" + std::to_string(i)).c_str(), 20 + i * 10, 5) + ","
            + memoryEvent(22 + i * 10, bytes, i + 1, total += bytes);
    }
    test::LoadedTrace trace;
    QVERIFY(trace.load(text + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto bands = bandsByOrigin(picture->moments(), *picture->blocks, MemoryBy::Operator);
    QVERIFY(bands);
    const auto held = heldAt(*bands, picture->peak);
    QCOMPARE(held.size(), std::size_t{7});
    QCOMPARE(held.at("aten::op11"), std::int64_t{111});
    QCOMPARE(held.at("others"), std::int64_t{100 + 101 + 102 + 103 + 104 + 105});
}

// Where frees are missing, blocks add up to more than what is allocated; the areas do not.
void TestMemoryMoment::areasEndAtTheCurve()
{
    std::string text =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}})";
    text += "," + span("cpu_op", "aten::a", 20, 5) + "," + memoryEvent(22, 100, 1, 600);
    text += "," + span("cpu_op", "aten::b", 30, 5) + "," + memoryEvent(32, 400, 2, 1000);
    text += "," + span("cpu_op", "aten::c", 40, 5) + "," + memoryEvent(42, 10, 3, 310); // 700 were freed before
    test::LoadedTrace trace;
    QVERIFY(trace.load(text + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QCOMPARE(picture->allocated, (std::vector<std::int64_t>{600, 1000, 310}));
    const auto operators = bandsByOrigin(picture->moments(), *picture->blocks, MemoryBy::Operator);
    QVERIFY(operators);
    for (const MemoryBands &bands : {picture->lifetimes, *operators}) {
        QCOMPARE(bands.cutMoments, std::size_t{1});
        for (std::size_t i = 0; i < picture->time.size(); ++i) {
            std::int64_t sum = 0;
            for (const MemoryBand &band : bands.bands)
                sum += band.held[i];
            QCOMPARE(sum, picture->allocated[i]);
        }
    }
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1200, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(!panel.picture().empty(), test::kWaitMs);
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<QWidget *>(QStringLiteral("memoryWarning")) != nullptr, test::kWaitMs);
}

// Also in what has many rows where the blocks are few.
void TestMemoryMoment::areasCanBeStopped()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    std::stop_source source;
    source.request_stop();
    const core::JobControl stopped{source.get_token(), {}};
    const core::ReportTable none = picture->blocks->withRows({});
    for (const core::ReportTable *blocks : {&none, picture->blocks.get()}) {
        const auto lifetimes = bandsByLifetime(picture->moments(), *picture->timeTable, *blocks, stopped);
        QVERIFY(!lifetimes && lifetimes.error().code == core::ErrorCode::Cancelled);
        const auto operators = bandsByOrigin(picture->moments(), *blocks, MemoryBy::Operator, stopped);
        QVERIFY(!operators && operators.error().code == core::ErrorCode::Cancelled);
    }
    QVERIFY(knowsOrigin(*picture->blocks, MemoryBy::Operator));
    QVERIFY(!knowsOrigin(*picture->blocks, MemoryBy::Operator, stopped));
}

// Tables of Ascend list the blocks of operators alone; the rest of the total was not all there before the trace.
void TestMemoryMoment::whatIsInNoBlockOfATable()
{
    const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/level1_rank0_ascend_pt");
    LAMELLA_NEED_SHARED(path);
    test::LoadedTrace trace;
    trace.controller.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(trace.controller.session() != nullptr, test::kWaitMs);
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture && !picture->empty());
    QCOMPARE(picture->processMax, std::int64_t{2'216'407'040}); // of the rows APP
    const auto moment = memoryMoment(*picture, picture->time[picture->peak], {});
    QVERIFY(moment);
    const InspectorContent content = momentContent(*picture, *moment);
    QVERIFY(value(content, "made", QStringLiteral("in no block")).contains(QStringLiteral("736")));
    QVERIFY(value(content, "made", QStringLiteral("before the trace")).startsWith(QStringLiteral("no row")));
}

// Says what was asked for and what there was, and has no block.
void TestMemoryMoment::aFailedAllocation()
{
    test::LoadedTrace trace;
    trace.controller.open(QStringLiteral(LAMELLA_TEST_DATA "/snapshots/small_5.pickle"));
    QTRY_VERIFY_WITH_TIMEOUT(trace.controller.session() != nullptr, test::kWaitMs);
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QCOMPARE(picture->failures.size(), std::size_t{1});
    const auto failed = memoryMoment(*picture, picture->time[picture->failures.front()], {});
    QVERIFY(failed && failed->failure);
    const InspectorContent content = momentContent(*picture, *failed);
    QVERIFY2(content.title.startsWith(QStringLiteral("Out of memory")), qPrintable(content.title));
    QCOMPARE(value(content, "failed", QStringLiteral("asked for")), qtext(core::formatBytes(std::int64_t{1} << 40)));
    const QString why = section(content, "failed").rows.back().label;
    QVERIFY2(why.contains(QStringLiteral("Most is held by")), qPrintable(why));
    QVERIFY(std::none_of(content.sections.begin(), content.sections.end(),
        [](const InspectorSection &one) { return one.id == QStringLiteral("source"); }));
    const auto peak = memoryMoment(*picture, picture->time[picture->peak], {});
    QVERIFY(peak && !peak->failure);
}

// One of many that are kept, shortly before the peak.
void TestMemoryMoment::aLargeBlockIsNamed()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,)"
                       R"("args":{"device":0,"stream":7}},)"
        + memoryEvent(12, 100, 1, 100) + "," + span("cpu_op", "aten::mm", 29, 3) + "," + memoryEvent(30, 600, 2, 700) + ","
        + memoryEvent(40, 50, 3, 750) + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto peak = memoryMoment(*picture, picture->time[picture->peak], {});
    QVERIFY(peak && peak->largestBlock);
    const InspectorContent content = momentContent(*picture, *peak);
    QCOMPARE(section(content, "why").rows.back().label,
        QStringLiteral("The largest block, %1, was allocated %2 before by aten::mm.")
            .arg(qtext(core::formatBytes(600)), durationText(10'000)));
}

// Words, and the colour that its area in the curve has.
void TestMemoryMoment::lifetimesInTheLists()
{
    for (const auto &[id, words] : {std::pair("kv_cache", "KV cache"), {"before", "before the trace"}, {"gradient", "gradients"},
             {"optimizer", "optimizer state"}, {"activation", "activations"}, {"weights", "weights"}})
        QCOMPARE(memoryLifetimeText(id), QLatin1String(words));
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1200, 700);
    panel.show();
    for (const char *name : {"memoryGroups", "memoryBlocks"}) {
        const auto *view = panel.findChild<QTableView *>(QLatin1String(name));
        QTRY_VERIFY_WITH_TIMEOUT(view->model()->rowCount() > 0, test::kWaitMs);
        const auto *model = qobject_cast<const ReportTableModel *>(view->model());
        QVERIFY(model != nullptr);
        const core::ReportTable &table = *model->table();
        const std::string_view category = table.text(model->tableRow(0), table.columnIndex("category"));
        QCOMPARE(model->index(0, 0).data().toString(), memoryLifetimeText(category));
        QCOMPARE(model->index(0, 0).data(kColorRole).value<QColor>(), memoryColor(memoryPartOf(category)));
        QVERIFY(!model->index(0, 1).data(kColorRole).isValid());
    }
}

void TestMemoryMoment::theChoiceOfAreasIsRemembered()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto control = [](MemoryPanel &panel) { return panel.findChild<SegmentedControl *>(QStringLiteral("memoryAreas")); };
    const auto names = [](const MemoryPanel &panel) {
        QStringList all;
        for (const PlotLegendEntry &entry : panel.chart()->legend())
            all << entry.text;
        return all;
    };
    {
        MemoryPanel panel(trace.controller, trace.bus, trace.range);
        panel.resize(1200, 700);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(!panel.picture().empty(), test::kWaitMs);
        QCOMPARE(control(panel)->current(), int(MemoryBy::Lifetime));
        QVERIFY(names(panel).contains(QStringLiteral("temporary")));
        panel.chooseBands(MemoryBy::Operator);
        QTRY_VERIFY_WITH_TIMEOUT(names(panel).contains(QStringLiteral("aten::mm")), test::kWaitMs);
        QVERIFY(!names(panel).contains(QStringLiteral("temporary")));
    }
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1200, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(names(panel).contains(QStringLiteral("aten::mm")), test::kWaitMs);
    QCOMPARE(control(panel)->current(), int(MemoryBy::Operator));
    // A file that names neither says so, and the choice stays for others.
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,)"
                       R"("args":{"device":0,"stream":7}},)"
        + memoryEvent(12, 100, 1, 600) + "]}"));
    QTRY_COMPARE_WITH_TIMEOUT(control(panel)->current(), int(MemoryBy::Lifetime), test::kWaitMs);
    int disabled = 0;
    for (const QAbstractButton *button : control(panel)->findChildren<QAbstractButton *>())
        if (!button->isEnabled()) {
            ++disabled;
            QVERIFY(button->toolTip().contains(QStringLiteral("The file names no")));
        }
    QCOMPARE(disabled, 2);
    QCOMPARE(QSettings().value(QStringLiteral("memory/areas")).toString(), QStringLiteral("operator"));
    QSettings().remove(QStringLiteral("memory/areas"));
}

// Blocks that a layer hands over are freed by the next one: what all of them add is less than what each holds at its end.
void TestMemoryMoment::layersSayWhatTheyAdd()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    auto loaded = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(loaded);
    MemoryPicture picture = std::move(*loaded);
    auto found = memoryMoment(picture, picture.time[picture.peak], {});
    QVERIFY(found);
    MemoryMoment moment = *found;
    moment.pass = 0;
    moment.layer = 1;
    picture.layers.clear();
    for (const int layer : {0, 1}) {
        MemoryLayer &one = picture.layers.emplace_back();
        one.layer = layer;
        one.kept = 55'000;
        one.net = 36'000;
    }
    const InspectorContent content = momentContent(picture, moment);
    const QString label = section(content, "why").rows[1].label;
    QVERIFY2(label.contains(qtext(core::formatBytes(36'000))), qPrintable(label));
}

void TestMemoryMoment::thePeakInTheInspector()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(trace.bus.detail() != nullptr, test::kWaitMs);
    const InspectorContent peak = *trace.bus.detail();
    QCOMPARE(peak.title, QStringLiteral("Peak"));
    QVERIFY2(peak.path.contains(QStringLiteral("LlamaAttention_3")), qPrintable(peak.path));
    QVERIFY2(peak.path.contains(QStringLiteral("aten::mm")), qPrintable(peak.path));
    QCOMPARE(peak.figure, qtext(core::formatBytes(800)));
    QVERIFY2(peak.rank.contains(qtext(core::formatShare(0.01))), qPrintable(peak.rank));
    const InspectorSection &made = section(peak, "made");
    std::int64_t sum = 0;
    for (const InspectorMark &mark : made.marks)
        sum += mark.ns;
    QCOMPARE(sum, std::int64_t{800});
    QVERIFY(value(peak, "made", QStringLiteral("temporary")).startsWith(qtext(core::formatBytes(100))));
    const std::vector<InspectorRow> &why = section(peak, "why").rows; // before the trace; what is largest; what does not stay
    QCOMPARE(why.size(), std::size_t{3});
    QVERIFY2(why[0].label.contains(qtext(core::formatShare(500.0 / 800))), qPrintable(why[0].label));
    QVERIFY2(why[1].label.contains(qtext(core::formatBytes(200))), qPrintable(why[1].label));
    QVERIFY2(why[2].label.contains(qtext(core::formatBytes(100))), qPrintable(why[2].label));
    QCOMPARE(section(peak, "reserved").share, 4200.0 / 5000.0);
    QVERIFY(section(peak, "growth").rows.front().label.startsWith(QStringLiteral("n/a")));
    QCOMPARE(value(peak, "source", QStringLiteral("operator")), QStringLiteral("aten::mm"));
    // The former one stays until the next is known.
    panel.setCursor(2000); // 12 us
    QVERIFY(trace.bus.detail() != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(trace.bus.detail()->title, QStringLiteral("Moment"), test::kWaitMs);
    QCOMPARE(trace.bus.detail()->figure, qtext(core::formatBytes(600)));
    panel.hide();
    QVERIFY(trace.bus.detail() == nullptr);
}

void TestMemoryMoment::anotherSelectionKeepsItsInspector()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(900, 600);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(trace.bus.detail() != nullptr, test::kWaitMs);
    trace.bus.select(core::KernelSelection{core::KernelId(0)}, this);
    trace.bus.select(core::NameSelection{trace.controller.document()->kernels.name[0]}, this);
    QVERIFY(trace.bus.detail() == nullptr);
    QTRY_COMPARE(JobSlot::awaited(), 0);
    QVERIFY(trace.bus.detail() == nullptr);
    emit panel.chart()->plot()->positionPicked(0.0201); // selects the event
    QTRY_VERIFY_WITH_TIMEOUT(trace.bus.detail() != nullptr, test::kWaitMs);
    QCOMPARE(trace.bus.detail()->title, QStringLiteral("Peak"));
    emit panel.chart()->plot()->positionPicked(0.0201); // again
    QTRY_COMPARE(JobSlot::awaited(), 0);
    QVERIFY(trace.bus.detail() != nullptr);
}

// An event that frees is about the block that it frees; a row of the lists about its own.
void TestMemoryMoment::theBlockOfAMoment()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto freed = memoryMoment(*picture, 30'000, {});
    QVERIFY(freed);
    QCOMPARE(freed->is, MemoryMoment::Is::Freed);
    QCOMPARE(picture->blocks->text(freed->block, picture->blocks->columnIndex("op")), std::string_view("aten::mul"));
    QCOMPARE(freed->blocks[std::size_t(MemoryPart::Temporary)], std::int64_t{0});
    const auto selected = memoryMoment(*picture, 30'000, picture->targets[1]);
    QVERIFY(selected);
    QCOMPARE(selected->is, MemoryMoment::Is::Selected);
    QCOMPARE(picture->blocks->text(selected->block, picture->blocks->columnIndex("op")), std::string_view("aten::mm"));
    const auto begins = memoryMoment(*picture, 20'000, picture->targets[1]);
    QVERIFY(begins);
    QCOMPARE(begins->is, MemoryMoment::Is::Allocated);
    QCOMPARE(begins->largest, std::int64_t{100});
    QCOMPARE(begins->largestCount, std::int64_t{1});
    QCOMPARE(begins->largestOps, std::vector<std::string>{"aten::mul"});
}

// A clock of whole microseconds: the peak and the block that lives no longer than its time are not lost behind a later event.
void TestMemoryMoment::eventsOfOneTime()
{
    test::LoadedTrace trace;
    const std::string kernel =
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":1,"args":{"device":0,"stream":7}},)";
    QVERIFY(trace.load(R"({"traceEvents":[)" + kernel + memoryEvent(12, 100, 1, 600) + "," + memoryEvent(30, 200, 2, 800) + ","
        + memoryEvent(30, -200, 2, 600) + "," + memoryEvent(50, 30, 3, 630) + "]}"));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto moment = memoryMoment(*picture, picture->time[picture->peak], {});
    QVERIFY(moment);
    QCOMPARE(moment->row, picture->peak);
    QVERIFY(moment->is == MemoryMoment::Is::Allocated);
    QCOMPARE(picture->blocks->integer(moment->block, picture->blocks->columnIndex("bytes")), std::int64_t{200});
}

// There is nothing that such a trace opened with: what the user selects first keeps its inspector.
void TestMemoryMoment::theFirstSelectionOfATraceWithoutPasses()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    panel.resize(1000, 700);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(trace.bus.detail() != nullptr, test::kWaitMs);
    trace.bus.select(core::KernelSelection{core::KernelId(0)}, nullptr);
    QVERIFY(test::settled());
    QVERIFY(trace.bus.detail() == nullptr);
}

void TestMemoryMoment::aLineOfSourceIsALink()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto moment = memoryMoment(*picture, 2000, {});
    QVERIFY(moment);
    InspectorBody body;
    body.resize(300, 600);
    body.setContent(momentContent(*picture, *moment), core::Against::Type);
    QSignalSpy asked(&body, &InspectorBody::sourceRequested);
    int links = 0;
    for (int part = 0; part < body.partCount(); ++part) {
        body.pressPart(part);
        if (asked.size() > links)
            ++links;
    }
    QCOMPARE(links, 1);
    QCOMPARE(asked.front().at(0).toString(), QStringLiteral("model.py"));
    QCOMPARE(asked.front().at(1).toLongLong(), 7LL);
}

// Without blocks, reserved bytes or passes the sections say why.
void TestMemoryMoment::unknownIsSaid()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load("[[-1, 1, 1000, 0], [5000, 2, 300, 4], [6000, 3, -300, 4]]")); // a raw timeline
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const auto moment = memoryMoment(*picture, picture->time[picture->peak], {});
    QVERIFY(moment);
    QCOMPARE(moment->is, MemoryMoment::Is::Nothing);
    const InspectorContent content = momentContent(*picture, *moment);
    for (const char *id : {"reserved", "growth", "source"})
        QVERIFY2(section(content, id).rows.front().label.startsWith(QStringLiteral("n/a")), id);
    QVERIFY(content.rank.isEmpty()); // the memory of the device is not recorded
    QVERIFY(!content.path.contains(QStringLiteral("activation"))); // a category is no operator
    QVERIFY2(section(content, "why").rows.front().label.contains(qtext(core::formatBytes(1000))),
        qPrintable(section(content, "why").rows.front().label));
    QVERIFY(value(content, "made", QStringLiteral("activations")).startsWith(qtext(core::formatBytes(300))));
}

void TestMemoryMoment::cellsOfATrace()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    const std::vector<OverviewCell> cells = memoryCells(*picture);
    QVERIFY(cellText(cells, OverviewCell::Id::Peak).contains(qtext(core::formatBytes(800))));
    QVERIFY(cellText(cells, OverviewCell::Id::Reserved).contains(qtext(core::formatBytes(5000))));
    QVERIFY(cellText(cells, OverviewCell::Id::After).contains(qtext(core::formatBytes(730))));
    QVERIFY(cellText(cells, OverviewCell::Id::Events).contains(QStringLiteral("4")));
    QVERIFY(cellText(cells, OverviewCell::Id::Source).contains(QStringLiteral("events of the trace")));
    QVERIFY(cellText(cells, OverviewCell::Id::Kept).isEmpty()); // no passes
}

void TestMemoryMoment::cellsOfASnapshot()
{
    constexpr qint64 kBase = qint64{0x7f00} << 32;
    test::SnapshotPickle pickle;
    pickle.device().segment(0, kBase, 4 * kMiB).used(kBase, 3 * kMiB).unused(kBase + 3 * kMiB, kMiB);
    test::LoadedTrace trace;
    QVERIFY(trace.load(pickle.done().toStdString()));
    const auto picture = loadMemoryPicture(*trace.controller.session(), {}, {});
    QVERIFY(picture);
    QVERIFY(picture->empty());
    const std::vector<OverviewCell> cells = memoryCells(*picture);
    QVERIFY(cellText(cells, OverviewCell::Id::After).contains(qtext(core::formatBytes(3 * kMiB))));
    QVERIFY(cellText(cells, OverviewCell::Id::Events).contains(QStringLiteral("no history")));
    QVERIFY(cellText(cells, OverviewCell::Id::Source).contains(QStringLiteral("snapshot")));
}

void TestMemoryMoment::theStripIsThatOfTheWorkspace()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(traceText()));
    TraceOverview strip(trace.controller, trace.bus);
    strip.resize(1400, 50);
    strip.show();
    MemoryPanel panel(trace.controller, trace.bus, trace.range);
    connect(&panel, &MemoryPanel::overviewChanged, &strip, &TraceOverview::setWorkspaceCells);
    QVERIFY(strip.partOf(OverviewCell::Id::Peak) < 0);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(strip.partOf(OverviewCell::Id::Peak) >= 0, test::kWaitMs);
    QVERIFY(strip.partOf(OverviewCell::Id::File) >= 0);
    QVERIFY(strip.partOf(OverviewCell::Id::Layers) < 0);
    panel.hide();
    QVERIFY(strip.partOf(OverviewCell::Id::Peak) < 0);
    QVERIFY(strip.partOf(OverviewCell::Id::Layers) >= 0);
}

LAMELLA_WIDGET_TEST(TestMemoryMoment)
#include "tst_MemoryMoment.moc"
