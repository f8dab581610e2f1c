// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of runs in the window: its tables, its lines, its empty and failed states, and what a double click opens.
#include "widgets/matrix/MatrixPanel.h"
#include "widgets/matrix/SparkDelegate.h"
#include "widgets/models/ReportTableModel.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

// A forward pass of that many microseconds, told by a step annotation: a Chrome trace is enough of a run.
void writeRun(const QString &path, int microseconds)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write");
    const QByteArray length = QByteArray::number(microseconds);
    file.write(R"([{"ph":"X","name":"forward","cat":"user_annotation","pid":1,"tid":1,"ts":0,"dur":)" + length + R"(},
        {"ph":"X","name":"cudaLaunchKernel","cat":"cuda_runtime","pid":1,"tid":1,"ts":1,"dur":1,"args":{"correlation":5}},
        {"ph":"X","name":"sgemm","cat":"kernel","pid":0,"tid":7,"ts":2,"dur":)"
        + length + R"(,"args":{"correlation":5,"device":0,"stream":7}}])");
}

} // namespace

class TestMatrix : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_dir = std::make_unique<QTemporaryDir>();
    }
    void cleanup() { m_pool.waitForDone(); }
    void emptyUntilAFolderIsGiven();
    void tablesOfAFolder();
    void doubleClickOpensTheRun();
    void ownPattern();
    void noRunSaysWhy();
    void timesAsPeopleReadThem();
    void lineBreaksWhereNothingIsKnown();

private:
    [[nodiscard]] QString run(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    static bool shown(const MatrixPanel &panel)
    {
        return QTest::qWaitFor([&panel] { return panel.grid() != nullptr && panel.model() != nullptr; }, 60'000);
    }
    std::unique_ptr<QTemporaryDir> m_dir;
    QThreadPool m_pool;
};

void TestMatrix::emptyUntilAFolderIsGiven()
{
    MatrixPanel panel(m_pool);
    QVERIFY(panel.grid() == nullptr);
    QVERIFY(panel.view() == nullptr);
}

void TestMatrix::tablesOfAFolder()
{
    writeRun(run("x__small__FWD__seq128__warm0.json"), 100);
    writeRun(run("x__small__FWD__seq256__warm0.json"), 300);
    MatrixPanel panel(m_pool);
    panel.open({m_dir->path()});
    QVERIFY(shown(panel));
    for (int which = 0; which < 5; ++which) {
        panel.showTable(which);
        QVERIFY(panel.model()->rowCount() > 0);
        QCOMPARE(panel.model()->columnCount(), 5); // model, mode, two lengths, statistic
    }
    panel.showTable(0);
    QCOMPARE(panel.model()->index(0, 3).data().toString(), QStringLiteral("100000"));
    QVERIFY(!panel.view()->accessibleName().isEmpty());
}

void TestMatrix::doubleClickOpensTheRun()
{
    writeRun(run("x__small__FWD__seq128__warm0.json"), 100);
    MatrixPanel panel(m_pool);
    panel.open({m_dir->path()});
    QVERIFY(shown(panel));
    QSignalSpy opened(&panel, &MatrixPanel::runOpened);
    emit panel.view()->activated(panel.model()->index(0, 0)); // a model is no run
    QCOMPARE(opened.size(), 0);
    emit panel.view()->activated(panel.model()->index(0, 3));
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].toString(), run("x__small__FWD__seq128__warm0.json"));
}

void TestMatrix::ownPattern()
{
    writeRun(run("run-llama-64.json"), 100);
    MatrixPanel panel(m_pool);
    auto *pattern = panel.findChild<QLineEdit *>(QStringLiteral("runPattern"));
    QVERIFY(pattern != nullptr);
    pattern->setText(QStringLiteral("run-(?<model>\\w+)-(?<seq>\\d+)\\.json"));
    panel.open({m_dir->path()});
    QVERIFY(shown(panel));
    QCOMPARE(panel.model()->index(0, 0).data().toString(), QStringLiteral("llama"));
    pattern->clear();
    emit pattern->returnPressed();
    QTRY_VERIFY(panel.grid() == nullptr);
}

void TestMatrix::noRunSaysWhy()
{
    writeRun(run("trace.json"), 100);
    MatrixPanel panel(m_pool);
    panel.resize(700, 300);
    panel.open({m_dir->path()});
    const auto says = [&panel](const QString &word) {
        const auto labels = panel.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&word](const QLabel *label) { return label->text().contains(word); });
    };
    QTRY_VERIFY(says(QStringLiteral("--pattern")));
    QVERIFY(panel.grid() == nullptr);
}

void TestMatrix::timesAsPeopleReadThem()
{
    QCOMPARE(gridCellText(QStringLiteral("4239682")), QStringLiteral("4.240\u00A0ms"));
    QCOMPARE(gridCellText(QStringLiteral("OOM")), QStringLiteral("OOM"));
}

void TestMatrix::lineBreaksWhereNothingIsKnown()
{
    QStandardItemModel model(1, 1);
    model.setItem(0, 0, new QStandardItem(QStringLiteral("gemm_share")));
    const auto painted = [&model](const SparkDelegate::Values &values) {
        const SparkDelegate delegate([values](const QModelIndex &) { return values; }, nullptr);
        QImage image(300, 24, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = image.rect();
        delegate.paint(&painter, option, model.index(0, 0));
        return image;
    };
    const QImage none = painted({std::nullopt, std::nullopt});
    const QImage broken = painted({0.5, std::nullopt, 1.0});
    const QImage whole = painted({0.5, 0.75, 1.0});
    QVERIFY(none != broken);
    QVERIFY(broken != whole);
}

LAMELLA_WIDGET_TEST(TestMatrix)
#include "tst_Matrix.moc"
