// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in a stretch, the kernels of a layer in order, the report; small charts by category, and pictures in files.
#include "core/report/TableWriters.h"
#include "tests/support/FileSizeLimit.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/charts/CategoryMultiples.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/common/PictureExport.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableTools.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/FolderExport.h"
#include "widgets/panels/FolderExportDialog.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/panels/TableExport.h"
#include "widgets/panels/TablePane.h"
#include "widgets/panels/TotalRow.h"
#include "widgets/report/ArchitecturePanel.h"
#include "widgets/report/ReportPanel.h"
#include "widgets/report/WithinPanel.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>
#include <QTranslator>
#include <QtTest>

using namespace lamella;

namespace {

// Two passes of so many layers, six kernels each.
std::string deepTrace(int layers)
{
    std::string text = R"({"traceEvents":[)";
    int micros = 1000;
    const auto add = [&](const char *name) {
        text += QStringLiteral(
            R"(%1{"ph":"X","cat":"kernel","name":"%2","pid":0,"tid":7,"ts":%3,"dur":5,"args":{"stream":7,"device":0}})")
                    .arg(micros == 1000 ? QString() : QStringLiteral(","), QLatin1String(name))
                    .arg(micros)
                    .toStdString();
        micros += 6;
    };
    for (int pass = 0; pass < 2; ++pass) {
        add("embedding_kernel");
        for (int layer = 0; layer < layers; ++layer)
            for (const char *name :
                {"rms_norm_kernel", "qkv_gemm", "flash_fwd_kernel", "out_gemm", "rms_norm_kernel", "mlp_gemm"})
                add(name);
        add("argmax_kernel");
        micros += 500;
    }
    return text + "]}";
}

} // namespace

