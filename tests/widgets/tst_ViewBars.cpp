// SPDX-License-Identifier: GPL-3.0-or-later
// Bars above views: a narrow dock breaks them into lines instead of clipping them, and the switch between layer, pass and all
// asks for the part that it shows.
#include "tests/support/TestMain.h"
#include "tests/widgets/ClippedTexts.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/TableSetup.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/idle/OverlapPanel.h"
#include "widgets/idle/WhatIfPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/session/CompareController.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/LamellaStyle.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QPaintEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>

using namespace lamella;
using namespace lamella::ui;

using MakePanel = std::function<QWidget *(test::LoadedTrace &, CompareController &)>;
Q_DECLARE_METATYPE(MakePanel)

class TestViewBars : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void whatDoesNotFitGoesBelow();
    void whatIsLeftGoesToTheSpace();
    void hiddenFieldsTakeNoRoom();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void numbersAreNotCut_data();
    void numbersAreNotCut();
    void theStretchedColumnWaitsForTheRelease();
    void theRingOfTheRowBeforeIsPaintedOver();
    void theSwitchShowsWhatThereIs();
    void everythingIsTheBrushedPasses();
    void theSwitchNarrowsARequest();
    void aSentenceGoesBelowRatherThanBeCut();
    void titlesAreInOneLine();
    void aNarrowFieldHasTheShortWord();
    void aButtonWithAMenuHasRoomForItsArrow();
};

