// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/RankSummaries.h"
#include "core/session/summary/TraceReport.h"
#include "tests/support/GeneratedJob.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/LoadingPage.h"
#include "widgets/ranks/JobPage.h"
#include "widgets/ranks/RankController.h"
#include "widgets/ranks/RankDetail.h"
#include "widgets/ranks/RankHeatMap.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/ranks/RanksOverview.h"
#include "widgets/ranks/RanksPanel.h"
#include "widgets/session/SessionController.h"

#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <utility>

using namespace lamella;
using namespace lamella::ui;

namespace {

struct Fixture {
    Fixture()
        : controller(pool)
        , bus(controller)
        , ranks(controller, bus)
        , panel(controller, bus, ranks)
    {
        panel.resize(900, 320);
        panel.show();
    }
    ~Fixture()
    {
        controller.close();
        pool.waitForDone();
    }
    bool open(const QStringList &files)
    {
        ranks.open(files, {});
        return QTest::qWaitFor([this] { return controller.state() == SessionController::State::Ready; }, 60'000);
    }
    bool drawn()
    {
        return QTest::qWaitFor([this] { return !panel.strip()->strip().isEmpty(); }, 60'000);
    }
    QThreadPool pool;
    SessionController controller;
    NavigationBus bus;
    RankController ranks;
    RanksPanel panel;
};

// A summary by hand: eight ranks, of which 0 to 3 and 4 to 7 meet in each of four layers, and all of them behind each of eight
// passes. Rank 5 has 30 us more of its own in layer 1.
std::string summaryByHand(int rank)
{
    constexpr int kPasses = 8;
    constexpr int kLayers = 4;
    QStringList numbers, counts, ones, begins, ends, stages, states, layers;
    QStringList partPass, partLayer, partBegin, partEnd, partCount;
    QStringList kernel, name, sequence, pass, layer, begin, length;
    const auto part = [&](int ofPass, int ofLayer, int from, int to, int count) {
        partPass << QString::number(ofPass);
        partLayer << QString::number(ofLayer);
        partBegin << QString::number(from);
        partEnd << QString::number(to);
        partCount << QString::number(count);
    };
    const auto collective = [&](bool world, int ofPass, int ofLayer, int from, int ns) {
        kernel << QString::number(kernel.size());
        name << (world ? QStringLiteral("2") : QStringLiteral("0"));
        sequence << QString::number(world ? ofPass : ofPass * kLayers + ofLayer);
        pass << QString::number(ofPass);
        layer << QString::number(ofLayer);
        begin << QString::number(from);
        length << QString::number(ns);
    };
    for (int p = 0; p < kPasses; ++p) {
        const int start = 10'000'000 * (p + 1);
        part(p, core::kNoLayer, start, start + 520'000, kLayers + 1);
        part(p, core::kTailLayer, start + 490'000, start + 520'000, 1);
        for (int l = 0; l < kLayers; ++l) {
            const int own = rank == 5 && l == 1 ? 110'000 : 80'000;
            const int wall = rank < 4 ? 109'000 : 119'000; // the first group is faster
            part(p, l, start + l * 120'000, start + l * 120'000 + wall, 1);
            collective(false, p, l, start + l * 120'000 + own, wall - own);
            layers << QString::number(l);
        }
        collective(true, p, core::kTailLayer, start + 495'000, 25'000);
        numbers << QString::number(p);
        counts << QString::number(kLayers);
        ones << QStringLiteral("1");
        begins << QString::number(start);
        ends << QString::number(start + 520'000);
        stages << QStringLiteral("decode");
        states << QStringLiteral("steady");
    }
    const auto column = [](const char *key, const QStringList &words) {
        return QStringLiteral("\"%1\":\"%2\"").arg(QLatin1String(key), words.join(u' '));
    };
    QStringList group, together;
    for (const QString &each : name) {
        group << (each == u'2' ? QStringLiteral("3") : QStringLiteral("1"));
        together << QStringLiteral("1");
    }
    const QString text = QStringLiteral(R"({"schema":"lamella.summary.v1","rank_facts":{"schema":"lamella.rank-facts.v1",)")
        + QStringLiteral(R"("file":"/job/rank-%1.json","rank":%1,"world_size":8,)").arg(rank)
        + QStringLiteral(R"("recording":{"kernels":9,"events":9,"begin_ns":0,"end_ns":99,"digest":"%1"},"zero_ns":0,)").arg(rank)
        + QStringLiteral(R"("devices":[{"number":0,"selected_pass":0,"texts":["ar|8","tp_%1","a2a|8","world"],)").arg(rank / 4)
        + QStringLiteral("\"passes\":{")
        + QStringList{column("number", numbers), column("layers", counts), column("complete", ones), column("begin_ns", begins),
            column("end_ns", ends), column("stage", stages), column("state", states)}
              .join(u',')
        + QStringLiteral("},\"layers\":{") + column("layer", layers) + QStringLiteral("},\"parts\":{")
        + QStringList{column("pass", partPass), column("layer", partLayer), column("begin_ns", partBegin),
            column("end_ns", partEnd), column("collectives", partCount)}
              .join(u',')
        + QStringLiteral("},\"work\":{")
        + QStringList{column("pass", {}), column("begin_ns", {}), column("end_ns", {})}.join(u',')
        + QStringLiteral("},\"collectives\":{")
        + QStringList{column("kernel", kernel), column("name", name), column("group", group), column("sequence", sequence),
            column("together", together), column("pass", pass), column("layer", layer), column("begin_ns", begin),
            column("length_ns", length)}
              .join(u',')
        + QStringLiteral("}}]}}");
    return text.toStdString();
}

// Three passes of six layers; every rank takes a little longer in its products than the one before. No rank waits.
std::string traceOfRank(int rank)
{
    std::string text = R"({"distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":35},"traceEvents":[)";
    qint64 at = 1'000'000;
    bool first = true;
    const auto add = [&](const char *name, qint64 ns) {
        text += QStringLiteral(
            R"(%1{"ph":"X","cat":"kernel","name":"%2","pid":0,"tid":7,"ts":%3,"dur":%4,"args":{"stream":7,"device":0}})")
                    .arg(first ? QString() : QStringLiteral(","), QString::fromLatin1(name),
                        QString::number(static_cast<double>(at) / 1000, 'f', 3),
                        QString::number(static_cast<double>(ns) / 1000, 'f', 3))
                    .toStdString();
        first = false;
        at += ns + 500;
    };
    for (int pass = 0; pass < 3; ++pass) {
        add("embedding_kernel", 5000);
        for (int layer = 0; layer < 6; ++layer) {
            add("rms_norm_kernel", 4000);
            add("sgemm_qkv", 20'000 + 150 * rank);
            add("flash_fwd_kernel", 30'000);
            add("sgemm_o", 15'000);
        }
        add("argmax_kernel", 6000);
        at = 1'000'000 + (pass + 1) * 2'000'000;
    }
    return text + "]}";
}

} // namespace

class TestRanks : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QStringList m_files;
    test::GeneratedJob m_job;

private slots:
    void initTestCase()
    {
        m_job = test::generatedJob("named");
        for (const test::RankFile &rank : m_job.files)
            m_files << test::writeFile(m_dir.filePath(QString::fromStdString(rank.fileName)), rank.json);
    }
    // Without a trace: what the map and its table hold is what `ranks` says of the summaries.
    void aJobFromItsSummaries()
    {
        const QString folder = m_dir.filePath(QStringLiteral("summaries"));
        QVERIFY(QDir().mkpath(folder));
        std::vector<std::string> files;
        for (const QString &file : m_files)
            files.push_back(file.toStdString());
        const auto set = core::RankSet::open(files, {});
        QVERIFY(set.has_value());
        for (const core::RankMember &member : (*set)->members())
            test::writeFile(folder + QStringLiteral("/%1.json").arg(member.rank), *core::summaryJson(*member.session, {}));
        QVERIFY(core::RankSummaries::isFolderOf(folder.toStdString()));
        QVERIFY(!core::RankSummaries::isFolderOf(m_dir.path().toStdString())); // traces
        QThreadPool pool;
        JobPage page(pool);
        page.resize(900, 600);
        page.show();
        QSignalSpy requested(&page, &JobPage::traceRequested);
        page.open(folder);
        QTRY_COMPARE_WITH_TIMEOUT(page.map()->map().ranks.size(), std::size_t(3), 60'000);
        QVERIFY2(page.sentence().startsWith(QStringLiteral("Rank %1").arg(m_job.stragglerRank)), qPrintable(page.sentence()));
        QCOMPARE(page.table()->rowCount(), 3);
        const auto comparison = (*set)->comparison();
        const RankHeatData &map = page.map()->map();
        for (std::size_t rank = 0; rank < 3; ++rank)
            for (std::size_t column = 0; column < map.layers.size(); ++column) {
                std::int64_t own = 0;
                std::int64_t count = 0;
                for (const core::RankPass &pass : (*comparison)->passes)
                    for (const core::RankRow &row : pass.layers)
                        if (row.layer == map.layers[column] && row.ranks[rank]) {
                            own += row.ranks[rank]->ownNs();
                            ++count;
                        }
                QCOMPARE(map.at(rank, column).ownNs, count > 0 ? own / count : -1);
            }
        for (int width = 160; width < 240; ++width) { // no name of a layer is cut at the edge
            page.map()->resize(width, page.map()->height());
            for (const test::PaintedText &text : test::paintedTexts(*page.map()))
                QVERIFY2(text.area.right() <= width, qPrintable(text.text));
        }
        page.map()->resize(400, page.map()->height());
        // A click marks the rank in the table, a double click opens its trace.
        const int part = static_cast<int>(2 * map.layers.size() + 1);
        QCOMPARE(page.map()->hitAt(page.map()->partRect(part).center()), part);
        QTest::mouseClick(page.map(), Qt::LeftButton, {}, page.map()->partRect(part).center());
        const auto *view = page.findChild<QTableView *>(QStringLiteral("jobRanks"));
        QCOMPARE(view->selectionModel()->selectedRows().value(0).row(), 2);
        QTest::mouseDClick(page.map(), Qt::LeftButton, {}, page.map()->partRect(part).center());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].toString(), m_files[2]);
    }
    // Rows of the map and of the table are the groups that meet; a double click shows the ranks of one.
    void aJobFoldedIntoGroups()
    {
        const QString folder = m_dir.filePath(QStringLiteral("mesh"));
        QVERIFY(QDir().mkpath(folder));
        for (int rank = 0; rank < 8; ++rank)
            test::writeFile(folder + QStringLiteral("/%1.json").arg(rank), summaryByHand(rank));
        QThreadPool pool;
        JobPage page(pool);
        page.resize(1200, 700);
        page.show();
        page.open(folder);
        QTRY_COMPARE_WITH_TIMEOUT(page.map()->map().ranks.size(), std::size_t(8), 60'000);
        QCOMPARE(page.divisions(), 1); // all ranks together are no group
        const std::int64_t slow = page.map()->map().at(5, 1).ownNs;
        QCOMPARE(slow - page.map()->map().at(4, 1).ownNs, std::int64_t(30'000));
        page.fold(0);
        const RankHeatData &map = page.map()->map();
        QCOMPARE(map.names, (std::vector<std::string>{"0-3", "4-7"}));
        QCOMPARE(map.at(1, 1).ownNs, slow); // the slowest of the group
        QTRY_COMPARE(page.groupTable()->rowCount(), 2);
        const auto table = page.groupTable()->table();
        QCOMPARE(table->text(1, table->columnIndex("ranks")), std::string_view("4-7"));
        QCOMPARE(table->integer(1, table->columnIndex("slowest")), 5);
        QCOMPARE(table->integer(1, table->columnIndex("excess_ns")), 30'000);
        QCOMPARE(table->integer(0, table->columnIndex("excess_ns")), 0);
        QVERIFY(page.map()->partName(0).startsWith(QStringLiteral("Ranks 0-3")));
        page.setSlowestFirst(true);
        QCOMPARE(page.map()->map().names.front(), std::string("4-7"));
        page.map()->setFocus();
        QTest::keyClick(page.map(), Qt::Key_Home); // the first row
        QTest::keyClick(page.map(), Qt::Key_Return);
        QCOMPARE(page.map()->map().ranks, (std::vector<int>{5, 4, 6, 7}));
        QTRY_COMPARE(page.table()->rowCount(), 4);
        QTest::keyClick(page.map(), Qt::Key_Escape);
        QCOMPARE(page.map()->map().ranks.size(), std::size_t(2));
        page.fold(-1);
        QCOMPARE(page.map()->map().ranks.size(), std::size_t(8));
        QTRY_COMPARE(page.table()->rowCount(), 8);
        // The bar of this job does not stand over the next one that cannot be read.
        auto *bar = page.findChild<ViewBar *>();
        QVERIFY(bar->isVisible());
        page.open(m_dir.filePath(QStringLiteral("none")));
        QVERIFY(!bar->isVisible());
        QTRY_VERIFY(!page.isBusy());
        QVERIFY(!bar->isVisible());
        page.open(folder);
        QTRY_VERIFY(bar->isVisible());
    }
    void aPassIsDrawnOnEveryRank()
    {
        Fixture f;
        QSignalSpy loads(&f.ranks, &RankController::loadsChanged);
        QVERIFY(f.open(m_files));
        QVERIFY(!loads.isEmpty());
        QCOMPARE(f.ranks.set()->members().size(), std::size_t(3));
        const auto segmentation = f.controller.segmentation();
        f.bus.select(core::PassSelection{segmentation->mainDevice, 1}, nullptr);
        QVERIFY(f.drawn());
        const RankStripData &strip = f.panel.strip()->strip();
        QCOMPARE(strip.rows.size(), std::size_t(3));
        QCOMPARE(int(strip.sentence.english().find("Rank " + std::to_string(m_job.stragglerRank))), 0);
        for (const RankStripRow &row : strip.rows) {
            QVERIFY(!row.layers.empty());
            std::int64_t waits = 0; // the light parts of the lane
            for (const RankStripKernel &kernel : row.kernels)
                waits += kernel.waitNs;
            QCOMPARE(waits, row.times.waitNs);
            const RankWork *work = strip.workOf(row.member);
            QVERIFY(work != nullptr);
            std::int64_t sum = 0;
            for (const RankStripKernel &kernel : row.kernels)
                sum += kernel.category == core::Category::Communication ? 0 : 1;
            QVERIFY(sum > 0 && work->sumNs[0] > 0);
            QVERIFY(work->exposedNs <= work->sumNs[static_cast<std::size_t>(core::Category::Communication)]);
            QVERIFY(row.layers.front().beginNs >= 0);
            QVERIFY(row.layers.back().endNs <= strip.lengthNs);
        }
        QVERIFY(f.panel.model(RanksPanel::kLayers)->rowCount() > 10);
        QCOMPARE(f.panel.model(RanksPanel::kRanks)->rowCount(), 3);
        QVERIFY(!f.panel.grab().isNull());
    }
    // At first the rank that the others wait for, then the one that is clicked; the differences add up to its own time.
    void theInspectorIsAboutARank()
    {
        Fixture f;
        std::vector<OverviewCell> cells;
        connect(
            &f.panel, &RanksPanel::overviewChanged, &f.panel, [&cells](const std::vector<OverviewCell> &said) { cells = said; });
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        const RankStripData &strip = f.panel.strip()->strip();
        QVERIFY(strip.straggler.has_value());
        QVERIFY(f.bus.detail() != nullptr);
        QCOMPARE(f.bus.detail()->title, QStringLiteral("Rank %1 holds the others up").arg(m_job.stragglerRank));
        const auto sentence = std::find_if(
            cells.begin(), cells.end(), [](const OverviewCell &cell) { return cell.id == OverviewCell::Id::Sentence; });
        QVERIFY(sentence != cells.end());
        // What is of all passes and what is of the one shown are told apart.
        QVERIFY(sentence->plain().startsWith(
            QStringLiteral("Rank %1 is the straggler of %2 passes. In P").arg(m_job.stragglerRank).arg(strip.straggler->passes)));
        const auto &sections = f.bus.detail()->sections;
        QVERIFY(std::any_of(sections.begin(), sections.end(), [&strip](const InspectorSection &section) {
            return section.title == QStringLiteral("Mean of %1 passes").arg(strip.straggler->passes);
        }));
        for (const RankWork &work : strip.works) {
            const RankDeltas deltas = rankDeltas(strip, work.member);
            std::int64_t sum = deltas.idleNs;
            for (const RankDeltas::Part &part : deltas.parts)
                sum += part.ns;
            QCOMPARE(sum, deltas.ownNs);
            QCOMPARE(rankCause(deltas).isEmpty(), deltas.ownNs <= 0); // a rank that is faster has no cause to be slow
        }
        const std::size_t other = strip.straggler->rank == 0 ? 1 : 0;
        const std::size_t columns = f.panel.map()->map().layers.size();
        const QRect cell = f.panel.map()->partRect(static_cast<int>(other * columns + 3));
        QTest::mouseClick(f.panel.map(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(f.panel.picked(), std::optional(other));
        QCOMPARE(f.bus.focus().layer, f.panel.map()->map().layers[3]);
        QCOMPARE(f.bus.detail()->title, QStringLiteral("Rank %1").arg(strip.works[other].rank));
        const auto *table = f.panel.findChild<QTableView *>(QStringLiteral("rankTable"));
        const int row = table->selectionModel()->selectedRows().value(0).row();
        const ReportTableModel *model = f.panel.model(RanksPanel::kRanks);
        QCOMPARE(model->table()->integer(model->tableRow(row), 0), strip.works[other].rank);
        f.panel.hide();
        QVERIFY(f.bus.detail() == nullptr && cells.empty());
    }
    // Columns without room are behind the edge of the table as a whole, not cut by it.
    void noColumnIsCut()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        const auto *table = f.panel.findChild<QTableView *>(QStringLiteral("rankTable"));
        int wider = 0;
        for (int width = 900; width <= 3000; width += 70) {
            f.panel.resize(width, f.panel.height());
            QCoreApplication::processEvents();
            const QHeaderView *header = table->horizontalHeader();
            const int edge = table->viewport()->width();
            for (int column = 0; column < header->count(); ++column) {
                const int left = header->sectionViewportPosition(column);
                const int right = left + header->sectionSize(column);
                QVERIFY2(left >= edge || right <= edge, qPrintable(QStringLiteral("column %1 at %2 px").arg(column).arg(width)));
            }
            wider += header->length() > edge ? 1 : 0;
        }
        QVERIFY(wider > 0);
    }
    void arrowsPickARank()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        auto *table = f.panel.findChild<QTableView *>(QStringLiteral("rankTable"));
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QVERIFY(!f.panel.picked()); // the focus alone picks none
        const int row = table->currentIndex().row();
        const int next = row == 0 ? 1 : row - 1;
        QTest::keyClick(table, row == 0 ? Qt::Key_Down : Qt::Key_Up);
        const ReportTableModel *model = f.panel.model(RanksPanel::kRanks);
        const auto rank = model->table()->integer(model->tableRow(next), 0);
        QVERIFY(f.panel.picked());
        QCOMPARE(f.panel.strip()->strip().workOf(*f.panel.picked())->rank, rank);
        QVERIFY(f.bus.detail()->title.startsWith(QStringLiteral("Rank %1").arg(rank)));
        QCOMPARE(table->currentIndex().row(), next);
    }
    // The straggler of all passes may be fast in the one that is shown.
    void aStragglerThatIsFastHereHoldsNobodyUp()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        RankStripData strip = f.panel.strip()->strip();
        QVERIFY(strip.straggler.has_value());
        const auto fast = std::find_if(strip.works.begin(), strip.works.end(),
            [&strip](const RankWork &work) { return rankDeltas(strip, work.member).ownNs < 0; });
        QVERIFY(fast != strip.works.end());
        strip.straggler->rank = fast->member;
        const auto detail = rankDetail(strip, fast->member);
        QVERIFY(detail.has_value());
        QCOMPARE(detail->title, QStringLiteral("Rank %1").arg(fast->rank));
        QCOMPARE(detail->figure, durationText(fast->times.waitNs));
        const auto tipOfClocks = [&strip] {
            for (const OverviewCell &cell : rankCells(strip))
                if (cell.id == OverviewCell::Id::Clocks)
                    return cell.tip;
            return QString();
        };
        QVERIFY(!tipOfClocks().isEmpty());
        strip.matches = 0;
        QVERIFY(tipOfClocks().isEmpty()); // clocks that are not aligned have no distance
    }
    // Of more ranks than have room: least, median and most own time, the one shown, and those that are clicked.
    void manyRanksHaveSomeLanes()
    {
        constexpr int kRanks = 35;
        QTemporaryDir folder;
        QStringList files;
        for (int rank = 0; rank < kRanks; ++rank)
            files << test::writeFile(folder.filePath(QStringLiteral("rank%1.json").arg(rank)), traceOfRank(rank));
        Fixture f;
        QVERIFY(f.open(files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 1}, nullptr);
        QVERIFY(f.drawn());
        const auto lanes = [&f] {
            std::vector<std::pair<int, RankLane>> all;
            for (const RankStripRow &row : f.panel.strip()->strip().rows)
                all.emplace_back(row.rank, row.lane);
            return all;
        };
        using Lanes = std::vector<std::pair<int, RankLane>>;
        // Rank 34 takes 5 us more, rank 17 is in the middle; rank 0 is shown and takes least.
        QCOMPARE(f.panel.strip()->strip().works.size(), std::size_t(kRanks));
        QCOMPARE(lanes(), (Lanes{{0, RankLane::Least}, {17, RankLane::Median}, {34, RankLane::Most}}));
        f.panel.pickRank(20);
        QTRY_COMPARE(f.panel.strip()->strip().rows.size(), std::size_t(4));
        QCOMPARE(lanes()[2], (std::pair{20, RankLane::Chosen}));
        QVERIFY(f.panel.strip()->isVisible());
    }
    void aClickSelectsAndADoubleClickSwitches()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        RankStripChart *strip = f.panel.strip();
        const RankStripRow &row = strip->strip().rows[1];
        const RankStripLayer &layer = row.layers[row.layers.size() / 2];
        const QPoint at(strip->xOf((layer.beginNs + layer.endNs) / 2), strip->rowRect(1).center().y());
        QTest::mouseClick(strip, Qt::LeftButton, {}, at);
        QCOMPARE(f.bus.focus().layer, layer.layer);
        QCOMPARE(f.ranks.current(), std::size_t(0));
        const auto before = f.controller.session();
        const int rankPass = row.pass;
        const int layerNumber = layer.layer;
        QTest::mouseDClick(strip, Qt::LeftButton, {}, at);
        QCOMPARE(f.ranks.current(), std::size_t(1));
        QVERIFY(f.controller.session() != before);
        QCOMPARE(f.bus.focus().pass, rankPass);
        QCOMPARE(f.bus.focus().layer, layerNumber);
        QVERIFY(f.drawn());
        f.ranks.show(0);
        QCOMPARE(f.controller.session(), before);
        QCOMPARE(f.bus.focus().layer, layerNumber); // the place is kept
    }
    // No other sentence in between: a pass is selected on both ranks.
    void aSwitchKeepsWhatIsShown()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::PassSelection{f.controller.segmentation()->mainDevice, 2}, nullptr);
        QVERIFY(f.drawn());
        f.ranks.show(1);
        QVERIFY(!f.panel.strip()->strip().isEmpty());
        QVERIFY(f.panel.strip()->isVisible());
        QTRY_COMPARE(f.panel.strip()->strip().rows.size(), std::size_t(3));
    }
    void keysMoveAndZoom()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        f.bus.select(core::LayerSelection{f.controller.segmentation()->mainDevice, 1, 3}, nullptr);
        QVERIFY(f.drawn());
        RankStripChart *strip = f.panel.strip();
        QTest::keyClick(strip, Qt::Key_Right);
        QCOMPARE(f.bus.focus().layer, 4);
        const int wide = strip->xOf(strip->strip().lengthNs) - strip->xOf(0);
        QTest::keyClick(strip, Qt::Key_Plus);
        QVERIFY(strip->xOf(strip->strip().lengthNs) - strip->xOf(0) > 2 * wide);
        QTest::keyClick(strip, Qt::Key_Home);
        QCOMPARE(strip->xOf(strip->strip().lengthNs) - strip->xOf(0), wide);
        QTest::keyClick(strip, Qt::Key_Down);
        QTest::keyClick(strip, Qt::Key_Return);
        QCOMPARE(f.ranks.current(), std::size_t(1));
        QVERIFY(strip->accessibleDescription().contains(QStringLiteral("1")));
    }
    void oneFileHasNoRanks()
    {
        Fixture f;
        QVERIFY(f.open({m_files.first()}));
        QVERIFY(!f.ranks.set());
        QVERIFY(f.panel.strip()->strip().isEmpty());
    }
    void anotherTraceEndsTheSet()
    {
        Fixture f;
        QVERIFY(f.open(m_files));
        QVERIFY(f.ranks.set() != nullptr);
        QSignalSpy changed(&f.controller, &SessionController::sessionChanged);
        f.controller.open(m_files.last());
        QVERIFY(changed.wait(60'000));
        QVERIFY(!f.ranks.set());
    }
    void loadingNamesEachFile()
    {
        Fixture f;
        LoadingPage page(f.controller);
        page.showFiles({{"/a/rank0.json", core::RankLoad::State::Done, 10, 10},
            {"/a/rank1.json", core::RankLoad::State::Reading, 5, 10}, {"/a/rank2.json", core::RankLoad::State::Waiting, 0, 0}});
        const auto *list = page.findChild<QWidget *>(QStringLiteral("loadingFiles"));
        QVERIFY(list != nullptr);
        QCOMPARE(list->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly).size(), 3);
        page.showFiles({});
        QVERIFY(list->isHidden());
    }
};

LAMELLA_WIDGET_TEST(TestRanks)
#include "tst_Ranks.moc"