class tst_ReportViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->load(test::TraceKind::Moe));
    }
    void cleanupTestCase() { m_trace.reset(); }

    // Over the columns behind it that have no total, rather than cut.
    void theNameOfATotalHasRoom()
    {
        QStandardItemModel model(1, 4);
        QTableView view;
        view.setModel(&model);
        for (const auto &[column, width] : {std::pair(0, 30), std::pair(1, 80), std::pair(2, 200), std::pair(3, 90)})
            view.setColumnWidth(column, width);
        view.resize(420, 100);
        view.show();
        ui::TotalRow total(view, nullptr);
        total.resize(400, total.height());
        const QString name = QStringLiteral("777 kernels and copies");
        const auto painted = [&total] {
            const auto texts = test::paintedTexts(total);
            return texts.empty() ? QString() : texts.front().text;
        };
        total.setTexts({{1, name}, {3, QStringLiteral("1.000 ms")}});
        QCOMPARE(painted(), name);
        total.setTexts({{1, name}, {2, QStringLiteral("12")}, {3, QStringLiteral("1.000 ms")}});
        QVERIFY(painted() != name);
    }

    // The filter gives way before the button behind it stands alone in a second row.
    void theBarOfTheKernelsIsOneRow()
    {
        ui::KernelTablePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(600, 300);
        panel.show();
        const auto *save = panel.findChild<QWidget *>(QStringLiteral("kernelExport"));
        const auto *scope = panel.findChild<QWidget *>(QStringLiteral("kernelScope"));
        const auto *filter = panel.findChild<QWidget *>(QStringLiteral("kernelFilter"));
        int narrowest = filter->width();
        for (int width = 600; save->geometry().top() < scope->geometry().bottom() && width > 200; --width) {
            narrowest = filter->width();
            panel.resize(width, 300);
        }
        QVERIFY2(narrowest <= 56, qPrintable(QString::number(narrowest)));
    }

    void theStretchIsSummedUp()
    {
        ui::WithinPanel panel(m_trace->controller, m_trace->bus);
        const core::Pass &pass = m_trace->device().passes.front();
        m_trace->bus.select(core::RangeSelection{pass.range}, nullptr);
        QTRY_VERIFY(panel.model()->rowCount() > 0);
        const auto table = panel.model()->table();
        const std::size_t busy = table->columnIndex("busy_ns");
        for (std::size_t row = 0; row < table->rowCount(); ++row)
            QVERIFY(table->integer(row, busy) <= pass.range.length().value);
        const int categories = panel.model()->rowCount();
        panel.findChild<QWidget *>(QStringLiteral("withinBy"))->findChildren<QAbstractButton *>().at(1)->click(); // kernels
        QTRY_VERIFY(panel.model()->rowCount() > categories);
        // What is exported is what is shown.
        const auto made = panel.maker()({});
        QVERIFY(made);
        QCOMPARE(
            core::writeTable(**made, core::TableFormat::Csv), core::writeTable(*panel.model()->table(), core::TableFormat::Csv));
        // A kernel has nothing inside: the stretch before stays.
        m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(0)}, nullptr);
        QVERIFY(panel.model()->rowCount() > categories);
    }

    // Kernels can be of the category of memory, too: only what the trace records as a copy is named so.
    void theTotalNamesCopies()
    {
        const auto total = [](const char *kind, int rows) {
            test::LoadedTrace trace;
            ui::KernelTablePanel panel(trace.controller, trace.bus);
            panel.show();
            std::string text = R"({"traceEvents":[)";
            for (int i = 0; i < 4; ++i)
                text += QStringLiteral(
                    R"(%1{"ph":"X","cat":"%2","name":"%3","pid":0,"tid":7,"ts":%4,"dur":5,"args":{"stream":7,"device":0}})")
                            .arg(i == 0 ? QString() : QStringLiteral(","), QLatin1String(i == 0 ? kind : "kernel"),
                                i == 0 ? QStringLiteral("Memcpy DtoD") : QStringLiteral("qkv_gemm"))
                            .arg(1000 + i * 10)
                            .toStdString();
            if (!trace.load(text + "]}")
                || !QTest::qWaitFor([&panel, rows] { return panel.model()->rowCount() == rows; }, test::kWaitMs))
                return QString();
            const QStringList texts = panel.findChild<ui::TotalRow *>()->texts().values();
            return texts.isEmpty() ? QString() : texts.filter(QStringLiteral("kernels")).value(0);
        };
        QCOMPARE(total("gpu_memcpy", 2), QStringLiteral("4 kernels and copies · 2 names"));
        QCOMPARE(total("kernel", 2), QStringLiteral("4 kernels · 2 names"));
    }

    void theKernelsOfALayerStandInOrder()
    {
        ui::KernelTablePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 300);
        panel.show();
        m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 1}, nullptr);
        const auto *span = m_trace->controller.segmentation()->layer(m_trace->device().device, m_trace->firstPass(), 1);
        QTRY_COMPARE(panel.model()->rowCount(), static_cast<int>(span->kernels));
        const auto shows = [&panel](const std::string &id) {
            const auto &columns = panel.model()->columns();
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (columns[i].id == id)
                    return !panel.view()->isColumnHidden(static_cast<int>(i));
            return false;
        };
        QVERIFY(!shows("start_ns"));
        panel.findChild<ui::SegmentedControl *>(QStringLiteral("kernelSequence"))->findChildren<QAbstractButton *>()[1]->click();
        QTRY_COMPARE(panel.model()->order().column, core::ReportTable::npos);
        const auto table = panel.model()->table();
        const std::size_t start = table->columnIndex("start_ns");
        for (int row = 1; row < panel.model()->rowCount(); ++row)
            QVERIFY(
                table->integer(panel.model()->tableRow(row - 1), start) <= table->integer(panel.model()->tableRow(row), start));
        QVERIFY(shows("start_ns") && shows("stream"));
        panel.resize(600, 300);
        QVERIFY(!shows("start_ns") && !shows("stream"));
    }

    // Columns that a scope hides keep their width; where the window is narrow, times have no bars and names have their share.
    void columnsKeepTheirWidth()
    {
        ui::KernelTablePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(640, 300);
        panel.show();
        const auto width = [&panel](const std::string &id) {
            const auto &columns = panel.model()->columns();
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (columns[i].id == id)
                    return panel.view()->columnWidth(static_cast<int>(i));
            return -1;
        };
        const auto go = [&](bool layer) {
            if (layer)
                m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 1}, nullptr);
            else
                m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
            return QTest::qWaitFor([&] { return width(layer ? "dur_ns" : "sum_ns") > 0 && panel.model()->rowCount() > 0; });
        };
        QVERIFY(go(false) && go(true));
        QVERIFY(test::settled());
        const int bars = width("dur_ns");
        QVERIFY(bars >= 100);
        for (const bool layer : {false, true, false, true}) {
            QVERIFY(go(layer));
            QVERIFY(test::settled());
            QCOMPARE(width(layer ? "dur_ns" : "sum_ns"), bars);
        }
        panel.resize(550, 300);
        for (const bool layer : {false, true}) {
            QVERIFY(go(layer));
            QVERIFY(test::settled());
            QVERIFY(width(layer ? "dur_ns" : "sum_ns") < 90);
            QVERIFY(width("of_floor") > 0);
            QVERIFY2(panel.view()->horizontalHeader()->length() <= panel.view()->viewport()->width(),
                qPrintable(QString::number(panel.view()->horizontalHeader()->length())));
        }
        panel.resize(640, 300);
        QCOMPARE(width("dur_ns"), bars);
    }

    // Stored orders may be about a column of another scope, or none: the arrow is at a column that is shown.
    void theOrderIsThatOfAShownColumn()
    {
        ui::KernelTablePanel panel(m_trace->controller, m_trace->bus);
        panel.resize(1000, 300);
        panel.show();
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QTRY_VERIFY(panel.model()->rowCount() > 0);
        const QHeaderView *header = panel.view()->horizontalHeader();
        const auto sorted = [&] {
            const int section = header->sortIndicatorSection();
            return section < 0 ? std::string("none") : panel.model()->columns()[static_cast<std::size_t>(section)].id;
        };
        ui::TableTools *tools = ui::TableTools::of(*panel.view());
        for (const char *stored : {"-dur_ns", "", "start_ns"}) {
            tools->setOrder(QString::fromLatin1(stored));
            QCOMPARE(sorted(), std::string("sum_ns"));
            QCOMPARE(panel.model()->order().column, panel.model()->table()->columnIndex("sum_ns"));
        }
        tools->setOrder(QStringLiteral("count"));
        QCOMPARE(sorted(), std::string("count"));
        // A click on a heading ends the order in time.
        m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 1}, nullptr);
        QTRY_COMPARE(sorted(), std::string("dur_ns"));
        auto *sequence = panel.findChild<ui::SegmentedControl *>(QStringLiteral("kernelSequence"));
        sequence->findChildren<QAbstractButton *>()[1]->click();
        QCOMPARE(sorted(), std::string("none"));
        QVERIFY(!QSettings().value(QStringLiteral("tables/kernelTable/sort"), QStringLiteral("-")).toString().isEmpty());
        // Neither another scope nor a heading that is shown in this order alone ends it.
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QTRY_COMPARE(sorted(), std::string("sum_ns"));
        m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 1}, nullptr);
        QTRY_COMPARE(sequence->current(), 1);
        tools->setOrder(QStringLiteral("start_ns"));
        QCOMPARE(sequence->current(), 1);
        QCOMPARE(sorted(), std::string("start_ns"));
        tools->setOrder(QStringLiteral("short_name"));
        QCOMPARE(sequence->current(), 0);
        panel.resize(1010, 300);
        QCOMPARE(sorted(), std::string("short_name"));
    }

    void theArchitectureIsShown()
    {
        ui::ArchitecturePanel panel(m_trace->controller, m_trace->bus);
        QVERIFY(!panel.pane()->table()); // nobody looks
        panel.resize(800, 300);
        panel.show();
        QTRY_VERIFY(panel.pane()->table() && panel.pane()->table()->rowCount() > 0);
        const auto table = panel.pane()->table();
        QStringList keys;
        for (std::size_t row = 0; row < table->rowCount(); ++row)
            keys << QString::fromUtf8(table->text(row, table->columnIndex("key")).data());
        QVERIFY(keys.contains(QStringLiteral("found.layers")));
        QCOMPARE(panel.request().table, std::string("architecture"));
    }

    // The files of the command line's export.
    void allTablesGoIntoAFolder()
    {
        ui::FolderExport exporter(m_trace->controller);
        QSignalSpy written(&exporter, &ui::FolderExport::written);
        QSignalSpy failed(&exporter, &ui::FolderExport::failed);
        const QString folder = m_trace->folder.filePath(QStringLiteral("all/tables"));
        exporter.write({}, folder, false, nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(written.count() + failed.count(), 1, 60'000);
        QCOMPARE(failed.count(), 0);
        QVERIFY(!exporter.progress());
        const QStringList files = QDir(folder).entryList(QDir::Files);
        for (const std::string &name : core::AnalysisSession::tableNames())
            QVERIFY2(files.contains(QString::fromStdString(name) + QStringLiteral(".csv")), name.c_str());
        for (const QString &file : files)
            QVERIFY2(QFileInfo(QDir(folder).filePath(file)).size() > 0, qPrintable(file));
        // Where a file is, no folder can be made.
        exporter.write({}, QDir(folder).filePath(files.first()), false, nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60'000);
        // Cancelled: neither.
        exporter.write({}, folder, false, nullptr);
        emit exporter.progress()->canceled(); // as its button does
        QVERIFY(!exporter.progress());
        QCOMPARE(written.count(), 1);
    }

    // The files of the command line's extract --pass all.
    void allPassesGoIntoAFolder()
    {
        ui::FolderExport exporter(m_trace->controller);
        QSignalSpy written(&exporter, &ui::FolderExport::written);
        QSignalSpy failed(&exporter, &ui::FolderExport::failed);
        const QString folder = m_trace->folder.filePath(QStringLiteral("passes"));
        exporter.writePasses(folder, nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(written.count() + failed.count(), 1, 60'000);
        QCOMPARE(failed.count(), 0);
        QVERIFY(!exporter.progress());
        const QStringList files = QDir(folder).entryList(QDir::Files);
        QVERIFY(files.contains(QStringLiteral("manifest.csv")));
        const auto segmentation = *m_trace->controller.session()->segmentation();
        const auto passes = segmentation->devices[segmentation->mainDevice.value].passes.size();
        QVERIFY(passes > 0);
        QCOMPARE(static_cast<std::size_t>(files.filter(QStringLiteral(".json.json")).size()), passes); // a file of facts for each
    }

    // The dialog says where to and in which forms, and remembers both.
    void workbooksAreWrittenOnWish()
    {
        QSettings().remove(QStringLiteral("export/workbooks"));
        QSettings().remove(QStringLiteral("folders/exportTables"));
        ui::FolderExport exporter(m_trace->controller);
        QSignalSpy written(&exporter, &ui::FolderExport::written);
        QWidget window;
        const auto ask = [&] {
            exporter.ask({}, &window);
            return window.findChild<ui::FolderExportDialog *>();
        };
        const QString folder = m_trace->folder.filePath(QStringLiteral("with workbooks"));
        ui::FolderExportDialog *dialog = ask();
        QVERIFY(dialog != nullptr && !dialog->workbooks());
        QCOMPARE(dialog->folder(), m_trace->folder.filePath(QStringLiteral("trace-tables"))); // beside the trace
        auto *place = dialog->findChild<QLineEdit *>(QStringLiteral("exportFolder"));
        place->clear();
        QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->isEnabled()); // to nowhere
        QTest::keyClicks(place, folder);
        QTest::mouseClick(dialog->findChild<QCheckBox *>(QStringLiteral("exportWorkbooks")), Qt::LeftButton, {}, {8, 8});
        QVERIFY(dialog->workbooks());
        QTest::keyClick(place, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
        for (const std::string &name : core::AnalysisSession::tableNames())
            for (const char *ending : {".csv", ".json", ".xlsx"}) {
                const QFileInfo file(QDir(folder).filePath(QString::fromStdString(name) + QLatin1String(ending)));
                QVERIFY2(file.size() > 0, qPrintable(file.fileName()));
            }
        QTRY_VERIFY(window.findChild<ui::FolderExportDialog *>() == nullptr);
        dialog = ask();
        QVERIFY(dialog->workbooks());
        QCOMPARE(dialog->folder(), folder);
        dialog->reject();
        QCOMPARE(written.count(), 1);
        // Never among the files of the home folder.
        QTRY_VERIFY(window.findChild<ui::FolderExportDialog *>() == nullptr);
        for (const QString &home : {QDir::homePath(), QString(QDir::homePath() + u'/')}) {
            QSettings().setValue(QStringLiteral("folders/exportTables"), home);
            dialog = ask();
            QCOMPARE(dialog->folder(), m_trace->folder.filePath(QStringLiteral("trace-tables")));
            delete dialog;
        }
    }

    void theReportIsReadAndSaved()
    {
        ui::ReportPanel panel(m_trace->controller);
        QVERIFY(panel.text()->toPlainText().isEmpty()); // nobody looks: nothing is made
        panel.resize(700, 400);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(!panel.text()->toPlainText().isEmpty(), 60'000);
        QSignalSpy written(&panel, &ui::ReportPanel::written);
        for (const char *name : {"a.html", "a.md", "a.pdf"}) {
            const QString path = m_trace->folder.filePath(QString::fromLatin1(name));
            panel.save(path);
            QTRY_VERIFY_WITH_TIMEOUT(!written.isEmpty(), 60'000); // pages are laid out at low priority
            written.clear();
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray head = file.read(20);
            QVERIFY2(path.endsWith(u"pdf") ? head.startsWith("%PDF") : !head.isEmpty(), head.constData());
        }
        QSignalSpy failed(&panel, &ui::ReportPanel::failed);
        panel.save(m_trace->folder.filePath(QStringLiteral("none/a.pdf")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60'000);
        // A name that cannot be replaced keeps what it has, and nothing half-written is left beside it.
        QVERIFY(QDir(m_trace->folder.path()).mkpath(QStringLiteral("taken.pdf/inside")));
        panel.save(m_trace->folder.filePath(QStringLiteral("taken.pdf")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 2, 60'000);
        QVERIFY(QFileInfo::exists(m_trace->folder.filePath(QStringLiteral("taken.pdf/inside"))));
        QVERIFY(QDir(m_trace->folder.path()).entryList({QStringLiteral("taken.pdf.*")}).isEmpty());
    }

    void proposedFileNamesHaveThePlace()
    {
        core::TableRequest request;
        request.table = "kernels";
        QCOMPARE(ui::TableExport::fileStem(request), QStringLiteral("kernels"));
        request.pass = "6";
        QCOMPARE(ui::TableExport::fileStem(request), QStringLiteral("kernels-P6"));
        request.layer = "30";
        QCOMPARE(ui::TableExport::fileStem(request), QStringLiteral("kernels-P6-L30"));
        request.layer = "head";
        QCOMPARE(ui::TableExport::fileStem(request), QStringLiteral("kernels-P6-head"));
    }

    void pagesAreInTheLanguageOfTheWindow_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("inEnglish");
        QTest::addColumn<QString>("inChinese");
        QTest::addColumn<QString>("data"); // what has the same bytes in both, to the end of the line
        QTest::newRow("timeline") << 0 << u"\"find\":\"Find\""_qs << u"\"find\":\"查找\""_qs << u"\"layers\":\"pass,"_qs;
        QTest::newRow("report") << 1 << u"<title>Profile report: "_qs << u"<title>性能分析报告："_qs << u"<td>sha256</td>"_qs;
        QTest::newRow("table") << 2 << u"<caption>Layers</caption>"_qs << u"<caption>层</caption>"_qs
                               << u"<td class=\"n\" data-v="_qs;
    }
    void pagesAreInTheLanguageOfTheWindow()
    {
        QFETCH(int, kind);
        ui::ReportPanel panel(m_trace->controller);
        ui::TableExport exporter(m_trace->controller);
        core::TableRequest layers;
        layers.table = "layers";
        int written = 0;
        connect(&panel, &ui::ReportPanel::written, this, [&written] { ++written; });
        connect(&exporter, &ui::TableExport::written, this, [&written] { ++written; });
        const auto saved = [&](const char *name) {
            const QString path = m_trace->folder.filePath(QString::fromLatin1(name));
            const int before = written;
            if (kind == 0)
                panel.saveTimeline(path);
            else if (kind == 1)
                panel.save(path);
            else
                exporter.write(layers, core::TableFormat::Html, path, nullptr);
            QFile file(path);
            return QTest::qWaitFor([&] { return written > before; }, 60'000) && file.open(QIODevice::ReadOnly)
                ? QString::fromUtf8(file.readAll())
                : QString();
        };
        const QString english = saved("page.html");
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/lamella_zh_CN.qm")));
        QCoreApplication::installTranslator(&translator);
        const QString chinese = saved("page-zh.html");
        QCoreApplication::removeTranslator(&translator);
        QFETCH(QString, data);
        QFETCH(QString, inEnglish);
        QFETCH(QString, inChinese);
        QVERIFY(english.contains(u"<html lang=\"en\">") && english.contains(inEnglish));
        QVERIFY(chinese.contains(u"<html lang=\"zh-CN\">") && chinese.contains(inChinese));
        const auto dataOf = [&data](const QString &page) { return page.section(data, 1, 1).section(u'\n', 0, 0); };
        QVERIFY(!dataOf(english).isEmpty());
        QCOMPARE(dataOf(chinese), dataOf(english));
    }

    // Laying out ten thousand rows would hold the window up; what is saved has all of them.
    void longTablesAreShownInPart()
    {
        constexpr int kLayers = 120;
        test::LoadedTrace trace;
        QVERIFY(trace.load(deepTrace(kLayers)));
        QCOMPARE(trace.device().passes.front().layers, kLayers);
        ui::ReportPanel panel(trace.controller);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(!panel.text()->toPlainText().isEmpty(), 60'000);
        const auto longestOf = [](const QString &markdown) { // rows of the longest table
            int longest = 0;
            int rows = 0;
            for (const QString &line : markdown.split(u'\n')) {
                rows = line.startsWith(u'|') ? rows + 1 : 0;
                longest = std::max(longest, rows);
            }
            return longest - 2; // head and rule
        };
        int shown = 0;
        for (QTextFrame *frame : panel.text()->document()->rootFrame()->childFrames())
            if (const auto *table = qobject_cast<QTextTable *>(frame))
                shown = std::max(shown, table->rows() - 1);
        QCOMPARE(shown, 100);
        QSignalSpy written(&panel, &ui::ReportPanel::written);
        const QString path = trace.folder.filePath(QStringLiteral("a.md"));
        panel.save(path);
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(longestOf(QString::fromUtf8(file.readAll())) >= kLayers);
    }

    void anotherPaletteKeepsTheTextAndThePlace()
    {
        ui::ReportPanel panel(m_trace->controller);
        panel.resize(500, 200);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(panel.text()->verticalScrollBar()->maximum() > 100, 60'000);
        panel.text()->verticalScrollBar()->setValue(100);
        const QTextDocument *text = panel.text()->document();
        QEvent changed(QEvent::PaletteChange);
        QCoreApplication::sendEvent(&panel, &changed);
        QCOMPARE(panel.text()->document(), text); // not laid out anew
        QCOMPARE(panel.text()->verticalScrollBar()->value(), 100);
    }

    void rowsAreCopiedAsMarkdownAndColumnsAreChosen()
    {
        ui::WithinPanel panel(m_trace->controller, m_trace->bus);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QTRY_VERIFY(panel.model()->rowCount() > 0);
        auto *view = panel.findChild<QTableView *>(QStringLiteral("withinTable"));
        ui::TableTools *tools = ui::TableTools::of(*view);
        QVERIFY(tools);
        view->selectRow(0);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const QString markdown = QGuiApplication::clipboard()->text();
        QVERIFY2(markdown.contains(u'|') && markdown.contains(QStringLiteral("---")), qPrintable(markdown));
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 2); // header and the row
        const int column = 6;
        tools->setShown(column, false);
        QVERIFY(view->isColumnHidden(column));
        QVERIFY(tools->isHiddenByUser(column));
        tools->setShown(column, true);
        QVERIFY(!view->isColumnHidden(column));
        // What another mode shows does not come back because the user wants to see it.
        tools->setOffered(column, false);
        tools->setShown(column, true);
        QVERIFY(view->isColumnHidden(column));
        tools->setOffered(column, true);
        QVERIFY(!view->isColumnHidden(column));
    }

    void theOrderOfATableComesBack()
    {
        const auto key = QStringLiteral("tables/withinTable/sort");
        QSettings().remove(key);
        const auto shown = [this](ui::WithinPanel &panel) {
            m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
            return QTest::qWaitFor([&panel] { return panel.model()->rowCount() > 0; }, 60'000);
        };
        constexpr int kColumn = 3;
        {
            ui::WithinPanel panel(m_trace->controller, m_trace->bus);
            panel.resize(900, 300);
            QVERIFY(shown(panel));
            QVERIFY(!QSettings().contains(key)); // only what the user did
            auto *view = panel.findChild<QTableView *>(QStringLiteral("withinTable"));
            view->sortByColumn(kColumn, Qt::DescendingOrder);
            QVERIFY(QSettings().value(key).toString().startsWith(u'-'));
        }
        ui::WithinPanel again(m_trace->controller, m_trace->bus);
        QVERIFY(shown(again));
        auto *view = again.findChild<QTableView *>(QStringLiteral("withinTable"));
        QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), kColumn);
        QCOMPARE(view->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        QVERIFY(again.model()->order().descending);
        view->sortByColumn(-1, Qt::AscendingOrder); // the table's own order is a choice too
        QCOMPARE(QSettings().value(key), QVariant(QString()));
        for (const char *nonsense : {"no_such_column", "-", "--dur_ns"}) {
            QSettings().setValue(key, QString::fromLatin1(nonsense));
            ui::WithinPanel other(m_trace->controller, m_trace->bus);
            QVERIFY(shown(other));
            QCOMPARE(other.findChild<QTableView *>()->horizontalHeader()->sortIndicatorSection(), -1);
        }
        QSettings().remove(key);
    }

    void everyCategoryHasAChartOfItsOwn()
    {
        ui::LayerBarsPanel panel(m_trace->controller, m_trace->bus);
        panel.resize(500, 360);
        m_trace->bus.select(core::PassSelection{m_trace->device().device, m_trace->firstPass()}, nullptr);
        QTRY_VERIFY(!panel.chart()->bars().bars.empty());
        panel.findChild<QAbstractButton *>(QStringLiteral("layerBarsEach"))->click();
        ui::CategoryMultiples &charts = *panel.multiples();
        QCOMPARE(charts.chartCount(), static_cast<int>(panel.chart()->bars().categories.size()));
        panel.show();
        const ui::LayerBarsData &bars = panel.chart()->bars();
        for (int chart = 0; chart < charts.chartCount(); ++chart) {
            int tallest = 0;
            for (int row = 0; row < static_cast<int>(bars.bars.size()); ++row)
                tallest = std::max(tallest, charts.barRect(chart, row).height());
            QVERIFY(tallest > 10); // each on its own scale
            QVERIFY(charts.rect().contains(charts.chartRect(chart)));
        }
        QTest::mouseClick(&charts, Qt::LeftButton, {}, charts.barRect(0, 1).center());
        QCOMPARE(m_trace->bus.focus().layer, bars.bars[1].layer);
        QTest::keyClick(&charts, Qt::Key_Left);
        QCOMPARE(m_trace->bus.focus().layer, bars.bars[0].layer);
        QVERIFY(!charts.accessibleDescription().isEmpty());
    }

    void picturesHaveTheSizeThatIsAskedFor()
    {
        ui::TimelinePanel timeline(m_trace->controller, m_trace->bus, m_trace->range);
        timeline.resize(700, 300);
        timeline.show();
        QTRY_VERIFY(!timeline.isBusy());
        ui::TimelineView &view = *timeline.view();
        const QSize before = view.size();
        const QString png = m_trace->folder.filePath(QStringLiteral("a.png"));
        QVERIFY(ui::savePicture(view, png, QSize(640, 200), 2));
        QCOMPARE(QImage(png).size(), QSize(1280, 400));
        QCOMPARE(view.size(), before);
        const QString svg = m_trace->folder.filePath(QStringLiteral("a.svg"));
        QVERIFY(ui::savePicture(view, svg, QSize(640, 200)));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("<svg"));
        QVERIFY(text.contains("<text")); // labels stay text
        const QColor bar = ui::Theme::current().fill(core::Category::Gemm);
        QVERIFY(text.contains(bar.name().toLatin1())); // and bars shapes
        QVERIFY(!ui::isVectorPicture(view));
        QVERIFY(ui::savePicture(view, m_trace->folder.filePath(QStringLiteral("a.pdf"))));
        const auto wrong = ui::savePicture(view, m_trace->folder.filePath(QStringLiteral("a.bmp")));
        QCOMPARE(wrong.error().code, core::ErrorCode::BadRequest);
        QCOMPARE(ui::savePicture(view, png, QSize(0, 10)).error().code, core::ErrorCode::BadRequest);
        QCOMPARE(ui::savePicture(view, m_trace->folder.filePath(QStringLiteral("none/a.png"))).error().code, core::ErrorCode::Io);
    }

    void aFullDiskLeavesNoPartOfAPicture_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("window"); // as a picture of a whole window is written
        for (const char *name : {"a.png", "a.svg", "a.pdf"})
            QTest::addRow("view, %s", name) << QString::fromLatin1(name) << false;
        QTest::newRow("window, PNG") << QStringLiteral("a.png") << true;
        QTest::newRow("window, BMP") << QStringLiteral("a.bmp") << true;
    }
    void aFullDiskLeavesNoPartOfAPicture()
    {
        QFETCH(QString, name);
        QFETCH(bool, window);
        QWidget view;
        view.resize(200, 100);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        const auto save = [&] { return window ? ui::savePixels(view.grab(), path) : ui::savePicture(view, path); };
        for (const bool before : {false, true}) {
            if (before)
                test::writeFile(path, "what was here");
            const auto saved = [&] {
                const test::FileSizeLimit full(40);
                return save();
            }();
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, core::ErrorCode::Io);
            QVERIFY2(saved.error().detail.english().find("cannot be written") != std::string::npos,
                saved.error().detail.english().c_str());
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), before ? QStringList{name} : QStringList());
        }
        QCOMPARE(QFileInfo(path).size(), qint64(13));
        QVERIFY(save());
        QVERIFY(QFileInfo(path).size() > 40);
        QCOMPARE(ui::savePixels(view.grab(), folder.filePath(QStringLiteral("a"))).error().code, core::ErrorCode::BadRequest);
    }

private:
    std::unique_ptr<test::LoadedTrace> m_trace;
};

LAMELLA_WIDGET_TEST(tst_ReportViews)
#include "tst_ReportViews.moc"