void TestViewBars::whatDoesNotFitGoesBelow()
{
    QWidget bar;
    auto *row = new FlowRow(&bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->setLineHeight(26);
    QList<QPushButton *> buttons;
    for (int i = 0; i < 4; ++i) {
        buttons << new QPushButton(&bar);
        buttons.last()->setFixedSize(100, 24);
        row->addWidget(buttons.last());
    }
    QCOMPARE(row->heightForWidth(424), 26);
    QCOMPARE(row->heightForWidth(423), 2 * 26 + 4);
    QCOMPARE(row->heightForWidth(100), 4 * 26 + 3 * 4);
    QCOMPARE(row->minimumSize().width(), 100);
    bar.resize(220, 60);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    QCOMPARE(buttons[1]->pos(), QPoint(108, 1));
    QCOMPARE(buttons[2]->pos(), QPoint(0, 31));
}

// What may be narrow wraps where less than it needs would remain.
void TestViewBars::aSentenceGoesBelowRatherThanBeCut()
{
    QWidget bar;
    auto *row = new FlowRow(&bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->setLineHeight(26);
    auto *button = new QPushButton(&bar);
    button->setFixedSize(100, 24);
    auto *sentence = new ElidedLabel(QString(60, u'm'), ElidedLabel::Rank::Secondary, &bar);
    row->addWidget(button);
    row->addWidget(sentence, 1, TextPx(200));
    QCOMPARE(row->heightForWidth(308), 26);
    QCOMPARE(row->heightForWidth(307), 2 * 26 + 4);
}

// The text of a title begins where that of the title of another panel does, whether it has a menu or not, and other bars begin
// there, too.
void TestViewBars::titlesAreInOneLine()
{
    ViewBar plain;
    auto *label = new QWidget(&plain);
    label->setFixedSize(40, 20);
    plain.row()->addWidget(label);
    ViewBar titled;
    auto *title = new QWidget(&titled);
    title->setFixedSize(40, 20);
    titled.setTitle(title);
    for (ViewBar *bar : {&plain, &titled}) {
        bar->resize(200, 34);
        bar->show();
        QVERIFY(QTest::qWaitForWindowExposed(bar));
    }
    QCOMPARE(title->x() + ViewBar::kTitleInsetPx, label->x());
}

void TestViewBars::aNarrowFieldHasTheShortWord()
{
    SearchField field(QStringLiteral("filter"), QStringLiteral("Filter by name or category"));
    field.setShortPlaceholder(QStringLiteral("Filter"));
    field.resize(400, 24);
    field.show();
    QVERIFY(QTest::qWaitForWindowExposed(&field));
    QCOMPARE(field.placeholderText(), QStringLiteral("Filter by name or category"));
    field.resize(120, 24);
    QTRY_COMPARE(field.placeholderText(), QStringLiteral("Filter"));
    field.resize(56, 24);
    QTRY_COMPARE(field.placeholderText(), QString()); // no part of a word
    QCOMPARE(field.accessibleName(), QStringLiteral("Filter by name or category"));
}

// In the middle of its height, behind the text.
void TestViewBars::aButtonWithAMenuHasRoomForItsArrow()
{
    LamellaStyle style;
    QToolButton button;
    button.setStyle(&style);
    button.setText(QStringLiteral("More"));
    const QSize plain = button.sizeHint();
    QMenu menu;
    button.setMenu(&menu);
    button.setPopupMode(QToolButton::InstantPopup);
    QCOMPARE(button.sizeHint(), plain + QSize(8, 0));
    button.setMenu(nullptr); // the menu goes first
}

void TestViewBars::whatIsLeftGoesToTheSpace()
{
    QWidget bar;
    auto *row = new FlowRow(&bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto *left = new QPushButton(&bar);
    auto *field = new QWidget(&bar);
    auto *right = new QPushButton(&bar);
    left->setFixedSize(50, 20);
    right->setFixedSize(50, 20);
    field->setMinimumWidth(60);
    row->addWidget(left);
    row->addWidget(field, 1);
    row->addWidget(right);
    bar.resize(400, 30);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    QCOMPARE(field->width(), 400 - 2 * 50 - 2 * 8);
    QCOMPARE(right->geometry().right(), 399);
}

void TestViewBars::hiddenFieldsTakeNoRoom()
{
    QWidget bar;
    auto *row = new FlowRow(&bar);
    row->setSpacing(8);
    auto *one = new QPushButton(&bar);
    auto *two = new QPushButton(&bar);
    one->setFixedSize(100, 20);
    two->setFixedSize(100, 20);
    row->addWidget(one);
    row->addWidget(two);
    const int both = row->heightForWidth(150);
    two->hide();
    QVERIFY(row->heightForWidth(150) < both);
}

void TestViewBars::nothingIsClipped_data()
{
    QTest::addColumn<MakePanel>("make");
    QTest::addColumn<int>("width");
    using Trace = test::LoadedTrace;
    const std::array<std::pair<const char *, MakePanel>, 5> panels{
        {{"gaps", [](Trace &t, CompareController &) -> QWidget * { return new GapPanel(t.controller, t.bus); }},
            {"overlap", [](Trace &t, CompareController &) -> QWidget * { return new OverlapPanel(t.controller, t.bus); }},
            {"what if", [](Trace &t, CompareController &) -> QWidget * { return new WhatIfPanel(t.controller, t.bus); }},
            {"kernels", [](Trace &t, CompareController &) -> QWidget * { return new KernelTablePanel(t.controller, t.bus); }},
            {"diff", [](Trace &t, CompareController &c) -> QWidget * { return new DiffPanel(c, t.bus); }}}};
    for (const auto &[name, make] : panels)
        for (const int width : {240, 320, 500, 900})
            QTest::addRow("%s, %d", name, width) << make << width;
}

void TestViewBars::nothingIsClipped()
{
    QFETCH(MakePanel, make);
    QFETCH(int, width);
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    CompareController compare(trace.controller, trace.bus);
    trace.bus.select(core::LayerSelection{trace.device().device, trace.firstPass(), 3}, nullptr);
    std::unique_ptr<QWidget> panel(make(trace, compare));
    panel->setMinimumSize(216, 80); // as in a dock
    panel->resize(width, 420);
    panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
    QCOMPARE(panel->width(), width);
    QTRY_VERIFY_WITH_TIMEOUT(JobSlot::awaited() == 0, 60'000); // bars of tables are laid out when there is something to show
    const auto bars = panel->findChildren<ViewBar *>();
    QVERIFY(!bars.isEmpty());
    for (const ViewBar *bar : bars) {
        QRect last;
        const auto fields = bar->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
        for (const QWidget *field : fields) {
            if (field->isHidden() || field->isWindow() || field->width() == 0)
                continue;
            QVERIFY2(bar->rect().contains(field->geometry()), field->metaObject()->className());
            QVERIFY2(!last.intersects(field->geometry()), field->metaObject()->className());
            last = field->geometry();
        }
        if (width < 300) // two combos of one field share what there is
            continue;
        const auto combos = bar->findChildren<QComboBox *>();
        for (const QComboBox *combo : combos)
            QVERIFY(combo->isHidden() || combo->width() >= combo->minimumSizeHint().width());
    }
}

void TestViewBars::numbersAreNotCut_data()
{
    QTest::addColumn<int>("rows");
    QTest::newRow("sorted at once") << 1'000;
    QTest::newRow("sorted on a worker") << 30'000;
}

// Of every kind and in every style, wherever in the table the widest stands; of the column that takes the rest too.
void TestViewBars::numbersAreNotCut()
{
    QFETCH(int, rows);
    using core::CellKind;
    QThreadPool pool;
    ReportTableModel model({{{}, QStringLiteral("#"), ColumnStyle::RowNumber, 10, {}}, {"name", {}, ColumnStyle::Text, -76, {}},
                               {"layer", {}, ColumnStyle::Number, 10, {}}, {"count", {}, ColumnStyle::Number, 10, {}},
                               {"dur_ns", {}, ColumnStyle::Number, 10, {}}, {"share", {}, ColumnStyle::Number, 10, {}},
                               {"delta_ns", {}, ColumnStyle::Delta, 10, {}}, {"real", {}, ColumnStyle::Number, 10, {}},
                               {"bytes", {}, ColumnStyle::Bar, 0, {}}},
        pool);
    QTableView view;
    setUpTable(view, model);
    view.resize(200, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto wide = view.columnWidth(3);
    auto table = std::make_shared<core::ReportTable>("roofline", "Roofline",
        std::vector<core::ReportColumn>{{"name", "Name", CellKind::Text, {}}, {"layer", "Layer", CellKind::Text, {}},
            {"count", "Count", CellKind::Integer, {}}, {"dur_ns", "Duration", CellKind::DurationNs, {}},
            {"share", "Share", CellKind::Share, {}}, {"delta_ns", "Delta", CellKind::DurationNs, {}},
            {"real", "Real", CellKind::Real, {}}, {"bytes", "Bytes", CellKind::Bytes, {}}});
    for (int row = 0; row < rows; ++row) {
        const bool widest = row == rows / 2;
        table->appendRow();
        table->setText(0, "gemm");
        table->setText(1, widest ? "head and tail" : "3");
        table->setInteger(2, widest ? 1'234'567 : 7);
        table->setInteger(3, widest ? 8'150'000 : 6);
        table->setReal(4, widest ? 1.0 : 0.001);
        table->setInteger(5, widest ? -888'800'000 : 1);
        table->setReal(6, widest ? -1.234e-7 : 2);
        table->setInteger(7, widest ? 987'600'000 : 8);
    }
    model.setTable(std::move(table));
    QTRY_VERIFY(view.columnWidth(3) > wide);
    view.scrollTo(model.index(rows / 2, 0));
    QCOMPARE(test::cutNumbers(QStringLiteral("table"), view), QStringList());
}

// The edge that is dragged would run away from the pointer.
void TestViewBars::theStretchedColumnWaitsForTheRelease()
{
    QThreadPool pool;
    ReportTableModel model({{"name", {}, ColumnStyle::Text, -76, {}}, {"layer", {}, ColumnStyle::Number, 60, {}},
                               {"count", {}, ColumnStyle::Number, 60, {}}},
        pool);
    QTableView view;
    setUpTable(view, model);
    view.resize(400, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QHeaderView *header = view.horizontalHeader();
    const int before = view.columnWidth(0);
    const QPoint at(header->sectionViewportPosition(1) + header->sectionSize(1) / 2, header->height() / 2);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, at);
    header->resizeSection(1, 90);
    QCOMPARE(view.columnWidth(0), before);
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(view.columnWidth(0), before - 30);
    header->resizeSection(1, 60); // not by hand
    QCOMPARE(view.columnWidth(0), before);
}

namespace {

class Painted : public QObject {
public:
    QRegion region;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent *>(event)->region();
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

// It is around the whole row, whether the row is selected or not.
void TestViewBars::theRingOfTheRowBeforeIsPaintedOver()
{
    QThreadPool pool;
    ReportTableModel model({{"name", {}, ColumnStyle::Text, 100, {}}, {"count", {}, ColumnStyle::Number, 48, {}}}, pool);
    QTableView view;
    setUpTable(view, model);
    view.resize(300, 200);
    auto table = std::make_shared<core::ReportTable>("kernels", "Kernels",
        std::vector<core::ReportColumn>{
            {"name", "Name", core::CellKind::Text, {}}, {"count", "Count", core::CellKind::Integer, {}}});
    for (int row = 0; row < 3; ++row) {
        table->appendRow();
        table->setText(0, "gemm");
        table->setInteger(1, row);
    }
    model.setTable(std::move(table));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.selectionModel()->setCurrentIndex(model.index(0, 0), QItemSelectionModel::NoUpdate);
    QCoreApplication::processEvents();
    Painted painted;
    view.viewport()->installEventFilter(&painted);
    view.selectRow(1);
    QCoreApplication::processEvents();
    QVERIFY(painted.region.contains(view.visualRect(model.index(0, 1))));
}

void TestViewBars::theSwitchShowsWhatThereIs()
{
    ScopeSwitch scope(QStringLiteral("All"));
    QCOMPARE(scope.scope(), ScopeSwitch::kAll); // nothing is selected
    scope.follow({core::DeviceId(0), 2, 5});
    QCOMPARE(scope.scope(), ScopeSwitch::kPass);
    QSignalSpy changed(&scope, &ScopeSwitch::scopeChanged);
    scope.show();
    const auto segments = scope.findChildren<QAbstractButton *>();
    QCOMPARE(segments[ScopeSwitch::kLayer]->text(), QStringLiteral("L5"));
    QCOMPARE(segments[ScopeSwitch::kPass]->text(), QStringLiteral("P2"));
    QTest::mouseClick(segments[ScopeSwitch::kLayer], Qt::LeftButton);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(scope.scope(), ScopeSwitch::kLayer);
    scope.follow({core::DeviceId(0), 3, core::kNoLayer});
    QCOMPARE(scope.scope(), ScopeSwitch::kPass);
    QVERIFY(!segments[ScopeSwitch::kLayer]->isEnabled());
    QVERIFY(!segments[ScopeSwitch::kLayer]->toolTip().isEmpty());
    scope.follow({core::DeviceId(0), 3, core::kTailLayer}); // what was asked for is kept
    QCOMPARE(scope.scope(), ScopeSwitch::kLayer);
    QCOMPARE(changed.count(), 1);
}

void TestViewBars::everythingIsTheBrushedPasses()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 4}));
    ScopeSwitch scope(QStringLiteral("All"));
    scope.followBrush(trace.bus);
    QSignalSpy changed(&scope, &ScopeSwitch::scopeChanged);
    trace.bus.setBrush({trace.device().device, 1, 2});
    QCOMPARE(changed.count(), 1); // nothing is selected, so everything is covered
    QCOMPARE(scope.findChildren<QAbstractButton *>()[ScopeSwitch::kAll]->text(), QStringLiteral("P1–P2"));
    core::TableRequest request;
    scope.narrow(request, *trace.controller.document());
    QCOMPARE(request.pass, std::string("1-2"));
    scope.follow({trace.device().device, 3, core::kNoLayer});
    QCOMPARE(scope.scope(), ScopeSwitch::kPass); // the pass that was selected stays, whatever the brush
    request = {};
    scope.narrow(request, *trace.controller.document());
    QCOMPARE(request.pass, std::string("3"));
    trace.bus.setBrush({});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(scope.findChildren<QAbstractButton *>()[ScopeSwitch::kAll]->text(), QStringLiteral("All"));
}

void TestViewBars::theSwitchNarrowsARequest()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense());
    ScopeSwitch scope(QStringLiteral("All"));
    const core::TableRequest whole;
    core::TableRequest request;
    scope.narrow(request, *trace.controller.document());
    QVERIFY(request == whole);
    scope.follow({trace.device().device, 1, core::kHeadLayer});
    scope.narrow(request, *trace.controller.document());
    QCOMPARE(request.pass, std::string("1"));
    QCOMPARE(request.layer, whole.layer);
    QVERIFY(!request.device.empty());
    scope.show();
    QTest::mouseClick(scope.findChildren<QAbstractButton *>()[ScopeSwitch::kLayer], Qt::LeftButton);
    scope.narrow(request, *trace.controller.document());
    QCOMPARE(request.layer, std::string("head"));
}

LAMELLA_WIDGET_TEST(TestViewBars)
#include "tst_ViewBars.moc"
