// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lamella;

namespace {

std::shared_ptr<const core::ReportTable> kernels()
{
    auto table = std::make_shared<core::ReportTable>("kernels", "Kernels",
        std::vector<core::ReportColumn>{{"short_name", "Kernel", core::CellKind::Text, {}},
            {"category", "Category", core::CellKind::Text, {}}, {"sum_ns", "Sum", core::CellKind::DurationNs, {}},
            {"share", "Share", core::CellKind::Share, {}}});
    const auto add = [&](const char *name, const char *category, std::int64_t sum, std::uint32_t id) {
        table->appendRow(core::NameSelection{core::StringId(id)});
        table->setText(0, name);
        table->setText(1, category);
        if (sum >= 0)
            table->setInteger(2, sum);
        else
            table->setMissing(2, "no GPU work");
        table->setReal(3, 0.25);
    };
    add("gemm_small", "gemm", 100, 1);
    add("Paged_Attention", "attention", 400, 2);
    add("lost", "other", -1, 3);
    add("gemm_big", "gemm", 300, 4);
    return table;
}

std::vector<ui::ViewColumn> columns()
{
    return {{{}, QStringLiteral("#"), ui::ColumnStyle::RowNumber, 40, {}}, {"short_name", {}, ui::ColumnStyle::Text, 0, {}},
        {"category", {}, ui::ColumnStyle::Category, 80, {}}, {"sum_ns", {}, ui::ColumnStyle::Bar, 80, {}},
        {"not_there", {}, ui::ColumnStyle::Number, 80, {}}};
}

QStringList names(const ui::ReportTableModel &model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list << model.index(row, 1).data().toString();
    return list;
}

} // namespace

class tst_ReportTableModel : public QObject {
    Q_OBJECT
private slots:
    void passesTheModelTester();
    void aTableIsOneReset();
    void sorts_data();
    void sorts();
    void filters_data();
    void filters();
    void whatTheTableCannotAnswerIsToldAndHidesNothing();
    void sortsLongTablesOnAWorker();
    void aLongTableReplacesAnotherAtOnce();
    void typesOfLayersAreInWords();
    void missingCellSaysWhy();
    void anEmptyColumnSaysWhyAtItsTitle();
    void anAbsentColumnSaysWhy();
    void moreThanTheRooflineIsMarked();
    void barsAreSharesOfTheLargestVisibleRow();
    void barsOfALongTableToo();
    void rowsLeadToTheirTarget();
    void aTableIsFreedOnAWorker();
    void copiesRawValues();
    void rowsForAnExport();
    void sharedBeginningsOfAFewRowsAreThereAtOnce();
    void sharedBeginningsComeLater();

private:
    QThreadPool m_pool;
};

void tst_ReportTableModel::passesTheModelTester()
{
    ui::ReportTableModel model(columns(), m_pool);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(kernels());
    QCOMPARE(model.rowCount(), 4);
    model.sort(3, Qt::DescendingOrder);
    model.setFilter(QStringLiteral("gemm"));
    QCOMPARE(model.rowCount(), 2);
    model.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

// Views lay out and select once for each table; the rows are sorted and filtered by then.
void tst_ReportTableModel::aTableIsOneReset()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.sort(3, Qt::DescendingOrder);
    model.setFilter(QStringLiteral("gemm"));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy rows(&model, &ui::ReportTableModel::rowsChanged);
    QStringList atReset;
    connect(&model, &QAbstractItemModel::modelReset, this, [&] { atReset = names(model); });
    for (int table = 1; table < 3; ++table) {
        model.setTable(kernels());
        QCOMPARE(resets.count(), table);
        QCOMPARE(rows.count(), table);
        QCOMPARE(atReset, QStringList({QStringLiteral("gemm_big"), QStringLiteral("gemm_small")}));
    }
    model.setTable(nullptr);
    QCOMPARE(resets.count(), 3);
    QCOMPARE(rows.count(), 3);
    QCOMPARE(model.rowCount(), 0);
}

void tst_ReportTableModel::sorts_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<Qt::SortOrder>("order");
    QTest::addColumn<QStringList>("expected");
    const auto list = [](const char *text) { return QString::fromLatin1(text).split(u' '); };
    QTest::newRow("own order") << -1 << Qt::AscendingOrder << list("gemm_small Paged_Attention lost gemm_big");
    QTest::newRow("number up, missing last") << 3 << Qt::AscendingOrder << list("gemm_small gemm_big Paged_Attention lost");
    QTest::newRow("number down, missing last") << 3 << Qt::DescendingOrder << list("Paged_Attention gemm_big gemm_small lost");
    QTest::newRow("equal text keeps table order") << 2 << Qt::DescendingOrder << list("lost gemm_small gemm_big Paged_Attention");
    QTest::newRow("column the table lacks") << 4 << Qt::DescendingOrder << list("gemm_small Paged_Attention lost gemm_big");
}

