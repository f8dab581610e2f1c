// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/panels/TablePane.h"
#include "widgets/source/EditorLink.h"
#include "widgets/source/SourcePanel.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QMainWindow>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lamella;
using namespace lamella::ui;

class TestSourcePanel : public QObject {
    Q_OBJECT
private:
    test::LoadedTrace m_trace;
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        Theme::apply(ThemeKind::Light);
        QVERIFY(m_trace.loadDense({.passes = 3}));
    }
    void graphAndTableAgree()
    {
        SourcePanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 700);
        panel.show();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        const auto table = panel.pane()->table();
        QVERIFY(table && table->rowCount() > 0);
        QCOMPARE(QString::fromStdString(panel.request().pass), QString::number(m_trace.firstPass()));
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < table->rowCount(); ++row)
            sum += table->integer(row, table->columnIndex("self_ns"));
        const FlameData *flame = panel.chart()->data();
        QVERIFY(flame != nullptr);
        QCOMPARE(flame->graph.totalNs, sum);
        std::int64_t kernels = 0;
        for (const core::FlameFrame &frame : flame->graph.frames)
            kernels += frame.kernel.valid() ? frame.ns() : 0;
        QCOMPARE(kernels, sum); // the ends of the stacks
    }
    void framesSelectAndZoom()
    {
        SourcePanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 700);
        panel.show();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        FlameChart &chart = *panel.chart();
        int widest = -1;
        for (int part = 0; part < chart.partCount() && widest < 0; ++part)
            if (chart.data()->graph.frames[static_cast<std::size_t>(part)].kernel.valid())
                widest = part;
        QVERIFY(widest > 0);
        QCOMPARE(chart.hitAt(chart.partRect(widest).center()), widest);
        chart.pressPart(widest);
        QCOMPARE(chart.selectedPart(), widest);
        QVERIFY(std::holds_alternative<core::NameSelection>(m_trace.bus.selection()));
        chart.zoomTo(widest);
        QCOMPARE(chart.partRect(widest).width(), chart.width());
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(chart.zoomed() != widest);
        QVERIFY(!chart.grab().isNull());
    }
    // What is chosen here is a part of what is shown, so that its figures stay; a selection elsewhere is followed.
    void aChoiceKeepsTheScope()
    {
        SourcePanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 700);
        panel.show();
        const core::PassSelection pass{m_trace.device().device, m_trace.firstPass()};
        m_trace.bus.select(pass, this);
        QVERIFY(test::settled());
        const auto table = panel.pane()->table();
        const core::TableRequest before = panel.request();
        const std::vector<std::int32_t> &layers = m_trace.controller.segmentation()->layerOf;
        const auto inLayer = std::find_if(layers.begin(), layers.end(), [](std::int32_t layer) { return layer > 0; });
        const core::KernelSelection kernel{core::KernelId(static_cast<std::uint32_t>(inLayer - layers.begin()))};
        emit panel.chart()->activated(kernel);
        QVERIFY(test::settled());
        QVERIFY(m_trace.bus.focus().layer > 0);
        QVERIFY(panel.request() == before);
        QCOMPARE(panel.pane()->table(), table);
        QVERIFY(PanelExport::placeOf(&panel, m_trace.bus.focus()) == (Focus{pass.device, pass.pass})); // as the menus say
        m_trace.bus.select(core::LayerSelection{pass.device, pass.pass, *inLayer}, this);
        QCOMPARE(panel.request().layer, std::to_string(*inLayer));
    }
    // Figures of another pass or trace never stand in the strip.
    void theStripForgetsAnotherScope()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 3}));
        SourcePanel panel(trace.controller, trace.bus);
        std::vector<OverviewCell> said;
        connect(&panel, &SourcePanel::overviewChanged, &panel, [&said](const std::vector<OverviewCell> &cells) { said = cells; });
        panel.show();
        QVERIFY(test::settled());
        QVERIFY(!said.empty());
        trace.bus.select(core::PassSelection{trace.device().device, trace.device().passes.back().number}, this);
        QVERIFY(said.empty());
        QVERIFY(test::settled());
        QVERIFY(!said.empty());
        trace.controller.close();
        QVERIFY(said.empty());
    }
    // By line all of such a trace would be one row without a name; what the user chooses stays.
    void withoutStacksRowsAreOperators()
    {
        SourcePanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        QCOMPARE(panel.request().by, std::string("op"));
        const auto header = [&panel] { return panel.pane()->model()->headerData(2, Qt::Horizontal).toString(); };
        QCOMPARE(header(), QStringLiteral("Operator"));
        const QTableView &view = *panel.pane()->view();
        const auto isHidden = [&](const char *id) {
            const auto &columns = panel.pane()->model()->columns();
            const auto at = std::ranges::find(columns, id, &ViewColumn::id);
            return view.isColumnHidden(static_cast<int>(at - columns.begin()));
        };
        QVERIFY(isHidden("file") && isHidden("line") && !isHidden("function") && !isHidden("self_ns"));
        const auto controls = panel.findChildren<SegmentedControl *>();
        const SegmentedControl *choice = *std::ranges::find(controls, 4, &SegmentedControl::current); // by operator
        QTest::mouseClick(choice->findChildren<QAbstractButton *>().constFirst(), Qt::LeftButton);
        QVERIFY(test::settled());
        QCOMPARE(panel.request().by, std::string("line"));
        QCOMPARE(header(), QStringLiteral("Function"));
        QVERIFY(!isHidden("file") && isHidden("line"));
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass() + 1}, this);
        QVERIFY(test::settled());
        QCOMPARE(panel.request().by, std::string("line"));
    }
    // A kernel that is selected elsewhere has its source line marked.
    void selectedKernelsLineIsMarked()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/home/me/train.py(5): first","pid":1,"tid":1,"ts":10,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"/home/me/train.py(9): second","pid":1,"tid":1,"ts":30,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":32,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":50,"dur":2,"args":{"device":0,"stream":7,"correlation":2}}
]})"));
        SourcePanel panel(trace.controller, trace.bus);
        std::vector<OverviewCell> said; // for the strip
        connect(&panel, &SourcePanel::overviewChanged, &panel, [&said](const std::vector<OverviewCell> &cells) { said = cells; });
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        QCOMPARE(said.size(), std::size_t(4));
        QCOMPARE(said[0].plain(), QStringLiteral("Kernels with a source line: 2 of 2"));
        QCOMPARE(said[1].plain(), QStringLiteral("Stacks from: this trace"));
        QCOMPARE(said[2].plain().replace(QChar::Nbsp, u' '), QStringLiteral("In your code: 100 % of GPU time"));
        QCOMPARE(said[3].line.back().action, OverviewAction::Panel);
        QSignalSpy chosen(&panel, &SourcePanel::ruleChosen);
        panel.followOverviewLink();
        auto *field = panel.findChild<QLineEdit *>();
        QVERIFY(field != nullptr && field->text().isEmpty());
        field->setText(QStringLiteral("!home/me"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("!home/me"));
        for (const std::uint32_t kernel : {1U, 0U}) {
            trace.bus.select(core::KernelSelection{core::KernelId(kernel)}, this);
            QVERIFY(test::settled());
            const auto table = panel.pane()->table();
            const QModelIndex current = panel.pane()->view()->currentIndex();
            QVERIFY(current.isValid());
            QCOMPARE(table->integer(panel.pane()->model()->tableRow(current.row()), table->columnIndex("line")),
                std::int64_t(kernel == 0 ? 5 : 9));
        }
    }
    // A click on a line shows it in the inspector: own time, with what it calls, kernels, and the line to open.
    void aLineHasAnInspector()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"/home/me/train.py(5): outer","pid":1,"tid":1,"ts":10,"dur":30},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"/home/me/train.py(9): inner","pid":1,"tid":1,"ts":20,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":22,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":6,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":50,"dur":2,"args":{"device":0,"stream":7,"correlation":2}}
]})"));
        SourcePanel panel(trace.controller, trace.bus);
        panel.resize(1000, 700);
        panel.show();
        QVERIFY(test::settled());
        QTableView &view = *panel.pane()->view();
        const auto row = [&](std::int64_t line) {
            const auto table = panel.pane()->table();
            for (int r = 0; r < panel.pane()->model()->rowCount(); ++r)
                if (table->integer(panel.pane()->model()->tableRow(r), table->columnIndex("line")) == line)
                    return r;
            return -1;
        };
        QVERIFY(row(5) >= 0);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(view.model()->index(row(5), 0)).center());
        QTRY_VERIFY(trace.bus.detail() != nullptr);
        const InspectorContent &shown = *trace.bus.detail();
        QCOMPARE(shown.title, QStringLiteral("train.py:5"));
        QCOMPARE(shown.figure, durationText(6'000)); // own: not that of inner
        const auto section = [&shown](const QString &id) {
            const auto found = std::find_if(
                shown.sections.begin(), shown.sections.end(), [&id](const InspectorSection &one) { return one.id == id; });
            return found == shown.sections.end() ? InspectorSection{} : *found;
        };
        QCOMPARE(section(QStringLiteral("time")).rows.back().value, durationText(8'000));
        QCOMPARE(section(QStringLiteral("kernels")).rows.front().label, QStringLiteral("gemm"));
        QCOMPARE(section(QStringLiteral("callees")).rows.front().label, QStringLiteral("train.py:9"));
        QCOMPARE(section(QStringLiteral("origin")).rows.back().line, std::int64_t(5));
        const auto clickOn = [&](std::int64_t line, Qt::KeyboardModifiers keys) {
            QTest::mouseClick(view.viewport(), Qt::LeftButton, keys, view.visualRect(view.model()->index(row(line), 0)).center());
            return test::settled();
        };
        QVERIFY(clickOn(9, Qt::ControlModifier));
        QVERIFY(!core::partsOf(trace.bus.selection()).empty());
        QVERIFY(trace.bus.detail() == nullptr); // several lines are no line
        QVERIFY(clickOn(9, Qt::ControlModifier));
        QVERIFY(trace.bus.detail() != nullptr);
        QCOMPARE(trace.bus.detail()->title, QStringLiteral("train.py:5")); // the one that is left, not the one clicked
        trace.bus.select({}, nullptr); // what is selected later is no line
        QVERIFY(trace.bus.detail() == nullptr);
    }
    void editors()
    {
        const QString file = QStringLiteral("/a b/c.py");
        QCOMPARE(editorCommand(QStringLiteral("code -g %f:%l"), file, 12),
            QStringList({QStringLiteral("code"), QStringLiteral("-g"), QStringLiteral("/a b/c.py:12")}));
        QCOMPARE(
            editorCommand(QStringLiteral("gvim"), file, 3), QStringList({QStringLiteral("gvim"), QStringLiteral("+3"), file}));
        QVERIFY(editorCommand(QString(), file, 3).isEmpty());
        QCOMPARE(editorAddress(file, 12), QStringLiteral("vscode://file/a%20b/c.py:12"));
    }
    // The status bar of the window says which program it was.
    void anEditorThatIsNotThereIsNamed()
    {
        const QString missing = m_folder.filePath(QStringLiteral("no-such-editor"));
        QSettings().setValue(QStringLiteral("source/editor"), QString(missing + QStringLiteral(" %f:%l")));
        QMainWindow window;
        auto *inside = new QWidget(&window);
        window.setCentralWidget(inside);
        QVERIFY(!openInEditor(QStringLiteral("/a/b.py"), 3, inside));
        QVERIFY2(window.statusBar()->currentMessage().contains(missing), qPrintable(window.statusBar()->currentMessage()));
        QVERIFY(!openInEditor(QStringLiteral("/a/b.py"), 3, nullptr));
        QSettings().remove(QStringLiteral("source/editor"));
    }
};

LAMELLA_WIDGET_TEST(TestSourcePanel)
#include "tst_SourcePanel.moc"