void tst_ReportTableModel::sorts()
{
    QFETCH(int, column);
    QFETCH(Qt::SortOrder, order);
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    model.sort(column, order);
    QTEST(names(model), "expected");
}

void tst_ReportTableModel::filters_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("rows");
    QTest::newRow("empty shows all") << QString() << 4;
    QTest::newRow("regardless of case") << QStringLiteral("PAGED_att") << 1;
    QTest::newRow("in any text column") << QStringLiteral("attention") << 1;
    QTest::newRow("category id") << QStringLiteral("gemm") << 2;
    QTest::newRow("nothing matches") << QStringLiteral("qkv") << 0;
    QTest::newRow("blanks around do not count") << QStringLiteral("  lost ") << 1;
}

void tst_ReportTableModel::filters()
{
    QFETCH(QString, filter);
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    model.setFilter(filter);
    QTEST(model.rowCount(), "rows");
}

void tst_ReportTableModel::whatTheTableCannotAnswerIsToldAndHidesNothing()
{
    ui::ReportTableModel model(columns(), m_pool);
    QSignalSpy failed(&model, &ui::ReportTableModel::filterFailed);
    QSignalSpy changed(&model, &ui::ReportTableModel::rowsChanged);
    model.setTable(kernels());
    model.setFilter(QStringLiteral("gemm"));
    QCOMPARE(model.rowCount(), 2);
    model.setFilter(QStringLiteral("dur>1us")); // no column of durations
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.last().first().toString().contains(QStringLiteral("dur_ns")));
    QCOMPARE(model.rowCount(), 2); // the rows before stay
    QCOMPARE(model.order().filter, std::string("gemm"));
    model.sort(3, Qt::DescendingOrder);
    QCOMPARE(names(model), (QStringList{QStringLiteral("gemm_big"), QStringLiteral("gemm_small")}));
    changed.clear();
    model.setTable(kernels());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(changed.count(), 1);
    QVERIFY(!failed.last().first().toString().isEmpty());
    model.setFilter(QStringLiteral("cat:gemm"));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(failed.last().first().toString(), QString()); // it can again
}

void tst_ReportTableModel::sortsLongTablesOnAWorker()
{
    constexpr std::int64_t kRows = 120'000;
    auto table = std::make_shared<core::ReportTable>(
        "t", "T", std::vector<core::ReportColumn>{{"sum_ns", "Sum", core::CellKind::DurationNs, {}}});
    for (std::int64_t i = 0; i < kRows; ++i) {
        table->appendRow();
        table->setInteger(0, i * 7919 % kRows);
    }
    ui::ReportTableModel model({{"sum_ns", {}, ui::ColumnStyle::Number, 80, {}}}, m_pool);
    QSignalSpy changed(&model, &ui::ReportTableModel::rowsChanged);
    model.setTable(table);
    QCOMPARE(model.rowCount(), 0); // nothing half-sorted is shown
    QTRY_COMPARE(changed.count(), 1);
    model.sort(0, Qt::DescendingOrder);
    QTRY_COMPARE(changed.count(), 2);
    QCOMPARE(model.rowCount(), static_cast<int>(kRows));
    QCOMPARE(table->integer(model.tableRow(0), 0), kRows - 1);
    QCOMPARE(table->integer(model.tableRow(static_cast<int>(kRows) - 1), 0), std::int64_t{0});
}

void tst_ReportTableModel::aLongTableReplacesAnotherAtOnce()
{
    const auto numbers = [](std::int64_t count, std::int64_t first) {
        auto table = std::make_shared<core::ReportTable>(
            "t", "T", std::vector<core::ReportColumn>{{"sum_ns", "Sum", core::CellKind::DurationNs, {}}});
        for (std::int64_t i = 0; i < count; ++i) {
            table->appendRow();
            table->setInteger(0, first + i);
        }
        return table;
    };
    const auto before = numbers(3, 100);
    ui::ReportTableModel model({{"sum_ns", {}, ui::ColumnStyle::Number, 80, {}}}, m_pool);
    model.setTable(before);
    QSignalSpy changed(&model, &ui::ReportTableModel::rowsChanged);
    model.replaceTable(numbers(120'000, 0)); // never seen: another comes before its rows are known
    const auto after = numbers(120'000, 7);
    model.replaceTable(after);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.table().get(), before.get());
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(model.rowCount(), 120'000);
    QCOMPARE(model.table()->integer(model.tableRow(0), 0), std::int64_t{7});
    model.replaceTable(numbers(2, 1)); // a short one at once
    QCOMPARE(model.rowCount(), 2);
}

// A config calls them "FIRST+DENSE"; an export keeps that.
void tst_ReportTableModel::typesOfLayersAreInWords()
{
    auto table = std::make_shared<core::ReportTable>(
        "clusters", "Clusters", std::vector<core::ReportColumn>{{"type", "Type", core::CellKind::Text, {}}});
    table->appendRow();
    table->setText(0, "FIRST+DENSE");
    ui::ReportTableModel model({{"type", {}, ui::ColumnStyle::LayerType, 80, {}}}, m_pool);
    model.setTable(table);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("first, dense"));
    QVERIFY(model.asTsv({model.index(0, 0)}).contains(QStringLiteral("FIRST+DENSE")));
}

void tst_ReportTableModel::missingCellSaysWhy()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    const QModelIndex lost = model.index(2, 3);
    QCOMPARE(lost.data().toString(), QStringLiteral("n/a"));
    QVERIFY(lost.data(ui::kMissingRole).toBool());
    QVERIFY(lost.data(Qt::ToolTipRole).toString().contains(QStringLiteral("no GPU work")));
}

void tst_ReportTableModel::anEmptyColumnSaysWhyAtItsTitle()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    const auto tip = [&model] { return model.headerData(3, Qt::Horizontal, Qt::ToolTipRole).toString(); };
    QVERIFY(!tip().contains(QStringLiteral("no GPU work"))); // of one row alone
    model.setFilter(QStringLiteral("lost"));
    QTRY_COMPARE(model.rowCount(), 1);
    QVERIFY2(tip().contains(QStringLiteral("n/a in all rows: no GPU work")), qPrintable(tip()));
}

void tst_ReportTableModel::anAbsentColumnSaysWhy()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    const QModelIndex absent = model.index(0, 4);
    QCOMPARE(absent.data().toString(), QStringLiteral("n/a"));
    QVERIFY(absent.data(ui::kMissingRole).toBool());
    QCOMPARE(absent.data(Qt::ToolTipRole).toString(), QStringLiteral("n/a: the file does not have it"));
}

void tst_ReportTableModel::moreThanTheRooflineIsMarked()
{
    auto table = std::make_shared<core::ReportTable>("kernels", "Kernels",
        std::vector<core::ReportColumn>{
            {"of_floor", "Of roofline", core::CellKind::Share, {}}, {"share", "Share", core::CellKind::Share, {}}});
    for (const double share : {0.81, 1.18}) {
        table->appendRow({});
        table->setReal(0, share);
        table->setReal(1, share);
    }
    ui::ReportTableModel model(
        {{"of_floor", {}, ui::ColumnStyle::Number, 76, {}}, {"share", {}, ui::ColumnStyle::Number, 76, {}}}, m_pool);
    model.setTable(table);
    const QString share = model.index(1, 1).data().toString();
    QVERIFY2(share.startsWith(QStringLiteral("118")), qPrintable(share));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("! ") + share);
    QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("model is wrong here")));
    QCOMPARE(model.index(0, 0).data().toString(), model.index(0, 1).data().toString());
    QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().isEmpty());
}

void tst_ReportTableModel::barsAreSharesOfTheLargestVisibleRow()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    QCOMPARE(model.index(1, 3).data(ui::kBarRole).toDouble(), 1.0);
    QCOMPARE(model.index(0, 3).data(ui::kBarRole).toDouble(), 0.25);
    model.setFilter(QStringLiteral("gemm")); // 100 and 300 are left
    QCOMPARE(model.index(1, 3).data(ui::kBarRole).toDouble(), 1.0);
}

void tst_ReportTableModel::barsOfALongTableToo()
{
    constexpr std::int64_t kRows = 20'000;
    auto table = std::make_shared<core::ReportTable>(*kernels());
    for (std::int64_t row = 0; row < kRows; ++row) {
        table->appendRow(core::NameSelection{core::StringId(5)});
        table->setText(0, "many");
        table->setText(1, "other");
        table->setInteger(2, row < kRows - 1 ? 10 : -800);
        table->setReal(3, 0);
    }
    QThreadPool pool;
    ui::ReportTableModel model(columns(), pool);
    model.setTable(table);
    QTRY_COMPARE(model.rowCount(), static_cast<int>(kRows) + 4);
    QCOMPARE(model.index(0, 3).data(ui::kBarRole).toDouble(), 0.125); // of 800, whatever the sign
    model.setFilter(QStringLiteral("gemm"));
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, 3).data(ui::kBarRole).toDouble(), 1.0); // only what is shown counts
}

void tst_ReportTableModel::aTableIsFreedOnAWorker()
{
    QThreadPool pool;
    std::atomic<QThread *> freedBy = nullptr;
    ui::ReportTableModel model(columns(), pool);
    model.setTable({new core::ReportTable(*kernels()), [&freedBy](const core::ReportTable *table) {
                        freedBy = QThread::currentThread();
                        delete table;
                    }});
    QCOMPARE(model.rowCount(), 4);
    model.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);
    pool.waitForDone();
    QVERIFY(freedBy != nullptr && freedBy != QThread::currentThread());
}

void tst_ReportTableModel::rowsLeadToTheirTarget()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    model.sort(3, Qt::DescendingOrder);
    const core::Selection target = core::NameSelection{core::StringId(4)};
    QCOMPARE(model.viewRowOf(target), 1);
    QVERIFY(model.index(1, 0).data(ui::kTargetRole).value<core::Selection>() == target);
    model.setFilter(QStringLiteral("attention"));
    QCOMPARE(model.viewRowOf(target), -1);
}

void tst_ReportTableModel::copiesRawValues()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    QCOMPARE(model.asTsv({model.index(1, 0), model.index(2, 0)}),
        QStringLiteral("short_name\tcategory\tsum_ns\tshare\nPaged_Attention\tattention\t400\t0.25\nlost\tother\t\t0.25\n"));
}

// What is exported is copied by whoever makes it, from the rows that were shown when it was asked for.
void tst_ReportTableModel::rowsForAnExport()
{
    ui::ReportTableModel model(columns(), m_pool);
    QVERIFY(!model.shownRows().make);
    model.setTable(kernels());
    model.setFilter(QStringLiteral("gemm"));
    model.sort(3, Qt::DescendingOrder);
    const ui::ShownRows rows = model.shownRows();
    model.setTable(nullptr);
    QCOMPARE(rows.table, std::string("kernels"));
    const auto made = rows.make({});
    QVERIFY(made);
    QCOMPARE((*made)->rowCount(), std::size_t{2});
    QCOMPARE((*made)->text(0, 0), std::string_view("gemm_big"));
    QCOMPARE((*made)->text(1, 0), std::string_view("gemm_small"));
}

// A view paints a few rows once.
void tst_ReportTableModel::sharedBeginningsOfAFewRowsAreThereAtOnce()
{
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(kernels());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QCOMPARE(model.index(0, 1).data(ui::kSharedRole).toInt(), 5); // gemm_small and gemm_big
    QCOMPARE(model.index(1, 1).data(ui::kSharedRole).toInt(), 0);
    model.setFilter(QStringLiteral("small"));
    QCOMPARE(model.index(0, 1).data(ui::kSharedRole).toInt(), 0); // it is alone now
    QCoreApplication::processEvents();
    QVERIFY(changed.isEmpty());
}

// Two thousand names are not compared while a view paints.
void tst_ReportTableModel::sharedBeginningsComeLater()
{
    auto table = std::make_shared<core::ReportTable>(*kernels());
    for (int row = 0; row < 200; ++row) {
        table->appendRow();
        table->setText(0, std::to_string(row) + " copies");
    }
    ui::ReportTableModel model(columns(), m_pool);
    model.setTable(table);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QCOMPARE(model.index(0, 1).data(ui::kSharedRole).toInt(), 0);
    QCOMPARE(model.index(0, 2).data(ui::kSharedRole).toInt(), 0);
    QTRY_COMPARE(changed.size(), 2); // of both columns
    QCOMPARE(changed.at(0).at(2).value<QVector<int>>(), QVector<int>{ui::kSharedRole});
    QCOMPARE(model.index(0, 1).data(ui::kSharedRole).toInt(), 5); // gemm_small and gemm_big
    QCOMPARE(model.index(1, 1).data(ui::kSharedRole).toInt(), 0);
}

LAMELLA_WIDGET_TEST(tst_ReportTableModel)
#include "tst_ReportTableModel.moc"
